"""Every decision as a number, and the lists in which decisions are offered (CB-39)."""

from __future__ import annotations

from typing import Final

from rumpus.games.cat_brawl.rules.cards import CARDS, FAMILY
from rumpus.games.cat_brawl.rules.movements import IDLE, MOVEMENTS, NO_CARD, SCRATCH, Movement

MOST_SEATS: Final = 6
NOBODY: Final = -1
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
WIDTH: Final = 1 + FAMILY
"""A movement with its target takes so many moves: without a card, then with each kind of its family."""
FIRST_SCRATCH: Final = FIRST_STRATEGY + 2 * WIDTH

PICKS: Final = [0, 1, 2, 3, 4, 5]
PRELUDES: Final = [[USE_NONE], [USE_NONE, USE_OWN], [USE_NONE, USE_BONUS], [USE_NONE, USE_OWN, USE_BONUS, USE_BOTH]]
"""What is offered when nothing, the own, the bonus or both abilities are ready."""
POSTLUDES: Final = [DECLINE, USE]


def move_count(seats: int) -> int:
    return FIRST_SCRATCH + seats * WIDTH


def strategy(movement: int, target: int, card: int) -> int:
    """The move of a strategy; only a scratch has a target of its own."""
    place = 0 if card == NO_CARD else 1 + card - movement * FAMILY
    return FIRST_STRATEGY + (movement + (target if movement == SCRATCH else 0)) * WIDTH + place


def _plays() -> list[Movement]:
    plays = [IDLE] * FIRST_STRATEGY
    for move in range(FIRST_STRATEGY, move_count(MOST_SEATS)):
        kind = min((move - FIRST_STRATEGY) // WIDTH, SCRATCH)
        place = (move - FIRST_STRATEGY) % WIDTH
        plays.append(MOVEMENTS[kind] if place == 0 else CARDS[kind * FAMILY + place - 1])
    return plays


def _targets() -> list[int]:
    return [
        NOBODY if move < FIRST_SCRATCH else (move - FIRST_SCRATCH) // WIDTH for move in range(move_count(MOST_SEATS))
    ]


PLAY: Final[list[Movement]] = _plays()
"""What a move that is a strategy does: a plain movement, or a chance card with it."""
TARGET: Final[list[int]] = _targets()
"""The seat that it scratches."""

_OFFERS: Final[list[list[int] | None]] = [None] * (1 << 9 + MOST_SEATS)


def strategies(held: int, targets: int) -> list[int]:
    """What can be done with these kinds of card against these seats (both bit sets), in the order of the rules.

    There are few different lists, so each is made once and never changed.
    """
    index = held << MOST_SEATS | targets
    offer = _OFFERS[index]
    if offer is None:
        offer = _strategies(held, targets)
        _OFFERS[index] = offer
    return offer


def _strategies(held: int, targets: int) -> list[int]:
    offer: list[int] = []
    for move in range(FIRST_STRATEGY, move_count(MOST_SEATS)):
        card = PLAY[move].card
        target = TARGET[move]
        if (card == NO_CARD or held >> card & 1) and (target == NOBODY or targets >> target & 1):
            offer.append(move)
    return offer
