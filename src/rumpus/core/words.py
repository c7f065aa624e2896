"""Words: sentences with their clause, what can be explained, notation as people type it, and people's names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rumpus.core.display_names import visible
from rumpus.core.position import Arg, Plain, Seat, Seen, View

_SEAT = re.compile(r"@(\d{1,3})(?:\[([^\]]*)\])?")
_VERB = re.compile(r"\w+")
_YOU_FIRST = re.compile(r"([.!?] )(y)(?=our?\b)")


class Line:
    """A sentence of the log, with the clause of the rules behind it (may be empty); it gets its capital here."""

    def __init__(self, text: str, clause: str = "") -> None:
        self.text = sentence(text)
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


class Topic:
    """Something that can be explained on demand: a card, an ability, a character, a word of the rules.

    One that is not `in_play` is known by name only: it has no rules yet and never turns up.
    """

    def __init__(self, name: str, kind: str, text: str, clause: str, in_play: bool = True) -> None:
        self.name = name
        self.kind = kind
        self.text = text
        self.clause = clause
        self.in_play = in_play


class Meaning:
    """The name of an event's argument that is a number, and the word for each number."""

    def __init__(self, name: str, words: Sequence[str] | Mapping[int, str]) -> None:
        self.name = name
        self.words = words

    def of(self, value: Arg) -> Arg:
        """The word for this number; what has none stays a number."""
        if not isinstance(value, int):
            return value
        if isinstance(self.words, Mapping):
            return self.words.get(value, value)
        return self.words[value] if 0 <= value < len(self.words) else value


EventNames = Mapping[str, Sequence[str | Meaning]]
"""By kind of event: the names of its arguments. A last one that ends with `*` names all that are left, as a list."""
Fact = Arg | list[Arg]
Forecast = dict[str, Plain]
"""What a move would do, by names that the game gives it: {"target": 1, "from": 3, "to": 1}."""
REST = "*"


def facts(seen: Seen, names: EventNames) -> dict[str, Fact]:
    """What was noticed, with a name for every argument that the game has named."""
    found: dict[str, Fact] = {}
    for index, name in enumerate(names.get(seen.kind, ())):
        title, word = (name.name, name.of) if isinstance(name, Meaning) else (name, _itself)
        if title.endswith(REST):
            found[title.removesuffix(REST)] = [word(value) for value in seen.args[index:]]
        elif index < len(seen.args):
            found[title] = word(seen.args[index])
    return found


def _itself(value: Arg) -> Arg:
    return value


def fits(seen: Seen, names: EventNames) -> bool:
    """Whether there is a name for every argument, and an argument for every name."""
    if seen.kind not in names:
        return False
    given = names[seen.kind]
    titles = [name.name if isinstance(name, Meaning) else name for name in given]
    if titles and titles[-1].endswith(REST):
        return len(seen.args) >= len(titles) - 1
    return len(seen.args) == len(titles)


class _You(str):
    """Not merely the letters: somebody may be called so."""


YOU = _You("you")
"""In a list of names: whoever reads the sentence."""


def seen_from(names: Sequence[str], seat: Seat | None) -> list[str]:
    """The names as this seat says them: itself is `YOU`."""
    return [YOU if number == seat else name for number, name in enumerate(names)]


def does(who: str, verb: str) -> str:
    """Somebody with what they do: `Ann plays`, `you play`; `Ann is skipped`, `you are skipped`."""
    if not isinstance(who, _You):
        return f"{who} {verb}"
    first = _VERB.match(verb)
    assert first is not None
    return f"{who} {_second_person(first[0])}{verb[first.end() :]}"


def whose(who: str) -> str:
    """`Ann's`, `Chris'`, `your`."""
    if isinstance(who, _You):
        return "your"
    return f"{who}'" if who.endswith("s") else f"{who}'s"


class Person:
    """Somebody in a template: `{0}` is the name, `{0:plays}` the name with what they do, `{0:'s}` what is theirs."""

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
    """With a capital at its beginning, and at that of every sentence that begins with `you`."""
    return _YOU_FIRST.sub(lambda found: found[1] + found[2].upper(), text[:1].upper() + text[1:])


def with_names(text: str, names: Sequence[str]) -> str:
    """The sentence with people's names for `@0`, `@1` …: a position knows seats only.

    `@0[plays]` is whoever that is with what they do, and `@0['s]` what is theirs, so that both fit `YOU`. In one pass,
    so that somebody who is called `@1` stays who they are.
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
    """A fresh view with people's names in its sentences, lists of sentences, and whatever else `says` something."""
    for key, value in view.items():
        if isinstance(value, str):
            view[key] = with_names(value, names)
        elif isinstance(value, list):
            view[key] = [_item_named(item, names) for item in value]
    return view


def _item_named(item: Plain, names: Sequence[str]) -> Plain:
    if isinstance(item, str):
        return with_names(item, names)
    if isinstance(item, dict) and isinstance(words := item.get("says"), str):
        return {**item, "says": with_names(words, names)}
    return item


def counted(number: int, noun: str) -> str:
    """`1 card`, `2 cards`, `−3 points`."""
    return f"{number} {noun}" if number == 1 else f"{figure(number)} {noun}s"


def figure(number: int) -> str:
    """A number with a minus that can be seen: `−3`."""
    return f"−{-number}" if number < 0 else str(number)


def signed(change: int) -> str:
    """`+2`, `−1`."""
    return f"+{change}" if change >= 0 else f"−{-change}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Ann, Ben and Cleo."""
    return f" {last} ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def begins(words: str, part: str) -> bool:
    """Whether these words begin so; a number is never the beginning of a longer one.

    What belongs to a seat, as in `2.rook`, may also be called by its name alone.
    """
    if not part:
        return False
    if not words.startswith(part):
        owner, dot, name = words.partition(".")
        return bool(dot) and owner.isdecimal() and begins(name, part)
    return len(words) == len(part) or not (part[-1].isdigit() and words[len(part)].isdigit())


def shortened(text: str, longest: int = 60) -> str:
    """What somebody typed, visible, without runs of blanks, and cut where it is longer than anybody would read."""
    short = " ".join(visible(text[: 10 * longest]).split())
    return short if len(short) <= longest else short[: longest - 1] + "…"


def ended(text: str) -> str:
    """As a sentence of its own: with a capital and a full stop."""
    whole = text[:1].upper() + text[1:]
    return whole if not whole or whole[-1] in ".!?…" else f"{whole}."


def tidy(text: str) -> str:
    """Notation is compared without regard to case and runs of blanks."""
    return " ".join(text.lower().split())
