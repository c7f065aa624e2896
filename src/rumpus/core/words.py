"""Words: sentences with their clause, what can be explained, notation as people type it, and people's names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rumpus.core.contract import Arg, Plain, Seen, View

_SEAT = re.compile(r"@(\d{1,3})")


class Line:
    """A sentence of the log, with the clause of the rules behind it (may be empty)."""

    def __init__(self, text: str, clause: str = "") -> None:
        self.text = text
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


def with_names(text: str, names: Sequence[str]) -> str:
    """The sentence with people's names for `@0`, `@1` …: a position knows seats only.

    In one pass, so that somebody who is called `@1` stays who they are.
    """
    if "@" not in text:
        return text

    def name_of(found: re.Match[str]) -> str:
        seat = int(found[1])
        return names[seat] if seat < len(names) else found[0]

    return _SEAT.sub(name_of, text)


def named(view: View, names: Sequence[str]) -> View:
    """A fresh view with people's names in its sentences and lists of sentences."""
    for key, value in view.items():
        if isinstance(value, str):
            view[key] = with_names(value, names)
        elif isinstance(value, list):
            view[key] = [with_names(item, names) if isinstance(item, str) else item for item in value]
    return view


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
    """What somebody typed, without runs of blanks, and cut where it is longer than anybody would read."""
    short = " ".join(text.split())
    return short if len(short) <= longest else short[: longest - 1] + "…"


def tidy(text: str) -> str:
    """Notation is compared without regard to case and runs of blanks."""
    return " ".join(text.lower().split())
