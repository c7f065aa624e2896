"""A lesson at the server: dealt as it says, the other seat follows the script, and a wrong try is explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.core.errors import IllegalMove, RumpusError
from rumpus.service.runtime import protocol as m
from rumpus.service.tables.live import LiveTable
from rumpus.table.table_view import table_view
from tests.service.test_moves import TOKEN, Parts, play


async def learn(parts: Parts) -> LiveTable:
    made = await parts.requests.answer(parts.visitors[0], m.Learn(game="pigeons", token=TOKEN, name="Ann"))
    assert isinstance(made, m.TableMade)
    await parts.requests.answer(parts.visitors[0], m.Attach(table=made.table, token=TOKEN))
    return parts.tables.by_id[made.table]


def test_a_lesson_is_taught_to_its_end_and_then_the_bot_plays(tmp_path: Path) -> None:
    async def story(parts: Parts) -> None:
        live = await learn(parts)
        table = live.table

        async def decide(move: int) -> None:
            await parts.requests.answer(parts.visitors[0], m.Decide(at=table.decision_id(0), move=move))

        with pytest.raises(IllegalMove, match=r"Your best card for the smallest crumb\? Keep it\."):
            await decide(13)
        assert table.decided[0] == 0
        await decide(1)
        await parts.until(lambda: table.decided[1] >= 1)
        page = table_view(table, 0, True, [True, True], [0, 0])
        assert page.lesson is not None
        assert page.lesson.allow == [8, 9]
        await decide(8)
        await parts.until(lambda: table.decided[1] >= 2)
        assert [step.move for step in table.steps if step.seat == 1][:2] == [5, 7], "it followed the script"
        await parts.until(lambda: table.decided[1] == 3)
        assert [step.move for step in table.steps if step.seat == 1][-1] == 12, "and now the bot decides for itself"
        await decide(13)

    play(tmp_path, story, answer=12)


def test_a_game_without_a_lesson_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(parts: Parts) -> None:
        with pytest.raises(RumpusError, match="Pigeons has no lesson yet"):
            await learn(parts)

    monkeypatch.setattr("rumpus.service.tables.creation.lesson_of", lambda game: None)
    play(tmp_path, story)


def test_a_lesson_cannot_take_moves_back(tmp_path: Path) -> None:
    async def story(parts: Parts) -> None:
        live = await learn(parts)
        assert not live.table.made.undo

    play(tmp_path, story)
