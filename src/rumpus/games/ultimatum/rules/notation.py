"""Formats moves (N-1, N-2)."""

from __future__ import annotations

from rumpus.core.position import Move, Position, Seat
from rumpus.games.ultimatum.rules.moves import BAN, PICK, PLACE
from rumpus.games.ultimatum.rules.position import Ultimatum, as_ultimatum
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.rules.turns import BANNING, GOING_ON, PLACING


def format_move(position: Position, seat: Seat, move: Move) -> str:
    p = as_ultimatum(position)
    space = p.space
    if p.stage < PLACING:
        if p.stage == BANNING:
            return f"ban {ROSTER[move - BAN].name}"
        return f"pick {ROSTER[move - PICK].name}"
    if p.stage == PLACING:
        slot, spawn = divmod(move - PLACE, space.camp)
        name = p.character(seat * p.squad + slot).name
        return f"{name} place {p.ground.names[p.ground.spawns[seat][spawn]]}"
    if space.is_way(move):
        return _format_way(p, seat, move)
    slot, code = divmod(move - space.acts, space.band)
    unit = seat * p.squad + slot
    character = p.character(unit)
    if code < space.attack:
        return f"{character.name} move {p.ground.names[code]}"
    if code < space.normal:
        return f"{character.name} attack {p.label(code - space.attack)}"
    if code == space.end:
        return "finish" if p.stage == GOING_ON else f"{character.name} pass"
    ability = character.normal if code < space.ultimatum else character.ultimatum
    named = code - (space.normal if code < space.ultimatum else space.ultimatum)
    return f"{character.name} {ability.name} {p.named_words(unit, ability, named)}".rstrip()


def _format_way(p: Ultimatum, seat: Seat, move: Move) -> str:
    unit = seat * p.squad + p.space.way_slot(move)
    way = [p.ground.names[place] for place in p.ground.along(p.place[unit], p.space.way_directions(move))]
    via = f" via {' '.join(way[:-1])}" if len(way) > 1 else " via"
    return f"{p.character(unit).name} move {way[-1] if way else '?'}{via}"
