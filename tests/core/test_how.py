"""How a game is won, on one screen: what it says is short, stands in the rules, and can be printed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rumpus.cli.main import run
from rumpus.core.content.how import how_of
from rumpus.core.content.rulebook import clauses
from rumpus.core.errors import BadRecord
from rumpus.core.game import Game
from tests.catalogue import GAMES, pigeons

OURS = [game for game in GAMES if game is not pigeons]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_cell_stands_in_the_rules_and_fits_on_a_screen(game: Game) -> None:
    how = how_of(game)
    assert how is not None
    known = clauses(game.rules())
    assert len(how.goal) <= 90
    for cell in how.cell:
        assert cell.clauses, cell.title
        assert not set(cell.clauses) - set(known), cell.title
        assert len(cell.title) <= 32, cell.title
        assert len(cell.say.split()) <= 20, cell.say
        assert not re.search(r"[A-Z]{2}-\d", cell.title + cell.say), "numbers of clauses are shown on demand"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_each_of_our_games_has_six_cells(game: Game) -> None:
    how = how_of(game)
    assert how is not None
    assert len(how.cell) == 6


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_the_terminal_prints_it_on_one_screen(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    how = how_of(game)
    assert how is not None
    assert run(["rules", game.name, "--short"]) == 0
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) <= 30
    assert how.cell[-1].title in printed
    assert run(["rules", game.name, "--short", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["goal"] == how.goal


def test_a_game_may_say_nothing_short() -> None:
    assert how_of(Game()) is None


class Torn(Game):
    title = "Torn"

    def __init__(self, package: str) -> None:
        self.package = package


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("goal = ", "cannot be read"),
        ('goal = "Win."', "cell"),
        ('goal = "Win."\n' + '[[cell]]\ntitle = "a"\nsay = "b"\n' * 7, "7 cells"),
    ],
    ids=["no toml", "no cells", "too many"],
)
def test_what_cannot_be_shown_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, word: str) -> None:
    package = tmp_path / f"torn_{abs(hash(text))}"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "how.toml").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(BadRecord, match=word):
        how_of(Torn(package.name))
