"""The attributes of a position, interpreted or compiled, as comparable data."""

from __future__ import annotations

import functools
from collections.abc import Set
from typing import Final

ATOMS: Final = (bool, int, float, str, bytes, type(None), type)
PLAIN_ATOMS: Final = frozenset(ATOMS)
UNSET: Final = "(not set)"
INSIDE_ITSELF: Final = "(inside itself)"


def attribute_names(thing: object) -> list[str]:
    """Returns all attribute names. Compiled classes list theirs; others use `vars`."""
    names = {
        *getattr(thing, "__dict__", {}),
        *listed("__mypyc_attrs__", type(thing).__mro__),
        *listed("__slots__", type(thing).__mro__),
    }
    return sorted(name for name in names if not name.startswith("__"))


@functools.cache
def listed(what: str, kinds: tuple[type, ...]) -> Set[str]:
    """Collects the names listed under an attribute by all these classes."""
    lists = [kind.__dict__.get(what, ()) for kind in kinds]
    return {name for names in lists for name in ([names] if isinstance(names, str) else names)}


def structure(thing: object, passing: bool = True) -> object:
    """Converts an object and its parts to nested dictionaries, lists and atoms.

    Left out are attributes listed as REMEMBERED, cached answers that never change. Without `passing`, so are those
    listed as PASSING, which mean nothing between two decisions.
    """
    return _Inspector(passing).of(thing)


class _Inspector:
    def __init__(self, passing: bool) -> None:
        self.passing = passing
        self.done: dict[int, object] = {}

    def of(self, thing: object) -> object:
        if type(thing) in PLAIN_ATOMS or isinstance(thing, ATOMS):
            return thing
        if id(thing) in self.done:
            return self.done[id(thing)]
        self.done[id(thing)] = INSIDE_ITSELF
        found = self.parts_of(thing)
        self.done[id(thing)] = found
        return found

    def parts_of(self, thing: object) -> object:
        if isinstance(thing, (list, tuple)):
            return list(thing) if PLAIN_ATOMS.issuperset(map(type, thing)) else [self.of(item) for item in thing]
        if isinstance(thing, dict):
            return {f"[{key!r}]": self.of(value) for key, value in thing.items()}
        if isinstance(thing, (set, frozenset)):
            return sorted(repr(item) for item in thing)
        found: dict[str, object] = {"(class)": type(thing).__name__}
        names = attribute_names(thing)
        passing, remembered = (listed(what, type(thing).__mro__) for what in ("PASSING", "REMEMBERED"))
        extra = (passing | remembered) - set(names)
        assert not extra, f"{type(thing).__name__} lists as PASSING or REMEMBERED what it has not: {extra}"
        omitted = remembered if self.passing else passing | remembered
        for name in names:
            if name not in omitted:
                found[name] = self.of(getattr(thing, name, UNSET))
        return found
