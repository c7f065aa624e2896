"""Tournaments from the first message to the last result, on both stores, by one server or by two."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from rumpus.service.matchmaking.queue import TOO_MANY
from rumpus.service.service import GameService
from rumpus.service.store import StoreError
from rumpus.service.store.profiles import Statement
from rumpus.service.tournaments import journal, organiser, requests
from rumpus.service.tournaments.entries import (
    Ended,
    Joined,
    Opened,
    Paired,
    Played,
    Started,
    TournamentEntry,
    TournamentSettings,
)
from rumpus.service.tournaments.entries import unpack as unpack_entry
from rumpus.service.tournaments.tournament import Tournament
from tests.service.parts import FixedClock
from tests.service.people import Guest, run, serving_here
from tests.service.test_matchmaking import TOKENS, person, scenario, url
from tests.service.test_notifications_leak import drained

__all__ = ["url"]
MOVE = {"kind": "move", "seconds": 60}
GAME = {"kind": "game", "seconds": 600}


async def new(guest: Guest, number: int = 0, **more: object) -> dict[str, Any]:
    asked = {"game": "pigeons", "token": TOKENS[number], "clock": GAME, **more}
    answer = await guest.ask("tournament_new", **asked)
    assert answer["is"] == "tournament", answer
    return answer


async def shown(guest: Guest, id: str) -> dict[str, Any]:
    answer = await guest.ask("tournament", tournament=id)
    assert answer["is"] == "tournament", answer
    return answer


async def joined(guest: Guest, id: str) -> dict[str, Any]:
    answer = await guest.ask("tournament_join", tournament=id)
    assert answer["is"] == "tournament", answer
    return answer


def number_of(guest: Guest, view: dict[str, Any]) -> int:
    assert guest.profile
    return int(next(one["player"] for one in view["players"] if one.get("profile") == guest.profile.profile))


def tables_of(view: dict[str, Any], player: int) -> list[str]:
    """Tables of a player's open games."""
    return [
        game["table"]
        for some in view["pairings"]
        for pairing in some
        if player in (pairing["first"], pairing.get("second", -1))
        for game in pairing.get("games", ())
        if "points" not in game and "points" not in pairing
    ]


async def move(guest: Guest, table: str) -> None:
    """Makes every move that is due, as long as it is one's turn."""
    if guest.live is None or guest.live.table.id != table:
        await guest.ask("attach", table=table)
    while True:
        await guest.hear()
        page = guest.table
        if page["state"] != "playing" or not page.get("moves"):
            return
        await guest.ask("move", at=page["at"], move=page["moves"][0]["move"])


async def play(services: Sequence[GameService], guests: Sequence[Guest], id: str, rounds: int = 0) -> dict[str, Any]:
    """Plays until the tournament is over, or so many rounds are."""
    async with asyncio.timeout(55):
        while True:
            for service in dict.fromkeys(services):
                await service.requests.organiser.poll()
            view = await shown(guests[0], id)
            done = sum(all("points" in pairing for pairing in some) for some in view["pairings"])
            if view["state"] in ("over", "cancelled") or (rounds and done >= rounds):
                return view
            for guest in guests:
                for table in tables_of(view, number_of(guest, view)):
                    await move(guest, table)
            await asyncio.sleep(0.01)


async def entries_of(service: GameService, id: str) -> list[TournamentEntry]:
    return [unpack_entry(entry) for entry, _ in await service.store.query(journal.READ, id, 0)]


def check(view: dict[str, Any]) -> None:
    """What holds for every tournament that is over."""
    points = {one["player"]: one.get("points", 0) for one in view["players"]}
    gained = dict.fromkeys(points, 0.0)
    for some in view["pairings"]:
        for pairing in some:
            for player, own in zip((pairing["first"], pairing.get("second", -1)), pairing["points"], strict=True):
                if player >= 0:
                    gained[player] += own
    assert gained == points
    ranked = [(one.get("points", 0), one.get("buchholz", 0), one.get("sonneborn", 0)) for one in view["players"]]
    assert ranked == sorted(ranked, reverse=True)


