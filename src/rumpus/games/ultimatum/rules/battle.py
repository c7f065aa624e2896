"""A battle: the verbs that change the board, each of which notes its own event, so that no ability can forget one."""

from __future__ import annotations

from rumpus.core.position import EVERYONE, Arg, Event
from rumpus.core.rng import Luck
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.board import DAMAGE_NAMES, NONE, PHYSICAL, TRUE, Board
from rumpus.games.ultimatum.rules.effects import bearer_of, kind_of
from rumpus.games.ultimatum.rules.ground import NOWHERE
from rumpus.games.ultimatum.rules.trap import Trap


class Battle(Board):
    """The board with its verbs; whose turn it is, is the business of the position built on this."""

    # --- verbs: notes ---

    def note(self, kind: str, args: list[Arg]) -> None:
        """An event that everybody sees."""
        if self.events is not None:
            self.events.append(Event(kind, args, EVERYONE))

    def note_for(self, seat: int, kind: str, args: list[Arg], outside: str, outside_args: list[Arg]) -> None:
        """An event of which the others notice only the outside."""
        if self.events is not None:
            self.events.append(Event(kind, args, 1 << seat, outside, outside_args))

    def passive_speaks(self, unit: int) -> None:
        """A passive is about to do something."""
        if self.events is not None:
            self.note("passive", [self.label(unit), self.character(unit).passive.name, 0])

    def passive_adds(self, unit: int, amount: int) -> None:
        """A passive adds so much to what is going on."""
        if self.events is not None:
            self.note("passive", [self.label(unit), self.character(unit).passive.name, amount])

    # --- verbs: effects ---

    def give(self, unit: int, kind: int, amount: int, turns: int, giver: int) -> None:
        """The character gets an effect, if it is still there to get it (UL-33)."""
        if self.over or self.place[unit] < 0:
            return
        self.effects.append(fx.pack(unit, kind, amount, turns, giver))
        if self.events is not None:
            self.note("effect", [self.label(unit), fx.EFFECT_NAMES[kind], amount, turns])

    def remove_effects(self, unit: int, kind: int) -> None:
        """All effects of one kind go."""
        self.effects = [e for e in self.effects if bearer_of(e) != unit or kind_of(e) != kind]

    def cleanse(self, unit: int) -> None:
        """All harmful effects go (UL-38)."""
        if self.events is not None:
            for effect in self.effects:
                if bearer_of(effect) == unit and fx.is_harmful(effect):
                    self.note("ended", [self.label(unit), fx.EFFECT_NAMES[kind_of(effect)]])
        self.effects = [e for e in self.effects if bearer_of(e) != unit or not fx.is_harmful(e)]

    def reveal(self, unit: int) -> None:
        """Its invisibility ends, all of it (UL-39)."""
        if self.effects and self.bears(unit, fx.INVISIBLE):
            self.remove_effects(unit, fx.INVISIBLE)
            if self.events is not None:
                self.note("seen", [self.label(unit)])

    def gain_shield(self, unit: int, amount: int) -> None:
        """Shields add up, to a limit (UL-37)."""
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
        """Never above the maximum, and never the dead (UL-18)."""
        if self.over or self.place[unit] < 0:
            return
        most = self.n.hp[self.kind[unit]]
        gained = most - self.hp[unit]
        if gained > amount:
            gained = amount
        if gained > 0:
            self.hp[unit] += gained
            if self.events is not None:
                self.note("heal", [self.label(unit), gained, self.hp[unit]])

    # --- verbs: hits and death (UL-30) ---

    def hit(self, victim: int, amount: int, damage: int) -> int:
        """A hit on one character; says how much HP it really lost."""
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
        """One hit on several at once: all lose, then all who must, die, then the end is checked (UL-25)."""
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
        """Loss by defence, then the shield, then HP, not below 0, or 1 under Last stand."""
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
        """It leaves the map at once with its effects, shield, charges and own traps (UL-19)."""
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
        """A player with no living character is out; one left wins, none left is no winner (UL-25, UL-40)."""
        alive: list[int] = []
        for seat in range(self.setting.players):
            if self.is_in_play(seat):
                alive.append(seat)
        if len(alive) < 2:
            self.finish_match(alive[0] if alive else NONE)

    def finish_match(self, winner: int) -> None:
        """It is over; NONE for no winner."""
        self.over = True
        self.winner = winner
        if self.events is not None:
            self.note("over", [winner, self.phase])

    # --- verbs: places (UL-31) ---

    def put(self, unit: int, place: int) -> None:
        """The character now stands there; what entering means is for the caller."""
        old = self.place[unit]
        if old >= 0:
            self.on[old] = NONE
        self.place[unit] = place
        self.on[place] = unit

    def run(self, unit: int, way: list[int]) -> bool:
        """It enters every free hex of the way until a trap stops it; says whether one did."""
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
        """It enters only the hex where it lands; staying where it is enters nothing."""
        if self.over or place == self.place[unit]:
            return
        if self.events is not None:
            self.note("jump", [self.label(unit), self.ground.names[self.place[unit]], self.ground.names[place]])
        self.put(unit, place)
        self.enter(unit, place)

    def swap(self, first: int, second: int) -> None:
        """Two trade places as one jump; then each, if alive, enters its new hex, the first named first."""
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
        """It sets off the enemy traps on the hex it enters, oldest first; says whether there was one.

        Where there is none, everybody has seen that there is none.
        """
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
        """The trap is removed, its hit is dealt, then the snare is given if the victim lives (A-23)."""
        trap = self.traps.pop(index)
        if self.events is not None:
            self.note("trap", [self.label(victim), self.label(trap.owner), self.ground.names[trap.place]])
        self.hit(victim, self.n.set_trap_damage, PHYSICAL)
        self.give(victim, fx.SNARE, 0, self.n.set_trap_turns, trap.owner)

    # --- verbs: attacks (UL-29) ---

    def basic_attack(self, me: int, target: int, percent: int, luck: Luck) -> None:
        """One basic attack on an enemy, step by step, at so many percent of the attacker's Attack."""
        attacker = self.character(me)
        defender = self.character(target)
        if self.events is not None:
            self.note("attack", [self.label(me), self.label(target)])
        from_hiding = 100
        if self.effects and self.bears(me, fx.INVISIBLE):
            from_hiding = attacker.percent_from_hiding(self)
            self.reveal(me)
        if defender.slips(self, target, luck):
            if self.events is not None:
                self.note("miss", [self.label(me), self.label(target)])
            return
        if self.events is not None:
            self._note_bonuses(me, target)
        amount = self.attack_of(me) * percent // 100 * from_hiding // 100
        amount -= defender.softens(self, target)
        dealt = self.hit(target, amount if amount > 0 else 0, PHYSICAL)
        if self.over:
            return
        if dealt > 0 and self.effects and self.bears(me, fx.LAST_STAND):
            self.heal(me, dealt * self.n.last_stand_percent // 100)
        if self.place[target] >= 0:
            attacker.after_blow(self, me, target)
            if attacker.melee:
                defender.answer(self, target, me)

    def _note_bonuses(self, me: int, target: int) -> None:
        """Passives that speak in this attack, so that nobody wonders about the number."""
        own = self.character(me).own_attack(self, me)
        if own > 0:
            self.note("passive", [self.label(me), self.character(me).passive.name, own])
        for ally in self.allies(me):
            lent = self.character(ally).lent_attack(self, ally, me)
            if lent > 0:
                self.note("passive", [self.label(ally), self.character(ally).passive.name, lent])
        if self.character(me).sees_all_round and self.ground.direction(self.place[me], self.place[target]) < 0:
            self.note("passive", [self.label(me), self.character(me).passive.name, 0])
        softens = self.character(target).softens(self, target)
        if softens > 0:
            self.note("passive", [self.label(target), self.character(target).passive.name, -softens])

    def tend(self, me: int, ally: int) -> None:
        """A basic attack that heals an ally by the Attack; no step of UL-29 applies (A-7)."""
        if self.events is not None:
            self.note("tend", [self.label(me), self.label(ally), self.character(me).passive.name])
        self.heal(ally, self.attack_of(me))

    # --- verbs: abilities ---

    def ability_on(self, me: int, named: int) -> None:
        """Naming or hitting an enemy with an ability ends one's own invisibility (UL-39)."""
        if named // self.squad != me // self.squad:
            self.reveal(me)

    def hit_area(self, me: int, victims: list[int], amount: int, damage: int) -> None:
        """An area ability hits all of them at once with the same amount."""
        self.hit_area_each(me, victims, [amount] * len(victims), damage)

    def hit_area_each(self, me: int, victims: list[int], amounts: list[int], damage: int) -> None:
        """An area ability hits all of them at once, each with an amount of its own."""
        for victim in victims:
            self.ability_on(me, victim)
        self.hit_each(victims, amounts, damage)

    def gain_charge(self, unit: int, limit: int) -> None:
        """Battery takes up one charge, to a limit (A-13)."""
        if self.charges[unit] < limit:
            self.charges[unit] += 1
            if self.events is not None:
                self.note("charge", [self.label(unit), self.character(unit).passive.name, self.charges[unit]])

    def revive(self, unit: int, place: int, percent: int) -> None:
        """It returns with part of its HP and nothing else, its turn taken (A-9)."""
        self.hp[unit] = self.most_hp(unit) * percent // 100
        self.died[unit] = NONE
        self.taken[unit] = 1
        self.put(unit, place)
        if self.events is not None:
            self.note("revive", [self.label(unit), self.ground.names[place], self.hp[unit]])

    def set_trap(self, me: int, place: int, radius: int, limit: int) -> None:
        """A new trap; with more than the limit the oldest disappears unseen (A-23)."""
        self.traps.append(Trap(me, place, self.where_a_trap_may_lie(me, radius)))
        own = [i for i in range(len(self.traps)) if self.traps[i].owner == me]
        if len(own) > limit:
            del self.traps[own[0]]

    def blow_up_traps(self, me: int) -> None:
        """All traps of one owner are gone, and everybody sees where they were (A-24)."""
        if self.events is not None:
            names = [self.ground.names[trap.place] for trap in self.traps if trap.owner == me]
            self.note("spring", [self.label(me), " ".join(names)])
        self.traps = [trap for trap in self.traps if trap.owner != me]
