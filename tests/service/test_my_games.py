"""My games, export and deletion of profiles, on both stores."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from rumpus.service.notifications import preferences
from rumpus.service.profiles import deletion, games
from rumpus.service.service import GameService
from rumpus.service.store.profiles import Statement
from tests.service.parts import FixedClock
from tests.service.people import Guest, run, serving_here
from tests.service.test_profiles import ANNS, BENS, TOKEN_A, TOKEN_B, link_of, signed_up, table_of

MINUTE_MS = 60_000
KEPT = ("link", "vacation", "seek")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'tables.db'}"
    return str(request.getfixturevalue("database"))


async def move(guest: Guest) -> bool:
    """Makes the first move. False if there is none."""
    await guest.hear()
    moves = guest.table.get("moves", [])
    if moves:
        assert (await guest.ask("move", at=guest.table["at"], move=moves[0]["move"]))["is"] == "done"
    return bool(moves)


async def play_on(*guests: Guest) -> None:
    while any([await move(guest) for guest in guests]):
        pass


async def table_of_two(ann: Guest, ben: Guest, **more: object) -> str:
    made = await ann.ask(
        "make", game="pigeons", token=TOKEN_A, chairs=[{"kind": "me"}, {"kind": "open"}], undo=False, **more
    )
    table = str(made["table"])
    await ann.ask("attach", table=table)
    await ben.ask("attach", table=table)
    await ben.ask("sit", token=TOKEN_B, name="Ben")
    await ann.hear()
    await ben.hear()
    return table


async def two(service: GameService) -> tuple[Guest, Guest]:
    ann, ben = Guest(service), Guest(service)
    await signed_up(ann)
    await signed_up(ben, BENS, "Ben")
    return ann, ben


async def listed(guest: Guest, state: str = "playing", before: str = "") -> dict[str, Any]:
    answer = await guest.ask("my_games", state=state, before=before)
    assert answer["is"] == "my_games", answer
    return answer


def test_running_games_have_the_turn_and_the_time_left_and_finished_ones_the_result(url: str) -> None:
    async def scenario() -> None:
        async with serving_here(url) as service:
            ann, ben = await two(service)
            assert (await listed(ann))["games"] == []
            table = await table_of_two(ann, ben, clock={"kind": "game", "seconds": 300})
            (game,) = (await listed(ann))["games"]
            assert (game["table"], game["game"], game["seat"], game["others"]) == (table, "pigeons", 0, ["Ben"])
            assert (game["state"], game["turn"], game["left"]) == ("playing", True, 300_000)
            now = (await ann.ask("ping"))["now"]
            assert 0 < game["until"] - now <= 300_000
            await move(ann)
            (game,) = (await listed(ann))["games"]
            assert ("turn" in game, "until" in game, game["waiting"]) == (False, False, ["Ben"])
            await play_on(ann, ben)
            assert (await listed(ann))["games"] == []
            results = [(await listed(guest, "over"))["games"][0]["fared"] for guest in (ann, ben)]
            assert sorted(results) in (["lost", "won"], ["drew", "drew"])

    run(scenario())


def test_a_game_that_has_just_ended_is_listed_as_finished(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving_here(str(tmp_path / "t.db")) as service:
            ann, ben = await two(service)
            service.tables.background.spawn = lambda work: work.close()  # type: ignore[method-assign]
            await table_of_two(ann, ben)
            await play_on(ann, ben)
            assert (await listed(ann))["games"] == []
            assert len((await listed(ann, "over"))["games"]) == 1

    run(scenario())


def test_pages_are_newest_first_without_gaps_or_repeats(url: str) -> None:
    clock = FixedClock(2 * 10**12)

    async def scenario() -> None:
        async with serving_here(url, clock) as service:
            ann = Guest(service)
            await signed_up(ann)
            made = []
            for number in range(2 * games.PAGE + 3):
                clock.wall += MINUTE_MS if number % 3 else 0  # some at the same moment
                clock.seconds += 60
                made.append(await table_of(ann))
            found: list[dict[str, Any]] = []
            before = ""
            for count in (games.PAGE, games.PAGE, 3):
                page = await listed(ann, "playing", before)
                assert len(page["games"]) == count
                found += page["games"]
                before = page.get("next", "")
            assert before == ""
            assert sorted(game["table"] for game in found) == sorted(made)
            started = [game["started"] for game in found]
            assert started == sorted(started, reverse=True)
            assert await ann.refused("my_games", before="x.y") == "This page is not known. Ask for the first one."

    run(scenario())


def test_a_table_is_listed_for_those_who_sit_at_it_only(url: str) -> None:
    async def scenario() -> None:
        async with serving_here(url) as service:
            ann, ben = await two(service)
            table = await table_of(ann, seats=("me", "open", "open"))
            await ben.ask("attach", table=table)
            await ben.ask("sit", token=TOKEN_B)
            assert [game["table"] for game in (await listed(ben))["games"]] == [table]
            await ben.ask("leave")
            assert (await listed(ben))["games"] == []
            assert len((await listed(ann))["games"]) == 1

    run(scenario())


def test_an_export_holds_the_profile_its_devices_and_games(url: str) -> None:
    async def scenario() -> None:
        async with serving_here(url) as service:
            ann, ben = await two(service)
            table = await table_of_two(ann, ben)
            phone = Guest(service)
            await phone.ask("link_use", token=await link_of(ann), secret="phone-secret-" * 3, device="Phone")
            data = (await ann.ask("profile_export"))["data"]
            assert (data["name"], data["avatar"], data["colour"]) == ("Ann", "owl", "blue")
            assert [device["label"] for device in data["devices"]] == ["Firefox", "Phone"]
            (game,) = data["games"]
            assert (game["table"], game["names"], game["state"]) == (table, ["Ann", "Ben"], "playing")
            id = ann.profile.profile if ann.profile else ""
            about: list[Statement] = [
                ("INSERT INTO rumpus_vacation VALUES ($1, 1, 2)", (id,)),
                ("INSERT INTO rumpus_muted VALUES ($1, $2)", (table, id)),
                (preferences.WRITE, (id, '{"turn":false}')),
                ("INSERT INTO rumpus_ladder VALUES ('pigeons', 2, 1, '')", ()),
                ("INSERT INTO rumpus_rating VALUES ('pigeons', 2, $1, 25.5, 8.0, 1)", (id,)),
                (
                    "INSERT INTO rumpus_target VALUES ('t', $1, '', 'webhook', 'https://a.ex', '', '', '', 5, 0, 0)",
                    (id,),
                ),
            ]
            await service.store.change(about)
            assert (await ann.ask("challenge_new", game="pigeons", token="c" * 30))["is"] == "challenges"
            data = (await ann.ask("profile_export"))["data"]
            assert {name: data[name] for name in games.OTHERS if name != "seeks"} == {
                "ratings": [["pigeons", 2, 25.5, 8.0, 1]],
                "notifications": [['{"turn":false}']],
                "targets": [["webhook", "https://a.ex", 5]],
                "muted": [[table]],
                "vacations": [[1, 2]],
            }
            assert [seek[0] for seek in data["seeks"]] == ["pigeons"]

    run(scenario())


def test_what_is_of_no_more_use_is_deleted(url: str) -> None:
    """Links, vacations and challenges, also of profiles that stay."""

    async def scenario() -> None:
        async with serving_here(url) as service:
            ann, ben = await two(service)
            await ann.ask("link_new")
            assert ann.profile is not None
            await service.store.change(
                [
                    ("UPDATE rumpus_link SET expires = 5", ()),
                    ("INSERT INTO rumpus_vacation VALUES ($1, 1, 2)", (ann.profile.profile,)),
                ]
            )
            await ann.ask("challenge_new", game="pigeons", token="c" * 30)
            await service.store.change([("UPDATE rumpus_seek SET expires = 5", ())])
            service.requests.matchmaker._tidied_at = 0
            await ben.ask("challenge_new", game="pigeons", token="d" * 30)
            await service.requests.profiles.tidy()
            while service.background._tasks:
                await asyncio.sleep(0.01)
            counts = [await service.store.query(f"SELECT count(*) FROM rumpus_{name}") for name in KEPT]
            assert [count for [(count,)] in counts] == [0, 0, 1]

    run(scenario())


def test_a_deleted_profile_leaves_no_name_at_its_tables(url: str) -> None:
    async def scenario() -> None:
        async with serving_here(url) as service:
            ann, ben = await two(service)
            await ann.ask("profile_change", name="Annabella")
            over = await table_of_two(ann, ben)
            await play_on(ann, ben)
            running = await table_of_two(ann, ben)
            assert "Annabella" in json.dumps(ben.table)
            phone = Guest(service)
            await phone.ask("link_use", token=await link_of(ann), secret="phone-secret-" * 3)
            id = ann.profile.profile if ann.profile else ""
            assert (await ann.ask("profile_delete"))["is"] == "done"
            assert ann.profile is None
            assert phone.profile is None
            assert (await ann.ask("sign_in", profile=id, secret=ANNS))["about"] == "profile"
            await ben.hear()
            assert ben.table["seats"][0]["name"] == "deleted player"
            assert "profile" not in ben.table["seats"][0]
            ben.bytes.clear()
            watcher = Guest(service)
            for guest in (ben, watcher):
                for table in (over, running):
                    await guest.ask("attach", table=table)
                    await guest.ask("replay", seat=1)
            await listed(ben, "over")
            await listed(ben)
            said = b"".join(ben.bytes + watcher.bytes)
            assert b"deleted player" in said
            assert b"Annabella" not in said
            assert id.encode() not in said
            # Whoever has the seat's own secret plays on.
            await ann.ask("attach", table=running, token=TOKEN_A)
            assert ann.table["you"] == 0
            assert await move(ann)

    run(scenario())


def test_a_deletion_that_was_interrupted_is_finished(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stopped(*_: object) -> None:
        raise RuntimeError("the server stops")

    async def scenario() -> None:
        async with serving_here(url) as service:
            ann, ben = await two(service)
            table = await table_of_two(ann, ben)
            with monkeypatch.context() as broken:
                broken.setattr("rumpus.service.profiles.profiles.forget_profile", stopped)
                assert (await ann.ask("profile_delete"))["is"] == "refused"
        async with serving_here(url) as service:
            await service.requests.profiles.tidy()
            ben = Guest(service)
            await ben.ask("attach", table=table)
            assert ben.table["seats"][0]["name"] == "deleted player"
            assert await service.requests.profiles.store.query(deletion.UNFINISHED) == []

    run(scenario())


def test_a_damaged_table_holds_up_no_deletion(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving_here(str(tmp_path / "t.db")) as service:
            ann, ben = await two(service)
            tables = [await table_of_two(ann, ben) for _ in range(3)]
            for guest in (ann, ben):
                await guest.ask("detach")
            for live in list(service.tables.by_id.values()):
                service.tables.unload(live)
            store = service.store
            await store.change([("DELETE FROM rumpus_book WHERE id = $1 AND seq = 1", (min(tables),))])
            assert (await ann.ask("profile_delete"))["is"] == "done"
            assert await store.query(deletion.UNFINISHED) == []
            rows = await store.query("SELECT row FROM rumpus_shelf")
            assert len(rows) == 3
            assert not any(b"Ann" in bytes(row) for (row,) in rows)

    run(scenario())


def test_a_profile_deleted_at_another_server_sits_down_nowhere(database: str) -> None:
    """Not even if it sat down at the moment of the deletion: the next tidying finds its seat."""

    async def scenario() -> None:
        async with serving_here(database) as service, serving_here(database) as second:
            ann, phone, ben = Guest(service), Guest(second), Guest(second)
            id = (await signed_up(ann))["profile"]
            await phone.ask("profile_new", secret=ANNS)
            await signed_up(ben, BENS, "Ben")
            table = await table_of(ben)
            signed_in = phone.profile
            assert (await ann.ask("profile_delete"))["is"] == "done"
            asked = {"game": "pigeons", "token": TOKEN_B}
            await phone.ask("attach", table=table)
            for do, fields in (("make", {"chairs": [{"kind": "me"}, {"kind": "open"}]}), ("sit", {})):
                phone.profile = signed_in
                assert (await phone.ask(do, **asked, **fields))["about"] == "device"
            phone.profile = signed_in
            phone.requests.profiles.require = lambda visitor: asyncio.sleep(0, signed_in)  # type: ignore[method-assign, arg-type]
            assert (await phone.ask("sit", token=TOKEN_B))["is"] == "done"
            assert await service.store.query("SELECT id FROM rumpus_seat WHERE profile = $1", id) == [(table,)]
            await service.requests.profiles.tidy()
            assert await service.store.query("SELECT id FROM rumpus_seat WHERE profile = $1", id) == []

    run(scenario())
