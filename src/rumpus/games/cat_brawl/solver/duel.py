"""A duel of two cats without cards, as a game of known positions and simultaneous choices, solved backwards.

The rules themselves are asked what follows from every pair of decisions and every outcome of chance, so nothing of them
is written a second time here. Since nothing depends on the number of the round but the bell, one graph of situations
serves all rounds: the value with so many rounds left follows from the values with one less.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_matrix

from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.rng import Enumerated
from rumpus.core.solver import Progress
from rumpus.games.cat_brawl.rules.cats import Cat
from rumpus.games.cat_brawl.rules.movements import MOVEMENTS
from rumpus.games.cat_brawl.rules.moves import NO_MOVE
from rumpus.games.cat_brawl.rules.numbers import Numbers
from rumpus.games.cat_brawl.rules.position import Brawl, new_brawl
from rumpus.games.cat_brawl.rules.ring import DRAWN, POSTLUDE, PRELUDE, STRATEGY, UNDECIDED
from rumpus.games.cat_brawl.solver.matrix import CLOSE, Floats, solve_all

Situation = tuple[int, ...]
"""All that matters about a position but the round; see `situation`."""

NOBODY = [NO_MOVE]


def situation(brawl: Brawl) -> Situation:
    """The phase, both cats' HP, rest and announcements, and the order where it still matters."""
    order = tuple(brawl.order) if brawl.phase == POSTLUDE and len(brawl.owing) == 2 else ()
    cats = [number for cat in brawl.cats for number in _cat(brawl, cat)]
    return (brawl.phase, *cats, *order)


def _cat(brawl: Brawl, cat: Cat) -> tuple[int, int, int]:
    """HP, rounds to rest, and whether it is first this round."""
    return cat.hp, max(0, cat.own_ready - brawl.round), int(cat.spotlit)


class Group:
    """The situations of one phase in which either side has the same number of choices."""

    def __init__(self, situations: Sequence[int], height: int, width: int) -> None:
        self.situations = np.array(situations)
        self.height = height
        self.width = width
        self.sure: Floats = np.zeros(0)
        self.sure_draw: Floats = np.zeros(0)
        self.now: csr_matrix = csr_matrix((0, 0))
        self.later: csr_matrix = csr_matrix((0, 0))

    def games(self, now: Floats, later: Floats) -> Floats:
        """What every pair of decisions is worth, if situations in this round and in the next are worth so much."""
        worth: Floats = self.sure + self.now @ now + self.later @ later
        return worth.reshape(len(self.situations), self.height, self.width)


class Graph:
    """Every situation that a duel can come to, and what follows from every pair of decisions in it."""

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
            self.explore(at)
            at += 1
        self.hp = np.array([[cat.hp for cat in brawl.cats] for brawl in self.examples], dtype=np.float64)
        self.groups = self.grouped()

    def opening(self, first: int, second: int) -> Brawl:
        """The first question of a round with this many HP and everything ready."""
        brawl = new_brawl(self.numbers)
        for cat, breed, hp in zip(brawl.cats, self.breeds, (first, second), strict=True):
            cat.be(breed)
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

    def explore(self, at: int) -> None:
        """Ask the rules what every pair of decisions leads to: chance, situation, whether in a later round, result."""
        brawl = self.examples[at]
        own, other = (brawl.moves(seat) or NOBODY for seat in (0, 1))
        self.choices.append((own, other))
        edges: list[list[tuple[float, int, bool, float]]] = []
        for mine in own:
            for yours in other:
                edges.append(self.follow(brawl, mine, yours))
        self._edges.append(edges)

    def follow(self, brawl: Brawl, mine: Move, yours: Move) -> list[tuple[float, int, bool, float]]:
        found: list[tuple[float, int, bool, float]] = []
        luck = Enumerated()
        while luck.another():
            future = brawl.copy()
            for seat, move in enumerate((mine, yours)):
                if move != NO_MOVE:
                    future.apply(seat, move, luck)
            if future.winner == UNDECIDED:
                found.append((luck.probability, self.add(future), future.round > brawl.round, 0.0))
            else:
                result = 0.0 if future.winner == DRAWN else 1.0 - 2.0 * future.winner
                found.append((luck.probability, -1, False, result))
        return found

    def grouped(self) -> list[Group]:
        """Last phase first, so that what follows within a round is known before it is needed."""
        members: dict[tuple[int, int, int], list[int]] = defaultdict(list)
        for at, brawl in enumerate(self.examples):
            own, other = self.choices[at]
            members[(-brawl.phase, len(own), len(other))].append(at)
        return [self.wired(Group(members[kind], kind[1], kind[2])) for kind in sorted(members)]

    def wired(self, group: Group) -> Group:
        entries = len(group.situations) * group.height * group.width
        group.sure = np.zeros(entries)
        group.sure_draw = np.zeros(entries)
        parts: dict[bool, tuple[list[int], list[int], list[float]]] = {False: ([], [], []), True: ([], [], [])}
        entry = 0
        for at in group.situations:
            for edges in self._edges[at]:
                for chance, after, later, result in edges:
                    if after < 0:
                        group.sure[entry] += chance * result
                        group.sure_draw[entry] += chance * (result == 0.0)
                    else:
                        rows, columns, chances = parts[later]
                        rows.append(entry)
                        columns.append(after)
                        chances.append(chance)
                entry += 1
        shape = (entries, len(self.examples))
        group.now, group.later = (
            csr_matrix((parts[later][2], (parts[later][0], parts[later][1])), shape=shape) for later in (False, True)
        )
        return group


