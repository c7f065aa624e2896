"""Backward induction over a duel without cards, a game with simultaneous moves.

The rules generate the graph: every pair of moves and every outcome of chance is applied to a real position. Only the
last round depends on the round number, so one graph serves all rounds: the values with n rounds left follow from those
with n - 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_matrix

from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.rng import EnumeratingRng
from rumpus.core.solver import Progress
from rumpus.games.cat_brawl.rules.cats import Cat
from rumpus.games.cat_brawl.rules.movements import MOVEMENTS
from rumpus.games.cat_brawl.rules.moves import NO_MOVE
from rumpus.games.cat_brawl.rules.numbers import Numbers
from rumpus.games.cat_brawl.rules.position import Brawl, start
from rumpus.games.cat_brawl.rules.ring import DRAWN, POSTLUDE, PRELUDE, STRATEGY, UNDECIDED
from rumpus.games.cat_brawl.solver.matrix import TOLERANCE, Floats, solve_matrices

Situation = tuple[int, ...]
"""Key of a state: a position without its round; see `situation`."""

NO_CHOICE = [NO_MOVE]


def situation(brawl: Brawl) -> Situation:
    """Returns the state key: phase, both cats, and the order if it still matters."""
    order = tuple(brawl.order) if brawl.phase == POSTLUDE and len(brawl.owing) == 2 else ()
    cats = [number for cat in brawl.cats for number in _cat_state(brawl, cat)]
    return (brawl.phase, *cats, *order)


def _cat_state(brawl: Brawl, cat: Cat) -> tuple[int, int, int]:
    """Returns HP, rounds to rest, and 1 if in the Spotlight."""
    return cat.hp, max(0, cat.own_ready - brawl.round), int(cat.spotlit)


class Group:
    """States of one phase with equal numbers of moves per side."""

    def __init__(self, situations: Sequence[int], height: int, width: int) -> None:
        self.situations = np.array(situations)
        self.height = height
        self.width = width
        self.terminal_value: Floats = np.zeros(0)
        self.terminal_draw: Floats = np.zeros(0)
        self.same_round: csr_matrix = csr_matrix((0, 0))
        self.next_round: csr_matrix = csr_matrix((0, 0))

    def payoffs(self, now: Floats, later: Floats) -> Floats:
        """Returns the payoff matrices, given state values in this round and the next."""
        value: Floats = self.terminal_value + self.same_round @ now + self.next_round @ later
        return value.reshape(len(self.situations), self.height, self.width)


class DuelGraph:
    """The reachable states of a duel, and the outcomes of every pair of moves."""

    def __init__(self, options: Options, breeds: Sequence[int]) -> None:
        self.numbers = Numbers(options)
        self.breeds = list(breeds)
        self.index: dict[Situation, int] = {}
        self.examples: list[Brawl] = []
        self.choices: list[tuple[list[Move], list[Move]]] = []
        self._edges: list[list[list[tuple[float, int, bool, float]]]] = []
        for first in range(1, self.numbers.win_hp):
            for second in range(1, self.numbers.win_hp):
                self.add(self.opening(first, second))
        at = 0
        while at < len(self.examples):
            self.expand(at)
            at += 1
        self.hp = np.array([[cat.hp for cat in brawl.cats] for brawl in self.examples], dtype=np.float64)
        self.groups = self.make_groups()

    def opening(self, first: int, second: int) -> Brawl:
        """Returns the first decision of a round with these HP and everything ready."""
        brawl = start(self.numbers)
        for cat, breed, hp in zip(brawl.cats, self.breeds, (first, second), strict=True):
            cat.become(breed)
            cat.hp = cat.before = hp
            cat.shown = True
        brawl.round = 1
        brawl.ask(PRELUDE)
        if not brawl.owing:
            brawl.ask(STRATEGY)
        return brawl

    def add(self, brawl: Brawl) -> int:
        key = situation(brawl)
        if key not in self.index:
            self.index[key] = len(self.examples)
            self.examples.append(brawl)
        return self.index[key]

    def expand(self, at: int) -> None:
        """Adds the outcomes of every pair of moves: probability, state, next round or not, result."""
        brawl = self.examples[at]
        own, other = (brawl.moves(seat) or NO_CHOICE for seat in (0, 1))
        self.choices.append((own, other))
        edges: list[list[tuple[float, int, bool, float]]] = []
        for mine in own:
            for yours in other:
                edges.append(self.outcomes(brawl, mine, yours))
        self._edges.append(edges)

    def outcomes(self, brawl: Brawl, mine: Move, yours: Move) -> list[tuple[float, int, bool, float]]:
        found: list[tuple[float, int, bool, float]] = []
        rng = EnumeratingRng()
        while rng.another():
            future = brawl.copy()
            for seat, move in enumerate((mine, yours)):
                if move != NO_MOVE:
                    future.apply(seat, move, rng)
            if future.winner == UNDECIDED:
                found.append((rng.probability, self.add(future), future.round > brawl.round, 0.0))
            else:
                result = 0.0 if future.winner == DRAWN else 1.0 - 2.0 * future.winner
                found.append((rng.probability, -1, False, result))
        return found

    def make_groups(self) -> list[Group]:
        """Returns the groups, last phase first: successors are solved before they are needed."""
        members: dict[tuple[int, int, int], list[int]] = defaultdict(list)
        for at, brawl in enumerate(self.examples):
            own, other = self.choices[at]
            members[(-brawl.phase, len(own), len(other))].append(at)
        return [self.connect(Group(members[kind], kind[1], kind[2])) for kind in sorted(members)]

    def connect(self, group: Group) -> Group:
        entries = len(group.situations) * group.height * group.width
        group.terminal_value = np.zeros(entries)
        group.terminal_draw = np.zeros(entries)
        parts: dict[bool, tuple[list[int], list[int], list[float]]] = {False: ([], [], []), True: ([], [], [])}
        entry = 0
        for at in group.situations:
            for edges in self._edges[at]:
                for chance, after, later, result in edges:
                    if after < 0:
                        group.terminal_value[entry] += chance * result
                        group.terminal_draw[entry] += chance * (result == 0.0)
                    else:
                        rows, columns, chances = parts[later]
                        rows.append(entry)
                        columns.append(after)
                        chances.append(chance)
                entry += 1
        shape = (entries, len(self.examples))
        group.same_round, group.next_round = (
            csr_matrix((parts[later][2], (parts[later][0], parts[later][1])), shape=shape) for later in (False, True)
        )
        return group


class SolvedDuel:
    """Values and optimal policies by state and rounds left, the last round first."""

    def __init__(self, graph: DuelGraph, max_rounds: int, progress: Progress | None = None) -> None:
        self.graph = graph
        self.max_rounds = max_rounds
        lead = graph.hp[:, 0] - graph.hp[:, 1]
        self.values: list[Floats] = [np.sign(lead)]
        self.draws: list[Floats] = [(lead == 0).astype(np.float64)]
        self.policies: list[tuple[list[Floats], list[Floats]]] = []
        self._place = {int(at): (g, n) for g, group in enumerate(graph.groups) for n, at in enumerate(group.situations)}
        for left in range(1, max_rounds + 1):
            self.solve_round()
            if progress is not None:
                progress(left / max_rounds, "solving backwards, a round at a time")

    def solve_round(self) -> None:
        value, draw = np.zeros(len(self.graph.examples)), np.zeros(len(self.graph.examples))
        before, draw_before = self.values[-1], self.draws[-1]
        all_rows: list[Floats] = []
        all_columns: list[Floats] = []
        for group in self.graph.groups:
            games = group.payoffs(value, before)
            solved = solve_matrices(games)
            ends = (group.terminal_draw + group.same_round @ draw + group.next_round @ draw_before).reshape(games.shape)
            value[group.situations] = solved.value
            draw[group.situations] = np.einsum("nr,nrc,nc->n", solved.rows, ends, solved.columns)
            all_rows.append(solved.rows)
            all_columns.append(solved.columns)
        self.values.append(value)
        self.draws.append(draw)
        self.policies.append((all_rows, all_columns))

    def win_probability(self, at: int, seat: int, left: int) -> float:
        """Returns a seat's win probability with `left` rounds left under optimal play."""
        value = self.values[left][at] if seat == 0 else -self.values[left][at]
        return float(1.0 - self.draws[left][at] + value) / 2

    def policy(self, at: int, seat: int, left: int) -> list[tuple[Move, float]]:
        group, place = self._place[at]
        shares = self.policies[left - 1][seat][group][place]
        return [(move, float(share)) for move, share in zip(self.graph.choices[at][seat], shares, strict=True)]

    def needed_fractions(self) -> list[float]:
        """Returns, by movement, the fraction of states with a lower value without it."""
        worse = np.zeros(len(MOVEMENTS))
        asked = 0
        for group in self.graph.groups:
            if self.graph.examples[group.situations[0]].phase != STRATEGY:
                continue
            games = group.payoffs(self.values[-1], self.values[-2])
            asked += len(games)
            for movement in range(len(MOVEMENTS)):
                without = solve_matrices(np.delete(games, movement, axis=1))
                worse[movement] += (without.value < self.values[-1][group.situations] - TOLERANCE).sum()
        return [float(share) for share in worse / asked]
