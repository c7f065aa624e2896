"""Enumerates a small game: chance outcomes, moves and information sets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Event, Json, Move, Position, Seat, SeenEvent
from rumpus.core.rng import EnumeratingRng, Rng, SeededRng
from rumpus.core.solver import MAX_POSITIONS, Progress, Strategy

MAX_DECISIONS = 400
"""Decisions after which a game counts as too large."""
COUNT_OUTCOMES_AFTER = 100
"""Outcomes of one chance event after which their total is estimated, as for a shuffle."""
ESTIMATE_MARGIN = 1_000_000
"""Factor by which the estimated outcomes must exceed the limit: the estimate is rough."""

Futures = Iterator[tuple[float, Position]]
"""Positions with their probabilities."""
Span = tuple[float, float]
"""Start and length of a part of the progress from 0 to 1."""


class TooLarge(RumpusError):
    """The game has more positions than the limit."""


class ChanceEnumerator:
    """Enumerates chance outcomes and limits the number of positions."""

    def __init__(self, game: Game, limit: int = MAX_POSITIONS, progress: Progress | None = None) -> None:
        self.game = game
        self.limit = limit
        self.reached = 0
        self._progress = progress

    def futures(self, play: Callable[[Rng], Position]) -> Futures:
        """Yields all outcomes of `play` with probabilities."""
        rng, visited, seen = EnumeratingRng(), 0, 0.0
        while rng.another():
            position = play(rng)
            self.reached += 1
            visited += 1
            seen += rng.probability
            if self.reached > self.limit:
                raise TooLarge(
                    f"{self.game.title} is too large to be solved exactly: it has more than {self.limit:,} positions. "
                    "Raise --limit to allow more."
                )
            # visited / seen estimates the number of outcomes, as if all were equally likely. Do not divide here: for a
            # shuffle of 200 cards `seen` underflows to 0.
            if visited == COUNT_OUTCOMES_AFTER and visited > seen * ESTIMATE_MARGIN * self.limit:
                about = f"about {visited / seen:.0e}" if seen > 1e-300 else "more than 1e+300"
                raise TooLarge(
                    f"{self.game.title} is too large to be solved exactly: {about} outcomes of one shuffle or roll "
                    f"would have to be visited. The limit is {self.limit:,} positions."
                )
            yield rng.probability, position

    def report_progress(self, share: float) -> None:
        if self._progress is not None and self.reached % 100 == 0:
            self._progress(share, f"{self.reached:,} positions")


def as_text(data: Mapping[str, Json]) -> str:
    """Encodes data as a canonical key."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


@dataclass(eq=False)
class InfoSetNode:
    """An information set: positions with equal observations and moves of its seat."""

    seat: Seat
    history: int
    depth: int
    """Number of the seat's earlier decisions."""
    parent_sequence: int
    """Index of the seat's previous sequence. 0 is the empty one."""
    first_sequence: int
    """Index of the sequence of the first move. The others follow."""
    moves: list[Move]
    move_names: list[str]
    average_strategy: list[float] = field(default_factory=list)
    """Probabilities of the moves by the strategy given or found."""


