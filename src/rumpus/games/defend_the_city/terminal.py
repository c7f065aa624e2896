"""Terminal drawing of a siege: the wall, both fighters and the choice of Scores."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from rumpus.core.extensions import UNDER_CURSOR, Canvas, Terminal
from rumpus.core.position import View
from rumpus.games.defend_the_city.facts import fighter, number, shown_pair, word
from rumpus.games.defend_the_city.rules.notation import format_pair
from rumpus.games.defend_the_city.rules.scores import (
    MAX_SCORE,
    cost_of,
    defense_of,
    margin,
    may_forfeit,
    offense_of,
    pair_of,
)
from rumpus.games.defend_the_city.words import ENEMY_NAMES, percent

NARROW_COLUMNS = 64
BATTLEMENT = "▟█▙ "
ROLES = ("the defender", "the enemy")


def places(view: View) -> list[list[str]]:
    """Pairs as a square, high Offense on top and high Defense to the right; or the two answers."""
    if view["asked"] == "decision":
        return [[format_pair(pair_of(offense, defense)) for defense in range(MAX_SCORE + 1)] for offense in offenses()]
    if view["asked"] == "reaction":
        return [["keep", "forfeit"]]
    return []


def offenses() -> list[int]:
    return list(range(MAX_SCORE, -1, -1))


def draw(canvas: Canvas) -> RenderableType:
    view, names, width, focus = canvas.view, canvas.names, canvas.width, canvas.cursor
    parts: list[RenderableType] = [wall(view, width), fighters(view, names, width)]
    if view["asked"] == "decision":
        parts.append(Align.center(score_square(view, focus)))
    elif view["stage"] == "reaction":
        parts.append(Align.center(reaction_panel(view, names, focus)))
    if "outcome" in view:
        won = view["ending"] == "saved"
        style = "bold green" if won else "bold red"
        parts.append(
            Panel(Text(word(view, "outcome"), style=style, justify="center"), box=box.HEAVY, border_style=style)
        )
    return Group(*parts)


def wall(view: View, width: int) -> RenderableType:
    slain, enemies = number(view, "slain"), number(view, "enemies")
    line = Text(justify="center")
    for place in range(enemies):
        if place < slain:
            line.append(" ✝ ", style="dim")
        elif place == slain and "ending" not in view:
            line.append(" ⚔ ", style="bold red")
        else:
            line.append(" ● ", style="red")
    stones = max(1, min(12, (width - 2) // len(BATTLEMENT)))
    held = pips(number(view, "stand-offs"), number(view, "line breaks at"), "▮", "▯", "yellow")
    idle = pips(number(view, "idle turns"), number(view, "stand-off at"), "◆", "◇", "cyan")
    status = Text.assemble(
        ("turn ", "dim"), (str(view["turn"]), "bold"), ("   slain ", "dim"), (f"{slain} of {enemies}", "bold"),
        ("   stand-offs ", "dim"), held, ("   idle turns ", "dim"), idle,
        justify="center",
    )  # fmt: skip
    return Group(Text(BATTLEMENT * stones, style="bright_black", justify="center"), line, status)


def pips(count: int, most: int, full: str, empty: str, style: str) -> Text:
    return Text.assemble((full * count, f"bold {style}"), (empty * (most - count), "dim"))


def fighters(view: View, names: Sequence[str], width: int) -> RenderableType:
    """Both sides, side by side or stacked on narrow screens."""
    panels = [side_panel(view, side, names) for side in (0, 1)]
    if width < NARROW_COLUMNS:
        return Group(*panels)
    table = Table.grid(expand=True, padding=(0, 1))
    table.add_column(ratio=1)
    table.add_column(ratio=1)
    table.add_row(*panels)
    return table


def side_panel(view: View, side: int, names: Sequence[str]) -> RenderableType:
    facts = fighter(view, side)
    stamina, full = number(facts, "stamina"), number(facts, "full")
    rows: list[RenderableType] = [stamina_bar(stamina, full), scores_line(view, side)]
    kind = word(facts, "kind")
    if side == 1 and kind != "by hand":
        rows.append(Text(ENEMY_NAMES[kind], style="italic dim"))
    elif view["you"] == side:
        rows.append(Text("you", style="italic dim"))
    else:
        rows.append(Text(" "))
    colour = "blue" if side == 0 else "red"
    return Panel(Group(*rows), title=full_name(side, names), title_align="left", border_style=colour, box=box.ROUNDED)


def full_name(side: int, names: Sequence[str]) -> str:
    return f"{names[side]}, {ROLES[side]}" if side < len(names) else ROLES[side]


def short_name(side: int, names: Sequence[str]) -> str:
    return names[side] if side < len(names) else ROLES[side]


def stamina_bar(stamina: int, full: int) -> Text:
    """One block per point, up to 30."""
    cells = min(full, 30)
    filled = max(0, -(-stamina * cells // full))
    colour = "green" if 2 * stamina > full else "yellow" if 6 * stamina > full else "red"
    note = "" if stamina > 0 else "  spent"
    return Text.assemble(
        ("█" * filled, colour), ("░" * (cells - filled), "dim"), (f" {stamina}", f"bold {colour}"), (note, "red")
    )


def scores_line(view: View, side: int) -> Text:
    pair = shown_pair(view, side)
    if pair is None:
        waits = view["stage"] == "decision" and view["you"] == side
        return Text("sets Scores now" if waits else "Scores hidden", style="dim")
    return Text.assemble(
        ("Offense ", "dim"), (str(offense_of(pair)), "bold"), ("   Defense ", "dim"), (str(defense_of(pair)), "bold"),
        (f"   costs {cost_of(pair)}", "dim"),
    )  # fmt: skip


def score_square(view: View, focus: str) -> RenderableType:
    """The 36 pairs, coloured by cost; red pairs would be the last action."""
    you = view["you"]
    assert isinstance(you, int)
    stamina = number(fighter(view, you), "stamina")
    table = Table(box=box.SIMPLE, show_edge=False, padding=(0, 1), title="Offense/Defense", title_style="dim")
    table.add_column("", style="dim")
    for defense in range(MAX_SCORE + 1):
        table.add_column(f"D{defense}", justify="center", header_style="dim")
    for offense in offenses():
        cells = [score_cell(pair_of(offense, defense), stamina, focus) for defense in range(MAX_SCORE + 1)]
        table.add_row(f"O{offense}", *cells)
    return table


def score_cell(pair: int, stamina: int, focus: str) -> Text:
    words = format_pair(pair)
    left = stamina - cost_of(pair)
    colour = "red" if left <= 0 else "yellow" if left < 10 else "green"
    cell = Text(words, style=f"bold reverse {colour}" if words == focus else colour)
    if words == focus:
        cell.apply_meta(UNDER_CURSOR)
    return cell


def reaction_panel(view: View, names: Sequence[str], focus: str) -> RenderableType:
    """Order and chances of both strikes, and the choice of the lower Offense."""
    pairs = [shown_pair(view, side) for side in (0, 1)]
    own, other = pairs
    assert own is not None
    assert other is not None
    die = number(view, "die")
    lower = 0 if may_forfeit(own, other) else 1
    first, second = 1 - lower, lower
    if second == 0:
        own, other = other, own
    text = Text.assemble(
        (short_name(first, names), "bold"), f" strikes first at {percent(max(0, margin(own, other)) / die)}; ",
        (short_name(second, names), "bold"),
        f" may strike back at {percent(max(0, margin(other, own)) / die)}, or hold back.",
        justify="center",
    )  # fmt: skip
    if view["asked"] != "reaction":
        return text
    return Group(text, Text.assemble(button("keep", focus), "   ", button("forfeit", focus), justify="center"))


def button(word: str, focus: str) -> Text:
    text = Text(f"[ {word} ]", style="bold reverse" if word == focus else "bold")
    if word == focus:
        text.apply_meta(UNDER_CURSOR)
    return text


class SiegeTerminal(Terminal):
    draw = staticmethod(draw)
    places = staticmethod(places)
