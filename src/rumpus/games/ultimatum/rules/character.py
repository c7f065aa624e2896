"""What a character is: a name, three abilities, and the moments of the game at which a passive may speak."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumpus.core.rng import Luck
from rumpus.games.ultimatum.rules.aims import Aims

if TYPE_CHECKING:
    from rumpus.games.ultimatum.rules.battle import Battle
    from rumpus.games.ultimatum.rules.board import Board

# What an ability names.
NOTHING: Final = 0
CHARACTER: Final = 1
DIRECTION: Final = 2
HEX: Final = 3
CHARACTER_AND_HEX: Final = 4
PAIR: Final = 5
FALLEN_AND_SPAWN: Final = 6


class Ability:
    """One of the three: its name, its clause, its sentence (numbers of the table in braces), and what it names."""

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
        """What it names is seen by its own side only."""


class Character:
    """Stateless: `me` is the unit that is this character, `b` the battle it is in.

    A subclass says for its normal ability and its ultimatum what may be named (into `aims`) and what happens; `named`
    is what `aims` collected, without its base. The other methods are passives; most characters leave them alone.
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
        """Its basic attack may name any enemy within Range, on a line or not."""

    # --- the two abilities that are used ---

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        raise NotImplementedError

    def use_normal(self, b: Battle, me: int, named: int, luck: Luck) -> None:
        raise NotImplementedError

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        raise NotImplementedError

    def use_ultimatum(self, b: Battle, me: int, named: int, luck: Luck) -> None:
        raise NotImplementedError

    def normal_area(self, b: Board, me: int, named: int) -> list[int]:
        """The hexes that its normal ability would touch, for screens; none if it touches no area."""
        return []

    def ultimatum_area(self, b: Board, me: int, named: int) -> list[int]:
        """The hexes that its ultimatum would touch, for screens; none if it touches no area."""
        return []

    # --- moments of the game ---

    def own_attack(self, b: Board, me: int) -> int:
        """Attack that its passive adds to its own."""
        return 0

    def lent_attack(self, b: Board, me: int, ally: int) -> int:
        """Attack that its passive adds to an ally's."""
        return 0

    def own_speed(self, b: Board, me: int) -> int:
        """Speed that its passive adds to its own."""
        return 0

    def tends(self, b: Board, me: int) -> bool:
        """Whether its basic attack may name a wounded ally, and heals it."""
        return False

    def percent_from_hiding(self, b: Board) -> int:
        """What a basic attack made while invisible deals, in percent."""
        return 100

    def slips(self, b: Board, me: int, luck: Luck) -> bool:
        """Whether a basic attack on it misses."""
        return False

    def slips_one_in(self, b: Board) -> int:
        """One basic attack on it in so many misses; 0 if none does."""
        return 0

    def softens(self, b: Board, me: int) -> int:
        """What every basic attack on it deals less, before defence."""
        return 0

    def after_blow(self, b: Battle, me: int, target: int) -> None:
        """Its basic attack has hit, and the target lives."""

    def answer(self, b: Battle, me: int, attacker: int) -> None:
        """It has survived a basic attack."""

    def after_any_ability(self, b: Battle, me: int) -> None:
        """Somebody's ability is complete."""
