"""Changes of the board. Each one notes its own event, so no ability can forget it."""

from __future__ import annotations

from rumpus.core.position import EVERYONE, Arg, Event
from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.effects import bearer_of, kind_of
from rumpus.games.ultimatum.rules.terrain.board import DAMAGE_NAMES, NONE, PHYSICAL, TRUE, Board
from rumpus.games.ultimatum.rules.terrain.ground import NOWHERE
from rumpus.games.ultimatum.rules.trap import Trap


class Battle(Board):
    """The board with its changes; subclasses add turns."""

    # --- verbs: notes ---

    def note(self, kind: str, args: list[Arg]) -> None:
        if self.events is not None:
            self.events.append(Event(kind, args, EVERYONE))

    def note_for(self, seat: int, kind: str, args: list[Arg], others_see: str, others_args: list[Arg]) -> None:
        """Notes an event of one seat; the others see only the public part."""
        if self.events is not None:
            self.events.append(Event(kind, args, 1 << seat, others_see, others_args))

    def note_passive(self, unit: int, amount: int = 0) -> None:
        """Notes that a passive acts, and the amount it adds."""
        if self.events is not None:
            self.note("passive", [self.label(unit), self.character(unit).passive.name, amount])

    # --- verbs: effects ---

    def give(self, unit: int, kind: int, amount: int, turns: int, giver: int) -> None:
        """Gives an effect to a unit (UL-33)."""
        if self.over or self.place[unit] < 0:
            return
        self.effects.append(fx.pack(unit, kind, amount, turns, giver))
        if self.events is not None:
            self.note("effect", [self.label(unit), fx.EFFECT_NAMES[kind], amount, turns])

    def remove_effects(self, unit: int, kind: int) -> None:
        self.effects = [e for e in self.effects if bearer_of(e) != unit or kind_of(e) != kind]

    def cleanse(self, unit: int) -> None:
        """Removes all harmful effects (UL-38)."""
        if self.events is not None:
            for effect in self.effects:
                if bearer_of(effect) == unit and fx.is_harmful(effect):
                    self.note("ended", [self.label(unit), fx.EFFECT_NAMES[kind_of(effect)]])
        self.effects = [e for e in self.effects if bearer_of(e) != unit or not fx.is_harmful(e)]

    def reveal(self, unit: int) -> None:
        """Ends all invisibility of a character (UL-39)."""
        if self.effects and self.bears(unit, fx.INVISIBLE):
            self.remove_effects(unit, fx.INVISIBLE)
            if self.events is not None:
                self.note("seen", [self.label(unit)])

    def gain_shield(self, unit: int, amount: int) -> None:
        """Adds to a shield, up to the limit (UL-37)."""
        if self.over or self.place[unit] < 0:
            return
        before = self.shield[unit]
        after = before + amount
        if after > self.n.shield_limit:
            after = self.n.shield_limit
        if after > before:
            self.shield[unit] = after
            if self.events is not None:
                self.note("shield", [self.label(unit), after - before, after])

    def heal(self, unit: int, amount: int) -> None:
        """Heals a living character, up to its maximum (UL-18)."""
        if self.over or self.place[unit] < 0:
            return
        gained = self.n.hp[self.kind[unit]] - self.hp[unit]
        if gained > amount:
            gained = amount
        if gained > 0:
            self.hp[unit] += gained
            if self.events is not None:
                self.note("heal", [self.label(unit), gained, self.hp[unit]])

    # --- verbs: hits and death (UL-30) ---

    def hit(self, victim: int, amount: int, damage: int) -> int:
        """Hits one character. Returns the HP lost."""
        if self.over or self.place[victim] < 0:
            return 0
        lost = self._hurt(victim, amount, damage)
        if lost > 0:
            self.reveal(victim)
        if self.hp[victim] == 0:
            self._die(victim)
            self._check_end()
        return lost

    def hit_each(self, victims: list[int], amounts: list[int], damage: int) -> None:
        """Hits several at once: all lose HP, then the dead leave, then the end is checked (UL-25)."""
        hurt: list[int] = []
        for i in range(len(victims)):
            if self._hurt(victims[i], amounts[i], damage) > 0:
                hurt.append(victims[i])
        for victim in hurt:
            self.reveal(victim)
        somebody_died = False
        for victim in victims:
            if self.hp[victim] == 0:
                self._die(victim)
                somebody_died = True
        if somebody_died:
            self._check_end()

    def _hurt(self, victim: int, amount: int, damage: int) -> int:
        """Applies defence, then shield, then HP; the floor is 0, or 1 under Last stand."""
        loss = self.loss(victim, amount, damage) if damage != TRUE else amount
        absorbed = self.shield[victim]
        if absorbed > loss:
            absorbed = loss
        self.shield[victim] -= absorbed
        loss -= absorbed
        floor = 1 if self.effects and self.bears(victim, fx.LAST_STAND) else 0
        if loss > self.hp[victim] - floor:
            loss = self.hp[victim] - floor
        self.hp[victim] -= loss
        if self.events is not None:
            self.note("damage", [self.label(victim), loss, DAMAGE_NAMES[damage], absorbed, self.hp[victim]])
        return loss

    def _die(self, unit: int) -> None:
        """Removes a character with its effects, shield, charges and traps (UL-19)."""
        self.on[self.place[unit]] = NONE
        self.place[unit] = NOWHERE
        self.hp[unit] = 0
        self.shield[unit] = 0
        self.charges[unit] = 0
        self.died[unit] = self.phase
        self.effects = [effect for effect in self.effects if bearer_of(effect) != unit]
        if self.events is not None:
            self.note("death", [self.label(unit)])
            if not self.is_in_play(self.seat_of(unit)):
                self.note("eliminated", [self.seat_of(unit)])
        if self.traps:
            self.traps = [trap for trap in self.traps if trap.owner != unit]

    def _check_end(self) -> None:
        """Ends the match if fewer than two players have a living character (UL-25, UL-40)."""
        alive = [seat for seat in range(self.setting.players) if self.is_in_play(seat)]
        if len(alive) < 2:
            self.finish_match(alive[0] if alive else NONE)

    def finish_match(self, winner: int) -> None:
        """Ends the match; NONE for no winner."""
        self.over = True
        self.winner = winner
        if self.events is not None:
            self.note("over", [winner, self.phase])

    # --- verbs: places (UL-31) ---

    def put(self, unit: int, place: int) -> None:
        """Moves a unit without consequences of entering."""
        old = self.place[unit]
        if old >= 0:
            self.on[old] = NONE
        self.place[unit] = place
        self.on[place] = unit

    def run(self, unit: int, way: list[int]) -> bool:
        """Enters every free hex of a way until a trap stops it. Returns True if one did."""
        if self.events is not None:
            self._note_run(unit, way)
        if not self.traps:
            self.put(unit, way[-1])
            return False
        for place in way:
            if self.on[place] < 0:
                self.put(unit, place)
                if self.enter(unit, place):
                    return True
        return False

    def _note_run(self, unit: int, way: list[int]) -> None:
        names = [self.ground.names[self.place[unit]]]
        for place in way:
            names.append(self.ground.names[place])
            if self.on[place] < 0 and self.is_trapped_for(unit, place):
                break
        self.note("run", [self.label(unit), " ".join(names)])

    def jump(self, unit: int, place: int) -> None:
        """Enters only the landing hex; none if it is the current one."""
        if self.over or place == self.place[unit]:
            return
        if self.events is not None:
            self.note("jump", [self.label(unit), self.ground.names[self.place[unit]], self.ground.names[place]])
        self.put(unit, place)
        self.enter(unit, place)

    def swap(self, first: int, second: int) -> None:
        """Swaps two characters as one jump; then each, if alive, enters its new hex in order."""
        there = self.place[second]
        here = self.place[first]
        self.place[first] = there
        self.place[second] = here
        self.on[there] = first
        self.on[here] = second
        if self.events is not None:
            names = self.ground.names
            self.note("swap", [self.label(first), self.label(second), names[there], names[here]])
        self.enter(first, there)
        if not self.over and self.place[second] >= 0:
            self.enter(second, here)

    def enter(self, unit: int, place: int) -> bool:
        """Sets off enemy traps on a hex, oldest first; True if any. Else all know the hex is free of traps."""
        side = unit // self.squad
        went_off = False
        i = 0
        while i < len(self.traps):
            trap = self.traps[i]
            if trap.owner // self.squad == side:
                i += 1
            elif trap.place != place:
                if trap.maybe >> place & 1:
                    self.traps[i] = trap.not_on(place)
                i += 1
            else:
                went_off = True
                self._set_off(i, unit)
                if self.over or self.place[unit] < 0:
                    break
        return went_off

    def _set_off(self, index: int, victim: int) -> None:
        """Removes the trap, deals its hit, then snares a surviving victim (A-23)."""
        trap = self.traps.pop(index)
        if self.events is not None:
            self.note("trap", [self.label(victim), self.label(trap.owner), self.ground.names[trap.place]])
        self.hit(victim, self.n.set_trap_damage, PHYSICAL)
        self.give(victim, fx.SNARE, 0, self.n.set_trap_turns, trap.owner)

    # --- verbs: attacks (UL-29) ---

    def basic_attack(self, me: int, target: int, percent: int, rng: Rng) -> None:
        """One basic attack on an enemy at `percent` of the attacker's Attack."""
        attacker = self.character(me)
        defender = self.character(target)
        if self.events is not None:
            self.note("attack", [self.label(me), self.label(target)])
        from_hiding = 100
        if self.effects and self.bears(me, fx.INVISIBLE):
            from_hiding = attacker.percent_from_hiding(self)
            self.reveal(me)
        if defender.slips(self, target, rng):
            if self.events is not None:
                self.note("miss", [self.label(me), self.label(target)])
            return
        if self.events is not None:
            self._note_bonuses(me, target)
        amount = self.attack_of(me) * percent // 100 * from_hiding // 100
        amount -= defender.damage_reduction(self, target)
        dealt = self.hit(target, amount if amount > 0 else 0, PHYSICAL)
        if self.over:
            return
        if dealt > 0 and self.effects and self.bears(me, fx.LAST_STAND):
            self.heal(me, dealt * self.n.last_stand_percent // 100)
        if self.place[target] >= 0:
            attacker.after_attack(self, me, target)
            if attacker.melee:
                defender.counterattack(self, target, me)

    def _note_bonuses(self, me: int, target: int) -> None:
        own = self.character(me).own_attack(self, me)
        if own > 0:
            self.note_passive(me, own)
        for ally in self.allies(me):
            lent = self.character(ally).lent_attack(self, ally, me)
            if lent > 0:
                self.note_passive(ally, lent)
        if self.character(me).sees_all_round and self.ground.direction(self.place[me], self.place[target]) < 0:
            self.note_passive(me)
        softens = self.character(target).damage_reduction(self, target)
        if softens > 0:
            self.note_passive(target, -softens)

    def tend(self, me: int, ally: int) -> None:
        """A basic attack that heals an ally by the Attack, without the steps of UL-29 (A-7)."""
        if self.events is not None:
            self.note("tend", [self.label(me), self.label(ally), self.character(me).passive.name])
        self.heal(ally, self.attack_of(me))

    # --- verbs: abilities ---

    def reveal_if_hostile(self, me: int, named: int) -> None:
        """Reveals the user of an ability that names or hits an enemy (UL-39)."""
        if named // self.squad != me // self.squad:
            self.reveal(me)

    def hit_area(self, me: int, victims: list[int], amount: int, damage: int) -> None:
        """An area ability hits all victims at once with the same amount."""
        self.hit_area_each(me, victims, [amount] * len(victims), damage)

    def hit_area_each(self, me: int, victims: list[int], amounts: list[int], damage: int) -> None:
        """An area ability hits all victims at once, each with its amount."""
        for victim in victims:
            self.reveal_if_hostile(me, victim)
        self.hit_each(victims, amounts, damage)

    def gain_charge(self, unit: int, limit: int) -> None:
        """Adds a charge, up to the limit (A-13)."""
        if self.charges[unit] < limit:
            self.charges[unit] += 1
            if self.events is not None:
                self.note("charge", [self.label(unit), self.character(unit).passive.name, self.charges[unit]])

    def revive(self, unit: int, place: int, percent: int) -> None:
        """Returns a character with part of its HP, its turn taken (A-9)."""
        self.hp[unit] = self.max_hp(unit) * percent // 100
        self.died[unit] = NONE
        self.taken[unit] = 1
        self.put(unit, place)
        if self.events is not None:
            self.note("revive", [self.label(unit), self.ground.names[place], self.hp[unit]])

    def set_trap(self, me: int, place: int, radius: int, limit: int) -> None:
        """Sets a trap; beyond the limit the oldest disappears unseen (A-23)."""
        self.traps.append(Trap(me, place, self.possible_trap_hexes(me, radius)))
        own = [i for i in range(len(self.traps)) if self.traps[i].owner == me]
        if len(own) > limit:
            del self.traps[own[0]]

    def blow_up_traps(self, me: int) -> None:
        """Removes all traps of one owner and reveals their hexes (A-24)."""
        if self.events is not None:
            names = [self.ground.names[trap.place] for trap in self.traps if trap.owner == me]
            self.note("spring", [self.label(me), " ".join(names)])
        self.traps = [trap for trap in self.traps if trap.owner != me]
