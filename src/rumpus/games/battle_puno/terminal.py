"""The table in a terminal. Every colour also has a sign."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from rumpus.core.extensions import UNDER_CURSOR, Canvas, Terminal
from rumpus.core.position import Json, View
from rumpus.games.battle_puno.facts import fits_now, flag, number, seats, word, words
from rumpus.games.battle_puno.rules.cards import CARD_BY_NAME, NamesColour, Trade, Zero
from rumpus.games.battle_puno.rules.deck import BLACK, COLOURS

SIGNS = {"red": "●", "blue": "■", "green": "▲", "yellow": "◆", "black": "★"}
FILL = {
    "red": "bold #ffffff on #b3202c",
    "blue": "bold #ffffff on #1c4fb0",
    "green": "bold #ffffff on #19692c",
    "yellow": "bold #000000 on #f2c230",
    "black": "bold #ffffff on #4a4a4a",
}
FADED = {
    "red": "#d98a90 on #3d1519",
    "blue": "#93b1e8 on #14233f",
    "green": "#8fc79c on #12301a",
    "yellow": "#cbb26a on #3a3113",
    "black": "#a8a8a8 on #333333",
}
SYMBOL_CELLS = 7
"""Width of a card's symbol between its two signs."""
CARD_CELLS = SYMBOL_CELLS + 4
MAX_ROWS = 2
"""Most rows of cards; larger hands are drawn as chips."""
NARROW_CELLS = 60


def places(view: View) -> list[list[str]]:
    """Returns the cursor's rows: hand, colours or seats to name, other moves."""
    if view["you"] is None or "outcome" in view:
        return []
    hand = list(dict.fromkeys(words(view, "hand")))
    playable = [CARD_BY_NAME[card] for card in hand if fits_now(view, card)]
    rows = [hand]
    if any(isinstance(card, NamesColour) for card in playable):
        rows.append(list(COLOURS[:BLACK]))
    if any(isinstance(card, Trade) for card in playable):
        rows.append([str(number(seat, "seat")) for seat in seats(view) if seat["in"] and seat["seat"] != view["you"]])
    last = ["add", "reset"] if "pool" in view and any(isinstance(card, Zero) for card in playable) else []
    rows.append([*last, {"turn": "draw", "answer": "take", "drawn": "keep"}[word(view, "stage")]])
    return rows


def draw(canvas: Canvas) -> RenderableType:
    view, names, width, focus = canvas.view, canvas.names, canvas.width, canvas.cursor
    parts: list[RenderableType] = [headline(view), middle(view, names, width)]
    if view["you"] is not None and not flag(view, "outcome"):
        # Above the players, so that it can be seen without scrolling on a low screen.
        parts += hand_rows(view, width, focus)
    parts += [Text(""), player_table(view, names, width)]
    if flag(view, "outcome"):
        outcome = Text(word(view, "outcome"), style="bold", justify="center")
        parts += [Text(""), Panel(outcome, box=box.HEAVY, border_style="bold green")]
    return Group(*parts)


# --- the head and the middle of the table ---


def headline(view: View) -> Text:
    line = Text(no_wrap=True, overflow="ellipsis")
    if "goal" in view:
        line.append(f"Round {number(view, 'round')}, to {number(view, 'goal')}", style="bold")
    else:
        line.append(word(view, "mode").title(), style="bold")
    line.append(f"   turn {number(view, 'turn')}")
    line.append(f"   deck {number(view, 'deck')}", style="bold red" if number(view, "deck") == 0 else "")
    line.append(f"   discarded {len(words(view, 'discard'))}", style="dim")
    return line


def middle(view: View, names: Sequence[str], width: int) -> RenderableType:
    facts = Text()
    colour = word(view, "colour")
    asked = f"{SIGNS[colour]} {colour}"
    facts.append("to answer  " if number(view, "penalty") else "to match   ", style="dim")
    facts.append(f" {asked} ", style=FILL[colour])
    if number(view, "penalty"):
        facts.append(" skip or reverse\n", style="bold")
    elif word(view, "symbol"):
        facts.append(f" or any {word(view, 'symbol')}", style="bold")
        facts.append(" or black\n", style="dim")
    else:
        facts.append(" or black\n", style="dim")
    facts.append("direction  ", style="dim")
    facts.append("↻ clockwise\n" if view["direction"] == "clockwise" else "↺ counter-clockwise\n")
    if "pool" in view:
        facts.append("pool       ", style="dim")
        facts.append_text(pool_bar(number(view, "pool"), max(8, min(30, width - 40))))
        facts.append("\n")
    if number(view, "penalty"):
        on = view["on"]
        victim = names[on] if isinstance(on, int) else ""
        facts.append(f"⚠ a penalty of {number(view, 'penalty')} for {victim}", style="bold red")
    elif view["on"] is not None and isinstance(view["on"], int):
        facts.append("turn       ", style="dim")
        whose = "yours" if view["on"] == view["you"] else names[view["on"]]
        facts.append(f"▶ {whose}", style="bold")
    grid = Table.grid(padding=(0, 2))
    grid.add_row(Text("\n").join(card_lines(word(view, "table"), FILL[colour_of(word(view, "table"))])), facts)
    return grid


