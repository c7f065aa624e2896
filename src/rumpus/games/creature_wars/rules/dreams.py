"""What a player can only imagine (CW-12, CW-13): every card he does not see is dealt and rolled anew.

A dream is made from what the dreamer knows and from luck alone. Cards he sees stay as they are. The others trade
places, and their faces are rolled: a creature of the first deck keeps the Tribe and level it was made with (he can
tell from the rest which of those are left) and gets a new Type; witches and later creatures are rolled whole. Marks on
unseen cards are announced without a name (CW-14), so they fall on others of the same hand.
"""

from __future__ import annotations

from typing import Final

from rumpus.core.contract import Position, Seat
from rumpus.core.luck import Luck
from rumpus.games.creature_wars.rules.cards import (
    COAL,
    CREATURE,
    DECK,
    GIFT,
    HAND,
    INSIDE,
    NIGHTMARE,
    NO_TRIBE,
    NO_TYPE,
    NO_WITCH,
    NOBODY,
    NOWHERE,
    OFFERED,
    PHANTOM,
    PIRATE,
    PLAIN,
    TIER,
    TIER_LEVELS,
    TRIBES,
    TYPES,
    WEREWOLF,
    WITCH,
    WITCH_BASE,
    WOLF,
    Card,
)
from rumpus.games.creature_wars.rules.empires import OWES
from rumpus.games.creature_wars.rules.frames import (
    ASK_DUEL,
    ASK_OFFER,
    ASK_OWN_CARD,
    ASK_TYPE,
    BEGIN,
    NOTHING,
    Frame,
)
from rumpus.games.creature_wars.rules.moves import Choosing
from rumpus.games.creature_wars.rules.state import NO_LUCK
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of

TRIES: Final = 30
"""So often a dream is thrown away because in it the other player would not have to decide, and yet he does."""
LEVELS: Final = 6
SET_SIZE: Final = TRIBES * LEVELS


