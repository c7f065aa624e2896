"""Reasons against moves: a sentence for the player, with its clause."""

from __future__ import annotations

from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.character import (
    CHARACTER,
    CHARACTER_AND_HEX,
    DIRECTION,
    FALLEN_AND_SPAWN,
    HEX,
    NOTHING,
    PAIR,
    Ability,
)
from rumpus.games.ultimatum.rules.moves import BAN, PICK, PLACE
from rumpus.games.ultimatum.rules.numbers import CHARACTERS
from rumpus.games.ultimatum.rules.terrain.board import Board
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTIONS
from rumpus.games.ultimatum.rules.turns import (
    ACTING,
    BANNING,
    DISARMED,
    GROUNDED,
    PICKING_BLIND,
    PLACING,
    SILENCED,
    Turns,
)

NO_MOVE = "This is not a move of this game."


def _owned_name(t: Turns, unit: int) -> str:
    """A player's character, with `@0` for seat 0."""
    return f"@{t.seat_of(unit)}['s] {t.character(unit).name}"


def rule_against(t: Turns, seat: int, move: int) -> str:
    """The rule against a move of the deciding player; empty for a legal custom way."""
    space = t.space
    if move < 0:
        return NO_MOVE
    if t.stage < PLACING:
        return _why_not_choose(t, seat, move)
    if t.stage == PLACING:
        return _why_not_place(t, seat, move)
    if move < space.acts:
        return "Squads are complete and placed; now characters act (P-7)."
    if space.is_way(move):
        unit = seat * t.squad + space.way_slot(move)
        return why_no_walk(t, unit) or _why_not_this_way(t, unit, space.way_directions(move))
    unit = seat * t.squad + (move - space.acts) // space.band
    code = (move - space.acts) % space.band
    if code < space.attack:
        return why_no_walk(t, unit) or _why_not_there(t, unit, code)
    if code < space.normal:
        return why_no_attack(t, unit) or _why_not_attack(t, unit, code - space.attack)
    if code < space.ultimatum:
        ability = t.character(unit).normal
        return why_no_normal(t, unit) or _why_not_named(t, unit, ability, code - space.normal)
    if code < space.end:
        ability = t.character(unit).ultimatum
        return why_no_ultimatum(t, unit) or _why_not_named(t, unit, ability, code - space.ultimatum)
    return why_no_turn(t, unit)


# --- picks and places ---


def _why_not_choose(t: Turns, seat: int, move: int) -> str:
    wanted, base, clause = ("ban", BAN, "P-4") if t.stage == BANNING else ("pick", PICK, "P-5")
    if not base <= move < base + CHARACTERS:
        return f"Now you {wanted} a character ({clause})."
    name = t.roster[move - base].name
    if t.banned >> (move - base) & 1:
        return f"{name} is banned (UL-4)."
    if t.stage == PICKING_BLIND:
        return f"You already have {name} (UL-4)."
    return f"{name} is taken: each character exists only once (UL-4)."


def _why_not_place(t: Turns, seat: int, move: int) -> str:
    camp = t.space.camp
    slot, spawn = divmod(move - PLACE, camp)
    if not PLACE <= move < t.space.acts or spawn >= len(t.ground.spawns[seat]):
        return "In phase zero you place a character on a spawn point of yours, and nothing else (UL-5)."
    unit = seat * t.squad + slot
    if t.place[unit] >= 0:
        return f"{t.character(unit).name} is already on the map (UL-5)."
    place = t.ground.spawns[seat][spawn]
    return f"The hex {t.ground.names[place]} is taken by {_owned_name(t, t.on[place])} (UL-5)."


# --- a kind of action ---


def why_no_turn(t: Turns, unit: int) -> str:
    """Why a character cannot act now; empty if it can."""
    name = t.character(unit).name
    if t.hp[unit] == 0:
        return f"{name} is dead (UL-19)."
    if t.stage < ACTING:
        return f"{name} cannot act before phase 1 (UL-5)."
    if unit == t.active:
        return ""
    if t.active >= 0:
        return f"This turn belongs to {t.character(t.active).name} (P-8)."
    if t.taken[unit]:
        return f"{name} has already had its turn in this phase (UL-7)."
    return ""


