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
    RAVEN,
    RAVENED,
    REMOVED,
    SLOT,
    Card,
)
from rumpus.games.creature_wars.rules.state import State


def leave(d: State, c: int) -> None:
    """Take the card out of where it lies; only other verbs call this."""
    card = d.mine(c)
    zone = card.zone
    if zone == HAND or zone == HAND + 1:
        d.hands[zone - HAND].remove(c)
        card.sprung = False
    elif zone == DECK:
        d.deck.remove(c)
    elif zone == SLOT or zone == SLOT + 1:
        d.empires[zone - SLOT].slot = NOBODY
    elif zone == GRAVEYARD:
        d.graveyard.remove(c)
        card.fate = NO_FATE
        card.fate_of = NOBODY
    elif zone == REMOVED:
        d.removed.remove(c)
    elif zone == INSIDE:
        d.inside.remove(c)
    card.keeper = NOBODY
    card.zone = NOWHERE


def put_inside(d: State, keeper: int, c: int) -> None:
    """Into a sack or a gift, face down: nobody sees it."""
    leave(d, c)
    card = d.mine(c)
    card.zone = INSIDE
    card.keeper = keeper
    card.seen = 0
    d.inside.append(c)


def into_slot(d: State, p: int, c: int) -> None:
    """Into a duel slot, where everybody sees it; the orders on the card are fulfilled (B-4.3)."""
    leave(d, c)
    card = d.mine(c)
    card.zone = SLOT + p
    card.seen = EVERYBODY
    card.fuse = 0
    card.first = False
    card.deal_due = 0
    d.empires[p].slot = c


def shed_marks(card: Card) -> None:
    """What falls off on the way to deck or graveyard; a Raven keeps its lock (CW-73)."""
    card.cooldown = 0
    card.locks = RAVENED if card.name == RAVEN else 0
    card.doomed = NOBODY
    card.fuse = 0
    card.first = False
    card.shifty = False
    card.deal_due = 0


def drop_rings(d: State, c: int) -> int:
    """Take the enchanted rings off a card, with their levels; says how many (S-11)."""
    card = d.cards[c]
    count = card.rings
    if count:
        card = d.mine(c)
        card.rings = 0
        card.level = max(0, card.level - 2 * count)
    return count


def bury(d: State, c: int, fate: int, p: int) -> None:
    """To the graveyard, for all to see, with its fate and the player it comes from; a gift with what is inside."""
    leave(d, c)
    drop_rings(d, c)
    card = d.mine(c)
    shed_marks(card)
    card.zone = GRAVEYARD
    card.seen = EVERYBODY
    card.fate = fate
    card.fate_of = p
    d.graveyard.append(c)
    if card.name == GIFT:
        for content in d.sack(c):
            bury(d, content, fate, p)
            d.mine(content).keeper = c


def wrap_again(d: State, gift: int) -> None:
    """A gift comes back with its content, which lay beside it in the graveyard for all to see (S-87)."""
    for content in [c for c in d.graveyard if d.cards[c].keeper == gift]:
        put_inside(d, gift, content)
        d.mine(content).seen = EVERYBODY


def take_out(d: State, c: int, public: bool = True) -> None:
    """To the removed pile, for good (OP-6)."""
    leave(d, c)
    card = d.mine(c)
    card.zone = REMOVED
    if public:
        card.seen = EVERYBODY
    d.removed.append(c)
    if card.name == GIFT:
        for content in d.sack(c):
            take_out(d, content, public)


def vanish(d: State, c: int) -> None:
    """To nowhere: Militias, and the wrapping of an opened gift."""
    leave(d, c)
