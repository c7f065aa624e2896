"""View of a match for one seat."""

from __future__ import annotations

from rumpus.core.position import Json, View
from rumpus.games.ultimatum.rules import refusals
from rumpus.games.ultimatum.rules.character import Ability
from rumpus.games.ultimatum.rules.effects import EFFECT_NAMES, amount_of, bearer_of, kind_of, turns_of
from rumpus.games.ultimatum.rules.terrain.board import NONE
from rumpus.games.ultimatum.rules.threats import attack_damage, struck_hexes, walk_ends
from rumpus.games.ultimatum.rules.trap import hexes_of
from rumpus.games.ultimatum.rules.turns import ACTING, BANNING, PICKING, PICKING_BLIND, PLACING, Turns

STAGE_WORDS = ("ban", "pick", "pick", "place", "act", "more")
"""By stage, from `BANNING` to `GOING_ON`."""


def view_of(t: Turns, seat: int | None) -> View:
    """Everything a seat may know; None is a spectator."""
    view: View = {
        "you": seat,
        "phase": phase_words(t),
        "stage": "over" if t.over else STAGE_WORDS[t.stage],
        "number": t.phase,
        "limit": t.n.phase_limit,
        "first": t.first,
        "turn": None if t.over or t.stage == PICKING_BLIND else t.turn,
        "active": t.label(t.active) if t.active >= 0 else None,
        "map": _map(t),
        "seats": [_seat(t, other, seat) for other in range(t.n.players)],
        "characters": _characters(t, seat),
        "traps": _own_traps(t, seat),
        "hidden traps": _hidden_traps(t, seat),
        "banned": [t.roster[kind].name for kind in range(len(t.roster)) if t.banned >> kind & 1],
    }
    if t.stage < PLACING:
        view["squad"] = t.squad
        view["roster"] = [_candidate(t, kind) for kind in range(len(t.roster))]
    if t.over:
        view["outcome"] = outcome_words(t)
        view["winner"] = None if t.winner == NONE else t.winner
    return view


def phase_words(t: Turns) -> str:
    if t.over:
        return "The battle is over."
    if t.stage == BANNING:
        return f"@{t.turn}[bans] a character."
    if t.stage == PICKING:
        return f"@{t.turn}[picks] a character."
    if t.stage == PICKING_BLIND:
        return "Everyone picks a squad in secret."
    if t.stage == PLACING:
        return f"@{t.turn}[places] a character."
    return f"Phase {t.phase} of {t.n.phase_limit}: @{t.turn}['s] turn."


def outcome_words(t: Turns) -> str:
    in_play = [seat for seat in range(t.n.players) if t.is_in_play(seat)]
    if not in_play:
        return "No character is left standing: there is no winner."
    if len(in_play) == 1:
        return f"@{t.winner}[wins] with the last characters standing."
    if t.winner == NONE:
        return "Time is up with a tie at the top: there is no winner."
    return f"Time is up: @{t.winner}[wins] with the most left."


def _map(t: Turns) -> Json:
    """Rows as signs; odd rows are shifted right by half a hex."""
    ground = t.ground
    rows: list[Json] = []
    for row in range(ground.rows):
        signs: list[str] = []
        for place in range(row * ground.columns, (row + 1) * ground.columns):
            if not ground.open[place]:
                signs.append("#")
            elif ground.spawn_seat[place] >= 0:
                signs.append(str(ground.spawn_seat[place] + 1))
            else:
                signs.append(".")
        rows.append("".join(signs))
    return {"name": ground.name, "columns": ground.columns, "rows": rows}


def _knows_squad(t: Turns, of: int, viewer: int | None) -> bool:
    return t.stage != PICKING_BLIND or of == viewer


def _seat(t: Turns, seat: int, viewer: int | None) -> Json:
    units = range(seat * t.squad, (seat + 1) * t.squad)
    alive = [unit for unit in units if t.hp[unit] > 0]
    known = _knows_squad(t, seat, viewer)
    squad: list[Json] = [t.character(unit).name for unit in units if known and t.kind[unit] >= 0]
    return {
        "seat": seat,
        "squad": squad,
        "alive": len(alive),
        "hp": sum([t.hp[unit] for unit in alive]),
        "traps": len([trap for trap in t.traps if t.seat_of(trap.owner) == seat]),
        "out": t.phase > 0 and not alive,
    }


def _own_traps(t: Turns, viewer: int | None) -> Json:
    own = [trap for trap in t.traps if t.seat_of(trap.owner) == viewer]
    return [{"owner": t.label(trap.owner), "hex": t.ground.names[trap.place]} for trap in own]


def _hidden_traps(t: Turns, viewer: int | None) -> Json:
    """Traps of others, oldest first, with all hexes possible by public knowledge (UL-3)."""
    hidden = [trap for trap in t.traps if t.seat_of(trap.owner) != viewer]
    return [{"owner": t.label(trap.owner), "maybe": _names(t, hexes_of(trap.maybe))} for trap in hidden]


def _candidate(t: Turns, kind: int) -> Json:
    character = t.roster[kind]
    return {
        "name": character.name,
        "title": character.title,
        "type": "melee" if character.melee else "ranged",
        "most hp": t.n.hp[kind],
        "attack": t.n.attack[kind],
        "range": t.n.range[kind],
        "speed": t.n.speed[kind],
        "physical": t.n.physical[kind],
        "magical": t.n.magical[kind],
        "passive": character.passive.name,
        "normal": _ability(character.normal, 0, t.n.normal_cooldown[kind]),
        "ultimatum": _ability(character.ultimatum, 0, t.n.ultimatum_cooldown[kind]),
    }


