"""Exact best responses to a player, for games that can be enumerated."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.outcome import format_payoff
from rumpus.core.position import Json, Seat
from rumpus.core.rng import SeededRng
from rumpus.core.solver import MAX_POSITIONS, BestResponseValue, Progress, Samples, Strategy, solver_of
from rumpus.solving.backward_induction import BackwardSolution, backward_solution
from rumpus.solving.cfr import SequenceFormGame, find_equilibrium
from rumpus.solving.enumeration import GameTree, TooLarge
from rumpus.solving.policy import PolicyQuery


class BestResponse:
    """Best-response values against a player, by seat."""

    def __init__(
        self, player: str, game: Game, parts: Sequence[BestResponseValue], queries: Sequence[PolicyQuery]
    ) -> None:
        self.player = player
        self.game = game
        self.parts = list(parts)
        self.info_sets = max(one.info_sets for one in queries)
        self.samples = queries[0].samples if queries[0].decisions else 0
        """Decisions sampled per information set. 0 if the player knows its probabilities."""
        self.sampled_twice = queries[-1].decisions > 0

    def sentences(self) -> list[str]:
        found = [self._sentence(one) for one in self.parts]
        if self.samples:
            again = ", and as often again to see what the answer gets" if self.sampled_twice else ""
            found.append(
                f"{self.player} was asked {self.samples} times in each of {self.info_sets:,} situations{again}; "
                "what it remembers of earlier moves is left out."
            )
        else:
            found.append(f"{self.player} said how likely it makes each move in {self.info_sets:,} situations.")
        return found

    def _sentence(self, one: BestResponseValue) -> str:
        lost, unit = one.optimum - one.value, self.game.payoff_unit
        if unit[1]:
            gets, best = (format_payoff(2 * chance - 1, unit, 4) for chance in (one.value, one.optimum))
            less = f"{round(2 * lost * unit[0], 4) + 0.0:.4f} {unit[1]}s less"
        else:
            gets, best, less = f"{one.value:.2%}", f"{one.optimum:.2%}", f"{round(100 * lost, 2) + 0.0:.2f} points less"
        return f"{one.seated.capitalize()} {self.player} gets {gets} {one.against}; the best play gets {best}: {less}."

    def to_json(self) -> dict[str, Json]:
        """Returns win probabilities from 0 to 1."""
        parts: list[Json] = [
            {"seated": one.seated, "against": one.against, "gets": one.value, "could": one.optimum}
            for one in self.parts
        ]
        return {"player": self.player, "asks": self.samples, "situations": self.info_sets, "parts": parts}


def best_response(
    player: str,
    game: Game,
    options: Options,
    what: str,
    asks: int,
    seed: str,
    limit: int = MAX_POSITIONS,
    progress: Progress | None = None,
) -> BestResponse | None:
    """Computes the player's value against a best response. None if the game is too large.

    The player is sampled `asks` times per information set to find the response, and again to value it. Otherwise
    the response would overfit the sample.
    """
    samples = [PolicyQuery(player, game, options, f"{seed}/{number}", asks) for number in (1, 2)]
    solver = solver_of(game)
    parts: Sequence[BestResponseValue] | None
    if solver is not None:
        parts = solver.best_response(what, options, samples, progress)
    elif what:
        raise RumpusError(f"{game.title} has no solver, and so no part called {what!r}. Leave the part out.")
    else:
        try:
            parts = small_game_best_response(game, options, samples, limit, progress)
        except TooLarge:
            parts = None
    return None if parts is None else BestResponse(player, game, parts, samples)


def small_game_best_response(
    game: Game, options: Options, samples: Samples, limit: int = MAX_POSITIONS, progress: Progress | None = None
) -> list[BestResponseValue]:
    """Computes best responses in a game without its own solver. Raises `TooLarge`."""
    solution = backward_solution(game, options, limit, progress)
    if game.seats(options) > 2:
        raise RumpusError("A best response needs at most one opponent. Choose options for one or two seats.")
    if solution is not None:
        return [_by_backward_induction(solution, seat, samples) for seat in range(game.seats(options))]
    sequence_forms = [SequenceFormGame(GameTree(game, options, limit, progress, strategy)) for strategy in samples]
    # A tree of its own: `Equilibrium` overwrites the strategy that a tree stores.
    value = find_equilibrium(GameTree(game, options, limit), progress=progress).value
    first, last = sequence_forms[0], sequence_forms[-1]
    if first.seats == 1:
        return [_seat_value(0, 1, first.value(first.given_plans()), value)]
    first_plans, last_plans = first.given_plans(), last.given_plans()
    found: list[BestResponseValue] = []
    for seat in (0, 1):
        answer = first.sides[1 - seat].best_response(first.gradient(1 - seat, first_plans[seat]))
        # All trees are enumerated in the same order, so a plan for one is valid in another.
        gets = -float(answer @ last.gradient(1 - seat, last_plans[seat]))
        found.append(_seat_value(seat, 2, gets, value if seat == 0 else -value))
    return found


def _by_backward_induction(solution: BackwardSolution, seat: Seat, samples: Samples) -> BestResponseValue:
    """Maximises over the opponent's moves by the first sample. Values them by the last."""
    seats = solution.game.seats(solution.options)
    other = 1 - seat if seats > 1 else seat
    values = [np.zeros(len(solution.nodes)) for _ in samples]
    """Values of the opponent (of the player, if alone), by sample and node."""
    for number in solution.order:
        node = solution.nodes[number]
        if not node.moves:
            for value in values:
                value[number] = node.payoffs[other]
            continue
        after = [
            [sum(chance * value[following] for chance, following in outcomes) for outcomes in node.outcomes]
            for value in values
        ]
        if node.seat == seat:
            for strategy, value, each in zip(samples, values, after, strict=True):
                probabilities = _move_probabilities(solution, number, strategy)
                value[number] = sum(probability * one for probability, one in zip(probabilities, each, strict=True))
        else:
            best = after[0].index(max(after[0]))
            for value, each in zip(values, after, strict=True):
                value[number] = each[best]
    total = float(sum(chance * values[-1][number] for chance, number in solution.starts))
    return _seat_value(seat, seats, total if seats == 1 else -total, solution.payoffs[seat])


def _move_probabilities(solution: BackwardSolution, number: int, strategy: Strategy) -> list[float]:
    node = solution.nodes[number]
    rng = SeededRng("what a seat may know")
    probabilities = strategy(InfoState(solution.game, solution.options, solution.position(number), node.seat, rng))
    return [probabilities.get(move, 0.0) for move in node.moves]


def _seat_value(seat: Seat, seats: int, payoff: float, best: float) -> BestResponseValue:
    against = "against the best answer" if seats > 1 else "against luck alone"
    return BestResponseValue(f"as player {seat + 1}", (1 + payoff) / 2, (1 + best) / 2, against)
