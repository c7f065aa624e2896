"""Lessons: where one stands follows from the moves, a wrong try is explained, and faults of a script are named."""

from __future__ import annotations

import msgspec
import pytest

from rumpus.core.content.lesson import Lesson, LessonStep, lesson_of
from rumpus.core.errors import BadRecord
from rumpus.core.game import Game
from rumpus.table.lessons import LessonMatch, opening_entries
from rumpus.table.match import Match
from rumpus.testing import title
from rumpus.testing.lessons import lesson_faults
from tests.catalogue import GAMES
from tests.catalogue import pigeons as game


def lesson() -> Lesson:
    found = lesson_of(game)
    assert found is not None
    return msgspec.convert(msgspec.to_builtins(found), Lesson)


def course(taught: Lesson) -> LessonMatch:
    return LessonMatch(taught, Match(game, game.options({}), taught.deal.seed, ["Ann", "Bob"], taught.opening))


@pytest.mark.parametrize("game", [taught for taught in GAMES if lesson_of(taught)], ids=title)
def test_every_way_through_a_lesson_leads_to_its_end(game: Game) -> None:
    found = lesson_of(game)
    assert found is not None
    assert lesson_faults(game, found) == []


def test_a_step_is_done_by_doing_it_and_the_other_follows_the_script() -> None:
    at = course(lesson())
    page = at.lesson_info(0)
    assert (page.step, page.titles, page.allow) == (0, ["A small crumb", "A closer look"], [1])
    assert at.scripted(1) == 5
    assert at.scripted(0) is None
    at.match.play(1, 5)
    assert at.lesson_info(0) == page, "what the other has sealed shows nowhere"
    at.match.play(0, 1)
    assert at.lesson_info(0).step == 1
    assert at.lesson_info(0).learnt == ["low cards for small crumbs"]
    assert sorted(at.lesson_info(0).allow) == [8, 9]
    assert at.lesson_info(None).allow == []


def test_a_bot_that_stands_in_for_the_learner_keeps_to_the_steps() -> None:
    at = course(lesson())
    assert at.bot_move(1) == 5
    assert at.bot_move(0) == 1
    at.match.play(1, 5)
    at.match.play(0, 1)
    assert at.bot_move(0) in (8, 9)
    at.match.play(0, 9)
    at.match.play(1, 7)
    assert at.bot_move(0) is None
    assert at.bot_move(1) is None


def test_a_wrong_try_is_explained() -> None:
    at = course(lesson())
    assert at.refusal(0, 13) == "Your best card for the smallest crumb? Keep it."
    assert at.refusal(0, 3) == "Keep that one for a bigger crumb: the 1 can go now."
    assert at.refusal(0, 1) == ""
    assert at.refusal(1, 12) == "", "the other is nobody's pupil"


def test_after_the_last_step_it_is_a_game_like_any_other() -> None:
    at = course(lesson())
    for seat, move in ((0, 1), (1, 5), (0, 9)):
        at.match.play(seat, move)
    assert at.scripted(1) == 7, "what belongs to the last step is said, even where it is sealed later"
    at.match.play(1, 7)
    assert at.step is None
    assert at.scripted(1) is None
    assert at.refusal(0, 13) == ""
    assert at.lesson_info(0).say == lesson().end
    assert at.lesson_info(0).step == 2


def test_the_opening_is_played_before_the_first_step() -> None:
    taught = lesson()
    taught.deal.moves = ["0 play 3", "1 play 2"]
    assert [(entry.seat, entry.move, entry.by) for entry in opening_entries(game, taught)] == [
        (0, 3, "bot"),
        (1, 2, "bot"),
    ]
    assert course(taught).done == 0
    assert course(taught).allowed(0) == [1]


def test_a_script_that_no_longer_fits_says_so() -> None:
    taught = lesson()
    taught.step[0].reply = ["play 99"]
    with pytest.raises(BadRecord, match="The lesson of Pigeons no longer fits the rules"):
        course(taught).scripted(1)


def faults(**changed: object) -> str:
    taught = lesson()
    taught.step[0] = msgspec.structs.replace(taught.step[0], **changed)
    return " | ".join(lesson_faults(game, taught))


def test_faults_are_named() -> None:
    assert "there is no reply for seat 2" in faults(reply=[])
    assert "play 2' is not among your options" in faults(allow=["play 2"])
    assert "both allowed and wrong" in faults(wrong_for={"play 1": "no"})
    assert "in **bold**" in faults(say="Throw your 1 away.")
    assert "more than 40 words" in faults(say="**go** " * 41)
    assert "allows nothing" in faults(allow=[])
    taught = lesson()
    taught.step += [
        LessonStep("x", "**x**", ["*"], reply=["play 2", "play 10", "play 12"][i : i + 1]) for i in range(3)
    ]
    assert "over with the lesson" in " | ".join(lesson_faults(game, taught))
