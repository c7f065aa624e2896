"""Colours, symbols and the 58 faces of the deck, in unshuffled order (BP-1, BP-37)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

RED: Final = 0
BLUE: Final = 1
GREEN: Final = 2
YELLOW: Final = 3
BLACK: Final = 4
COLOURS: Final = ("red", "blue", "green", "yellow", "black")

# A symbol is 0 to 9 for the numbers, then:
SKIP: Final = 10
REVERSE: Final = 11
DRAW_TWO: Final = 12
NO_SYMBOL: Final = 13

# A coloured face is 13 × colour + symbol; the black ones follow.
PER_COLOUR: Final = 13
FIRST_BLACK: Final = 52
WILD: Final = 52
WILD_DRAW_FOUR: Final = 53
TRADE: Final = 54
HIT_ALL: Final = 55
CHAOS: Final = 56
DISCARD_ALL: Final = 57
FACES: Final = 58

ALL_FACES: Final = (1 << FACES) - 1
BITS: Final = vec[i64]([1 << face for face in range(FACES)])
"""The bit of each face in a set of faces. Compiled code shifts a constant as 32 bits (mypyc 2.4): no `1 << face`."""


def face_of(colour: int, symbol: int) -> int:
    return PER_COLOUR * colour + symbol


COLOUR_OF: Final = [face // PER_COLOUR if face < FIRST_BLACK else BLACK for face in range(FACES)]
SYMBOL_OF: Final = [face % PER_COLOUR if face < FIRST_BLACK else NO_SYMBOL for face in range(FACES)]
