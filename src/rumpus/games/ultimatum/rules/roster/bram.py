"""Bram, the bulwark: hard to hurt, and a wall for those beside him."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import Ability, Character
from rumpus.games.ultimatum.rules.terrain.board import PHYSICAL, Board

PASSIVE = Ability("Iron stance", "A-1", "Every basic attack on him deals {bram.iron_stance.less} less, before defence.")
NORMAL = Ability(
    "Shield wall", "A-2", "He and each ally within {bram.shield_wall.radius} gain shield {bram.shield_wall.shield}."
)
ULTIMATUM = Ability(
    "Earthshaker",
    "A-3",
    "All enemies within {bram.earthshaker.radius} take {bram.earthshaker.damage} physical damage and are stunned for "
    "{bram.earthshaker.turns} turn(s), walls or not.",
)


class Bram(Character):
    def __init__(self) -> None:
        super().__init__("Bram", "the bulwark", melee=True, passive=PASSIVE, normal=NORMAL, ultimatum=ULTIMATUM)

    def damage_reduction(self, b: Board, me: int) -> int:
        return b.n.iron_stance_less

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        aims.nothing()

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        for friend in b.own_side(me):
            if b.apart(me, friend) <= b.n.shield_wall_radius:
                b.gain_shield(friend, b.n.shield_wall_shield)

    def normal_area(self, b: Board, me: int, named: int) -> list[int]:
        return b.hexes_around(b.place[me], b.n.shield_wall_radius)

    def ultimatum_area(self, b: Board, me: int, named: int) -> list[int]:
        return b.hexes_around(b.place[me], b.n.earthshaker_radius)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        for enemy in aims.enemies:
            if b.apart(me, enemy) <= b.n.earthshaker_radius:
                aims.nothing()
                return

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        enemies = b.enemies_within(me, b.n.earthshaker_radius)
        b.hit_area(me, enemies, b.n.earthshaker_damage, PHYSICAL)
        for enemy in enemies:
            b.give(enemy, fx.STUN, 0, b.n.earthshaker_turns, me)
