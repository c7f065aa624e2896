"""The verbs of the game (operations OP-1 to OP-19): whatever changes a position goes through them.

So no card can forget a Rally, a gilding, a ward, a Grinch's sack or an event. Verbs take cards by number and pass over
NOBODY and cards that have left.
"""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i32

from rumpus.core.position import EVERYONE
from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.cards import (
    ALL_TRIBES,
    ANY,
    BOTH,
    CREATURE,
    DECK,
    DISCARDED,
    EVERYBODY,
    GIFT,
    GRINCH,
    HAND,
    NO_TYPE,
    NOBODY,
    NOWHERE,
    ODDITY,
    REMOVED,
    SINFUL,
    SLAIN,
    TRIBE_MARK,
    TRIBES,
    TYPE_MARK,
    TYPES,
    WITCH,
    WITCH_MARK,
    Card,
)
from rumpus.games.creature_wars.rules.changes import Changes
from rumpus.games.creature_wars.rules.places import bury, leave, put_inside, shed_marks, take_out, wrap_again


class Operations(Changes):
    """Cards move between hands, deck and piles, and Rallies form."""

    # --- hands (OP-1 to OP-9) ---

    def draw(self, p: int, n: int, luck: Luck) -> list[int]:
        """Draw from the deck, card by card (OP-1); says which cards came, those in a sack included."""
        drawn: list[int] = []
        for _ in range(n):
            self._open_barred_sacks(p, luck)
            if not self.deck:
                break
            drawn.append(self._draw_one(p, luck))
        return drawn

    def _draw_one(self, p: int, luck: Luck) -> int:
        empire = self.empires[p]
        c = self.deck[0]
        if empire.wish:
            empire.wish -= 1
            wished = self.wished_card(p, luck)
            if self.events is not None:
                self.tell("wish", [p, int(wished != NOBODY)])
            if wished != NOBODY:
                take_out(self, c)
                if self.events is not None:
                    self.tell("removed", [p, self.text(c)])
                c = wished
        leave(self, c)
        if self.events is not None:
            self._tell_draw(p, c)
        if self.magic.haggel and self.cards[c].kind == WITCH:
            self.magic.haggel -= 1
            if self.events is not None:
                self.tell("haggel", [p])
            self.hurt(p, 12)
        if empire.thirst:
            self.hurt(p, empire.thirst)
        grinch = self.collector(p)
        if grinch != NOBODY:
            put_inside(self, grinch, c)
        else:
            self.enter(p, c, luck)
        return c

    def _tell_draw(self, p: int, c: int) -> None:
        if self.collector(p) != NOBODY:
            self.tell("sacked", [p])
        else:
            self.tell("draws", [p, self.text(c)], 1 << p, "draws a card", [p])

    def _open_barred_sacks(self, p: int, luck: Luck) -> None:
        """Before anything is drawn, a Grinch barred from play empties his sack (OP-1, CW-27)."""
        for c in self.of_tribe(p, GRINCH):
            if self.barred_from_play(c):
                self.release(c, p, luck)

    def collector(self, p: int) -> int:
        """The leftmost Grinch in this hand that swallows what its holder draws (SC-6, CW-27), or NOBODY."""
        for c in self.hands[p]:
            if self.cards[c].tribe == GRINCH and not self.barred_from_play(c):
                return c
        return NOBODY

    def wished_card(self, p: int, luck: Luck) -> int:
        """A card that helps this player towards a Rally (S-21); NOBODY if there is nothing to go by."""
        tribes = [0] * ALL_TRIBES
        types = [0] * TYPES
        eligible = 0
        witches = 0
        for c in self.hands[p]:
            card = self.cards[c]
            if card.kind == WITCH:
                witches += 1
            elif card.kind == CREATURE and not card.barred:
                eligible += 1
                if 0 <= card.tribe < TRIBES:
                    tribes[card.tribe] += 1
                if card.type >= 0:
                    types[card.type] += 1
        if eligible:
            return self.random_creature(luck, _most(tribes, TRIBES), ANY, _most(types, TYPES))
        if witches:
            return self.random_witch(luck)
        return NOBODY

    def enter(self, p: int, c: int, luck: Luck, others: int = 0, scan: bool = True) -> None:
        """Into a hand, at its right end (OP-3); `others` see it too."""
        leave(self, c)
        card = self.mine(c)
        card.zone = HAND + p
        card.seen = 1 << p | others
        self.hands[p].append(c)
        self._gild(p, card)
        if scan:
            self.scan(p, luck)

    def _gild(self, p: int, card: Card) -> None:
        if self.empires[p].midas and not card.gilded:
            card.gilded = True
            card.extra += 2

    def gain(self, p: int, c: int, luck: Luck, public: bool = False) -> None:
        """A new or found card enters a hand without being drawn (OP-2); `public` if both players see it."""
        if c == NOBODY:
            return
        if self.events is not None:
            kind = self.cards[c].kind
            self.tell("gains", [p, self.text(c)], EVERYONE if public else 1 << p, "gains a card", [p, kind])
        self.enter(p, c, luck, EVERYBODY if public else 0)

    def give_back(self, p: int, c: int, cooldown: int, luck: Luck) -> None:
        """From a slot or the graveyard to a hand, with a rest of so many turns (OP-4)."""
        if self.cards[c].name == GIFT:
            wrap_again(self, c)
        self.enter(p, c, luck, EVERYBODY)
        card = self.mine(c)
        if cooldown > card.cooldown:
            card.cooldown = cooldown
        if self.events is not None:
            self.tell("returns", [p, self.text(c)])

    def discard(self, cards: Sequence[int], luck: Luck) -> None:
        """Cards of hands go to the graveyard, together (OP-5)."""
        left_by: list[int] = []
        grinches: list[int] = []
        for c in cards:
            p = NOBODY if c == NOBODY else self.holder(c)
            if p == NOBODY:
                continue
            if self.events is not None:
                self.tell("discards", [p, self.text(c)])
            self.fail_quests(c)
            bury(self, c, DISCARDED, p)
            if self.cards[c].tribe == GRINCH:
                grinches.append(c)
                left_by.append(p)
        for i in range(len(grinches)):
            self.release(grinches[i], left_by[i], luck)

    def waste(self, p: int, cards: Sequence[int], fate: int, luck: Luck) -> None:
        """Cards of a hand explode or go sour (S-16, S-58): to the graveyard together, and hurt their holder at once."""
        total = 0
        grinches: list[int] = []
        for c in cards:
            total += self.harm(c)
            if self.events is not None:
                self.tell("wasted", [p, self.text(c), fate])
            self.fail_quests(c)
            bury(self, c, fate, p)
            if self.cards[c].tribe == GRINCH:
                grinches.append(c)
        for g in grinches:
            self.release(g, p, luck)
        self.hurt(p, total)

    def remove(self, cards: Sequence[int], luck: Luck) -> None:
        """Cards leave the game for good, together, from wherever they are (OP-6)."""
        left_by: list[int] = []
        grinches: list[int] = []
        for c in cards:
            if c == NOBODY or self.cards[c].zone in (REMOVED, NOWHERE):
                continue
            p = self.holder(c)
            if self.events is not None:
                self.tell("removed", [p, self.text(c)])
            self.fail_quests(c)
            take_out(self, c)
            if p != NOBODY and self.cards[c].tribe == GRINCH:
                grinches.append(c)
                left_by.append(p)
        for i in range(len(grinches)):
            self.release(grinches[i], left_by[i], luck)

    def flee(self, cards: Sequence[int], fate: int) -> None:
        """Witches run from the hands to the graveyard without a duel (CW-81)."""
        for c in cards:
            p = self.holder(c)
            if p == NOBODY:
                continue
            if self.events is not None:
                self.tell("runs", [p, self.text(c)])
            self.fail_quests(c)
            bury(self, c, fate, p)

    def steal(self, p: int, cards: Sequence[int], luck: Luck) -> None:
        """Cards move from the other hand into p's, one by one; both players know them (OP-7)."""
        for c in cards:
            if c == NOBODY or self.holder(c) != 1 - p:
                continue
            self._change_hands(c)
            if self.events is not None:
                self.tell("steals", [p, self.text(c)], BOTH, "steals a card", [p])
            self.enter(p, c, luck, BOTH)

    def swap(self, p: int, own: Sequence[int], theirs: Sequence[int], luck: Luck) -> None:
        """The caster p gives his own cards and takes theirs, all at once; both players know them (OP-8)."""
        for c in own:
            self._change_hands(c)
        for c in theirs:
            self._change_hands(c)
        for c in theirs:
            self.enter(p, c, luck, BOTH, False)
        for c in own:
            self.enter(1 - p, c, luck, BOTH, False)
        if self.events is not None:
            for c in theirs:
                self.tell("receives", [p, self.text(c)], BOTH, "receives a card", [p])
            for c in own:
                self.tell("receives", [1 - p, self.text(c)], BOTH, "receives a card", [1 - p])
        self.scan(p, luck)
        self.scan(1 - p, luck)

    def _change_hands(self, c: int) -> None:
        self.fail_quests(c)
        for kept in self.sack(c):
            self.fail_quests(kept)
        leave(self, c)
        card = self.mine(c)
        card.first = False
        card.deal_due = 0

    def replace(self, c: int, new: int) -> None:
        """The card is destroyed and a new one takes its place in the hand (OP-9); scan the hand after the effect.

        A Grinch that goes this way must be `release`d, which `replace_all` does.
        """
        p = self.holder(c)
        if p == NOBODY or new == NOBODY:
            return
        place = self.hands[p].index(c)
        if self.events is not None:
            self.tell("replaced", [p, self.text(c), self.text(new)], 1 << p, "a card is replaced", [p])
        self.fail_quests(c)
        take_out(self, c, public=False)
        card = self.mine(new)
        card.zone = HAND + p
        card.seen = 1 << p
        self.hands[p].insert(place, new)
        self._gild(p, card)

    def replace_all(self, p: int, cards: Sequence[int], news: Sequence[int], luck: Luck) -> None:
        """Cards of one hand are replaced, place by place, then sacks are released and the hand is scanned."""
        for i in range(len(cards)):
            self.replace(cards[i], news[i])
        for c in cards:
            if self.cards[c].tribe == GRINCH and self.cards[c].zone == REMOVED:
                self.release(c, p, luck)
        self.scan(p, luck)

    def release(self, grinch: int, p: int, luck: Luck) -> None:
        """The cards of a sack enter the hand that the Grinch left, in the order they were put in (OP-18)."""
        for c in self.sack(grinch):
            if self.events is not None:
                self.tell("freed", [p, self.text(c)], 1 << p, "takes a card from the sack", [p])
            self.enter(p, c, luck)

    # --- the deck (OP-13) ---

    def _to_deck(self, cards: Sequence[int]) -> tuple[list[int], list[int]]:
        """Cards get ready for the deck; says which Grinches left which hands."""
        grinches: list[int] = []
        left_by: list[int] = []
        for c in cards:
            p = self.holder(c)
            self.fail_quests(c)
            leave(self, c)
            card = self.mine(c)
            shed_marks(card)
            card.zone = DECK
            card.seen = 0
            if p != NOBODY and card.tribe == GRINCH:
                grinches.append(c)
                left_by.append(p)
        return grinches, left_by

    def shuffle_in(self, cards: Sequence[int], luck: Luck) -> None:
        """Cards are put under the deck and the whole deck is shuffled once (OP-13); without cards nothing happens."""
        kept = [c for c in cards if c != NOBODY]
        if not kept:
            return
        grinches, left_by = self._to_deck(kept)
        self.deck.extend(kept)
        luck.shuffle(self.deck)
        if self.events is not None:
            self.tell("shuffled in", [len(kept)])
        for i in range(len(grinches)):
            self.release(grinches[i], left_by[i], luck)

    def put_on_top(self, cards: Sequence[int]) -> None:
        """Cards are laid on the deck unseen; the last one ends uppermost (OP-13)."""
        for c in cards:
            if c != NOBODY:
                self._to_deck([c])
                self.deck.insert(0, c)
                if self.events is not None:
                    self.tell("laid on top", [])

    # --- rallies (OP-17) ---

    def scan(self, p: int, luck: Luck) -> None:
        """Look for Rallies in a hand and hand out the levels (CW-54 to CW-62)."""
        hand = self.hands[p]
        if len(hand) < 4:
            return
        tribes = vec[i32]([0] * ALL_TRIBES)
        types = vec[i32]([0] * TYPES)
        witches: i32 = 0
        most: i32 = 0
        for c in hand:
            card = self.cards[c]
            if card.barred:
                continue
            if card.kind == CREATURE:
                if card.tribe >= 0:
                    tribe: int = card.tribe
                    tribes[tribe] += 1
                    if tribes[tribe] > most:
                        most = tribes[tribe]
                if card.type >= 0:
                    type_: int = card.type
                    types[type_] += 1
                    if types[type_] > most:
                        most = types[type_]
            elif card.kind == WITCH:
                witches += 1
        if most < 4 and witches < 4:
            return
        self._form_rally(p)
        if most >= 4:
            self._rally_creatures(p, tribes, types)
        if witches >= 4:
            self._rally_witches(p, luck)

    def _form_rally(self, p: int) -> None:
        if not self.empires[p].rally_formed:
            self.empires[p].rally_formed = True
            if self.events is not None:
                self.tell("rally", [p])

    def _rally_creatures(self, p: int, tribes: vec[i32], types: vec[i32]) -> None:
        for c in self.hands[p]:
            card = self.cards[c]
            if card.kind != CREATURE or card.barred:
                continue
            marks = 0
            tribe: int = card.tribe
            if tribe >= 0 and tribes[tribe] >= 4:
                marks |= TRIBE_MARK
            type_: int = card.type
            if type_ >= 0 and types[type_] >= 4:
                marks |= TYPE_MARK
            target = 0 if marks == 0 else (6 if marks == TRIBE_MARK | TYPE_MARK else 2)
            if target > card.bonus:
                self._enhance(c, target, marks)

    def _rally_witches(self, p: int, luck: Luck) -> None:
        for c in self.hands[p]:
            card = self.cards[c]
            if card.kind == WITCH and not card.barred and card.bonus == 0:
                self._enhance(c, 2, WITCH_MARK)
        if not self.empires[p].witch_bonus:
            self.empires[p].witch_bonus = True
            if self.events is not None:
                self.tell("witch rally", [p])
            self.gain(p, self.random_witch(luck, SINFUL), luck)

    def _enhance(self, c: int, target: int, marks: int) -> None:
        before = self.text(c) if self.events is not None else ""
        card = self.mine(c)
        card.level += target - card.bonus
        card.bonus = target
        card.marks |= marks
        if self.events is not None:
            self.tell("rallies", [self.holder(c), before, self.text(c)], self.knowers(c))

    def controls_rally(self, p: int, tribe: int) -> bool:
        """At least four eligible creatures of this Tribe are in the hand now (CW-64)."""
        return len([c for c in self.of_tribe(p, tribe) if not self.cards[c].barred]) >= 4

    def in_rally(self, p: int) -> list[int]:
        """The cards in a hand that belong to an active Rally, left to right (CW-54)."""
        eligible = [c for c in self.hands[p] if not self.cards[c].barred]
        found: list[int] = []
        for c in eligible:
            card = self.cards[c]
            alike = 0
            same_type = 0
            for other in eligible:
                facing = self.cards[other]
                if facing.kind == card.kind and facing.tribe == card.tribe:
                    alike += 1
                if card.type != NO_TYPE and facing.type == card.type:
                    same_type += 1
            if card.kind != ODDITY and (alike >= 4 or same_type >= 4):
                found.append(c)
        return found

    # --- the dead and the restless ---

    def can_spring(self, c: int, p: int) -> bool:
        """She could be played, her holder takes part, and nobody else has sprung for him this turn (L-25)."""
        if self.empires[p].skipping or self.cards[c].cooldown or self.barred_from_play(c):
            return False
        return not any(self.cards[other].sprung for other in self.hands[p])

    def slain(self) -> list[int]:
        """The creatures in the graveyard that were slain, the oldest first."""
        return [c for c in self.graveyard if self.cards[c].fate == SLAIN]


def _most(counts: list[int], size: int) -> int:
    """The first index with the highest count, or ANY if all are 0."""
    best = ANY
    for i in range(size):
        if counts[i] and (best == ANY or counts[i] > counts[best]):
            best = i
    return best
