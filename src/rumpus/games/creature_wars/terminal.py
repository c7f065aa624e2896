"""Creature Wars in a terminal."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from rumpus.core.content.rulebook import split_citation
from rumpus.core.extensions import UNDER_CURSOR, Canvas, Terminal
from rumpus.core.position import Json, View
from rumpus.core.words import sentence
from rumpus.games.creature_wars.rules.lettering import TYPE_NAMES
from rumpus.games.creature_wars.rules.names import card_words, witch_number
from rumpus.games.creature_wars.rules.notation import GIFT_PAIRS
from rumpus.games.creature_wars.words import SPECIAL_TOPICS

SIGNS = {"Ancient": "◆", "Fire": "▲", "Nightmare": "☾", "Holy": "✚"}
"""Sign of each Power Type, for readers who do not see its colour."""
COLOURS = {"Ancient": "#7fb069", "Fire": "#f07048", "Nightmare": "#b08ae8", "Holy": "#f2d060"}
WITCH_SIGN, WITCH_COLOUR = "★", "#ff8ad8"
PLAIN_SIGN, PLAIN_COLOUR = "○", "#c0c0c0"
ADVANTAGE = 3
RALLY_SIZE = 4
TWO_COLUMN_WIDTH = 116
"""Minimum width for a column beside the hand."""
SIDE_WIDTH = 46
MIN_TEXT_WIDTH = 60
"""Minimum width of a readable text column."""
SIDES = ("A", "B")
BARRED = "takes no part in Rallies"
IN_LINE = "must be played first"
OF_YOUR_HAND = "choose a card of your hand"
CARD_PATTERN = re.compile(r"^(?:Lvl\.(\d+) )?(?:(Ancient|Fire|Nightmare|Holy)!? )?(.*?)!? \{(\d+|\?)\}")
REST_PATTERN = re.compile(r": \((\d+|-)\)$")
SPECIAL = {topic.name: topic.text for topic in SPECIAL_TOPICS}


def places(view: View) -> list[list[str]]:
    """Returns the playable cards, or answers to a question."""
    question = view.get("question")
    if isinstance(question, dict):
        if "answers" not in question:
            return []
        if question["prompt"] == "choose a player":
            return [["me", "opponent"]]
        return [numbered(_words(question["answers"])) or list(GIFT_PAIRS)]
    you = view["you"]
    if not isinstance(you, int) or not _choosing(view):
        return []
    return [[word for word, _ in _playable(view, you)]]


def _table(view: View, names: Sequence[str], width: int, focus: str) -> RenderableType:
    parts: list[RenderableType] = [_heading(view, names, width), _empires(view, names, width)]
    if "outcome" in view:
        said = Text(str(view["outcome"]), style="bold", justify="center")
        parts.append(Panel(said, box=box.HEAVY, border_style="bold green"))
    parts += _duel(view, names)
    parts += _question(view, names, focus)
    beside: list[RenderableType] = [*_magic(view), *_rallies(view), *_known(view, names), *_graveyard(view, names)]
    you = view["you"]
    if not isinstance(you, int):
        return Group(*parts, *beside)
    if width < TWO_COLUMN_WIDTH:
        return Group(*parts, *_hand(view, you, width, focus), *beside, _cycle())
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=width - SIDE_WIDTH - 2)
    grid.add_column(width=SIDE_WIDTH)
    grid.add_row(Group(*_hand(view, you, width - SIDE_WIDTH - 2, focus)), Group(*beside, _cycle()))
    return Group(*parts, grid)


# --- the head: who draws first, and both Empires ---


def _heading(view: View, names: Sequence[str], width: int) -> Text:
    line = Text(no_wrap=True, overflow="ellipsis")
    deck, first = _number(view["deck"]), _number(view["first"])
    line.append(f"Turn {view['turn']}", style="bold")
    line.append(f" · {names[first]} goes first", style="dim")
    if deck > 2:
        line.append(f" · {deck} cards in the deck")
        if width >= TWO_COLUMN_WIDTH:
            line.append(f", about {(deck + 1) // 2} turns until Mayhem", style="dim")
    elif "outcome" not in view:
        line.append(f" · {deck} in the deck: Mayhem is near", style="bold red")
    return line


def _empires(view: View, names: Sequence[str], width: int) -> RenderableType:
    """Both Empires side by side, yours on the left."""
    half = width // 2
    grid = Table.grid()
    grid.add_column(width=half)
    grid.add_column(width=half)
    lines = [_empire_lines(view, p, half) for p in (0, 1)]
    for own in lines:
        own += [Text("")] * (max(map(len, lines)) - len(own))
    grid.add_row(*[_empire(view, p, names, lines[p]) for p in ((1, 0) if view["you"] == 1 else (0, 1))])
    return grid


def _empire(view: View, p: int, names: Sequence[str], lines: list[Text]) -> Panel:
    mine = p == view["you"]
    title = Text(f"{names[p]} (you)" if mine else names[p], style="bold cyan" if mine else "bold")
    style = "cyan" if mine else "dim"
    return Panel(Group(*lines), title=title, title_align="left", border_style=style, padding=(0, 1))


def _empire_lines(view: View, p: int, width: int) -> list[Text]:
    """Health, cards, duels and charges of an Empire."""
    seat = _seat(view, p)
    lines = [_health(_number(seat["hp"]), _number(seat["full hp"]), width - 14)]
    count = _number(seat["cards"])
    cards = Text.assemble(("▮" * min(count, 12), "dim"), f" {count} card{'' if count == 1 else 's'}")
    cards.append(f"  won {seat['won']}, lost {seat['lost']}", style="dim")
    lines.append(cards)
    if seat["skips this turn"]:
        lines.append(Text("sits this turn out", style="yellow"))
    for charge in _spell_texts(seat["charges"]):
        lines += [Text(part, style="magenta") for part in _wrapped(f"✦ {charge}", width - 4)]
    return lines


def _health(hp: int, full: int, cells: int) -> Text:
    whole = max(full, hp, 1)
    lit = max(0, min(cells, -(-hp * cells // whole)))
    style = "green" if 2 * hp > full else "yellow" if 4 * hp > full else "red"
    said = f"{hp:>4} HP " if hp >= 0 else f"{-hp} HP below 0 "
    cells += 8 - len(said)
    return Text.assemble((said, f"bold {style}"), ("█" * lit, style), ("░" * max(0, cells - lit), "dim"))


# --- the duel and the question ---


def _duel(view: View, names: Sequence[str]) -> list[RenderableType]:
    """The open cards with their power."""
    slots = view["duel"]
    assert isinstance(slots, list)
    cards = [None if slot is None else str(slot) for slot in slots]
    if cards == [None, None]:
        return _last_duel(view, names)
    grid = Table.grid(padding=(0, 1))
    for p, card in enumerate(cards):
        other = cards[1 - p]
        if card is None:
            grid.add_row(Text(names[p], style="bold"), Text("no card", style="dim"), Text(""))
            continue
        power = f"power {_power(card, _sand(view))}"
        if other is not None and _advantage(card, other):
            power += f" + {ADVANTAGE}, {_type(card)} beats {_type(other)}"
        grid.add_row(Text(names[p], style="bold"), _face(card), Text(power, style="bold"))
    return [Panel(grid, title="the duel", title_align="left", border_style="yellow", padding=(0, 1))]


def _last_duel(view: View, names: Sequence[str]) -> list[RenderableType]:
    last = view["last duel"]
    if not isinstance(last, dict):
        return []
    line = Text("Last duel  ", style="dim")
    for p, card in enumerate(_words(last["cards"])):
        line.append(" v " if p else "", style="dim")
        line.append_text(_face(card) if card != "?" else Text("a card unseen now", style="dim"))
    lost = last["lost"]
    assert isinstance(lost, list)
    costs = [f"{names[p]} −{amount} HP" for p, amount in enumerate(lost) if _number(amount) > 0]
    line.append(f": {', '.join(costs) or 'nobody was hurt'}")
    return [line]


def _question(view: View, names: Sequence[str], focus: str) -> list[RenderableType]:
    question = view.get("question")
    if not isinstance(question, dict):
        return []
    asked = SIDES.index(str(question["of"]))
    mine = asked == view["you"]
    text = Text.assemble((f"{question['by']} ", f"bold {WITCH_COLOUR}"), str(question["text"]))
    prompt = f"You: {question['prompt']}" if mine else f"{names[asked]} decides"
    lines: list[RenderableType] = [text, Text(f"▶ {prompt}", style="bold green" if mine else "bold")]
    for word in places(view)[0] if mine and question["prompt"] != OF_YOUR_HAND else []:
        bare = word.split(" #")[0]
        row = Text("  › " if word == focus else "    ", style="bold")
        row.append_text(_face(bare) if CARD_PATTERN.match(bare) else Text(word))
        if word == focus:
            row.stylize("reverse")
            row.apply_meta(UNDER_CURSOR)
        lines.append(row)
    return lines


# --- the hand ---


def _hand(view: View, you: int, width: int, focus: str) -> list[RenderableType]:
    """Your cards, one per line: power, price and effect."""
    hand = _cards(view, you)
    choosing = _choosing(view)
    playable = [place for _, place in _playable(view, you)] if choosing else []
    words = {place: word for word, place in _playable(view, you)}
    eligible, sand = _eligible(view), _sand(view)
    committed = _seat(view, you).get("committed")
    if "outcome" in view:
        title = Text("Your hand at the end", style="bold")
    elif committed is not None:
        title = Text.assemble(("Locked in, face down: ", "bold"), _face(str(committed)))
    elif choosing:
        title = Text("▶ Choose a card to duel with", style="bold green")
    else:
        title = Text("Your hand", style="bold")
    if not hand:
        return [title, Text("  no cards", style="dim")]
    name = max(_face(str(card["card"])).cell_len for card in hand)
    beside = name + 20
    lines: list[RenderableType] = [title, Text(f"  {'':<{name}}  power  if lost", style="dim")]
    for place, card in enumerate(hand):
        focused = bool(focus) and words.get(place) == focus
        line = Text("› " if focused else "  ")
        line.append_text(_face(str(card["card"])))
        line.pad_right(name + 2 - line.cell_len)
        fights = "level" in card
        line.append(f"{_power(str(card['card']), sand) if fights else '–':>7}", style="bold")
        line.append(f"{'−' + str(card['harm']) + ' HP' if card.get('harm') else '–':>9}  ")
        does = _card_effect(card, sand, _why_not(view, hand, card))
        below = line.cell_len + does.cell_len > width
        if not below:
            line.append_text(does)
        faded = (choosing and place not in playable) or (bool(eligible) and str(card["card"]) not in eligible)
        line.stylize("reverse" if focused else "dim" if faded else "")
        if focused:
            line.apply_meta(UNDER_CURSOR)
        lines.append(line)
        if below:
            # Long texts go below the card, or beside it if the column is wide enough to read.
            indent = beside if width - beside > MIN_TEXT_WIDTH else 6
            does.stylize("dim" if faded else "")
            lines.append(Padding(does, (0, 0, 0, indent)))
    return lines


def _eligible(view: View) -> list[str]:
    """Returns the cards of your hand offered by the question."""
    question = view.get("question")
    if not isinstance(question, dict) or question["prompt"] != OF_YOUR_HAND:
        return []
    return _words(question.get("answers", []))


def _card_effect(card: dict[str, Json], sand: int, why_not: str) -> Text:
    """Spell, special rule or advantage; then marks and reasons against playing."""
    said = Text()
    name = _name(str(card["card"]))
    if "text" in card:
        said.append(str(card["text"]))
    elif name in SPECIAL:
        said.append(SPECIAL[name])
    if card.get("type") in SIGNS:
        beaten = _beaten(str(card["type"]))
        power = _power(str(card["card"]), sand) + ADVANTAGE
        said.append(" " if said else "")
        said.append(f"{power} v {SIGNS[beaten]} {beaten}")
    for inside in _words(card.get("inside", [])):
        said.append(f" Inside: {card_words(inside)}." if inside != "?" else "")
    for note in _words(card["notes"]):
        said.append("; " if said else "")
        said.append(note, style="yellow")
    if why_not:
        said.append(" " if said else "")
        said.append(f"✗ {why_not}", style="red")
    return said


def _why_not(view: View, hand: list[dict[str, Json]], card: dict[str, Json]) -> str:
    """Returns a short reason; the card is named beside it."""
    reason = str(card.get("why not", ""))
    if reason:
        name = card_words(str(card["card"]))
        return sentence(split_citation(reason)[0].removeprefix(f"{sentence(name)} ").replace(f" {name}", " this", 1))
    if _choosing(view) and IN_LINE not in _words(card["notes"]):
        in_line = any(IN_LINE in _words(other["notes"]) and not other.get("why not") for other in hand)
        return "Another card must be played first." if in_line else ""
    return ""


def _playable(view: View, you: int) -> list[tuple[str, int]]:
    """Returns playable cards in notation, with their places."""
    hand = _cards(view, you)
    free = [place for place, card in enumerate(hand) if not _why_not(view, hand, card)]
    return list(zip(numbered([str(hand[place]["card"]) for place in free]), free, strict=True))


def numbered(words: Sequence[str]) -> list[str]:
    """Numbers repeated cards: `… #2`."""
    return [
        word if word not in words[:place] else f"{word} #{words[: place + 1].count(word)}"
        for place, word in enumerate(words)
    ]


# --- beside the hand ---


def _magic(view: View) -> list[RenderableType]:
    """Magic in force and due dates."""
    lines = [f"✦ {words}" for words in _spell_texts(view["in force"])]
    lines += [f"◷ {words}" for words in _spell_texts(view["dates"])]
    if not lines:
        return []
    return [_title("Active magic"), *[Padding(Text(line, style="magenta"), (0, 0, 0, 2)) for line in lines]]


def _rallies(view: View) -> list[RenderableType]:
    you = view["you"]
    if not isinstance(you, int) or "outcome" in view:
        return []
    counts: Counter[str] = Counter()
    for card in _cards(view, you):
        if BARRED not in _words(card["notes"]):
            own = [str(card[key]) for key in ("tribe", "type") if key in card]
            counts.update(["witches"] if "text" in card else own)
    pieces: list[Text] = []
    for trait, count in sorted(counts.items(), key=lambda one: (-one[1], one[0])):
        if count == 1:
            break
        active = count >= RALLY_SIZE
        style = "bold green" if active else "yellow" if count == RALLY_SIZE - 1 else ""
        words = f"{SIGNS.get(trait, '')} {trait} {'●' * count}{'○' * (RALLY_SIZE - count)}{' active' if active else ''}"
        pieces.append(Text(words.strip(), style=style))
    if not pieces:
        return []
    return [_title("Rallies", "four of a kind: +2 levels each"), Padding(Columns(pieces, padding=(0, 3)), (0, 0, 0, 2))]


def _known(view: View, names: Sequence[str]) -> list[RenderableType]:
    """Known cards of other hands, and your stronger ones."""
    lines: list[RenderableType] = []
    for p in (0, 1):
        hand = _cards(view, p) if p != view["you"] else []
        seen = [card for card in hand if card["card"] != "?"]
        if seen:
            more = f"and {len(hand) - len(seen)} unknown" if len(seen) < len(hand) else "all of it"
            lines.append(_title(f"{names[p]}'s hand, as far as you know", more))
            lines += [Padding(_known_card(view, card), (0, 0, 0, 2)) for card in seen]
    return lines


def _known_card(view: View, card: dict[str, Json]) -> Text:
    text, you, sand = str(card["card"]), view["you"], _sand(view)
    line = Text.assemble(_face(text))
    if "level" in card:
        line.append(f" power {_power(text, sand)}")
    rest = REST_PATTERN.search(text)
    if rest is not None:
        line.append("  can never be played" if rest[1] == "-" else f"  rests, {rest[1]} to go", style="dim")
    elif isinstance(you, int) and "tribe" in card and "outcome" not in view:
        better = _stronger(text, _cards(view, you), sand)
        line.append(f"  < your {', '.join(better)}" if better else "  no creature of yours is stronger", style="dim")
    for note in _words(card["notes"]):
        line.append(f" {note}", style="yellow")
    return line


def _stronger(theirs: str, hand: list[dict[str, Json]], sand: int) -> list[str]:
    """Names your creatures with more power; other effects are ignored."""
    creatures = [str(card["card"]) for card in hand if "tribe" in card]
    better = [mine for mine in creatures if _against(mine, theirs, sand) > _against(theirs, mine, sand)]
    return list(dict.fromkeys(map(_name, better)))


def _graveyard(view: View, names: Sequence[str]) -> list[RenderableType]:
    """The last two cards of the graveyard."""
    graves = view["graveyard"]
    assert isinstance(graves, list)
    if not graves:
        return []
    removed = view["removed"]
    assert isinstance(removed, list)
    gone = f"{len(graves)} cards" + (f", {len(removed)} removed" if removed else "")
    lines: list[RenderableType] = [_title("Graveyard", gone)]
    for grave in graves[-2:]:
        assert isinstance(grave, dict)
        whose = f"{names[SIDES.index(str(grave['of']))]}'s " if grave["of"] else ""
        lines.append(Text.assemble(f"  {whose}", _face(str(grave["card"])), (f" {grave['fate']}", "dim")))
    return lines


def _cycle() -> Text:
    line = Text("Types ", style="dim")
    for name in (*TYPE_NAMES, TYPE_NAMES[0]):
        line.append(f"{SIGNS[name]} {name}", style=COLOURS[name])
        line.append(" beats ", style="dim")
    line.right_crop(len(" beats "))
    return line.append(": +3", style="dim")


def _title(words: str, more: str = "") -> Text:
    return Text.assemble((words, "bold"), (f"  {more}", "dim"))


# --- reading cards ---


def _face(card: str) -> Text:
    """A card with its Type's sign and colour."""
    type_ = _type(card)
    if type_:
        sign, colour = SIGNS[type_], COLOURS[type_]
    elif witch_number(_name(card)) >= 0:
        sign, colour = WITCH_SIGN, WITCH_COLOUR
    else:
        sign, colour = PLAIN_SIGN, PLAIN_COLOUR
    return Text(f"{sign} {card_words(card).removeprefix('the ')}", style=colour)


