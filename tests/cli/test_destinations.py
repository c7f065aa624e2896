"""Destinations that cannot be written: every command refuses them before it works, and leaves nothing behind."""

from __future__ import annotations

import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.content.puzzle import puzzle_names, puzzle_of
from rumpus.core.system.files import CannotWrite, data_file
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.runs import Run
from rumpus.service.store import fingerprint
from rumpus.service.store.sqlite import migrate
from rumpus.testing.server import free_port
from tests.terminal.conftest import Outcome, environment

Rumpus = Callable[..., Outcome]

LONG = "x" * 300
NOT_A_FILE = ["folder", "letter.txt/out", "missing/out", "/proc/out", "/dev/full", LONG]
NOT_A_STORE = ["folder", "letter.txt", "letter.txt/out", "/proc/out", "/dev/full", LONG]
NOT_A_FOLDER = ["letter.txt", "letter.txt/out", "/proc/out", "/dev/full", LONG]
NO_FOLDER_THERE = [*NOT_A_FOLDER, "missing/out"]

PLAYS = "rumpus.lab.simulation.workers.working"
LAB_PLAYS = "rumpus.cli.lab.options.LabRequest.working"

COMMANDS: list[tuple[str, list[str], list[str]]] = [
    ("play pigeons --save OUT", NOT_A_FILE, []),
    ("tutorial defend_the_city --save OUT", NOT_A_FILE, []),
    (
        "puzzles make defend_the_city --to OUT",
        ["letter.txt/out", "/proc/out", "/dev/full", LONG],
        ["rumpus.cli.commands.puzzles.working"],
    ),
    ("ladder --game defend_the_city --out OUT", NO_FOLDER_THERE, [PLAYS]),
    ("train defend_the_city --to OUT", NOT_A_FILE, ["rumpus.training.trainer.Trainer"]),
    (
        "exploit greedy defend_the_city --to OUT",
        NO_FOLDER_THERE,
        ["rumpus.solving.best_response.best_response", "rumpus.training.exploiter.train_exploiters"],
    ),
    (
        "exploit greedy defend_the_city --keep OUT",
        NOT_A_FILE,
        ["rumpus.solving.best_response.best_response", "rumpus.training.exploiter.train_exploiters"],
    ),
    ("solve defend_the_city --pictures OUT", NO_FOLDER_THERE, ["rumpus.cli.commands.solve._solve_all"]),
    ("export OUT", NOT_A_FOLDER, ["rumpus.offline.export.exported"]),
    ("new moon_owls --folder OUT", NOT_A_FOLDER, []),
    ("lab run defend_the_city --out OUT", NOT_A_FOLDER, [LAB_PLAYS]),
    ("lab run defend_the_city --strengths greedy,random --out OUT", NOT_A_FOLDER, [LAB_PLAYS]),
    ("lab report run --out OUT", NOT_A_FILE, ["rumpus.lab.reports.run_report.report_of"]),
    (
        "lab compare cat_brawl --change siamese.hp=3 --out OUT",
        NOT_A_FILE,
        ["rumpus.lab.experiments.comparison.compare"],
    ),
    ("lab value cat_brawl --out OUT", NOT_A_FILE, [LAB_PLAYS]),
    ("lab restrict cat_brawl 'Double Purring' --out OUT", NOT_A_FILE, [LAB_PLAYS]),
    ("lab effects cat_brawl --out OUT", NOT_A_FILE, [LAB_PLAYS]),
    ("lab exact defend_the_city --out OUT", NOT_A_FILE, ["rumpus.lab.reports.exact.exact_html"]),
    ("store backup OUT --store tables.db", NOT_A_STORE, []),
    ("store restore tables.db --store OUT", NOT_A_STORE, []),
    ("store copy tables.db OUT", NOT_A_STORE, []),
    ("serve --no-open --port PORT --store OUT", NOT_A_STORE, ["uvicorn.Server.startup"]),
    ("serve --no-open --port PORT --store new.db --admin OUT", NOT_A_FILE, ["uvicorn.Server.startup"]),
]
"""Commands, destinations that they refuse, and functions that would begin the work."""


