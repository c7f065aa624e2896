"""Budgets: written in words, and kept whatever the position."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pigeons import game as pigeons
from rumpus.core.errors import BadOption
from rumpus.core.evaluator import Judge
from rumpus.core.extensions import STRENGTHS, Manner
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Move, Plain, Position, Seat, View
from rumpus.core.rng import Luck, Seeded
from rumpus.players import find_player, search, tree
from rumpus.players.catalogue import strength
from rumpus.players.search import SearchPlayer
from rumpus.players.search_text import read_budget
from rumpus.players.tree import Tree


@pytest.mark.parametrize(
    ("text", "simulations", "seconds"),
    [("2000", 2000, None), ("1s", None, 1.0), ("500ms", None, 0.5), ("2000,1.5s", 2000, 1.5), ("2_000", 2000, None)],
)
def test_a_budget_is_simulations_or_time_or_both(text: str, simulations: int | None, seconds: float | None) -> None:
    budget = read_budget(text)
    assert (budget.simulations, budget.seconds) == (simulations, seconds)
    assert budget.timed == (seconds is not None)


@pytest.mark.parametrize("text", ["", "fast", "1s,2s", "100,200", "-5", "1h", "1s,", "0", "0s", "99999999999", "1e9"])
def test_a_bad_budget_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadOption, match="a budget is"):
        read_budget(text)


def test_exactly_the_simulations_that_were_given() -> None:
    options = pigeons.options({"players": 4})
    position = pigeons.start(options, Seeded("deal"))
    for wanted in (1, 7, 300):
        player = find_player(f"search:{wanted}", pigeons, options, "luck")
        player.decide(Chair(pigeons, options, position, 2, Seeded("chair")))
        explanation = player.explanation()
        assert explanation is not None
        assert explanation.looks == wanted
        assert sum(choice.looks for choice in explanation.choices) == wanted


class FakeClock:
    """Time that passes only when a move is made."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Endless(Position):
    """A game that practically never ends; every move takes a while."""

    def __init__(self, clock: FakeClock, made: int) -> None:
        super().__init__()
        self.clock = clock
        self.made = made

    def to_act(self) -> list[Seat]:
        return [self.made % 2]

    def moves(self, seat: Seat) -> list[Move]:
        return [0, 1, 2]

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.made += 1
        self.clock.now += 0.001

    def result(self) -> list[float] | None:
        return None

    def copy(self) -> Endless:
        return Endless(self.clock, self.made)

    def imagine(self, seat: Seat, luck: Luck) -> Endless:
        return self.copy()

    def view(self, seat: Seat | None) -> View:
        return {"you": seat, "phase": "on and on", "seats": []}

    def save(self) -> dict[str, Plain]:
        return {}


class EndlessGame(Game):
    name = "endless"
    title = "Endless"

    def __init__(self) -> None:
        self.clock = FakeClock()

    def move_count(self, options: Options) -> int:
        return 3

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Endless:
        return Endless(self.clock, 0)

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Endless:
        return Endless(self.clock, 0)

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return f"step {move}"


@pytest.mark.parametrize("seconds", [0.02, 0.1, 1.0, 3.0])
def test_time_is_kept_even_when_one_playout_would_take_longer(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """A playout here takes 3 seconds; the clock is looked at inside it, and the budget is not exceeded by 50 ms."""
    game = EndlessGame()
    monkeypatch.setattr(search, "perf_counter", game.clock)
    monkeypatch.setattr(tree, "perf_counter", game.clock)
    options = game.options()
    player = find_player(f"search:{seconds}s", game, options, "luck")
    for _ in range(3):
        begun = game.clock.now
        move = player.decide(Chair(game, options, game.start(options, Seeded("deal")), 0, Seeded("chair")))
        assert move in (0, 1, 2)
        assert game.clock.now - begun <= seconds + 0.05


def test_a_playout_never_goes_beyond_its_depth() -> None:
    game = EndlessGame()
    options = game.options()
    for depth in (0, 1, 40, 500):
        manner = Manner(exploration=0.9, care=1, depth=depth, share=1, trust=0.0)
        grown = Tree(0, 3, manner, Judge(), Seeded("luck"), 1000)
        assert grown.look(game.start(options, Seeded("deal")), 50, 0.0, 0.0) == 50
        assert grown.longest == depth


def test_a_tree_never_grows_beyond_its_bound() -> None:
    game = EndlessGame()
    manner = Manner(exploration=0.9, care=1, depth=2, share=3, trust=0.0)
    grown = Tree(0, 3, manner, Judge(), Seeded("luck"), 100)
    grown.look(game.start(game.options(), Seeded("deal")), 2000, 0.0, 0.0)
    assert grown.nodes == 100
    assert grown.simulations == 2000


def test_ctrl_c_gets_its_turn() -> None:
    """The loop that is never compiled runs often: a search of many simulations is asked for in small portions."""
    options = pigeons.options()
    chair = Chair(pigeons, options, pigeons.start(options, Seeded("deal")), 0, Seeded("chair"))
    player = find_player("search:4000", pigeons, options, "luck")
    assert isinstance(player, SearchPlayer)
    portions: list[int] = []
    look = Tree.look

    def counted(self: Tree, base: Position, simulations: int, until: float, deadline: float) -> int:
        portions.append(look(self, base, simulations, until, deadline))
        return portions[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Tree, "look", counted)
        player.decide(chair)
    assert sum(portions) == 4000
    assert len(portions) > 3


@pytest.mark.parametrize("name", STRENGTHS)
def test_a_named_strength_is_simulations_with_a_time_limit_for_slow_machines(name: str) -> None:
    limit = strength(name, pigeons, timed=True).seconds
    assert limit is not None
    assert not strength(name, pigeons, timed=False).timed
    if name == "normal":
        assert limit < 0.5
