"""Declares the saved fields of a class once, for writing saves and for checked loading.

Loading raises BadRecord with the field's name for anything `save` cannot have written. It checks sizes first, so that
huge input fails fast.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rumpus.core.errors import BadRecord
from rumpus.core.position import Json

MAX_NUMBER: Final = 10**9
"""Default upper bound of numbers."""
MAX_LENGTH: Final = 1000
"""Default upper bound of list lengths."""
ANY: Final = -1
"""A list of any length up to the maximum."""

WHOLE: Final = ""
TRUTH: Final = "?"
WHOLES: Final = "*"
TRUTHS: Final = "?*"
LISTS: Final = "**"
KINDS: Final = (LISTS, TRUTHS, WHOLES, TRUTH)

Source = Mapping[str, object]


class SavedField(NamedTuple):
    """One saved attribute: its name, type and bounds."""

    name: str
    kind: str
    low: int
    high: int
    length: int
    max_length: int


def fields(
    names: str, low: int = 0, high: int = MAX_NUMBER, length: int = ANY, max_length: int = MAX_LENGTH
) -> list[SavedField]:
    """Declares fields with the same bounds, by name and type suffix.

    `hp` is an integer, `shown?` a boolean, `hand*` a list of integers, `inside?*` a list of booleans, and `hands**` a
    list of lists of integers, of which `length` counts the outer ones.
    """
    found: list[SavedField] = []
    for name in names.split():
        kind = next((kind for kind in KINDS if name.endswith(kind)), WHOLE)
        found.append(SavedField(name.removesuffix(kind), kind, low, high, length, max_length))
    return found


# --- as a mapping ---


def saved(thing: object, fields: Sequence[SavedField]) -> dict[str, Json]:
    """Returns these attributes by name, as JSON data."""
    return {field.name: _to_json(getattr(thing, field.name), field.kind) for field in fields}


def restore(thing: object, plain: object, fields: Sequence[SavedField]) -> None:
    """Sets the attributes written by `saved`, after checking them."""
    source = mapping(plain)
    for field in fields:
        setattr(thing, field.name, _checked(_get(source, field.name), field))


def _to_json(value: object, kind: str) -> Json:
    if kind == LISTS:
        assert isinstance(value, list)
        return [list(inner) for inner in value]
    if kind in (WHOLES, TRUTHS):
        assert isinstance(value, list)
        return list(value)
    assert isinstance(value, int)
    return value


def _checked(value: object, field: SavedField) -> object:
    name, kind, low, high, length, max_length = field
    if kind == WHOLE:
        return _whole(value, name, low, high)
    if kind == WHOLES:
        return _wholes(value, name, low, high, length, max_length)
    if kind == TRUTH:
        return _truth(value, name)
    items = _list(value, name, length, max_length)
    if kind == TRUTHS:
        return [_truth(item, name) for item in items]
    return [_wholes(item, name, low, high, ANY, max_length) for item in items]


# --- as a row ---


def saved_row(thing: object, fields: Sequence[SavedField]) -> list[Json]:
    """Returns these attributes in order as plain numbers. A list may come last."""
    row: list[Json] = []
    for field in fields:
        value = getattr(thing, field.name)
        if field.kind == WHOLES:
            row.extend(value)
        else:
            row.append(int(value))
    return row


def restore_row(thing: object, row: object, fields: Sequence[SavedField], name: str) -> None:
    """Sets the attributes written by `saved_row`. `name` is for error messages."""
    tail = fields[-1] if fields[-1].kind == WHOLES else None
    single = len(fields) if tail is None else len(fields) - 1
    numbers = _list(row, name, ANY, single + (0 if tail is None else tail.max_length))
    if len(numbers) < single:
        raise damaged(f"a row of {name!r} is cut off")
    for field, number in zip(fields, numbers[:single], strict=False):
        fact = field.kind == TRUTH
        low, high = (0, 1) if fact else (field.low, field.high)
        if type(number) is not int or not low <= number <= high:
            number = _whole(number, f"{name}.{field.name}", low, high)
        setattr(thing, field.name, number == 1 if fact else number)
    if tail is not None:
        rest = [_whole(number, f"{name}.{tail.name}", tail.low, tail.high) for number in numbers[single:]]
        setattr(thing, tail.name, rest)


# --- one thing out of a save ---


def damaged(problem: str) -> BadRecord:
    """Returns the BadRecord for a damaged save. The problem names the field."""
    return BadRecord(f"This saved game is damaged: {problem}.")


def mapping(plain: object, name: str = "") -> Source:
    """Checks that the save, or a named part of it, is a mapping."""
    if not isinstance(plain, Mapping):
        raise damaged(f"{name!r} is not a mapping" if name else "it is not a mapping")
    return plain


def mappings(source: Source, name: str, length: int) -> list[Source]:
    """Reads a list of exactly `length` mappings."""
    return [mapping(item, name) for item in rows(source, name, length)]


def whole(source: Source, name: str, low: int = 0, high: int = MAX_NUMBER) -> int:
    return _whole(_get(source, name), name, low, high)


def wholes(
    source: Source, name: str, low: int = 0, high: int = MAX_NUMBER, length: int = ANY, max_length: int = MAX_LENGTH
) -> list[int]:
    return _wholes(_get(source, name), name, low, high, length, max_length)


def lists(
    source: Source, name: str, *, high: int = MAX_NUMBER, length: int = ANY, max_length: int = MAX_LENGTH
) -> list[list[int]]:
    return [_wholes(inner, name, 0, high, ANY, max_length) for inner in rows(source, name, length, max_length)]


def rows(source: Source, name: str, length: int = ANY, max_length: int = MAX_LENGTH) -> list[object]:
    """Reads a list of rows, each for `restore_row`."""
    return _list(_get(source, name), name, length, max_length)


def _get(source: Source, name: str) -> object:
    if name not in source:
        raise damaged(f"{name!r} is missing")
    return source[name]


def _whole(value: object, name: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise damaged(f"{name!r} holds something that is not a whole number")
    if not low <= value <= high:
        raise damaged(f"{name!r} holds a number outside {low} to {high}")
    return value


def _wholes(value: object, name: str, low: int, high: int, length: int, max_length: int) -> list[int]:
    return [_whole(item, name, low, high) for item in _list(value, name, length, max_length)]


def _truth(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise damaged(f"{name!r} holds something that is not true or false")
    return value


def _list(value: object, name: str, length: int, max_length: int) -> list[object]:
    if not isinstance(value, list):
        raise damaged(f"{name!r} holds something that is not a list")
    if length != ANY and len(value) != length:
        raise damaged(f"{name!r} holds a list of {len(value)} instead of {length}")
    if len(value) > max_length:
        raise damaged(f"{name!r} holds a list of {len(value)}, longer than {max_length}")
    return value
