"""Reach of a character within one turn: a walk, then a basic attack. Ignores abilities."""

from __future__ import annotations

from rumpus.games.ultimatum.rules.terrain.board import PHYSICAL, after_defence
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTIONS
from rumpus.games.ultimatum.rules.turns import DISARMED, ROOTED, STUNNED, Turns


def walk_ends(t: Turns, unit: int) -> list[int]:
    """Hexes a unit could walk to now; effects count, turns do not."""
    if t.bars(unit) & (ROOTED | STUNNED):
        return []
    passable = t.passable(t.seat_of(unit))
    reached = t.ground.reach(t.place[unit], t.speed_of(unit), passable, 0)
    free = t.without_characters(passable)
    return t.ground.among([reached[i] & free[i] for i in range(len(reached))])


def struck_hexes(t: Turns, unit: int, ends: list[int]) -> list[int]:
    """Open hexes its basic attack could name from its hex or one of these ends (UL-16)."""
    if t.bars(unit) & (DISARMED | STUNNED):
        return []
    reach = t.range_of(unit)
    masks = t.ground.no_hexes()
    for start in [t.place[unit], *ends]:
        if t.character(unit).melee:
            _add_melee_lines(t, unit, start, reach, masks)
            continue
        shape = t.ground.disc(start, reach) if t.character(unit).sees_all_round else t.ground.star(start, reach)
        for row in range(shape.first, shape.last + 1):
            masks[row] |= shape.masks[row]
    opened = t.ground.open_masks
    return t.ground.among([masks[row] & opened[row] for row in range(len(masks))])


def _add_melee_lines(t: Turns, unit: int, start: int, reach: int, masks: list[int]) -> None:
    """Adds the six lines up to a wall or the first other character."""
    ground = t.ground
    for direction in range(DIRECTIONS):
        place = start
        for _ in range(reach):
            place = ground.step(place, direction)
            if place < 0 or not ground.open[place]:
                break
            masks[ground.mask_row[place]] |= ground.mask_bit[place]
            if t.on[place] >= 0 and t.on[place] != unit:
                break


def attack_damage(t: Turns, unit: int, target: int) -> int:
    """Loss of HP and shield by a basic attack on an enemy, without a slip."""
    return damage_of(t.attack_of(unit), t.character(target).damage_reduction(t, target), t.defence_of(target, PHYSICAL))


def damage_of(attack: int, reduction: int, defence: int) -> int:
    """The same by the numbers of attacker and target."""
    return after_defence(attack - reduction if attack > reduction else 0, defence)
