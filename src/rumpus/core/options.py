"""Options of a game: numbers, switches and choices with bounds and clauses."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Generic, TypeVar

from rumpus.core.display_names import quoted
from rumpus.core.errors import BadOption
from rumpus.core.numbers import parse_int
from rumpus.core.system.files import SMALL_FILE, CannotRead, read_text

Value = int | bool | str | list[str]
Made = TypeVar("Made")

INT: Final = "int"
BOOL: Final = "bool"
CHOICE: Final = "choice"
NAMES: Final = "names"
TEXT: Final = "text"

MAX_TEXT: Final = 40_000

PRESET: Final = "preset"
"""Name by which changes choose a preset. Records keep the preset's changes instead."""
STANDARD: Final = "standard"
"""Preset without changes."""
MAX_LISTED: Final = 3
"""Names of a list that a preset's text holds."""


class Field:
    """One option. Forms ask for `basic` ones; the others are for game designers."""

    def __init__(
        self,
        name: str,
        kind: str,
        default: Value,
        help: str,
        clause: str,
        low: int = 0,
        high: int = 0,
        choices: Sequence[str] = (),
        basic: bool = False,
        label: str = "",
        says: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.help = help
        self.clause = clause
        self.low = low
        self.high = high
        self.choices = tuple(choices)
        self.basic = basic
        self.label = label or _label_from_name(name)
        """Label in forms."""
        self.says = says or {}
        """Labels of choices that are not self-explanatory."""

    def allowed(self) -> str:
        """Describes the legal values."""
        if self.kind == INT:
            return f"a whole number from {self.low} to {self.high}"
        if self.kind == BOOL:
            return "on or off"
        if self.kind == CHOICE:
            return "one of " + ", ".join(self.choices)
        if self.kind == TEXT:
            return f"{', '.join(self.choices)}, or a text of at most {MAX_TEXT:,} characters"
        return "a list of names"

    def checked(self, value: object) -> Value:
        """Converts a value from Python, JSON or the command line; raises BadOption if it does not fit."""
        if self.kind == INT:
            number = _parse_int(value)
            if number is not None and self.low <= number <= self.high:
                return number
        elif self.kind == BOOL:
            if isinstance(value, bool):
                return value
            if isinstance(value, str) and value.lower() in ("on", "true", "yes", "1"):
                return True
            if isinstance(value, str) and value.lower() in ("off", "false", "no", "0"):
                return False
        elif self.kind == CHOICE:
            if isinstance(value, str):
                for option in self.choices:
                    if _normalised(option) == _normalised(value):
                        return option
        elif self.kind == TEXT:
            if isinstance(value, str) and len(value) <= MAX_TEXT:
                return value
        else:
            return self._names(value)
        raise BadOption(f"{self.name} is {self.allowed()}, not {quoted(value)} ({self.clause}).", self.name)

    def _names(self, value: object) -> list[str]:
        wanted = value.split(",") if isinstance(value, str) else value
        if not isinstance(wanted, list):
            raise BadOption(f"{self.name} is {self.allowed()}, not {quoted(value)} ({self.clause}).", self.name)
        names: list[str] = []
        for item in wanted:
            if not isinstance(item, str) or not item.strip():
                continue
            found = [name for name in self.choices if _normalised(name) == _normalised(item)]
            if self.choices and not found:
                hint = _did_you_mean(item, self.choices)
                raise BadOption(f"{self.name} has no {quoted(item)}{hint} ({self.clause}).", self.name)
            names.append(found[0] if found else item.strip())
        return names


def number(
    name: str, default: int, low: int, high: int, help: str, clause: str, basic: bool = False, label: str = ""
) -> Field:
    """Returns a field for a whole number from `low` to `high`.

    `help` says what it changes, as a noun phrase; `clause` is the rule's number. Forms show `basic` fields, under the
    `label`; by default it is made of the name.
    """
    return Field(name, INT, default, help, clause, low=low, high=high, basic=basic, label=label)


def switch(name: str, default: bool, help: str, clause: str, basic: bool = False, label: str = "") -> Field:
    """Returns a field for a switch: on or off. Parameters as in `number`."""
    return Field(name, BOOL, default, help, clause, basic=basic, label=label)


def choice(
    name: str,
    default: str,
    choices: Sequence[str],
    help: str,
    clause: str,
    basic: bool = False,
    label: str = "",
    says: Mapping[str, str] | None = None,
) -> Field:
    """Returns a field for one of several words. Parameters as in `number`.

    `says` labels choices that are not self-explanatory.
    """
    return Field(name, CHOICE, default, help, clause, choices=choices, basic=basic, label=label, says=says)


def names(name: str, choices: Sequence[str], help: str, clause: str, basic: bool = False) -> Field:
    """Returns a field for a list of names, empty by default. `choices` restricts them."""
    return Field(name, NAMES, [], help, clause, choices=choices, basic=basic)


def text(
    name: str, default: str, choices: Sequence[str], help: str, clause: str, basic: bool = False, label: str = ""
) -> Field:
    """Returns a field for any text. `choices` are suggestions; `Game.check` validates it."""
    return Field(name, TEXT, default, help, clause, choices=choices, basic=basic, label=label)


class Preset:
    """Option changes with a name, offered beside the defaults."""

    def __init__(self, name: str, changes: Mapping[str, Value], says: str) -> None:
        self.name = name
        """Lower case: `-o preset=balanced` chooses it."""
        self.changes = dict(changes)
        self.says = says
        """What it is for, in a sentence."""

    def texts(self, fields: Sequence[Field]) -> list[str]:
        """Returns each change as `name=value`.

        Of a long list of names it says how many.
        """
        choices = {field.name: field.choices for field in fields}
        return [f"{name}={_value_text(value, len(choices[name]))}" for name, value in self.changes.items()]


def _value_text(value: Value, choices: int) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return ",".join(value) if len(value) <= MAX_LISTED else f"({len(value)} of {choices})"
    return str(value)


def with_preset(presets: Sequence[Preset], changes: Mapping[str, object]) -> dict[str, object]:
    """Replaces the change `preset` by the changes of that preset. Changes named besides it override them."""
    merged = dict(changes)
    if not presets or PRESET not in merged:
        return merged
    known = {preset.name: preset.changes for preset in [Preset(STANDARD, {}, ""), *presets]}
    name = merged.pop(PRESET)
    if not isinstance(name, str) or name.strip().lower() not in known:
        raise BadOption(f"{PRESET} is one of {', '.join(known)}, not {quoted(name)}.", PRESET)
    return {**known[name.strip().lower()], **merged}


class Options:
    """Complete, checked options of one match. Immutable."""

    def __init__(self, fields: Sequence[Field], changes: Mapping[str, object]) -> None:
        self.fields = fields
        self._values: dict[str, Value] = {field.name: field.default for field in fields}
        table = {field.name: field for field in fields}
        for name, value in by_name(changes).items():
            if name not in table:
                known = [field.name for field in fields]
                hint = _did_you_mean(name, known)
                raise BadOption(f"There is no option {quoted(name)}{hint}{'' if hint.endswith('?') else '.'}", name)
            self._values[name] = table[name].checked(value)

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def number(self, name: str) -> int:
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def switch(self, name: str) -> bool:
        value = self._values[name]
        assert isinstance(value, bool)
        return value

    def choice(self, name: str) -> str:
        value = self._values[name]
        assert isinstance(value, str)
        return value

    def text(self, name: str) -> str:
        return self.choice(name)

    def names(self, name: str) -> list[str]:
        value = self._values[name]
        assert isinstance(value, list)
        return value

    def changed(self) -> dict[str, Value]:
        """Returns only the values that differ from the defaults: records keep these."""
        return {
            field.name: self._values[field.name] for field in self.fields if self._values[field.name] != field.default
        }

    def with_changes(self, changes: Mapping[str, object]) -> Options:
        merged: dict[str, object] = dict(self.changed())
        merged.update(changes)
        return Options(self.fields, merged)

    def __deepcopy__(self, memo: dict[int, object]) -> Options:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(sorted((name, str(value)) for name, value in self._values.items())))


