"""The six breeds, and the state of one seat's cat."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from rumpus.games.cat_brawl.rules.abilities import ABILITIES, NO_ABILITY, Ability
from rumpus.games.cat_brawl.rules.cards import CLAWS, KIND_COUNT
from rumpus.games.cat_brawl.rules.movements import IDLE, Movement
from rumpus.games.cat_brawl.rules.moves import NO_MOVE, NO_TARGET

PERSIAN: Final = 0
RAGDOLL: Final = 1
MAINE_COON: Final = 2
EXOTIC_SHORTHAIR: Final = 3
SIAMESE: Final = 4
ABYSSINIAN: Final = 5

NO_BREED: Final = -1
"""Breed of a cat before the pick. A breed's number is also its ability's (CB-3)."""

BREEDS: Final = ["Persian", "Ragdoll", "Maine Coon", "Exotic Shorthair", "Siamese", "Abyssinian"]

NOTHING_KNOWN: Final[list[int]] = []


class Cat:
    """One seat: its cat, hand and answer, and the public knowledge of its hand."""

    PASSING: ClassVar = ("play", "target", "attacked", "dodges", "dodged", "taken")
    """Attributes used only from the Showing to the end of a round: neither copied nor saved."""

    def __init__(self, seat: int) -> None:
        self.seat: i64 = seat
        self.breed: i64 = NO_BREED
        self.hp: i64 = 0
        self.before: i64 = 0
        """HP at the last Showing."""
        self.hand: list[int] = [0] * KIND_COUNT
        self.held_kinds: i64 = 0
        """Bit set of the kinds in hand."""
        self.size: i64 = 0
        """Number of cards in hand."""
        self.own: Ability = NO_ABILITY
        """The breed's ability."""
        self.bonus: Ability = NO_ABILITY
        self.shown = False
        """True if the bonus ability is public."""
        self.own_ready: i64 = 0
        """First round in which the breed's ability may be used again (CB-20)."""
        self.bonus_ready: i64 = 0
        self.hunger: i64 = 0
        """Consecutive postludes without claws, as Hunting counts them (CB-23)."""
        self.answer: i64 = NO_MOVE
        """The sealed decision of this phase."""
        self.skips = False
        self.spotlit = False
        self.critical = False
        self.strategy: i64 = NO_MOVE
        """The last strategy shown."""
        # What everybody knows of the hand (CB-36): see `determinize`.
        self.known: list[int] = NOTHING_KNOWN
        """Number of cards known to be held, by kind. Replaced, never changed: copies share it."""
        self.claws: i64 = 0
        """Number of cards known to be claws."""
        self.tame: i64 = 0
        """Number of cards known to be no claws."""
        self.lean: i64 = 0
        """The `hunger` that follows if it held no claws at the last postlude."""
        # What is passing.
        self.play: Movement = IDLE
        """This round's movement, or the chance card played with it."""
        self.target: i64 = NO_TARGET
        self.attacked = False
        self.dodges: i64 = 0
        self.dodged: i64 = 0
        self.taken: i64 = 0

    def copy(self) -> Cat:
        """Returns a copy between two decisions, without the attributes in `PASSING`."""
        twin = Cat(self.seat)
        twin.breed = self.breed
        twin.hp = self.hp
        twin.before = self.before
        twin.hand = self.hand.copy()
        twin.held_kinds = self.held_kinds
        twin.size = self.size
        twin.own = self.own
        twin.bonus = self.bonus
        twin.shown = self.shown
        twin.own_ready = self.own_ready
        twin.bonus_ready = self.bonus_ready
        twin.hunger = self.hunger
        twin.answer = self.answer
        twin.skips = self.skips
        twin.spotlit = self.spotlit
        twin.critical = self.critical
        twin.strategy = self.strategy
        twin.known = self.known
        twin.claws = self.claws
        twin.tame = self.tame
        twin.lean = self.lean
        return twin

    # --- what is true of it ---

    def has_claws(self) -> bool:
        """True if it holds Can't Reverse or Can't Guard (CB-23)."""
        return self.held_kinds & CLAWS != 0

    def own_prelude_ready(self, round: int) -> bool:
        return self.own_ready <= round and self.own.prelude

    def bonus_prelude_ready(self, round: int) -> bool:
        return self.bonus_ready <= round and self.bonus.prelude

    def own_postlude_ready(self, round: int) -> bool:
        return self.own_ready <= round and self.own.postlude

    # --- what happens to it ---

    def become(self, breed: int) -> None:
        self.breed = breed
        self.own = ABILITIES[breed]

    def set_hand(self, hand: list[int]) -> None:
        """Replaces the hand by these counts per kind."""
        self.hand = hand
        self.held_kinds = 0
        self.size = 0
        for card in range(KIND_COUNT):
            self.size += hand[card]
            if hand[card] > 0:
                self.held_kinds |= 1 << card

    def take(self, card: int) -> None:
        self.hand[card] += 1
        self.held_kinds |= 1 << card
        self.size += 1

    def show(self, card: int) -> None:
        """Moves a card out of the hand in public, and updates the public knowledge (CB-8)."""
        left = self.hand[card] - 1
        self.hand[card] = left
        if left == 0:
            self.held_kinds &= ~(1 << card)
        self.size -= 1
        if self.known and self.known[card] > 0:
            self.known = self.known.copy()
            self.known[card] -= 1
        if CLAWS >> card & 1:
            if self.claws > 0:
                self.claws -= 1
        elif self.tame > 0:
            self.tame -= 1

    def take_openly(self, card: int) -> None:
        self.take(card)
        self.known = self.known.copy() if self.known else [0] * KIND_COUNT
        self.known[card] += 1

    def discard_hand(self) -> None:
        self.set_hand([0] * KIND_COUNT)
        self.known = NOTHING_KNOWN
        self.claws = 0
        self.tame = 0
        self.lean = 0
        self.hunger = 0

    def begin_play(self, play: Movement, target: int) -> None:
        """Sets the play from the Showing to the end of the settlement (CB-32)."""
        self.play = play
        self.target = target
        self.attacked = False
        self.dodges = 0
        self.dodged = 0
        self.taken = 0
