"""Isk, the frostwarden: nobody near him goes where they want."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import CHARACTER, HEX, Ability, Character
from rumpus.games.ultimatum.rules.terrain.board import MAGICAL, Board

PASSIVE = Ability("Chill", "A-19", "His basic attacks take {isk.chill.speed} speed away for {isk.chill.turns} turn(s).")
NORMAL = Ability(
    "Freeze",
    "A-20",
    "An enemy within {isk.freeze.radius} takes {isk.freeze.damage} magical damage and is snared for "
    "{isk.freeze.turns} turn(s).",
    CHARACTER,
)
ULTIMATUM = Ability(
    "Blizzard",
    "A-21",
    "All enemies within {isk.blizzard.burst} of a hex within {isk.blizzard.radius} take {isk.blizzard.damage} magical "
    "damage, are grounded for {isk.blizzard.turns} turn(s) and lose {isk.blizzard.speed} speed for "
    "{isk.blizzard.slow_turns} turns.",
    HEX,
)


class Isk(Character):
    def __init__(self) -> None:
        super().__init__("Isk", "the frostwarden", melee=False, passive=PASSIVE, normal=NORMAL, ultimatum=ULTIMATUM)

    def after_attack(self, b: Battle, me: int, target: int) -> None:
        b.note_passive(me)
        b.give(target, fx.SPEED, -b.n.chill_speed, b.n.chill_turns, me)

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        b.aim_enemies(me, b.n.freeze_radius, aims)

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        b.reveal_if_hostile(me, named)
        b.hit(named, b.n.freeze_damage, MAGICAL)
        b.give(named, fx.SNARE, 0, b.n.freeze_turns, me)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        b.aim_burst(me, b.n.blizzard_radius, b.n.blizzard_burst, aims)

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        enemies = b.enemies_around(me, named, b.n.blizzard_burst)
        b.hit_area(me, enemies, b.n.blizzard_damage, MAGICAL)
        for enemy in enemies:
            b.give(enemy, fx.GROUND, 0, b.n.blizzard_turns, me)
            b.give(enemy, fx.SPEED, -b.n.blizzard_speed, b.n.blizzard_slow_turns, me)

    def ultimatum_area(self, b: Board, me: int, named: int) -> list[int]:
        return b.hexes_around(named, b.n.blizzard_burst)
