"""Amity, the healer: keeps her side standing, and brings one back."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import CHARACTER, FALLEN_AND_SPAWN, Ability, Character
from rumpus.games.ultimatum.rules.terrain.board import Board

PASSIVE = Ability(
    "Gentle hands",
    "A-7",
    "Her basic attack may name a wounded ally on a line within {amity.range}: it is healed by her Attack.",
)
NORMAL = Ability(
    "Cleanse",
    "A-8",
    "All harmful effects leave herself or an ally within {amity.cleanse.radius}, and it heals {amity.cleanse.heal}.",
    CHARACTER,
)
ULTIMATUM = Ability(
    "Second dawn",
    "A-9",
    "Revives an ally that fell in this phase or the last {amity.second_dawn.phases}: on a free start hex of hers, "
    "with {amity.second_dawn.percent} % of its HP. It cannot act in this phase.",
    FALLEN_AND_SPAWN,
)


class Amity(Character):
    def __init__(self) -> None:
        super().__init__("Amity", "the healer", melee=False, passive=PASSIVE, normal=NORMAL, ultimatum=ULTIMATUM)

    def tends(self, b: Board, me: int) -> bool:
        return True

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        for friend in b.own_side(me):
            if b.apart(me, friend) <= b.n.cleanse_radius and (b.is_wounded(friend) or b.bears_harm(friend)):
                aims.character(friend)

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        b.cleanse(named)
        b.heal(named, b.n.cleanse_heal)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        seat = b.seat_of(me)
        spawns = b.ground.spawns[seat]
        for slot in range(b.squad):
            if b.died_recently(seat * b.squad + slot, b.n.second_dawn_phases):
                for i in range(len(spawns)):
                    if b.is_free(spawns[i]):
                        aims.fallen_and_camp(slot, i)

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        seat = b.seat_of(me)
        slot, camp = divmod(named, b.setting.space.camp)
        b.revive(seat * b.squad + slot, b.ground.spawns[seat][camp], b.n.second_dawn_percent)
