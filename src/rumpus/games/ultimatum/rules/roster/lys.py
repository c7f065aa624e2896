"""Lys, the mirage: not where one strikes, and nobody else is where they were."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import PAIR, Ability, Character
from rumpus.games.ultimatum.rules.terrain.board import Board

PASSIVE = Ability("Slip", "A-28", "One in {lys.slip.one_in} basic attacks of enemies misses her.")
NORMAL = Ability(
    "Vanish",
    "A-29",
    "Invisible for {lys.vanish.turns} turns: enemies cannot target her. A basic attack while invisible "
    "deals {lys.vanish.percent} % more and ends it.",
)
ULTIMATUM = Ability(
    "Switch",
    "A-30",
    "Any two characters on the map swap places, at any distance; enemies only if visible.",
    PAIR,
)


class Lys(Character):
    def __init__(self) -> None:
        super().__init__("Lys", "the mirage", melee=True, passive=PASSIVE, normal=NORMAL, ultimatum=ULTIMATUM)

    def slips(self, b: Board, me: int, rng: Rng) -> bool:
        return rng.below(b.n.slip_one_in) == 0

    def slips_one_in(self, b: Board) -> int:
        return b.n.slip_one_in

    def percent_from_hiding(self, b: Board) -> int:
        return 100 + b.n.vanish_percent

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        aims.nothing()

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        b.give(me, fx.INVISIBLE, 0, b.n.vanish_turns, me)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        can_be_named: list[int] = []
        for unit in range(b.units):
            friend = b.is_on_map(unit) and b.seat_of(unit) == b.seat_of(me)
            if unit == me:
                friend = not b.bears(me, fx.GROUND)
            if friend or unit in aims.in_sight:
                can_be_named.append(unit)
        for i in range(len(can_be_named)):
            for j in range(i + 1, len(can_be_named)):
                aims.pair(can_be_named[i], can_be_named[j])

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        first, second = divmod(named, b.units)
        b.reveal_if_hostile(me, first)
        b.reveal_if_hostile(me, second)
        b.swap(first, second)
