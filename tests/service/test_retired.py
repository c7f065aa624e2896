"""Finished games replay for ever: what they showed is kept when they end, whatever becomes of the rules."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from rumpus.client import Client
from rumpus.core.catalogue import every_game
from rumpus.core.errors import BadRecord
from rumpus.core.record import Record
from rumpus.service import service as service_module
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.environment import THREADS
from rumpus.service.runtime.settings import Settings
from rumpus.service.service import GameService
from rumpus.service.store import WRITE_FAILED, DamagedJournal, Store, StoreError, open_store
from rumpus.service.store.sqlite import SqliteStore
from rumpus.service.tables import live
from rumpus.service.tables.archive_worker import ArchiveReply, ArchiveRequest
from rumpus.service.tables.archiving import ArchiveProcess, Archiver, ArchiveWorker
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.replays import Replays
from rumpus.table import archive
from rumpus.table.archive import FRAMES_PER_PART, archived_frames, pack_archive, read_archive, read_part
from rumpus.table.entries import Began, Closed, Entry, Moved, unpack
from rumpus.table.replay import table_frames
from tests.service.parts import live_tables
from tests.service.test_stores import LISTING, MADE, with_store
from tests.service.test_wire import kept_store
from tests.table.scenario import ANN, BEN, TableScenario, made
from tests.web.local_server import LocalServer, install_pigeons
from tests.web.test_live import play_out, run, until
from tests.web.upgrade_from_v2 import game as later

OVER = msgspec.structs.replace(LISTING, state="over")


def played_out(evening: TableScenario) -> TableScenario:
    match = evening.table.match
    assert match is not None
    while seats := match.position.to_act():
        evening.decide(seats[0], second=evening.second + 1)
    return evening


def whole_journal() -> list[Entry]:
    table = played_out(TableScenario()).table
    return [table.made, Began(), *[Moved(step.seat, step.move) for step in table.steps]]


def branch() -> TableScenario:
    first = TableScenario()
    for seat in (ANN, BEN, ANN):
        first.decide(seat)
    return TableScenario(made(seed="other luck", base=first.table.base_after(3)))


@pytest.mark.parametrize("evening", [TableScenario, branch], ids=["a whole match", "a match that goes on from another"])
def test_what_is_kept_is_what_a_replay_shows(evening: Callable[[], TableScenario]) -> None:
    table = played_out(evening()).table
    kept = list(archived_frames(table))
    for eyes in (None, ANN, BEN):
        for everything in (False, True):
            replay = [frame.frame_for(eyes, everything) for frame in kept]
            assert replay == list(table_frames(table, eyes, everything))


@pytest.mark.parametrize("name", [game.name for game in every_game(print)])
def test_every_game_can_be_kept(name: str) -> None:
    game = next(game for game in every_game(print) if game.name == name)
    seats = min(game.seat_counts())
    evening = TableScenario(made(game, ["Ann", "Ben"][:seats], game.options(seats=seats).changed()), game)
    for _ in range(40):
        match = evening.table.match
        assert match is not None
        if owing := match.position.to_act():
            evening.decide(owing[-1])
    table = evening.table
    kept = msgspec.json.decode(msgspec.json.encode(list(archived_frames(table))), type=list[archive.ArchivedFrame])
    steps = [(step.seat, step.words) for step in table.walk()]
    assert [(frame.seat, frame.words) for frame in kept] == steps


def test_a_long_replay_is_archived_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "FRAMES_PER_PART", 4)
    table = played_out(TableScenario()).table
    head, *parts = pack_archive(table)
    assert table.match is not None
    assert read_archive(head).record == table.match.record.dumps()
    assert read_archive(head).frame_count == 11
    assert [len(read_part(part)) for part in parts] == [4, 4, 3]
    monkeypatch.setattr(archive, "MAX_BYTES", 100)
    head, *parts = pack_archive(table)
    assert (read_archive(head).frame_count, parts) == (0, [])
    assert FRAMES_PER_PART == 32
    for data in (b"", b"no film", head[:-9]):
        with pytest.raises(BadRecord, match="cannot be read"):
            read_part(data)


def test_both_stores_keep_archives(url: str) -> None:
    async def scenario(store: Store) -> None:
        await store.append("ended", 0, [MADE], 1_000, OVER)
        await store.append("going", 0, [MADE], 1_000, msgspec.structs.replace(LISTING, state="playing"))
        assert "ended" in await store.unarchived("", 1000)
        assert "going" not in await store.unarchived("", 1000)
        assert "ended" not in await store.unarchived("ended", 1000)
        assert await store.read_part("ended", 0) is None
        await store.save_archive("ended", [b"head", b"one", b"two"])
        await store.save_archive("swept meanwhile", [b"head"])
        assert [await store.read_part("ended", part) for part in range(4)] == [b"head", b"one", b"two", None]
        assert await store.read_part("swept meanwhile", 0) is None
        for review in (b"first", b"again"):
            await store.save_part("ended", -1, review)
            await store.save_part("swept meanwhile", -1, review)
        assert [await store.read_part("ended", part) for part in (-2, -1, 0)] == [None, b"again", b"head"]
        assert await store.read_part("swept meanwhile", -1) is None
        assert "ended" not in await store.unarchived("", 1000)
        await store.list_table("ended", 1_001, OVER)
        assert "ended" not in await store.unarchived("", 1000)
        await store.delete_untouched(1_002)
        assert [await store.read_part("ended", part) for part in (-1, 0)] == [None, None]

    with_store(url, scenario)


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def keep(store: Store) -> None:
        await store.append("ended", 0, [MADE], 1, OVER)
        await store.save_archive("ended", [b"head", b"part"])

    async def sample(store: Store) -> None:
        assert await store.read_part("ended", 0) == b"head"
        with pytest.raises(DamagedJournal, match="part 1 is not what was written"):
            await store.read_part("ended", 1)

    with_store(str(path), keep)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE keepsake SET data = x'00' WHERE part = 1")
    with_store(str(path), sample)


def test_a_table_that_cannot_be_archived_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", install_pigeons(tmp_path / "packages"))

    async def scenario(store: Store) -> None:
        await store.append("a bad one", 0, [MADE], 1, OVER)
        await store.append("good", 0, whole_journal(), 1, OVER)
        archiver = Archiver(store, ArchiveProcess.start)
        await archiver.archive_finished()
        assert archiver.failed == {"a bad one"}
        head = await store.read_part("good", 0)
        assert head is not None
        assert read_archive(head).frame_count == 11

    with_store(str(tmp_path / "tables.db"), scenario)


def test_a_store_in_trouble_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", install_pigeons(tmp_path / "packages"))

    async def refuses(store: Store, table: str, parts: Sequence[bytes]) -> None:
        raise StoreError(WRITE_FAILED)

    async def scenario(store: Store) -> None:
        await store.append("good", 0, whole_journal(), 1, OVER)
        archiver = Archiver(store, ArchiveProcess.start)
        with monkeypatch.context() as patch:
            patch.setattr(SqliteStore, "save_archive", refuses)
            with pytest.raises(StoreError):
                await archiver.archive_finished()
        await archiver.archive_finished()
        assert await store.unarchived("", 10) == []

    with_store(str(tmp_path / "tables.db"), scenario)


async def ask_replay(client: Client, seat: int | None, everything: bool) -> list[object]:
    frames: list[object] = []
    total = 1
    while len(frames) < total:
        some = await client.ask("replay", seat=seat, everything=everything, start=len(frames), count=7)
        total = some["total"]
        frames += some["frames"]
    return frames


def test_a_finished_table_outlives_its_rules(tmp_path: Path) -> None:
    service = LocalServer(tmp_path, bots=1).start()
    shown: list[object] = []
    names: list[str] = []

    async def sample(client: Client, table: str) -> list[object]:
        page = await client.attach(table)
        table_view = msgspec.to_builtins(page.table_view)
        for seat in table_view["seats"]:
            seat.update(here=False, away=0)
        replays = [
            await ask_replay(client, seat, everything) for seat, everything in [(None, False), (0, False), (1, True)]
        ]
        record = await asyncio.to_thread(service.get, f"/api/tables/{table}/record")
        return [table_view, [line.text for line in page.log], replays, record]

    async def before() -> None:
        async with Client(service.url, token="a" * 30) as ann:
            names.append(await ann.quick("pigeons", ["greedy"], name="Ann"))
            await play_out(ann)
            shown.extend(await sample(ann, names[0]))
            await kept(service, names[0])
            assert await sample(ann, names[0]) == shown, "the replay shows what the rules did"
            names.append(await ann.quick("pigeons", ["greedy"], name="Ann"))
            page = await until(ann, lambda page: page.moves)
            await ann.move(page.moves[0])

    async def after() -> None:
        async with Client(service.url, token="a" * 30) as ann:
            assert await sample(ann, names[0]) == shown
            with pytest.raises(Exception, match="version 1 of the rules of Pigeons"):
                await ann.ask("play_on", token="b" * 30, number=2, seat=0)
            again = (await ann.ask("rematch"))["table"]
            page = await ann.attach(again)
            assert page.table_view.state == "playing"
            # the one that went on ends with a plain word, and keeps its record
            page = await ann.attach(names[1])
            assert page.table_view.state == "dropped"
            assert page.table_view.notice.startswith("This table was created under version 1 of the rules of Pigeons")
            assert page.table_view.title == "Pigeons"
            assert not page.table_view.seed
            with pytest.raises(Exception, match="version 1 of the rules"):
                await ann.ask("replay")
            with pytest.raises(Exception, match="version 1 of the rules"):
                await ann.ask("name", name="Anna")
            assert not closed(service, names[1])
            status, text = await asyncio.to_thread(service.get, f"/api/tables/{names[1]}/record")
            assert status == 200
            record = Record.loads(text)
            assert (record.version, record.result) == (1, None)
            assert record.moves[0][1].startswith("play ")
            assert closed(service, names[1])
            assert (await asyncio.to_thread(service.get, f"/api/tables/{names[1]}/record"))[1] == text

    try:
        run(before())
        service.stop()
        service.upgrade()
        service.start()
        run(after())
    finally:
        service.close()


def closed(service: LocalServer, table: str) -> bool:
    return any(isinstance(unpack(line), Closed) for line in service.journal(table).splitlines())


async def kept(service: LocalServer, table: str) -> None:
    while True:
        with sqlite3.connect(service.store) as db:
            if db.execute("SELECT kept FROM shelf WHERE id = ?", (table,)).fetchone() == (1,):
                return
        await asyncio.sleep(0.1)


def test_a_table_whose_end_was_not_listed_is_listed_when_it_is_opened(tmp_path: Path) -> None:
    """The server died just after the last move. Unlisted, the table would never be archived."""

    async def scenario(store: Store) -> None:
        tables = live_tables(store)
        await store.append("good", 0, whole_journal(), 1, LISTING)
        await tables.open("good")
        while await store.unarchived("", 10) != ["good"]:
            await asyncio.sleep(0.01)
        await tables.background.close()

    with_store(str(tmp_path / "tables.db"), scenario)


@pytest.mark.parametrize("ended", [True, False])
def test_only_a_game_that_goes_on_is_closed_for_its_record(
    ended: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules have changed, and the table has no archive. A game that is over may get one from another server."""
    monkeypatch.setattr(live, "game_of", lambda name: later)

    async def scenario(store: Store) -> None:
        tables = live_tables(store)
        journal = [
            Moved(entry.seat, entry.move, words="play 1") if isinstance(entry, Moved) else entry
            for entry in (whole_journal() if ended else whole_journal()[:-1])
        ]
        await store.append("good", 0, journal, 1, OVER if ended else LISTING)
        record = Record.loads(await tables.record(await tables.open("good")))
        assert (record.version, record.result) == (1, None)
        written = [one.entry for one in await store.read("good")]
        assert any(isinstance(entry, Closed) for entry in written) != ended
        await tables.background.close()

    with_store(str(tmp_path / "tables.db"), scenario)


