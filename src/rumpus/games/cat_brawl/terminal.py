"""The ring in a terminal: cats with their public state, the hand and the pile."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rich import box
from rich.align import Align
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from rumpus.core.extensions import UNDER_CURSOR, Canvas, Terminal
from rumpus.core.position import Json, View
from rumpus.games.cat_brawl.portraits import HEIGHT, WIDTH, portrait
from rumpus.games.cat_brawl.rules.abilities import ABILITIES
from rumpus.games.cat_brawl.rules.cards import CARD_NAMES, CARDS, FAMILY_SIZE
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.movements import MOVEMENTS

SIGNS = ("♥", "◆", "✗")
"""A sign per movement, for readers who do not see the colours."""
COLOURS = ("hot_pink", "deep_sky_blue1", "orange1")
BAR_CELLS = 20
CAT_WIDTH = WIDTH + BAR_CELLS + 6
BREED_WIDTH = WIDTH + 9
CARD_WIDTH = 17
PRELUDE_ABILITIES = [ability.name for ability in ABILITIES if ability.prelude]
ACTIVE = [ability.name for ability in ABILITIES if ability.prelude or ability.postlude]
"""Abilities with a cooldown; the others are passive."""


def draw(canvas: Canvas) -> RenderableType:
    view, names, width, focus = canvas.view, canvas.names, canvas.width, canvas.cursor
    seats = _dicts(view["seats"])
    if all(seat["cat"] is None for seat in seats):
        return Group(_heading(view, names), _gallery(view, width, focus))
    high = HEIGHT + 2 + max(len(_known_cards(seat)) for seat in seats)
    cats = [_cat(view, seat, names, high, focus) for seat in seats]
    parts: list[RenderableType] = [_heading(view, names), _grid(cats, CAT_WIDTH, width)]
    if view.get("asked") and view["stage"] == "strategy":
        parts.append(_movements(focus))
    if view.get("hand"):
        parts.append(_hand(view, width, focus))
    parts.append(_pile(view, names))
    return Group(*parts)


def places(view: View) -> list[list[str]]:
    """Returns the cursor's rows: targets, movements and cards, or the answers of this phase."""
    if not view.get("asked"):
        return []
    you = view["you"]
    if view["stage"] == "pick a cat":
        return [[breed.lower() for breed in BREEDS[:3]], [breed.lower() for breed in BREEDS[3:]]]
    seats = _dicts(view["seats"])
    mine = next(seat for seat in seats if seat["seat"] == you)
    if view["stage"] != "strategy":
        return [["decline", *[word.lower().split()[0] for word in _ready(view, mine)]]]
    others = [str(seat["seat"]) for seat in seats if seat["seat"] != you and not seat["out"]]
    cards = list(dict.fromkeys(f"+{_short(str(card))}" for card in _items(view["hand"])))
    movements = [movement.word for movement in MOVEMENTS]
    return [others, movements, cards] if cards else [others, movements]


# --- parts ---


def _heading(view: View, names: Sequence[str]) -> Text:
    if view.get("outcome"):
        return Text(f"{view['outcome']}", style="bold green")
    text = Text()
    asked = bool(view.get("asked"))
    # Beside the question only the part with the number, so that the line fits a narrow screen.
    text.append(str(view["phase"]).partition(":")[0] if asked else str(view["phase"]), style="bold")
    if asked:
        text.append(f"  ▶ {_question(view)}", style="bold green")
    elif view.get("sealed"):
        text.append(f"  locked in: {view['sealed']}", style="cyan")
    others = [seat for seat in _items(view["waiting"]) if seat != view["you"]]
    if others:
        who = ", ".join(_name(names, seat) for seat in others)
        text.append(
            f"  · {who} may be choosing" if view["stage"] == "prelude" else f"  · waiting for {who}", style="dim"
        )
    return text


def _question(view: View) -> str:
    if view["stage"] == "strategy":
        return "purr, guard or scratch?"
    if view["stage"] == "pick a cat":
        return "which cat do you pick?"
    mine = next(seat for seat in _dicts(view["seats"]) if seat["seat"] == view["you"])
    return f"use {' or '.join(_ready(view, mine))}?"


def _ready(view: View, seat: dict[str, Json]) -> list[str]:
    prelude = view["stage"] == "prelude"
    both = ((seat["ability"], seat["ready_in"]), (seat["bonus"], seat["bonus_ready_in"]))
    return [
        str(ability)
        for ability, rest in both
        if ability in ACTIVE and rest == 0 and (ability in PRELUDE_ABILITIES) == prelude
    ]