def _type(card: str) -> str:
    found = CARD_PATTERN.match(card)
    return found.group(2) or "" if found else ""


def _name(card: str) -> str:
    found = CARD_PATTERN.match(card)
    return found.group(3) if found else card


def _power(card: str, sand: int) -> int:
    """Level, base and the sand's bonus for Nightmare creatures."""
    found = CARD_PATTERN.match(card)
    if found is None:
        return 0
    base = 0 if found.group(4) == "?" else int(found.group(4))
    return int(found.group(1) or 0) + base + (sand if found.group(2) == "Nightmare" else 0)


def _sand(view: View) -> int:
    """Power given to Nightmare creatures by Sand Witches (S-50)."""
    return sum(2 * _number(spell["count"]) for spell in _spells(view["in force"]) if spell["clause"] == "S-50")


def _advantage(card: str, other: str) -> bool:
    mine, theirs = _type(card), _type(other)
    return bool(mine) and _beaten(mine) == theirs


def _beaten(type_: str) -> str:
    return TYPE_NAMES[(TYPE_NAMES.index(type_) + 1) % len(TYPE_NAMES)]


def _against(card: str, other: str, sand: int) -> int:
    return _power(card, sand) + (ADVANTAGE if _advantage(card, other) else 0)


# --- reading the view ---


