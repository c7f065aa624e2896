"""Backward induction for games of perfect information, with chance."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.core.solver import MAX_POSITIONS, Progress
from rumpus.solving.enumeration import ChanceEnumerator, after_move, as_text

CHECKED_POSITIONS = 100
"""Positions at which `determinize` is checked, to detect hidden information early."""
TOLERANCE = 1e-12
NO_SEAT = -1


@dataclass(eq=False)
class BackwardNode:
    """A position with its moves and their outcomes."""

    text: str
    """The saved position."""
    seat: Seat = NO_SEAT
    moves: list[Move] = field(default_factory=list)
    outcomes: list[list[tuple[float, int]]] = field(default_factory=list)
    """Per move, the probabilities and indices of the next nodes."""
    payoffs: list[float] = field(default_factory=list)
    """Payoff of every seat under optimal play."""
    best_index: int = 0
    """Index of the best move; the first of equals."""


class BackwardSolution:
    """All reachable positions with their optimal moves."""

    def __init__(
        self, game: Game, options: Options, starts: list[tuple[float, int]], nodes: list[BackwardNode]
    ) -> None:
        self.game = game
        self.options = options
        self.starts = starts
        self.nodes = nodes
        self.order: list[int] = []
        """Indices of all nodes, successors first."""
        self._solve()
        self.payoffs = self._expectation(self.starts)

    def position(self, number: int) -> Position:
        return self.game.load(self.options, json.loads(self.nodes[number].text))

    def action_values(self, number: int) -> list[float]:
        """Returns the value of each move for the deciding seat."""
        node = self.nodes[number]
        return [self._expectation(after)[node.seat] for after in node.outcomes]

    def principal_variation(self, max_moves: int) -> list[tuple[int, int]]:
        """Returns the most probable line of optimal play as node and move indices."""
        at = max(self.starts)[1]
        found: list[tuple[int, int]] = []
        while self.nodes[at].moves and len(found) < max_moves:
            found.append((at, self.nodes[at].best_index))
            at = max(self.nodes[at].outcomes[self.nodes[at].best_index])[1]
        return found

    def _expectation(self, outcomes: Sequence[tuple[float, int]]) -> list[float]:
        found = [0.0] * self.game.seats(self.options)
        for chance, number in outcomes:
            for seat, payoff in enumerate(self.nodes[number].payoffs):
                found[seat] += chance * payoff
        return found

    def _solve(self) -> None:
        """Solves nodes in reverse topological order (Kahn's algorithm)."""
        before: list[list[int]] = [[] for _ in self.nodes]
        unknown = [0] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            # A set: several moves may lead to the same node, which is solved only once.
            following = {after for outcomes in node.outcomes for _, after in outcomes}
            unknown[number] = len(following)
            for after in following:
                before[after].append(number)
        ready = deque(number for number, left in enumerate(unknown) if not left)
        while ready:
            number = ready.popleft()
            self.order.append(number)
            node = self.nodes[number]
            if node.moves:
                values = self.action_values(number)
                # Without the tolerance, rounding in the sums could choose among equal moves.
                node.best_index = next(place for place, value in enumerate(values) if value >= max(values) - TOLERANCE)
                node.payoffs = self._expectation(node.outcomes[node.best_index])
            for earlier in before[number]:
                unknown[earlier] -= 1
                if not unknown[earlier]:
                    ready.append(earlier)
        if len(self.order) < len(self.nodes):
            raise RumpusError(
                f"{self.game.title} can repeat positions ({len(self.nodes) - len(self.order):,} of {len(self.nodes):,} "
                "positions lie on or before cycles), so backward induction cannot solve it."
            )


def backward_solution(
    game: Game, options: Options, limit: int = MAX_POSITIONS, progress: Progress | None = None
) -> BackwardSolution | None:
    """Solves a game of perfect information: one position per view, one seat at a time. Else None."""
    enumerator = ChanceEnumerator(game, limit, progress)
    nodes: list[BackwardNode] = []
    numbers: dict[str, int] = {}
    waiting: deque[tuple[int, Position]] = deque()
    views: dict[tuple[Seat, str], int] = {}

    def number_of(position: Position) -> int:
        # Transpositions share a node: without hidden information, a position's value does not depend on its history.
        text = as_text(position.save())
        if text not in numbers:
            numbers[text] = len(nodes)
            waiting.append((len(nodes), position))
            nodes.append(BackwardNode(text))
        return numbers[text]

    starts = [(chance, number_of(start)) for chance, start in enumerator.futures(lambda rng: game.start(options, rng))]
    while waiting:
        number, position = waiting.popleft()
        enumerator.report_progress(number / len(nodes))
        node = nodes[number]
        result = position.result()
        if result is not None:
            node.payoffs = result
            continue
        acting = position.to_act()
        seat = acting[0]
        view = (seat, as_text(position.view(seat)))
        if len(acting) > 1 or views.setdefault(view, number) != number:
            return None
        # Without this check, a game with secrets is enumerated until two positions share a view.
        if number < CHECKED_POSITIONS:
            world = position.determinize(seat, SeededRng(f"dream {number}"))
            if as_text(world.save()) != node.text:
                return None
        node.seat, node.moves = seat, position.moves(seat)
        for move in node.moves:
            merged: dict[int, float] = {}
            for chance, future in enumerator.futures(partial(after_move, position, seat, move)):
                after = number_of(future)
                merged[after] = merged.get(after, 0.0) + chance
            node.outcomes.append([(chance, after) for after, chance in merged.items()])
    return BackwardSolution(game, options, starts, nodes)
