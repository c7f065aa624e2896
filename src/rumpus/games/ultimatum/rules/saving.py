"""Saves and loads a match; impossible positions are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumpus.core.position import Json
from rumpus.core.saving import SavedField, damaged, fields, mapping, restore, rows, saved
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.numbers import CHARACTERS, MAX_SQUAD
from rumpus.games.ultimatum.rules.terrain.board import NONE
from rumpus.games.ultimatum.rules.terrain.mapfile import MAX_PLAYERS
from rumpus.games.ultimatum.rules.trap import Trap
from rumpus.games.ultimatum.rules.turns import ACTING, BANNING, GOING_ON, PICKING_BLIND, PLACING

if TYPE_CHECKING:
    from rumpus.games.ultimatum.rules.position import Ultimatum

# Beyond any number of a real match, with any options.
MAX_HP: Final = 10_000
MAX_PHASES: Final = 1000
MAX_EFFECTS: Final = 5000
MAX_AMOUNT: Final = 1000
MAX_SPEED: Final = 1000


def _fields(players: int, squad: int) -> list[SavedField]:
    units = players * squad
    return [
        *fields("stage", high=GOING_ON),
        *fields("phase", high=MAX_PHASES),
        *fields("first turn", high=players - 1),
        *fields("active", low=NONE, high=units - 1),
        *fields("moved? struck? over?"),
        *fields("winner", low=NONE, high=players - 1),
        *fields("banned", high=(1 << CHARACTERS) - 1),
        *fields("kind*", low=NONE, high=CHARACTERS - 1, length=units),
        *fields("hp* shield*", high=MAX_HP, length=units),
        *fields("place*", low=NONE, length=units),
        *fields("charges* normal_wait* ultimatum_wait*", high=MAX_PHASES, length=units),
        *fields("taken*", high=1, length=units),
        *fields("died*", low=NONE, high=MAX_PHASES, length=units),
        *fields("effects*", high=fx.pack(31, fx.EFFECTS, MAX_AMOUNT, 255, 31), max_length=MAX_EFFECTS),
    ]


FIELDS: Final = [[_fields(players, squad) for squad in range(MAX_SQUAD + 1)] for players in range(MAX_PLAYERS + 1)]
"""Saved fields by number of players and squad size."""


def save(p: Ultimatum) -> dict[str, Json]:
    """The match as JSON. Possible hexes of a trap are a hexadecimal number."""
    plain = saved(p, FIELDS[p.n.players][p.squad])
    plain["traps"] = [[trap.owner, trap.place, hex(trap.maybe)] for trap in p.traps]
    return plain


def load(p: Ultimatum, plain: object) -> None:
    """Fills a new match from saved data. Raises BadRecord if it is inconsistent."""
    restore(p, plain, FIELDS[p.n.players][p.squad])
    _place_units(p)
    p.traps = []
    for row in rows(mapping(plain), "traps"):
        p.traps.append(_load_trap(p, row))
    _check_squads(p)
    for unit in range(p.units):
        _check_unit(p, unit)
    for effect in p.effects:
        _check_effect(p, effect)
    _check_speed(p)
    if p.stage <= PLACING and (p.active != NONE or p.moved or p.struck):
        raise damaged("'active' is set before anyone can act")
    if p.over:
        _check_end(p)
    elif p.stage < PLACING:
        _check_picks(p)
    elif p.stage == PLACING:
        _check_placing(p)
    else:
        _check_turn(p)


def _place_units(p: Ultimatum) -> None:
    """Puts every unit on its hex; no two may share one."""
    p.on = [NONE] * p.ground.hexes
    for unit in range(p.units):
        place = p.place[unit]
        if place >= p.ground.hexes or (place >= 0 and (not p.ground.open[place] or p.on[place] >= 0)):
            raise damaged("'place' is not a different open hex for each unit")
        if place >= 0:
            p.on[place] = unit


def _load_trap(p: Ultimatum, row: object) -> Trap:
    if not isinstance(row, list) or len(row) != 3:
        raise damaged("'traps' must be lists of owner, hex and possible hexes")
    owner, place, maybe = row
    if type(owner) is not int or not 0 <= owner < p.units or p.place[owner] < 0:
        raise damaged("'traps' have an owner off the map")
    if type(place) is not int or not 0 <= place < p.ground.hexes or not p.ground.open[place]:
        raise damaged("'traps' do not lie on open hexes of the map")
    earlier = [trap.place for trap in p.traps if trap.owner == owner]
    if place in earlier:
        raise damaged("'traps' of one owner share a hex")
    if len(earlier) == p.n.set_trap_limit:
        raise damaged("'traps' exceed the limit of an owner")
    return Trap(owner, place, _load_hexes(p, place, maybe))


def _load_hexes(p: Ultimatum, place: int, digits: object) -> int:
    if isinstance(digits, str) and 2 < len(digits) <= p.ground.hexes // 4 + 3 and digits.isascii():
        try:
            maybe = int(digits, 16)
        except ValueError:
            maybe = NONE
        if hex(maybe) == digits and maybe >= 0 and maybe >> p.ground.hexes == 0 and maybe >> place & 1:
            return maybe
    raise damaged("'traps' have no valid set of possible hexes")


def _check_squads(p: Ultimatum) -> None:
    """Squads are complete after the picks, without duplicates per side, or per match in a draft."""
    seen = p.banned
    for seat in range(p.n.players):
        if p.n.pick != "draft":
            seen = p.banned
        gap = False
        for unit in range(seat * p.squad, (seat + 1) * p.squad):
            kind = p.kind[unit]
            if kind == NONE:
                gap = True
            elif gap or seen >> kind & 1:
                raise damaged("'kind' is an impossible squad")
            else:
                seen |= 1 << kind
        if gap and p.stage >= PLACING:
            raise damaged("'kind' is an incomplete squad")
    bans = p.banned.bit_count()
    most = p.n.bans * p.n.players
    if bans > most or (bans == most) != (p.stage != BANNING):
        raise damaged("'banned' does not fit the stage")


def _check_unit(p: Ultimatum, unit: int) -> None:
    hp, place, died = p.hp[unit], p.place[unit], p.died[unit]
    if p.stage < PLACING:
        if hp or place >= 0 or died >= 0 or p.effects:
            raise damaged("'hp' and 'place' are set before the squads are complete")
    elif hp > p.max_hp(unit):
        raise damaged("'hp' is above the maximum")
    elif p.stage == PLACING:
        if hp != p.max_hp(unit) or died >= 0 or p.effects:
            raise damaged("'hp' is not full before the first action")
        if place >= 0 and p.ground.spawn_seat[place] != p.seat_of(unit):
            raise damaged("'place' is not a spawn point of its player")
    elif (hp > 0) != (place >= 0) or (hp > 0 and died >= 0) or died > p.phase:
        raise damaged("'hp', 'place' and 'died' disagree about who is alive")
    if p.shield[unit] > p.n.shield_limit or p.charges[unit] > p.n.battery_limit:
        raise damaged("'shield' or 'charges' is above its limit")


def _check_effect(p: Ultimatum, effect: int) -> None:
    bearer, kind, amount = fx.bearer_of(effect), fx.kind_of(effect), fx.amount_of(effect)
    if bearer >= p.units or p.place[bearer] < 0 or fx.giver_of(effect) >= p.units:
        raise damaged("'effects' have a bearer or giver off the map")
    if kind >= fx.EFFECTS or not -MAX_AMOUNT <= amount <= MAX_AMOUNT or (fx.ticks(kind) and amount < 0):
        raise damaged("'effects' have an unknown kind or size")


def _check_speed(p: Ultimatum) -> None:
    for unit in range(p.units):
        if p.place[unit] >= 0 and p.speed_of(unit) > MAX_SPEED:
            raise damaged("'effects' make a unit too fast")


def _check_picks(p: Ultimatum) -> None:
    picked = [p.picked(seat) for seat in range(p.n.players)]
    if (p.stage == PICKING_BLIND) != (p.n.pick == "blind") or p.n.pick == "random" or p.phase:
        raise damaged("'stage' is not one of this match")
    if sum(picked) == p.units or (p.stage == BANNING and sum(picked) > 0):
        raise damaged("'stage' does not fit the picks")
    if p.stage == PICKING_BLIND:
        return
    order = [p.seat_in_draft(number) for number in range(sum(picked))]
    if p.turn != p.drafting_seat() or picked != [order.count(seat) for seat in range(p.n.players)]:
        raise damaged("'turn' is not the picking player")


def _check_placing(p: Ultimatum) -> None:
    """The players have placed in turn."""
    placed = [p.squad - len(p.unplaced(seat)) for seat in range(p.n.players)]
    before = [0] * p.n.players
    for number in range(sum(placed)):
        before[(p.first + number) % p.n.players] += 1
    if placed != before or p.phase or sum(placed) == p.units or p.turn != (p.first + sum(placed)) % p.n.players:
        raise damaged("'turn' is not the placing player")


def _check_turn(p: Ultimatum) -> None:
    """The deciding player has a unit that can act, and an opponent is left."""
    if not 1 <= p.phase <= p.n.phase_limit:
        raise damaged("'phase' is not one of this match")
    if len([seat for seat in range(p.n.players) if p.is_in_play(seat)]) < 2:
        raise damaged("'over' is false, but no opponent is left")
    if p.stage == ACTING and (p.active != NONE or not p.ready(p.turn)):
        raise damaged("'turn' is a player without a ready unit")
    if p.stage == GOING_ON:
        active = p.active
        if active == NONE or p.seat_of(active) != p.turn or p.place[active] < 0 or not p.taken[active]:
            raise damaged("'active' cannot continue its turn")


def _check_end(p: Ultimatum) -> None:
    if p.stage < ACTING or p.active != NONE:
        raise damaged("'over' is true, but a player is to decide")
    left = [seat for seat in range(p.n.players) if p.is_in_play(seat)]
    if len(left) > 1:
        if p.phase < p.n.phase_limit or (p.winner != NONE and p.winner not in left):
            raise damaged("'over' is true, but the match goes on")
    elif p.winner != (left[0] if left else NONE):
        raise damaged("'winner' is not the last player")
