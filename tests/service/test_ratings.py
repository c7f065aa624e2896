"""Ratings are what a computation from nothing gives, whatever happens in between."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rumpus.cli.main import app
from rumpus.core.catalogue import find_game
from rumpus.service.matchmaking import ratings as module
from rumpus.service.matchmaking.ratings import Ratings, Skill, rate_in_order, recompute
from rumpus.service.matchmaking.results import MatchResult, match_result
from rumpus.service.runtime.environment import SYSTEM_RANDOM
from rumpus.service.service import GameService
from rumpus.service.store import StoreListener, open_store
from rumpus.table.entries import Base, Began, Entry, Forgotten, Made, Moved, Place, StoodIn
from rumpus.table.table import open_table
from tests.service.people import Guest, run, serving_here
from tests.service.test_matchmaking import TOKENS, person, url

__all__ = ["url"]
GAME = "pigeons"


def some_results(count: int, rng: random.Random) -> list[MatchResult]:
    players = [f"player{number}" for number in range(8)]
    found: list[MatchResult] = []
    for number in range(count):
        one, other = rng.sample(players, 2)
        first = rng.choice([1, 2, 1])
        # Several tables end in the same millisecond.
        found.append(MatchResult(f"table{number:04}", GAME, 2, number // 3, [(one, first), (other, 3 - first)]))
    return found


async def all_ratings(ratings: Ratings) -> dict[str, Skill]:
    return {row[2]: Skill(*row[3:]) for row in await ratings.store.query(module.ALL_RATINGS)}


def test_late_and_repeated_results_of_two_servers_change_nothing(url: str) -> None:
    rng = random.Random(3)
    results = some_results(60, rng)
    expected: dict[str, Skill] = {}
    rate_in_order(sorted(results, key=lambda one: one.key), expected)

    async def story() -> None:
        stores = [open_store(url) for _ in range(2 if url.startswith("postgresql") else 1)]
        for store in stores:
            await store.open(StoreListener())
        servers = [Ratings(store, SYSTEM_RANDOM) for store in stores]

        async def server(ratings: Ratings, order: list[MatchResult]) -> None:
            for result in order:
                await ratings.add(result)

        # Each result comes late by up to ten places, and twice.
        orders = [sorted(results, key=lambda one: (one.ended + rng.uniform(0, 4), one.table)) for _ in range(2)]
        try:
            await asyncio.gather(*(server(servers[n % len(servers)], order) for n, order in enumerate(orders)))
            assert await all_ratings(servers[0]) == expected
            rows = await stores[0].query("SELECT id FROM rumpus_result")
            assert len(rows) == len(results)
        finally:
            for store in stores:
                await store.close()

    run(story())


async def play(service: GameService, guests: list[Guest], listed: bool = True, **more: object) -> str:
    """Plays a table of two guests to its end."""
    ann, bob = guests
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = await ann.ask("make", game=GAME, token=TOKENS[0], chairs=seats, listed=listed, **more)
    await ann.ask("attach", table=made["table"], token=TOKENS[0])
    await bob.ask("attach", table=made["table"])
    await bob.ask("sit", token=TOKENS[1])
    await finish(service, guests)
    return str(made["table"])


async def finish(service: GameService, guests: list[Guest]) -> None:
    while guests[0].table["state"] != "over":
        for guest in guests:
            await guest.hear()
            if guest.table.get("moves"):
                await guest.ask("move", at=guest.table["at"], move=guest.table["moves"][0]["move"])
        await guests[0].hear()


async def until_counted(service: GameService, table: str) -> None:
    async with asyncio.timeout(30):
        while not await service.store.query(module.KNOWN, table):
            await asyncio.sleep(0.01)


async def leaders(guest: Guest) -> list[dict[str, Any]]:
    return list((await guest.ask("leaders", game=GAME, seats=2)).get("leaders", []))


def test_a_listed_table_counts_and_the_leaderboard_shows_it(url: str) -> None:
    async def story() -> None:
        async with serving_here(url) as service:
            guests = [await person(service, number) for number in range(2)]
            assert await leaders(guests[0]) == []
            await until_counted(service, await play(service, guests))
            unlisted = await play(service, guests, listed=False)
            best = await leaders(guests[0])
            assert [row["rating"]["games"] for row in best] == [1, 1]
            assert all(row["rating"]["provisional"] for row in best)
            assert {row["name"] for row in best} == {"Guest 0", "Guest 1"}
            profile = best[0]["player"]
            answer = await guests[1].ask("ratings", game=GAME, seats=2, players=[profile, "nobody"])
            assert answer["ratings"] == {profile: best[0]["rating"]}
            journal = await service.store.read(unlisted)
            await service.requests.counting.count_journal(unlisted, journal)
            assert len(await service.store.query("SELECT id FROM rumpus_result")) == 1

    run(story())


def test_a_table_whose_server_died_counts_before_it_is_archived(url: str) -> None:
    async def story() -> None:
        async with serving_here(url) as service:
            guests = [await person(service, number) for number in range(2)]
            counting = service.requests.counting
            service.tables.on_over.clear()
            table = await play(service, guests)
            for _ in range(2):
                await counting.count_journal(table, await service.store.read(table))
            assert len(await service.store.query("SELECT id FROM rumpus_result")) == 1
            assert [row["rating"]["games"] for row in await leaders(guests[0])] == [1, 1]

    run(story())


def test_ratings_from_nothing_are_those_shown(tmp_path: Path) -> None:
    """After a deletion too: the others keep their ratings, and the deleted profile is shown no more."""
    path = tmp_path / "tables.db"

    async def story() -> None:
        async with serving_here(str(path)) as service:
            guests = [await person(service, number) for number in range(3)]
            for pair in ([0, 1], [1, 2], [2, 0], [0, 1]):
                await until_counted(service, await play(service, [guests[number] for number in pair]))
            before = await leaders(guests[0])
            assert guests[2].profile
            gone = guests[2].profile.profile
            await guests[2].ask("profile_delete")
            assert await leaders(guests[0]) == [row for row in before if row["player"] != gone]

    run(story())
    told = CliRunner().invoke(app, ["store", "ratings", str(path)])
    assert told.exit_code == 0, told.output
    assert "4 results, 1 leaderboards." in told.output
    assert "equal" in told.output

    async def spoil() -> dict[str, Skill]:
        store = open_store(str(path))
        await store.open(StoreListener())
        ratings = Ratings(store, SYSTEM_RANDOM)
        before = await all_ratings(ratings)
        await store.change([("UPDATE rumpus_rating SET mu = mu + 0.000001", ())])
        found = await recompute(ratings, write=False)
        assert found.differing == [(GAME, 2)]
        # Without journals, results that were counted stay.
        await store.change([("DELETE FROM rumpus_shelf", ())])
        found = await recompute(ratings, write=True)
        assert (found.results, found.kept) == (4, 4)
        after = await all_ratings(ratings)
        await store.close()
        assert after == before
        return after

    asyncio.run(spoil())


def journal_of(
    *entries: Entry, listed: bool = True, base: Base | None = None, places: list[Place] | None = None
) -> Any:
    two = [Place("person", "Ann", "a", profile="ann"), Place("person", "Bob", "b", profile="bob")]
    made = Made(GAME, find_game(GAME).version, {"players": 2}, "seed", places or two, "a", listed, base=base)
    return [(entry, number) for number, entry in enumerate([made, Began(), *entries])]


def counted(journal: list[tuple[Entry, int]], by: dict[int, str] | None = None) -> MatchResult | None:
    """Plays first moves to the end, and returns what counts."""
    journal = list(journal)
    while True:
        table = open_table("abcd", find_game(GAME), journal)
        assert table.match is not None
        if table.match.over:
            return match_result(table, journal)
        seat = table.match.position.to_act()[0]
        move = table.match.position.moves(seat)[0]
        decided: Any = (by or {}).get(seat, "person")
        journal.append((Moved(seat, move, by=decided), len(journal)))


def test_what_counts() -> None:
    fair = counted(journal_of())
    assert fair is not None
    assert [player for player, _ in fair.players] == ["ann", "bob"]
    assert counted(journal_of(listed=False)) is None
    assert counted(journal_of(base=Base("seed", []))) is None
    bots = [Place("bot", "Ada (hard)", bot="hard"), Place("bot", "Bix (easy)", bot="easy")]
    assert counted(journal_of(places=bots)) is None
    mixed = counted(journal_of(places=[Place("person", "Ann", "a", profile="ann"), bots[0]]), {1: "bot"})
    assert mixed is not None
    assert [player for player, _ in mixed.players] == ["ann", "bot:hard"]
    assert sorted(place for _, place in mixed.players) in ([1, 1], [1, 2])
    guest = [Place("person", "Ann", "a", profile="ann"), Place("person", "Guest", "b")]
    assert counted(journal_of(places=guest)) is None
    twice = [Place("person", "Ann", "a", profile="ann"), Place("person", "Ann 2", "b", profile="ann")]
    assert counted(journal_of(places=twice)) is None
    left = counted(journal_of(StoodIn(1, "hard")), {1: "bot"})
    assert left is not None
    assert left.players[1] == ("bob", 3), "whoever let a bot decide is last"
    forgotten = counted(journal_of(Forgotten("bob")))
    assert forgotten is not None
    assert forgotten.players == fair.players


def test_a_missing_library_is_named(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rumpus.service.matchmaking.counting.is_installed", lambda: False)

    async def story() -> None:
        async with serving_here(url) as service:
            guests = [await person(service, number) for number in range(2)]
            await play(service, guests)
            assert "rumpus[people]" in await guests[0].refused("leaders", game=GAME, seats=2)
            assert (await guests[0].ask("ratings", game=GAME, seats=2, players=["a"]))["ratings"] == {}

    run(story())


def test_a_bot_of_fitting_strength(url: str) -> None:
    async def story() -> None:
        async with serving_here(url) as service:
            counting = service.requests.counting
            assert await counting.fitting_bot(GAME, 2, ["ann"]) == "normal"
            for player, mu in [("ann", 31.0), ("bob", 15.0), ("bot:hard", 20.0), ("bot:normal", 30.0)]:
                await service.store.change(
                    [("INSERT INTO rumpus_rating VALUES ($1, $2, $3, $4, $5, $6)", (GAME, 2, player, mu, 2.0, 50))]
                )
            assert await counting.fitting_bot(GAME, 2, ["ann"]) == "normal"
            assert await counting.fitting_bot(GAME, 2, ["bob"]) == "easy"

    run(story())
