"""Tamsin, the trapper: the ground itself is on her side."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import HEX, Ability, Character
from rumpus.games.ultimatum.rules.terrain.board import PHYSICAL, Board

PASSIVE = Ability(
    "Woodcraft", "A-22", "{tamsin.woodcraft.speed} more speed while no enemy is within {tamsin.woodcraft.radius}."
)
NORMAL = Ability(
    "Set trap",
    "A-23",
    "A hidden trap on a free floor hex within {tamsin.set_trap.radius} (at most {tamsin.set_trap.limit}, the oldest "
    "goes): an enemy that enters stops there, takes {tamsin.set_trap.damage} physical damage and is snared for "
    "{tamsin.set_trap.turns} turn(s).",
    HEX,
    hidden=True,
)
ULTIMATUM = Ability(
    "Spring",
    "A-24",
    "All her traps explode: every enemy within {tamsin.spring.burst} of one takes {tamsin.spring.damage} physical "
    "damage.",
)


class Tamsin(Character):
    def __init__(self) -> None:
        super().__init__("Tamsin", "the trapper", melee=False, passive=PASSIVE, normal=NORMAL, ultimatum=ULTIMATUM)

    def own_speed(self, b: Board, me: int) -> int:
        near = b.n.woodcraft_radius
        seat = b.seat_of(me)
        for unit in range(b.units):
            if b.place[unit] >= 0 and b.seat_of(unit) != seat and b.apart(me, unit) <= near:
                return 0
        return b.n.woodcraft_speed

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        floor = b.without_characters(b.ground.floor_masks)
        for trap in b.traps:
            if b.seat_of(trap.owner) == b.seat_of(me):
                floor[b.ground.mask_row[trap.place]] &= ~b.ground.mask_bit[trap.place]
        aims.hexes(floor, b.ground.disc(b.place[me], b.n.set_trap_radius))

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        b.set_trap(me, named, b.n.set_trap_radius, b.n.set_trap_limit)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        if b.traps and self.enemies_at_traps(b, me):
            aims.nothing()

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        enemies = self.enemies_at_traps(b, me)
        b.blow_up_traps(me)
        b.hit_area(me, enemies, b.n.spring_damage, PHYSICAL)

    def ultimatum_area(self, b: Board, me: int, named: int) -> list[int]:
        found: list[int] = []
        for trap in b.traps:
            if trap.owner == me:
                found.extend([place for place in b.hexes_around(trap.place, b.n.spring_burst) if place not in found])
        return found

    def enemies_at_traps(self, b: Board, me: int) -> list[int]:
        """Enemies near any of her traps, once each."""
        found: list[int] = []
        for enemy in b.enemies(b.seat_of(me)):
            for trap in b.traps:
                if trap.owner == me and b.ground.distance(trap.place, b.place[enemy]) <= b.n.spring_burst:
                    found.append(enemy)
                    break
        return found
