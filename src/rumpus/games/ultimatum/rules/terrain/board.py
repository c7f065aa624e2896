"""The board: *units* (characters; unit = seat × squad + slot), effects, traps and pure queries."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from rumpus.core.position import Position
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.character import Character
from rumpus.games.ultimatum.rules.effects import amount_of, bearer_of, kind_of
from rumpus.games.ultimatum.rules.moves import MoveSpace
from rumpus.games.ultimatum.rules.numbers import Numbers
from rumpus.games.ultimatum.rules.terrain.ground import NOWHERE, Ground
from rumpus.games.ultimatum.rules.terrain.hexes import READING
from rumpus.games.ultimatum.rules.trap import Trap

# The three kinds of damage (UL-17).
PHYSICAL: Final = 0
MAGICAL: Final = 1
TRUE: Final = 2
DAMAGE_NAMES: Final = ["physical", "magical", "true"]

NONE: Final = -1
"""Placeholder for a character, a unit or a seat."""


def after_defence(amount: int, percent: int) -> int:
    """Damage left when this percentage is blocked (UL-17)."""
    native: i64 = amount  # fast to divide
    left = native - native * percent // 100
    return left if left > 0 else 0


class Setting:
    """Data shared by all positions of a match: numbers, ground, move space and roster."""

    def __init__(self, numbers: Numbers, ground: Ground, space: MoveSpace, roster: list[Character]) -> None:
        self.numbers = numbers
        self.ground = ground
        self.space = space
        self.roster = vec[Character](roster)  # compiled code checks the type of every item read from a list
        self.players = numbers.players
        self.squad = numbers.squad
        self.units = self.players * self.squad
        self.alone = [[seat] for seat in range(self.players)]
        """For every seat, the list of only that seat. Shared, never modified."""


class Board(Position):
    """State of the map; subclasses add changes and turns."""

    def __init__(self, setting: Setting, source: Board | None) -> None:
        super().__init__()
        self.setting = setting
        self.n = setting.numbers
        self.ground = setting.ground
        self.roster = setting.roster
        self.squad = setting.squad
        self.units = setting.units
        if source is None:
            units = setting.units
            self.kind: list[int] = [NONE] * units
            self.hp: list[int] = [0] * units
            self.shield: list[int] = [0] * units
            self.place: list[int] = [NOWHERE] * units
            self.charges: list[int] = [0] * units
            self.normal_wait: list[int] = [0] * units
            self.ultimatum_wait: list[int] = [0] * units
            self.taken: list[int] = [0] * units
            self.died: list[int] = [NONE] * units
            self.effects: list[int] = []
            self.traps: list[Trap] = []
            self.on: list[int] = [NONE] * setting.ground.hexes
            self.phase = 0
            self.over = False
            self.winner = NONE
        else:
            self.kind = source.kind[:]
            self.hp = source.hp[:]
            self.shield = source.shield[:]
            self.place = source.place[:]
            self.charges = source.charges[:]
            self.normal_wait = source.normal_wait[:]
            self.ultimatum_wait = source.ultimatum_wait[:]
            self.taken = source.taken[:]
            self.died = source.died[:]
            self.effects = source.effects[:]
            self.traps = source.traps[:]
            self.on = source.on[:]
            self.phase = source.phase
            self.over = source.over
            self.winner = source.winner

    # --- nouns: sides and places ---

    def seat_of(self, unit: int) -> int:
        return unit // self.squad

    def character(self, unit: int) -> Character:
        return self.roster[self.kind[unit]]

    def label(self, unit: int) -> str:
        """Seat and name, for example `2.Nyx` (N-1)."""
        return f"{unit // self.squad + 1}.{self.roster[self.kind[unit]].name}"

    def is_on_map(self, unit: int) -> bool:
        """True if placed and alive (UL-27)."""
        return self.place[unit] >= 0

    def allies(self, me: int) -> list[int]:
        """Other units of the same side on the map, in squad order (UL-27)."""
        first = me // self.squad * self.squad
        return [unit for unit in range(first, first + self.squad) if unit != me and self.place[unit] >= 0]

    def own_side(self, me: int) -> list[int]:
        """The unit and its allies, in squad order."""
        first = me // self.squad * self.squad
        return [unit for unit in range(first, first + self.squad) if self.place[unit] >= 0]

    def enemies(self, seat: int) -> list[int]:
        """Units of other players on the map, by seat and squad order."""
        first = seat * self.squad
        last = first + self.squad
        return [unit for unit in range(self.units) if self.place[unit] >= 0 and not first <= unit < last]

    def in_sight(self, enemies: list[int]) -> list[int]:
        """Those enemies an attack or ability can name (UL-32)."""
        if not self.effects:
            return enemies
        return [unit for unit in enemies if not self.bears(unit, fx.INVISIBLE)]

    def is_in_play(self, seat: int) -> bool:
        return any(self.hp[unit] > 0 for unit in range(seat * self.squad, seat * self.squad + self.squad))

    def apart(self, unit: int, other: int) -> int:
        return self.ground.distance(self.place[unit], self.place[other])

    def enemies_within(self, me: int, radius: int) -> list[int]:
        """Enemies within `radius` of a unit, including invisible ones."""
        return [unit for unit in self.enemies(me // self.squad) if self.apart(me, unit) <= radius]

    def everyone_around(self, place: int, radius: int) -> list[int]:
        """Units of any side within `radius` of a hex."""
        on_map = [unit for unit in range(self.units) if self.place[unit] >= 0]
        return [unit for unit in on_map if self.ground.distance(place, self.place[unit]) <= radius]

    def enemies_around(self, me: int, place: int, radius: int) -> list[int]:
        """Enemies of a unit within `radius` of a hex."""
        seat = me // self.squad
        return [unit for unit in self.everyone_around(place, radius) if unit // self.squad != seat]

    def hexes_around(self, place: int, radius: int) -> list[int]:
        """Hexes within `radius` of a hex, including walls, in reading order."""
        return self.ground.among(self.ground.disc(place, radius).masks)

    def is_free(self, place: int) -> bool:
        """True if open and without a character (UL-27)."""
        return self.ground.open[place] and self.on[place] < 0

    def has_enemy_traps(self, seat: int) -> bool:
        """True if a trap could harm this side."""
        return any(trap.owner // self.squad != seat for trap in self.traps)

    def is_trapped_for(self, unit: int, place: int) -> bool:
        side = unit // self.squad
        return any(trap.place == place and trap.owner // self.squad != side for trap in self.traps)

    def beside(self, unit: int, side: int) -> int:
        """One of the six hexes next to a unit, in reading order; NOWHERE beyond the edge."""
        return self.ground.step(self.place[unit], READING[side])

    def passable(self, seat: int) -> list[int]:
        """Hexes a side may walk through: open and without an enemy (UL-15)."""
        masks = self.ground.open_masks[:]
        first = seat * self.squad
        last = first + self.squad
        for unit in range(self.units):
            place = self.place[unit]
            if place >= 0 and not first <= unit < last:
                masks[self.ground.mask_row[place]] &= ~self.ground.mask_bit[place]
        return masks

    def without_characters(self, masks: list[int]) -> list[int]:
        free = masks[:]
        for place in self.place:
            if place >= 0:
                free[self.ground.mask_row[place]] &= ~self.ground.mask_bit[place]
        return free

    # --- nouns: numbers as they are now (UL-34) ---

    def bears(self, unit: int, kind: int) -> bool:
        return any(bearer_of(effect) == unit and kind_of(effect) == kind for effect in self.effects)

    def bars(self, unit: int) -> int:
        """Kinds of effects on a unit, as bits."""
        found = 0
        for effect in self.effects:
            if bearer_of(effect) == unit:
                found |= 1 << kind_of(effect)
        return found

    def effect_total(self, unit: int, kind: int) -> int:
        """Sum of a unit's effects of one kind (UL-24)."""
        total = 0
        for effect in self.effects:
            if bearer_of(effect) == unit and kind_of(effect) == kind:
                total += amount_of(effect)
        return total

    def max_hp(self, unit: int) -> int:
        return self.n.hp[self.kind[unit]]

    def is_wounded(self, unit: int) -> bool:
        return self.hp[unit] < self.n.hp[self.kind[unit]]

    def attack_of(self, unit: int) -> int:
        """Current Attack: table, own passive, allies' passives and effects; at least 0."""
        total = self.n.attack[self.kind[unit]] + self.character(unit).own_attack(self, unit)
        first = unit // self.squad * self.squad
        for ally in range(first, first + self.squad):
            if ally != unit and self.place[ally] >= 0:
                total += self.character(ally).lent_attack(self, ally, unit)
        if self.effects:
            total += self.effect_total(unit, fx.ATTACK)
        return total if total > 0 else 0

    def speed_of(self, unit: int) -> int:
        """Current Speed, at least 0."""
        total = self.n.speed[self.kind[unit]] + self.character(unit).own_speed(self, unit)
        if self.effects:
            total += self.effect_total(unit, fx.SPEED)
        return total if total > 0 else 0

    def range_of(self, unit: int) -> int:
        """Current Range, at least 0."""
        total = self.n.range[self.kind[unit]]
        if self.effects:
            total += self.effect_total(unit, fx.RANGE)
        return total if total > 0 else 0

    def defence_of(self, unit: int, damage: int) -> int:
        """Percentage of damage blocked; may be negative."""
        if damage == PHYSICAL:
            return self.n.physical[self.kind[unit]] + self.effect_total(unit, fx.PHYSICAL)
        if damage == MAGICAL:
            return self.n.magical[self.kind[unit]] + self.effect_total(unit, fx.MAGICAL)
        return 0

    def loss(self, unit: int, amount: int, damage: int) -> int:
        """Damage left after defence (UL-17)."""
        return after_defence(amount, self.defence_of(unit, damage))

    def bears_harm(self, unit: int) -> bool:
        return any(bearer_of(effect) == unit and fx.is_harmful(effect) for effect in self.effects)

    # --- nouns: lines (UL-16) ---

    def reaches(self, me: int, target: int, reach: int) -> bool:
        """True if a basic attack with this Range reaches the target."""
        ground = self.ground
        start = self.place[me]
        end = self.place[target]
        if ground.distance(start, end) > reach:
            return False
        character = self.roster[self.kind[me]]
        if character.sees_all_round:
            return True
        direction = ground.direction(start, end)
        if direction < 0:
            return False
        if not character.melee:
            return True
        place = ground.step(start, direction)
        while place != end:
            if not ground.open[place] or self.on[place] >= 0:
                return False
            place = ground.step(place, direction)
        return True

    def aim_attack(self, me: int, aims: Aims) -> None:
        """Lists targets of a basic attack, by seat and squad order (UL-16, A-7)."""
        reach = self.range_of(me)
        character = self.roster[self.kind[me]]
        if character.tends(self, me):
            self._aim_tending_attack(me, reach, aims)
            return
        for unit in aims.in_sight:
            if self.reaches(me, unit, reach):
                aims.character(unit)

    def _aim_tending_attack(self, me: int, reach: int, aims: Aims) -> None:
        side = me // self.squad
        for unit in range(self.units):
            if unit == me or self.place[unit] < 0 or not self.reaches(me, unit, reach):
                continue
            if unit // self.squad == side:
                if self.is_wounded(unit):
                    aims.character(unit)
            elif unit in aims.in_sight:
                aims.character(unit)

    def aim_enemies(self, me: int, radius: int, aims: Aims) -> None:
        """Lists visible enemies within `radius` (UL-32)."""
        for enemy in aims.in_sight:
            if self.apart(me, enemy) <= radius:
                aims.character(enemy)

    def aim_burst(self, me: int, radius: int, burst: int, aims: Aims) -> None:
        """Lists hexes within `radius`, including walls, with an enemy within `burst` (UL-32)."""
        near_enemies = self.ground.no_hexes()
        for enemy in aims.enemies:
            around = self.ground.disc(self.place[enemy], burst)
            for row in range(around.first, around.last + 1):
                near_enemies[row] |= around.masks[row]
        aims.hexes(near_enemies, self.ground.disc(self.place[me], radius))

    # --- nouns: what abilities ask ---

    def poison_left(self, unit: int) -> int:
        """Sum of amount × turns of poisons (A-12)."""
        total = 0
        for effect in self.effects:
            if bearer_of(effect) == unit and kind_of(effect) == fx.POISON:
                total += amount_of(effect) * fx.turns_of(effect)
        return total

    def died_recently(self, unit: int, phases: int) -> bool:
        """True if it died in this phase or at most `phases` before (A-9)."""
        return self.hp[unit] == 0 and self.died[unit] >= 0 and self.phase - self.died[unit] <= phases

    def nearest_landing(self, me: int, ally: int) -> int:
        """Free hex nearest to `me` (A-36). Ties: the ally's own (free), nearest to it, then reading order."""
        ground = self.ground
        here = self.place[ally]
        best = here
        best_key = ground.distance(self.place[me], here) * 1000
        for place in range(ground.hexes):
            if ground.open[place] and self.on[place] < 0:
                key = ground.distance(self.place[me], place) * 1000 + ground.distance(here, place)
                if key < best_key:
                    best_key = key
                    best = place
        return best

    def possible_trap_hexes(self, me: int, radius: int) -> int:
        """Public knowledge about a new trap (`Trap.maybe`): free floor near its owner, not on her known traps."""
        ground = self.ground
        known = [trap.maybe for trap in self.traps if trap.owner == me and trap.maybe & (trap.maybe - 1) == 0]
        free = self.without_characters(ground.floor_masks)
        disc = ground.disc(self.place[me], radius)
        maybe = 0
        for row in range(disc.first, disc.last + 1):
            maybe |= (free[row] & disc.masks[row]) << ((row - 1) * ground.columns)
        for hexes in known:
            maybe &= ~hexes
        return maybe
