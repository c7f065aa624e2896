"""The queue: people who wait are seated together once, by one server or by two."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from rumpus.service.matchmaking import pairing, queue
from rumpus.service.matchmaking.rules import read_rules
from rumpus.service.service import GameService
from rumpus.table.entries import Made
from tests.service.parts import FixedClock
from tests.service.people import Guest, run, serving_here

SECRETS = [f"{name}-secret-of-a-device-{number}" for number in range(4) for name in ("ann", "bob", "cat")]
TOKENS = [f"token-of-a-seat-{number:03}-abcdefgh" for number in range(200)]


async def person(service: GameService, number: int, address: str = "") -> Guest:
    """A visitor with a profile."""
    guest = Guest(service, address or f"10.0.0.{number + 1}")
    assert (await guest.ask("profile_new", secret=SECRETS[number], name=f"Guest {number}"))["is"] == "profile"
    return guest


async def seek(guest: Guest, number: int, **more: object) -> dict[str, Any]:
    return await guest.ask("seek", game="pigeons", token=TOKENS[number], seats=2, **more)


async def found(guest: Guest) -> dict[str, Any]:
    """Waits until a visitor is told its table."""
    async with asyncio.timeout(30):
        while True:
            await guest.hear()
            told = [one for one in guest.heard if one["is"] == "found"]
            if told:
                return told[-1]
            await guest.news.wait()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that nobody else uses."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'tables.db'}"
    return str(request.getfixturevalue("database"))


@asynccontextmanager
async def one_or_two(url: str) -> AsyncIterator[tuple[GameService, GameService]]:
    """Two servers of one database, or twice the one of a file."""
    async with serving_here(url) as first:
        if url.startswith("sqlite"):
            yield first, first
            return
        async with serving_here(url) as second:
            yield first, second


async def tables_of(service: GameService) -> list[str]:
    return [id for (id,) in await service.store.query("SELECT id FROM rumpus_shelf ORDER BY id")]


async def made(service: GameService, table: str) -> Made:
    entry = (await service.store.read(table))[0].entry
    assert isinstance(entry, Made)
    return entry


def scenario(story: Callable[[GameService, GameService], Awaitable[None]]) -> Callable[[str], None]:
    def test(url: str) -> None:
        async def whole() -> None:
            async with one_or_two(url) as services:
                await story(*services)

        run(whole())

    test.__name__, test.__doc__ = story.__name__, story.__doc__
    return test


@scenario
async def test_two_who_wait_are_seated_together(left: GameService, right: GameService) -> None:
    ann, bob = await person(left, 0), await person(right, 1)
    waiting = await seek(ann, 0)
    assert waiting["is"] == "seeking"
    answer = await seek(bob, 1)
    assert answer["is"] == "found"
    told = await found(ann)
    assert told["table"] == answer["table"]
    assert {told.get("seat", 0), answer.get("seat", 0)} == {0, 1}
    assert await tables_of(left) == [answer["table"]]
    entry = await made(left, answer["table"])
    assert entry.listed
    assert not entry.coach
    assert {place.name for place in entry.places} == {"Guest 0", "Guest 1"}
    await ann.ask("attach", table=told["table"], token=TOKENS[0])
    await bob.ask("attach", table=told["table"], token=TOKENS[1])
    async with asyncio.timeout(30):
        while ann.table["state"] != "playing":
            await ann.news.wait()
            await ann.hear()


@scenario
async def test_only_equal_wishes_meet(left: GameService, right: GameService) -> None:
    ann, bob, cat = await person(left, 0), await person(right, 1), await person(right, 2)
    assert (await seek(ann, 0))["is"] == "seeking"
    assert (await seek(bob, 1, clock={"kind": "move", "seconds": 60}))["is"] == "seeking"
    assert (await cat.ask("seek", game="pigeons", token=TOKENS[2], seats=3))["is"] == "seeking"
    assert await tables_of(left) == []


@scenario
async def test_a_repeated_message_keeps_the_place_and_finds_the_table(left: GameService, right: GameService) -> None:
    ann, bob = await person(left, 0), await person(right, 1)
    first = await seek(ann, 0)
    again = await seek(ann, 0)
    assert again["since"] == first["since"]
    table = (await seek(bob, 1))["table"]
    assert (await seek(bob, 1))["table"] == table
    ann.leave()
    back = Guest(right)
    await back.ask("profile_new", secret=SECRETS[0])
    assert (await seek(back, 0))["table"] == table
    assert await tables_of(left) == [table]


@scenario
async def test_whoever_leaves_is_not_seated(left: GameService, right: GameService) -> None:
    ann, bob = await person(left, 0), await person(right, 1)
    await seek(ann, 0)
    assert (await ann.ask("seek_end"))["is"] == "done"
    assert (await seek(bob, 1))["is"] == "seeking"
    assert await tables_of(left) == []


@scenario
async def test_one_profile_waits_once(left: GameService, right: GameService) -> None:
    ann = await person(left, 0)
    phone = Guest(right)
    await phone.ask("profile_new", secret=SECRETS[0])
    await seek(ann, 0)
    assert (await seek(phone, 5))["is"] == "seeking"
    rows = await left.store.query("SELECT id FROM rumpus_seek")
    assert len(rows) == 1
    matchmaker = left.requests.matchmaker
    await matchmaker._renew(left.clock.now())
    await ann.hear()
    assert ann.heard[-1] == {"is": "seek_over", "why": queue.ELSEWHERE}


@scenario
async def test_a_repeated_pairing_seats_nobody_else(left: GameService, right: GameService) -> None:
    people = [await person(left, number) for number in range(3)]
    await seek(people[0], 0)
    table = (await seek(people[1], 1))["table"]
    await seek(people[2], 2)
    [(name,)] = await left.store.query("SELECT queue FROM rumpus_seek WHERE pairing = ''")
    now = left.clock.now()
    for _ in range(2):
        await right.store.change([pairing.LOCK, (pairing.PAIR, (name, table, now, 1))])
    rows = await left.store.query("SELECT id FROM rumpus_seek WHERE pairing = $1", table)
    assert len(rows) == 2


@scenario
async def test_a_pairing_without_table_gets_it_from_whoever_asks(left: GameService, right: GameService) -> None:
    """As if the server had died between the two steps."""
    ann, bob = await person(left, 0), await person(right, 1)
    await seek(ann, 0)
    ann.leave()
    [(name,)] = await left.store.query("SELECT queue FROM rumpus_seek")
    matchmaker = left.requests.matchmaker
    make = matchmaker._make

    async def die(*_: object) -> None:
        raise RuntimeError("killed")

    matchmaker._make = right.requests.matchmaker._make = die  # type: ignore[method-assign, assignment]
    assert (await seek(bob, 1))["is"] == "refused"
    assert await tables_of(left) == []
    matchmaker._make = make  # type: ignore[method-assign]
    again = Guest(left)
    await again.ask("profile_new", secret=SECRETS[0])
    answer = await seek(again, 0)
    assert answer["is"] == "found"
    assert await tables_of(left) == [answer["table"]]
    assert name


@scenario
async def test_two_servers_make_one_table(left: GameService, right: GameService) -> None:
    """Both make the table of one pairing at the same time; its notifications are there once."""
    ann, bob = await person(left, 0), await person(right, 1)
    await left.store.change(
        [
            (
                "INSERT INTO rumpus_target VALUES ($1, $2, '', 'webhook', 'https://example.org', '', '', '', 0, 0, 0)",
                (f"target {number}", guest.profile.profile),
            )
            for number, guest in enumerate((ann, bob))
            if guest.profile
        ]
    )
    await seek(ann, 0)
    table = (await seek(bob, 1))["table"]
    people = [
        queue.Seeker(id, queue.read_place(place)) for id, _, place in await left.store.query(pairing.PEOPLE, table)
    ]
    rules = read_rules((await left.store.query(pairing.PEOPLE, table))[0][1])
    before = await left.store.read(table)
    await asyncio.gather(
        *(service.requests.matchmaker._make(table, people, rules, "") for service in {left, right}),
    )
    assert [one.entry for one in await left.store.read(table)] == [one.entry for one in before]
    rows = await left.store.query("SELECT key, notice FROM rumpus_outbox")
    assert [key for key, _ in rows] == [f"opponent {table}"] * 2
    assert all("Guest" not in notice for _, notice in rows)


@scenario
async def test_a_bot_sits_down_after_the_chosen_time(left: GameService, right: GameService) -> None:
    ann = await person(left, 0)
    waiting = await seek(ann, 0, bot_after=1)
    assert waiting["bot_at"] == waiting["since"] + 1000
    told = await found(ann)
    entry = await made(left, told["table"])
    assert sorted(place.kind for place in entry.places) == ["bot", "person"]
    await ann.ask("attach", table=told["table"], token=TOKENS[0])
    assert ann.table["state"] in ("playing", "over")


@scenario
async def test_bad_requests_change_nothing(left: GameService, right: GameService) -> None:
    nobody = Guest(left)
    assert "needs a profile" in await nobody.refused("seek", game="pigeons", token=TOKENS[0])
    ann = await person(left, 0)
    cases: list[tuple[dict[str, object], str]] = [
        ({"game": "no such game"}, "no game"),
        ({"game": "pigeons", "seats": 60}, "seats"),
        ({"game": "pigeons", "seats": 1}, "Cannot read"),
        ({"game": "pigeons", "bot_after": 10**9}, "Cannot read"),
        ({"game": "pigeons", "clock": {"kind": "move", "seconds": 0}}, "A clock of 0 seconds is not possible."),
        ({"game": "pigeons", "preset": "no such preset"}, "preset"),
    ]
    for fields, why in cases:
        assert why in await ann.refused("seek", **{"token": TOKENS[0], **fields})
    assert "Cannot read" in await ann.refused("seek", game="pigeons", token="short")
    assert await left.store.query("SELECT * FROM rumpus_seek") == []
    for number in range(25):
        await seek(ann, number)
    assert ann.heard[-1]["why"] == queue.TOO_MANY


def test_a_lease_that_ends_frees_nobody_for_a_pairing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody whose server has died is passed over, and comes back at the end of the queue."""
    clock = FixedClock(wall=10**12)

    async def story() -> None:
        async with serving_here(url, clock) as service:
            ann, bob, cat = [await person(service, number) for number in range(3)]
            await seek(ann, 0)
            service.requests.matchmaker.left(ann)  # as after `kill -9`: no renewal
            clock.wall += queue.LEASE_MS + 1
            clock.seconds += (queue.LEASE_MS + 1) / 1000
            assert (await seek(bob, 1))["is"] == "seeking"
            assert (await seek(cat, 2))["is"] == "found"
            assert (await seek(ann, 0))["is"] == "seeking"

    run(story())


