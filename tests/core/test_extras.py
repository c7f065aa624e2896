"""What is small stays small: rules load no library of the lab or the web, and what is missing is named."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rumpus.core import extras
from rumpus.core.catalogue import game_names
from rumpus.core.extras import EXTRAS, MissingExtra, check_extra, missing_extra

HEAVY = (*EXTRAS, "rich", "typer", "textual", "starlette", "uvicorn", "websockets", "msgspec")
BLOCK = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocker())
"""


def python(program: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


def without(extra: str, folder: Path, *words: str) -> tuple[int, str, str]:
    """`rumpus` with these words, as if nothing of that extra were installed."""
    blocked = tuple(library for library, extras in EXTRAS.items() if extra in (*extras, "all"))
    program = BLOCK.format(blocked=blocked) + "from rumpus.cli.main import main\nmain()"
    done = python(program, folder, *words)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("module", ["rumpus.core", *(f"rumpus.games.{name}" for name in game_names())])
def test_rules_load_no_heavy_library(module: str, tmp_path: Path) -> None:
    program = f"""
import json, sys
from importlib import import_module
from rumpus.core.rng import SeededRng
found = getattr(import_module({module!r}), "game", None)
if found is not None:
    rng = SeededRng("a deal")
    position = found.start(found.options(), rng)
    for seat in position.to_act():
        position.play(seat, position.random_move(seat, rng), rng)
print(json.dumps(sorted(set({HEAVY!r}) & set(sys.modules))))
"""
    done = python(program, tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("lab", ["tournament", "cat_brawl", "--games", "2", "--players", "random", "--jobs", "1"]),
        ("lab", ["solve", "defend_the_city", "uniform"]),
        ("lab", ["lab", "run", "cat_brawl", "--games", "2", "--players", "random", "--jobs", "1", "--json"]),
        ("lab", ["lab", "exact", "cat_brawl"]),
        ("lab", ["lab", "tune", "cat_brawl", "--target", "length 8 to 12", "--may-change", "persian.hp"]),
        ("lab", ["play", "defend_the_city", "--plain", "--seats", "exact"]),
        ("lab", ["play", "defend_the_city", "--plain", "--seats", "learned:weights.npz"]),
        ("lab", ["train", "cat_brawl"]),
        ("cluster", ["lab", "run", "cat_brawl", "--games", "2", "--workers", "ray"]),
        ("postgres", ["serve", "--store", "postgresql://nobody@nowhere/none"]),
    ],
)
def test_a_command_that_lacks_a_library_names_the_extra(extra: str, words: list[str], tmp_path: Path) -> None:
    status, _, err = without(extra, tmp_path, *words)
    assert status == 2, err
    assert f"pip install 'rumpus[{extra}]'` installs it" in err
    assert err.count("\n") == 1


@pytest.mark.long
def test_playing_and_looking_things_up_need_no_extra(tmp_path: Path) -> None:
    for words in (
        ["games"],
        ["play", "cat_brawl", "--plain", "--seats", "hard,greedy", "--seed", "x"],
        ["cards", "creature_wars", "Kind Witch"],
        ["lab", "run", "cat_brawl", "--games", "2", "--players", "random", "--jobs", "1"],
    ):
        status, out, err = without("all", tmp_path, *words)
        assert status == 0, err
        assert out or err


def test_serving_needs_no_extra(tmp_path: Path) -> None:
    program = BLOCK.format(blocked=tuple(EXTRAS)) + "import rumpus.web.run"
    assert python(program, tmp_path).stderr == ""


def test_other_missing_modules_stay_what_they_are() -> None:
    error = ModuleNotFoundError("No module named 'nonsense'", name="nonsense")
    assert missing_extra(error) is error
    assert isinstance(missing_extra(ModuleNotFoundError("", name="scipy.sparse")), MissingExtra)


def test_an_extra_can_be_asked_for_before_the_work_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    check_extra("lab")
    monkeypatch.setattr(extras, "find_spec", lambda library: None)
    with pytest.raises(MissingExtra, match="This needs numpy"):
        check_extra("lab")
