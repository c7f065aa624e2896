"""Texts: log lines with clauses, topics, notation, names and grammar."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rumpus.core.display_names import shortened as shortened
from rumpus.core.errors import NOT_A_LEGAL_MOVE as NOT_A_LEGAL_MOVE
from rumpus.core.position import Arg, Json, Seat, SeenEvent, View

_SEAT = re.compile(r"@([0-9]{1,3})(?:\[([^\]]*)\])?")
_VERB = re.compile(r"\w+")
_PLAIN_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*(?=[\s,;!?'’]|\.(?!\w)|$)")
_YOU_FIRST = re.compile(r"([.!?] )(y)(?=our?\b)")


class Line:
    """A sentence of the log, capitalised, with the clause behind it (may be empty)."""

    def __init__(self, text: str, clause: str = "") -> None:
        self.text = sentence(text)
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


class Topic(NamedTuple):
    """Something to explain: a card, ability, character or term.

    If not `in_play`, only its name is known.
    """

    name: str
    kind: str
    text: str
    clause: str
    in_play: bool = True


class Meaning(NamedTuple):
    """Name of a numeric event argument, with a word for each number."""

    name: str
    words: Sequence[str] | Mapping[int, str]

    def of(self, value: Arg) -> Arg:
        """Returns the word for this number, or the number if there is none."""
        if not isinstance(value, int):
            return value
        if isinstance(self.words, Mapping):
            return self.words.get(value, value)
        return self.words[value] if 0 <= value < len(self.words) else value


EventNames = Mapping[str, Sequence[str | Meaning]]
"""Argument names by event kind. A last name ending in `*` collects all remaining arguments."""
REASON_LENGTH = 44
"""Longest reason of an advised move, in characters: it fits one line of a phone."""
Fact = Arg | list[Arg]
Forecast = dict[str, Json]
"""Consequences of a move, by names of the game: {"target": 1, "from": 3, "to": 1}."""
REST = "*"


def facts(seen: SeenEvent, names: EventNames) -> dict[str, Fact]:
    """Returns the event's arguments by name."""
    found: dict[str, Fact] = {}
    for index, name in enumerate(names.get(seen.kind, ())):
        meaning = name if isinstance(name, Meaning) else Meaning(name, ())
        if meaning.name.endswith(REST):
            found[meaning.name.removesuffix(REST)] = [meaning.of(value) for value in seen.args[index:]]
        elif index < len(seen.args):
            found[meaning.name] = meaning.of(seen.args[index])
    return found


def fits(seen: SeenEvent, names: EventNames) -> bool:
    """True if names and arguments match one to one."""
    if seen.kind not in names:
        return False
    given = names[seen.kind]
    titles = [name.name if isinstance(name, Meaning) else name for name in given]
    if titles and titles[-1].endswith(REST):
        return len(seen.args) >= len(titles) - 1
    return len(seen.args) == len(titles)


class _You(str):
    """A type of its own, since a person may be called "you"."""


YOU = _You("you")
"""In a list of names: the reader."""


def seen_from(names: Sequence[str], seat: Seat | None) -> list[str]:
    """Returns the names for sentences: this seat's own is `YOU`, and a bot's has no strength."""
    return [YOU if number == seat else name for number, name in enumerate(spoken_names(names))]


def spoken_names(names: Sequence[str]) -> list[str]:
    """Shortens `Bix (normal)` to Bix, unless somebody else is called so."""
    short = [name.partition(" (")[0] if name.endswith(")") else name for name in names]
    return [name if short.count(one) > 1 else one for name, one in zip(names, short, strict=True)]


def does(who: str, verb: str) -> str:
    """Joins name and verb: `Ann plays`, `you play`; `Ann is skipped`, `you are skipped`."""
    if not isinstance(who, _You):
        return f"{who} {verb}"
    first = _VERB.match(verb)
    assert first is not None
    return f"{who} {_second_person(first[0])}{verb[first.end() :]}"


