"""Base classes of characters and abilities, with a hook for every passive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules.aims import Aims

if TYPE_CHECKING:
    from rumpus.games.ultimatum.rules.battle import Battle
    from rumpus.games.ultimatum.rules.terrain.board import Board

# What an ability names.
NOTHING: Final = 0
CHARACTER: Final = 1
DIRECTION: Final = 2
HEX: Final = 3
CHARACTER_AND_HEX: Final = 4
PAIR: Final = 5
FALLEN_AND_SPAWN: Final = 6


class Ability:
    """An ability: name, clause, text with numbers in braces, and kind of target."""

    def __init__(
        self,
        name: str,
        clause: str,
        text: str,
        names: int = NOTHING,
        moves_its_user: bool = False,
        needs_a_weapon: bool = False,
        hidden: bool = False,
    ) -> None:
        self.name = name
        self.clause = clause
        self.text = text
        self.names = names
        self.moves_its_user = moves_its_user
        self.needs_a_weapon = needs_a_weapon
        self.hidden = hidden
        """True if only the own side sees the target."""


class Character:
    """A stateless character: `me` is its unit, `b` the battle.

    A subclass lists the legal targets of its two abilities in `aims` and applies them; `named` is a listed move minus
    its base. The other methods are hooks for passives.
    """

    def __init__(
        self, name: str, title: str, melee: bool, passive: Ability, normal: Ability, ultimatum: Ability
    ) -> None:
        self.name = name
        self.title = title
        self.melee = melee
        self.passive = passive
        self.normal = normal
        self.ultimatum = ultimatum
        self.sees_all_round = False
        """True if its basic attack may name any enemy within Range, on a line or not."""

    # --- the two abilities that are used ---

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        raise NotImplementedError

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        raise NotImplementedError

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        raise NotImplementedError

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        raise NotImplementedError

    def normal_area(self, b: Board, me: int, named: int) -> list[int]:
        """Hexes the normal ability would touch, for drawings."""
        return []

    def ultimatum_area(self, b: Board, me: int, named: int) -> list[int]:
        """Hexes the ultimatum would touch, for drawings."""
        return []

    # --- moments of the game ---

    def own_attack(self, b: Board, me: int) -> int:
        """Attack its passive adds to its own."""
        return 0

    def lent_attack(self, b: Board, me: int, ally: int) -> int:
        """Attack its passive adds to an ally's."""
        return 0

    def own_speed(self, b: Board, me: int) -> int:
        """Speed its passive adds to its own."""
        return 0

    def tends(self, b: Board, me: int) -> bool:
        """True if its attack may heal wounded allies."""
        return False

    def percent_from_hiding(self, b: Board) -> int:
        """Damage of a basic attack while invisible, in percent."""
        return 100

    def slips(self, b: Board, me: int, rng: Rng) -> bool:
        """True if a basic attack on it misses."""
        return False

    def slips_one_in(self, b: Board) -> int:
        """One basic attack on it in this number misses; 0: none."""
        return 0

    def damage_reduction(self, b: Board, me: int) -> int:
        """Damage subtracted from basic attacks on it, before defence."""
        return 0

    def after_attack(self, b: Battle, me: int, target: int) -> None:
        """Runs after its attack, if the target survives."""

    def counterattack(self, b: Battle, me: int, attacker: int) -> None:
        """Runs after it survives a basic attack."""

    def after_any_ability(self, b: Battle, me: int) -> None:
        """Runs after any character's ability."""
