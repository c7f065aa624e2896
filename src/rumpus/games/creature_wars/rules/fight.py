"""The duel itself: who wins (B-8), who slips out of it (B-9), what it costs (B-10) and where the cards go (B-11)."""

from __future__ import annotations

from rumpus.games.creature_wars.rules.cards import (
    BACK,
    BACK_TIRED,
    CANNONBALL,
    CREATURE,
    DISCARDED,
    FLED,
    GIANT,
    GRAVEYARD,
    GRINCH,
    KILLED,
    MILITIA,
    NIGHTMARE,
    NO_FATE,
    NO_TRIBE,
    NO_TYPE,
    NOBODY,
    ODDITY,
    OUT,
    OUTCAST,
    RETIRED,
    SCARECROW,
    SERPENT,
    SKELETON,
    SKELETOR,
    SLAIN,
    TRIBES,
    VANISHED,
    WITCH,
    Card,
)
from rumpus.games.creature_wars.rules.duel import Duel
from rumpus.games.creature_wars.rules.frames import Frame
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of


def beats(mine: int, theirs: int) -> bool:
    """Ancient beats Fire beats Nightmare beats Holy beats Ancient (CW-30); no type beats nothing (CW-31)."""
    return mine != NO_TYPE and theirs != NO_TYPE and (mine + 1) % 4 == theirs


