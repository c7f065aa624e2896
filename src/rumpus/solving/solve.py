"""The exact solution of any tiny game: backwards from its ends where nothing is hidden, else by equilibrium."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.outcome import in_coin
from rumpus.core.position import Plain, Seat
from rumpus.core.solver import LIMIT, PRECISION, ROUNDS, Progress
from rumpus.core.words import seen_from
from rumpus.solving.backward_induction import OpenBook, open_book
from rumpus.solving.cfr import Equilibrium, find_equilibrium
from rumpus.solving.enumeration import InfoSet, Unfolded

DIGITS = 6
LONGEST_LINE = 30


class Advised:
    """A row of the strategy: what a seat knows there, and how likely it should make each move."""

    def __init__(
        self, seat: Seat, knows: str, moves: Sequence[tuple[str, float]], worths: Sequence[float] = ()
    ) -> None:
        self.seat = seat
        self.knows = knows
        self.moves = list(moves)
        self.worths = list(worths)
        """What each move is worth to the seat, where that is known."""

    def plain(self) -> dict[str, Plain]:
        found: dict[str, Plain] = {"seat": self.seat, "knows": self.knows, "moves": dict(self.moves)}
        if self.worths:
            found["worth"] = {says: worth for (says, _), worth in zip(self.moves, self.worths, strict=True)}
        return found


class TinySolution:
    """A tiny game solved: what each seat gets if all play their best, and how they do that."""

    def __init__(self, game: Game, options: Options, payoffs: Sequence[float], positions: int) -> None:
        self.game = game
        self.options = options
        self.payoffs = list(payoffs)
        self.positions = positions
        self.method = ""
        self.exploitability = 0.0
        """What a seat could still gain on average by playing otherwise, in payoffs."""
        self.rounds = 0
        self.situations = 0
        self.seconds = 0.0
        self.strategy: list[Advised] = []

    def figures(self) -> dict[str, Plain]:
        """The result as plain data, for a program."""
        scale, coin = self.game.stake
        return {
            "method": self.method,
            "payoffs": list(self.payoffs),
            "stake": {"scale": scale, "coin": coin},
            "exploitability": self.exploitability,
            "rounds": self.rounds,
            "positions": self.positions,
            "situations": self.situations,
            "seconds": round(self.seconds, 3),
            "strategy": [row.plain() for row in self.strategy],
        }

    def sentences(self) -> list[str]:
        """The result for a person, a sentence each."""
        stake = self.game.stake
        names = [f"player {seat + 1}" for seat in range(len(self.payoffs))]
        each = ", ".join(f"{name} {in_coin(pay, stake, DIGITS)}" for name, pay in zip(names, self.payoffs, strict=True))
        best = "If all play their best" if len(names) > 1 else "With the best play"
        said = [f"{best}, a game is worth on average: {each}."]
        if self.rounds:
            gain = f"{self.exploitability * stake[0]:.1e}" + (f" {stake[1]}s" if stake[1] else "")
            said.append(
                f"Whoever played otherwise could gain {gain} at most on average (exploitability after {self.rounds:,} "
                "rounds of CFR+)."
            )
        said.append(
            f"{self.method.capitalize()}: {self.positions:,} positions, {self.situations:,} situations that a seat can "
            f"tell apart, {self.seconds:.1f} s."
        )
        return said


def solve_tiny(
    game: Game,
    options: Options,
    limit: int = LIMIT,
    precision: float = PRECISION,
    rounds: int = ROUNDS,
    progress: Progress | None = None,
) -> TinySolution:
    """Solve it through the contract alone; refused (`TooLarge`) where more positions are reached than the limit."""
    began = time.perf_counter()
    book = open_book(game, options, limit, progress)
    if book is not None:
        solution = _of_book(book)
    else:
        unfolded = Unfolded(game, options, limit, progress)
        solution = _of_equilibrium(find_equilibrium(unfolded, precision, rounds, progress))
    solution.seconds = time.perf_counter() - began
    return solution


def _of_book(book: OpenBook) -> TinySolution:
    solution = TinySolution(book.game, book.options, book.payoffs, len(book.book))
    solution.method = "nothing is hidden, so it was solved from its ends backwards"
    solution.situations = sum(bool(here.moves) for here in book.book)
    for turn, (number, best) in enumerate(book.line(LONGEST_LINE), 1):
        here, position = book.book[number], book.position(number)
        moves = [
            (book.game.write(position, here.seat, move), float(place == best)) for place, move in enumerate(here.moves)
        ]
        solution.strategy.append(Advised(here.seat, f"decision {turn} of the best line", moves, book.worths(number)))
    return solution


def _of_equilibrium(found: Equilibrium) -> TinySolution:
    unfolded = found.unfolded
    payoffs = [found.value, -found.value][: unfolded.seats]
    solution = TinySolution(unfolded.game, unfolded.options, payoffs, unfolded.reached)
    solution.method = "something is hidden, so both learnt from each other"
    if unfolded.seats == 1:
        solution.method = "something is hidden, so all that could be was weighed at once"
    solution.exploitability, solution.rounds = found.exploitability, found.rounds
    solution.situations = sum(len(sets) for sets in unfolded.sets)
    for sets in unfolded.sets:
        for one in sets:
            moves = list(zip(one.says, one.shares, strict=True))
            solution.strategy.append(Advised(one.seat, _known(unfolded, one), moves))
    return solution


def _known(unfolded: Unfolded, one: InfoSet) -> str:
    """What its seat has noticed, as its log tells it."""
    names = seen_from([f"player {seat + 1}" for seat in range(unfolded.seats)], one.seat)
    return " ".join(unfolded.game.tell(seen, names).text for seen in unfolded.noticed(one))
