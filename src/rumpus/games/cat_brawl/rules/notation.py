"""The notation of moves: `purr`, `guard +reverse`, `scratch 2 +double`, `maine coon`, `critical hit`."""

from __future__ import annotations

from rumpus.games.cat_brawl.rules.abilities import ABILITIES, CRITICAL_HIT
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.moves import (
    DECLINE,
    FIRST_STRATEGY,
    NO_TARGET,
    PLAY,
    TARGET,
    USE,
    USE_BONUS,
    USE_BOTH,
    USE_NONE,
    USE_OWN,
)


def format_move(breed: int, move: int) -> str:
    if move >= FIRST_STRATEGY:
        play = PLAY[move]
        words = play.word
        if TARGET[move] != NO_TARGET:
            words += f" {TARGET[move]}"
        return f"{words} +{play.short}" if play.short else words
    if move in (USE_NONE, DECLINE):
        return "decline"
    if move in (USE_OWN, USE):
        return ABILITIES[breed].name.lower()
    if move == USE_BONUS:
        return CRITICAL_HIT.name.lower()
    if move == USE_BOTH:
        return f"{ABILITIES[breed].name} and {CRITICAL_HIT.name}".lower()
    return BREEDS[move].lower()
