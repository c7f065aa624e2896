"""`rumpus new`: what it makes, and the names that it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

import rumpus
from rumpus.cli.main import run
from rumpus.core.content.rulebook import clauses
from rumpus.core.errors import RumpusError
from rumpus.devtools.new import NewGame, check_name, make, template


@pytest.mark.parametrize(
    ("name", "title", "kind", "clause"),
    [
        ("moon_owls", "Moon Owls", "MoonOwls", "MO"),
        ("poker", "Poker", "Poker", "PO"),
        ("x", "X", "X", "X"),
        ("a_b_c_d", "A B C D", "ABCD", "ABC"),
        ("go2", "Go2", "Go2", "GO"),
    ],
)
def test_a_name_says_the_rest(name: str, title: str, kind: str, clause: str) -> None:
    game = NewGame(name)
    assert (game.title, game.kind, game.clause) == (title, kind, clause)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Moon Owls", "cannot be called 'Moon Owls'. Use small letters, digits and underscores, such as 'moon_owls'"),
        ("moon-owls", "such as 'moon_owls'"),
        ("2moons", "A game cannot be called '2moons'"),
        ("_owls", "such as 'owls'"),
        ("Owls", "such as 'owls'"),
        ("öwls", "A game cannot be called 'öwls'"),
        ("", "A game cannot be called ''"),
        ("class", "a keyword of Python"),
        ("match", "a keyword of Python"),
        ("cat_brawl", "A game 'cat_brawl' is installed already"),
        ("json", "A Python module 'json' exists already"),
        ("rumpus", "A Python module 'rumpus'"),
        ("tests", "A Python module 'tests'"),
    ],
)
def test_a_bad_name_is_refused_in_a_sentence(
    name: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RumpusError, match=sentence):
        check_name(name)
    assert run(["new", "--", name]) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "owls").mkdir()
    (tmp_path / "owls" / "mine.txt").write_text("mine")
    with pytest.raises(RumpusError, match="exists and is not empty"):
        make("owls", tmp_path / "owls")
    assert [path.name for path in (tmp_path / "owls").iterdir()] == ["mine.txt"]
    (tmp_path / "a_file").touch()
    with pytest.raises(RumpusError, match="exists and is not empty"):
        make("owls", tmp_path / "a_file")


def test_an_empty_folder_of_that_name_is_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "snow_owls").mkdir()
    assert run(["new", "snow_owls"]) == 0
    assert (tmp_path / "snow_owls" / "pyproject.toml").is_file()


def test_everything_in_it_is_called_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "moon_owls"]) == 0
    assert "cd moon_owls" in capsys.readouterr().out
    made = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())
    assert made == [
        "moon_owls/README.md",
        "moon_owls/moon_owls/RULES.md",
        "moon_owls/moon_owls/__init__.py",
        "moon_owls/moon_owls/game.py",
        "moon_owls/moon_owls/how.toml",
        "moon_owls/moon_owls/lesson.toml",
        "moon_owls/moon_owls/terminal.py",
        "moon_owls/moon_owls/web/how.js",
        "moon_owls/moon_owls/web/lobby.svg",
        "moon_owls/moon_owls/web/table.css",
        "moon_owls/moon_owls/web/table.js",
        "moon_owls/pyproject.toml",
        "moon_owls/tests/test_moon_owls.py",
    ]
    text = "".join((tmp_path / path).read_text(encoding="utf-8") for path in made)
    for word in ("mygame", "MyGame", "My Game", "MG-"):
        assert word not in text
    rules = (tmp_path / "moon_owls" / "moon_owls" / "RULES.md").read_text(encoding="utf-8")
    assert list(clauses(rules)) == [f"MO-{number}" for number in range(1, 7)]


@pytest.fixture(scope="module")
def owls(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "owls"
    make("moon_owls", folder)
    return folder


def in_project(folder: Path, *words: str) -> str:
    done = subprocess.run([sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_tests_pass_before_a_word_is_typed(owls: Path) -> None:
    said = in_project(owls, "pytest", "-p", "no:cacheprovider")
    assert "moon_owls            6 of 6" in said


def test_its_types_and_its_style_are_clean(owls: Path) -> None:
    in_project(owls, "mypy", ".")
    in_project(owls, "ruff", "check", ".")
    in_project(owls, "ruff", "format", "--check", ".")


def test_its_wheel_brings_the_drawing_along_and_a_server_finds_it(owls: Path, tmp_path: Path) -> None:
    words = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    in_project(owls, "pip", *words, "--target", str(tmp_path / "site"), ".")
    ask = """
import json
from rumpus.core.catalogue import find_game
from rumpus.core.content.how import how_of
from rumpus.core.content.lesson import lesson_of
from rumpus.service.assets import files_of
game = find_game("moon_owls")
assert how_of(game) and lesson_of(game) and "MO-1" in game.rules()
print(game.package, json.dumps({path: file.body.decode() for path, file in files_of(game).files.items()}))
"""
    path = os.pathsep.join([str(tmp_path / "site"), str(Path(rumpus.__file__).parents[1])])
    environment = {**os.environ, "PYTHONPATH": path}
    said = subprocess.check_output([sys.executable, "-c", ask], cwd=tmp_path, env=environment, text=True)
    package, _, files = said.partition(" ")
    assert package == "moon_owls"
    web = owls / "moon_owls" / "web"
    assert json.loads(files) == {path.name: path.read_text(encoding="utf-8") for path in web.iterdir()}


def test_the_template_is_in_our_wheel() -> None:
    root = Path(__file__).parents[2]
    listed = {file.distribution_path for file in WheelBuilder(str(root)).recurse_included_files()}
    wanted = {f"rumpus/devtools/template/{path}" for path, _ in template()}
    assert len(wanted) == 13
    assert wanted <= listed