class SolvedDuel:
    """Values and best mixtures for every situation and every number of rounds left, the last round first."""

    def __init__(self, graph: Graph, max_rounds: int, progress: Progress | None = None) -> None:
        self.graph = graph
        self.max_rounds = max_rounds
        lead = graph.hp[:, 0] - graph.hp[:, 1]
        self.values: list[Floats] = [np.sign(lead)]
        self.draws: list[Floats] = [(lead == 0).astype(np.float64)]
        self.mixtures: list[tuple[list[Floats], list[Floats]]] = []
        self._place = {int(at): (g, n) for g, group in enumerate(graph.groups) for n, at in enumerate(group.situations)}
        for left in range(1, max_rounds + 1):
            self.one_more_round()
            if progress is not None:
                progress(left / max_rounds, "solving backwards, a round at a time")

    def one_more_round(self) -> None:
        value, draw = np.zeros(len(self.graph.examples)), np.zeros(len(self.graph.examples))
        before, draw_before = self.values[-1], self.draws[-1]
        all_rows: list[Floats] = []
        all_columns: list[Floats] = []
        for group in self.graph.groups:
            games = group.games(value, before)
            solved = solve_all(games)
            ends = (group.sure_draw + group.now @ draw + group.later @ draw_before).reshape(games.shape)
            value[group.situations] = solved.value
            draw[group.situations] = np.einsum("nr,nrc,nc->n", solved.rows, ends, solved.columns)
            all_rows.append(solved.rows)
            all_columns.append(solved.columns)
        self.values.append(value)
        self.draws.append(draw)
        self.mixtures.append((all_rows, all_columns))

    def wins(self, at: int, seat: int, left: int) -> float:
        """The chance that this seat wins from here, with so many rounds left, when both play their best."""
        value = self.values[left][at] if seat == 0 else -self.values[left][at]
        return float(1.0 - self.draws[left][at] + value) / 2

    def mixture(self, at: int, seat: int, left: int) -> list[tuple[Move, float]]:
        """The best mixture of a seat: each of its moves with its share."""
        group, place = self._place[at]
        shares = self.mixtures[left - 1][seat][group][place]
        return [(move, float(share)) for move, share in zip(self.graph.choices[at][seat], shares, strict=True)]

    def needed(self) -> list[float]:
        """For each movement, the share of situations in which the first cat does worse without it."""
        worse = np.zeros(len(MOVEMENTS))
        asked = 0
        for group in self.graph.groups:
            if self.graph.examples[group.situations[0]].phase != STRATEGY:
                continue
            games = group.games(self.values[-1], self.values[-2])
            asked += len(games)
            for movement in range(len(MOVEMENTS)):
                without = solve_all(np.delete(games, movement, axis=1))
                worse[movement] += (without.value < self.values[-1][group.situations] - CLOSE).sum()
        return [float(share) for share in worse / asked]
