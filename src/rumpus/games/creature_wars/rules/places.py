"""Where a card lies, and what falls off it on the way (CW-10, CW-73)."""

from __future__ import annotations

from rumpus.games.creature_wars.rules.cards import (
    DECK,
    EVERYBODY,
    GIFT,
    GRAVEYARD,
    HAND,
    INSIDE,
    NO_FATE,
    NOBODY,
    NOWHERE,
    REMOVED,
    SLOT,
    Card,
)
from rumpus.games.creature_wars.rules.making import Making


class Places(Making):
    """Single cards go from place to place. The verbs above these make whole sentences of it."""

    def leave(self, c: int) -> None:
        """Take the card out of where it lies; only other verbs call this."""
        card = self.mine(c)
        zone = card.zone
        if zone == HAND or zone == HAND + 1:
            self.hands[zone - HAND].remove(c)
            card.sprung = False
        elif zone == DECK:
            self.deck.remove(c)
        elif zone == SLOT or zone == SLOT + 1:
            self.empires[zone - SLOT].slot = NOBODY
        elif zone == GRAVEYARD:
            self.graveyard.remove(c)
            card.fate = NO_FATE
            card.fate_of = NOBODY
        elif zone == REMOVED:
            self.removed.remove(c)
        elif zone == INSIDE:
            self.inside.remove(c)
            card.keeper = NOBODY
        card.zone = NOWHERE

    def put_inside(self, keeper: int, c: int) -> None:
        """Into a sack or a gift, face down: nobody sees it."""
        self.leave(c)
        card = self.mine(c)
        card.zone = INSIDE
        card.keeper = keeper
        card.seen = 0
        self.inside.append(c)

    def into_slot(self, p: int, c: int) -> None:
        """Into a duel slot, where everybody sees it; the orders on the card are fulfilled (B-4.3)."""
        self.leave(c)
        card = self.mine(c)
        card.zone = SLOT + p
        card.seen = EVERYBODY
        card.fuse = 0
        card.first = False
        card.deal_due = 0
        self.empires[p].slot = c

    def _shed_marks(self, card: Card) -> None:
        """What falls off on the way to deck or graveyard (CW-73)."""
        card.cooldown = 0
        card.locks = 0
        card.doomed = NOBODY
        card.fuse = 0
        card.first = False
        card.shifty = False
        card.deal_due = 0

    def drop_rings(self, c: int) -> int:
        """Take the enchanted rings off a card, with their levels; says how many (S-11)."""
        card = self.cards[c]
        count = card.rings
        if count:
            card = self.mine(c)
            card.rings = 0
            card.level = max(0, card.level - 2 * count)
        return count

    def bury(self, c: int, fate: int, p: int) -> None:
        """To the graveyard, for all to see, with its fate and the player it comes from."""
        self.leave(c)
        self.drop_rings(c)
        card = self.mine(c)
        self._shed_marks(card)
        card.zone = GRAVEYARD
        card.seen = EVERYBODY
        card.fate = fate
        card.fate_of = p
        self.graveyard.append(c)
        if card.name == GIFT:
            for content in self.sack(c):
                self.bury(content, fate, p)

    def take_out(self, c: int, public: bool = True) -> None:
        """To the removed pile, for good (OP-6)."""
        self.leave(c)
        card = self.mine(c)
        card.zone = REMOVED
        if public:
            card.seen = EVERYBODY
        self.removed.append(c)
        if card.name == GIFT:
            for content in self.sack(c):
                self.take_out(content, public)

    def vanish(self, c: int) -> None:
        """To nowhere: Militias, and the wrapping of an opened gift."""
        self.leave(c)