def _why_no_action(t: Turns, unit: int) -> str:
    reason = why_no_turn(t, unit)
    if not reason and t.bears(unit, fx.STUN):
        return f"{t.character(unit).name} is stunned and can only pass (UL-13)."
    return reason


def _why_no_strike(t: Turns, unit: int) -> str:
    reason = _why_no_action(t, unit)
    if not reason and t.has_struck(unit):
        return f"{t.character(unit).name} has already attacked or used an ability in this turn (UL-11)."
    return reason


def why_no_walk(t: Turns, unit: int) -> str:
    """Why a character has no basic move now; empty if it has."""
    reason = _why_no_action(t, unit)
    if reason:
        return reason
    name = t.character(unit).name
    if unit == t.active and t.moved:
        return f"{name} has already moved in this turn (UL-10)."
    if t.bears(unit, fx.SNARE):
        return f"{name} is snared and cannot move (UL-24)."
    if t.bears(unit, fx.GROUND):
        return f"{name} is grounded and cannot move (UL-24)."
    if t.speed_of(unit) == 0:
        return f"{name} has a speed of 0 (UL-10)."
    return ""


def why_no_attack(t: Turns, unit: int) -> str:
    """Why a character has no basic attack now, for any target; empty if it has."""
    reason = _why_no_strike(t, unit)
    if not reason and t.bears(unit, fx.DISARM):
        return f"{t.character(unit).name} is disarmed (UL-24)."
    return reason


def why_no_normal(t: Turns, unit: int) -> str:
    """Why a character cannot use its normal ability now; empty if it can."""
    barred = _why_ability_is_barred(t, unit, t.character(unit).normal, t.normal_wait[unit])
    return _why_no_strike(t, unit) or barred


def why_no_ultimatum(t: Turns, unit: int) -> str:
    """Why a character cannot use its ultimatum now; empty if it can."""
    reason = _why_no_action(t, unit)
    if reason:
        return reason
    ability = t.character(unit).ultimatum
    if unit == t.active:
        return f"{ability.name} is an ultimatum, which must be the only action of a turn (UL-12)."
    if t.phase < t.n.ultimatum_from_phase:
        return f"Ultimatums are locked before phase {t.n.ultimatum_from_phase} (UL-14)."
    return _why_ability_is_barred(t, unit, ability, t.ultimatum_wait[unit])


def _why_ability_is_barred(t: Turns, unit: int, ability: Ability, wait: int) -> str:
    name = t.character(unit).name
    if wait > 0:
        return f"{ability.name} cools down for {wait} more phase{'s' if wait > 1 else ''} (UL-20)."
    bars = t.bars(unit)
    if bars & SILENCED:
        return f"{name} is silenced and has no abilities (UL-24)."
    if ability.moves_its_user and bars & GROUNDED:
        return f"{name} is grounded, and {ability.name} would move it (UL-24)."
    if ability.needs_a_weapon and bars & DISARMED:
        return f"{name} is disarmed, and {ability.name} is a basic attack (UL-24)."
    return ""


# --- a particular target ---


def _why_not_there(t: Turns, unit: int, end: int) -> str:
    name = t.character(unit).name
    hex_name = t.ground.names[end]
    if not t.ground.open[end]:
        return f"The hex {hex_name} is a wall (UL-15)."
    if end == t.place[unit]:
        return f"A basic move of {name} must end on another hex than {hex_name} (UL-10)."
    if t.on[end] >= 0:
        return f"The hex {hex_name} is taken by {_owned_name(t, t.on[end])} (UL-15)."
    return f"{name} cannot reach {hex_name}: speed {t.speed_of(unit)}, around enemies and walls (UL-15)."


