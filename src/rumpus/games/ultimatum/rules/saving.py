"""A match as plain data, and back; what no match could have come to is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rumpus.core.position import Plain
from rumpus.core.saving import SavedField, damaged, fields, mapping, restore, rows, saved
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.board import NONE
from rumpus.games.ultimatum.rules.mapfile import MOST_PLAYERS
from rumpus.games.ultimatum.rules.numbers import CHARACTERS, MOST_IN_SQUAD
from rumpus.games.ultimatum.rules.trap import Trap
from rumpus.games.ultimatum.rules.turns import ACTING, BANNING, GOING_ON, PICKING_BLIND, PLACING

if TYPE_CHECKING:
    from rumpus.games.ultimatum.rules.position import Ultimatum

# No number of a match comes near these, whatever its options.
HP: Final = 10_000
PHASES: Final = 1000
EFFECTS: Final = 5000
AMOUNT: Final = 1000
SPEED: Final = 1000


def _fields(players: int, squad: int) -> list[SavedField]:
    units = players * squad
    return [
        *fields("stage", high=GOING_ON),
        *fields("phase", high=PHASES),
        *fields("first turn", high=players - 1),
        *fields("active", low=NONE, high=units - 1),
        *fields("moved? struck? over?"),
        *fields("winner", low=NONE, high=players - 1),
        *fields("banned", high=(1 << CHARACTERS) - 1),
        *fields("kind*", low=NONE, high=CHARACTERS - 1, length=units),
        *fields("hp* shield*", high=HP, length=units),
        *fields("place*", low=NONE, length=units),
        *fields("charges* normal_wait* ultimatum_wait*", high=PHASES, length=units),
        *fields("taken*", high=1, length=units),
        *fields("died*", low=NONE, high=PHASES, length=units),
        *fields("effects*", high=fx.pack(31, fx.EFFECTS, AMOUNT, 255, 31), longest=EFFECTS),
    ]


SAVED: Final = [[_fields(players, squad) for squad in range(MOST_IN_SQUAD + 1)] for players in range(MOST_PLAYERS + 1)]
"""By the number of players and the size of a squad."""


def save_of(p: Ultimatum) -> dict[str, Plain]:
    """All of it, for JSON; the hexes where a trap may lie as the digits of a number."""
    plain = saved(p, SAVED[p.n.players][p.squad])
    plain["traps"] = [[trap.owner, trap.place, hex(trap.maybe)] for trap in p.traps]
    return plain


def load_into(p: Ultimatum, plain: object) -> None:
    """Make a new match what `save_of` wrote; refused (BadRecord) if it does not fit together."""
    restore(p, plain, SAVED[p.n.players][p.squad])
    _stand(p)
    p.traps = []
    for row in rows(mapping(plain), "traps"):
        p.traps.append(_trap(p, row))
    _check_squads(p)
    for unit in range(p.units):
        _check_unit(p, unit)
    for effect in p.effects:
        _check_effect(p, effect)
    _check_speed(p)
    if p.stage <= PLACING and (p.active != NONE or p.moved or p.struck):
        raise damaged("'active' is somebody, though nobody can act yet")
    if p.over:
        _check_end(p)
    elif p.stage < PLACING:
        _check_picks(p)
    elif p.stage == PLACING:
        _check_placing(p)
    else:
        _check_turn(p)


def _stand(p: Ultimatum) -> None:
    """Everybody on a hex of their own."""
    p.on = [NONE] * p.ground.hexes
    for unit in range(p.units):
        place = p.place[unit]
        if place >= p.ground.hexes or (place >= 0 and (not p.ground.open[place] or p.on[place] >= 0)):
            raise damaged("'place' is not an open hex of the map for each of them")
        if place >= 0:
            p.on[place] = unit


def _trap(p: Ultimatum, row: object) -> Trap:
    if not isinstance(row, list) or len(row) != 3:
        raise damaged("'traps' are not made of an owner, a hex, and where it may lie")
    owner, place, maybe = row
    if type(owner) is not int or not 0 <= owner < p.units or p.place[owner] < 0:
        raise damaged("'traps' have an owner who is not on the map")
    if type(place) is not int or not 0 <= place < p.ground.hexes or not p.ground.open[place]:
        raise damaged("'traps' do not lie on open hexes of the map")
    for trap in p.traps:
        if trap.owner == owner and trap.place == place:
            raise damaged("'traps' of one owner lie on one hex")
    if len([trap for trap in p.traps if trap.owner == owner]) == p.n.set_trap_limit:
        raise damaged("'traps' are more than one owner may set")
    return Trap(owner, place, _hexes(p, place, maybe))


def _hexes(p: Ultimatum, place: int, digits: object) -> int:
    """The set of hexes that `hex` wrote; the trap itself lies on one of them."""
    if isinstance(digits, str) and 2 < len(digits) <= p.ground.hexes // 4 + 3 and digits.isascii():
        try:
            maybe = int(digits, 16)
        except ValueError:
            maybe = NONE
        if hex(maybe) == digits and maybe >= 0 and maybe >> p.ground.hexes == 0 and maybe >> place & 1:
            return maybe
    raise damaged("'traps' do not say where, for all that others know, they may lie")


def _check_squads(p: Ultimatum) -> None:
    """Full squads once the picks are over, and nobody twice on one side, or at all after a draft."""
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
                raise damaged("'kind' is a squad that nobody could have picked")
            else:
                seen |= 1 << kind
        if gap and p.stage >= PLACING:
            raise damaged("'kind' is a squad that is not complete")
    bans = p.banned.bit_count()
    most = p.n.bans * p.n.players
    if bans > most or (bans == most) != (p.stage != BANNING):
        raise damaged("'banned' are not as many as are banned by then")


def _check_unit(p: Ultimatum, unit: int) -> None:
    hp, place, died = p.hp[unit], p.place[unit], p.died[unit]
    if p.stage < PLACING:
        if hp or place >= 0 or died >= 0 or p.effects:
            raise damaged("'hp' and 'place' belong to nobody before the squads are complete")
    elif hp > p.most_hp(unit):
        raise damaged("'hp' is more than somebody can have")
    elif p.stage == PLACING:
        if hp != p.most_hp(unit) or died >= 0 or p.effects:
            raise damaged("'hp' is not all of it, though nobody has acted")
        if place >= 0 and p.ground.spawn_seat[place] != p.seat_of(unit):
            raise damaged("'place' is not a spawn point of its player")
    elif (hp > 0) != (place >= 0) or (hp > 0 and died >= 0) or died > p.phase:
        raise damaged("'hp', 'place' and 'died' disagree about who is alive")
    if p.shield[unit] > p.n.shield_limit or p.charges[unit] > p.n.battery_limit:
        raise damaged("'shield' and 'charges' are more than somebody can have")


def _check_effect(p: Ultimatum, effect: int) -> None:
    bearer, kind, amount = fx.bearer_of(effect), fx.kind_of(effect), fx.amount_of(effect)
    if bearer >= p.units or p.place[bearer] < 0 or fx.giver_of(effect) >= p.units:
        raise damaged("'effects' are on somebody, or from somebody, who is not on the map")
    if kind >= fx.EFFECTS or not -AMOUNT <= amount <= AMOUNT or (fx.ticks(kind) and amount < 0):
        raise damaged("'effects' are of no kind or size that there is")


def _check_speed(p: Ultimatum) -> None:
    for unit in range(p.units):
        if p.place[unit] >= 0 and p.speed_of(unit) > SPEED:
            raise damaged("'effects' make somebody faster than anybody can be")


def _check_picks(p: Ultimatum) -> None:
    picked = [p.picked(seat) for seat in range(p.n.players)]
    if (p.stage == PICKING_BLIND) != (p.n.pick == "blind") or p.n.pick == "random" or p.phase:
        raise damaged("'stage' is not one of this match")
    if sum(picked) == p.units or (p.stage == BANNING and sum(picked) > 0):
        raise damaged("'stage' is not what is decided now")
    if p.stage == PICKING_BLIND:
        return
    order = [p.seat_in_draft(number) for number in range(sum(picked))]
    if p.turn != p.drafting_seat() or picked != [order.count(seat) for seat in range(p.n.players)]:
        raise damaged("'turn' is not whose pick it is")


def _check_placing(p: Ultimatum) -> None:
    """Everybody has placed as many as the turns before allowed."""
    placed = [p.squad - len(p.unplaced(seat)) for seat in range(p.n.players)]
    before = [0] * p.n.players
    for number in range(sum(placed)):
        before[(p.first + number) % p.n.players] += 1
    if placed != before or p.phase or sum(placed) == p.units or p.turn != (p.first + sum(placed)) % p.n.players:
        raise damaged("'turn' is not whose character is to be placed")


def _check_turn(p: Ultimatum) -> None:
    """Whoever is to decide has somebody who can act, and there is somebody to act against."""
    if not 1 <= p.phase <= p.n.phase_limit:
        raise damaged("'phase' is not one of this match")
    if len([seat for seat in range(p.n.players) if p.is_in_play(seat)]) < 2:
        raise damaged("'over' denies that nobody is left to fight")
    if p.stage == ACTING and (p.active != NONE or not p.ready(p.turn)):
        raise damaged("'turn' is a player without anybody who could act")
    if p.stage == GOING_ON:
        active = p.active
        if active == NONE or p.seat_of(active) != p.turn or p.place[active] < 0 or not p.taken[active]:
            raise damaged("'active' is nobody who could go on")


def _check_end(p: Ultimatum) -> None:
    if p.stage < ACTING or p.active != NONE:
        raise damaged("'over' is a match in which somebody is still to decide")
    left = [seat for seat in range(p.n.players) if p.is_in_play(seat)]
    if len(left) > 1:
        if p.phase < p.n.phase_limit or (p.winner != NONE and p.winner not in left):
            raise damaged("'over' is a match that goes on")
    elif p.winner != (left[0] if left else NONE):
        raise damaged("'winner' is not who is left")
