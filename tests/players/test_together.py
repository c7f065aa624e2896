"""Seats that decide together: small games of two secret choices whose solutions are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import pytest

from pigeons import game as pigeons
from rumpus.core.errors import BadOption
from rumpus.core.evaluator import Judge
from rumpus.core.extensions import Manner
from rumpus.core.info_state import Chair
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Luck, Seeded
from rumpus.players import find_player
from rumpus.players.search import SearchPlayer
from rumpus.players.search_text import read_manner
from rumpus.players.tree import Tree

Table = Sequence[Sequence[float]]

PENNIES: Table = ((1.0, -1.0), (-1.0, 1.0))
WEIGHTED: Table = ((0.0, -0.5, 1.0), (0.5, 0.0, -0.5), (-1.0, 0.5, 0.0))
"""Rock, paper, scissors, in which rock beats scissors for twice the prize: solved by 1/4, 1/2, 1/4."""
DOMINATED: Table = ((0.5, -0.5, 0.4), (-0.5, 0.5, 0.4), (-0.6, -0.6, 0.4))
"""Pennies with a third move for each that is worse than both others, whatever the other does."""


class TwoSecrets(Position):
    """Both choose once, in secret; the first seat gets what the table says, the other as much less."""

    def __init__(self, table: Table, chosen: dict[Seat, Move]) -> None:
        self.table = table
        self.chosen = chosen

    def to_act(self) -> list[Seat]:
        return [seat for seat in (0, 1) if seat not in self.chosen]

    def moves(self, seat: Seat) -> list[Move]:
        return list(range(len(self.table)))

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.chosen[seat] = move

    def copy(self) -> Self:
        return type(self)(self.table, dict(self.chosen))

    def imagine(self, seat: Seat, luck: Luck) -> Self:
        return type(self)(self.table, {})

    def result(self) -> list[float] | None:
        if len(self.chosen) < 2:
            return None
        gained = self.table[self.chosen[0]][self.chosen[1]]
        return [gained, -gained]

    def ranking(self) -> list[int]:
        gained = self.table[self.chosen[0]][self.chosen[1]]
        return [1, 1] if gained == 0 else [1, 2] if gained > 0 else [2, 1]


def strategies(table: Table, simulations: int, seed: str, manner: Manner | None = None) -> list[list[float]]:
    """The average strategy of each seat after so many simulations."""
    width = len(table)
    tree = Tree(0, width, manner or Manner(share=1), Judge(), Seeded(seed), 10_000)
    assert tree.look(TwoSecrets(table, {}), simulations, 0.0, 0.0) == simulations
    found: list[list[float]] = []
    for seat in (0, 1):
        shares = [tree.root.tries[seat * width + move].share for move in range(width)]
        found.append([share / sum(shares) for share in shares])
    return found


def lost(table: Table, played: Sequence[Sequence[float]]) -> float:
    """What both together lose to whoever knows their strategies and answers best; 0 for a solution."""
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
    for played in strategies(PENNIES, 4000, "luck"):
        assert played == pytest.approx([0.5, 0.5], abs=0.05)
    for played in strategies(WEIGHTED, 4000, "luck"):
        assert played == pytest.approx([0.25, 0.5, 0.25], abs=0.06)


def test_what_is_worse_whatever_the_others_do_is_given_up() -> None:
    for played in strategies(DOMINATED, 4000, "luck"):
        assert played[2] < 0.01


class Fond(Judge):
    """Likes the first move best, and each a little less than the one before."""

    def appraise(self, position: Position, seat: Seat, move: Move) -> float:
        return -float(move)


def test_others_may_be_believed_to_do_what_looks_best() -> None:
    """Whoever is believed to show heads most of the time is answered by heads."""

    def shares(belief: float) -> list[list[float]]:
        tree = Tree(0, 2, Manner(share=1, trust=5.0, belief=belief), Fond(), Seeded("luck"), 1000)
        tree.look(TwoSecrets(PENNIES, {}), 6000, 0.0, 0.0)
        found = [[tree.root.tries[seat * 2 + move].share for move in (0, 1)] for seat in (0, 1)]
        return [[share / sum(one) for share in one] for one in found]

    mine, theirs = shares(0.8)
    assert mine[0] > 0.95
    assert theirs[1] > 0.95, "they know better than they are believed to"
    for played in shares(0.0):
        assert played == pytest.approx([0.5, 0.5], abs=0.08)


def test_what_looks_bad_at_first_may_have_to_do_better_by_so_much() -> None:
    """Of two moves that do alike the one that looks worse is given up; one that does clearly better is not."""

    def share_of_the_second(better: float) -> float:
        tree = Tree(0, 2, Manner(share=1, trust=5.0, doubt=0.4), Fond(), Seeded("luck"), 1000)
        tree.look(TwoSecrets(((0.0, 0.0), (better, better)), {}), 2000, 0.0, 0.0)
        mine = [tree.root.tries[move].share for move in (0, 1)]
        return mine[1] / sum(mine)

    assert share_of_the_second(0.3) < 0.05
    assert share_of_the_second(0.5) > 0.9


class HiddenCoin(Position):
    """The first seat guesses a coin that it cannot see, and gets 1 or loses 1."""

    def __init__(self, coin: int, guess: int = -1) -> None:
        self.coin = coin
        self.guess = guess

    def to_act(self) -> list[Seat]:
        return [0] if self.guess < 0 else []

    def moves(self, seat: Seat) -> list[Move]:
        return [0, 1]

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.guess = move

    def copy(self) -> Self:
        return type(self)(self.coin, self.guess)

    def imagine(self, seat: Seat, luck: Luck) -> Self:
        return type(self)(luck.below(2))

    def result(self) -> list[float] | None:
        return None if self.guess < 0 else [1.0 if self.guess == self.coin else -1.0]

    def ranking(self) -> list[int]:
        return [1 if self.guess == self.coin else 2]


class Reader(Judge):
    """Knows from what was left undone that tails is unlikely."""

    def likely(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, HiddenCoin)
        return 0.25 if position.coin else 1.0


@pytest.mark.parametrize(("hindsight", "heads"), [(0, 0.5), (1, 0.6875), (50, 0.8)])
def test_dreams_are_drawn_by_how_likely_they_are_in_hindsight(hindsight: int, heads: float) -> None:
    """Of four dreams of tails three are dreamt anew, as often as hindsight allows."""
    tree = Tree(0, 2, Manner(share=1, hindsight=hindsight), Reader(), Seeded("luck"), 1000)
    tree.look(HiddenCoin(1), 4000, 0.0, 0.0)
    guessed = tree.root.tries[0]
    assert guessed.wins / guessed.visits == pytest.approx(heads, abs=0.04)


def test_several_may_decide_together_in_a_tree_of_many_decisions() -> None:
    options = pigeons.options(seats=2)
    position = pigeons.start(options, Seeded("deal"))
    tree = Tree(0, pigeons.move_count(options), Manner(), Judge(), Seeded("luck"), 500)
    tree.look(position.imagine(0, Seeded("dream")), 2000, 0.0, 0.0)
    joint = tree.root.joint
    assert joint is not None
    assert any(one.child is not None and one.child.joint for one in joint.values())
    assert sum(one.visits for one in joint.values()) <= 2000
    assert tree.nodes == 500


def test_a_search_draws_by_its_strategy() -> None:
    """The same player, asked again and again where it should mix, does not always do the same."""
    options = pigeons.options()
    chair = Chair(pigeons, options, pigeons.start(options, Seeded("deal")), 0, Seeded("chair"))
    made = {find_player("search:300", pigeons, options, f"luck {number}").decide(chair) for number in range(12)}
    assert len(made) > 1


def test_a_manner_is_changed_behind_the_budget() -> None:
    options = pigeons.options()
    player = find_player("search:50/depth=4/regret=0/exploration=0.25", pigeons, options, "luck")
    assert isinstance(player, SearchPlayer)
    assert player.name == "search:50/depth=4/regret=0/exploration=0.25"
    assert player.budget.simulations == 50
    manner = read_manner(["depth=4", "regret=0", "hindsight=3"], Manner(care=7))
    assert (manner.depth, manner.regret, manner.hindsight, manner.care) == (4, 0.0, 3, 7)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("deep=4", "a manner is changed as in depth=4, by exploration, care,"),
        ("depth", "a manner is changed as in depth=4"),
        ("depth=four", "a manner is changed as in depth=4"),
        ("depth=2.5", "depth is a whole number from 0 to 1,000,000, not 2.5"),
        ("regret=2", "regret is a number from 0 to 1, not 2"),
    ],
)
def test_a_manner_that_does_not_exist_is_refused(change: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        find_player(f"search:50/{change}", pigeons, pigeons.options(), "luck")
