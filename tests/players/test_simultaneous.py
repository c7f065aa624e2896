"""Simultaneous decisions: small games of two secret choices whose solutions are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import pytest

from pigeons import game as pigeons
from rumpus.core.errors import BadOption
from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import SearchConfig
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Rng, SeededRng
from rumpus.players import find_player
from rumpus.players.search import SearchPlayer
from rumpus.players.search_text import read_search_config
from rumpus.players.tree import Tree
from tests.players.info import first_info_state

Table = Sequence[Sequence[float]]

PENNIES: Table = ((1.0, -1.0), (-1.0, 1.0))
WEIGHTED: Table = ((0.0, -0.5, 1.0), (0.5, 0.0, -0.5), (-1.0, 0.5, 0.0))
"""Rock, paper, scissors, in which rock beats scissors for twice the prize: solved by 1/4, 1/2, 1/4."""
DOMINATED: Table = ((0.5, -0.5, 0.4), (-0.5, 0.5, 0.4), (-0.6, -0.6, 0.4))
"""Matching pennies with a third, dominated move."""


class TwoSecrets(Position):
    """Both choose once, in secret; the first seat gets what the table says, the other as much less."""

    def __init__(self, table: Table, chosen: dict[Seat, Move]) -> None:
        self.table = table
        self.chosen = chosen

    def to_act(self) -> list[Seat]:
        return [seat for seat in (0, 1) if seat not in self.chosen]

    def moves(self, seat: Seat) -> list[Move]:
        return list(range(len(self.table)))

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.chosen[seat] = move

    def copy(self) -> Self:
        return type(self)(self.table, dict(self.chosen))

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        return type(self)(self.table, {})

    def result(self) -> list[float] | None:
        if len(self.chosen) < 2:
            return None
        gained = self.table[self.chosen[0]][self.chosen[1]]
        return [gained, -gained]

    def ranking(self) -> list[int]:
        gained = self.table[self.chosen[0]][self.chosen[1]]
        return [1, 1] if gained == 0 else [1, 2] if gained > 0 else [2, 1]


class FirstMovesFirst(Evaluator):
    """Scores the first move best, and each a little less than the one before."""

    def score_move(self, position: Position, seat: Seat, move: Move) -> float:
        return -float(move)


def strategies(table: Table, simulations: int, seed: str = "luck", **settings: Any) -> list[list[float]]:
    width, config = len(table), SearchConfig(sims_per_world=1, **settings)
    evaluator = FirstMovesFirst() if settings else Evaluator()
    tree = Tree(0, width, config, evaluator, SeededRng(seed), 10_000)
    assert tree.simulate(TwoSecrets(table, {}), simulations, 0.0, 0.0) == simulations
    found: list[list[float]] = []
    for seat in (0, 1):
        sums = [tree.root.edges[seat * width + move].strategy_sum for move in range(width)]
        found.append([one / sum(sums) for one in sums])
    return found


def lost(table: Table, played: Sequence[Sequence[float]]) -> float:
    """Sums the gains of best responses; 0 for an equilibrium."""
    first, second = played
    moves = range(len(table))
    best = max(sum(table[a][b] * second[b] for b in moves) for a in moves)
    worst = min(sum(table[a][b] * first[a] for a in moves) for b in moves)
    return best - worst


def mean_lost(table: Table, simulations: int) -> float:
    seeds = ("one", "two", "three", "four")
    return sum(lost(table, strategies(table, simulations, seed)) for seed in seeds) / len(seeds)


@pytest.mark.parametrize("table", [PENNIES, WEIGHTED, DOMINATED], ids=["pennies", "weighted", "dominated"])
def test_more_simulations_come_nearer_to_a_solution(table: Table) -> None:
    few, some, many = (mean_lost(table, simulations) for simulations in (40, 400, 4000))
    assert few > some > many
    assert many < 0.05


def test_the_averages_are_the_solutions() -> None:
    for played in strategies(PENNIES, 4000):
        assert played == pytest.approx([0.5, 0.5], abs=0.05)
    for played in strategies(WEIGHTED, 4000):
        assert played == pytest.approx([0.25, 0.5, 0.25], abs=0.06)
    for played in strategies(DOMINATED, 4000):
        assert played[2] < 0.01


def test_opponents_can_be_modelled_as_greedy() -> None:
    """An opponent expected to show heads is answered by heads."""
    mine, theirs = strategies(PENNIES, 6000, prior_weight=5.0, opponent_greedy=0.8)
    assert mine[0] > 0.95
    assert theirs[1] > 0.95, "they know better than they are believed to"
    for played in strategies(PENNIES, 6000, prior_weight=5.0, opponent_greedy=0.0):
        assert played == pytest.approx([0.5, 0.5], abs=0.08)


def test_prior_penalty_lowers_moves_with_low_prior() -> None:
    """Of two moves that do alike the one with the lower prior is given up; one that does clearly better is not."""
    worse, better = (
        strategies(((0.0, 0.0), (value, value)), 2000, prior_weight=5.0, prior_penalty=0.4)[0] for value in (0.3, 0.5)
    )
    assert worse[1] < 0.05
    assert better[1] > 0.9


class HiddenCoin(Position):
    """The first seat guesses a coin that it cannot see, and gets 1 or loses 1."""

    def __init__(self, coin: int, guess: int = -1) -> None:
        self.coin = coin
        self.guess = guess

    def to_act(self) -> list[Seat]:
        return [0] if self.guess < 0 else []

    def moves(self, seat: Seat) -> list[Move]:
        return [0, 1]

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.guess = move

    def copy(self) -> Self:
        return type(self)(self.coin, self.guess)

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        return type(self)(rng.below(2))

    def result(self) -> list[float] | None:
        return None if self.guess < 0 else [1.0 if self.guess == self.coin else -1.0]

    def ranking(self) -> list[int]:
        return [1 if self.guess == self.coin else 2]


class Reader(Evaluator):
    """Knows from what was left undone that tails is unlikely."""

    def likelihood(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, HiddenCoin)
        return 0.25 if position.coin else 1.0


@pytest.mark.parametrize(("resamples", "heads"), [(0, 0.5), (1, 0.6875), (50, 0.8)])
def test_worlds_are_resampled_by_likelihood(resamples: int, heads: float) -> None:
    """Three of four worlds with tails are rejected, up to `resamples` times."""
    tree = Tree(0, 2, SearchConfig(sims_per_world=1, resamples=resamples), Reader(), SeededRng("luck"), 1000)
    tree.simulate(HiddenCoin(1), 4000, 0.0, 0.0)
    guessed = tree.root.edges[0]
    assert guessed.wins / guessed.visits == pytest.approx(heads, abs=0.04)


def test_several_may_decide_together_in_a_tree_of_many_decisions() -> None:
    options = pigeons.options(seats=2)
    position = pigeons.start(options, SeededRng("deal"))
    tree = Tree(0, pigeons.move_count(options), SearchConfig(), Evaluator(), SeededRng("luck"), 500)
    tree.simulate(position.determinize(0, SeededRng("dream")), 2000, 0.0, 0.0)
    joint = tree.root.joint_edges
    assert joint is not None
    assert any(one.child is not None and one.child.joint_edges for one in joint.values())
    assert sum(one.visits for one in joint.values()) <= 2000
    assert tree.nodes == 500


def test_a_search_draws_by_its_strategy() -> None:
    """The same player, asked again and again where it should mix, does not always do the same."""
    info = first_info_state()
    made = {find_player("search:300", pigeons, info.options, f"luck {number}").decide(info) for number in range(12)}
    assert len(made) > 1


def test_search_settings_follow_the_budget() -> None:
    player = find_player("search:50/depth=4/regret=0/exploration=0.25", pigeons, pigeons.options(), "luck")
    assert isinstance(player, SearchPlayer)
    assert player.name == "search:50/depth=4/regret=0/exploration=0.25"
    assert player.budget.simulations == 50
    config = read_search_config(["depth=4", "regret=0", "hindsight=3"], SearchConfig(rollout_candidates=7))
    assert (config.rollout_depth, config.regret_exploration) == (4, 0.0)
    assert (config.resamples, config.rollout_candidates) == (3, 7)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("deep=4", "Write it as in rollout_depth=4; settings: exploration, rollout_candidates,"),
        ("depth", "Write it as in rollout_depth=4"),
        ("depth=four", "Write it as in rollout_depth=4"),
        ("depth=2.5", "rollout_depth is a whole number from 0 to 1,000,000, not 2.5"),
        ("regret=2", "regret_exploration is a number from 0 to 1, not 2"),
    ],
)
def test_a_bad_search_setting_is_refused(change: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        find_player(f"search:50/{change}", pigeons, pigeons.options(), "luck")