def whose(who: str) -> str:
    """Returns the possessive: `Ann's`, `Chris'`, `your`."""
    if isinstance(who, _You):
        return "your"
    return f"{who}'" if who.endswith("s") else f"{who}'s"


class Person:
    """A name in a template: `{0}` is the name, `{0:plays}` name and verb, `{0:'s}` the possessive."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return str(self.name)

    def __format__(self, how: str) -> str:
        if not how:
            return str(self.name)
        return whose(self.name) if how == "'s" else does(self.name, how)


IRREGULAR = {"is": "are", "has": "have", "was": "were"}


def _second_person(verb: str) -> str:
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "ches", "shes", "xes", "oes")) else verb[:-1]


def sentence(text: str) -> str:
    """Capitalises the first letter, and `you` at the start of later sentences."""
    return _YOU_FIRST.sub(lambda found: found[1] + found[2].upper(), text[:1].upper() + text[1:])


def brief(phrases: Sequence[str], length: int = REASON_LENGTH) -> str:
    """Joins the first phrases that fit into a sentence of this length. Empty if not even one fits."""
    found = ""
    for phrase in phrases:
        longer = sentence(f"{found[:-1]}; {phrase}." if found else f"{phrase}.")
        if len(longer) > length:
            break
        found = longer
    return found


def with_names(text: str, names: Sequence[str]) -> str:
    """Replaces `@0`, `@1` … by names: positions know seats only.

    `@0[plays]` is name and verb, and `@0['s]` the possessive, so that both fit `YOU`. One pass, so that a person called
    `@1` keeps that name.
    """
    if "@" not in text:
        return text

    def said(found: re.Match[str]) -> str:
        seat, verb = int(found[1]), found[2] or ""
        if seat >= len(names):
            return found[0]
        who = names[seat]
        words = whose(who) if verb == "'s" else does(who, verb) if verb else who
        begins_it = found.start() == 0 or text[: found.start()].endswith((". ", "! ", "? "))
        return sentence(words) if isinstance(who, _You) and begins_it else words

    return _SEAT.sub(said, text)


def named(view: View, names: Sequence[str]) -> View:
    """Puts names into a fresh view: its sentences, lists of sentences, and items with `says`."""
    for key, value in view.items():
        if isinstance(value, str):
            view[key] = with_names(value, names)
        elif isinstance(value, list):
            view[key] = [_item_named(item, names) for item in value]
    return view


def _item_named(item: Json, names: Sequence[str]) -> Json:
    if isinstance(item, str):
        return with_names(item, names)
    if isinstance(item, dict) and isinstance(words := item.get("says"), str):
        return {**item, "says": with_names(words, names)}
    return item


def counted(number: int, noun: str) -> str:
    """Formats a count: `1 card`, `2 cards`, `−3 points`."""
    return f"{number} {noun}" if number == 1 else f"{figure(number)} {noun}s"


def figure(number: int) -> str:
    """Formats a number with a typographic minus: `−3`."""
    return f"−{-number}" if number < 0 else str(number)


def signed(change: int) -> str:
    """Formats a change: `+2`, `−1`."""
    return f"+{change}" if change >= 0 else f"−{-change}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Joins words: "Ann, Ben and Cleo"."""
    return f" {last} ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def begins(words: str, part: str) -> bool:
    """True if `part` begins these words, without cutting a number. `2.rook` also matches `rook`."""
    if not part:
        return False
    if not words.startswith(part):
        owner, dot, name = words.partition(".")
        return bool(dot) and owner.isdecimal() and begins(name, part)
    return len(words) == len(part) or not (part[-1].isdigit() and words[len(part)].isdigit())


def as_sentence(text: str) -> str:
    """Completes a sentence: adds a capital and a full stop. A path or name at the start stays as it is."""
    whole = text[:1].upper() + text[1:] if _PLAIN_WORD.match(text) else text
    return whole if not whole or whole[-1] in ".!?…" else f"{whole}."


def tidy(text: str) -> str:
    """Normalises notation: lower case, single blanks."""
    return " ".join(text.lower().split())
