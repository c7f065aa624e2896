"""Where a game in development is found, what belongs to it, and what is said where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rumpus.core.errors import RumpusError
from rumpus.devtools.packages import VERSION, find_package
from tests.web.local_server import OURS, ROOT, SIXTH


def test_it_is_found_by_the_entry_point_of_its_project() -> None:
    package = find_package(SIXTH)
    assert (package.root, package.home) == (SIXTH, SIXTH / "pigeons")
    assert (package.name, package.target, package.project) == ("pigeons", "pigeons:game", "rumpus-pigeons")


def test_or_from_inside_it() -> None:
    assert vars(find_package(SIXTH / "pigeons")) == vars(find_package(SIXTH))


def test_a_game_deep_in_a_package_is_found_by_its_folder() -> None:
    package = find_package(ROOT / "src" / "rumpus" / "games" / "cat_brawl")
    assert (package.root, package.target) == (ROOT / "src", "rumpus.games.cat_brawl:game")
    assert package.name == "cat_brawl"


def test_a_file_or_a_folder_without_a_project_is_a_game_too(tmp_path: Path) -> None:
    (tmp_path / "tiny.py").write_text("game = None")
    package = find_package(tmp_path / "tiny.py")
    assert (package.root, package.home, package.target) == (tmp_path, tmp_path / "tiny.py", "tiny:game")
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "__init__.py").write_text("game = None")
    package = find_package(tmp_path / "small")
    assert (package.root, package.name, package.target) == (tmp_path, "small", "small:game")


def test_a_project_with_its_sources_in_src(tmp_path: Path) -> None:
    (tmp_path / "src" / "tiny").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[project.entry-points."rumpus.games"]\ntiny = "tiny.rules:it"\n')
    package = find_package(tmp_path)
    assert (package.root, package.home) == (tmp_path / "src", tmp_path / "src" / "tiny")
    assert package.target == "tiny.rules:it"


@pytest.mark.parametrize(
    ("project", "sentence"),
    [
        ("[project]\nname = 'x'\n", "offers no game: it has no entry point"),
        ('[project.entry-points."rumpus.games"]\na = "a:game"\nb = "b:game"\n', "several games: a, b. Choose one"),
        ('[project.entry-points."rumpus.games"]\na = "a:game"\n', "there is no a in"),
        ("[project\n", "Cannot read"),
        (None, "There is no game in"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(tmp_path: Path, project: str | None, sentence: str) -> None:
    if project is not None:
        (tmp_path / "pyproject.toml").write_text(project)
    with pytest.raises(RumpusError, match=sentence):
        find_package(tmp_path)


def test_one_of_several_games_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "b.py").touch()
    (tmp_path / "pyproject.toml").write_text('[project.entry-points."rumpus.games"]\na = "a:game"\nb = "b:game"\n')
    assert find_package(tmp_path, "b").home == tmp_path / "b.py"
    with pytest.raises(RumpusError, match=r"offers no game 'c'\. It offers a, b"):
        find_package(tmp_path, "c")


def test_no_folder_at_all(tmp_path: Path) -> None:
    with pytest.raises(RumpusError, match=r"There is no folder .*\. `rumpus new NAME` creates one"):
        find_package(tmp_path / "nowhere")


def test_another_source_is_another_version_and_what_python_makes_does_not_count(tmp_path: Path) -> None:
    shutil.copytree(SIXTH / "pigeons", tmp_path / "pigeons", ignore=shutil.ignore_patterns("__pycache__"))
    package = find_package(tmp_path / "pigeons")
    before, marks = package.version(), package.file_states()
    (tmp_path / "pigeons" / "__pycache__").mkdir()
    (tmp_path / "pigeons" / "__pycache__" / "game.pyc").touch()
    (tmp_path / "pigeons" / ".game.py.swp").touch()
    assert (package.version(), package.file_states()) == (before, marks)
    rules = tmp_path / "pigeons" / "RULES.md"
    rules.write_text(rules.read_text() + "\n")
    assert package.version() != before
    assert package.file_states() != marks


def test_another_process_finds_it_with_that_version_before_an_installed_one(tmp_path: Path) -> None:
    package = find_package(SIXTH)
    environment = {**os.environ, **package.environment(tmp_path / "new"), VERSION: "7"}
    older = package.environment(tmp_path / "old")["PYTHONPATH"]
    entries = next((tmp_path / "old").rglob("entry_points.txt"))
    entries.write_text("[rumpus.games]\npigeons = nowhere:game\n")
    environment["PYTHONPATH"] += os.pathsep.join(["", older, *OURS])
    ask = "from rumpus.core.catalogue import find_game, game_names; g = find_game('pigeons'); print(g.title, g.version)"
    done = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "Pigeons 7\n"
