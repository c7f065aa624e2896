"""When a table of invited people begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.service.runtime import protocol as m
from rumpus.service.tables.live import LiveTable
from tests.service.test_moves import TOKEN, Parts, play

MINUTE = m.MakeClock("move", 60)
DAY = m.MakeClock("move", 86_400)


async def made(parts: Parts, clock: m.MakeClock | None) -> LiveTable:
    """A table of somebody who has left it, with a guest at the other seat."""
    seats = [m.SeatRequest("me"), m.SeatRequest("open")]
    ann, ben = parts.visitors
    told = await parts.requests.answer(ann, m.Make(game="pigeons", token=f"{TOKEN}0", seats=seats, clock=clock))
    assert isinstance(told, m.TableMade)
    await parts.requests.answer(ben, m.Attach(table=told.table))
    await parts.requests.answer(ben, m.Sit(token=f"{TOKEN}1", name="Ben"))
    return await parts.tables.open(told.table)


def test_a_clock_starts_when_all_people_are_there(tmp_path: Path) -> None:
    async def scenario(parts: Parts) -> None:
        live = await made(parts, MINUTE)
        assert live.table.state == "open"
        assert live.table.clocks.true.since == [None, None]
        await parts.requests.answer(parts.visitors[0], m.Attach(table=live.table.id, token=f"{TOKEN}0"))
        assert live.table.state == "playing"

    play(tmp_path, scenario)


@pytest.mark.parametrize("clock", [None, DAY])
def test_a_game_without_a_clock_or_with_days_for_a_move_waits_for_nobody(
    tmp_path: Path, clock: m.MakeClock | None
) -> None:
    async def scenario(parts: Parts) -> None:
        assert (await made(parts, clock)).table.state == "playing"

    play(tmp_path, scenario)
