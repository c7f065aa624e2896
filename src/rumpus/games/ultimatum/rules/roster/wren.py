"""Wren, the longshot: hits from afar, in any direction."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import DIRECTION, Ability, Character
from rumpus.games.ultimatum.rules.terrain.board import PHYSICAL, Board
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTIONS

PASSIVE = Ability(
    "Eagle eye",
    "A-4",
    "Her basic attack reaches any enemy within {wren.range}, on a line or not, over walls and characters.",
)
NORMAL = Ability(
    "Quickstep",
    "A-5",
    "{wren.quickstep.speed} more speed until the end of this turn; only while her basic move is still to come. It "
    "takes the place of her attack.",
)
ULTIMATUM = Ability(
    "Piercing shot",
    "A-6",
    "Every enemy on one whole line, to the edge of the map, takes {wren.piercing_shot.damage} physical damage, over "
    "walls and characters.",
    DIRECTION,
)


class Wren(Character):
    def __init__(self) -> None:
        super().__init__("Wren", "the longshot", melee=False, passive=PASSIVE, normal=NORMAL, ultimatum=ULTIMATUM)
        self.sees_all_round = True

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        if aims.may_walk:
            aims.nothing()

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        b.give(me, fx.SPEED, b.n.quickstep_speed, 0, me)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        seen = 0
        for enemy in aims.enemies:
            direction = b.ground.direction(b.place[me], b.place[enemy])
            if direction >= 0:
                seen |= 1 << direction
        for direction in range(DIRECTIONS):
            if seen >> direction & 1:
                aims.direction(direction)

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        here = b.place[me]
        enemies = b.enemies(b.seat_of(me))
        on_the_line = [enemy for enemy in enemies if b.ground.direction(here, b.place[enemy]) == named]
        b.hit_area(me, on_the_line, b.n.piercing_shot_damage, PHYSICAL)

    def ultimatum_area(self, b: Board, me: int, named: int) -> list[int]:
        return b.ground.along(b.place[me], [named] * b.ground.hexes)
