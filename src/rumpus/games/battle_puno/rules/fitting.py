"""Bit sets of the faces that fit (BP-6, BP-8, BP-10)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from rumpus.games.battle_puno.rules.cards import CARDS, Card
from rumpus.games.battle_puno.rules.deck import BLACK, NO_SYMBOL


def _set(cards: list[Card]) -> i64:
    return i64(sum(1 << card.face for card in cards))


def _fits() -> list[i64]:
    sets: list[i64] = []
    for colour in range(4):
        for symbol in range(NO_SYMBOL + 1):
            sets.append(_set([card for card in CARDS if card.colour in (colour, BLACK) or card.symbol == symbol]))
    return sets


MAY_BE_LAST: Final = _set([card for card in CARDS if card.may_be_last])
"""Faces allowed as the last card (BP-8)."""
PLAIN: Final = _set([card for card in CARDS if type(card).list_plays is Card.list_plays])
"""Faces with one way to play: the move is the face (BP-42)."""
OF_COLOUR: Final = [_set([card for card in CARDS if card.colour == colour]) for colour in range(4)]
"""Faces of each colour."""
FITS: Final = vec[i64](_fits())
"""Fitting faces by colour and symbol in force, at `fits_at(colour, symbol)` (BP-6)."""
ANSWERS: Final = vec[i64](
    [_set([card for card in CARDS if card.answers and card.colour == colour]) for colour in range(4)]
)
"""Answers to a penalty, by the colour in force (BP-10)."""
STACKS: Final = _set([card for card in CARDS if card.punishes])
"""Further answers with `stack_draws`: they add to the penalty (BP-10)."""


def fits_at(colour: int, symbol: int) -> int:
    return colour * (NO_SYMBOL + 1) + symbol