def test_a_table_that_ends_just_before_the_server_is_archived(tmp_path: Path) -> None:
    service = LocalServer(tmp_path, bots=1).start()
    names: list[str] = []

    async def before() -> None:
        async with Client(service.url, token="a" * 30) as ann:
            for _ in range(3):
                names.append(await ann.quick("pigeons", ["greedy"], name="Ann"))
                await play_out(ann)

    async def after() -> None:
        async with Client(service.url, token="a" * 30) as ann:
            for name in names:
                page = await ann.attach(name)
                assert page.table_view.state == "over"
                assert (await ann.ask("replay", everything=True))["total"] == 11

    try:
        run(before())
        began = time.monotonic()
        service.stop()
        # One start of Python, which takes its time while other tests run.
        assert time.monotonic() - began < 8.0
        service.upgrade()
        service.start()
        run(after())
    finally:
        service.close()


class SlowWorker(ArchiveWorker):
    """Archives nothing, for as long as it may."""

    def __init__(self, tables: list[str]) -> None:
        self.tables = tables
        self.closed = False

    async def archive(self, request: ArchiveRequest) -> ArchiveReply:
        self.tables.append(request.table)
        await asyncio.Event().wait()
        raise AssertionError

    async def close(self) -> None:
        self.closed = True


def test_the_last_archives_take_no_longer_than_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_module, "FINISH_SECONDS", 0.1)

    async def refused(*_: object) -> bool:
        return False

    monkeypatch.setattr(SqliteStore, "lease", refused)  # another server has it, and may have other rules

    async def scenario() -> None:
        service = GameService(Settings(), open_store(str(tmp_path / "tables.db")), [])
        await service.open()
        await service.store.append("good", 0, whole_journal(), 1, LISTING)
        tried: list[str] = []
        worker = SlowWorker(tried)

        async def start() -> ArchiveWorker:
            return worker

        await service.tables.open("good")
        await service.close(Archiver(service.store, start).archive_rest)
        assert tried == ["good"], "its listing was written first"
        assert worker.closed

    run(scenario())


def test_a_signal_to_all_processes_does_not_end_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", install_pigeons(tmp_path / "packages"))

    async def scenario(store: Store) -> None:
        await store.append("good", 0, whole_journal(), 1, OVER)
        worker = await ArchiveProcess.start()
        journal = [(one.entry, one.when) for one in await store.read("good")]
        assert (await worker.archive(ArchiveRequest("good", journal))).parts
        for number in (signal.SIGTERM, signal.SIGINT):
            worker.process.send_signal(number)
        assert (await worker.archive(ArchiveRequest("good", journal))).parts
        await worker.close()

    with_store(str(tmp_path / "tables.db"), scenario)


def test_a_store_of_long_ago_shows_what_it_kept_under_later_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "game_of", lambda name: later)

    async def scenario(store: Store) -> None:
        tables = live_tables(store)
        visitor = Visitor("here")
        visitor.watch(await tables.open("finished"))
        shown = await Replays(store, 1, THREADS).show(visitor, m.Replay(everything=True, start=3, count=200))
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
        with pytest.raises(BadRecord, match="kept without their names"):
            await tables.record(await tables.open("playing"))
        await tables.background.close()

    with_store(str(kept_store(tmp_path, 2)), scenario)
