"""The law of equal seats: no seat has moves that others never get."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Move, Seat
from rumpus.testing.law import TALLY, BrokenLaw, Law
from rumpus.testing.random_games import games_of
from rumpus.testing.source_location import source_of

SAMPLES: Final = 60
SAMPLES_PER_GAME: Final = 4
DECISIONS: Final = 40
"""Decisions of a game that are looked at, the same number for every seat."""
SIGMAS: Final = 4.5
SIGMAS_INSTEAD: Final = 3.0
"""Significance of a move that a seat gets instead: many of them are moves to a place of its own."""
RARER: Final = 8
"""Factor by which a move is offered more rarely to another seat, to be missing there."""


@Law
def seats_are_equal(game: Game, options: Options, games: int) -> None:
    """A move that one seat is often offered is offered to all, or they have another one instead.

    Moves may name seats or places: then each seat misses as many as others do. A game in which seats have different
    roles names the reason in `Game.unequal_seats`, which switches this law off.
    """
    if game.unequal_seats:
        TALLY[-1].switched_off = game.unequal_seats
        return
    samples = SAMPLES + SAMPLES_PER_GAME * games
    seats = range(game.seats(options))
    offered = [Counter[Move]() for _ in seats]
    words: dict[tuple[Seat, Move], str] = {}
    place = ""
    for match in games_of(game, options, samples, "seats"):
        place = source_of(match.position, "moves")
        lists: list[list[list[Move]]] = [[] for _ in seats]
        for seat, _ in match.steps():
            moves = match.position.moves(seat)
            lists[seat].append(moves)
            for move in moves:
                if (seat, move) not in words:
                    words[seat, move] = game.format_move(match.position, seat, move)
            if match.made == DECISIONS:
                break
        common = min(len(decisions) for decisions in lists)
        for counter, decisions in zip(offered, lists, strict=True):
            counter.update({move for moves in decisions[:common] for move in moves})
    for seat in seats:
        for other in seats:
            own = _missing(offered[seat], offered[other], SIGMAS)
            instead = len(_missing(offered[other], offered[seat], SIGMAS_INSTEAD))
            for count, move in own[instead + instead // 4 * 2 :]:
                raise BrokenLaw(
                    f"seat {seat} is offered {words[seat, move]!r} in {count} of {samples} games and seat {other} in "
                    f"{offered[other][move]}; if their roles differ, say so in `Game.unequal_seats`",
                    f"{game.name} {options.changed()}",
                    place,
                )
            TALLY[-1].comparisons += len(offered[seat])


def _missing(one: Counter[Move], other: Counter[Move], sigmas: float) -> list[tuple[int, Move]]:
    """Returns the moves of one seat that another is hardly ever offered, the most frequent first."""
    counts = [(count, move) for move, count in one.items() if count > RARER * other[move]]
    return sorted(
        ((n, move) for n, move in counts if (n - other[move]) ** 2 > sigmas**2 * (n + other[move])), reverse=True
    )
