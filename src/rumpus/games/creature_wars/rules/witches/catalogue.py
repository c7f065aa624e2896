"""All witches by number."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from mypy_extensions import i64

from rumpus.games.creature_wars.rules.cards import LESSER, TIER
from rumpus.games.creature_wars.rules.names import NAMES, witch_number
from rumpus.games.creature_wars.rules.witches import (
    lesser,
    sacred_cast,
    sacred_death,
    sacred_fight,
    sacred_held,
    sinful,
)
from rumpus.games.creature_wars.rules.witches.base import Witch


def _clause(witch: Witch) -> str:
    return witch.clause


def _witches(modules: list[ModuleType]) -> list[Witch]:
    """Makes one of each witch defined in the modules, sorted by clause. Imported classes do not count."""
    found: list[Witch] = []
    for module in modules:
        for kind in vars(module).values():
            # mypyc reads `__module__` of a type, but not of a type[Witch]: hence this order.
            if isinstance(kind, type) and kind.__module__ == module.__name__ and issubclass(kind, Witch):
                found.append(kind())
    return sorted(found, key=_clause)


# A witch's place in her tier is her number in saves, and random draws index into the tier: only ever append.
CATALOGUE: Final[list[list[Witch]]] = [
    _witches([lesser]),
    _witches([sacred_cast, sacred_death, sacred_fight, sacred_held]),
    _witches([sinful]),
]
for _tier in range(len(CATALOGUE)):
    NAMES[_tier].extend([_witch.name for _witch in CATALOGUE[_tier]])


def witch_of(number: int) -> Witch:
    """Returns the witch with this number: tier times TIER plus place."""
    native: i64 = number  # fast to divide
    return CATALOGUE[native // TIER][native % TIER]


def put_witch(witch: Witch, tier: int = LESSER) -> None:
    """Replaces the witch of this name, or adds one to the tier. Rules patches call it before any deal."""
    number = witch_number(witch.name)
    if number >= 0:
        CATALOGUE[number // TIER][number % TIER] = witch
    else:
        CATALOGUE[tier].append(witch)
        NAMES[tier].append(witch.name)


def all_witches() -> list[Witch]:
    """Returns all witches in catalogue order."""
    return [witch for tier in CATALOGUE for witch in tier]
