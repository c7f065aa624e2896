"""The six breeds, and a cat in the ring: all there is to know about one seat."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from rumpus.games.cat_brawl.rules.abilities import ABILITIES, NO_ABILITY, Ability
from rumpus.games.cat_brawl.rules.cards import CLAWS, KINDS
from rumpus.games.cat_brawl.rules.movements import IDLE, Movement
from rumpus.games.cat_brawl.rules.moves import NO_MOVE, NOBODY

PERSIAN: Final = 0
RAGDOLL: Final = 1
MAINE_COON: Final = 2
EXOTIC_SHORTHAIR: Final = 3
SIAMESE: Final = 4
ABYSSINIAN: Final = 5

NO_BREED: Final = -1
"""Not picked yet. The number of a breed is also the number of the ability it brings along (CB-3)."""

BREEDS: Final = ["Persian", "Ragdoll", "Maine Coon", "Exotic Shorthair", "Siamese", "Abyssinian"]

NOTHING_KNOWN: Final[list[int]] = []


class Cat:
    """One seat. What others may conclude about its hand is noted here too: it is as public as the HP."""

    PASSING: ClassVar = ("play", "target", "attacked", "dodges", "dodged", "taken")
    """What lives from the Showing to the end of a round only: neither copied nor saved."""

    def __init__(self, seat: int) -> None:
        self.seat: i64 = seat
        self.breed: i64 = NO_BREED
        self.hp: i64 = 0
        self.before: i64 = 0
        """HP when strategies were last shown, to see what came of them."""
        self.hand: list[int] = [0] * KINDS
        """Cards held, by kind."""
        self.held: i64 = 0
        """The kinds held, as a bit set."""
        self.size: i64 = 0
        """Cards held in all."""
        self.own: Ability = NO_ABILITY
        """The ability that the breed brings along."""
        self.bonus: Ability = NO_ABILITY
        self.shown = False
        """Everybody knows the bonus ability."""
        self.own_ready: i64 = 0
        """The round from which the breed's ability may be used again (CB-20)."""
        self.bonus_ready: i64 = 0
        self.hunger: i64 = 0
        """Postludes in a row without claws, as Hunting counts them (CB-23)."""
        self.answer: i64 = NO_MOVE
        """A decision made and still sealed."""
        self.skips = False
        self.spotlit = False
        self.critical = False
        self.strategy: i64 = NO_MOVE
        """The strategy last shown, until the next round is shown."""
        # What everybody knows of the hand (CB-36): see `dreams`.
        self.known: list[int] = NOTHING_KNOWN
        """Cards surely held, by kind; replaced, never changed."""
        self.claws: i64 = 0
        """Cards that are surely claws."""
        self.tame: i64 = 0
        """Cards that are surely no claws."""
        self.lean: i64 = 0
        """The hunger it has if it held no claws at the last postlude."""
        # What is passing.
        self.play: Movement = IDLE
        """What it does this round: a movement, or a chance card with it."""
        self.target: i64 = NOBODY
        self.attacked = False
        self.dodges: i64 = 0
        self.dodged: i64 = 0
        self.taken: i64 = 0

    def copy(self) -> Cat:
        """A twin between two decisions, without what is passing."""
        twin = Cat(self.seat)
        twin.breed = self.breed
        twin.hp = self.hp
        twin.before = self.before
        twin.hand = self.hand.copy()
        twin.held = self.held
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
        """Holds Can't Reverse or Can't Guard (CB-23)."""
        return self.held & CLAWS != 0

    def own_prelude_ready(self, round: int) -> bool:
        """The breed's ability is one for the prelude, and may be used."""
        return self.own_ready <= round and self.own.prelude

    def bonus_prelude_ready(self, round: int) -> bool:
        """The bonus ability is one for the prelude, and may be used."""
        return self.bonus_ready <= round and self.bonus.prelude

    def own_postlude_ready(self, round: int) -> bool:
        """The breed's ability is one for the postlude, and has rested."""
        return self.own_ready <= round and self.own.postlude

    # --- what happens to it ---

    def be(self, breed: int) -> None:
        self.breed = breed
        self.own = ABILITIES[breed]

    def hold(self, hand: list[int]) -> None:
        """Exactly these cards, counted by kind."""
        self.hand = hand
        self.held = 0
        self.size = 0
        for card in range(KINDS):
            self.size += hand[card]
            if hand[card] > 0:
                self.held |= 1 << card

    def take(self, card: int) -> None:
        self.hand[card] += 1
        self.held |= 1 << card
        self.size += 1

    def show(self, card: int) -> None:
        """A card leaves the hand for all to see, and what others know of the rest follows (CB-8)."""
        left = self.hand[card] - 1
        self.hand[card] = left
        if left == 0:
            self.held &= ~(1 << card)
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
        """A card that everybody sees comes to the hand (CB-36)."""
        self.take(card)
        self.known = self.known.copy() if self.known else [0] * KINDS
        self.known[card] += 1

    def throw_hand_away(self) -> None:
        self.hold([0] * KINDS)
        self.known = NOTHING_KNOWN
        self.claws = 0
        self.tame = 0
        self.lean = 0
        self.hunger = 0

    def take_up(self, play: Movement, target: int) -> None:
        """The strategy that holds from the Showing to the end of the settlement (CB-32); nothing has come of it yet."""
        self.play = play
        self.target = target
        self.attacked = False
        self.dodges = 0
        self.dodged = 0
        self.taken = 0