@scenario
async def test_two_whose_leases_were_renewed_late_are_seated(left: GameService, right: GameService) -> None:
    """As after a database that did not answer: a lease ended, somebody came, and the lease was renewed."""
    ann, bob = await person(left, 0), await person(right, 1)
    await seek(ann, 0)
    await left.store.change([("UPDATE rumpus_seek SET expires = $1", (left.clock.now() - 1,))])
    assert (await seek(bob, 1))["is"] == "seeking"
    assert (await found(ann))["table"] == (await found(bob))["table"]


@scenario
async def test_a_pairing_that_nobody_has_seen_for_long_is_found(left: GameService, right: GameService) -> None:
    """As after a database that was away between the pairing and its table."""
    ann, bob = await person(left, 0), await person(left, 1)
    await seek(ann, 0)
    long_ago = left.clock.now() - queue.TOLD_MS - 1
    await left.store.change([("UPDATE rumpus_seek SET pairing = 'lost-table', paired = $1", (long_ago,))])
    assert (await found(ann))["table"] == "lost-table"
    assert (await seek(bob, 1))["is"] == "seeking"


@scenario
async def test_a_deleted_profile_waits_no_more(left: GameService, right: GameService) -> None:
    ann, bob = await person(left, 0), await person(right, 1)
    await seek(ann, 0)
    await ann.ask("profile_delete")
    assert (await seek(bob, 1))["is"] == "seeking"


@scenario
async def test_many_at_once_are_all_seated_once(left: GameService, right: GameService) -> None:
    people = [await person((left, right)[number % 2], number) for number in range(12)]
    await asyncio.gather(*(seek(guest, number) for number, guest in enumerate(people)))
    tables = [(await found(guest))["table"] for guest in people]
    assert sorted(set(tables)) == await tables_of(left)
    assert [tables.count(table) for table in set(tables)] == [2] * 6
