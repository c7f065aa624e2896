"""The cards: 58 different faces, the order they have in an unshuffled deck, and what fits on what (BP-1, BP-6)."""

from __future__ import annotations

from typing import Final

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
SYMBOLS: Final = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "skip", "reverse", "draw 2", "none")

# A coloured face is 13 × colour + symbol; the black ones follow, all in the order of BP-37.
PER_COLOUR: Final = 13
FIRST_BLACK: Final = 52
WILD: Final = 52
WILD_DRAW_FOUR: Final = 53
TRADE: Final = 54
HIT_ALL: Final = 55
CHAOS: Final = 56
DISCARD_ALL: Final = 57
FACES: Final = 58
BLACK_NAMES: Final = ("wild", "wild draw 4", "trade", "wild hit all", "wild chaos", "discard all")


def face_of(colour: int, symbol: int) -> int:
    """The face of a coloured card."""
    return PER_COLOUR * colour + symbol


def _colours() -> list[int]:
    return [face // PER_COLOUR if face < FIRST_BLACK else BLACK for face in range(FACES)]


def _symbols() -> list[int]:
    return [face % PER_COLOUR if face < FIRST_BLACK else NO_SYMBOL for face in range(FACES)]


def _names() -> list[str]:
    names: list[str] = []
    for face in range(FIRST_BLACK):
        names.append(COLOURS[face // PER_COLOUR] + " " + SYMBOLS[face % PER_COLOUR])
    names.extend(BLACK_NAMES)
    return names


COLOUR_OF: Final = _colours()
SYMBOL_OF: Final = _symbols()
NAMES: Final = _names()
"""Each face as people type it: `red 7`, `blue draw 2`, `wild hit all`."""

# --- sets of faces, a bit for each ---

ALL_FACES: Final = (1 << FACES) - 1
BLACK_FACES: Final = ALL_FACES - ((1 << FIRST_BLACK) - 1)
MAY_BE_LAST: Final = ALL_FACES - BLACK_FACES + (1 << WILD)
"""What a hand of exactly one card may play: anything but a black card other than Wild (BP-8)."""


def _of_colour() -> list[int]:
    sets = [0, 0, 0, 0, 0]
    for face in range(FACES):
        sets[COLOUR_OF[face]] |= 1 << face
    return sets


def _fits() -> list[int]:
    sets: list[int] = []
    for colour in range(4):
        for symbol in range(NO_SYMBOL + 1):
            fitting = BLACK_FACES
            for face in range(FIRST_BLACK):
                if COLOUR_OF[face] == colour or SYMBOL_OF[face] == symbol:
                    fitting |= 1 << face
            sets.append(fitting)
    return sets


OF_COLOUR: Final = _of_colour()
"""The faces of each colour, as a set."""
FITS: Final = _fits()
"""The faces that match, at `fits_at(colour, symbol)`: the colour in force, the symbol, or black (BP-6)."""
ANSWERS: Final = [(1 << face_of(colour, SKIP)) | (1 << face_of(colour, REVERSE)) for colour in range(4)]
"""The Skip and the Reverse of each colour: the answers to a penalty (BP-10)."""
STACKS: Final = sum(1 << face_of(colour, DRAW_TWO) for colour in range(4)) + (1 << WILD_DRAW_FOUR)
"""Every card that puts a penalty: an answer too with `stack_draws` (BP-10)."""


def fits_at(colour: int, symbol: int) -> int:
    """Where `FITS` keeps the set for this colour and symbol in force."""
    return colour * (NO_SYMBOL + 1) + symbol