def _why_not_this_way(t: Turns, unit: int, directions: list[int]) -> str:
    """Checks a custom way step by step (UL-28); empty if it is legal."""
    name = t.character(unit).name
    if not directions:
        return NO_MOVE
    if len(directions) > t.speed_of(unit):
        return f"This path has {len(directions)} steps, and {name} has speed {t.speed_of(unit)} (UL-28)."
    seen = [t.place[unit]]
    place = t.place[unit]
    for direction in directions:
        place = t.ground.step(place, direction)
        if place < 0:
            return "This path leaves the map (UL-28)."
        hex_name = t.ground.names[place]
        if place in seen:
            return f"This path visits {hex_name} twice (UL-28)."
        if not t.ground.open[place]:
            return f"The hex {hex_name} is a wall (UL-15)."
        if t.on[place] >= 0 and t.seat_of(t.on[place]) != t.seat_of(unit):
            return f"{_owned_name(t, t.on[place])} blocks the path on {hex_name} (UL-15)."
        seen.append(place)
    if t.on[place] >= 0:
        return f"The hex {t.ground.names[place]} is taken by {_owned_name(t, t.on[place])} (UL-15)."
    return ""


def _why_not_attack(t: Turns, unit: int, target: int) -> str:
    label = _owned_name(t, target)
    name = t.character(unit).name
    if target == unit:
        return f"{name} cannot attack itself (UL-16)."
    if t.place[target] < 0:
        return f"{label} is not on the map (UL-16)."
    if t.seat_of(target) == t.seat_of(unit):
        if not t.character(unit).tends(t, unit):
            return f"{label} is a friend, and only enemies can be attacked (UL-16)."
        if not t.is_wounded(target):
            return f"{label} is not wounded (A-7)."
    elif t.bears(target, fx.INVISIBLE):
        return f"{label} is invisible and cannot be a target (UL-39)."
    reach = t.range_of(unit)
    if t.apart(unit, target) > reach:
        return f"{label} is {t.apart(unit, target)} away, and {name} has range {reach} (UL-16)."
    if t.ground.direction(t.place[unit], t.place[target]) < 0:
        return f"{label} is not on a straight line from {name} (UL-16)."
    return f"Something blocks the line from {name} to {label}, and that stops a melee attack (UL-16)."


def _why_not_named(t: Turns, unit: int, ability: Ability, named: int) -> str:
    if not _is_nameable(t, unit, ability, named):
        return NO_MOVE
    if ability.names in (CHARACTER, CHARACTER_AND_HEX):
        target = named if ability.names == CHARACTER else named // DIRECTIONS
        if t.place[target] < 0:
            return f"{_owned_name(t, target)} is not on the map ({ability.clause})."
        if t.seat_of(target) != t.seat_of(unit) and t.bears(target, fx.INVISIBLE):
            return f"{_owned_name(t, target)} is invisible and cannot be a target (UL-32)."
    if ability.names == NOTHING:
        return f"{ability.name} would have no effect now ({ability.clause})."
    if ability.names == CHARACTER:
        return f"{ability.name} cannot be used on {_owned_name(t, named)} now ({ability.clause})."
    return f"{ability.name} cannot be aimed like this now ({ability.clause})."


def _is_nameable(b: Board, me: int, ability: Ability, named: int) -> bool:
    """True if the int encodes a possible target of this ability."""
    space = b.setting.space
    if ability.names == CHARACTER:
        return named < b.units
    if ability.names == DIRECTION:
        return named < DIRECTIONS
    if ability.names == HEX:
        return named < b.ground.hexes
    if ability.names == CHARACTER_AND_HEX:
        if named >= b.units * DIRECTIONS:
            return False
        unit = named // DIRECTIONS
        return b.place[unit] < 0 or b.beside(unit, named % DIRECTIONS) >= 0
    if ability.names == PAIR:
        return named // b.units < named % b.units and named < b.units * b.units
    if ability.names == FALLEN_AND_SPAWN:
        return named < b.squad * space.camp and named % space.camp < len(b.ground.spawns[b.seat_of(me)])
    return named == 0
