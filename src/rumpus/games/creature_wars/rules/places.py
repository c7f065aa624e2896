"""Moves of cards between zones, and the marks they lose (CW-10, CW-73)."""

from __future__ import annotations

from rumpus.games.creature_wars.rules.cards import (
    DECK,
    EVERYBODY,
    GIFT,
    GRAVEYARD,
    HAND,
    INSIDE,
    NO_FATE,
    NONE,
    NOWHERE,
    RAVEN,
    RAVENED,
    REMOVED,
    SLOT,
    Card,
)
from rumpus.games.creature_wars.rules.state import State


def leave(d: State, c: int) -> None:
    """Takes a card out of its zone; for operations only."""
    card = d.writable(c)
    zone = card.zone
    if zone == HAND or zone == HAND + 1:
        d.hands[zone - HAND].remove(c)
        card.sprung = False
    elif zone == DECK:
        d.deck.remove(c)
    elif zone == SLOT or zone == SLOT + 1:
        d.empires[zone - SLOT].slot = NONE
    elif zone == GRAVEYARD:
        d.graveyard.remove(c)
        card.fate = NO_FATE
        card.fate_of = NONE
    elif zone == REMOVED:
        d.removed.remove(c)
    elif zone == INSIDE:
        d.inside.remove(c)
    card.keeper = NONE
    card.zone = NOWHERE


def put_inside(d: State, keeper: int, c: int) -> None:
    """Puts a card face down into a sack or gift."""
    leave(d, c)
    card = d.writable(c)
    card.zone = INSIDE
    card.keeper = keeper
    card.seen = 0
    d.inside.append(c)


def into_slot(d: State, p: int, c: int) -> None:
    """Puts a card face up into a duel slot and clears its orders (B-4.3)."""
    leave(d, c)
    card = d.writable(c)
    card.zone = SLOT + p
    card.seen = EVERYBODY
    card.fuse = 0
    card.first = False
    card.deal_due = 0
    d.empires[p].slot = c


def shed_marks(card: Card) -> None:
    """Clears marks on the way to deck or graveyard; Ravens stay locked (CW-73)."""
    card.cooldown = 0
    card.locks = RAVENED if card.name == RAVEN else 0
    card.doomed = NONE
    card.fuse = 0
    card.first = False
    card.shifty = False
    card.deal_due = 0


def drop_rings(d: State, c: int) -> int:
    """Takes off all rings with their levels; returns their number (S-11)."""
    card = d.cards[c]
    count = card.rings
    if count:
        card = d.writable(c)
        card.rings = 0
        card.level = max(0, card.level - 2 * count)
    return count


def bury(d: State, c: int, fate: int, p: int) -> None:
    """Moves a card, and a gift's content, to the graveyard with its fate."""
    leave(d, c)
    drop_rings(d, c)
    card = d.writable(c)
    shed_marks(card)
    card.zone = GRAVEYARD
    card.seen = EVERYBODY
    card.fate = fate
    card.fate_of = p
    d.graveyard.append(c)
    if card.name == GIFT:
        for content in d.sack(c):
            bury(d, content, fate, p)
            d.writable(content).keeper = c


def wrap_again(d: State, gift: int) -> None:
    """Puts a buried gift's content back inside, still public (S-87)."""
    for content in [c for c in d.graveyard if d.cards[c].keeper == gift]:
        put_inside(d, gift, content)
        d.writable(content).seen = EVERYBODY


def take_out(d: State, c: int, public: bool = True) -> None:
    """Moves a card to the removed pile (OP-6)."""
    leave(d, c)
    card = d.writable(c)
    card.zone = REMOVED
    if public:
        card.seen = EVERYBODY
    d.removed.append(c)
    if card.name == GIFT:
        for content in d.sack(c):
            take_out(d, content, public)


def vanish(d: State, c: int) -> None:
    """Moves a Militia or an opened wrapping to NOWHERE."""
    leave(d, c)
