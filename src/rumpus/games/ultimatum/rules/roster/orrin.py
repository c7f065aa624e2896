"""Orrin, the magus: feeds on every ability around him."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import CHARACTER, HEX, Ability, Character
from rumpus.games.ultimatum.rules.terrain.board import MAGICAL, Board

PASSIVE = Ability(
    "Battery",
    "A-13",
    "Each ability that anyone uses gives him a charge, up to {orrin.battery.limit}; his next Firebolt or Meteor deals "
    "{orrin.battery.bonus} more per charge and spends them.",
)
NORMAL = Ability(
    "Firebolt",
    "A-14",
    "An enemy within {orrin.firebolt.radius} takes {orrin.firebolt.damage} magical damage.",
    CHARACTER,
)
ULTIMATUM = Ability(
    "Meteor",
    "A-15",
    "Pick a hex up to {orrin.meteor.radius} away: everyone within {orrin.meteor.burst} of it, friend or foe, takes "
    "{orrin.meteor.damage} magical damage.",
    HEX,
)


class Orrin(Character):
    def __init__(self) -> None:
        super().__init__("Orrin", "the magus", melee=False, passive=PASSIVE, normal=NORMAL, ultimatum=ULTIMATUM)

    def after_any_ability(self, b: Battle, me: int) -> None:
        b.gain_charge(me, b.n.battery_limit)

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        b.aim_enemies(me, b.n.firebolt_radius, aims)

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        b.reveal_if_hostile(me, named)
        b.hit(named, b.n.firebolt_damage + self.spend_charges(b, me), MAGICAL)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        b.aim_burst(me, b.n.meteor_radius, b.n.meteor_burst, aims)

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        everyone = b.everyone_around(named, b.n.meteor_burst)
        b.hit_area(me, everyone, b.n.meteor_damage + self.spend_charges(b, me), MAGICAL)

    def ultimatum_area(self, b: Board, me: int, named: int) -> list[int]:
        return b.hexes_around(named, b.n.meteor_burst)

    def spend_charges(self, b: Battle, me: int) -> int:
        """Spends all charges. Returns the damage they add."""
        bonus = b.charges[me] * b.n.battery_bonus
        if bonus > 0:
            b.note_passive(me, bonus)
        b.charges[me] = 0
        return bonus