def by_name(changes: object) -> dict[str, object]:
    """Returns a copy of the changes after checking that they are a mapping with string keys."""
    if changes is None:
        return {}
    if not isinstance(changes, Mapping):
        raise BadOption("Options are changed by name: {'players': 3}.")
    for name in changes:
        if not isinstance(name, str):
            raise BadOption(f"The name of an option is a text, not {quoted(name)}.")
    return dict(changes)


class PerOptionsCache(Generic[Made]):
    """Caches what a game derives from the options of the last match: rollouts start by the thousand."""

    def __init__(self, make: Callable[[Options], Made]) -> None:
        self._make = make
        self._last: tuple[Options, Made] | None = None

    def __getstate__(self) -> dict[str, object]:
        """Leaves the cached value out of pickles: it is cheap to make again."""
        return {"_make": self._make, "_last": None}

    def of(self, options: Options) -> Made:
        last = self._last
        if last is None or last[0] is not options:
            last = (options, self._make(options))
            self._last = last
        return last[1]


def parse_changes(texts: Sequence[str]) -> dict[str, object]:
    """Parses `["hp=9"]`; values are checked later. `name=@FILE` opens any file: command line only."""
    changes: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise BadOption(f"An option is written name=value, not {quoted(text)}.")
        value = value.strip()
        changes[name.strip()] = _file_text(value[1:]) if value.startswith("@") else value
    return changes


def _file_text(path: str) -> str:
    try:
        return read_text(Path(path), SMALL_FILE, "text file")
    except CannotRead as error:
        raise BadOption(str(error)) from None


def _parse_int(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    return parse_int(value.strip()) if isinstance(value, str) else None


def _label_from_name(name: str) -> str:
    """Turns `gull.hp` into "Gull: HP"."""
    words = name.replace(".", ": ").replace("_", " ").split(" ")
    label = " ".join("HP" if word == "hp" else word for word in words)
    return label[:1].upper() + label[1:]


def _normalised(name: str) -> str:
    return name.strip().lower().replace("-", " ").replace("_", " ")


def _did_you_mean(name: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(name.strip(), known, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    if len(known) <= 12:
        return f"; there is {', '.join(known)}" if known else ""
    return ""