def _gallery(view: View, width: int, focus: str) -> RenderableType:
    pictures: list[RenderableType] = []
    sealed = str(view.get("sealed") or "")
    for breed, name in enumerate(BREEDS):
        chosen = name.lower() in (focus, sealed)
        face = portrait(breed, "happy" if chosen else "calm")
        ability = Text(ABILITIES[breed].name, style="dim")
        title = Text(name, style="bold")
        if name.lower() == focus:
            title.apply_meta(UNDER_CURSOR)
        pictures.append(
            Panel(
                Group(Align.center(face), Align.center(ability)),
                title=title,
                width=BREED_WIDTH,
                box=box.HEAVY if chosen else box.ROUNDED,
                border_style="green" if chosen else "dim",
                padding=0,
            )
        )
    return _grid(pictures, BREED_WIDTH, width)


def _cat(view: View, seat: dict[str, Json], names: Sequence[str], high: int, focus: str) -> Panel:
    mine = seat["seat"] == view["you"]
    focused = focus == str(seat["seat"])
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=WIDTH)
    grid.add_column(width=BAR_CELLS)
    breed = seat["breed"]
    assert isinstance(breed, int)
    grid.add_row(portrait(breed, mood(view, seat)), _facts(view, seat))
    last = seat["strategy"]
    title = Text(f"{seat['seat']} {_name(names, seat['seat'])}", style="bold cyan" if mine else "bold")
    if mine:
        title.append(" (you)")
    if focused:
        title.apply_meta(UNDER_CURSOR)
    return Panel(
        grid,
        title=title,
        title_align="left",
        subtitle=None if last is None else Text(f"last: {_strategy_words(str(last), names)}", style="dim"),
        subtitle_align="right",
        width=CAT_WIDTH,
        height=high,
        box=box.HEAVY if focused else box.ROUNDED,
        border_style="green" if focused else "cyan" if mine else "dim" if seat["out"] else "",
    )


def mood(view: View, seat: dict[str, Json]) -> str:
    """Returns the cat's mood, a key of `portraits.MOODS`."""
    change = seat["change"]
    assert isinstance(change, int)
    uses = _items(seat["uses"])
    if seat["out"]:
        return "out"
    if "outcome" in view:
        return "winner" if view["winner"] == seat["seat"] else "calm"
    for ability in ABILITIES:
        if ability.mood and ability.name in uses:
            return ability.mood
    if change:
        return "happy" if change > 0 else "hurt"
    return "smug" if str(seat["strategy"]).startswith("guard") else "calm"


def _facts(view: View, seat: dict[str, Json]) -> Text:
    hp, goal, change = seat["hp"], view["win_hp"], seat["change"]
    assert isinstance(hp, int)
    assert isinstance(goal, int)
    assert isinstance(change, int)
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(str(seat["cat"]), style="bold")
    if seat["out"]:
        text.append("\nout", style="bold red")
        return text
    text.append(f"\n{max(0, hp)}", style=f"bold {_hp_colour(hp, goal)}")
    text.append(f"/{goal} HP", style="dim")
    if change:
        text.append(f" {change:+}", style="green" if change > 0 else "red")
    cards = seat["cards"]
    assert isinstance(cards, int)
    text.append(f"  {'▮' * cards if cards <= 6 else f'▮×{cards}'}", style="yellow")
    full = max(0, min(BAR_CELLS, round(BAR_CELLS * hp / goal)))
    text.append("\n" + "█" * full, style=_hp_colour(hp, goal))
    text.append("░" * (BAR_CELLS - full), style="grey35")
    text.append("\n")
    text.append_text(_ability(seat["ability"], seat["ready_in"], seat, True))
    text.append("\n")
    text.append_text(_ability(seat["bonus"], seat["bonus_ready_in"], seat, bool(seat["bonus_public"])))
    for line in _known_cards(seat):
        text.append(f"\n{line}", style="orange1")
    return text


def _ability(ability: Json, rest: Json, seat: dict[str, Json], public: bool) -> Text:
    if ability == "none":
        return Text()
    if ability == "hidden":
        return Text("? secret", style="dim")
    text = Text(str(ability))
    if ability in _items(seat["uses"]):
        text.append(" now!", style="bold magenta")
    elif rest:
        text.append(f" rests {rest}", style="dim")
    elif not public:
        text.append(" secret", style="dim")
    elif ability in ACTIVE:
        text.append(" ✓", style="green")
    return text