def _choosing(view: View) -> bool:
    """True if you must choose a duel card."""
    you = view["you"]
    return (
        isinstance(you, int)
        and "outcome" not in view
        and "question" not in view
        and view["duel"] == [None, None]
        and not _seat(view, you)["skips this turn"]
        and "committed" not in _seat(view, you)
        and view["stage"] == "duel"
    )


def _seat(view: View, p: int) -> dict[str, Json]:
    seats = view["seats"]
    assert isinstance(seats, list)
    seat = seats[p]
    assert isinstance(seat, dict)
    return seat


def _cards(view: View, p: int) -> list[dict[str, Json]]:
    hand = _seat(view, p)["hand"]
    assert isinstance(hand, list)
    return [card for card in hand if isinstance(card, dict)]


def _words(value: Json) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


def _spells(value: Json) -> list[dict[str, Json]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _spell_texts(value: Json) -> list[str]:
    return [str(spell["says"]) for spell in _spells(value)]


def _number(value: Json) -> int:
    assert isinstance(value, int)
    return value


def _wrapped(words: str, width: int) -> list[str]:
    return textwrap.wrap(words, max(10, width), subsequent_indent="  ")


class WarTerminal(Terminal):
    def draw(self, canvas: Canvas) -> RenderableType:
        return _table(canvas.view, canvas.names, canvas.width, canvas.cursor)

    def places(self, view: View) -> list[list[str]]:
        return places(view)
