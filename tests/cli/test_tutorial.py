"""`rumpus tutorial`: a menu of games, and one description of a bot everywhere."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import rumpus
from rumpus.cli.commands import play as play_command
from rumpus.cli.main import run
from rumpus.players.catalogue import BUILT_IN, DESCRIPTIONS
from rumpus.terminal.seating import described
from rumpus.terminal.sessions import TableSession
from tests.catalogue import GAMES

STATIC = Path(rumpus.__file__).parent / "web" / "static" / "js"


class Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def learnt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Sequence[str]], list[str]]:
    """Types these lines at the menu; returns the games whose lessons began."""
    begun: list[str] = []

    def play_here(session: TableSession, plain: bool, pace: float) -> None:
        begun.append(session.game.name)

    def choose(lines: Sequence[str]) -> list[str]:
        typed: Iterator[str] = iter(lines)

        def read(prompt: str) -> str:
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read)
        monkeypatch.setattr("sys.stdin", Keyboard())
        assert run(["tutorial", "--save", str(tmp_path / "lesson.record")]) == 0
        return begun

    monkeypatch.setattr(play_command, "play_here", play_here)
    return choose


def test_the_menu_takes_a_number_or_the_beginning_of_a_name(
    learnt: Callable[[Sequence[str]], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    ours = [game for game in GAMES if game.name != "pigeons"]
    assert learnt(["0", "something else", "ult"]) == ["ultimatum"]
    shown = capsys.readouterr().out
    assert all(game.title in shown for game in ours)
    assert "or the beginning of a name" in shown


@pytest.mark.parametrize("lines", [[""], []])
def test_an_empty_line_or_the_end_of_input_leaves_the_menu(
    learnt: Callable[[Sequence[str]], list[str]], lines: list[str]
) -> None:
    assert learnt(lines) == []


def test_the_number_is_that_of_the_menu(
    learnt: Callable[[Sequence[str]], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    begun = learnt(["2"])
    second = re.search(r"^ +2  (.*?),", capsys.readouterr().out, re.MULTILINE)
    assert second is not None
    assert begun == [game.name for game in GAMES if game.title == second[1]]


def test_without_a_keyboard_the_games_are_listed_with_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(["tutorial"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("rumpus: Name a game: `rumpus tutorial GAME`.")
    assert all(game.name in told for game in GAMES if game.name != "pigeons")


# --- one description of a bot ---


def test_a_bot_has_one_description_in_the_browser_and_the_terminal() -> None:
    script = (STATIC / "ui" / "bots.js").read_text(encoding="utf-8")
    assert dict(re.findall(r'^  (\w+): "(.*)",$', script, re.MULTILINE)) == DESCRIPTIONS
    assert set(DESCRIPTIONS) == set(BUILT_IN) - {"search", "learned"}
    assert described("Bix (normal)") == "Bix (normal): a fair opponent"
    assert described("Ann") == "Ann"


def test_no_other_script_describes_a_bot() -> None:
    others = [path for path in STATIC.rglob("*.js") if path.name != "bots.js"]
    table = re.compile(r'^\s*(greedy|champion): "', re.MULTILINE)
    assert [path.name for path in others if table.search(path.read_text(encoding="utf-8"))] == []
