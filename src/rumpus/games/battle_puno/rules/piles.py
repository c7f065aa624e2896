"""What happens to cards: they are drawn, played, fed to the pool, traded and thrown off, and everyone notices."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Arg, Event
from rumpus.core.rng import Luck
from rumpus.games.battle_puno.rules.deck import COLOUR_OF
from rumpus.games.battle_puno.rules.fitting import OF_COLOUR
from rumpus.games.battle_puno.rules.state import DRAWN, PunoState

ABSENT: Final = -1_000_000_000


class PunoPiles(PunoState):
    """The verbs that move cards between hands, the deck, the table, the discard pile and the pool pile (BP-35)."""

    # --- events ---

    def say(self, kind: str, one: int = ABSENT, two: int = ABSENT, three: int = ABSENT, four: int = ABSENT) -> None:
        """Everyone notices."""
        if self.events is not None:
            args: list[Arg] = []
            for arg in (one, two, three, four):
                if arg != ABSENT:
                    args.append(arg)
            self.events.append(Event(kind, args))

    def lay_open(self, kind: str, seat: int, number: int, faces: list[int]) -> None:
        """Everyone sees these cards of a seat."""
        if self.events is not None:
            args: list[Arg] = [seat, number]
            args.extend(faces)
            self.events.append(Event(kind, args))

    def show_cards(self, kind: str, seat: int, why: str, faces: list[int]) -> None:
        """The seat sees its cards, the others how many they are."""
        if self.events is not None:
            self.events.append(Event(kind, [seat, why, *faces], 1 << seat, kind + "_unseen", [seat, why, len(faces)]))

    # --- the table card ---

    def lay_on_the_table(self, seat: int, face: int) -> None:
        """It leaves the hand, and the card it covers goes to its pile (BP-35, BP-41 step 1)."""
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
        self.say("played", seat, face)

    def show(self, face: int, colour: int, symbol: int) -> None:
        """This card lies on the table, with this colour and symbol in force (BP-18, BP-41 step 2)."""
        self.card = face
        self.colour = colour
        self.symbol = symbol

    # --- the pool ---

    def feed_pool(self, seat: int, amount: int) -> None:
        """The table card adds to the pool and is part of it (BP-23, BP-35)."""
        self.pool += amount
        self.counting = True
        self.say("added", seat, amount, self.pool)

    def zero_pool(self, seat: int) -> None:
        """A 0 resets the pool (BP-23)."""
        self.say("zeroed", seat, self.pool)
        self.reset_pool()

    def reset_pool(self) -> None:
        """The pool pile goes, in its order, onto the discard pile (BP-35)."""
        self.pool = 0
        self.counting = False
        if self.pool_pile:
            self.pile.extend(self.pool_pile)
            self.pool_pile = []

    # --- drawing ---

    def draw(self, seat: int, count: int, why: str, luck: Luck) -> int:
        """Draw up to `count` cards one by one to the right end of the hand; says how many there were (BP-28, BP-32)."""
        hand = self.hands[seat]
        before = len(hand)
        for _ in range(count):
            if self.top == len(self.deck) and not (self.numbers.death_match and self._make_a_deck(luck)):
                break
            hand.append(self.deck[self.top])
            self.top += 1
            if self.memory.busy:
                self.memory.drew(seat)
        drawn = len(hand) - before
        if self.events is not None:
            if drawn > 0:
                self.show_cards("drew", seat, why, hand[before:])
            if drawn < count:
                self.say("nothing_left" if self.numbers.death_match else "deck_empty", seat, count - drawn)
        return drawn

    def _make_a_deck(self, luck: Luck) -> bool:
        """Shuffle the discard pile, or else the pool's cards, to be the deck; False if there is neither (BP-28)."""
        if not self.pile:
            if not self.pool_pile:
                return False
            self.say("pool_recycled", self.pool)
            self.reset_pool()
        deck = self.pile
        self.pile = []
        self.memory.deck_is(deck)
        luck.shuffle(deck)
        self.deck = deck
        self.top = 0
        self.say("reshuffled", len(deck))
        return True

    # --- hands ---

    def trade(self, seat: int, other: int) -> None:
        """Swap hands, each in its order; only its new holder looks at a hand, who gave it knows it anyway (BP-16)."""
        hand = self.hands[seat]
        self.hands[seat] = self.hands[other]
        self.hands[other] = hand
        self.memory.traded(seat, other, self.hands)
        self.say("traded", seat, other, len(self.hands[seat]), len(self.hands[other]))
        if self.events is not None:
            for holder in (seat, other):
                self.events.append(Event("new_hand", [holder, *self.hands[holder]], 1 << holder))

    def throw_off(self, seat: int) -> None:
        """Discard every card of the colour in force (BP-17)."""
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
        self.lay_open("threw_off", seat, len(thrown), thrown)
        self.memory.holds_none_of(seat, OF_COLOUR[self.colour])

    def lay_down_hand(self, seat: int) -> None:
        """The whole hand, in its order, is discarded for all to see (BP-27)."""
        hand = self.hands[seat]
        self.pile.extend(hand)
        self.hands[seat] = []
        if self.memory.busy:
            self.memory.laid_open(seat, hand)
        self.lay_open("fell", seat, self.hp[seat], hand)