@pytest.mark.parametrize("kind", ["round_robin", "swiss", "knockout"])
def test_a_tournament_of_people_and_bots_runs_to_its_end(url: str, kind: str) -> None:
    @scenario
    async def story(left: GameService, right: GameService) -> None:
        ann, bob = await person(left, 0), await person(right, 1)
        view = await new(ann, format=kind, bots=["random", "random"], title="  Friday\u202e cup ")
        id = view["tournament"]
        assert (view["state"], view["title"], len(view["players"])) == ("open", "Friday cup", 3)
        await joined(bob, id)
        assert len((await joined(bob, id))["players"]) == 4, "joined once"
        assert requests.NOT_YOURS in await bob.refused("tournament_start", tournament=id)
        assert (await ann.ask("tournament_start", tournament=id))["state"] == "running"
        view = await play((left, right), (ann, bob), id)
        assert view["state"] == "over"
        assert len(view["pairings"]) == view["rounds"] == {"round_robin": 3, "swiss": 2, "knockout": 2}[kind]
        check(view)
        [bots] = [[one for one in view["players"] if one.get("bot")]]
        assert len({one["name"] for one in bots}) == 2
        entries = await entries_of(left, id)
        assert [type(entry) for entry in entries[:6]] == [Opened, Joined, Joined, Joined, Joined, Started]
        assert isinstance(entries[-1], Ended)
        assert await left.store.query(journal.ACTIVE, 1) == []
        assert await bob.refused("tournament_leave", tournament=id) == requests.IS_OVER

    story(url)


@scenario
async def test_two_servers_make_every_pairing_and_every_table_once(left: GameService, right: GameService) -> None:
    ann = await person(left, 0)
    view = await new(ann, format="round_robin", bots=["random"] * 5, join=False, clock=MOVE)
    id = view["tournament"]
    await ann.ask("tournament_start", tournament=id)
    async with asyncio.timeout(55):
        while (await shown(ann, id))["state"] != "over":
            await asyncio.gather(*(service.requests.organiser.advance(id) for service in (left, right) * 3))
            await asyncio.sleep(0.02)
    entries = await entries_of(left, id)
    paired = [entry for entry in entries if isinstance(entry, Paired)]
    assert len(paired) == 5
    met = [frozenset(pair) for entry in paired for pair in entry.pairs]
    assert len(met) == len(set(met)) == 10
    played = [entry for entry in entries if isinstance(entry, Played)]
    assert len(played) == 10
    tables = await left.store.query("SELECT id FROM rumpus_shelf")
    assert len(tables) == 10
    check(await shown(ann, id))


@scenario
async def test_best_of_three_swaps_the_seats(left: GameService, right: GameService) -> None:
    ann = await person(left, 0)
    view = await new(ann, format="knockout", best_of=3, bots=["random", "random"], join=False)
    id = view["tournament"]
    await ann.ask("tournament_start", tournament=id)
    async with asyncio.timeout(55):
        while (view := await shown(ann, id))["state"] != "over":
            await left.requests.organiser.poll()
            await asyncio.sleep(0.01)
    [[pairing]] = view["pairings"]
    games = pairing["games"]
    assert 2 <= len(games) <= 5
    names = []
    for game in games:
        live = await left.tables.open(game["table"])
        assert live.table.made.tournament == id
        names.append(live.table.names)
    assert all(one == other[::-1] for one, other in pairwise(names))
    totals = [sum(game["points"][seat] for game in games) for seat in (0, 1)]
    assert (totals[0] > totals[1]) == (pairing["points"][0] > pairing["points"][1])