def _characters(t: Turns, viewer: int | None) -> Json:
    picked = [unit for unit in range(t.units) if t.kind[unit] >= 0]
    return [_character(t, unit, viewer) for unit in picked if _knows_squad(t, t.seat_of(unit), viewer)]


def _character(t: Turns, unit: int, viewer: int | None) -> Json:
    character = t.character(unit)
    placed = t.place[unit] >= 0
    kind = t.kind[unit]
    ends = walk_ends(t, unit) if placed else []
    entry: dict[str, Json] = {
        "id": t.label(unit),
        "seat": t.seat_of(unit),
        "name": character.name,
        "title": character.title,
        "type": "melee" if character.melee else "ranged",
        "state": state_words(t, unit),
        "hex": t.ground.names[t.place[unit]] if placed else None,
        "hp": t.hp[unit],
        "most hp": t.n.hp[kind],
        "shield": t.shield[unit],
        "charges": t.charges[unit],
        "attack": t.attack_of(unit) if placed else t.n.attack[kind],
        "range": t.range_of(unit) if placed else t.n.range[kind],
        "speed": t.speed_of(unit) if placed else t.n.speed[kind],
        "physical": t.defence_of(unit, 0),
        "magical": t.defence_of(unit, 1),
        "effects": _effects(t, unit),
        "passive": character.passive.name,
        "normal": _ability(character.normal, t.normal_wait[unit], t.n.normal_cooldown[kind]),
        "ultimatum": _ability(character.ultimatum, t.ultimatum_wait[unit], t.n.ultimatum_cooldown[kind]),
        "reach": _names(t, ends),
        "strike": _names(t, struck_hexes(t, unit, ends) if placed else []),
        "blows": _blows(t, unit, viewer) if placed else {},
        "targets": _targets(t, unit) if placed else [],
    }
    if t.seat_of(unit) == viewer and not t.over and t.stage >= ACTING:
        entry["actions"] = _actions(t, unit)
    return entry


def _ability(ability: Ability, wait: int, cooldown: int) -> Json:
    return {"name": ability.name, "wait": wait, "cooldown": cooldown}


def state_words(t: Turns, unit: int) -> str:
    if t.stage < PLACING:
        return "picked"
    if t.hp[unit] == 0:
        return "dead"
    if t.place[unit] < 0:
        return "to be placed"
    if unit == t.active:
        return "acting"
    if t.stage == PLACING:
        return "placed"
    return "done" if t.taken[unit] else "ready"


def _effects(t: Turns, unit: int) -> Json:
    own = [effect for effect in t.effects if bearer_of(effect) == unit]
    return [{"name": EFFECT_NAMES[kind_of(e)], "amount": amount_of(e), "turns": turns_of(e)} for e in own]


def _names(t: Turns, places: list[int]) -> Json:
    return [t.ground.names[place] for place in places]


def _blows(t: Turns, unit: int, viewer: int | None) -> Json:
    """Damage of its basic attack: on all enemies for its player, on own units for others."""
    own = t.seat_of(unit) == viewer
    targets = [target for target in t.enemies(t.seat_of(unit)) if own or t.seat_of(target) == viewer]
    return {t.label(target): attack_damage(t, unit, target) for target in targets}


def _targets(t: Turns, unit: int) -> Json:
    """Targets of its basic attack from its hex; effects on it and turns do not count."""
    aims = t.new_aims(t.seat_of(unit))
    t.aim_attack(unit, aims)
    return [t.label(target) for target in aims.out]


def _actions(t: Turns, unit: int) -> Json:
    """Actions of a unit: the targets, or the reason against it."""
    space = t.space
    moves: list[Json] = []
    attacks: list[Json] = []
    normal: list[Json] = []
    ultimatum: list[Json] = []
    character = t.character(unit)
    for code in _codes(t, unit):
        if code < space.attack:
            moves.append(t.ground.names[code])
        elif code < space.normal:
            attacks.append(t.label(code - space.attack))
        elif code < space.ultimatum:
            normal.append(t.named_words(unit, character.normal, code - space.normal))
        elif code < space.end:
            ultimatum.append(t.named_words(unit, character.ultimatum, code - space.ultimatum))
    ends = "finish" if unit == t.active else "pass"
    return [
        _action("move", "Walk", moves, refusals.why_no_walk(t, unit) or "There is no free hex within reach (UL-15)."),
        _action("attack", "Strike", attacks, refusals.why_no_attack(t, unit) or "No target is in range (UL-16)."),
        _action("ability", character.normal.name, normal, refusals.why_no_normal(t, unit) or _idle(character.normal)),
        _action(
            "ultimatum",
            character.ultimatum.name,
            ultimatum,
            refusals.why_no_ultimatum(t, unit) or _idle(character.ultimatum),
        ),
        _action(ends, ends, [""] if not refusals.why_no_turn(t, unit) else [], refusals.why_no_turn(t, unit)),
    ]


def _idle(ability: Ability) -> str:
    return f"{ability.name} has nothing to aim at now ({ability.clause})."


def _action(kind: str, name: str, targets: list[Json], why: str) -> Json:
    return {"do": kind, "name": name, "can": bool(targets), "targets": targets, "why": "" if targets else why}


def _codes(t: Turns, unit: int) -> list[int]:
    """Legal actions of a unit, as places in its band of the move space."""
    if refusals.why_no_turn(t, unit):
        return []
    aims = t.new_aims(t.seat_of(unit))
    t.list_actions(unit, aims)
    base = t.space.base(unit % t.squad)
    return [move - base for move in aims.out]
