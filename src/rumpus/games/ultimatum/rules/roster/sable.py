"""Sable, the duellist: closes in, strikes, and strikes back."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import CHARACTER, DIRECTION, Ability, Character
from rumpus.games.ultimatum.rules.terrain.board import PHYSICAL, Board
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTIONS

PASSIVE = Ability(
    "Riposte",
    "A-16",
    "When she survives a basic attack of a melee character, it takes {sable.riposte.percent} % of her Attack as "
    "physical damage.",
)
NORMAL = Ability(
    "Lunge",
    "A-17",
    "She runs along a line to the hex before the first enemy on it, at most {sable.lunge.reach} away, and makes a "
    "basic attack.",
    DIRECTION,
    moves_its_user=True,
    needs_a_weapon=True,
)
ULTIMATUM = Ability(
    "Flurry",
    "A-18",
    "{sable.flurry.blows} basic attacks on one enemy in range, each at {sable.flurry.percent} %.",
    CHARACTER,
    needs_a_weapon=True,
)


class Sable(Character):
    def __init__(self) -> None:
        super().__init__("Sable", "the duellist", melee=True, passive=PASSIVE, normal=NORMAL, ultimatum=ULTIMATUM)

    def counterattack(self, b: Battle, me: int, attacker: int) -> None:
        b.note_passive(me)
        b.hit(attacker, b.attack_of(me) * b.n.riposte_percent // 100, PHYSICAL)

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        for direction in range(DIRECTIONS):
            enemy = self.lunge_target(b, me, direction)
            if enemy >= 0 and enemy in aims.in_sight:
                aims.direction(direction)

    def lunge_target(self, b: Board, me: int, direction: int) -> int:
        """The first enemy on the line if she can run up to it; -1 otherwise."""
        before = b.place[me]
        for _ in range(b.n.lunge_reach):
            place = b.ground.step(before, direction)
            if place < 0 or not b.ground.open[place]:
                return -1
            unit = b.on[place]
            if unit >= 0 and b.seat_of(unit) != b.seat_of(me):
                return unit if b.on[before] < 0 or before == b.place[me] else -1
            before = place
        return -1

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        enemy = self.lunge_target(b, me, named)
        way: list[int] = []
        place = b.ground.step(b.place[me], named)
        while place != b.place[enemy]:
            way.append(place)
            place = b.ground.step(place, named)
        b.reveal_if_hostile(me, enemy)
        if not way or not b.run(me, way):
            b.basic_attack(me, enemy, 100, rng)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        b.aim_attack(me, aims)

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        for _ in range(b.n.flurry_blows):
            if not b.over and b.is_on_map(me) and b.is_on_map(named):
                b.basic_attack(me, named, b.n.flurry_percent, rng)