class Dreaming(Choosing):
    """From a position to one that the dreamer could not tell from it."""

    def imagine(self, seat: Seat, luck: Luck) -> Position:
        for _ in range(TRIES):
            dream = self._dream(seat, luck, False)
            if dream.plausible(self, seat):
                return dream
        return self._dream(seat, luck, True)

    def _dream(self, seat: int, luck: Luck, insist: bool) -> Dreaming:
        dream = self.copy()
        assert isinstance(dream, Dreaming)
        dream.events = None
        dream.luck = luck
        dream.forget(seat, insist)
        dream.ask_again(seat)
        dream.luck = NO_LUCK
        return dream

    def plausible(self, real: Dreaming, seat: int) -> bool:
        """Whom the dreamer knows to be asked is asked here too."""
        if real.asking == ASK_DUEL:
            return real.empires[seat].committed == OWES or self.empires[1 - seat].committed == OWES
        return self.asking == real.asking and self.asked == real.asked

    # --- faces ---

    def forget(self, seat: int, insist: bool) -> None:
        """Deal anew what this seat does not see; with `insist` the other hand is creatures that can be played."""
        foe = 1 - seat
        pinned = self._pinned()
        loose = [False] * len(self.cards)
        movable: list[int] = []
        kept: list[int] = []
        wrapped: list[int] = []
        for c in range(len(self.cards)):
            card = self.cards[c]
            if card.zone == NOWHERE:
                self.cards[c] = blank(self)
            elif card.seen >> seat & 1 or card.zone == HAND + seat:
                continue
            elif card.zone == INSIDE and self.cards[card.keeper].name == GIFT:
                wrapped.append(c)
            elif card.zone in (DECK, HAND + foe, INSIDE) and c not in pinned and self._ordinary(card):
                loose[c] = True
                movable.append(c)
            elif self._ordinary(card):
                kept.append(c)
        marks = [take_marks(self.cards[c]) for c in self.hands[foe] if loose[c]]
        self._trade_places(foe, movable, loose)
        drowned, moonstruck = self._transformed(PIRATE, PHANTOM), self._transformed(WOLF, WEREWOLF)
        for c in movable + kept:
            self._roll_face(c, drowned, moonstruck)
        for c in wrapped:
            self._wrap_anew(c)
        hidden = [c for c in self.hands[foe] if loose[c]]
        if insist:
            for c in hidden:
                self._become_creature(c)
        else:
            marks.sort()
            self.luck.shuffle(hidden)
            for i in range(len(marks)):
                put_marks(self.mine(hidden[i]), marks[i])
        self._hide_dooms(seat)

    def _pinned(self) -> list[int]:
        """Cards that something still to happen points at: they stay where they are."""
        found: list[int] = []
        for frame in self.frames:
            found.append(frame.card)
            found.extend(frame.cards)
        for quest in self.quests:
            found.extend(quest.open)
        for p in (0, 1):
            found.append(self.empires[p].forced)
        return found

    def _ordinary(self, card: Card) -> bool:
        """A creature or witch like any other; special cards were announced by name when they came."""
        if card.kind == WITCH:
            return True
        plain = card.kind == CREATURE and card.name == PLAIN and card.traits == 0
        return plain and (card.tribe < TRIBES or card.tribe in (PHANTOM, WEREWOLF))

    def _trade_places(self, foe: int, movable: list[int], loose: list[bool]) -> None:
        """The unseen cards lie in some order in hand, sacks, gifts and deck; nobody knows in which."""
        order = movable[:]
        self.luck.shuffle(order)
        keepers = [self.cards[c].keeper for c in self.inside]
        used = 0
        hand = self.hands[foe]
        for i in range(len(hand)):
            if loose[hand[i]]:
                hand[i] = order[used]
                self._place(order[used], HAND + foe, 1 << foe, NOBODY)
                used += 1
        for i in range(len(self.inside)):
            if loose[self.inside[i]]:
                self.inside[i] = order[used]
                self._place(order[used], INSIDE, 0, keepers[i])
                used += 1
        self.deck = sorted(order[used:] + [c for c in self.deck if not loose[c]])
        for c in order[used:]:
            self._place(c, DECK, 0, NOBODY)
        self.luck.shuffle(self.deck)

    def _place(self, c: int, zone: int, seen: int, keeper: int) -> None:
        card = self.mine(c)
        card.zone = zone
        card.seen = seen
        card.keeper = keeper

    def _transformed(self, tribe: int, into: int) -> bool:
        """All of this Tribe were changed at once, for everybody to see (S-02, S-04)."""
        for c in range(SET_SIZE * self.numbers.creature_sets):
            if c % SET_SIZE // LEVELS == tribe and self.cards[c].tribe == into:
                return True
        return False

    def _roll_face(self, c: int, drowned: bool, moonstruck: bool) -> None:
        """A new face for an unseen card; where it lies stays."""
        old = self.cards[c]
        if c < SET_SIZE * self.numbers.creature_sets:
            tribe, level = c % SET_SIZE // LEVELS, c % LEVELS + 1
            card = self._creature(tribe, level)
            if tribe == PIRATE and drowned:
                become(card, PHANTOM, NO_TYPE, level + 5, max(0, self.numbers.strengths[PIRATE] - 2))
            elif tribe == WOLF and moonstruck:
                become(card, WEREWOLF, NIGHTMARE, level, 8)
        elif old.kind == WITCH:
            card = self._witch()
        else:
            card = self._creature(self.luck.below(TRIBES), 1 + self.luck.below(LEVELS))
        card.zone, card.seen, card.keeper = old.zone, old.seen, old.keeper
        if old.gilded:
            card.gilded = True
            card.extra = 2
        self.cards[c] = card

    def _wrap_anew(self, c: int) -> None:
        """In a gift lies a creature or coal, never a card of the deck (S-60)."""
        old = self.cards[c]
        if self.luck.below(2) == 0:
            card = self._creature(self.luck.below(TRIBES), 1 + self.luck.below(LEVELS))
        else:
            card = Card(self.stamp, CREATURE, COAL, PLAIN, NO_WITCH, NO_TYPE, 0, 0)
        card.zone, card.seen, card.keeper = old.zone, old.seen, old.keeper
        self.cards[c] = card

    def _creature(self, tribe: int, level: int) -> Card:
        type_ = self.luck.below(TYPES)
        return Card(self.stamp, CREATURE, tribe, PLAIN, NO_WITCH, type_, level, self.numbers.strengths[tribe])

    def _witch(self) -> Card:
        number = self.roll_witch(self.numbers.pools)
        level = TIER_LEVELS[number // TIER] + self.luck.below(3)
        return Card(self.stamp, WITCH, NO_TRIBE, PLAIN, number, NO_TYPE, level, WITCH_BASE)

    def _become_creature(self, c: int) -> None:
        old = self.cards[c]
        card = self._creature(self.luck.below(TRIBES), 1 + self.luck.below(5))
        card.zone, card.seen, card.keeper = old.zone, old.seen, old.keeper
        self.cards[c] = card

    def _hide_dooms(self, seat: int) -> None:
        """The dreamer knows that some of his creatures are doomed, not which (S-24)."""
        count = 0
        for c in self.hands[seat]:
            if self.cards[c].doomed == 1 - seat:
                self.mine(c).doomed = NOBODY
                count += 1
        candidates = [c for c in self.creatures(seat) if self.cards[c].doomed == NOBODY]
        self.luck.shuffle(candidates)
        for c in candidates[:count]:
            self.mine(c).doomed = 1 - seat

    # --- questions ---

    def ask_again(self, seat: int) -> None:
        """The other player's sealed or pending choice is taken back, and put to him with the cards of the dream."""
        foe = 1 - seat
        for frame in self.frames:
            if frame.state == BEGIN and not self.cards[frame.card].seen >> seat & 1:
                self._pose_as_witch(frame)
        if self.asking == ASK_DUEL:
            self._choose_again(foe)
        elif self.asked == foe:
            self._question_again(foe)

    def _choose_again(self, foe: int) -> None:
        empire = self.empires[foe]
        choices = [self.choices[0], self.choices[1]]
        choices[foe] = []
        empire.committed = NOBODY
        if not empire.skipping:
            options = self.duel_options(foe)
            if len(options) > 1:
                empire.committed = OWES
                choices[foe] = self.places_in_hand(foe, options)
            elif options:
                empire.committed = options[0]
        self.choices = choices

    def _question_again(self, foe: int) -> None:
        frame = self.frames[-1]
        if self.asking in (ASK_OWN_CARD, ASK_OFFER):
            self.frames.pop()
            for c in frame.cards:
                if self.asking == ASK_OFFER and self.holder(c) == 1 - foe:
                    self.mine(c).seen &= ~(1 << foe)
            # What is on offer was made last, so it can be unmade: new offers then get the same numbers.
            while self.cards[-1].zone == OFFERED:
                self.cards.pop()
            self.asking = NOTHING
            self.asked = NOBODY
            self.options = []
            witch_of(frame.witch).cast(self, Frame(frame.witch, frame.card, frame.you))
        elif self.asking == ASK_TYPE and frame.cards:
            chosen = frame.cards[0]
            if self.cards[chosen].kind != CREATURE:
                self._become_creature(chosen)
            self.options = [t for t in range(TYPES) if t != self.cards[chosen].type]

    def _pose_as_witch(self, frame: Frame) -> None:
        """A witch that is still to cast is one in the dream too (S-37)."""
        old = self.cards[frame.card]
        card = self._witch()
        card.zone, card.seen, card.keeper = old.zone, old.seen, old.keeper
        self.cards[frame.card] = card
        frame.witch = card.witch


def blank(position: Choosing) -> Card:
    """A card that is no more: what it was is nobody's business."""
    card = Card(position.stamp, CREATURE, NO_TRIBE, PLAIN, NO_WITCH, NO_TYPE, 0, 0)
    card.zone = NOWHERE
    return card


def become(card: Card, tribe: int, type_: int, level: int, printed: int) -> None:
    card.tribe = tribe
    card.type = type_
    card.level = level
    card.printed = printed


def take_marks(card: Card) -> list[int]:
    """The marks of a card in hand that are announced without its name."""
    return [card.cooldown, card.locks, card.fuse, card.deal_due, int(card.first)]


def put_marks(card: Card, marks: list[int]) -> None:
    card.cooldown = marks[0]
    card.locks = marks[1]
    card.fuse = marks[2]
    card.deal_due = marks[3]
    card.first = marks[4] == 1
