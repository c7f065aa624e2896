"""Best responses to a player in duels without cards, from its policy in every state."""

from __future__ import annotations

import numpy as np

from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Seat
from rumpus.core.rng import SeededRng
from rumpus.core.solver import BestResponseValue, Progress, Samples, Strategy
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.numbers import Numbers
from rumpus.games.cat_brawl.solver.duel import DuelGraph, Group, SolvedDuel, situation
from rumpus.games.cat_brawl.solver.matrix import Floats

LAST_ROUNDS = 6
"""Number of last rounds with a query each. Earlier rounds share the first round's."""


class DuelBestResponse:
    """The best response to a player in one seat: chosen on its first sample, valued on its last."""

    def __init__(self, game: Game, options: Options, graph: DuelGraph, seat: Seat, samples: Samples) -> None:
        self.game = game
        self.options = options
        self.numbers = Numbers(options)
        self.graph = graph
        self.seat = seat
        self.samples = samples
        self._far_policies: dict[tuple[int, int], Floats] = {}

    def run(self, progress: Progress | None) -> float:
        """Returns the player's win probability from the start, draws counted half."""
        rounds = self.options.number("max_rounds")
        lead = np.sign(self.graph.hp[:, 0] - self.graph.hp[:, 1])
        befores: list[Floats] = [lead for _ in self.samples]
        for left in range(1, rounds + 1):
            if progress is not None:
                progress(left / rounds, f"{left} rounds left")
            befores = self._solve_round(left, befores)
        first, second = (self.numbers.starting_hp[breed] for breed in self.graph.breeds)
        value = float(befores[-1][self.graph.index[situation(self.graph.opening(first, second))]])
        return (1 + (value if self.seat == 0 else -value)) / 2

    def _solve_round(self, left: int, befores: list[Floats]) -> list[Floats]:
        values = [np.zeros(len(self.graph.examples)) for _ in self.samples]
        for number, group in enumerate(self.graph.groups):
            action_values = [
                self._action_values(number, group, left, sample, value, before)
                for sample, (value, before) in enumerate(zip(values, befores, strict=True))
            ]
            best = action_values[0].argmin(axis=1)
            for value, by_move in zip(values, action_values, strict=True):
                gets = by_move[np.arange(len(best)), best]
                value[group.situations] = gets if self.seat == 0 else -gets
        return values

    def _action_values(
        self, number: int, group: Group, left: int, sample: int, value: Floats, before: Floats
    ) -> Floats:
        """Returns the player's values by state and response."""
        games = group.payoffs(value, before)
        shares = self._policies(number, group, left, sample)
        if self.seat == 0:
            own: Floats = np.einsum("nr,nrc->nc", shares, games)
            return own
        other: Floats = -np.einsum("nc,nrc->nr", shares, games)
        return other

    def _policies(self, number: int, group: Group, left: int, sample: int) -> Floats:
        if left > LAST_ROUNDS and (number, sample) in self._far_policies:
            return self._far_policies[number, sample]
        choices = (group.height, group.width)[self.seat]
        found = np.ones((len(group.situations), choices))
        if choices > 1:
            round = self.numbers.max_rounds - left + 1 if left <= LAST_ROUNDS else 1
            for place, at in enumerate(group.situations.tolist()):
                found[place] = self._policy(at, round, self.samples[sample])
        if left > LAST_ROUNDS:
            self._far_policies[number, sample] = found
        return found

    def _policy(self, at: int, round: int, strategy: Strategy) -> list[float]:
        brawl = self.graph.examples[at].copy()
        for cat in brawl.cats:
            cat.own_ready += round - brawl.round
        brawl.round = round
        brawl.numbers = self.numbers
        shares = strategy(InfoState(self.game, self.options, brawl, self.seat, SeededRng("what a seat may know")))
        return [shares.get(move, 0.0) for move in self.graph.choices[at][self.seat]]


def best_responses(
    game: Game, options: Options, solved: SolvedDuel, samples: Samples, progress: Progress | None
) -> list[BestResponseValue]:
    """Returns the player's value with either cat, and the optimal value."""
    graph = solved.graph
    first, second = (graph.numbers.starting_hp[breed] for breed in graph.breeds)
    value = float(solved.values[-1][graph.index[situation(graph.opening(first, second))]])
    found: list[BestResponseValue] = []
    for seat in (0, 1):
        gets = DuelBestResponse(game, options, graph, seat, samples).run(progress)
        could = (1 + (value if seat == 0 else -value)) / 2
        cat = BREEDS[graph.breeds[seat]]
        found.append(BestResponseValue(f"as the {cat} of seat {seat}", gets, could, "against the best answer"))
    return found
