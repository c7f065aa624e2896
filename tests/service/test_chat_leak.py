"""Chat keeps the law of indistinguishable positions: the same bytes, number and order, whatever others have sealed."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest

from rumpus.core.errors import RumpusError
from rumpus.service.runtime import protocol as m
from rumpus.service.service import GameService
from rumpus.table.entries import Moved
from tests.service.parts import FixedClock
from tests.service.people import Guest, run, serving_here
from tests.service.test_chat import say
from tests.service.test_notifications_leak import Seeded, bid, drained

SECONDS = 12
END = 10
"""Second in which the last bid of the round is made."""
Bids = list[tuple[int, str, int]]


async def table_for_three(service: GameService) -> tuple[dict[str, Guest], Guest]:
    people = {name: Guest(service, f"10.0.0.{number}") for number, name in enumerate(("ann", "ben", "dan"))}
    eve = Guest(service, "10.0.0.9")
    chairs = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    fields = {"game": "pigeons", "chairs": chairs, "options": {"players": 3}, "free_text": True}
    table = (await people["ann"].ask("make", token="ann" * 10, name="ann", **fields))["table"]
    for name, guest in people.items():
        await guest.ask("attach", table=table, token=name * 10)
        await guest.ask("sit", token=name * 10, name=name)
    await eve.ask("attach", table=table)
    return people, eve


def heard(folder: Path, bids: Bids) -> list[list[bytes]]:
    """All that Ben and Eve, a spectator, are sent until the round ends, while everybody chats."""
    clock = FixedClock()
    folder.mkdir()
    found: list[list[bytes]] = []

    async def scenario() -> None:
        async with serving_here(str(folder / "t.db"), clock, rng=Seeded()) as service:
            people, eve = await table_for_three(service)
            await bid(people["ben"], 0)
            await drained(service)
            for guest in (people["ben"], eve):
                await guest.hear()
                guest.bytes.clear()
            for second in range(SECONDS):
                clock.seconds, clock.wall = clock.seconds + 1, clock.wall + 1000
                for _, who, card in (one for one in bids if one[0] == second and second < END):
                    await bid(people[who], card)
                await drained(service)
                for number, name in enumerate(people):
                    if (second + number) % 2:
                        await say(people[name], second, phrase="hello")
                    else:
                        await say(people[name], second, text=f"Second {second}")
                await say(eve, second, phrase="hello")
                await people["ben"].ask("report", seat=0, reason="other")
                for guest in (people["ben"], eve):
                    await guest.hear()
            found.extend([people["ben"].bytes, eve.bytes])

    run(scenario())
    return found


def test_nobody_learns_from_chat_who_has_decided_what(tmp_path: Path) -> None:
    """The round does not end here. Who has bid already, and what, is nobody's business."""
    expected = heard(tmp_path / "nobody", [])
    kinds = [b'"is":"chat"', b'"is":"done"', b'"is":"refused"']
    assert all(any(kind in one for one in expected[0]) for kind in kinds)
    assert not any(b'"text"' in one for one in expected[1])
    others: list[Bids] = [[(2, "ann", 0)], [(2, "ann", 3)], [(7, "dan", 1)], [(END - 1, "dan", 4)]]
    for number, bids in enumerate(others):
        assert heard(tmp_path / str(number), bids) == expected


class Unreadable:
    """A position that nobody may look at."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"the position's {name} was read")


@pytest.mark.parametrize("seat", [0, 1])
def test_no_answer_reads_a_position(tmp_path: Path, seat: int) -> None:
    async def scenario() -> None:
        async with serving_here(str(tmp_path / "t.db"), FixedClock()) as service:
            people, eve = await table_for_three(service)
            live = people["ann"].live
            assert live is not None
            assert live.table.match is not None
            real = live.table.match.position
            live.table.match.position = Unreadable()  # type: ignore[assignment]
            guest = list(people.values())[seat]
            try:
                for number in range(7):
                    for asked in (
                        m.Say(id_=f"a{number}", phrase="hello"),
                        m.Say(id_=f"b{number}", text="Hello"),
                        m.ReportSeat(seat=2, reason="spam"),
                    ):
                        with contextlib.suppress(RumpusError):
                            await service.requests.answer(guest, asked)
            finally:
                live.table.match.position = real
            assert not any(isinstance(one.entry, Moved) for one in await service.store.read(live.table.id))
            assert sum(b'"is":"chat"' in one for one in eve.replies) > 0

    run(scenario())
