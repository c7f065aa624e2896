"""Notifications of two server processes on one PostgreSQL, one of which is killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.client import Client
from tests.service.push_service import push_service
from tests.web.local_server import LocalServer, Postgres
from tests.web.test_live import asynchronous, until

KILLS = 1


@pytest.mark.long
@pytest.mark.database
def test_a_killed_server_loses_and_doubles_no_notification(tmp_path: Path, postgres: Postgres) -> None:
    """The server that acknowledges a move is killed at once. Exactly one notification comes, of it or of the other."""
    left, right = (LocalServer(tmp_path / side, store=postgres.url) for side in ("left", "right"))
    for server in (left, right):
        server.words.append("--private-targets")
        server.start()

    @asynchronous
    async def scenario() -> None:
        async with push_service() as pushes, Client(right.url) as other:
            await other.ask("profile_new", secret="dans-secret-" * 3, name="Dan")
            await other.ask("push_on", **pushes.subscribe("dan"))
            for number in range(KILLS):
                async with Client(right.url) as ben:
                    await ben.ask("profile_new", secret=f"bens-{number}-secret-" * 2, name="Ben")
                    await ben.ask("push_on", **pushes.subscribe(f"ben{number}"))
                    async with Client(left.url) as ann:
                        table = await ann.make("pigeons", ["me", "open"], name="Ann")
                        await ben.attach(table)
                        await ben.sit("Ben")
                        await until(ben, lambda page: bool(page.moves))
                        assert ben.page is not None
                        await ben.move(ben.page.moves[0])
                        await ben.ask("detach")
                        await until(ann, lambda page: bool(page.moves) and not page.table_view.seats[1].here)
                        assert ann.page is not None
                        await ann.move(ann.page.moves[0])
                        left.kill()
                left.start()
                await pushes.until(1, f"ben{number}")
                await other.ask("notification_test")  # later than a second one would have been sent
                await pushes.until(number + 1, "dan")
            for number in range(KILLS):
                got = pushes.to(f"ben{number}")
                assert len({one.headers["topic"] for one in got}) == 1
                assert len(got) == 1

    try:
        scenario()
    finally:
        left.close()
        right.close()
