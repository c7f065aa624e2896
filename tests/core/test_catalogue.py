"""Games are found by entry point, a stranger's like ours."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import rumpus
from rumpus.core.catalogue import compiled_apart, every_game, find_game, game_names, game_of
from rumpus.core.errors import UnknownName
from rumpus.core.position import Position
from rumpus.core.rng import SeededRng


def install(folder: Path, target: str) -> None:
    info = folder / "stranger-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[rumpus.games]\nstrange_pigeons = {target}\n")


def test_a_strangers_game_is_found_and_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "pigeons:game")
    monkeypatch.syspath_prepend(tmp_path)
    assert "strange_pigeons" in game_names()
    assert find_game("Strange-Pigeons").title == "Pigeons"


def test_an_entry_point_that_is_no_game_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "pigeons.game:HAND")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownName, match="is no game"):
        find_game("strange_pigeons")


def test_an_unknown_game_is_refused_with_the_nearest_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "pigeons:game")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownName, match="There is no game 'strange_pigeon'; did you mean 'strange_pigeons'"):
        find_game("strange_pigeon")
    with pytest.raises(UnknownName, match="There is no game 'zzz'; there is "):
        find_game("zzz")


def test_a_game_compiled_apart_from_a_compiled_base_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "stranger:game")
    (tmp_path / "stranger.py").write_text(
        "from pigeons.game import Pigeons, Square\n"
        "class Coin(Square):\n"
        "    __mypyc_attrs__ = ('side',)\n"
        "game = Pigeons()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with monkeypatch.context() as compiled:
        if "__mypyc_attrs__" not in vars(Position):
            compiled.setattr(Position, "__mypyc_attrs__", ("events",), raising=False)
        with pytest.raises(UnknownName, match=r"was compiled apart from Rumpus \(stranger.Coin\)"):
            find_game("strange_pigeons")
        assert compiled_apart("pigeons") == []
    if not rumpus.compiled():
        assert find_game("strange_pigeons").title == "Pigeons"
    del sys.modules["stranger"]


@pytest.mark.long
@pytest.mark.skipif(not rumpus.compiled(), reason="on an interpreted Rumpus it works")
def test_what_mypyc_makes_apart_from_us_is_noticed_before_it_crashes(tmp_path: Path) -> None:
    install(tmp_path, "stranger:game")
    (tmp_path / "stranger.py").write_text(
        "from rumpus.core.position import Position\n"
        "from rumpus.core.game import Game\n"
        "class Coin(Position):\n"
        "    def __init__(self, side: int) -> None:\n"
        "        super().__init__()\n"
        "        self.side = side\n"
        "game = Game()\n"
    )
    (tmp_path / "setup.py").write_text(
        "from mypyc.build import mypycify\n"
        "from setuptools import setup\n"
        "setup(name='stranger', packages=[], ext_modules=mypycify(['--follow-imports=silent', 'stranger.py']))\n"
    )
    subprocess.run([sys.executable, "setup.py", "build_ext", "--inplace"], cwd=tmp_path, check=True)
    (tmp_path / "stranger.py").unlink()
    asked = "from rumpus.core.catalogue import find_game; find_game('strange_pigeons')"
    done = subprocess.run([sys.executable, "-c", asked], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert "was compiled apart from Rumpus (stranger.Coin)" in done.stderr


@pytest.mark.parametrize("name", game_names())
def test_a_game_that_has_been_played_can_be_sent_to_another_process(name: str) -> None:
    game = find_game(name)
    options = game.options({})
    game.start(options, SeededRng("here"))
    sent = pickle.loads(pickle.dumps(game))
    assert sent.start(options, SeededRng("there")).save() == game.start(options, SeededRng("there")).save()


def test_the_shortest_game_comes_first_and_a_broken_one_is_complained_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "pigeons.nothing:game")
    monkeypatch.syspath_prepend(tmp_path)
    said: list[str] = []
    found = every_game(said.append)
    assert [(game.minutes, game.title) for game in found] == sorted((game.minutes, game.title) for game in found)
    assert {game.name for game in found} == set(game_names()) - {"strange_pigeons"}
    assert len(said) == 1
    assert "'strange_pigeons' is installed but cannot be loaded" in said[0]


def test_a_game_that_was_found_is_not_looked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownName):
        game_of("strange_pigeons")
    install(tmp_path, "pigeons:game")
    with monkeypatch.context() as here:
        here.syspath_prepend(tmp_path)
        found = game_of("strange_pigeons")
    assert game_of("strange_pigeons") is found
    game_of.cache_clear()
