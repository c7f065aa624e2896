"""Notifications keep the law of indistinguishable positions: the same bytes, number and moments."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from rumpus.service.notifications.http import Answer
from rumpus.service.runtime.environment import SystemRandom
from rumpus.service.service import GameService
from tests.service.parts import FixedClock
from tests.service.people import Guest, run, serving_here
from tests.service.push_service import PushService
from tests.service.test_notifications import subscribed
from tests.service.test_profiles import signed_up

SECONDS = 45
END = 20
"""Second in which the last bid of the round is made."""
Told = list[tuple[float, str, int, bytes]]


class Seeded(SystemRandom):
    def __init__(self) -> None:
        self.source = random.Random(5)

    def id(self) -> str:
        return f"{self.source.getrandbits(60):015x}"

    def match_seed(self) -> str:
        return "the same deal"


class Recorder:
    """Notes when what is sent. Encrypted bodies differ in every byte but their number."""

    def __init__(self, clock: FixedClock) -> None:
        self.clock = clock
        self.told: Told = []

    async def check(self, url: str) -> None:
        pass

    async def post(self, url: str, headers: Mapping[str, str], body: bytes, seconds: float) -> Answer:
        plain = body if "/hook" in url else headers["Topic"].encode()
        self.told.append((self.clock.seconds, url, len(body), plain))
        return Answer(201)


async def drained(service: GameService) -> None:
    while service.background._tasks:
        await asyncio.sleep(0.001)


def told(folder: Path, bids: Sequence[tuple[int, str, int]], dies: bool) -> Told:
    """What Ben, who has bid and left, is told if Ann and Dan bid so: second, who, number of the card.

    `dies`: the server that writes entries never examines them.
    """
    clock = FixedClock()
    recorder = Recorder(clock)

    async def scenario() -> None:
        async with serving_here(str(folder / "t.db"), clock, recorder, Seeded()) as service:
            if dies:
                service.tables.watcher.written = lambda live, first: None  # type: ignore[method-assign]
            ann, ben, dan = (Guest(service) for _ in range(3))
            pushes = PushService()
            pushes.url = "https://push.example"
            for guest, name in ((ann, "Ann"), (ben, "Ben"), (dan, "Dan")):
                await signed_up(guest, f"{name}-secret-" * 4, name)
            await subscribed(ben, pushes, "ben")
            await ben.ask("webhook", url="https://ben.example/hook")
            chairs = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
            table = (await ann.ask("make", game="pigeons", token="a" * 30, chairs=chairs, options={"players": 3}))[
                "table"
            ]
            await ann.ask("attach", table=table, token="a" * 30)
            for guest, letter in ((ben, "b"), (dan, "d")):
                await guest.ask("attach", table=table)
                assert (await guest.ask("sit", token=letter * 30))["is"] == "done"
            await drained(service)
            await bid(ben, 0)
            ben.leave()
            assert service.delivery is not None
            start = clock.seconds
            for second in range(SECONDS):
                clock.seconds, clock.wall = start + second, clock.wall + 1000
                for _, who, card in (one for one in bids if one[0] == second):
                    await bid(ann if who == "ann" else dan, card)
                await drained(service)
                await service.delivery.poll()
                await drained(service)
            recorder.told = [(at - start, *rest) for at, *rest in recorder.told]  # type: ignore[misc]

    run(scenario())
    return recorder.told


async def bid(guest: Guest, card: int) -> None:
    await guest.hear()
    page = guest.table
    assert (await guest.ask("move", at=page["at"], move=page["moves"][card]["move"]))["is"] == "done"


@pytest.mark.parametrize("dies", [False, True])
def test_nobody_learns_from_notifications_who_has_decided_what(tmp_path: Path, dies: bool) -> None:
    """The round ends in the same second. Who bid early, and what, is not Ben's business."""
    first = [(5, "ann", 0), (END, "dan", 0)]
    others = [
        [(END - 1, "ann", 0), (END, "dan", 0)],
        [(5, "dan", 0), (END, "ann", 0)],
        [(5, "ann", 3), (END, "dan", 2)],
        [(END, "ann", 1), (END, "dan", 4)],
    ]
    folders = [tmp_path / str(number) for number in range(5)]
    for folder in folders:
        folder.mkdir()
    expected = told(folders[0], first, dies)
    assert [(at >= END, url) for at, url, *_ in sorted(expected, key=lambda one: one[1])] == [
        (True, "https://ben.example/hook"), (True, "https://push.example/push/ben"),
    ]  # fmt: skip
    for folder, bids in zip(folders[1:], others, strict=True):
        assert sorted(told(folder, bids, dies)) == sorted(expected)
