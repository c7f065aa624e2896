"""Exact solutions from the command line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from pigeons.game import Pigeons
from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Json, Move, View
from rumpus.core.rng import Rng
from rumpus.core.solver import Progress, Solution, Solver
from tests.terminal.conftest import Outcome

Rumpus = Callable[..., Outcome]


class Coin(Solution):
    """Pretends that a pigeon alone wins half its games."""

    def __init__(self, name: str, options: Options) -> None:
        self.name = name
        self.value = 0.5
        self.options = options

    def figures(self) -> dict[str, Json]:
        return {"win probability": self.value}

    def sentences(self) -> list[str]:
        return [f"Against {self.name} half the crumbs are yours."]

    def picture(self) -> bytes:
        return b"a picture"

    def sample_move(self, view: View, rng: Rng) -> Move:
        raise AssertionError("a match of two is not simulated")


class CoinSolver(Solver):
    def __init__(self, options: Options) -> None:
        self.options = options

    def names(self) -> Sequence[str]:
        return ("doves", "hawks")

    def solve(self, name: str, progress: Progress | None = None) -> Solution:
        if progress is not None:
            progress(0.5, "counting crumbs")
        return Coin(name, self.options)


@pytest.fixture
def solvable(monkeypatch: pytest.MonkeyPatch) -> None:
    def solver(self: Pigeons) -> Solver:
        changes: Mapping[str, object] = {}
        return CoinSolver(self.options(changes))

    monkeypatch.setattr(Pigeons, "solver", solver)


@pytest.mark.usefixtures("solvable")
def test_all_there_is_to_solve_with_pictures(rumpus: Rumpus, tmp_path: Path) -> None:
    status, out, err = rumpus("solve", "pigeons", "--pictures", str(tmp_path), "--simulate", "10")
    assert (status, err) == (0, "")
    assert "Against doves half the crumbs are yours." in out
    assert "Against hawks half the crumbs are yours." in out
    assert "it has no opponent to play against" in " ".join(out.split())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pigeons-doves.png", "pigeons-hawks.png"]


@pytest.mark.usefixtures("solvable")
def test_nothing_is_written_unless_one_says_where(
    rumpus: Rumpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert rumpus("solve", "pigeons")[0] == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("solvable")
def test_one_of_them_for_a_program(rumpus: Rumpus) -> None:
    _, out, _ = rumpus("solve", "pigeons", "Hawks", "--json")
    assert json.loads(out)["solutions"] == [{"name": "hawks", "value": 0.5, "figures": {"win probability": 0.5}}]


@pytest.mark.usefixtures("solvable")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["pigeons", "owls"], "there is no 'owls' to solve; there is doves, hawks"),
        (["pigeons", "--simulate", "-1"], "cannot simulate -1 games. Choose 0 to 10,000,000"),
        (["pigeons", "--pictures", "/nowhere"], "there is no folder /nowhere to save to"),
        (["whispers", "--limit", "5"], "too large to be solved exactly: it has more than 5 positions. Raise --limit"),
        (["whispers", "owls"], "Whispers has no solver, so it is solved as a whole"),
        (["battle_puno"], "outcomes of one shuffle or roll would have to be visited"),
        (["pigeons", "doves", "-o", "players=2"], "give a part to solve, or options of a match"),
        (["pigeons", "-o", "players=2"], "a match with these options cannot be solved exactly"),
        (["nosuch"], "There is no game 'nosuch'"),
    ],
)
def test_what_cannot_be_solved(rumpus: Rumpus, words: list[str], sentence: str) -> None:
    status, out, err = rumpus("solve", *words)
    assert (status, out) == (2, "")
    assert sentence.lower() in err.lower()
    assert err.count("\n") == 1


@pytest.mark.usefixtures("solvable")
def test_a_picture_that_fails_leaves_nothing_behind(
    rumpus: Rumpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(handle: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", fail)
    status, _, err = rumpus("solve", "pigeons", "doves", "--pictures", str(tmp_path))
    assert status == 2
    assert "doves.png: no space left." in err
    assert list(tmp_path.iterdir()) == []


def test_any_tiny_game_is_solved_with_a_table_of_its_strategy(rumpus: Rumpus) -> None:
    status, out, err = rumpus("solve", "whispers", "-o", "players=2")
    assert (status, err) == (0, "")
    words = " ".join(out.split())
    assert "If all play their best, a game is worth on average: player 1 " in words
    assert "Nothing is hidden, so it was solved from its ends backwards: " in words
    assert "decision 1 of the best line" in words


def test_kuhns_poker_costs_whoever_begins_an_eighteenth_of_a_coin(rumpus: Rumpus) -> None:
    status, out, err = rumpus("solve", "kuhn")
    assert (status, err) == (0, "")
    words = " ".join(out.split())
    assert "player 1 −0.055556 coins, player 2 +0.055556 coins." in words
    assert "coins at most on average (exploitability after" in words
    assert "pass 66.7%, bet 33.3%" in words


def test_a_tiny_game_for_a_program(rumpus: Rumpus) -> None:
    _, out, _ = rumpus("solve", "whispers", "--json")
    told = json.loads(out)
    assert told["game"] == "whispers"
    assert set(told["solution"]) == {
        "method", "payoffs", "stake", "exploitability", "rounds", "positions", "situations", "seconds", "strategy",
    }  # fmt: skip
    assert sum(told["solution"]["payoffs"]) == pytest.approx(0)
    assert set(told["solution"]["strategy"][0]) == {"seat", "knows", "moves", "worth"}


@pytest.mark.soak
def test_the_real_one_agrees_with_its_simulation(rumpus: Rumpus, tmp_path: Path) -> None:
    words = ["solve", "defend_the_city", "uniform", "--simulate", "2000", "--json", "--pictures", str(tmp_path)]
    status, out, _ = rumpus(*words)
    assert status == 0
    solution = json.loads(out)["solutions"][0]
    assert solution["value"] == pytest.approx(0.788997, abs=1e-5)
    assert solution["simulation"]["games"] == 2000
    assert solution["simulation"]["agrees"] is True
    assert (tmp_path / "defend_the_city-uniform.png").read_bytes().startswith(b"\x89PNG")


def test_refusals_are_of_the_one_family() -> None:
    with pytest.raises(RumpusError, match="There is no 'owls' to solve"):
        CoinSolver(Pigeons().options()).checked("owls")