def pool_bar(pool: int, cells: int) -> Text:
    """Renders the pool as a bar, full at 60."""
    lit = min(cells, -(-pool * cells // 60))
    style = "bold green" if pool < 15 else "bold yellow" if pool < 35 else "bold red"
    return Text.assemble((f"{pool:>3} ", style), ("▰" * lit, style), ("▱" * (cells - lit), "dim"))


# --- the people ---


def player_table(view: View, names: Sequence[str], width: int) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
    table.add_column("", no_wrap=True)
    table.add_column("player", no_wrap=True, max_width=max(8, width // 4), overflow="ellipsis", header_style="dim")
    table.add_column("cards", no_wrap=True, header_style="dim")
    if "pool" in view:
        table.add_column("HP", no_wrap=True, header_style="dim")
    if "goal" in view:
        table.add_column("score", justify="right", header_style="dim")
    table.add_column("")
    for facts in seats(view):
        table.add_row(*player_row(view, facts, names, width))
    shown = "hand" if flag(view, "outcome") else "known"
    lines: list[RenderableType] = [table]
    for facts in seats(view):
        if words(facts, shown):
            verb = "is left with" if shown == "hand" else "has, as you saw,"
            lead = Text(f"{names[number(facts, 'seat')]} {verb}", style="dim")
            lines += flow([lead, *[chip(card) for card in words(facts, shown)]], width)
    return Group(*lines)


def player_row(view: View, facts: dict[str, Json], names: Sequence[str], width: int) -> list[RenderableType]:
    seat = number(facts, "seat")
    inside = bool(facts["in"])
    style = "dim" if not inside else "bold cyan" if seat == view["you"] else "bold" if seat == view["on"] else ""
    name = f"{seat} {names[seat]}" + (" (you)" if seat == view["you"] else "")
    row: list[RenderableType] = [
        Text(
            "▶" if seat == view["on"] else "✗" if not inside else "▷" if seat == next_seat(view) else " ", style="bold"
        ),
        Text(name, style=style),
        card_backs(number(facts, "cards"), 6 if width < NARROW_CELLS else 12, inside),
    ]
    if "hp" in facts:
        row.append(hp_bar(number(facts, "hp"), number(view, "full_hp"), 6 if width < NARROW_CELLS else 16))
    if "score" in facts:
        row.append(Text(str(facts["score"]), style=style))
    row.append(remark(view, facts))
    return row


def next_seat(view: View) -> int:
    """Returns the next seat in the present direction, or -1."""
    seat = view["on"]
    if not isinstance(seat, int):
        return -1
    table = seats(view)
    step = 1 if view["direction"] == "clockwise" else -1
    for _ in table:
        seat = (seat + step) % len(table)
        if table[seat]["in"]:
            return seat
    return -1


def card_backs(cards: int, most: int, inside: bool) -> Text:
    shown = "▮" * min(cards, most) + ("…" if cards > most else "")
    style = "bold magenta" if cards == 1 and inside else "" if inside else "dim"
    return Text.assemble((f"{cards:>2} ", style), (shown, "dim"))


def hp_bar(hp: int, full: int, cells: int) -> Text:
    lit = max(0, min(cells, -(-hp * cells // full)))
    style = "green" if 2 * hp > full else "yellow" if 5 * hp > full else "red"
    return Text.assemble((f"{max(0, hp):>4} ", f"bold {style}"), ("█" * lit, style), ("░" * (cells - lit), "dim"))


def remark(view: View, facts: dict[str, Json]) -> Text:
    if flag(view, "outcome"):
        return Text(f"place {facts['place']}", style="bold green" if facts["place"] == 1 else "")
    if not facts["in"]:
        return Text("out", style="red")
    text = Text()
    if facts["cards"] == 1 and view["mode"] != "death match":
        text.append("Puno! ", style="bold magenta")
    if number(facts, "overloaded") > 0:
        text.append("overload ", style="red")
    return text


# --- cards ---


def colour_of(card: str) -> str:
    return COLOURS[CARD_BY_NAME[card].colour]


def symbol_of(card: str) -> str:
    return CARD_BY_NAME[card].short or CARD_BY_NAME[card].printed


def chip(card: str) -> Text:
    return Text(f" {SIGNS[colour_of(card)]} {symbol_of(card)} ", style=FILL[colour_of(card)])


def flow(pieces: Sequence[Text], width: int) -> list[RenderableType]:
    """Wraps pieces into lines without breaking any."""
    lines: list[RenderableType] = []
    line = Text(no_wrap=True)
    for piece in pieces:
        if line and line.cell_len + 1 + piece.cell_len > width:
            lines.append(line)
            line = Text(no_wrap=True)
        if line:
            line.append(" ")
        line.append_text(piece)
    return [*lines, line]


def card_lines(card: str, fill: str, edge: str = "", mark: str = "") -> list[Text]:
    """Renders a card as four lines of equal width."""
    colour = colour_of(card)
    sign = SIGNS[colour]
    top, bottom = ("┏━┓", "┗━┛") if edge else ("╭─╮", "╰─╯")
    side = "┃" if edge else "│"
    style = edge or "dim"
    inside = SYMBOL_CELLS + 2
    return [
        Text(top[0] + top[1] * inside + top[2], style=style),
        Text.assemble((side, style), (f"{sign}{symbol_of(card):^{SYMBOL_CELLS}}{sign}", fill), (side, style)),
        Text.assemble((side, style), (f"{mark or colour:^{inside}}", fill), (side, style)),
        Text(bottom[0] + bottom[1] * inside + bottom[2], style=style),
    ]


def hand_rows(view: View, width: int, focus: str) -> list[RenderableType]:
    """Renders the own hand. During the own turn unplayable cards are faded."""
    hand = words(view, "hand")
    mine = view["on"] == view["you"]
    drawn = word(view, "drawn")
    cards: list[list[Text]] = []
    chips: list[Text] = []
    for place, card in enumerate(hand):
        just_drawn = bool(drawn) and place == len(hand) - 1
        playable = mine and (just_drawn if drawn else fits_now(view, card))
        edge = "bold bright_white" if card == focus else "bold cyan" if playable else ""
        fill = (FILL if playable or not mine else FADED)[colour_of(card)]
        cards.append(card_lines(card, fill, edge, "drawn" if just_drawn else ""))
        chips.append(hand_chip(card, fill, playable, card == focus))
        if card == focus:
            for line in (*cards[-1], chips[-1]):
                line.apply_meta(UNDER_CURSOR)
    lines: list[RenderableType] = [hand_title(view, len(hand), focus)]
    per_row = max(1, width // CARD_CELLS)
    if len(hand) > MAX_ROWS * per_row:
        return lines + flow(chips, width)
    for start in range(0, len(hand), per_row):
        for row in range(4):
            line = Text(no_wrap=True)
            for drawing in cards[start : start + per_row]:
                line.append_text(drawing[row])
            lines.append(line)
    return lines


def hand_chip(card: str, fill: str, playable: bool, focused: bool) -> Text:
    mark = "▸" if playable else " "
    text = f"{mark}{SIGNS[colour_of(card)]} {symbol_of(card)} "
    return Text(text, style=f"{fill} reverse" if focused else fill)


def hand_title(view: View, count: int, focus: str) -> Text:
    if view["on"] != view["you"]:
        return Text(f"your hand, {count}", style="dim")
    asked = {
        "turn": "your turn: play a card or draw",
        "answer": f"answer the {number(view, 'penalty')} with a {word(view, 'colour')} skip or reverse, or take it",
        "drawn": "play the card you drew, or keep it",
    }[word(view, "stage")]
    title = Text(asked, style="bold")
    for row in places(view)[1:] if focus else []:
        title.append("  ")
        for one in row:
            style = FILL.get(one, "bold")
            cell = Text(f" {one} ", style=f"{style} reverse" if one == focus else style)
            if one == focus:
                cell.apply_meta(UNDER_CURSOR)
            title.append_text(cell)
    return title


class PunoTerminal(Terminal):
    draw = staticmethod(draw)
    places = staticmethod(places)