def test_whoever_does_not_come_loses(url: str) -> None:
    clock = FixedClock(wall=10**12)

    async def story() -> None:
        async with serving_here(url, clock) as service:
            people = [await person(service, number) for number in range(4)]
            id = (await new(people[0], format="swiss", no_show=60))["tournament"]
            for guest in people[1:]:
                await joined(guest, id)
            await people[0].ask("tournament_start", tournament=id)
            await service.requests.organiser.poll()
            view = await shown(people[0], id)
            first = view["pairings"][0]
            here = first[0]["first"]
            table = first[0]["games"][0]["table"]
            guest = next(one for one in people if number_of(one, view) == here)
            assert (await guest.ask("attach", table=table))["is"] == "done"
            assert (await guest.refused("leave")).startswith("This is a game of a tournament")
            for seconds in (59, 61):
                view = await shown(people[0], id)
                assert "points" not in view["pairings"][0][0]
                for _ in range(seconds // 5):
                    clock.wall, clock.seconds = clock.wall + 5000, clock.seconds + 5
                    await service.requests.organiser.poll()
            async with asyncio.timeout(20):
                while len((view := await shown(people[0], id))["pairings"]) < 2:
                    await service.requests.organiser.poll()
                    await asyncio.sleep(0.1)
                    clock.wall, clock.seconds = clock.wall + 1000, clock.seconds + 1
            walked, missed = view["pairings"][0]
            assert walked["points"] == [1, 0]
            assert walked["games"][0]["reason"] == "missed"
            assert missed["points"] == [0, 0]
            await guest.hear()
            assert guest.table["state"] == "dropped"
            assert guest.table["notice"] == organiser.SETTLED

    run(story())


def test_after_a_pause_of_the_server_everybody_gets_the_whole_time(url: str) -> None:
    clock = FixedClock(wall=10**12)

    async def story() -> None:
        async with serving_here(url, clock) as service:
            ann, bob = await person(service, 0), await person(service, 1)
            id = (await new(ann, format="swiss", no_show=60))["tournament"]
            await joined(bob, id)
            await ann.ask("tournament_start", tournament=id)
            await service.requests.organiser.poll()
        clock.wall, clock.seconds = clock.wall + 3_600_000, clock.seconds + 3600
        async with serving_here(url, clock) as service:
            for seconds in (0, 5, 50):
                clock.wall, clock.seconds = clock.wall + 1000 * seconds, clock.seconds + seconds
                service.requests.organiser._polled_at = service.clock.now()
                await service.requests.organiser.poll()
                view = await shown(Guest(service), id)
                assert "points" not in view["pairings"][0][0]

    run(story())


@scenario
async def test_whoever_withdraws_loses_the_running_game_and_leaves_byes(left: GameService, right: GameService) -> None:
    people = [await person((left, right)[number % 2], number) for number in range(3)]
    id = (await new(people[0], format="round_robin", bots=["random"]))["tournament"]
    for guest in people[1:]:
        await joined(guest, id)
    await people[0].ask("tournament_start", tournament=id)
    await left.requests.organiser.poll()
    view = await shown(people[0], id)
    gone = number_of(people[2], view)
    [table] = tables_of(view, gone)
    view = await people[2].ask("tournament_leave", tournament=id)
    mine = next(one for one in view["pairings"][0] if gone in (one["first"], one["second"]))
    assert mine["withdrawn"]
    assert mine["points"][(mine["first"], mine["second"]).index(gone)] == 0
    assert (await people[2].ask("tournament_leave", tournament=id))["is"] == "tournament", "repeated"
    assert await people[2].refused("tournament_join", tournament=id) == requests.WITHDRAWN
    view = await play((left, right), people[:2], id)
    assert (await left.tables.open(table)).table.state in ("dropped", "over")
    byes = [pairing["first"] for some in view["pairings"] for pairing in some if "second" not in pairing]
    assert len(byes) == 2
    assert gone not in byes
    assert next(one for one in view["players"] if one["player"] == gone)["left"]
    check(view)


@scenario
async def test_late_players_join_a_swiss_until_the_chosen_round(left: GameService, right: GameService) -> None:
    ann, bob, cat = [await person(left, number) for number in range(3)]
    id = (await new(ann, format="swiss", bots=["random"] * 3, rounds=3, late=1))["tournament"]
    await ann.ask("tournament_start", tournament=id)
    view = await joined(bob, id)
    assert view["may_join"]
    assert number_of(bob, view) == 4
    view = await play((left, right), (ann, bob), id, 1)
    async with asyncio.timeout(20):
        while len((view := await shown(ann, id))["pairings"]) < 2:
            await left.requests.organiser.poll()
    assert any(4 in (one["first"], one.get("second")) for one in view["pairings"][1])
    assert await cat.refused("tournament_join", tournament=id) == requests.TOO_LATE
    view = await play((left, right), (ann, bob), id)
    assert (view["state"], len(view["pairings"])) == ("over", 3)
    check(view)


def test_it_starts_at_a_time_or_with_enough_players(url: str) -> None:
    clock = FixedClock(wall=10**12)

    async def story() -> None:
        async with serving_here(url, clock) as service:
            ann, bob = await person(service, 0), await person(service, 1)
            poll = service.requests.organiser.poll
            full = (await new(ann, 0, start_with=3, bots=["random"]))["tournament"]
            at = service.clock.now() + 60_000
            soon = (await new(ann, 1, start_at=at, bots=["random"]))["tournament"]
            alone = (await new(ann, 2, start_at=at))["tournament"]
            await joined(bob, full)
            await poll()
            states = [(await shown(ann, id))["state"] for id in (full, soon, alone)]
            assert states == ["running", "open", "open"]
            clock.wall, clock.seconds = clock.wall + 61_000, clock.seconds + 61
            await poll()
            states = [(await shown(ann, id))["state"] for id in (full, soon, alone)]
            assert states == ["running", "running", "cancelled"]
            assert (await shown(ann, alone))["why"] == organiser.TOO_FEW

    run(story())


@scenario
async def test_limits_and_bad_requests(left: GameService, right: GameService) -> None:
    asked = {"game": "pigeons", "token": TOKENS[0], "clock": GAME}
    assert "needs a profile" in await Guest(left).refused("tournament_new", **asked)
    ann, bob = await person(left, 0), await person(right, 1)

    async def wrong(**more: object) -> str:
        return await ann.refused("tournament_new", **{**asked, **more})

    assert "no game" in await wrong(game="chess")
    assert "Cannot read" in await wrong(best_of=10)
    assert "Cannot read" in await wrong(clock=None)
    assert "5 seconds to 30 days" in await wrong(clock={"kind": "move", "seconds": 0})
    assert await wrong(format="knockout", rounds=3) == requests.SWISS_ONLY
    assert await wrong(format="round_robin", late=1) == requests.SWISS_ONLY
    assert "before the last round" in await wrong(rounds=2, late=2)
    assert "2 to 24 players" in await wrong(format="round_robin", start_with=25)
    assert "next 90 days" in await wrong(start_at=1)
    assert "Choose from random" in await wrong(bots=["hal"])
    assert await wrong(options={"players": 3}) == requests.TABLES_OF_TWO
    assert await left.store.query("SELECT id FROM rumpus_tournament") == []

    ids = [(await new(ann, number))["tournament"] for number in range(journal.MAX_OPEN)]
    assert (await new(ann, 0))["tournament"] == ids[0], "repeated"
    assert await wrong(token=TOKENS[9]) == requests.TOO_MANY_OPEN
    for do in ("tournament", "tournament_join"):
        assert await bob.refused(do, tournament="unknown") == journal.NOT_FOUND
    assert await bob.refused("tournament_leave", tournament=ids[0]) == requests.NOT_A_PLAYER
    assert await bob.refused("tournament_leave", tournament=ids[0], player=0) == requests.NOT_YOURS
    assert await ann.refused("tournament_leave", tournament=ids[0], player=7) == requests.UNKNOWN_PLAYER.format(7)
    assert await ann.refused("tournament_start", tournament=ids[0]) == requests.TOO_FEW
    for do, more in (("tournament_bot", {"bot": "hard"}), ("tournament_cancel", {}), ("tournament_start", {})):
        assert await bob.refused(do, tournament=ids[0], **more) == requests.NOT_YOURS
    assert "Choose from random" in await ann.refused("tournament_bot", tournament=ids[0], bot="hal")
    assert len((await ann.ask("tournament_bot", tournament=ids[0], bot="hard"))["players"]) == 2
    assert len((await ann.ask("tournament_leave", tournament=ids[0], player=1))["players"]) == 1
    cancelled = await ann.ask("tournament_cancel", tournament=ids[0])
    assert (cancelled["state"], cancelled["why"]) == ("cancelled", requests.CANCELLED)
    assert await bob.refused("tournament_join", tournament=ids[0]) == requests.IS_OVER
    assert await ann.refused("tournament_bot", tournament=ids[0], bot="hard") == requests.IS_OVER
    again = 0
    while (answer := await bob.ask("tournament_join", tournament=ids[1]))["is"] == "tournament":
        again += 1
    assert again < requests.CHANGE_BURST + 2
    assert answer["why"] == TOO_MANY


@scenario
async def test_a_full_tournament_takes_nobody_more(left: GameService, right: GameService) -> None:
    ann, bob = await person(left, 0), await person(right, 1)
    id = (await new(ann, format="round_robin", bots=["random"] * 16))["tournament"]
    assert await ann.refused("tournament_bot", tournament=id, bot="easy") == requests.TOO_MANY_BOTS
    more: list[Statement] = [
        (journal.INSERT_ENTRY, (id, writer, 18 + number, 0, f'{{"type":"joined","profile":"p{number}"}}'))
        for number in range(7)
        for [writer] in await left.store.query("SELECT writer FROM rumpus_tournament WHERE id = $1", id)
    ]
    await left.store.change([*more, ("UPDATE rumpus_tournament SET version = 25 WHERE id = $1", (id,))])
    assert "at most 24 players" in await bob.refused("tournament_join", tournament=id)


@scenario
async def test_lists_and_every_change_is_told(left: GameService, right: GameService) -> None:
    ann, bob = await person(left, 0), await person(right, 1)
    listed = (await new(ann, 0, listed=True, title="Open"))["tournament"]
    secret = (await new(ann, 1, title="Secret"))["tournament"]

    async def lists(guest: Guest) -> list[list[str]]:
        answer = await guest.ask("tournaments")
        return [[row["tournament"] for row in answer[part]] for part in ("listed", "own")]

    assert [sorted(some) for some in await lists(ann)] == [[listed], sorted([listed, secret])]
    assert await lists(bob) == [[listed], []]
    await shown(ann, listed)
    await joined(bob, listed)
    async with asyncio.timeout(20):
        while len([one for one in ann.heard if one["is"] == "tournament"][-1]["players"]) < 2:
            await left.requests.organiser.poll()
            await ann.hear()
    assert await lists(bob) == [[listed], [listed]]
    exported = (await bob.ask("profile_export"))["data"]
    assert [row["title"] for row in exported["tournaments"]] == ["Open"]
    heard = len(ann.heard)
    await ann.ask("tournament", tournament="")
    await bob.ask("tournament_leave", tournament=listed)
    await left.requests.organiser.poll()
    await ann.hear()
    assert len(ann.heard) == heard + 1


@scenario
async def test_a_deleted_profile_has_withdrawn_and_no_name(left: GameService, right: GameService) -> None:
    ann, bob = await person(left, 0), await person(right, 1)
    id = (await new(ann, bots=["random", "random"]))["tournament"]
    await joined(bob, id)
    await ann.ask("tournament_start", tournament=id)
    await left.requests.organiser.poll()
    await bob.ask("profile_delete")
    text = str(await shown(ann, id))
    assert "Guest 1" not in text
    assert "deleted player" in text
    assert await left.store.query("SELECT profile FROM rumpus_entrant WHERE id = $1", id) == [
        (ann.profile.profile,)  # type: ignore[union-attr]
    ]


@scenario
async def test_changed_rules_end_a_tournament(left: GameService, right: GameService) -> None:
    ann = await person(left, 0)
    id = (await new(ann, bots=["random"]))["tournament"]
    await drained(left)
    entry = (await left.store.query(journal.READ, id, 0))[0][0]
    older = unpack_entry(entry)
    assert isinstance(older, Opened)
    changed = entry.replace(f'"version":{older.settings.rules.version}', '"version":0')
    await left.store.change(
        [("UPDATE rumpus_tournament_entry SET entry = $2 WHERE id = $1 AND seq = 0", (id, changed))]
    )
    left.requests.organiser.journals.forget_all_but([])
    await left.requests.organiser.advance(id)
    view = await shown(ann, id)
    assert (view["state"], view["why"]) == ("cancelled", organiser.OTHER_RULES)


@scenario
async def test_old_tournaments_are_deleted(left: GameService, right: GameService) -> None:
    ann = await person(left, 0)
    id = (await new(ann))["tournament"]
    await left.store.change([("UPDATE rumpus_tournament SET changed = 1", ())])
    await left.requests.organiser.poll()
    for table in ("tournament", "tournament_entry", "entrant"):
        assert await left.store.query(f"SELECT id FROM rumpus_{table}") == []
    assert await Guest(right).refused("tournament", tournament=id) == journal.NOT_FOUND
    assert await ann.refused("tournament_join", tournament=id) == journal.NOT_FOUND


@scenario
async def test_a_server_may_die_after_every_step(left: GameService, right: GameService) -> None:
    """Each life of the organiser writes once, to a tournament or a new table."""
    left.requests.organiser.changed = lambda id: None  # type: ignore[method-assign]  # only one lives at a time
    ann = await person(left, 0)
    id = (await new(ann, format="knockout", bots=["random"] * 5, join=False, start_with=5))["tournament"]
    change, append = left.store.change, left.store.append
    writes_left = 1

    def write() -> None:
        nonlocal writes_left
        if not writes_left:
            raise StoreError("The server is dead.")
        writes_left -= 1

    async def change_or_die(statements: Sequence[Statement]) -> Any:
        write()
        return await change(statements)

    async def append_or_die(table: str, seq: int, *rest: Any) -> Any:
        if seq == 0:
            write()
        return await append(table, seq, *rest)

    left.store.change, left.store.append = change_or_die, append_or_die  # type: ignore[method-assign, assignment]
    lives = 0
    async with asyncio.timeout(55):
        while await left.store.query(journal.ACTIVE, 1):
            writes_left, lives = 1, lives + 1
            alive = organiser.Organiser(left.tables, left.requests.counting, 90)
            left.tables.on_over.clear()  # a dead one hears nothing
            with contextlib.suppress(StoreError):
                await alive.advance(id)
            await asyncio.sleep(0.01)
    writes_left = 1000
    assert lives > 10
    view = await shown(ann, id)
    assert view["state"] == "over"
    check(view)
    entries = await entries_of(left, id)
    assert [len(entry.pairs) for entry in entries if isinstance(entry, Paired)] == [4, 2, 1]
    games = [game for some in view["pairings"] for pairing in some for game in pairing.get("games", ())]
    assert len(games) == len(await left.store.query("SELECT id FROM rumpus_shelf"))


TARGET = """
INSERT INTO rumpus_target VALUES ($1, $2, 'd', 'webhook', 'https://x.example/hook', '', '', 'https://here', 0, 0, 0)
"""


@scenario
async def test_every_table_of_a_round_is_notified_once(left: GameService, right: GameService) -> None:
    ann, bob = await person(left, 0), await person(right, 1)
    assert ann.profile
    await left.store.change([(TARGET, ("hook", ann.profile.profile))])
    id = (await new(ann, format="round_robin", bots=["random"], title="Cup"))["tournament"]
    await joined(bob, id)
    await ann.ask("tournament_start", tournament=id)
    view = await play((left, right), (ann, bob), id)
    own = number_of(ann, view)
    tables = {
        game["table"]
        for some in view["pairings"]
        for pairing in some
        for game in pairing.get("games", ())
        if own in (pairing["first"], pairing["second"])
    }
    told = await left.store.query("SELECT key, notice FROM rumpus_outbox WHERE key LIKE 'round %'")
    assert {key for key, _ in told} == {f"round {table}" for table in tables}
    assert len(told) == 2
    assert all('"kind":"round","title":"Cup"' in notice for _, notice in told)


def test_a_knockout_without_its_winners_ends() -> None:
    from rumpus.service.matchmaking.rules import match_rules
    from rumpus.service.runtime.protocol import MakeClock

    rules = match_rules("pigeons", {}, 2, MakeClock("move", 60))
    cup = Tournament("cup", Opened(TournamentSettings("Cup", rules, "knockout"), "ann", "seed"), 0)
    for _ in range(5):
        cup.take(Joined(bot="random"), 0)
    cup.take(Started([4, 3, 2, 1, 0]), 0)
    first = cup.next_entry()
    assert isinstance(first, Paired)
    assert [pair[0] for pair in first.pairs if pair[1] == -1] == [4, 3, 2]
    cup.take(first, 0)
    [game] = cup.open_games()
    cup.take(Played(game.board, 0, (0, 0), "missed"), 0)
    second = cup.next_entry()
    assert isinstance(second, Paired)
    assert (4, -1) in second.pairs
    cup.take(second, 0)
    [game] = cup.open_games()
    cup.take(Played(game.board, 0, (2, 0)), 0)
    final = cup.next_entry()
    assert isinstance(final, Paired)
    cup.take(final, 0)
    [game] = cup.open_games()
    cup.take(Played(game.board, 0, (0, 2)), 0)
    assert cup.next_entry() == Ended()
