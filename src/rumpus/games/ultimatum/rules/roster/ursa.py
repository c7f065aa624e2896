"""Ursa, the berserker: the more it hurts, the harder she hits."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import Ability, Character
from rumpus.games.ultimatum.rules.terrain.board import PHYSICAL, Board

PASSIVE = Ability("Blood rage", "A-25", "1 more Attack for every {ursa.blood_rage.step} missing HP.")
NORMAL = Ability("Cleave", "A-26", "All enemies within {ursa.cleave.radius} take her Attack as physical damage.")
ULTIMATUM = Ability(
    "Last stand",
    "A-27",
    "For {ursa.last_stand.turns} turns nothing takes her below 1 HP, and her basic attacks heal her for "
    "{ursa.last_stand.percent} % of what they deal.",
)


class Ursa(Character):
    def __init__(self) -> None:
        super().__init__("Ursa", "the berserker", melee=True, passive=PASSIVE, normal=NORMAL, ultimatum=ULTIMATUM)

    def own_attack(self, b: Board, me: int) -> int:
        return (b.max_hp(me) - b.hp[me]) // b.n.blood_rage_step

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        for enemy in aims.enemies:
            if b.apart(me, enemy) <= b.n.cleave_radius:
                aims.nothing()
                return

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        b.hit_area(me, b.enemies_within(me, b.n.cleave_radius), b.attack_of(me), PHYSICAL)

    def normal_area(self, b: Board, me: int, named: int) -> list[int]:
        return b.hexes_around(b.place[me], b.n.cleave_radius)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        aims.nothing()

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        b.give(me, fx.LAST_STAND, 0, b.n.last_stand_turns, me)