@pytest.fixture
def bench(installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "folder").mkdir()
    (tmp_path / "letter.txt").write_text("dear Bo", encoding="utf-8")
    Run.begin(tmp_path / "run", Plan(find_game("defend_the_city"), {}, ["greedy"], 10, "1"))
    db = sqlite3.connect(tmp_path / "tables.db")
    db.create_function("fingerprint", 4, fingerprint, deterministic=True)
    migrate(db)
    db.close()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def content(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


def fail(*_: object, **__: object) -> None:
    raise AssertionError("The work has begun.")


@pytest.mark.parametrize(
    ("words", "out", "work"),
    [(words, out, work) for words, places, work in COMMANDS for out in places],
    ids=[f"{words} {out[:20]}" for words, places, _ in COMMANDS for out in places],
)
def test_a_bad_destination_is_refused_before_the_work(
    rumpus: Rumpus, bench: Path, monkeypatch: pytest.MonkeyPatch, words: str, out: str, work: list[str]
) -> None:
    for name in work:
        monkeypatch.setattr(name, fail)
    monkeypatch.setattr("builtins.input", fail)
    before = content(bench)
    places = {"OUT": out, "PORT": str(free_port())}
    status, said, err = rumpus(*(places.get(word, word) for word in shlex.split(words)))
    assert status == 2, said + err
    assert said == ""
    assert err.startswith("rumpus: ")
    assert err.endswith(".\n")
    assert err.count("\n") == 1
    assert "[Errno" not in err
    assert content(bench) == before


DEFAULTS: list[tuple[str, str, list[str]]] = [
    ("lab run defend_the_city", "runs", [LAB_PLAYS]),
    ("lab exact defend_the_city", "defend_the_city-exact.html/", ["rumpus.lab.reports.exact.exact_html"]),
    ("lab report run", "run/report.html/", ["rumpus.lab.reports.run_report.report_of"]),
    ("ladder --game defend_the_city", "docs", [PLAYS]),
    ("train defend_the_city", "defend_the_city.npz/", ["rumpus.training.trainer.Trainer"]),
    ("new moon_owls", "moon_owls", []),
]
"""Commands, what is in the way of their default destination (a folder if it ends with /), and functions as above."""


@pytest.mark.parametrize(("words", "out", "work"), DEFAULTS, ids=[words for words, _, _ in DEFAULTS])
def test_a_bad_default_destination_is_refused_before_the_work(
    rumpus: Rumpus, bench: Path, monkeypatch: pytest.MonkeyPatch, words: str, out: str, work: list[str]
) -> None:
    for name in work:
        monkeypatch.setattr(name, fail)
    if out.endswith("/"):
        (bench / out).mkdir()
    else:
        (bench / out).write_text("dear Bo", encoding="utf-8")
    before = content(bench)
    status, said, err = rumpus(*words.split())
    assert (status, said, err.count("\n")) == (2, "", 1), said + err
    assert err.startswith("rumpus: ")
    assert content(bench) == before


# --- a home that cannot be written ---


@pytest.fixture
def no_home(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(bench / "letter.txt" / "home"))


@pytest.mark.usefixtures("no_home")
def test_a_lesson_is_played_without_a_home(rumpus: Rumpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _prompt: (_ for _ in ()).throw(EOFError))
    status, out, err = rumpus("tutorial", "defend_the_city")
    assert (status, err.count("\n")) == (0, 1)
    assert err.startswith("rumpus: Your progress is not saved.")
    assert "It is not saved." in out


@pytest.mark.usefixtures("no_home")
def test_a_puzzle_is_solved_without_a_home(rumpus: Rumpus, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("defend_the_city")
    best = puzzle_of(game, puzzle_names(game)[0]).key.best
    monkeypatch.setattr("builtins.input", lambda _prompt: best)
    status, out, err = rumpus("puzzles", "play", "defend_the_city", puzzle_names(game)[0])
    assert (status, err) == (0, "")
    assert "Correct!" in out
    assert out.rstrip().splitlines()[-1].startswith("Your streak is not saved.")


@pytest.mark.usefixtures("no_home")
@pytest.mark.parametrize("words", ["serve --no-open --port PORT", "store backup copy.db", "store check", "admin load"])
def test_without_a_home_a_store_is_refused(
    rumpus: Rumpus, bench: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setattr("uvicorn.Server.startup", fail)
    before = content(bench)
    status, out, err = rumpus(*words.replace("PORT", str(free_port())).split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert content(bench) == before


def test_a_user_without_any_home_is_told_to_name_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    with pytest.raises(CannotWrite, match="Set XDG_DATA_HOME"):
        data_file("puzzles.json")


# --- an output that cannot be written ---


@pytest.mark.parametrize("words", ["--version", "rules defend_the_city"])
def test_a_full_output_gets_one_sentence(words: str, shelf: Path, tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rumpus", *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(shelf),
            cwd=tmp_path,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr == "rumpus: Cannot read or write: No space left on device.\n"
