"""What is wrong, as an author is told it: a sentence, and the lines of their own that led there."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pigeons.game import Pigeons, Square
from rumpus.core.errors import RumpusError
from rumpus.core.position import Move, Seat
from rumpus.devtools.diagnostics import Mistake, TimeLimitExceeded, mistake_of, time_limit
from rumpus.devtools.smoke import try_out

HERE = Path(__file__).parent


def caught(source: str, folder: Path) -> Mistake:
    path = folder / "mine.py"
    path.write_text(source)
    try:
        exec(compile(source, str(path), "exec"), {})
    except Exception as error:
        return mistake_of(error, folder)
    raise AssertionError("nothing is wrong")


def test_a_line_that_cannot_be_read(tmp_path: Path) -> None:
    found = caught("a = 1\nb = (2\n", tmp_path)
    assert str(found) == "mine.py:2: SyntaxError: '(' was never closed"
    assert found.trail[0].code == "b = (2"


def test_a_line_that_fails_and_the_way_to_it(tmp_path: Path) -> None:
    found = caught("def f():\n    return [][1]\n\n\nf()\n", tmp_path)
    assert str(found) == "mine.py:2: IndexError: list index out of range"
    assert [(spot.line, spot.code) for spot in found.trail] == [(5, "f()"), (2, "return [][1]")]


def test_lines_of_others_are_left_out(tmp_path: Path) -> None:
    found = caught("import json\njson.loads('{')\n", tmp_path)
    assert [(spot.file, spot.line) for spot in found.trail] == [("mine.py", 2)]
    assert found.sentence.startswith("JSONDecodeError: ")


def test_a_refusal_is_a_sentence_already(tmp_path: Path) -> None:
    assert str(mistake_of(RumpusError("the lesson cannot be read"), tmp_path)) == "the lesson cannot be read"


def test_what_does_not_end_is_interrupted_and_what_does_is_left_alone() -> None:
    with time_limit(5):
        pass
    began = time.monotonic()

    def go_on() -> None:
        with time_limit(0.1):
            while True:
                pass

    with pytest.raises(TimeLimitExceeded, match=r"still running after 0\.1 seconds"):
        go_on()
    assert time.monotonic() - began < 5


def test_a_first_look_finds_what_fails_in_the_words_of_a_game() -> None:
    try_out(Pigeons())

    class Speechless(Square):
        def explain_move(self, seat: Seat, move: Move) -> str:
            raise LookupError("no words")

    class Silent(Pigeons):
        position = Speechless

    with pytest.raises(LookupError) as found:
        try_out(Silent())
    assert "test_mistakes.py:" in str(mistake_of(found.value, HERE))
