"""A lesson at the keyboard: told in lines, wrong tries explained, kept for later, and a real game in the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.core.content.lesson import ANYTHING, Lesson, lesson_of
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.terminal.fullscreen.choices import MoveInput
from rumpus.terminal.lessons import lesson_session
from rumpus.testing import title
from tests.catalogue import GAMES, pigeons
from tests.terminal.screens import at_table, on_screen
from tests.terminal.test_plain import play
from tests.terminal.whispers import Whispers

TAUGHT = [game for game in GAMES if lesson_of(game)]


def taught(game: Game) -> Lesson:
    found = lesson_of(game)
    assert found is not None
    return found


@pytest.mark.parametrize("game", TAUGHT, ids=title)
def test_a_lesson_is_played_by_words_to_its_last_step(game: Game) -> None:
    lesson = taught(game)
    lines = [step.allow[0] if step.allow != [ANYTHING] else "1" for step in lesson.step]
    session = lesson_session(game, None, again=True)
    text, _, _ = play(session, *lines)
    for number, step in enumerate(lesson.step, 1):
        assert f"{number} of {len(lesson.step)} · {step.title}" in text
    assert session.lesson_match.step is None
    assert " ".join(lesson.end.split()) in " ".join(text.split())


def test_a_wrong_try_is_explained_and_costs_nothing() -> None:
    session = lesson_session(pigeons, None, again=True)
    text, _, _ = play(session, "play 13", "play 3")
    assert "Your best card for the smallest crumb? Keep it." in text
    assert "Keep that one for a bigger crumb" in text
    assert session.match.record.moves == []


def test_the_moves_of_a_step_are_marked_and_its_bold_words_have_no_stars() -> None:
    text, _, _ = play(lesson_session(pigeons, None, again=True))
    assert "▶ 1" in text
    assert "Throw your 1 \naway." in text
    assert "**" not in text


def test_a_lesson_that_was_left_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "pigeons.record"
    text, _, _ = play(lesson_session(pigeons, kept, again=False), "play 1", "quit")
    assert "`rumpus tutorial pigeons` continues from here." in text
    assert "2 of 2" in play(lesson_session(pigeons, kept, again=False))[0]
    assert "1 of 2" in play(lesson_session(pigeons, kept, again=True))[0]
    kept.write_text("no record")
    with pytest.raises(RumpusError, match="exists and is not a record"):
        lesson_session(pigeons, kept, again=False)


def test_the_last_step_goes_on_as_a_real_game() -> None:
    text, _, ended = play(lesson_session(pigeons, None, again=True), "play 1", "play 8", "1", "1", "1")
    assert ended
    assert "The crumbs are eaten." in text


def test_a_game_without_a_lesson_says_so() -> None:
    with pytest.raises(RumpusError, match="has no lesson"):
        lesson_session(Whispers(), None, again=False)


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("game", TAUGHT, ids=title)
@on_screen
async def test_every_instruction_is_read_whole_on_a_small_screen(game: Game) -> None:
    """Also beside a typed letter, at the cursor and below a refusal; the wanted move is first in the list."""
    lesson = taught(game)
    session = lesson_session(game, None, again=True)
    async with at_table(session, (80, 24)) as at:
        for number, step in enumerate(lesson.step, 1):
            told = f"{number} of {len(lesson.step)} · {step.title} {in_one_line(step.say.replace('**', ''))}"
            offers = session.seat_view(lesson.deal.seat).offers
            info = session.lesson(lesson.deal.seat)
            assert info is not None
            refused = [place for place, offer in enumerate(offers, 1) if offer.move not in info.allow]
            if refused:
                wanted = [f"▶{place} {offer.says}" for place, offer in enumerate(offers, 1) if offer.move in info.allow]
                assert wanted[0] in in_one_line(at.text)
            for keys in ((), ("x",), ("escape", "tab"), ("shift+tab",)):
                await at.press(*keys)
                assert told in in_one_line(at.text)
            if refused:
                await at.type_in(str(refused[-1]))
                assert in_one_line(at.hint) in in_one_line(at.text)
                assert told in in_one_line(at.text)
                assert at.page.query_one(MoveInput).value == "", "the next try is typed anew"
                await at.press("escape")
            await at.type_in(step.allow[0] if step.allow != [ANYTHING] else "1")
        assert in_one_line(lesson.end) in in_one_line(at.text)
