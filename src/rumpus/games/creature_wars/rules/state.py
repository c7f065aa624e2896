"""Everything a position holds: the cards, where they lie, the Empires, the magic, and what is still to happen."""

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
    NOBODY,
    ODDITY,
    WITCH,
    Card,
    Stamp,
)
from rumpus.games.creature_wars.rules.empires import Empire, Magic
from rumpus.games.creature_wars.rules.frames import NOTHING, Frame, Quest, Timer
from rumpus.games.creature_wars.rules.lettering import card_text, rest_text
from rumpus.games.creature_wars.rules.names import witch_name

if TYPE_CHECKING:
    from rumpus.games.creature_wars.rules.numbers import Numbers

UNDECIDED: Final = -2
DRAWN_GAME: Final = -1
IN_ORDER: Final = [[0, 1], [1, 0]]
"""Both players, by who is first; handed out and never changed."""
NO_CHOICES: Final[list[list[int]]] = [[], []]
"""Nobody has a card to choose; never changed."""


class State(Position):
    """The data alone, how it is copied, and the questions that only read it."""

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
            self.winner = NOBODY
            self.losers = 0
            self.clash = False
            self.bizarre = False
            self.fought = False
            self.inverted = False
            self.berserk = False
            self.compared: list[int] = [NOBODY, NOBODY]
            self.blow = 0
            self.blow_to = NOBODY
            self.last_duel: list[int] = []
            self.frames: list[Frame] = []
            self.timers: list[Timer] = []
            self.quests: list[Quest] = []
            self.asking = NOTHING
            self.asked = NOBODY
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
        self.empires = [source.empires[0].twin(), source.empires[1].twin()]
        self.magic = source.magic.twin()
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
        self.frames = [frame.twin() for frame in source.frames] if source.frames else []
        self.timers = source.timers[:]
        self.quests = [quest.twin() for quest in source.quests] if source.quests else []
        self.asking = source.asking
        self.asked = source.asked
        self.options = source.options
        self.choices = source.choices

    # --- who is who ---

    @property
    def first(self) -> int:
        """The first player of this turn: the starter in odd turns (CW-16)."""
        return self.starter if self.turn % 2 == 1 else 1 - self.starter

    @property
    def in_order(self) -> list[int]:
        """The first player of this turn, then the other."""
        return IN_ORDER[self.first]

    # --- cards ---

    def card(self, c: int) -> Card:
        """The card, to be read."""
        return self.cards[c]

    def mine(self, c: int) -> Card:
        """The card, to be changed: a shared one is copied first. Only verbs call this."""
        card = self.cards[c]
        if card.stamp is not self.stamp:
            card = card.twin(self.stamp)
            self.cards[c] = card
        return card

    def hand(self, p: int) -> list[int]:
        """The cards in a hand, left to right; a list of your own."""
        return self.hands[p][:]

    def holder(self, c: int) -> int:
        """Whose hand the card is in, or NOBODY."""
        zone = self.cards[c].zone
        return zone - HAND if zone == HAND or zone == HAND + 1 else NOBODY

    def creatures(self, p: int) -> list[int]:
        """The creatures in a hand, left to right."""
        return [c for c in self.hands[p] if self.cards[c].kind == CREATURE]

    def witches(self, p: int) -> list[int]:
        """The witches in a hand, left to right."""
        return [c for c in self.hands[p] if self.cards[c].kind == WITCH]

    def levelled(self, p: int) -> list[int]:
        """The creatures and witches in a hand, left to right: oddities have no level."""
        return [c for c in self.hands[p] if self.cards[c].kind != ODDITY]

    def of_tribe(self, p: int, tribe: int) -> list[int]:
        """The creatures of a Tribe in a hand, left to right."""
        return [c for c in self.hands[p] if self.cards[c].tribe == tribe]

    def of_type(self, p: int, type_: int) -> list[int]:
        """The creatures of a Power Type in a hand, left to right."""
        return [c for c in self.hands[p] if self.cards[c].type == type_]

    def tribes_held(self, p: int) -> list[int]:
        """The Tribes in a hand: the seven in table order, then the special ones by name."""
        held = {self.cards[c].tribe for c in self.hands[p] if self.cards[c].tribe != NO_TRIBE}
        return sorted(held)

    def level_faced(self, p: int) -> int:
        """The level of the card that p's card faces in its slot; 0 if there is none or it has none."""
        c = self.empires[1 - p].slot
        return self.cards[c].level if c != NOBODY and self.cards[c].kind != ODDITY else 0

    def slot(self, p: int) -> int:
        """The card in a duel slot, or NOBODY."""
        return self.empires[p].slot

    def sack(self, c: int) -> list[int]:
        """What a Grinch or a gift keeps, in the order it was put in."""
        return [kept for kept in self.inside if self.cards[kept].keeper == c]

    def came_back(self, p: int) -> int:
        """The creature that returned to p's hand from the duel just fought, or NOBODY."""
        c = self.last_duel[p] if self.last_duel else NOBODY
        back = c != NOBODY and self.cards[c].kind == CREATURE and self.cards[c].zone == HAND + p
        return c if back else NOBODY

    def everywhere(self) -> list[int]:
        """ALL cards: hands from the first player's, deck, slots, sacks and gifts (CW-67)."""
        f = self.first
        found = self.hands[f] + self.hands[1 - f] + self.deck
        for p in self.in_order:
            if self.empires[p].slot >= 0:
                found.append(self.empires[p].slot)
        return found + self.inside

    # --- measures ---

    def harm(self, c: int) -> int:
        """The damage a creature does to the Empire that holds or sent it (CW-74)."""
        card = self.cards[c]
        amount = card.harm_fixed if card.harm_fixed >= 0 else card.base
        if card.traits & IS_CHANGELING:
            amount *= 2
        if self.magic.holy_doubled and card.type == HOLY:
            amount *= 2
        return amount

    def most_powerful(self, cards: Sequence[int]) -> int:
        """Base and level together, then base, then further left (CW-34); NOBODY of none."""
        best = NOBODY
        for c in cards:
            if best == NOBODY or self._power_order(c) > self._power_order(best):
                best = c
        return best

    def least_powerful(self, cards: Sequence[int]) -> int:
        """Least base and level together, then lower base, then further left (CW-34); NOBODY of none."""
        best = NOBODY
        for c in cards:
            if best == NOBODY or self._power_order(c) < self._power_order(best):
                best = c
        return best

    def strongest(self, cards: Sequence[int]) -> int:
        """Highest base, then level, then further left (CW-34); NOBODY of none."""
        best = NOBODY
        for c in cards:
            if best == NOBODY or self._strength_order(c) > self._strength_order(best):
                best = c
        return best

    def weakest(self, cards: Sequence[int]) -> int:
        """Lowest base, then level, then further left (CW-34); NOBODY of none."""
        best = NOBODY
        for c in cards:
            if best == NOBODY or self._strength_order(c) < self._strength_order(best):
                best = c
        return best

    def _power_order(self, c: int) -> int:
        card = self.cards[c]
        return (card.base + card.level) * 10000 + card.base

    def _strength_order(self, c: int) -> int:
        card = self.cards[c]
        return card.base * 10000 + card.level

    def barred_from_play(self, c: int) -> bool:
        """A permanent lock or Lilith's decree forbids it for good, its cooldown aside (CW-27)."""
        card = self.cards[c]
        return card.locks != 0 or (self.magic.lilith and card.kind != ODDITY and card.level >= 6)

    # --- telling ---

    def knowers(self, c: int) -> int:
        """Who hears what happens to this card: whoever sees it."""
        seen = self.cards[c].seen
        return EVERYONE if seen == EVERYBODY else seen

    def text(self, c: int) -> str:
        """The card in the notation, with its rest (CW-91 to CW-93)."""
        card = self.cards[c]
        return card_text(card, witch_name(card.witch)) + rest_text(card)

    def tell(
        self,
        kind: str,
        args: Sequence[Arg],
        knowers: int = EVERYONE,
        outside: str = "",
        outside_args: Sequence[Arg] = (),
    ) -> None:
        """Note an event. Callers ask `if self.events is not None` first, so that search builds no words."""
        if self.events is not None:
            self.events.append(Event(kind, args, knowers, outside, outside_args))
