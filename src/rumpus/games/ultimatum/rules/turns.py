"""Turns and phases: legal actions and the steps of a turn (P-7 to P-11)."""

from __future__ import annotations

from typing import ClassVar, Final

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import (
    CHARACTER,
    CHARACTER_AND_HEX,
    DIRECTION,
    FALLEN_AND_SPAWN,
    HEX,
    PAIR,
    Ability,
)
from rumpus.games.ultimatum.rules.effects import bearer_of, kind_of, turns_of
from rumpus.games.ultimatum.rules.terrain.board import NONE, TRUE, Setting
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTION_NAMES, DIRECTIONS

# What is being decided.
BANNING: Final = 0
PICKING: Final = 1
PICKING_BLIND: Final = 2
PLACING: Final = 3
ACTING: Final = 4
GOING_ON: Final = 5

STUNNED: Final = 1 << fx.STUN
ROOTED: Final = 1 << fx.SNARE | 1 << fx.GROUND
GROUNDED: Final = 1 << fx.GROUND
DISARMED: Final = 1 << fx.DISARM
SILENCED: Final = 1 << fx.SILENCE


class Turns(Battle):
    """A battle with turns: `turn` is the deciding seat, `active` its bound unit or NONE."""

    PASSING: ClassVar = ("listed",)

    def __init__(self, setting: Setting, source: Turns | None) -> None:
        super().__init__(setting, source)
        self.space = setting.space
        if source is None:
            self.stage = PICKING
            self.banned = 0
            self.first = 0
            self.turn = 0
            self.active = NONE
            self.moved = False
            self.struck = False
            self.listed: list[int] | None = None
        else:
            self.stage = source.stage
            self.banned = source.banned
            self.first = source.first
            self.turn = source.turn
            self.active = source.active
            self.moved = source.moved
            self.struck = source.struck
            self.listed = source.listed

    # --- nouns: what may be done ---

    def is_ready(self, unit: int) -> bool:
        """True if on the map with its turn in this phase not taken (P-7)."""
        return self.place[unit] >= 0 and not self.taken[unit]

    def ready(self, seat: int) -> list[int]:
        """Ready units of a player, in squad order."""
        first = seat * self.squad
        return [unit for unit in range(first, first + self.squad) if self.place[unit] >= 0 and not self.taken[unit]]

    def can_walk(self, unit: int, bars: int) -> bool:
        """True if its basic move is unused and no effect forbids it (UL-10, UL-24)."""
        if bars & ROOTED:
            return False
        return unit != self.active or not self.moved

    def has_struck(self, unit: int) -> bool:
        """True if its attack or normal ability is used up in this turn (UL-11)."""
        return unit == self.active and self.struck

    def bars_ability(self, ability: Ability, bars: int) -> bool:
        """True if an effect on its user forbids an ability (UL-24)."""
        if bars & SILENCED:
            return True
        if ability.moves_its_user and bars & GROUNDED:
            return True
        return ability.needs_a_weapon and bool(bars & DISARMED)

    def new_aims(self, seat: int) -> Aims:
        enemies = self.enemies(seat)
        return Aims(self.space, enemies, self.in_sight(enemies))

    def list_acts(self, seat: int) -> list[int]:
        """Moves at the beginning of a turn, in the order of P-9."""
        aims = self.new_aims(seat)
        for unit in self.ready(seat):
            self.list_actions(unit, aims)
        return aims.out

    def list_follow_ups(self, unit: int) -> list[int]:
        """Moves after a first action, and `finish`."""
        aims = self.new_aims(self.seat_of(unit))
        self.list_actions(unit, aims)
        return aims.out

    def list_actions(self, unit: int, aims: Aims) -> None:
        """Lists moves, attacks, normal ability, ultimatum, then pass or finish (P-9)."""
        space = self.space
        slot = unit % self.squad
        base = space.base(slot)
        bars = self.bars(unit) if self.effects else 0
        if not bars & STUNNED:
            aims.may_walk = self.can_walk(unit, bars)
            if aims.may_walk:
                self.list_walks(unit, slot, aims)
            if not self.has_struck(unit):
                character = self.character(unit)
                if not bars & DISARMED:
                    aims.base = base + space.attack
                    self.aim_attack(unit, aims)
                if self.normal_wait[unit] == 0 and not self.bars_ability(character.normal, bars):
                    aims.base = base + space.normal
                    aims.hexes_of = space.normal_hexes[slot]
                    character.aim_normal(self, unit, aims)
            if unit != self.active and self.may_use_ultimatum(unit, bars):
                aims.base = base + space.ultimatum
                aims.hexes_of = space.ultimatum_hexes[slot]
                self.character(unit).aim_ultimatum(self, unit, aims)
        aims.out.append(base + space.end)

    def list_walks(self, unit: int, slot: int, aims: Aims) -> None:
        """Lists ends of the basic move: free hexes within Speed, around enemies and walls (UL-15)."""
        speed = self.speed_of(unit)
        if speed == 0:
            return
        if not aims.passable:
            aims.passable = self.passable(self.seat_of(unit))
            aims.free = self.without_characters(aims.passable)
        ground = self.ground
        start = self.place[unit]
        clear = speed
        for enemy in aims.enemies:
            apart = ground.distance(start, self.place[enemy])
            if apart < clear:
                clear = apart
        reached = ground.reach(start, speed, aims.passable, clear)
        row = ground.mask_row[start]
        first = row - speed if row > speed else 1
        last = row + speed if row + speed < ground.rows else ground.rows
        self.space.moves[slot].add(aims.out, reached, aims.free, first, last)

    def may_use_ultimatum(self, unit: int, bars: int) -> bool:
        """False before its phase, during cooldown or under a forbidding effect (UL-12, UL-14, UL-20)."""
        if self.ultimatum_wait[unit] > 0 or self.phase < self.n.ultimatum_from_phase:
            return False
        return not self.bars_ability(self.character(unit).ultimatum, bars)

    # --- verbs: a turn (P-10) ---

    def begin_turn(self, unit: int) -> bool:
        """Binds the turn and applies effects. Returns True if the unit survives (UL-22, UL-23)."""
        self.active = unit
        self.moved = False
        self.struck = False
        self.taken[unit] = 1
        if self.events is not None:
            self.note("turn", [self.label(unit), self.phase])
        if self.effects:
            self._apply_effects(unit)
        return self.place[unit] >= 0

    def _apply_effects(self, unit: int) -> None:
        """Lowers every counter by 1; ticking effects act, oldest first, until the bearer dies (UL-36).

        A ticking effect acts one last time as its counter reaches 0; a holding one at 0 lasts until the end of the
        turn.
        """
        acting: list[int] = []
        left: list[int] = []
        for effect in self.effects:
            if bearer_of(effect) != unit:
                left.append(effect)
                continue
            lowered = fx.one_turn_less(effect) if turns_of(effect) > 0 else effect
            if fx.ticks(kind_of(effect)):
                acting.append(effect)
                if turns_of(lowered) > 0:
                    left.append(lowered)
            else:
                left.append(lowered)
        self.effects = left
        for effect in acting:
            if self.over or self.place[unit] < 0:
                return
            self._tick(unit, effect)

    def _tick(self, unit: int, effect: int) -> None:
        kind = kind_of(effect)
        amount = fx.amount_of(effect)
        if self.events is not None:
            self.note("tick", [self.label(unit), fx.EFFECT_NAMES[kind], amount])
        if kind == fx.POISON:
            self.hit(unit, amount, TRUE)
        elif kind == fx.REGROWTH:
            self.heal(unit, amount)
        else:
            dealt = self.hit(unit, amount, TRUE)
            self.heal(fx.giver_of(effect), dealt)

    def act(self, unit: int, code: int, rng: Rng) -> None:
        """Performs one action; `code` is its place in the unit's band of the move space."""
        space = self.space
        if code < space.attack:
            self.walk(unit, code)
        elif code < space.normal:
            self.struck = True
            target = code - space.attack
            if self.seat_of(target) == self.seat_of(unit):
                self.tend(unit, target)
            else:
                self.basic_attack(unit, target, 100, rng)
        elif code < space.ultimatum:
            self.struck = True
            self.normal_wait[unit] = self.n.normal_cooldown[self.kind[unit]]
            character = self.character(unit)
            self._note_ability(unit, character.normal, code - space.normal)
            character.use_normal(self, unit, code - space.normal, rng)
            self.after_ability()
        else:
            self.moved = True
            self.struck = True
            self.ultimatum_wait[unit] = self.n.ultimatum_cooldown[self.kind[unit]]
            character = self.character(unit)
            self._note_ability(unit, character.ultimatum, code - space.ultimatum)
            character.use_ultimatum(self, unit, code - space.ultimatum, rng)
            self.after_ability()

    def walk(self, unit: int, end: int) -> None:
        """A basic move by the default way; the way matters only to observers and traps (UL-28)."""
        self.moved = True
        side = self.seat_of(unit)
        if self.events is None and not self.has_enemy_traps(side):
            self.put(unit, end)
            return
        way = self.ground.default_way(self.place[unit], end, self.passable(side))
        self.walk_along(unit, way)

    def walk_along(self, unit: int, way: list[int]) -> None:
        self.moved = True
        if self.events is not None:
            bonus = self.character(unit).own_speed(self, unit)
            if bonus > 0 and len(way) > self.speed_of(unit) - bonus:
                self.note_passive(unit, bonus)
        self.run(unit, way)

    def after_ability(self) -> None:
        """Runs at the end of every ability, even if its user died (UL-33)."""
        if self.over:
            return
        for unit in range(self.units):
            if self.place[unit] >= 0:
                self.character(unit).after_any_ability(self, unit)

    def end_turn(self) -> None:
        """Drops expired effects and passes the turn on."""
        unit = self.active
        self.active = NONE
        if self.over:
            return
        if self.effects:
            self._drop_expired_effects(unit)
        self.pass_on()

    def _drop_expired_effects(self, unit: int) -> None:
        left = [e for e in self.effects if bearer_of(e) != unit or turns_of(e) > 0]
        if len(left) < len(self.effects):
            if self.events is not None:
                for effect in self.effects:
                    if bearer_of(effect) == unit and turns_of(effect) == 0:
                        self.note("ended", [self.label(unit), fx.EFFECT_NAMES[kind_of(effect)]])
            self.effects = left

    # --- verbs: phases (P-11) ---

    def pass_on(self) -> None:
        """Passes the turn to the next player with a ready unit, or ends the phase."""
        players = self.setting.players
        for ahead in range(1, players + 1):
            seat = (self.turn + ahead) % players
            if self.ready(seat):
                self.turn = seat
                self.stage = ACTING
                self.listed = None
                return
        self.end_phase()
        if not self.over:
            self.begin_phase()

    def begin_phase(self) -> None:
        """Starts a phase with its first player, or the next one in play (UL-6)."""
        self.phase += 1
        for unit in range(self.units):
            self.taken[unit] = 0
        if self.events is not None:
            self.note("phase", [self.phase])
        players = self.setting.players
        starter = self.first
        if self.n.rotate_first:
            starter = (self.first + self.phase - 1) % players
        self.turn = (starter - 1) % players
        self.pass_on()

    def end_phase(self) -> None:
        """Lowers all cooldowns, then checks the phase limit (UL-20, UL-26)."""
        for unit in range(self.units):
            if self.normal_wait[unit] > 0:
                self.normal_wait[unit] -= 1
            if self.ultimatum_wait[unit] > 0:
                self.ultimatum_wait[unit] -= 1
        if self.phase >= self.n.phase_limit:
            self._count_out()

    def _count_out(self) -> None:
        """Most living characters win, then most HP; a tie has no winner."""
        best = -1
        winner = NONE
        for seat in range(self.setting.players):
            score = 0
            for unit in range(seat * self.squad, seat * self.squad + self.squad):
                if self.hp[unit] > 0:
                    score += 1_000_000 + self.hp[unit]
            if score > best:
                best = score
                winner = seat
            elif score == best:
                winner = NONE
        self.finish_match(winner)

    # --- words for events ---

    def _note_ability(self, unit: int, ability: Ability, named: int) -> None:
        if self.events is None:
            return
        label = self.label(unit)
        words = self.named_words(unit, ability, named)
        if ability.hidden:
            seat = self.seat_of(unit)
            self.note_for(seat, "ability", [label, ability.name, words], "ability", [label, ability.name, ""])
        else:
            self.note("ability", [label, ability.name, words])

    def named_words(self, unit: int, ability: Ability, named: int) -> str:
        """Target of an ability in the notation (N-2)."""
        names = self.ground.names
        if ability.names == CHARACTER:
            return self.label(named)
        if ability.names == DIRECTION:
            return DIRECTION_NAMES[named]
        if ability.names == HEX:
            return names[named]
        if ability.names == CHARACTER_AND_HEX:
            return f"{self.label(named // DIRECTIONS)} {names[self.beside(named // DIRECTIONS, named % DIRECTIONS)]}"
        if ability.names == PAIR:
            return f"{self.label(named // self.units)} {self.label(named % self.units)}"
        if ability.names == FALLEN_AND_SPAWN:
            seat = self.seat_of(unit)
            fallen = seat * self.squad + named // self.space.camp
            return f"{self.character(fallen).name} {names[self.ground.spawns[seat][named % self.space.camp]]}"
        return ""