def _known_cards(seat: dict[str, Json]) -> list[str]:
    """Returns lines with the publicly known cards. A claw is Can't Guard or Can't Reverse."""
    known = seat.get("known")
    assert isinstance(known, dict)
    cards = [name if many == 1 else f"{many}× {name}" for name, many in known.items() if name in CARD_NAMES]
    claws = known.get("claws")
    if isinstance(claws, int) and claws:
        cards.append(f"{claws} claw" + ("s" if claws > 1 else ""))
    return textwrap.wrap(f"holds {', '.join(cards)}", BAR_CELLS) if cards else []


def _movements(focus: str) -> Text:
    text = Text()
    for movement in MOVEMENTS:
        word = movement.word
        style = f"bold {COLOURS[movement.kind]}"
        cell = Text(f" {SIGNS[movement.kind]} {word} ", style=f"{style} reverse" if word == focus else style)
        if word == focus:
            cell.apply_meta(UNDER_CURSOR)
        text.append_text(cell)
        text.append("  ")
    return text


def _hand(view: View, width: int, focus: str) -> RenderableType:
    held = [str(card) for card in _items(view["hand"])]
    pictures: list[RenderableType] = []
    for name in dict.fromkeys(held):
        family = CARD_NAMES.index(name) // FAMILY_SIZE
        focused = focus == f"+{_short(name)}"
        many = held.count(name)
        title = Text(name, justify="center", style=f"bold {COLOURS[family]}")
        if focused:
            title.apply_meta(UNDER_CURSOR)
        pictures.append(
            Panel(
                title,
                title=Text(f"{SIGNS[family]}{f' ×{many}' if many > 1 else ''}", style=COLOURS[family]),
                width=CARD_WIDTH,
                height=4,
                box=box.HEAVY if focused else box.ROUNDED,
                border_style=f"bold {COLOURS[family]}" if focused else COLOURS[family],
            )
        )
    return Columns(pictures, width=CARD_WIDTH, padding=(0, 1, 0, 0)) if width > CARD_WIDTH else Group(*pictures)


def _pile(view: View, names: Sequence[str]) -> Text:
    text = Text()
    order = _items(view["order"])
    if order:
        text.append("last order ", style="dim")
        text.append(" → ".join(_name(names, seat) for seat in order))
        text.append("   ")
    pile = [str(card) for card in _items(view["pile"])]
    text.append("used cards ", style="dim")
    if not pile:
        text.append("none", style="dim")
    for number, name in enumerate(sorted(set(pile), key=CARD_NAMES.index)):
        text.append(", " if number else "")
        text.append(name, style=COLOURS[CARD_NAMES.index(name) // FAMILY_SIZE])
        if pile.count(name) > 1:
            text.append(f" ×{pile.count(name)}", style="dim")
    return text


# --- small things ---


def _grid(pictures: Sequence[RenderableType], item_width: int, width: int) -> RenderableType:
    per_row = max(1, min(len(pictures), width // (item_width + 1)))
    # Two rows of three look better than four and two.
    per_row = -(-len(pictures) // -(-len(pictures) // per_row))
    grid = Table.grid(padding=(0, 1, 0, 0))
    for first in range(0, len(pictures), per_row):
        grid.add_row(*pictures[first : first + per_row])
    return grid


def _strategy_words(strategy: str, names: Sequence[str]) -> str:
    """Turns notation into words: `Scratch Bix with Can't Reverse`."""
    words, _, short = strategy.partition(" +")
    movement, _, target = words.partition(" ")
    said = f"{movement.capitalize()} {_name(names, int(target))}" if target else movement.capitalize()
    return f"{said} with {next(name for name in CARD_NAMES if _short(name) == short)}" if short else said


def _short(card: str) -> str:
    return CARDS[CARD_NAMES.index(card)].short


def _hp_colour(hp: int, goal: int) -> str:
    return "red" if hp * 5 <= goal else "yellow" if hp * 5 <= goal * 2 else "green"


def _name(names: Sequence[str], seat: Json) -> str:
    assert isinstance(seat, int)
    return names[seat] if seat < len(names) else f"seat {seat}"


def _items(plain: Json) -> list[Json]:
    assert isinstance(plain, list)
    return plain


def _dicts(plain: Json) -> list[dict[str, Json]]:
    return [item for item in _items(plain) if isinstance(item, dict)]


class BrawlTerminal(Terminal):
    draw = staticmethod(draw)
    places = staticmethod(places)