class GameTree:
    """The game in sequence form (Koller, Megiddo, von Stengel 1996).

    A sequence is a move at an information set; index 0 is the empty sequence. `payoffs` maps pairs of last
    sequences to the payoff of seat 0 times the probability of chance. An information set is identified by
    everything its seat has observed, in order: events, and at its decisions the view and the moves.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        limit: int = MAX_POSITIONS,
        progress: Progress | None = None,
        strategy: Strategy | None = None,
    ) -> None:
        self.game = game
        self.options = options
        self.seats = game.seats(options)
        self.enumerator = ChanceEnumerator(game, limit, progress)
        self.info_sets: list[list[InfoSetNode]] = [[], []]
        self.sequence_counts = [1, 1]
        self.payoffs: dict[tuple[int, int], float] = {}
        self._strategy = strategy
        self._by_history: dict[int, InfoSetNode] = {}
        self._histories: dict[tuple[int, str], int] = {}
        # One empty history per seat, so that seats never share an index in `_by_history`.
        self._trail: list[tuple[int, SeenEvent | None]] = [(-1, None) for _ in range(self.seats)]
        self._depths: list[list[int]] = [[0], [0]]
        if self.seats > 2:
            raise RumpusError(
                f"{game.title} for {self.seats} seats has hidden information, and no strategy is optimal there. "
                "Choose one or two seats."
            )
        starts = self.enumerator.futures(lambda rng: game.start(options, rng, listen=True))
        self._branch(starts, list(range(self.seats)), [0, 0], 1.0, (0.0, 1.0), 0)

    def events_seen(self, info_set: InfoSetNode) -> list[SeenEvent]:
        """Returns the events its seat has seen, oldest first."""
        found: list[SeenEvent] = []
        history = info_set.history
        while history >= 0:
            history, seen = self._trail[history]
            if seen is not None:
                found.append(seen)
        return found[::-1]

    def _branch(
        self, futures: Futures, histories: Sequence[int], last: Sequence[int], chance: float, span: Span, depth: int
    ) -> None:
        """Visits all outcomes; indistinguishable ones are merged."""
        # Equal positions stay apart if a seat has observed different events: a view need not repeat them.
        found: dict[tuple[str, tuple[int, ...]], tuple[Position, float]] = {}
        for probability, position in futures:
            after = self._observe(histories, position.take_events())
            # Without chance there is one outcome: the key needs no saved position.
            key = ("" if probability == 1.0 else as_text(position.save()), tuple(after))
            found[key] = (position, probability + (found[key][1] if key in found else 0.0))
        for number, ((_, known), (position, probability)) in enumerate(found.items()):
            self._visit(position, list(known), last, chance * probability, _part(span, number, len(found)), depth)

    def _visit(
        self, position: Position, histories: list[int], last: Sequence[int], chance: float, span: Span, depth: int
    ) -> None:
        self.enumerator.report_progress(span[0])
        result = position.result()
        if result is not None:
            self._add_payoff(result, last, chance)
            return
        if depth > MAX_DECISIONS:
            raise TooLarge(
                f"{self.game.title} is too large to be solved exactly: it can last more than {MAX_DECISIONS} decisions."
            )
        # Simultaneous moves become successive ones. All stay sealed until the last seat has moved.
        seat = position.to_act()[0]
        moves = position.moves(seat)
        histories[seat] = self._extend_history(histories[seat], f"sees {as_text(position.view(seat))} {moves}", None)
        node = self._info_set(position, seat, histories[seat], last[seat], moves)
        for number, move in enumerate(moves):
            after, sequences = list(histories), list(last)
            after[seat] = self._extend_history(after[seat], f"does {move}", None)
            sequences[seat] = node.first_sequence + number
            futures = self.enumerator.futures(partial(after_move, position, seat, move))
            self._branch(futures, after, sequences, chance, _part(span, number, len(moves)), depth + 1)

    def _info_set(self, position: Position, seat: Seat, history: int, parent: int, moves: list[Move]) -> InfoSetNode:
        # A history includes the seat's own moves (perfect recall), so all its positions have the same parent.
        if history in self._by_history:
            return self._by_history[history]
        info = InfoState(self.game, self.options, position, seat, SeededRng("what a seat may know"))
        names = [info.format_move(move) for move in moves]
        depth = self._depths[seat][parent]
        info_set = InfoSetNode(seat, history, depth, parent, self.sequence_counts[seat], moves, names)
        self._depths[seat] += [depth + 1] * len(moves)
        self.sequence_counts[seat] += len(moves)
        self.info_sets[seat].append(info_set)
        self._by_history[history] = info_set
        if self._strategy is not None:
            info_set.average_strategy = _checked(self._strategy(info), moves)
        return info_set

    def _add_payoff(self, result: Sequence[float], last: Sequence[int], chance: float) -> None:
        if len(result) == 2 and abs(result[0] + result[1]) > 1e-9:
            raise RumpusError(
                f"{self.game.title} has hidden information and payoffs that do not sum to 0 "
                f"({result[0]:g} and {result[1]:g}): no strategy is optimal there."
            )
        key = (last[0], last[1])
        self.payoffs[key] = self.payoffs.get(key, 0.0) + chance * result[0]

    def _observe(self, histories: Sequence[int], events: Sequence[Event]) -> list[int]:
        after = list(histories)
        for event in events:
            for seat in range(self.seats):
                seen = event.seen_by(seat)
                if seen is not None:
                    after[seat] = self._extend_history(after[seat], repr((seen.kind, seen.args)), seen)
        return after

    def _extend_history(self, before: int, what: str, seen: SeenEvent | None) -> int:
        """Returns the index of a history extended by one observation."""
        key = (before, what)
        if key not in self._histories:
            self._histories[key] = len(self._trail)
            self._trail.append((before, seen))
        return self._histories[key]


def after_move(position: Position, seat: Seat, move: Move, rng: Rng) -> Position:
    future = position.copy()
    future.apply(seat, move, rng)
    return future


def _part(span: Span, number: int, count: int) -> Span:
    return span[0] + span[1] * number / count, span[1] / count


def _checked(probabilities: Mapping[Move, float], moves: Sequence[Move]) -> list[float]:
    unknown = [move for move in probabilities if move not in moves]
    total = sum(probabilities.values())
    if unknown or abs(total - 1) > 1e-6 or min(probabilities.values()) < 0:
        raise RumpusError(f"A strategy needs probabilities of {list(moves)} that sum to 1, not {dict(probabilities)}.")
    return [probabilities.get(move, 0.0) / total for move in moves]
