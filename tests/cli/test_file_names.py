"""Names of files keep their capitals in every command, and in what commands write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.record import Record
from rumpus.lab.simulation.runs import Run
from tests.terminal.conftest import Outcome
from tests.training.fresh import fresh_weights

Rumpus = Callable[..., Outcome]

FILE = "My Nets/City #2.npz"
PLAYER = f"learned:{FILE}"


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "My Nets").mkdir()
    fresh_weights(tmp_path / FILE, find_game("defend_the_city"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def done(outcome: Outcome) -> str:
    status, out, err = outcome
    assert status == 0, err
    return out


def test_a_tournament_finds_the_file(rumpus: Rumpus, bench: Path) -> None:
    words = ["tournament", "defend_the_city", "--players", f"Random,{PLAYER}", "--games", "1", "--jobs", "1", "--json"]
    assert PLAYER in done(rumpus(*words))


@pytest.mark.parametrize("option", ["--players", "--strengths"])
def test_a_run_keeps_the_name(rumpus: Rumpus, bench: Path, option: str) -> None:
    words = ["lab", "run", "defend_the_city", option, PLAYER, "--games", "2", "--jobs", "1", "--out", "run"]
    done(rumpus(*words))
    assert Run.open(bench / "run").plan.players == [PLAYER]
    done(rumpus(*words))


def test_line_ups_may_hold_budgets_with_commas(rumpus: Rumpus, bench: Path) -> None:
    words = ["lab", "run", "defend_the_city", "--players", "search:2,1s", "--games", "1", "--jobs", "1", "--out", "run"]
    done(rumpus(*words))
    assert Run.open(bench / "run").plan.players == ["search:2,1s"]


def test_a_saved_game_goes_on_with_the_file(rumpus: Rumpus, bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: (_ for _ in ()).throw(EOFError))
    fresh_weights(bench / FILE, find_game("pigeons"))
    done(rumpus("play", "pigeons", "--seats", f"you:Ann,{PLAYER},{PLAYER}", "--save", "a.record", "--plain"))
    assert Record.read(bench / "a.record").players == ["Ann", f"Bix ({PLAYER})", f"Cog ({PLAYER})"]
    done(rumpus("play", "--resume", "a.record", "--plain"))
