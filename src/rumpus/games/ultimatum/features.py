"""Feature vectors of a match and of its moves, for learned players."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from rumpus.core.features import FeatureGroup, FeatureLayout, Features, moves_by_kind
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.character import (
    CHARACTER,
    CHARACTER_AND_HEX,
    DIRECTION,
    FALLEN_AND_SPAWN,
    HEX,
    PAIR,
    Ability,
)
from rumpus.games.ultimatum.rules.effects import amount_of, bearer_of, kind_of, turns_of
from rumpus.games.ultimatum.rules.moves import BAN, PICK, PLACE
from rumpus.games.ultimatum.rules.numbers import CHARACTERS
from rumpus.games.ultimatum.rules.position import Ultimatum
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.rules.terrain.board import MAGICAL, PHYSICAL, Setting
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTION_NAMES, DIRECTIONS
from rumpus.games.ultimatum.rules.threats import attack_damage, damage_of
from rumpus.games.ultimatum.rules.turns import PICKING_BLIND, PLACING

STAGES: Final = ("banning", "picking", "picking in secret", "placing", "acting", "going on", "over")
OVER: Final = 6
MATCH_COLUMNS: Final = ("phase", "my turn", "acting moved", "acting struck")
CHARACTER_COLUMNS: Final = (
    "alive", "on the map", "x", "y", "hp", "hp of most", "shield", "charges", "attack", "range", "speed", "physical",
    "magical", "ready", "acting", "ability rests", "ultimatum rests", "traps",
)  # fmt: skip
SLOT_WIDTH: Final = CHARACTERS + len(CHARACTER_COLUMNS) + 2 * fx.EFFECTS
WORD_BITS: Final = 62
"""Hexes of a set processed at a time, so a word fits an i64."""
WORD_MASK: Final = (1 << WORD_BITS) - 1

KINDS: Final = ("pick", "ban", "place", "walk", "attack", "ability", "ultimatum", "end the turn")
END_TURN: Final = 7
HEX_COLUMNS: Final = ("named", "x", "y", "far", "nearest enemy", "enemies near", "may be trapped")

OMITTED: Final = {
    "characters.effects": "effects of one kind on one character are summed, amounts and turns separately",
    "hidden traps.maybe": "the hexes of all hidden traps are summed",
    "hidden traps order": "the age of traps only decides which one vanishes first",
    "traps.owner": "a squad has at most one trapper",
    "hidden traps.owner": "a squad has at most one trapper, and her traps are counted",
    "traps order": "the age of traps only decides which one vanishes first",
    "outcome": "the end is the reward",
    "winner": "the end is the reward",
}


def _layout(setting: Setting) -> FeatureLayout:
    names = setting.ground.names
    columns = FeatureLayout()
    columns.add(
        "match",
        "phase as a fraction of the limit; 1 if this seat decides; actions of the acting character",
        MATCH_COLUMNS,
    )
    columns.add("stage", "what is being decided", STAGES)
    seats = [f"player +{ahead}" for ahead in range(setting.players)]
    columns.add("first", "who goes first in the first phase", seats)
    columns.add("turn", "the deciding player; none during secret picks", seats)
    columns.add("banned", "who can no longer be picked", [character.name for character in ROSTER])
    columns.add("wall", "impassable hexes", names)
    columns.add("own trap", "hexes of own traps", names)
    columns.add("hidden trap", "possible hexes of hidden traps; a third each", names)
    effects = fx.EFFECT_NAMES
    for ahead in range(setting.players):
        for slot in range(setting.squad):
            whose = f"player +{ahead} character {slot + 1}"
            columns.add(f"{whose} is", "which of the twelve", [character.name for character in ROSTER])
            columns.add(
                whose,
                "column and row as fractions; HP ÷ 100 and as a fraction; shield ÷ 20; charges ÷ 5; attack ÷ 25, range "
                "÷ 8, speed ÷ 10 and both defences in percent as they are now; cooldowns of its ability and its "
                "ultimatum ÷ 8; traps ÷ 3",
                CHARACTER_COLUMNS,
            )
            columns.add(f"{whose} bears", "effects: their amounts ÷ 10", effects)
            columns.add(f"{whose} bears for turns", "effects: their turns ÷ 10", effects)
    pairs: list[str] = []
    for unit in range(setting.units):
        for other in range(unit + 1, setting.units):
            pairs.append(f"{_unit_name(unit, setting.squad)} to {_unit_name(other, setting.squad)}")
    columns.add("distance", "between two characters on the map ÷ 10", pairs)
    enemy_pairs = [
        f"{_unit_name(unit, setting.squad)} on {_unit_name(other, setting.squad)}"
        for unit, other in _enemy_pairs(setting.units, setting.squad)
    ]
    columns.add("takes", "fraction of HP a basic attack takes from an enemy on the map", enemy_pairs)
    columns.add("strikes", "the same if in reach from its hex; half of it if in reach after a walk", enemy_pairs)
    return columns


def _enemy_pairs(units: int, squad: int) -> list[tuple[int, int]]:
    """All ordered pairs of units from different squads."""
    return [(unit, other) for unit in range(units) for other in range(units) if unit // squad != other // squad]


def _unit_name(unit: int, squad: int) -> str:
    return f"+{unit // squad}.{unit % squad + 1}"


def _move_layout(setting: Setting) -> FeatureLayout:
    columns = FeatureLayout()
    columns.add("kind", "what it does", KINDS)
    columns.add("slot", "the acting slot of the squad", [str(slot + 1) for slot in range(setting.squad)])
    columns.add("who", "the acting, picked or banned character", [who.name for who in ROSTER])
    columns.add(
        "names",
        "the named characters, own squad first",
        [_unit_name(unit, setting.squad) for unit in range(setting.units)],
    )
    columns.add("towards", "the named direction", DIRECTION_NAMES)
    columns.add(
        "hex",
        "its end or target: column and row, distance and distance to the nearest enemy ÷ 10, enemies within two "
        "hexes and hidden traps that may lie there ÷ 3",
        HEX_COLUMNS,
    )
    columns.add("takes", "fraction of HP an attack takes from its target")
    return columns


def _actions(setting: Setting) -> list[FeatureGroup]:
    space = setting.space
    kinds = [
        ("pick", CHARACTERS, "a character of the roster"),
        ("ban", CHARACTERS, "a character of the roster"),
        ("place", setting.squad * space.camp, f"for each of the squad {space.camp} spawn points"),
    ]
    for slot in range(setting.squad):
        who = f"character {slot + 1}"
        kinds += [
            (f"{who} walks", space.attack, "to that hex, in reading order"),
            (f"{who} attacks", space.normal - space.attack, "that character: seat × squad + place in it"),
            (
                f"{who} uses its ability",
                space.ultimatum - space.normal,
                "on what it names: nothing, a character, a direction, a hex, or a character and a hex beside it",
            ),
            (
                f"{who} uses its ultimatum",
                space.end - space.ultimatum,
                "on what it names: those, two characters, or one of the fallen and a spawn point",
            ),
            (f"{who} ends its turn", 1, "passes, or finishes"),
        ]
    return moves_by_kind(kinds)


@mypyc_attr(acyclic=True)
class Present:
    """A unit as it is now. Off the map its numbers are 0, but for its defence."""

    def __init__(self, p: Ultimatum, unit: int) -> None:
        self.unit = unit
        self.place = p.place[unit]
        self.lives = p.hp[unit] + p.shield[unit]
        self.attack = 0
        self.reach = 0
        self.speed = 0
        self.physical = p.defence_of(unit, PHYSICAL) if p.kind[unit] >= 0 else 0
        self.reduction = 0
        if self.place >= 0:
            self.attack = p.attack_of(unit)
            self.reach = p.range_of(unit)
            self.speed = p.speed_of(unit)
            self.reduction = p.character(unit).damage_reduction(p, unit)


class UltimatumFeatures(Features):
    """Columns: match, map, then all characters; the own squad first, then turn order."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(_layout(setting), OMITTED, _move_layout(setting), _actions(setting))
        ground = setting.ground
        self.walls = vec[i64]([i64(place) for place in range(ground.hexes) if not ground.open[place]])
        self.hexes: i64 = ground.hexes
        self.squad = setting.squad
        self.units = setting.units
        self.slots = len(MATCH_COLUMNS) + len(STAGES) + 2 * setting.players + CHARACTERS + 3 * ground.hexes

    def permutation(self, rng: Rng) -> list[int]:
        """Reorders the characters within each squad."""
        squad = self.squad
        units: list[int] = []
        for first in range(0, self.units, squad):
            own = list(range(first, first + squad))
            rng.shuffle(own)
            units += own
        order = list(range(self.slots))
        for unit in units:
            order += range(self.slots + unit * SLOT_WIDTH, self.slots + (unit + 1) * SLOT_WIDTH)
        pairs = [(unit, other) for unit in range(self.units) for other in range(unit + 1, self.units)]
        start = len(order)
        for unit, other in pairs:
            one, two = units[unit], units[other]
            order.append(start + pairs.index((one, two) if one < two else (two, one)))
        enemy_pairs = _enemy_pairs(self.units, squad)
        for start in (len(order), len(order) + len(enemy_pairs)):
            order += [start + enemy_pairs.index((units[unit], units[other])) for unit, other in enemy_pairs]
        return order

    def write(self, position: Position, seat: Seat, rows: vec[float], at: i64) -> None:
        assert isinstance(position, Ultimatum)
        p = position
        players = p.setting.players
        rows[at] = p.phase / p.n.phase_limit
        if seat in p.visible_to_act(seat):
            rows[at + 1] = 1.0
        if p.active >= 0:
            if p.moved:
                rows[at + 2] = 1.0
            if p.struck:
                rows[at + 3] = 1.0
        at += len(MATCH_COLUMNS)
        rows[at + (OVER if p.over else p.stage)] = 1.0
        at += len(STAGES)
        rows[at + ((p.first - seat) % players)] = 1.0
        at += players
        if not p.over and p.stage != PICKING_BLIND:
            rows[at + ((p.turn - seat) % players)] = 1.0
        at += players
        if p.banned:
            for kind in range(CHARACTERS):
                if p.banned >> kind & 1:
                    rows[at + kind] = 1.0
        at += CHARACTERS
        walls = self.walls
        for wall in range(len(walls)):
            rows[at + walls[wall]] = 1.0
        at += self.hexes
        for trap in p.traps:
            if trap.owner // p.squad == seat:
                rows[at + trap.place] = 1.0
            else:
                add_hexes(rows, at + self.hexes, trap.maybe)
        at += 2 * self.hexes
        slots = at
        units = list(range(seat * p.squad, p.units)) + list(range(seat * p.squad))
        present = [Present(p, unit) for unit in units]
        for slot in range(len(units)):
            if p.kind[units[slot]] >= 0 and (p.stage != PICKING_BLIND or slot < p.squad):
                self.write_character(p, present[slot], rows, at)
            at += SLOT_WIDTH
        if p.active >= 0:
            slot = (p.active - seat * p.squad) % p.units
            rows[slots + slot * SLOT_WIDTH + CHARACTERS + 14] = 1.0
        for effect in p.effects:
            slot = (bearer_of(effect) - seat * p.squad) % p.units
            index = slots + slot * SLOT_WIDTH + CHARACTERS + len(CHARACTER_COLUMNS) + kind_of(effect)
            rows[index] = rows[index] + amount_of(effect) / 10.0
            rows[index + fx.EFFECTS] = rows[index + fx.EFFECTS] + turns_of(effect) / 10.0
        for trap in p.traps:
            slot = (trap.owner - seat * p.squad) % p.units
            index = slots + slot * SLOT_WIDTH + CHARACTERS + len(CHARACTER_COLUMNS) - 1
            rows[index] = rows[index] + 1.0 / 3.0
        at = self.write_distances(p, present, rows, at)
        self.write_threats(p, present, rows, at)

    def write_character(self, p: Ultimatum, present: Present, rows: vec[float], at: i64) -> None:
        """Writes one known character without effects and traps."""
        unit = present.unit
        kind = p.kind[unit]
        rows[at + kind] = 1.0
        at += CHARACTERS
        n = p.n
        place = p.place[unit]
        hp = p.hp[unit]
        if hp > 0:
            rows[at] = 1.0
        if place >= 0:
            ground = p.ground
            rows[at + 1] = 1.0
            rows[at + 2] = (place % ground.columns) / ground.columns
            rows[at + 3] = (place // ground.columns) / ground.rows
            rows[at + 8] = present.attack / 25.0
            rows[at + 9] = present.reach / 8.0
            rows[at + 10] = present.speed / 10.0
        else:
            rows[at + 8] = n.attack[kind] / 25.0
            rows[at + 9] = n.range[kind] / 8.0
            rows[at + 10] = n.speed[kind] / 10.0
        rows[at + 4] = hp / 100.0
        rows[at + 5] = hp / n.hp[kind]
        rows[at + 6] = p.shield[unit] / 20.0
        rows[at + 7] = p.charges[unit] / 5.0
        rows[at + 11] = present.physical / 100.0
        rows[at + 12] = (p.defence_of(unit, MAGICAL) if p.effects else n.magical[kind]) / 100.0
        if p.stage > PLACING and p.is_ready(unit):
            rows[at + 13] = 1.0
        rows[at + 15] = p.normal_wait[unit] / 8.0
        rows[at + 16] = p.ultimatum_wait[unit] / 8.0

    def write_distances(self, p: Ultimatum, present: list[Present], rows: vec[float], at: i64) -> i64:
        """Distances between units on the map. Returns the next column."""
        for slot in range(len(present)):
            here = present[slot].place
            for other in range(slot + 1, len(present)):
                there = present[other].place
                if here >= 0 and there >= 0:
                    rows[at] = p.ground.distance(here, there) / 10.0
                at += 1
        return at

    def write_threats(self, p: Ultimatum, present: list[Present], rows: vec[float], at: i64) -> None:
        """Damage and reach of basic attacks between enemies on the map."""
        squad = p.squad
        strikes: i64 = len(present) * (len(present) - squad)
        for slot in range(len(present)):
            me = present[slot]
            if me.place < 0:
                at += len(present) - squad
                continue
            own = slot - slot % squad
            for other in range(len(present)):
                if own <= other < own + squad:
                    continue
                target = present[other]
                if target.place >= 0:
                    share = min(1.0, damage_of(me.attack, target.reduction, target.physical) / target.lives)
                    rows[at] = share
                    if p.ground.distance(me.place, target.place) <= me.reach + me.speed:
                        rows[at + strikes] = share if p.reaches(me.unit, target.unit, me.reach) else 0.5 * share
                at += 1

    # --- moves ---

    def write_move(self, position: Position, seat: Seat, move: Move, rows: vec[float], at: i64) -> None:
        assert isinstance(position, Ultimatum)
        p = position
        space = p.space
        who = at + len(KINDS) + p.squad
        if move < PLACE:
            rows[at if move < BAN else at + 1] = 1.0
            rows[who + (move - PICK if move < BAN else move - BAN)] = 1.0
            return
        if move < space.acts:
            slot = (move - PLACE) // space.camp
            self._write_doer(p, seat, slot, 2, rows, at)
            self._write_hex(p, seat * p.squad + slot, p.ground.spawns[seat][(move - PLACE) % space.camp], rows, at)
            return
        slot = (move - space.acts) // space.band
        code = (move - space.acts) % space.band
        unit = seat * p.squad + slot
        if code < space.attack:
            self._write_doer(p, seat, slot, 3, rows, at)
            self._write_hex(p, unit, code, rows, at)
        elif code < space.normal:
            target = code - space.attack
            self._write_doer(p, seat, slot, 4, rows, at)
            self._write_named(p, unit, target, rows, at)
            if target // p.squad != seat:
                takes = at + len(self.move_names) - 1
                rows[takes] = min(1.0, attack_damage(p, unit, target) / (p.hp[target] + p.shield[target]))
        elif code < space.ultimatum:
            self._write_doer(p, seat, slot, 5, rows, at)
            self._write_aim(p, unit, p.character(unit).normal, code - space.normal, rows, at)
        elif code < space.end:
            self._write_doer(p, seat, slot, 6, rows, at)
            self._write_aim(p, unit, p.character(unit).ultimatum, code - space.ultimatum, rows, at)
        else:
            self._write_doer(p, seat, slot, END_TURN, rows, at)

    def _write_doer(self, p: Ultimatum, seat: int, slot: int, kind: int, rows: vec[float], at: i64) -> None:
        rows[at + kind] = 1.0
        at += len(KINDS)
        rows[at + slot] = 1.0
        rows[at + p.squad + p.kind[seat * p.squad + slot]] = 1.0

    def _write_named(self, p: Ultimatum, unit: int, named: int, rows: vec[float], at: i64) -> None:
        seat = unit // p.squad
        first = at + len(KINDS) + p.squad + CHARACTERS
        rows[first + ((named - seat * p.squad) % p.units)] = 1.0
        if p.place[named] >= 0:
            self._write_hex(p, unit, p.place[named], rows, at)

    def _write_aim(self, p: Ultimatum, unit: int, ability: Ability, named: int, rows: vec[float], at: i64) -> None:
        """Marks the targets of an ability (N-2)."""
        names = ability.names
        if names == CHARACTER:
            self._write_named(p, unit, named, rows, at)
        elif names == DIRECTION:
            rows[at + len(KINDS) + p.squad + CHARACTERS + p.units + named] = 1.0
        elif names == HEX:
            self._write_hex(p, unit, named, rows, at)
        elif names == CHARACTER_AND_HEX:
            self._write_named(p, unit, named // DIRECTIONS, rows, at)
            self._write_hex(p, unit, p.beside(named // DIRECTIONS, named % DIRECTIONS), rows, at)
        elif names == PAIR:
            self._write_named(p, unit, named // p.units, rows, at)
            self._write_named(p, unit, named % p.units, rows, at)
        elif names == FALLEN_AND_SPAWN:
            seat = unit // p.squad
            self._write_named(p, unit, seat * p.squad + named // p.space.camp, rows, at)
            self._write_hex(p, unit, p.ground.spawns[seat][named % p.space.camp], rows, at)

    def _write_hex(self, p: Ultimatum, unit: int, place: int, rows: vec[float], at: i64) -> None:
        ground = p.ground
        seat = unit // p.squad
        at += len(KINDS) + p.squad + CHARACTERS + p.units + DIRECTIONS
        rows[at] = 1.0
        rows[at + 1] = (place % ground.columns) / ground.columns
        rows[at + 2] = (place // ground.columns) / ground.rows
        if p.place[unit] >= 0:
            rows[at + 3] = ground.distance(p.place[unit], place) / 10.0
        nearest = 0
        near = 0
        for other in range(p.units):
            if other // p.squad != seat and p.place[other] >= 0:
                distance = ground.distance(place, p.place[other])
                if nearest == 0 or distance < nearest:
                    nearest = distance
                if distance <= 2:
                    near += 1
        rows[at + 4] = nearest / 10.0
        rows[at + 5] = near / 3.0
        maybe = 0
        for trap in p.traps:
            if trap.owner // p.squad != seat and trap.maybe >> place & 1:
                maybe += 1
        rows[at + 6] = maybe / 3.0


def add_hexes(rows: vec[float], at: i64, hexes: int) -> None:
    """Adds a third for every hex of a set."""
    while hexes:
        word: i64 = hexes & WORD_MASK
        place = at
        while word != 0:
            if word & 1 != 0:
                rows[place] = rows[place] + 1.0 / 3.0
            word >>= 1
            place += 1
        hexes >>= WORD_BITS
        at += WORD_BITS
