"""What a player loses in a duel without cards, against the best answer of somebody who knows it.

A player is asked in every situation, as in the first round if the bell is far, and once for each number of rounds left
if it is near.
"""

from __future__ import annotations

import numpy as np

from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Seat
from rumpus.core.rng import Seeded
from rumpus.core.solver import Exposed, Progress, Samples, Strategy
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.numbers import Numbers
from rumpus.games.cat_brawl.solver.duel import Graph, Group, SolvedDuel, situation
from rumpus.games.cat_brawl.solver.matrix import Floats

NEAR = 6
"""With more rounds left than this the bell is far."""


class DuelAnswer:
    """The best answer to a player in one of the seats: chosen by its first sample, paid by its last."""

    def __init__(self, game: Game, options: Options, graph: Graph, seat: Seat, samples: Samples) -> None:
        self.game = game
        self.options = options
        self.numbers = Numbers(options)
        self.graph = graph
        self.seat = seat
        self.samples = samples
        self._far: dict[tuple[int, int], Floats] = {}

    def run(self, progress: Progress | None) -> float:
        """What the player gets from the start, as a chance to win; a draw is half of it."""
        rounds = self.options.number("max_rounds")
        lead = np.sign(self.graph.hp[:, 0] - self.graph.hp[:, 1])
        befores: list[Floats] = [lead for _ in self.samples]
        for left in range(1, rounds + 1):
            if progress is not None:
                progress(left / rounds, f"{left} rounds left")
            befores = self._round(left, befores)
        first, second = (self.numbers.starting_hp[breed] for breed in self.graph.breeds)
        value = float(befores[-1][self.graph.index[situation(self.graph.opening(first, second))]])
        return (1 + (value if self.seat == 0 else -value)) / 2

    def _round(self, left: int, befores: list[Floats]) -> list[Floats]:
        values = [np.zeros(len(self.graph.examples)) for _ in self.samples]
        for number, group in enumerate(self.graph.groups):
            worths = [
                self._worths(number, group, left, sample, value, before)
                for sample, (value, before) in enumerate(zip(values, befores, strict=True))
            ]
            best = worths[0].argmin(axis=1)
            for value, worth in zip(values, worths, strict=True):
                gets = worth[np.arange(len(best)), best]
                value[group.situations] = gets if self.seat == 0 else -gets
        return values

    def _worths(self, number: int, group: Group, left: int, sample: int, value: Floats, before: Floats) -> Floats:
        """What the player gets, by situation and answer."""
        games = group.games(value, before)
        shares = self._shares(number, group, left, sample)
        if self.seat == 0:
            own: Floats = np.einsum("nr,nrc->nc", shares, games)
            return own
        other: Floats = -np.einsum("nc,nrc->nr", shares, games)
        return other

    def _shares(self, number: int, group: Group, left: int, sample: int) -> Floats:
        """How likely the player makes each of its moves, in every situation of the group."""
        if left > NEAR and (number, sample) in self._far:
            return self._far[number, sample]
        choices = (group.height, group.width)[self.seat]
        found = np.ones((len(group.situations), choices))
        if choices > 1:
            round = self.numbers.max_rounds - left + 1 if left <= NEAR else 1
            for place, at in enumerate(group.situations.tolist()):
                found[place] = self._asked(at, round, self.samples[sample])
        if left > NEAR:
            self._far[number, sample] = found
        return found

    def _asked(self, at: int, round: int, strategy: Strategy) -> list[float]:
        brawl = self.graph.examples[at].copy()
        for cat in brawl.cats:
            cat.own_ready += round - brawl.round
        brawl.round = round
        brawl.numbers = self.numbers
        shares = strategy(Chair(self.game, self.options, brawl, self.seat, Seeded("what a seat may know")))
        return [shares.get(move, 0.0) for move in self.graph.choices[at][self.seat]]


def exposed(
    game: Game, options: Options, solved: SolvedDuel, samples: Samples, progress: Progress | None
) -> list[Exposed]:
    """What a player gets with either cat, and what best play gets."""
    graph = solved.graph
    first, second = (graph.numbers.starting_hp[breed] for breed in graph.breeds)
    value = float(solved.values[-1][graph.index[situation(graph.opening(first, second))]])
    found: list[Exposed] = []
    for seat in (0, 1):
        gets = DuelAnswer(game, options, graph, seat, samples).run(progress)
        could = (1 + (value if seat == 0 else -value)) / 2
        cat = BREEDS[graph.breeds[seat]]
        found.append(Exposed(f"as the {cat} of seat {seat}", gets, could, "against the best answer"))
    return found
