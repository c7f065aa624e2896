"""What a position is made of, attribute by attribute, interpreted or compiled, as data to keep and compare."""

from __future__ import annotations

import functools
from collections.abc import Set
from typing import Final

ATOMS: Final = (bool, int, float, str, bytes, type(None), type)
PLAIN_ATOMS: Final = frozenset(ATOMS)
UNSET: Final = "(not set)"
INSIDE_ITSELF: Final = "(inside itself)"


def attribute_names(thing: object) -> list[str]:
    """The names of all its attributes; a compiled class lists them, an interpreted object has them in its `vars`."""
    names = {
        *getattr(thing, "__dict__", {}),
        *listed("__mypyc_attrs__", type(thing).__mro__),
        *listed("__slots__", type(thing).__mro__),
    }
    return sorted(name for name in names if not name.startswith("__"))


def passing_names(thing: object) -> Set[str]:
    """What its classes list as PASSING: attributes that mean nothing between two decisions, or that are found anew."""
    return listed("PASSING", type(thing).__mro__)


def remembered_names(thing: object) -> Set[str]:
    """What its classes list as REMEMBERED: answers that are always the same, kept when they are first asked for."""
    return listed("REMEMBERED", type(thing).__mro__)


@functools.cache
def listed(what: str, kinds: tuple[type, ...]) -> Set[str]:
    """The names that a class and those it comes from list there."""
    lists = [kind.__dict__.get(what, ()) for kind in kinds]
    return {name for names in lists for name in ([names] if isinstance(names, str) else names)}


def anatomy(thing: object, passing: bool = True) -> object:
    """All of it and of its parts, as nested dictionaries, lists and atoms of its own."""
    return _Anatomist(passing).of(thing)


class _Anatomist:
    def __init__(self, passing: bool) -> None:
        self.passing = passing
        self.done: dict[int, object] = {}

    def of(self, thing: object) -> object:
        if type(thing) in PLAIN_ATOMS or isinstance(thing, ATOMS):
            return thing
        if id(thing) in self.done:
            return self.done[id(thing)]
        self.done[id(thing)] = INSIDE_ITSELF
        found = self.taken_apart(thing)
        self.done[id(thing)] = found
        return found

    def taken_apart(self, thing: object) -> object:
        if isinstance(thing, (list, tuple)):
            return list(thing) if PLAIN_ATOMS.issuperset(map(type, thing)) else [self.of(item) for item in thing]
        if isinstance(thing, dict):
            return {f"[{key!r}]": self.of(value) for key, value in thing.items()}
        if isinstance(thing, (set, frozenset)):
            return sorted(repr(item) for item in thing)
        found: dict[str, object] = {"(class)": type(thing).__name__}
        names = attribute_names(thing)
        passing, remembered = passing_names(thing), remembered_names(thing)
        extra = (passing | remembered) - set(names)
        assert not extra, f"{type(thing).__name__} lists as PASSING or REMEMBERED what it has not: {extra}"
        left_out = remembered if self.passing else passing | remembered
        for name in names:
            if name not in left_out:
                found[name] = self.of(getattr(thing, name, UNSET))
        return found


def first_difference(one: object, other: object, place: str = "") -> str:
    """Where two anatomies differ, as a path of names; empty if they are equal."""
    if not place and repr(one) == repr(other):
        return ""  # as nearly always, and much sooner found
    if isinstance(one, dict) and isinstance(other, dict):
        for name in [*one, *[name for name in other if name not in one]]:
            found = first_difference(one.get(name, UNSET), other.get(name, UNSET), f"{place}.{name}")
            if found:
                return found
        return ""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            found = first_difference(left, right, f"{place}[{index}]")
            if found:
                return found
        return ""
    if type(one) is type(other) and one == other:
        return ""
    return f"{place.lstrip('.')}: {one!r} and {other!r}"
