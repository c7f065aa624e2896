"""Operations on cards, with their events: draw, play, feed the pool, trade, throw off."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Arg, Event
from rumpus.core.rng import Rng
from rumpus.games.battle_puno.rules.deck import COLOUR_OF
from rumpus.games.battle_puno.rules.fitting import OF_COLOUR
from rumpus.games.battle_puno.rules.state import DRAWN, PunoState

NO_ARGUMENT: Final = -1_000_000_000


class PunoPiles(PunoState):
    """Moves cards between hands, deck, table, discard pile and pool pile (BP-35)."""

    # --- events ---

    def emit(
        self,
        kind: str,
        one: int = NO_ARGUMENT,
        two: int = NO_ARGUMENT,
        three: int = NO_ARGUMENT,
        four: int = NO_ARGUMENT,
    ) -> None:
        if self.events is not None:
            args: list[Arg] = []
            for arg in (one, two, three, four):
                if arg != NO_ARGUMENT:
                    args.append(arg)
            self.events.append(Event(kind, args))

    def emit_open_cards(self, kind: str, seat: int, number: int, faces: list[int]) -> None:
        """Appends a public event with cards of a seat."""
        if self.events is not None:
            args: list[Arg] = [seat, number]
            args.extend(faces)
            self.events.append(Event(kind, args))

    def emit_hidden_cards(self, kind: str, seat: int, why: str, faces: list[int]) -> None:
        """Appends an event with cards for the seat, and their number for the others."""
        if self.events is not None:
            self.events.append(Event(kind, [seat, why, *faces], 1 << seat, kind + "_unseen", [seat, why, len(faces)]))

    # --- the table card ---

    def lay_on_the_table(self, seat: int, face: int) -> None:
        """Moves a card to the table, and the card below to its pile (BP-35, BP-41 step 1)."""
        hand = self.hands[seat]
        size = len(hand)
        if self.phase == DRAWN:
            hand.pop()
            if self.memory.busy:
                self.memory.left_as_drawn(seat, face)
        else:
            at = 0
            while hand[at] != face:
                at += 1
            hand.pop(at)
            if self.memory.busy:
                self.memory.left(seat, face, at, size)
        if self.counting:
            self.pool_pile.append(self.card)
            self.counting = False
        else:
            self.pile.append(self.card)
        self.emit("played", seat, face)

    def show(self, face: int, colour: int, symbol: int) -> None:
        """Sets the table card, and colour and symbol in force (BP-18, BP-41 step 2)."""
        self.card = face
        self.colour = colour
        self.symbol = symbol

    # --- the pool ---

    def feed_pool(self, seat: int, amount: int) -> None:
        """Adds the table card to the pool (BP-23, BP-35)."""
        self.pool += amount
        self.counting = True
        self.emit("added", seat, amount, self.pool)

    def zero_pool(self, seat: int) -> None:
        self.emit("zeroed", seat, self.pool)
        self.reset_pool()

    def reset_pool(self) -> None:
        """Moves the pool pile, in its order, onto the discard pile (BP-35)."""
        self.pool = 0
        self.counting = False
        if self.pool_pile:
            self.pile.extend(self.pool_pile)
            self.pool_pile = []

    # --- drawing ---

    def draw(self, seat: int, count: int, why: str, rng: Rng) -> int:
        """Draws up to `count` cards to the right end of the hand. Returns the number drawn (BP-28, BP-32)."""
        hand = self.hands[seat]
        before = len(hand)
        for _ in range(count):
            if self.top == len(self.deck) and not (self.numbers.death_match and self._reshuffle(rng)):
                break
            hand.append(self.deck[self.top])
            self.top += 1
            if self.memory.busy:
                self.memory.drew(seat)
        drawn = len(hand) - before
        if self.events is not None:
            if drawn > 0:
                self.emit_hidden_cards("drew", seat, why, hand[before:])
            if drawn < count:
                self.emit("nothing_left" if self.numbers.death_match else "deck_empty", seat, count - drawn)
        return drawn

    def _reshuffle(self, rng: Rng) -> bool:
        """Shuffles the discard pile, else the pool's cards, as new deck. False: neither (BP-28)."""
        if not self.pile:
            if not self.pool_pile:
                return False
            self.emit("pool_recycled", self.pool)
            self.reset_pool()
        deck = self.pile
        self.pile = []
        self.memory.reset_deck(deck)
        rng.shuffle(deck)
        self.deck = deck
        self.top = 0
        self.emit("reshuffled", len(deck))
        return True

    # --- hands ---

    def trade(self, seat: int, other: int) -> None:
        """Swaps hands, each in its order. Both traders know both hands (BP-16)."""
        hand = self.hands[seat]
        self.hands[seat] = self.hands[other]
        self.hands[other] = hand
        self.memory.traded(seat, other, self.hands)
        self.emit("traded", seat, other, len(self.hands[seat]), len(self.hands[other]))
        if self.events is not None:
            for holder in (seat, other):
                self.events.append(Event("new_hand", [holder, *self.hands[holder]], 1 << holder))

    def throw_off(self, seat: int) -> None:
        """Discards every card of the colour in force (BP-17)."""
        kept: list[int] = []
        thrown: list[int] = []
        size = len(self.hands[seat])
        for face in self.hands[seat]:
            if COLOUR_OF[face] != self.colour:
                kept.append(face)
                continue
            self.pile.append(face)
            thrown.append(face)
            if self.memory.busy:
                self.memory.left(seat, face, len(kept), size)
            size -= 1
        self.hands[seat] = kept
        self.emit_open_cards("threw_off", seat, len(thrown), thrown)
        self.memory.holds_none_of(seat, OF_COLOUR[self.colour])

    def lay_down_hand(self, seat: int) -> None:
        """Discards the whole hand in public, in its order (BP-27)."""
        hand = self.hands[seat]
        self.pile.extend(hand)
        self.hands[seat] = []
        if self.memory.busy:
            self.memory.laid_open(seat, hand)
        self.emit_open_cards("fell", seat, self.hp[seat], hand)
