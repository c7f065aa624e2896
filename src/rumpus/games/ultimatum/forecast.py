"""Forecast of an action: path, losses and gains, new places. Ignores hidden traps."""

from __future__ import annotations

from rumpus.core.position import Json, Move, Position, Seat
from rumpus.core.rng import Rng
from rumpus.core.words import Forecast
from rumpus.games.ultimatum.rules.position import Ultimatum, as_ultimatum
from rumpus.games.ultimatum.rules.threats import attack_damage
from rumpus.games.ultimatum.rules.trap import hexes_of
from rumpus.games.ultimatum.rules.turns import ACTING, DISARMED


class _NoSlip(Rng):
    """Nobody slips away; there is no other chance."""

    def below(self, n: int) -> int:
        return n - 1


def forecast(position: Position, seat: Seat, move: Move) -> Forecast:
    """Facts about the outcome of a move.

    `path`: hexes; `hits`, `shields`: [character, before, after]; `area`: hexes; `moves`: [character, hex]; `gives`:
    [character, effect, amount, turns]; `then`: targets after a walk, as in `hits`; `risky`: a hidden trap may lie on
    the path; `misses`: one attack in this number misses.
    """
    p = as_ultimatum(position)
    space = p.space
    if p.stage < ACTING or space.is_way(move):
        return {}
    unit = seat * p.squad + (move - space.acts) // space.band
    code = (move - space.acts) % space.band
    after = p.copy()
    after.events = []
    after.traps = [trap for trap in p.traps if p.seat_of(trap.owner) == seat]
    found: Forecast = {}
    alive = after.begin_turn(unit) if p.stage == ACTING else True
    if alive and code < space.attack:
        found["path"] = _walk(after, unit, code)
    elif alive and code < space.end:
        area = _area(p, unit, code)
        if area:
            found["area"] = area
        after.act(unit, code, _NoSlip())
    found.update(_changes(p, after))
    if "path" in found and not p.has_struck(unit):
        found["then"] = _then(after, unit)
    if "path" in found and _may_be_trapped(p, unit, found["path"]):
        found["risky"] = True
    if space.attack <= code < space.normal and p.seat_of(code - space.attack) != seat:
        one_in = p.character(code - space.attack).slips_one_in(p)
        if one_in:
            found["misses"] = one_in
    return found


def _may_be_trapped(p: Ultimatum, unit: int, path: Json) -> bool:
    """True if a hidden trap of another player may lie on one of these hexes."""
    maybe = 0
    for trap in p.traps:
        if p.seat_of(trap.owner) != p.seat_of(unit):
            maybe |= trap.maybe
    if not maybe or not isinstance(path, list):
        return False
    names = p.ground.names
    return any(names[place] in path for place in hexes_of(maybe))


def _walk(after: Ultimatum, unit: int, end: int) -> Json:
    way = after.ground.default_way(after.place[unit], end, after.passable(after.seat_of(unit)))
    after.put(unit, end)
    names: list[Json] = [after.ground.names[place] for place in way]
    return names


def _area(p: Ultimatum, unit: int, code: int) -> list[Json]:
    space, character = p.space, p.character(unit)
    if space.normal <= code < space.ultimatum:
        places = character.normal_area(p, unit, code - space.normal)
    elif code >= space.ultimatum:
        places = character.ultimatum_area(p, unit, code - space.ultimatum)
    else:
        places = []
    return [p.ground.names[place] for place in places]


def _changes(p: Ultimatum, after: Ultimatum) -> Forecast:
    hits: list[Json] = []
    shields: list[Json] = []
    moves: list[Json] = []
    for unit in range(p.units):
        if after.hp[unit] != p.hp[unit]:
            hits.append([p.label(unit), p.hp[unit], after.hp[unit]])
        if after.shield[unit] != p.shield[unit]:
            shields.append([p.label(unit), p.shield[unit], after.shield[unit]])
        if after.place[unit] != p.place[unit] and after.place[unit] >= 0:
            moves.append([p.label(unit), p.ground.names[after.place[unit]]])
    gives: list[Json] = [list(event.args) for event in after.events or [] if event.kind == "effect"]
    found: Forecast = {}
    for name, facts in (("hits", hits), ("shields", shields), ("moves", moves), ("gives", gives)):
        if facts:
            found[name] = facts
    return found


def _then(after: Ultimatum, unit: int) -> Json:
    """Targets of a basic attack or heal from the new hex, best first."""
    if after.place[unit] < 0 or after.bars(unit) & DISARMED:
        return []
    aims = after.new_aims(after.seat_of(unit))
    after.aim_attack(unit, aims)
    ranked: list[tuple[int, int, list[Json]]] = []
    for target in aims.out:
        hp = after.hp[target]
        if after.seat_of(target) == after.seat_of(unit):
            left = min(after.max_hp(target), hp + after.attack_of(unit))
        else:
            left = max(0, min(hp, hp + after.shield[target] - attack_damage(after, unit, target)))
        ranked.append((left > 0, -abs(hp - left), [after.label(target), hp, left]))
    ranked.sort(key=lambda item: item[:2])
    return [entry for _, _, entry in ranked]
