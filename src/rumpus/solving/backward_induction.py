"""Games in which nothing is hidden, solved from their ends back to the start; chance may have a say."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Seeded
from rumpus.core.solver import LIMIT, Progress
from rumpus.solving.enumeration import MoveMade, Surveyor, as_text

DREAMT = 100
"""In so many positions it is also dreamt, to notice early that something is hidden."""
LEVEL = 1e-12
NOBODY = -1


class Fork:
    """What can be decided in a position, and where each move leads: to positions, with their chances."""

    def __init__(self, text: str) -> None:
        self.text = text
        """The position, as saved."""
        self.seat: Seat = NOBODY
        self.moves: list[Move] = []
        self.after: list[list[tuple[float, int]]] = []
        self.payoffs: list[float] = []
        """What every seat gets from here on, if all play their best."""
        self.best = 0
        """The place of the best move; of equals the first."""


class OpenBook:
    """Every position of a game in which nothing is hidden, with the best move in it."""

    def __init__(self, game: Game, options: Options, starts: Sequence[tuple[float, int]], book: Sequence[Fork]) -> None:
        self.game = game
        self.options = options
        self.starts = list(starts)
        self.book = list(book)
        self.order: list[int] = []
        """All positions, in an order in which each comes after those it leads to."""
        self._solve()
        self.payoffs = self._mean(self.starts)

    def position(self, number: int) -> Position:
        return self.game.load(self.options, json.loads(self.book[number].text))

    def worths(self, number: int) -> list[float]:
        """What each move in that position is worth to whoever decides there."""
        here = self.book[number]
        return [self._mean(after)[here.seat] for after in here.after]

    def line(self, longest: int) -> list[tuple[int, int]]:
        """The likeliest way to an end, all playing their best: positions with the place of the move made there."""
        at = max(self.starts)[1]
        found: list[tuple[int, int]] = []
        while self.book[at].moves and len(found) < longest:
            found.append((at, self.book[at].best))
            at = max(self.book[at].after[self.book[at].best])[1]
        return found

    def _mean(self, outcomes: Sequence[tuple[float, int]]) -> list[float]:
        found = [0.0] * self.game.seats(self.options)
        for chance, number in outcomes:
            for seat, payoff in enumerate(self.book[number].payoffs):
                found[seat] += chance * payoff
        return found

    def _solve(self) -> None:
        """Ends first, then whatever leads only to what is known."""
        before: list[list[int]] = [[] for _ in self.book]
        unknown = [0] * len(self.book)
        for number, here in enumerate(self.book):
            following = {after for outcomes in here.after for _, after in outcomes}
            unknown[number] = len(following)
            for after in following:
                before[after].append(number)
        ready = deque(number for number, left in enumerate(unknown) if not left)
        while ready:
            number = ready.popleft()
            self.order.append(number)
            here = self.book[number]
            if here.moves:
                worths = self.worths(number)
                here.best = next(place for place, worth in enumerate(worths) if worth >= max(worths) - LEVEL)
                here.payoffs = self._mean(here.after[here.best])
            for earlier in before[number]:
                unknown[earlier] -= 1
                if not unknown[earlier]:
                    ready.append(earlier)
        if len(self.order) < len(self.book):
            raise RumpusError(
                f"{self.game.title} can come back to a position it was in, {len(self.book) - len(self.order):,} of "
                f"{len(self.book):,} positions lie on such rounds, and so it cannot be solved from its ends backwards"
            )


def open_book(game: Game, options: Options, limit: int = LIMIT, progress: Progress | None = None) -> OpenBook | None:
    """The solution of a game that shows its seats everything; None if it hides something.

    Nothing is hidden where every view belongs to one position only, and one seat decides at a time.
    """
    surveyor = Surveyor(game, limit, progress)
    book: list[Fork] = []
    numbers: dict[str, int] = {}
    waiting: deque[tuple[int, Position]] = deque()
    views: dict[tuple[Seat, str], int] = {}

    def number_of(position: Position) -> int:
        text = as_text(position.save())
        if text not in numbers:
            numbers[text] = len(book)
            waiting.append((len(book), position))
            book.append(Fork(text))
        return numbers[text]

    starts = [(chance, number_of(start)) for chance, start in surveyor.futures(lambda luck: game.start(options, luck))]
    while waiting:
        number, position = waiting.popleft()
        surveyor.tell(number / len(book))
        here = book[number]
        result = position.result()
        if result is not None:
            here.payoffs = result
            continue
        acting = position.to_act()
        seat = acting[0]
        view = (seat, as_text(position.view(seat)))
        if len(acting) > 1 or views.setdefault(view, number) != number:
            return None
        if number < DREAMT and as_text(position.imagine(seat, Seeded(f"dream {number}")).save()) != here.text:
            return None
        here.seat, here.moves = seat, position.moves(seat)
        for move in here.moves:
            merged: dict[int, float] = {}
            for chance, future in surveyor.futures(MoveMade(position, seat, move)):
                after = number_of(future)
                merged[after] = merged.get(after, 0.0) + chance
            here.after.append([(chance, after) for after, chance in merged.items()])
    return OpenBook(game, options, starts, book)
