"""A class's fields, listed once: how they become plain data for a save, and come back checked.

Whatever `save` did not write is refused (BadRecord) in a sentence that names the field, at once, however large it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rumpus.core.errors import BadRecord
from rumpus.core.position import Plain

HIGHEST: Final = 10**9
"""No number of a save is higher unless its field says so."""
LONGEST: Final = 1000
"""No list of a save is longer unless its field says so."""
ANY: Final = -1
"""A list of any length, up to the longest."""

WHOLE: Final = ""
TRUTH: Final = "?"
WHOLES: Final = "*"
TRUTHS: Final = "?*"
LISTS: Final = "**"
KINDS: Final = (LISTS, TRUTHS, WHOLES, TRUTH)


class SavedField:
    """One attribute that a save keeps, its key there, and what may stand under it."""

    def __init__(self, name: str, kind: str, low: int, high: int, length: int, longest: int) -> None:
        self.name = name
        self.kind = kind
        self.low = low
        self.high = high
        self.length = length
        self.longest = longest


def fields(
    names: str, low: int = 0, high: int = HIGHEST, length: int = ANY, longest: int = LONGEST
) -> list[SavedField]:
    """Fields with the same bounds: `hp` a whole number, `shown?` true or false, `hand*` a list of whole numbers,
    `inside?*` a list of true or false, `hands**` a list of lists of whole numbers, of which `length` counts the outer.
    """
    found: list[SavedField] = []
    for name in names.split():
        kind = next((kind for kind in KINDS if name.endswith(kind)), WHOLE)
        found.append(SavedField(name.removesuffix(kind), kind, low, high, length, longest))
    return found


# --- as a mapping ---


def saved(thing: object, fields: Sequence[SavedField]) -> dict[str, Plain]:
    """These attributes of a thing by name, as plain data of their own."""
    return {field.name: _plain(getattr(thing, field.name), field.kind) for field in fields}


def restore(thing: object, plain: object, fields: Sequence[SavedField]) -> None:
    """Give a new thing the attributes that `saved` wrote."""
    source = mapping(plain)
    for field in fields:
        setattr(thing, field.name, _value(source, field))


def _plain(value: object, kind: str) -> Plain:
    if kind == LISTS:
        assert isinstance(value, list)
        return [list(inner) for inner in value]
    if kind in (WHOLES, TRUTHS):
        assert isinstance(value, list)
        return list(value)
    assert isinstance(value, int)
    return value


def _value(source: Mapping[str, object], field: SavedField) -> object:
    name = field.name
    if field.kind == TRUTH:
        return truth(source, name)
    if field.kind == TRUTHS:
        return truths(source, name, field.length, field.longest)
    if field.kind == WHOLES:
        return wholes(source, name, field.low, field.high, field.length, field.longest)
    if field.kind == LISTS:
        return lists(source, name, field.low, field.high, field.length, field.longest)
    return whole(source, name, field.low, field.high)


# --- as a row ---


def saved_row(thing: object, fields: Sequence[SavedField]) -> list[Plain]:
    """These attributes in order as bare numbers, true as 1; a list is the last of them and ends the row."""
    row: list[Plain] = []
    for field in fields:
        value = getattr(thing, field.name)
        if field.kind == WHOLES:
            row.extend(value)
        else:
            row.append(int(value))
    return row


def restore_row(thing: object, row: object, fields: Sequence[SavedField], name: str) -> None:
    """Give a new thing the attributes that `saved_row` wrote; `name` is what the save calls such rows."""
    tail = fields[-1] if fields[-1].kind == WHOLES else None
    single = len(fields) if tail is None else len(fields) - 1
    numbers = _list(row, name, ANY, single + (0 if tail is None else tail.longest))
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
    """The refusal of a save, to be raised; the problem names the field."""
    return BadRecord(f"this saved game is damaged: {problem}")


def mapping(plain: object, name: str = "") -> Mapping[str, object]:
    """The save itself, or a part of it that goes by a name."""
    if not isinstance(plain, Mapping):
        raise damaged(f"{name!r} is not made of names and values" if name else "it is not made of names and values")
    return plain


def mappings(source: Mapping[str, object], name: str, length: int) -> list[Mapping[str, object]]:
    """So many parts, each with fields of its own."""
    return [mapping(item, name) for item in _list(_of(source, name), name, length, LONGEST)]


def whole(source: Mapping[str, object], name: str, low: int = 0, high: int = HIGHEST) -> int:
    return _whole(_of(source, name), name, low, high)


def truth(source: Mapping[str, object], name: str) -> bool:
    return _truth(_of(source, name), name)


def wholes(
    source: Mapping[str, object],
    name: str,
    low: int = 0,
    high: int = HIGHEST,
    length: int = ANY,
    longest: int = LONGEST,
) -> list[int]:
    return [_whole(item, name, low, high) for item in _list(_of(source, name), name, length, longest)]


def truths(source: Mapping[str, object], name: str, length: int = ANY, longest: int = LONGEST) -> list[bool]:
    return [_truth(item, name) for item in _list(_of(source, name), name, length, longest)]


def lists(
    source: Mapping[str, object],
    name: str,
    low: int = 0,
    high: int = HIGHEST,
    length: int = ANY,
    longest: int = LONGEST,
) -> list[list[int]]:
    found: list[list[int]] = []
    for inner in _list(_of(source, name), name, length, longest):
        found.append([_whole(item, name, low, high) for item in _list(inner, name, ANY, longest)])
    return found


def rows(source: Mapping[str, object], name: str, length: int = ANY, longest: int = LONGEST) -> list[object]:
    """A list whose items are still to be read, each by `restore_row`."""
    return _list(_of(source, name), name, length, longest)


def _of(source: Mapping[str, object], name: str) -> object:
    if name not in source:
        raise damaged(f"{name!r} is missing")
    return source[name]


def _whole(value: object, name: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise damaged(f"{name!r} holds something that is not a whole number")
    if not low <= value <= high:
        raise damaged(f"{name!r} holds a number outside {low} to {high}")
    return value


def _truth(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise damaged(f"{name!r} holds something that is not true or false")
    return value


def _list(value: object, name: str, length: int, longest: int) -> list[object]:
    if not isinstance(value, list):
        raise damaged(f"{name!r} holds something that is not a list")
    if length != ANY and len(value) != length:
        raise damaged(f"{name!r} holds a list of {len(value)} where {length} belong")
    if len(value) > longest:
        raise damaged(f"{name!r} holds a list of {len(value)}, and {longest} is the longest that makes sense")
    return value
