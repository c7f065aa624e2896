"""Budgets: parsed, and kept in all positions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pigeons import game as pigeons
from rumpus.core.errors import BadOption
from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import STRENGTHS, SearchConfig
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Json, Move, Position, Seat, View
from rumpus.core.rng import Rng, SeededRng
from rumpus.players import find_player, search, tree
from rumpus.players.catalogue import budget_for
from rumpus.players.search_text import read_budget
from rumpus.players.tree import Tree
from tests.players.info import first_info_state


@pytest.mark.parametrize(
    ("text", "simulations", "seconds"),
    [("2000", 2000, None), ("1s", None, 1.0), ("500ms", None, 0.5), ("2000,1.5s", 2000, 1.5), ("2_000", 2000, None)],
)
def test_a_budget_is_simulations_or_time_or_both(text: str, simulations: int | None, seconds: float | None) -> None:
    budget = read_budget(text)
    assert (budget.simulations, budget.seconds) == (simulations, seconds)


@pytest.mark.parametrize("text", ["", "fast", "1s,2s", "100,200", "-5", "1h", "1s,", "0", "0s", "99999999999", "1e9"])
def test_a_bad_budget_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadOption, match="budget"):
        read_budget(text)


def test_exactly_the_simulations_that_were_given() -> None:
    options = pigeons.options({"players": 4})
    position = pigeons.start(options, SeededRng("deal"))
    for wanted in (1, 7, 300):
        player = find_player(f"search:{wanted}", pigeons, options, "luck")
        player.decide(InfoState(pigeons, options, position, 2, SeededRng("chair")))
        explanation = player.explanation()
        assert explanation is not None
        assert explanation.simulations == wanted
        assert sum(choice.visits for choice in explanation.choices) == wanted


class Endless(Position):
    """A game that practically never ends; every move takes a millisecond of the game's own clock."""

    def __init__(self, game: EndlessGame, made: int = 0) -> None:
        super().__init__()
        self.game = game
        self.made = made

    def to_act(self) -> list[Seat]:
        return [self.made % 2]

    def moves(self, seat: Seat) -> list[Move]:
        return [0, 1, 2]

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.made += 1
        self.game.now += 0.001

    def result(self) -> list[float] | None:
        return None

    def copy(self) -> Endless:
        return Endless(self.game, self.made)

    def determinize(self, seat: Seat, rng: Rng) -> Endless:
        return self.copy()

    def view(self, seat: Seat | None) -> View:
        return {"you": seat, "phase": "on and on", "seats": []}

    def save(self) -> dict[str, Json]:
        return {}


class EndlessGame(Game):
    name = "endless"
    title = "Endless"

    def __init__(self) -> None:
        self.now = 100.0

    def clock(self) -> float:
        return self.now

    def move_count(self, options: Options) -> int:
        return 3

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Endless:
        return Endless(self)

    def load(self, options: Options, plain: Mapping[str, Json]) -> Endless:
        return Endless(self)

    def format_move(self, position: Position, seat: Seat, move: Move) -> str:
        return f"step {move}"


@pytest.mark.parametrize("seconds", [0.02, 0.1, 1.0, 3.0])
def test_time_is_kept_even_when_one_rollout_would_take_longer(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """A rollout here takes 3 seconds; the clock is looked at inside it, and the budget is not exceeded by 50 ms."""
    game = EndlessGame()
    monkeypatch.setattr(search, "perf_counter", game.clock)
    monkeypatch.setattr(tree, "perf_counter", game.clock)
    player = find_player(f"search:{seconds}s", game, game.options(), "luck")
    for _ in range(3):
        begun = game.now
        assert player.decide(first_info_state(game)) in (0, 1, 2)
        assert game.now - begun <= seconds + 0.05


def test_a_rollout_never_goes_beyond_its_depth() -> None:
    for depth in (0, 1, 40, 500):
        grown = Tree(0, 3, SearchConfig(rollout_depth=depth, sims_per_world=1), Evaluator(), SeededRng("luck"), 1000)
        assert grown.simulate(Endless(EndlessGame()), 50, 0.0, 0.0) == 50
        assert grown.longest_rollout == depth


def test_a_tree_never_grows_beyond_its_bound() -> None:
    config = SearchConfig(rollout_depth=2, sims_per_world=3)
    grown = Tree(0, 3, config, Evaluator(), SeededRng("luck"), 100)
    grown.simulate(Endless(EndlessGame()), 2000, 0.0, 0.0)
    assert grown.nodes == 100
    assert grown.simulations == 2000


def test_ctrl_c_gets_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop that is never compiled runs often: a search of many simulations is asked for in small portions."""
    portions: list[int] = []
    simulate = Tree.simulate

    def counted(self: Tree, base: Position, simulations: int, until: float, deadline: float) -> int:
        portions.append(simulate(self, base, simulations, until, deadline))
        return portions[-1]

    monkeypatch.setattr(Tree, "simulate", counted)
    find_player("search:4000", pigeons, pigeons.options(), "luck").decide(first_info_state())
    assert sum(portions) == 4000
    assert len(portions) > 3


@pytest.mark.parametrize("name", STRENGTHS)
def test_a_named_strength_is_simulations_with_a_time_limit_for_slow_machines(name: str) -> None:
    limit = budget_for(name, pigeons, timed=True).seconds
    assert limit is not None
    assert budget_for(name, pigeons, timed=False).seconds is None
    if name == "normal":
        assert limit < 0.5
