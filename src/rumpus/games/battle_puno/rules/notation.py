"""The notation of moves (BP-42)."""

from __future__ import annotations

from typing import Final

from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.moves import DRAW, FACE_PLAYED, KEEP, TAKE
from rumpus.games.battle_puno.rules.numbers import Numbers

CARDLESS_MOVES: Final = {DRAW: "draw", TAKE: "take", KEEP: "keep"}


def format_move(numbers: Numbers, move: int) -> str:
    if move >= DRAW:
        return CARDLESS_MOVES[move]
    return CARDS[FACE_PLAYED[move]].format_play(numbers, move)
