"""Move numbers: a card together with its colour, target or use is one move (BP-42)."""

from __future__ import annotations

from typing import Final

from rumpus.games.battle_puno.rules.deck import (
    CHAOS,
    DISCARD_ALL,
    FIRST_BLACK,
    HIT_ALL,
    TRADE,
    WILD,
    WILD_DRAW_FOUR,
    face_of,
)

# A coloured card is its own face, 0 to 51; a zero played so adds to the pool where there is one.
RESET: Final = FIRST_BLACK  # + colour: a zero that resets the pool
NAME_WILD: Final = RESET + 4  # + the colour named
NAME_WILD_DRAW_FOUR: Final = NAME_WILD + 4  # + the colour named
NAME_HIT_ALL: Final = NAME_WILD_DRAW_FOUR + 4  # + the colour named
TRADE_WITH: Final = NAME_HIT_ALL + 4  # + the seat
TRADE_ALONE: Final = TRADE_WITH + 8
PLAY_CHAOS: Final = TRADE_ALONE + 1
PLAY_DISCARD_ALL: Final = PLAY_CHAOS + 1
DRAW: Final = PLAY_DISCARD_ALL + 1
TAKE: Final = DRAW + 1
KEEP: Final = TAKE + 1
MOVE_COUNT: Final = KEEP + 1


def _faces() -> list[int]:
    faces = list(range(FIRST_BLACK))
    faces += [face_of(colour, 0) for colour in range(4)]
    faces += [WILD] * 4 + [WILD_DRAW_FOUR] * 4 + [HIT_ALL] * 4
    faces += [TRADE] * 9
    faces += [CHAOS, DISCARD_ALL]
    faces += [-1, -1, -1]
    return faces


FACE_PLAYED: Final = _faces()
"""Face played by each move; -1 for draw, take and keep."""


def colour_named(move: int) -> int:
    if NAME_WILD <= move < TRADE_WITH:
        return (move - NAME_WILD) % 4
    return -1


def target_named(move: int) -> int:
    """Returns the seat named by a Trade, or -1."""
    return move - TRADE_WITH if TRADE_WITH <= move < TRADE_ALONE else -1


def resets(move: int) -> bool:
    return RESET <= move < NAME_WILD
