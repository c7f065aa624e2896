"""Finished games replay for ever: what they showed is kept when they end, whatever becomes of the rules."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from rumpus.client import Client
from rumpus.core.catalogue import every_game
from rumpus.core.errors import BadRecord
from rumpus.core.record import Record
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.background import Aside
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.store import UNWRITTEN, DamagedBook, Store, StoreError
from rumpus.service.store.sqlite import SqliteStore
from rumpus.service.tables import live
from rumpus.service.tables.archiving import CameraProcess, Keeping
from rumpus.service.tables.lobby import LobbyPage
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.replays import Replays
from rumpus.table import archive
from rumpus.table.archive import PART, kept_moments, pack_keepsake, read_keepsake, read_part
from rumpus.table.entries import Began, Closed, Entry, Moved, unpack
from rumpus.table.replay import table_moments
from tests.service.test_stores import LISTING, MADE, with_store
from tests.service.test_wire import kept_store
from tests.table.evening import ANN, BEN, Evening, made
from tests.web.house import House, Postgres, install_pigeons
from tests.web.later_day import game as later
from tests.web.test_live import play_out, run, until


def played_out(evening: Evening) -> Evening:
    match = evening.table.match
    assert match is not None
    while seats := match.position.to_act():
        evening.decide(seats[0], second=evening.second + 1)
    return evening


def branch() -> Evening:
    first = Evening()
    for seat in (ANN, BEN, ANN):
        first.decide(seat)
    return Evening(made(seed="other luck", base=first.table.base_after(3)))


@pytest.mark.parametrize("evening", [Evening, branch], ids=["a whole match", "a match that goes on from another"])
def test_what_is_kept_is_what_a_replay_shows(evening: Callable[[], Evening]) -> None:
    table = played_out(evening()).table
    kept = list(kept_moments(table))
    for eyes in (None, ANN, BEN):
        for everything in (False, True):
            film = [moment.seen(eyes, everything) for moment in kept]
            assert film == list(table_moments(table, eyes, everything))


@pytest.mark.parametrize("name", [game.name for game in every_game(print)])
def test_every_game_can_be_kept(name: str) -> None:
    game = next(game for game in every_game(print) if game.name == name)
    seats = min(game.seat_counts())
    evening = Evening(made(game, ["Ann", "Ben"][:seats], game.options(seats=seats).changed()), game)
    for _ in range(40):
        match = evening.table.match
        assert match is not None
        if owing := match.position.to_act():
            evening.decide(owing[-1])
    table = evening.table
    kept = msgspec.json.decode(msgspec.json.encode(list(kept_moments(table))), type=list[archive.KeptMoment])
    steps = [(step.seat, step.words) for step in table.walk()]
    assert [(moment.seat, moment.words) for moment in kept] == steps


def test_a_long_film_is_kept_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "PART", 4)
    table = played_out(Evening()).table
    head, *parts = pack_keepsake(table)
    assert table.match is not None
    assert read_keepsake(head).record == table.match.record.dumps()
    assert read_keepsake(head).moments == 11
    assert [len(read_part(part)) for part in parts] == [4, 4, 3]
    monkeypatch.setattr(archive, "MOST_BYTES", 100)
    head, *parts = pack_keepsake(table)
    assert (read_keepsake(head).moments, parts) == (0, [])
    assert PART == 32
    for data in (b"", b"no film", head[:-9]):
        with pytest.raises(BadRecord, match="cannot be read"):
            read_part(data)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'tables.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.url


def test_both_stores_keep_keepsakes(url: str) -> None:
    async def story(store: Store) -> None:
        await store.append("ended", 0, [MADE], 1_000, msgspec.structs.replace(LISTING, state="over"))
        await store.append("going", 0, [MADE], 1_000, msgspec.structs.replace(LISTING, state="playing"))
        assert "ended" in await store.unkept("", 1000)
        assert "going" not in await store.unkept("", 1000)
        assert "ended" not in await store.unkept("ended", 1000)
        assert await store.kept("ended", 0) is None
        await store.keep("ended", [b"head", b"one", b"two"])
        await store.keep("swept meanwhile", [b"head"])
        assert [await store.kept("ended", part) for part in range(4)] == [b"head", b"one", b"two", None]
        assert await store.kept("swept meanwhile", 0) is None
        for review in (b"first", b"again"):
            await store.add("ended", -1, review)
            await store.add("swept meanwhile", -1, review)
        assert [await store.kept("ended", part) for part in (-2, -1, 0)] == [None, b"again", b"head"]
        assert await store.kept("swept meanwhile", -1) is None
        assert "ended" not in await store.unkept("", 1000)
        await store.list_table("ended", 1_001, msgspec.structs.replace(LISTING, state="over"))
        assert "ended" not in await store.unkept("", 1000)
        await store.sweep(1_002)
        assert [await store.kept("ended", part) for part in (-1, 0)] == [None, None]

    with_store(url, story)


def test_a_damaged_keepsake_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def keep(store: Store) -> None:
        await store.append("ended", 0, [MADE], 1, msgspec.structs.replace(LISTING, state="over"))
        await store.keep("ended", [b"head", b"part"])

    async def look(store: Store) -> None:
        assert await store.kept("ended", 0) == b"head"
        with pytest.raises(DamagedBook, match="part 1 is not what was kept"):
            await store.kept("ended", 1)

    with_store(str(path), keep)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE keepsake SET data = x'00' WHERE part = 1")
    with_store(str(path), look)


def test_a_table_that_cannot_be_filmed_does_not_hold_up_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", install_pigeons(tmp_path / "packages"))

    async def story(store: Store) -> None:
        over = msgspec.structs.replace(LISTING, state="over")
        table = played_out(Evening()).table
        moves = [Moved(step.seat, step.move) for step in table.steps]
        entries: list[Entry] = [table.made, Began(), *moves]
        await store.append("a bad one", 0, [MADE], 1, over)
        await store.append("good", 0, entries, 1, over)
        keeping = Keeping(store, CameraProcess.start)
        await keeping.look()
        assert keeping.failed == {"a bad one"}
        head = await store.kept("good", 0)
        assert head is not None
        assert read_keepsake(head).moments == 11

    with_store(str(tmp_path / "tables.db"), story)


def test_a_store_in_trouble_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", install_pigeons(tmp_path / "packages"))

    async def refuses(store: Store, table: str, parts: Sequence[bytes]) -> None:
        raise StoreError(UNWRITTEN)

    async def story(store: Store) -> None:
        table = played_out(Evening()).table
        moves = [Moved(step.seat, step.move) for step in table.steps]
        over = msgspec.structs.replace(LISTING, state="over")
        await store.append("good", 0, [table.made, Began(), *moves], 1, over)
        keeping = Keeping(store, CameraProcess.start)
        with monkeypatch.context() as patch:
            patch.setattr(SqliteStore, "keep", refuses)
            with pytest.raises(StoreError):
                await keeping.look()
        await keeping.look()
        assert await store.unkept("", 10) == []

    with_store(str(tmp_path / "tables.db"), story)


async def ask_film(client: Client, seat: int | None, everything: bool) -> list[object]:
    frames: list[object] = []
    total = 1
    while len(frames) < total:
        some = await client.ask("replay", seat=seat, everything=everything, start=len(frames), count=7)
        total = some["total"]
        frames += some["frames"]
    return frames


def test_a_finished_table_outlives_its_rules(tmp_path: Path) -> None:
    house = House(tmp_path, bots=1).start()
    shown: list[object] = []
    names: list[str] = []

    async def look(client: Client, table: str) -> list[object]:
        page = await client.attach(table)
        sheet = msgspec.to_builtins(page.sheet)
        for seat in sheet["seats"]:
            seat.update(here=False, away=0)
        films = [
            await ask_film(client, seat, everything) for seat, everything in [(None, False), (0, False), (1, True)]
        ]
        record = await asyncio.to_thread(house.get, f"/api/tables/{table}/record")
        return [sheet, [line.text for line in page.story], films, record]

    async def before() -> None:
        async with Client(house.url, token="a" * 30) as ann:
            names.append(await ann.quick("pigeons", ["greedy"], name="Ann"))
            await play_out(ann)
            shown.extend(await look(ann, names[0]))
            await kept(house, names[0])
            assert await look(ann, names[0]) == shown, "the film shows what the rules did"
            names.append(await ann.quick("pigeons", ["greedy"], name="Ann"))
            page = await until(ann, lambda page: page.moves)
            await ann.move(page.moves[0])

    async def after() -> None:
        async with Client(house.url, token="a" * 30) as ann:
            assert await look(ann, names[0]) == shown
            with pytest.raises(Exception, match="version 1 of the rules of Pigeons"):
                await ann.ask("play_on", token="b" * 30, number=2, seat=0)
            again = (await ann.ask("rematch"))["table"]
            page = await ann.attach(again)
            assert page.sheet.state == "playing"
            # the one that went on ends with a plain word, and keeps its record
            page = await ann.attach(names[1])
            assert page.sheet.state == "dropped"
            assert page.sheet.notice.startswith("This table was made under version 1 of the rules of Pigeons")
            assert page.sheet.title == "Pigeons"
            assert not page.sheet.seed
            with pytest.raises(Exception, match="version 1 of the rules"):
                await ann.ask("replay")
            with pytest.raises(Exception, match="version 1 of the rules"):
                await ann.ask("name", name="Anna")
            assert not closed(house, names[1])
            status, text = await asyncio.to_thread(house.get, f"/api/tables/{names[1]}/record")
            assert status == 200
            record = Record.loads(text)
            assert (record.version, record.result) == (1, None)
            assert record.moves[0][1].startswith("play ")
            assert closed(house, names[1])
            assert (await asyncio.to_thread(house.get, f"/api/tables/{names[1]}/record"))[1] == text

    try:
        run(before())
        house.stop()
        house.upgrade()
        house.start()
        run(after())
    finally:
        house.close()


def closed(house: House, table: str) -> bool:
    return any(isinstance(unpack(line), Closed) for line in house.book(table).splitlines())


async def kept(house: House, table: str) -> None:
    """Wait until the film of this table is kept."""
    while True:
        with sqlite3.connect(house.store) as db:
            if db.execute("SELECT kept FROM shelf WHERE id = ?", (table,)).fetchone() == (1,):
                return
        await asyncio.sleep(0.1)


def test_a_table_whose_end_was_not_listed_is_listed_when_it_is_opened(tmp_path: Path) -> None:
    """The server died just after the last move: otherwise no film of it would ever be made."""

    async def story(store: Store) -> None:
        metrics = Metrics()
        aside = Aside(metrics)
        tables = live.LiveTables(store, LobbyPage(store, aside), aside, metrics)
        table = played_out(Evening()).table
        moves = [Moved(step.seat, step.move) for step in table.steps]
        await store.append("good", 0, [table.made, Began(), *moves], 1, LISTING)
        await tables.open("good")
        while await store.unkept("", 10) != ["good"]:
            await asyncio.sleep(0.01)
        await aside.close()

    with_store(str(tmp_path / "tables.db"), story)


def test_a_store_of_long_ago_shows_what_it_kept_under_later_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written by the first version that kept anything; every later one has to open it."""
    monkeypatch.setattr(live, "game_of", lambda name: later)

    async def story(store: Store) -> None:
        aside = Aside(Metrics())
        tables = live.LiveTables(store, LobbyPage(store, aside), aside, Metrics())
        visitor = Visitor("here")
        visitor.look_at(await tables.open("finished"))
        shown = await Replays(store, 1).show(visitor, m.Replay(everything=True, start=3, count=200))
        assert (shown.total, len(shown.frames)) == (11, 8)
        last = msgspec.json.decode(shown.frames[-1])
        assert last["number"] == 10
        assert [view["hand"] for view in last["others"]] == [[], []]
        record = Record.loads(await tables.record(await tables.open("finished")))
        assert record.result is not None
        assert len(record.moves) == 10
        for id in ("worded", "closed"):
            record = Record.loads(await tables.record(await tables.open(id)))
            assert [seat for seat, words in record.moves if words.startswith("play ")] == [0, 1, 0, 1]
        with pytest.raises(BadRecord, match="kept without their words"):
            await tables.record(await tables.open("playing"))
        await aside.close()

    with_store(str(kept_store(tmp_path, 2)), story)