class Fight(Duel):
    """Two cards face to face."""

    # --- power (CW-29) ---

    def power(self, p: int) -> int:
        """The power of the card in p's slot against the card in the other."""
        empire = self.empires[p]
        card = self.cards[empire.slot]
        total = card.base + card.level
        if empire.surging:
            total += 3
        if card.kind != CREATURE:
            return total
        if card.type == NIGHTMARE:
            total += 2 * self.magic.sand
        facing = self.empires[1 - p].slot
        if facing != NOBODY and beats(card.type, self.cards[facing].type):
            foe = self.cards[facing]
            total += 6 if self.magic.juno and (card.tribe == GIANT or foe.tribe == GIANT) else 3
        return total

    # --- B-8 ---

    def compare(self) -> None:
        """Find the winner, the losers and the fate of both cards: the first rule that fits decides."""
        self.winner = NOBODY
        self.losers = 0
        self.clash = False
        self.bizarre = False
        self.fought = False
        self.blow_to = NOBODY
        f = self.first
        a = self.empires[f].slot
        b = self.empires[1 - f].slot
        self.compared[f] = a
        self.compared[1 - f] = b
        self.empires[f].fate = NO_FATE
        self.empires[1 - f].fate = NO_FATE
        if a == NOBODY or b == NOBODY:
            self._void(f)
            self._void(1 - f)
            return
        self._use_up_charges(self.cards[a], self.cards[b])
        if self.cards[a].kind == ODDITY or self.cards[b].kind == ODDITY:
            self._meet_oddity(f)
            self._meet_oddity(1 - f)
            return
        self.fought = True
        if self.cards[a].tribe == SCARECROW or self.cards[b].tribe == SCARECROW:
            self._set_fate(f, DISCARDED)
            self._set_fate(1 - f, DISCARDED)
            return
        if self._automatic_loss(f) or self._unassailable(f) or self._automatic_win(f):
            return
        self._measure(f)

    def _set_fate(self, p: int, fate: int) -> None:
        """A Militia vanishes whatever happens (CW-26)."""
        vanishes = self.cards[self.empires[p].slot].name == MILITIA
        self.empires[p].fate = VANISHED if vanishes else fate

    def _void(self, p: int) -> None:
        c = self.empires[p].slot
        if c == NOBODY:
            return
        kind = self.cards[c].kind
        self._set_fate(p, BACK if kind == CREATURE else (FLED if kind == WITCH else OUT))

    def _use_up_charges(self, a: Card, b: Card) -> None:
        """Goliath's and the Berserker's charges are spent by the first duel they fit, once (B-8)."""
        if self.magic.goliath and not self.inverted and a.kind == CREATURE and b.kind == CREATURE:
            self.magic.goliath -= 1
            self.inverted = True
        if self.magic.berserk and not self.berserk:
            self.magic.berserk -= 1
            self.berserk = True

    def _meet_oddity(self, p: int) -> None:
        """What becomes of p's card when at least one of the two does not fight (B-8.2)."""
        c = self.empires[p].slot
        card = self.cards[c]
        if card.kind == ODDITY:
            self._set_fate(p, OUT)
        elif card.kind == WITCH:
            self._set_fate(p, FLED)
        elif self.cards[self.empires[1 - p].slot].name == CANNONBALL:
            if card.name != MILITIA:
                self.blow_to = 1 - p
                self.blow = self.harm(c)
            self._set_fate(p, RETIRED)
        else:
            self._set_fate(p, BACK_TIRED)

    def _loses_anyway(self, p: int) -> bool:
        card = self.cards[self.empires[p].slot]
        if card.kind == WITCH:
            return witch_of(card.witch).loses_every_fight
        return card.doomed != NOBODY

    def _automatic_loss(self, f: int) -> bool:
        first = self._loses_anyway(f)
        second = self._loses_anyway(1 - f)
        if first and second:
            for p in (f, 1 - f):
                self.losers |= 1 << p
                self._set_fate(p, KILLED if self.cards[self.empires[p].slot].kind == WITCH else SLAIN)
            return True
        if first or second:
            self._defeat(f if first else 1 - f)
            return True
        return False

    def _cannot_be_attacked(self, p: int) -> bool:
        card = self.cards[self.empires[p].slot]
        return card.kind == WITCH and witch_of(card.witch).cannot_be_attacked

    def _unassailable(self, f: int) -> bool:
        for p in (f, 1 - f):
            if self._cannot_be_attacked(p):
                self._escape(p)
                return True
        return False

    def _escape(self, p: int) -> None:
        """A witch flees: from a creature that is a win without a loser, from another witch both flee (CW-47, CW-49)."""
        self._set_fate(p, FLED)
        if self.cards[self.empires[1 - p].slot].kind == WITCH:
            self._set_fate(1 - p, FLED)
        else:
            self.winner = p
            self._set_fate(1 - p, BACK)

    def _wins_anyway(self, p: int) -> bool:
        if self.empires[p].fortunate:
            return True
        return self.magic.venom and self.cards[self.empires[p].slot].tribe == SERPENT

    def _automatic_win(self, f: int) -> bool:
        first = self._wins_anyway(f)
        second = self._wins_anyway(1 - f)
        if first == second:
            return False
        self._defeat(1 - f if first else f)
        return True

    def _measure(self, f: int) -> None:
        """Power decides (B-8.7)."""
        mine = self.power(f)
        theirs = self.power(1 - f)
        if self.events is not None:
            self.tell("powers", [f, mine, theirs])
        a = self.cards[self.empires[f].slot]
        b = self.cards[self.empires[1 - f].slot]
        if a.kind == CREATURE and b.kind == CREATURE:
            if mine == theirs:
                self._set_fate(f, BACK_TIRED)
                self._set_fate(1 - f, BACK_TIRED)
                return
            david = self.magic.david and (a.tribe == GIANT) != (b.tribe == GIANT)
            lower_wins = self.inverted or david
            self._defeat(f if (mine < theirs) != lower_wins else 1 - f)
        elif a.kind == WITCH and b.kind == WITCH:
            if mine == theirs:
                self._escape(f)
            else:
                self._defeat(f if mine < theirs else 1 - f)
        else:
            hunter = f if a.kind == CREATURE else 1 - f
            strength = mine if hunter == f else theirs
            if strength > mine + theirs - strength:
                self._defeat(1 - hunter)
            else:
                self._escape(1 - hunter)

    def _defeat(self, loser: int) -> None:
        """One side has lost, the other has won."""
        winner = 1 - loser
        self.winner = winner
        self.losers = 1 << loser
        lost = self.cards[self.empires[loser].slot]
        won = self.cards[self.empires[winner].slot]
        self._set_fate(loser, KILLED if lost.kind == WITCH else SLAIN)
        if won.kind == WITCH:
            self._set_fate(winner, FLED)
        elif lost.kind == WITCH:
            self._set_fate(winner, BACK)
        else:
            self._set_fate(winner, RETIRED)
            self.clash = won.tribe != NO_TRIBE and won.tribe == lost.tribe
            self.bizarre = beats(lost.type, won.type)

    # --- B-9 ---

    def twist(self) -> None:
        """Baden's switches, each followed by a new comparison, then Skeletor's trick."""
        f = self.first
        while self._baden(f) or self._baden(1 - f):
            self.compare()
        self._skeletor(f)
        self._skeletor(1 - f)

    def _baden(self, p: int) -> bool:
        empire = self.empires[p]
        if not (self.losers >> p & 1) or not empire.baden or empire.switched:
            return False
        rescuer = self.most_powerful([c for c in self.creatures(p) if self.cards[c].locks == 0])
        if rescuer == NOBODY:
            return False
        empire.baden -= 1
        empire.switched = True
        old = empire.slot
        if self.events is not None:
            self.tell("steps in", [p, self.text(rescuer), self.text(old)])
        self.mine(rescuer).cooldown = 0
        self._step_in(p, rescuer, old)
        empire.surging = False
        empire.fortunate = False
        empire.doubled = False
        if self.cards[old].name != MILITIA:
            self.mine(old).doomed = NOBODY
            self.enter(p, old, True)
        return True

    def _step_in(self, p: int, c: int, old: int) -> None:
        self.leave(old)
        self.into_slot(p, c)
        if self.cards[c].tribe == GRINCH:
            self.release(c, p)

    def _skeletor(self, p: int) -> None:
        c = self.empires[p].slot
        if c == NOBODY or self.cards[c].name != SKELETOR:
            return
        fate = self.empires[p].fate
        if fate not in (SLAIN, RETIRED) or not self.fought:
            return
        facing = self.empires[1 - p].slot
        if facing == NOBODY or self.cards[facing].kind != CREATURE:
            return
        stand_in = self.one_of([s for s in self.of_tribe(p, SKELETON) if self.cards[s].name != SKELETOR])
        if stand_in == NOBODY:
            return
        if self.events is not None:
            self.tell("steps in", [p, self.text(stand_in), self.text(c)])
        self.fail_quests(stand_in)
        self._step_in(p, stand_in, c)
        self.enter(p, c, True)

    # --- B-10 ---

    def deal_damage(self) -> None:
        """The losers pay, then vengeance, backlash and the Cannonball's price; remembers what each lost."""
        f = self.first
        before = [self.empires[0].hp, self.empires[1].hp]
        for p in (f, 1 - f):
            if self.losers >> p & 1:
                self._pay(p)
        for p in (f, 1 - f):
            if self.empires[p].fate == KILLED:
                card = self.cards[self.empires[p].slot]
                witch_of(card.witch).avenges(self, Frame(card.witch, self.empires[p].slot, p))
        if self.magic.backlash and self.winner != NOBODY:
            c = self.empires[self.winner].slot
            if self.cards[c].kind == CREATURE and self.cards[c].level >= 6:
                self.hurt(self.winner, self.harm(c))
        if self.blow_to != NOBODY:
            self.hurt(self.blow_to, self.blow)
        if self.fought:
            self.last_duel = [
                self.empires[0].slot,
                self.empires[1].slot,
                before[0] - self.empires[0].hp,
                before[1] - self.empires[1].hp,
            ]
        else:
            self.last_duel = []

    def _pay(self, p: int) -> None:
        empire = self.empires[p]
        c = empire.slot
        card = self.cards[c]
        damage = 0
        if not (card.kind == CREATURE and card.name != MILITIA and self._takes_the_guilt(p)):
            damage = card.base if card.kind == WITCH else self.harm(c)
            if empire.doubled:
                damage *= 2
            if empire.proud:
                damage *= 2
            damage += 3 * self.magic.wrath
            if self.berserk and self.winner != NOBODY:
                damage += self.cards[self.empires[self.winner].slot].level
        if empire.proud:
            empire.proud -= 1
        self.hurt(p, damage)

    def _takes_the_guilt(self, p: int) -> bool:
        """A Sin-Eater charge lays the loss on a random creature in hand, an outcast from now on (B-10.1)."""
        if not self.empires[p].sin_eater:
            return False
        guilty = self.one_of(self.creatures(p))
        if guilty == NOBODY:
            return False
        self.empires[p].sin_eater -= 1
        self.lock(guilty, OUTCAST)
        return True

    # --- B-11 ---

    def dispose(self) -> None:
        """Tallies, then both cards go where their fates send them."""
        f = self.first
        for p in (f, 1 - f):
            self._count(p)
        for p in (f, 1 - f):
            empire = self.empires[p]
            if empire.fate in (SLAIN, KILLED):
                empire.rings_left = self.drop_rings(empire.slot)
        for p in (f, 1 - f):
            if self.empires[p].slot != NOBODY:
                self._put_away(p, self.empires[p].slot, self.empires[p].fate)

    def _count(self, p: int) -> None:
        empire = self.empires[p]
        if self.winner == p:
            empire.won += 1
            empire.run = empire.run + 1 if empire.run_alive else 1
            empire.run_alive = True
        if self.losers >> p & 1:
            empire.lost += 1
            empire.run_alive = False
        if empire.fate == SLAIN:
            tribe = self.cards[empire.slot].tribe
            if 0 <= tribe < TRIBES:
                self.empires[1 - p].slain_tribes |= 1 << tribe
        if empire.fate == FLED and self.cards[empire.slot].witch not in empire.escaped:
            empire.escaped = [*empire.escaped, self.cards[empire.slot].witch]

    def _put_away(self, p: int, c: int, fate: int) -> None:
        if fate in (BACK, BACK_TIRED):
            self.give_back(p, c, 1 if fate == BACK_TIRED else 0)
            return
        if self.events is not None:
            self.tell("fate", [p, self.text(c), fate])
        if fate == VANISHED:
            self.vanish(c)
        elif fate == OUT or (self.empires[p].banished and self.cards[c].kind == WITCH):
            self.take_out(c)
        else:
            self.bury(c, fate, p)

    def eaten(self, p: int) -> None:
        """The winner's cannibals eat the defeated card and heal its base strength (B-12.4)."""
        foe = 1 - p
        c = self.last_duel[foe] if self.last_duel else NOBODY
        if c == NOBODY or self.empires[foe].fate not in (SLAIN, KILLED):
            return
        base = self.cards[c].base
        if self.cards[c].zone == GRAVEYARD:
            self.take_out(c)
        if self.events is not None:
            self.tell("eaten", [p, self.text(c)])
        self.heal(p, base)
