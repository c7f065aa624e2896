"""How much a player loses where its opponents do their best against it, exactly: for games that can be enumerated."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.outcome import in_coin
from rumpus.core.position import Plain, Seat
from rumpus.core.rng import Seeded
from rumpus.core.solver import LIMIT, Exposed, Progress, Samples, Strategy, solver_of
from rumpus.solving.backward_induction import OpenBook, open_book
from rumpus.solving.cfr import Contest, find_equilibrium
from rumpus.solving.enumeration import TooLarge, Unfolded
from rumpus.solving.policy import Interview

ANSWERED = "against the best answer"
ALONE = "against luck alone"


class Exposure:
    """What was found of a player, seat by seat."""

    def __init__(self, player: str, game: Game, parts: Sequence[Exposed], asked: Sequence[Interview]) -> None:
        self.player = player
        self.game = game
        self.parts = list(parts)
        self.chairs = max(one.chairs for one in asked)
        self.times = asked[0].times if asked[0].answers else 0
        """How often it was asked in each; 0 for whoever knows its chances."""
        self.again = asked[-1].answers > 0

    def sentences(self) -> list[str]:
        found = [self._part(one) for one in self.parts]
        if self.times:
            again = ", and as often again to see what the answer gets" if self.again else ""
            found.append(
                f"{self.player} was asked {self.times} times in each of {self.chairs:,} situations{again}; "
                "what it remembers of earlier moves is left out."
            )
        else:
            found.append(f"{self.player} said how likely it makes each move in {self.chairs:,} situations.")
        return found

    def _part(self, one: Exposed) -> str:
        lost = one.could - one.gets
        if self.game.stake[1]:
            gets, could = (in_coin(2 * chance - 1, self.game.stake, 4) for chance in (one.gets, one.could))
            less = f"{round(2 * lost * self.game.stake[0], 4) + 0.0:.4f} {self.game.stake[1]}s less"
        else:
            gets, could, less = f"{one.gets:.2%}", f"{one.could:.2%}", f"{round(100 * lost, 2) + 0.0:.2f} points less"
        return f"{one.seated.capitalize()} {self.player} gets {gets} {one.against}; the best play gets {could}: {less}."

    def plain(self) -> dict[str, Plain]:
        """For a program: chances to win, from 0 to 1."""
        parts: list[Plain] = [
            {"seated": one.seated, "against": one.against, "gets": one.gets, "could": one.could} for one in self.parts
        ]
        return {"player": self.player, "asks": self.times, "situations": self.chairs, "parts": parts}


def expose(
    player: str,
    game: Game,
    options: Options,
    what: str,
    asks: int,
    seed: str,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> Exposure | None:
    """What the player gets against the best answer; None where the game is too large for that.

    It is asked `asks` times in every situation to find the answer, and as often again to see what that gets: otherwise
    the answer would know the luck of those asked.
    """
    samples = [Interview(player, game, options, f"{seed}/{number}", asks) for number in (1, 2)]
    solver = solver_of(game)
    parts: Sequence[Exposed] | None
    if solver is not None:
        parts = solver.exposed(what, options, samples, progress)
    elif what:
        raise RumpusError(f"{game.title} has no solver of its own, and so no part called {what!r}")
    else:
        try:
            parts = of_tiny(game, options, samples, limit, progress)
        except TooLarge:
            parts = None
    return None if parts is None else Exposure(player, game, parts, samples)


def of_tiny(
    game: Game, options: Options, samples: Samples, limit: int = LIMIT, progress: Progress | None = None
) -> list[Exposed]:
    """The same for a game without a solver of its own; refused (`TooLarge`) where there are too many positions."""
    book = open_book(game, options, limit, progress)
    if game.seats(options) > 2:
        raise RumpusError("the best answer is known to one opponent alone: choose options for one or two seats")
    if book is not None:
        return [_of_book(book, seat, samples) for seat in range(game.seats(options))]
    unfolded = [Unfolded(game, options, limit, progress, strategy) for strategy in samples]
    value = find_equilibrium(Unfolded(game, options, limit), progress=progress).value
    contests = [Contest(one) for one in unfolded]
    plans = [[side.plan(side.given()) for side in contest.sides] for contest in contests]
    found: list[Exposed] = []
    for seat in range(unfolded[0].seats):
        if unfolded[0].seats == 1:
            gets = contests[0].value(plans[0])
        else:
            answer = contests[0].sides[1 - seat].best(contests[0].gradient(1 - seat, plans[0][seat]))
            gets = -float(answer @ contests[-1].gradient(1 - seat, plans[-1][seat]))
        could = value if seat == 0 else -value
        found.append(_part(seat, unfolded[0].seats, gets, could))
    return found


def _of_book(book: OpenBook, seat: Seat, samples: Samples) -> Exposed:
    """Backwards: the player's moves by their chances, and the other's best by the first sample."""
    seats = book.game.seats(book.options)
    other = 1 - seat if seats > 1 else seat
    worths = [np.zeros(len(book.book)) for _ in samples]
    """To the other one, by sample and position; of a game for one, to the player."""
    for number in book.order:
        here = book.book[number]
        if not here.moves:
            for worth in worths:
                worth[number] = here.payoffs[other]
            continue
        after = [
            [sum(chance * worth[following] for chance, following in outcomes) for outcomes in here.after]
            for worth in worths
        ]
        if here.seat == seat:
            for strategy, worth, each in zip(samples, worths, after, strict=True):
                shares = _shares(book, number, strategy)
                worth[number] = sum(share * one for share, one in zip(shares, each, strict=True))
        else:
            best = after[0].index(max(after[0]))
            for worth, each in zip(worths, after, strict=True):
                worth[number] = each[best]
    total = float(sum(chance * worths[-1][number] for chance, number in book.starts))
    return _part(seat, seats, total if seats == 1 else -total, book.payoffs[seat])


def _shares(book: OpenBook, number: int, strategy: Strategy) -> list[float]:
    here = book.book[number]
    chair = Chair(book.game, book.options, book.position(number), here.seat, Seeded("what a seat may know"))
    shares = strategy(chair)
    return [shares.get(move, 0.0) for move in here.moves]


def _part(seat: Seat, seats: int, payoff: float, could: float) -> Exposed:
    return Exposed(f"as player {seat + 1}", (1 + payoff) / 2, (1 + could) / 2, ANSWERED if seats > 1 else ALONE)
