"""Operations on hands, deck and Rallies (OP-1 to OP-19).

All changes go through operations, which apply Rallies, gilding, wards, sacks and events. They take card numbers and
skip NONE and cards out of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i32

from rumpus.core.position import EVERYONE
from rumpus.core.rng import Rng
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
    NONE,
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
from rumpus.games.creature_wars.rules.duels.changes import Changes
from rumpus.games.creature_wars.rules.places import bury, leave, put_inside, shed_marks, take_out, wrap_again


class Operations(Changes):
    """Moves cards between hands, deck and piles, and forms Rallies."""

    # --- hands (OP-1 to OP-9) ---

    def draw(self, p: int, n: int, rng: Rng) -> list[int]:
        """Draws card by card (OP-1); returns them, including those put into a sack."""
        drawn: list[int] = []
        for _ in range(n):
            self._open_barred_sacks(p, rng)
            if not self.deck:
                break
            drawn.append(self._draw_one(p, rng))
        return drawn

    def _draw_one(self, p: int, rng: Rng) -> int:
        empire = self.empires[p]
        c = self.deck[0]
        if empire.wish:
            empire.wish -= 1
            wished = self.wished_card(p, rng)
            if self.events is not None:
                self.emit("wish", [p, int(wished != NONE)])
            if wished != NONE:
                take_out(self, c)
                if self.events is not None:
                    self.emit("removed", [p, self.text(c)])
                c = wished
        leave(self, c)
        grinch = self.collector(p)
        if self.events is not None:
            if grinch != NONE:
                self.emit("sacked", [p])
            else:
                self.emit("draws", [p, self.text(c)], 1 << p, "draws a card", [p])
        if self.magic.haggel and self.cards[c].kind == WITCH:
            self.magic.haggel -= 1
            if self.events is not None:
                self.emit("haggel", [p])
            self.hurt(p, 12)
        if empire.thirst:
            self.hurt(p, empire.thirst)
        if grinch != NONE:
            put_inside(self, grinch, c)
        else:
            self.enter(p, c, rng)
        return c

    def _open_barred_sacks(self, p: int, rng: Rng) -> None:
        """Empties the sack of a Grinch barred from play (OP-1, CW-27)."""
        for c in self.of_tribe(p, GRINCH):
            if self.barred_from_play(c):
                self.release(c, p, rng)

    def collector(self, p: int) -> int:
        """Returns the leftmost Grinch that takes drawn cards, or NONE (SC-6, CW-27)."""
        for c in self.hands[p]:
            if self.cards[c].tribe == GRINCH and not self.barred_from_play(c):
                return c
        return NONE

    def wished_card(self, p: int, rng: Rng) -> int:
        """Makes a card towards a Rally (S-21); NONE without a target."""
        tribes = [0] * TRIBES
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
            return self.random_creature(rng, _index_of_max(tribes), ANY, _index_of_max(types))
        return self.random_witch(rng) if witches else NONE

    def enter(self, p: int, c: int, rng: Rng, others: int = 0, scan: bool = True) -> None:
        """Adds a card to the right end of a hand (OP-3), visible to `others`."""
        leave(self, c)
        card = self.writable(c)
        card.zone = HAND + p
        card.seen = 1 << p | others
        self.hands[p].append(c)
        self._gild(p, card)
        if scan:
            self.scan(p, rng)

    def _gild(self, p: int, card: Card) -> None:
        if self.empires[p].midas and not card.gilded:
            card.gilded = True
            card.extra += 2

    def gain(self, p: int, c: int, rng: Rng, public: bool = False) -> None:
        """Adds a new card to a hand (OP-2); both see it if `public`."""
        if c == NONE:
            return
        if self.events is not None:
            kind = self.cards[c].kind
            self.emit("gains", [p, self.text(c)], EVERYONE if public else 1 << p, "gains a card", [p, kind])
        self.enter(p, c, rng, EVERYBODY if public else 0)

    def give_back(self, p: int, c: int, cooldown: int, rng: Rng) -> None:
        """Returns a card from slot or graveyard to a hand (OP-4)."""
        if self.cards[c].name == GIFT:
            wrap_again(self, c)
        self.enter(p, c, rng, EVERYBODY)
        card = self.writable(c)
        if cooldown > card.cooldown:
            card.cooldown = cooldown
        if self.events is not None:
            self.emit("returns", [p, self.text(c)])

    def discard(self, cards: Sequence[int], rng: Rng) -> None:
        """Moves cards from hands to the graveyard together (OP-5)."""
        grinches: list[tuple[int, int]] = []
        for c in cards:
            p = NONE if c == NONE else self.holder(c)
            if p == NONE:
                continue
            if self.events is not None:
                self.emit("discards", [p, self.text(c)])
            self.fail_quests(c)
            bury(self, c, DISCARDED, p)
            if self.cards[c].tribe == GRINCH:
                grinches.append((c, p))
        for grinch, p in grinches:
            self.release(grinch, p, rng)

    def waste(self, p: int, cards: Sequence[int], fate: int, rng: Rng) -> None:
        """Buries exploding or soured cards and hurts their holder once (S-16, S-58)."""
        total = 0
        for c in cards:
            total += self.harm(c)
            if self.events is not None:
                self.emit("wasted", [p, self.text(c), fate])
            self.fail_quests(c)
            bury(self, c, fate, p)
        for c in cards:
            if self.cards[c].tribe == GRINCH:
                self.release(c, p, rng)
        self.hurt(p, total)

    def remove(self, cards: Sequence[int], rng: Rng) -> None:
        """Removes cards from the game, together, from any zone (OP-6)."""
        grinches: list[tuple[int, int]] = []
        for c in cards:
            if c == NONE or self.cards[c].zone in (REMOVED, NOWHERE):
                continue
            p = self.holder(c)
            if self.events is not None:
                self.emit("removed", [p, self.text(c)])
            self.fail_quests(c)
            take_out(self, c)
            if p != NONE and self.cards[c].tribe == GRINCH:
                grinches.append((c, p))
        for grinch, p in grinches:
            self.release(grinch, p, rng)

    def flee(self, cards: Sequence[int], fate: int) -> None:
        """Moves witches from hands to the graveyard without a duel (CW-81)."""
        for c in cards:
            p = self.holder(c)
            if p == NONE:
                continue
            if self.events is not None:
                self.emit("runs", [p, self.text(c)])
            self.fail_quests(c)
            bury(self, c, fate, p)

    def steal(self, p: int, cards: Sequence[int], rng: Rng) -> None:
        """Moves cards from the opponent's hand to p's; both know them (OP-7)."""
        for c in cards:
            if c == NONE or self.holder(c) != 1 - p:
                continue
            self._change_hands(c)
            if self.events is not None:
                self.emit("steals", [p, self.text(c)], BOTH, "steals a card", [p])
            self.enter(p, c, rng, BOTH)

    def swap(self, p: int, own: Sequence[int], theirs: Sequence[int], rng: Rng) -> None:
        """Exchanges cards of both hands, known to both (OP-8)."""
        for c in [*own, *theirs]:
            self._change_hands(c)
        for c in theirs:
            self.enter(p, c, rng, BOTH, False)
        for c in own:
            self.enter(1 - p, c, rng, BOTH, False)
        if self.events is not None:
            for c in theirs:
                self.emit("receives", [p, self.text(c)], BOTH, "receives a card", [p])
            for c in own:
                self.emit("receives", [1 - p, self.text(c)], BOTH, "receives a card", [1 - p])
        self.scan(p, rng)
        self.scan(1 - p, rng)

    def _change_hands(self, c: int) -> None:
        self.fail_quests(c)
        for kept in self.sack(c):
            self.fail_quests(kept)
        leave(self, c)
        card = self.writable(c)
        card.first = False
        card.deal_due = 0

    def _replace(self, c: int, new: int) -> None:
        """Replaces a card in place (OP-9)."""
        p = self.holder(c)
        if p == NONE or new == NONE:
            return
        place = self.hands[p].index(c)
        if self.events is not None:
            self.emit("replaced", [p, self.text(c), self.text(new)], 1 << p, "a card is replaced", [p])
        self.fail_quests(c)
        take_out(self, c, public=False)
        card = self.writable(new)
        card.zone = HAND + p
        card.seen = 1 << p
        self.hands[p].insert(place, new)
        self._gild(p, card)

    def replace_all(self, p: int, cards: Sequence[int], news: Sequence[int], rng: Rng) -> None:
        """Replaces cards of a hand, releases sacks and scans."""
        for i in range(len(cards)):
            self._replace(cards[i], news[i])
        for c in cards:
            if self.cards[c].tribe == GRINCH and self.cards[c].zone == REMOVED:
                self.release(c, p, rng)
        self.scan(p, rng)

    def release(self, grinch: int, p: int, rng: Rng) -> None:
        """Empties a Grinch's sack into the hand he left (OP-18)."""
        for c in self.sack(grinch):
            if self.events is not None:
                self.emit("freed", [p, self.text(c)], 1 << p, "takes a card from the sack", [p])
            self.enter(p, c, rng)

    # --- the deck (OP-13) ---

    def _to_deck(self, cards: Sequence[int]) -> list[tuple[int, int]]:
        """Prepares cards for the deck; returns Grinches with the hands they left."""
        grinches: list[tuple[int, int]] = []
        for c in cards:
            p = self.holder(c)
            self.fail_quests(c)
            leave(self, c)
            card = self.writable(c)
            shed_marks(card)
            card.zone = DECK
            card.seen = 0
            if p != NONE and card.tribe == GRINCH:
                grinches.append((c, p))
        return grinches

    def shuffle_in(self, cards: Sequence[int], rng: Rng) -> None:
        """Shuffles cards into the deck, once (OP-13)."""
        kept = [c for c in cards if c != NONE]
        if not kept:
            return
        grinches = self._to_deck(kept)
        self.deck.extend(kept)
        rng.shuffle(self.deck)
        if self.events is not None:
            self.emit("shuffled in", [len(kept)])
        for grinch, p in grinches:
            self.release(grinch, p, rng)

    def put_on_top(self, cards: Sequence[int]) -> None:
        """Puts cards on the deck, unseen; the last is on top (OP-13)."""
        for c in cards:
            if c != NONE:
                self._to_deck([c])
                self.deck.insert(0, c)
                if self.events is not None:
                    self.emit("laid on top", [])

    # --- rallies (OP-17) ---

    def scan(self, p: int, rng: Rng) -> None:
        """Finds Rallies in a hand and gives the levels (CW-54 to CW-62)."""
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
            self._rally_witches(p, rng)

    def _form_rally(self, p: int) -> None:
        if not self.empires[p].rally_formed:
            self.empires[p].rally_formed = True
            if self.events is not None:
                self.emit("rally", [p])

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

    def _rally_witches(self, p: int, rng: Rng) -> None:
        for c in self.hands[p]:
            card = self.cards[c]
            if card.kind == WITCH and not card.barred and card.bonus == 0:
                self._enhance(c, 2, WITCH_MARK)
        if not self.empires[p].witch_bonus:
            self.empires[p].witch_bonus = True
            if self.events is not None:
                self.emit("witch rally", [p])
            self.gain(p, self.random_witch(rng, SINFUL), rng)

    def _enhance(self, c: int, target: int, marks: int) -> None:
        before = self.text(c) if self.events is not None else ""
        card = self.writable(c)
        card.level += target - card.bonus
        card.bonus = target
        card.marks |= marks
        if self.events is not None:
            self.emit("rallies", [self.holder(c), before, self.text(c)], self.known_to(c))

    def controls_rally(self, p: int, tribe: int) -> bool:
        """True with four eligible creatures of the Tribe in hand (CW-64)."""
        return len([c for c in self.of_tribe(p, tribe) if not self.cards[c].barred]) >= 4

    def in_rally(self, p: int) -> list[int]:
        """Returns the cards of active Rallies, left to right (CW-54)."""
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
        """True if she is playable and no other has sprung this turn (L-25)."""
        if self.empires[p].skipping or self.cards[c].cooldown or self.barred_from_play(c):
            return False
        return not any(self.cards[other].sprung for other in self.hands[p])

    def slain(self) -> list[int]:
        """Returns the slain creatures in the graveyard, oldest first."""
        return [c for c in self.graveyard if self.cards[c].fate == SLAIN]


def _index_of_max(counts: list[int]) -> int:
    """Returns the first index of the maximum; ANY if all are 0."""
    most = max(counts)
    return counts.index(most) if most else ANY
