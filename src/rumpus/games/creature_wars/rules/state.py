"""Data of a position and its read-only queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rumpus.core.position import EVERYONE, Arg, Event, Position
from rumpus.games.creature_wars.rules.cards import (
    CREATURE,
    EVERYBODY,
    HAND,
    HOLY,
    IS_CHANGELING,
    NO_TRIBE,
    NONE,
    ODDITY,
    WITCH,
    Card,
    Stamp,
)
from rumpus.games.creature_wars.rules.duels.frames import NOTHING, Frame, Quest, Timer
from rumpus.games.creature_wars.rules.empires import Empire, Magic
from rumpus.games.creature_wars.rules.lettering import card_text, rest_text
from rumpus.games.creature_wars.rules.names import witch_name

if TYPE_CHECKING:
    from rumpus.games.creature_wars.rules.numbers import Numbers

UNDECIDED: Final = -2
DRAWN_GAME: Final = -1
IN_ORDER: Final = [[0, 1], [1, 0]]
"""Both players by first player; shared, never mutated."""
HAND_MOVES: Final = 512
"""Places of a hand in the move space. Hands have no limit (CW-21), but moves name no card further right."""
NO_CHOICES: Final[list[list[int]]] = [[], []]
"""Empty choices of both seats; shared, never mutated."""


class State(Position):
    """Data, copying and read-only queries."""

    def __init__(self, numbers: Numbers, source: State | None = None) -> None:
        self.events: list[Event] | None = None
        self.numbers = numbers
        self.stamp = Stamp()
        if source is None:
            self.cards: list[Card] = []
            self.deck: list[int] = []
            self.hands: list[list[int]] = [[], []]
            self.graveyard: list[int] = []
            self.removed: list[int] = []
            self.inside: list[int] = []
            self.empires: list[Empire] = [Empire(numbers.hp), Empire(numbers.hp)]
            self.magic = Magic()
            self.starter = 0
            self.turn = 0
            self.step = 0
            self.victor = UNDECIDED
            self.mayhem = False
            self.winner = NONE
            self.losers = 0
            self.clash = False
            self.bizarre = False
            self.fought = False
            self.inverted = False
            self.berserk = False
            self.compared: list[int] = [NONE, NONE]
            self.blow = 0
            self.blow_to = NONE
            self.last_duel: list[int] = []
            self.frames: list[Frame] = []
            self.timers: list[Timer] = []
            self.quests: list[Quest] = []
            self.asking = NOTHING
            self.asked = NONE
            self.options: list[int] = []
            self.choices = NO_CHOICES
            return
        source.stamp = Stamp()
        if source.events is not None:
            self.events = []
        self.cards = source.cards[:]
        self.deck = source.deck[:]
        self.hands = [source.hands[0][:], source.hands[1][:]]
        self.graveyard = source.graveyard[:]
        self.removed = source.removed[:]
        self.inside = source.inside[:]
        self.empires = [source.empires[0].copy(), source.empires[1].copy()]
        self.magic = source.magic.copy()
        self.starter = source.starter
        self.turn = source.turn
        self.step = source.step
        self.victor = source.victor
        self.mayhem = source.mayhem
        self.winner = source.winner
        self.losers = source.losers
        self.clash = source.clash
        self.bizarre = source.bizarre
        self.fought = source.fought
        self.inverted = source.inverted
        self.berserk = source.berserk
        self.compared = source.compared[:]
        self.blow = source.blow
        self.blow_to = source.blow_to
        self.last_duel = source.last_duel
        self.frames = [frame.copy() for frame in source.frames] if source.frames else []
        self.timers = source.timers[:]
        self.quests = [quest.copy() for quest in source.quests] if source.quests else []
        self.asking = source.asking
        self.asked = source.asked
        self.options = source.options
        self.choices = source.choices

    # --- who is who ---

    @property
    def first(self) -> int:
        """First player of this turn: the starter in odd turns (CW-16)."""
        return self.starter if self.turn & 1 else 1 - self.starter

    @property
    def in_order(self) -> list[int]:
        """Both players, the first of this turn first."""
        return IN_ORDER[self.first]

    # --- cards ---

    def card(self, c: int) -> Card:
        """Returns the card for reading."""
        return self.cards[c]

    def writable(self, c: int) -> Card:
        """Returns the card for changing, copied first if shared. For operations only."""
        card = self.cards[c]
        if card.stamp is not self.stamp:
            card = card.copy(self.stamp)
            self.cards[c] = card
        return card

    def hand(self, p: int) -> list[int]:
        """Returns a copy of the hand, left to right."""
        return self.hands[p][:]

    def holder(self, c: int) -> int:
        """Returns the player holding the card, or NONE."""
        zone = self.cards[c].zone
        return zone - HAND if zone == HAND or zone == HAND + 1 else NONE

    def creatures(self, p: int) -> list[int]:
        return [c for c in self.hands[p] if self.cards[c].kind == CREATURE]

    def witches(self, p: int) -> list[int]:
        return [c for c in self.hands[p] if self.cards[c].kind == WITCH]

    def levelled(self, p: int) -> list[int]:
        """Returns the hand without oddities, left to right."""
        return [c for c in self.hands[p] if self.cards[c].kind != ODDITY]

    def of_tribe(self, p: int, tribe: int) -> list[int]:
        """Returns the creatures of a Tribe in the hand."""
        return [c for c in self.hands[p] if self.cards[c].tribe == tribe]

    def of_type(self, p: int, type_: int) -> list[int]:
        """Returns the hand's creatures of a Power Type."""
        return [c for c in self.hands[p] if self.cards[c].type == type_]

    def tribes_held(self, p: int) -> list[int]:
        """Returns the Tribes in the hand, in table order."""
        held = {self.cards[c].tribe for c in self.hands[p] if self.cards[c].tribe != NO_TRIBE}
        return sorted(held)

    def level_faced(self, p: int) -> int:
        """Returns the level of the card opposite; 0 if none."""
        c = self.empires[1 - p].slot
        return self.cards[c].level if c != NONE and self.cards[c].kind != ODDITY else 0

    def slot(self, p: int) -> int:
        return self.empires[p].slot

    def sack(self, c: int) -> list[int]:
        """Returns the content of a Grinch or gift, oldest first."""
        return [kept for kept in self.inside if self.cards[kept].keeper == c]

    def nameable(self, p: int, cards: list[int]) -> list[int]:
        """Returns the cards of p's hand that moves can name; if there are none, the leftmost."""
        hand = self.hands[p]
        if len(hand) <= HAND_MOVES:
            return cards
        wanted = set(cards)
        named = [c for c in hand[:HAND_MOVES] if c in wanted]
        return named if named else cards[:1]

    def came_back(self, p: int) -> int:
        """Returns p's creature that returned from the last duel, or NONE."""
        c = self.last_duel[p] if self.last_duel else NONE
        back = c != NONE and self.cards[c].kind == CREATURE and self.cards[c].zone == HAND + p
        return c if back else NONE

    def everywhere(self) -> list[int]:
        """Returns all cards: hands, deck, slots, sacks and gifts (CW-67)."""
        f = self.first
        found = self.hands[f] + self.hands[1 - f] + self.deck
        for p in self.in_order:
            if self.empires[p].slot >= 0:
                found.append(self.empires[p].slot)
        return found + self.inside

    # --- measures ---

    def harm(self, c: int) -> int:
        """Damage of a creature to its own Empire (CW-74)."""
        card = self.cards[c]
        amount = card.harm_fixed if card.harm_fixed >= 0 else card.base
        if card.traits & IS_CHANGELING:
            amount *= 2
        if self.magic.holy_doubled and card.type == HOLY:
            amount *= 2
        return amount

    def most_powerful(self, cards: Sequence[int]) -> int:
        """Returns the highest base plus level, then base, then leftmost (CW-34); or NONE."""
        return max(cards, key=self._power_order, default=NONE)

    def least_powerful(self, cards: Sequence[int]) -> int:
        """Returns the lowest base plus level, then base, then leftmost (CW-34); or NONE."""
        return min(cards, key=self._power_order, default=NONE)

    def most_powerful_of(self, cards: Sequence[int], count: int) -> list[int]:
        """Returns up to `count` most powerful cards, in hand order (CW-34, R-7)."""
        best = sorted(cards, key=self._power_order, reverse=True)[:count]
        return [c for c in cards if c in best]

    def least_powerful_of(self, cards: Sequence[int], count: int) -> list[int]:
        """Returns up to `count` least powerful cards, in hand order (CW-34, R-7)."""
        worst = sorted(cards, key=self._power_order)[:count]
        return [c for c in cards if c in worst]

    def strongest(self, cards: Sequence[int]) -> int:
        """Returns the highest base, then level, then leftmost (CW-34); or NONE."""
        return max(cards, key=self._strength_order, default=NONE)

    def weakest(self, cards: Sequence[int]) -> int:
        """Returns the lowest base, then level, then leftmost (CW-34); or NONE."""
        return min(cards, key=self._strength_order, default=NONE)

    def _power_order(self, c: int) -> int:
        card = self.cards[c]
        return (card.base + card.level) * 10000 + card.base

    def _strength_order(self, c: int) -> int:
        card = self.cards[c]
        return card.base * 10000 + card.level

    def barred_from_play(self, c: int) -> bool:
        """True under a permanent lock or Lilith's decree (CW-27)."""
        card = self.cards[c]
        return card.locks != 0 or (self.magic.lilith and card.kind != ODDITY and card.level >= 6)

    # --- telling ---

    def known_to(self, c: int) -> int:
        """Returns the audience of events about this card."""
        seen = self.cards[c].seen
        return EVERYONE if seen == EVERYBODY else seen

    def text(self, c: int) -> str:
        """Returns the card in notation (CW-91 to CW-93)."""
        card = self.cards[c]
        return card_text(card, witch_name(card.witch)) + rest_text(card)

    def emit(
        self,
        kind: str,
        args: Sequence[Arg],
        visible_to: int = EVERYONE,
        others_see: str = "",
        others_args: Sequence[Arg] = (),
    ) -> None:
        """Records an event; call only `if self.events is not None`, so search builds no text."""
        if self.events is not None:
            self.events.append(Event(kind, args, visible_to, others_see, others_args))
