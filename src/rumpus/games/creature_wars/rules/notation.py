"""Moves in notation: cards by face, answers by word."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Move, Position, Seat
from rumpus.games.creature_wars.rules.cards import NONE
from rumpus.games.creature_wars.rules.duels.frames import (
    ASK_NUMBER,
    ASK_OFFER,
    ASK_OPTION,
    ASK_PLAYER,
    ASK_TRIBE,
    ASK_TYPE,
)
from rumpus.games.creature_wars.rules.lettering import TRIBE_NAMES, TYPE_NAMES
from rumpus.games.creature_wars.rules.moves import OFFSETS, named_card
from rumpus.games.creature_wars.rules.position import as_war
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of

GIFT_PAIRS: Final = (
    "my first and my second",
    "my first and their first",
    "my first and their second",
    "my second and their first",
    "my second and their second",
    "their first and their second",
)


def format_move(position: Position, seat: Seat, move: Move) -> str:
    """Formats a move as typed; equal cards count from the left: `… #2`."""
    war = as_war(position)
    asking = war.asking
    card = named_card(war, seat, move)
    if card != NONE:
        cards = war.options if asking == ASK_OFFER else [war.hands[seat][place] for place in war.moves(seat)]
        words = war.text(card)
        place = [c for c in cards if war.text(c) == words].index(card)
        return words if place == 0 else f"{words} #{place + 1}"
    answer = move - OFFSETS[asking]
    if asking == ASK_TRIBE:
        return TRIBE_NAMES[answer]
    if asking == ASK_TYPE:
        return TYPE_NAMES[answer]
    if asking == ASK_NUMBER:
        return str(answer)
    if asking == ASK_OPTION:
        return witch_of(war.frames[-1].witch).choices[answer]
    return ("me", "opponent")[answer] if asking == ASK_PLAYER else GIFT_PAIRS[answer]
