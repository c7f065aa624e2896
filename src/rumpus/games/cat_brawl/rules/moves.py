"""Move numbers, and the lists of moves offered (CB-39)."""

from __future__ import annotations

from typing import Final

from rumpus.games.cat_brawl.rules.cards import CARDS, FAMILY_SIZE
from rumpus.games.cat_brawl.rules.movements import IDLE, MOVEMENTS, NO_CARD, SCRATCH, Movement

MAX_SEATS: Final = 6
NO_TARGET: Final = -1
NO_MOVE: Final = -1

FIRST_PICK: Final = 0
"""The six cats are moves 0 to 5."""
USE_NONE: Final = 6
USE_OWN: Final = 7
USE_BONUS: Final = 8
USE_BOTH: Final = 9
DECLINE: Final = 10
USE: Final = 11
FIRST_STRATEGY: Final = 12
MOVES_PER_TARGET: Final = 1 + FAMILY_SIZE
"""Moves per movement and target: without a card, then with each card of its family."""
FIRST_SCRATCH: Final = FIRST_STRATEGY + 2 * MOVES_PER_TARGET

CAT_MOVES: Final = [0, 1, 2, 3, 4, 5]
PRELUDE_MOVES: Final = [
    [USE_NONE],
    [USE_NONE, USE_OWN],
    [USE_NONE, USE_BONUS],
    [USE_NONE, USE_OWN, USE_BONUS, USE_BOTH],
]
"""Moves by ready abilities: none, own, bonus, both."""
POSTLUDE_MOVES: Final = [DECLINE, USE]


def move_count(seats: int) -> int:
    return FIRST_SCRATCH + seats * MOVES_PER_TARGET


def strategy(movement: int, target: int, card: int) -> int:
    """Returns the move of a strategy. `target` counts only for a scratch."""
    place = 0 if card == NO_CARD else 1 + card - movement * FAMILY_SIZE
    return FIRST_STRATEGY + (movement + (target if movement == SCRATCH else 0)) * MOVES_PER_TARGET + place


def _plays() -> list[Movement]:
    plays = [IDLE] * FIRST_STRATEGY
    for move in range(FIRST_STRATEGY, move_count(MAX_SEATS)):
        kind = min((move - FIRST_STRATEGY) // MOVES_PER_TARGET, SCRATCH)
        place = (move - FIRST_STRATEGY) % MOVES_PER_TARGET
        plays.append(MOVEMENTS[kind] if place == 0 else CARDS[kind * FAMILY_SIZE + place - 1])
    return plays


def _targets() -> list[int]:
    return [
        NO_TARGET if move < FIRST_SCRATCH else (move - FIRST_SCRATCH) // MOVES_PER_TARGET
        for move in range(move_count(MAX_SEATS))
    ]


PLAY: Final[list[Movement]] = _plays()
"""Movement or chance card of each move, or `IDLE`."""
TARGET: Final[list[int]] = _targets()
"""Seat scratched by each move, or `NO_TARGET`."""

_STRATEGY_LISTS: Final[list[list[int] | None]] = [None] * (1 << 9 + MAX_SEATS)


def strategies(held: int, targets: int) -> list[int]:
    """Lists the strategies with these kinds of card against these seats (bit sets). Shared: do not modify."""
    index = held << MAX_SEATS | targets
    offer = _STRATEGY_LISTS[index]
    if offer is None:
        offer = _list_strategies(held, targets)
        _STRATEGY_LISTS[index] = offer
    return offer


def _list_strategies(held: int, targets: int) -> list[int]:
    offer: list[int] = []
    for move in range(FIRST_STRATEGY, move_count(MAX_SEATS)):
        card = PLAY[move].card
        target = TARGET[move]
        if (card == NO_CARD or held >> card & 1) and (target == NO_TARGET or targets >> target & 1):
            offer.append(move)
    return offer
