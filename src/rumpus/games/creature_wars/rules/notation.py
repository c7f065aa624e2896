"""Moves as one types them: a card by its face, an answer by its word."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Move, Seat
from rumpus.games.creature_wars.rules.frames import (
    ASK_DUEL,
    ASK_NUMBER,
    ASK_OFFER,
    ASK_OPTION,
    ASK_OWN_CARD,
    ASK_PLAYER,
    ASK_TRIBE,
    ASK_TYPE,
)
from rumpus.games.creature_wars.rules.lettering import TRIBE_NAMES, TYPE_NAMES
from rumpus.games.creature_wars.rules.moves import (
    NUMBER_MOVES,
    OFFER_MOVES,
    OPTION_MOVES,
    PEEK_MOVES,
    PLAYER_MOVES,
    TRIBE_MOVES,
    TYPE_MOVES,
)
from rumpus.games.creature_wars.rules.position import War
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of

GIFT_PAIRS: Final = (
    "my first and my second",
    "my first and their first",
    "my first and their second",
    "my second and their first",
    "my second and their second",
    "their first and their second",
)


def write_move(war: War, seat: Seat, move: Move) -> str:
    """The move as its seat would type it; of equal cards the second is `… #2`, counted from the left."""
    asking = war.asking
    if asking in (ASK_DUEL, ASK_OWN_CARD):
        cards = [war.hands[seat][place] for place in war.moves(seat)]
        return _one_of_several(war, cards, war.hands[seat][move])
    if asking == ASK_OFFER:
        return _one_of_several(war, war.options, war.options[move - OFFER_MOVES])
    if asking == ASK_TRIBE:
        return TRIBE_NAMES[move - TRIBE_MOVES]
    if asking == ASK_TYPE:
        return TYPE_NAMES[move - TYPE_MOVES]
    if asking == ASK_NUMBER:
        return str(move - NUMBER_MOVES)
    if asking == ASK_OPTION:
        return witch_of(war.frames[-1].witch).choices[move - OPTION_MOVES]
    if asking == ASK_PLAYER:
        return ("me", "opponent")[move - PLAYER_MOVES]
    return GIFT_PAIRS[move - PEEK_MOVES]


def _one_of_several(war: War, cards: list[int], card: int) -> str:
    words = war.text(card)
    alike = [c for c in cards if war.text(c) == words]
    place = alike.index(card)
    return words if place == 0 else f"{words} #{place + 1}"
