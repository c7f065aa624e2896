"""Damage in SQLite's write-ahead log. SQLite is silent about it; the server and `rumpus store` are not."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.cli.main import run as obey
from rumpus.service.store import Store, StoreError, StoreListener, open_store
from rumpus.service.store.sqlite import SqliteStore
from rumpus.service.store.wal import FRAME, HEADER, find_damage
from tests.service.test_stores import LISTING, MADE, with_store

Said = pytest.CaptureFixture[str]
PAGE = 4096
KILLED = """
import asyncio, os, signal, sys
from rumpus.service.store import Listing, StoreListener, open_store
from tests.service.test_stores import LISTING, MADE

async def write():
    store = open_store(sys.argv[1])
    await store.open(StoreListener())
    for number in range(int(sys.argv[2]), int(sys.argv[3])):
        assert await store.append(f"t{number:04}", 0, [MADE], 1, LISTING)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(write())
"""


def killed_server(path: Path, first: int, end: int) -> None:
    """Makes tables, one commit each, and is killed without a checkpoint."""
    done = subprocess.run([sys.executable, "-c", KILLED, str(path), str(first), str(end)], cwd=os.getcwd())
    assert done.returncode == -signal.SIGKILL


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def tables(path: Path) -> list[str]:
    """Tables that a server finds. It is stopped in good order."""
    found: list[str] = []

    async def read(store: Store) -> None:
        found.extend([id for id in NAMES if await store.read(id)])

    with_store(str(path), read)
    return found


NAMES = [f"t{number:04}" for number in range(40)]


@pytest.fixture(scope="module")
def killed_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    path = tmp_path_factory.mktemp("killed") / "tables.db"

    async def ten(store: Store) -> None:
        for name in NAMES[:10]:
            assert await store.append(name, 0, [MADE], 1, LISTING)

    with_store(str(path), ten)
    killed_server(path, 10, 22)
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


@pytest.fixture
def killed(tmp_path: Path, killed_files: dict[str, bytes]) -> Path:
    """A store with ten tables in its database and twelve more in its log."""
    for name, data in killed_files.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path / "tables.db"


def frames(path: Path) -> list[tuple[int, int]]:
    """Positions of a log's frames, with the size of the database after a commit."""
    data = beside(path, "-wal").read_bytes()
    places = range(HEADER.size, len(data), FRAME.size + PAGE)
    return [(place, struct.unpack_from(">I", data, place + 4)[0]) for place in places]


def change(path: Path, place: int, value: bytes | None = None) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        old = file.read(1)
        file.seek(place)
        file.write(value if value is not None else bytes([old[0] ^ 0x40]))


def damage_page(path: Path) -> None:
    change(beside(path, "-wal"), frames(path)[10][0] + 100)


def damage_last_commit(path: Path) -> None:
    change(beside(path, "-wal"), frames(path)[-1][0] + 100)


def damage_checksum(path: Path) -> None:
    change(beside(path, "-wal"), frames(path)[10][0] + 20)


def damage_salts(path: Path) -> None:
    change(beside(path, "-wal"), frames(path)[10][0] + 8)


def damage_header(path: Path) -> None:
    change(beside(path, "-wal"), 9)


def fill_with_zeros(path: Path) -> None:
    start = frames(path)[10][0]
    size = beside(path, "-wal").stat().st_size
    change(beside(path, "-wal"), start, bytes(size - start))


def truncate_frame(path: Path) -> None:
    os.truncate(beside(path, "-wal"), frames(path)[10][0])


def truncate_within_frame(path: Path) -> None:
    os.truncate(beside(path, "-wal"), frames(path)[-1][0] + 1000)


def truncate_header(path: Path) -> None:
    os.truncate(beside(path, "-wal"), 20)


def empty(path: Path) -> None:
    os.truncate(beside(path, "-wal"), 0)


def delete(path: Path) -> None:
    beside(path, "-wal").unlink()


DAMAGES: list[Callable[[Path], None]] = [
    damage_page, damage_last_commit, damage_checksum, damage_salts, damage_header, fill_with_zeros, truncate_frame,
    truncate_within_frame, truncate_header, empty, delete,
]  # fmt: skip
SEEN_WITHOUT_INDEX = (damage_page, damage_checksum, damage_salts, damage_header)
"""Damage with commits behind it. The others look like a log that was not written further."""


def test_a_killed_servers_log_is_whole(killed: Path, capsys: Said, caplog: pytest.LogCaptureFixture) -> None:
    assert sum(size > 0 for _, size in frames(killed)) >= 12
    assert obey(["store", "check", str(killed)]) == 0
    assert "Read: 22 tables" in capsys.readouterr().out
    assert len(tables(killed)) == 22
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert sorted(path.name for path in killed.parent.iterdir()) == ["tables.db", "tables.db.lock"]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damage_of_committed_tables_is_found_reported_and_kept(
    killed: Path, damage: Callable[[Path], None], capsys: Said, caplog: pytest.LogCaptureFixture
) -> None:
    damage(killed)
    wal = beside(killed, "-wal")
    broken = wal.read_bytes() if wal.exists() else None
    before = {path: path.read_bytes() for path in killed.parent.iterdir()}
    saved = killed.parent.parent / f"{killed.parent.name}-saved.db"
    for words in (["check", str(killed)], ["backup", str(saved), "--store", str(killed)]):
        assert obey(["store", *words]) == 1
        said = capsys.readouterr()
        assert str(wal) in said.err
        assert "may be missing" in said.err
        assert said.err.count("\n") == 1
        assert "Everything is intact" not in said.out
    assert obey(["store", "prune", "--older-than", "1d", "--store", str(killed)]) == 2
    assert "Start `rumpus serve` once" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in killed.parent.iterdir()} == before
    found = tables(killed)
    assert 10 <= len(found) < 22
    assert found == NAMES[: len(found)]
    [record] = [record for record in caplog.records if record.levelno >= logging.ERROR]
    facts = record.facts  # type: ignore[attr-defined]
    assert str(wal) in facts["error"]
    copy = beside(killed, "-wal.damaged-1")
    if broken:
        assert copy.read_bytes() == broken
        assert facts["copy"] == str(copy)
    caplog.clear()
    assert tables(killed) == found
    assert not caplog.records, "it was reported once"
    assert obey(["store", "check", str(killed)]) == 0


@pytest.mark.parametrize("damage", SEEN_WITHOUT_INDEX, ids=lambda damage: damage.__name__)
def test_damage_before_later_commits_is_found_without_the_index(killed: Path, damage: Callable[[Path], None]) -> None:
    """A copy of the machine's disk, or a look with another program, has no index of that time."""
    damage(killed)
    beside(killed, "-shm").unlink()
    assert obey(["store", "check", str(killed)]) == 1
    assert len(tables(killed)) < 22
    assert beside(killed, "-wal.damaged-1").exists()


def test_other_tables_go_on_after_damage(killed: Path) -> None:
    damage_page(killed)

    async def go_on(store: Store) -> None:
        for name in NAMES[:10]:
            assert len(await store.read(name)) == 1
        assert await store.append("new", 0, [MADE], 1, LISTING)

    with_store(str(killed), go_on)
    assert obey(["store", "check", str(killed)]) == 0


def test_a_second_damage_gets_a_file_of_its_own(killed: Path) -> None:
    damage_page(killed)
    assert tables(killed)
    killed_server(killed, 30, 39)
    damage_last_commit(killed)
    assert tables(killed)
    assert sorted(path.name for path in killed.parent.glob("*.damaged-*")) == [
        "tables.db-wal.damaged-1",
        "tables.db-wal.damaged-2",
    ]


def unfinished(path: Path) -> None:
    """Adds frames of a transaction that never ended, with valid checksums, as a kill leaves them."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA cache_size = 5")
    db.execute("PRAGMA wal_autocheckpoint = 0")
    db.execute("BEGIN")
    db.execute("CREATE TABLE filler (a)")
    db.executemany("INSERT INTO filler VALUES (?)", [(bytes(3000),)] * 100)
    spilled = beside(path, "-wal").read_bytes()
    index = beside(path, "-shm").read_bytes()
    db.execute("ROLLBACK")
    db.close()
    beside(path, "-wal").write_bytes(spilled)
    beside(path, "-shm").write_bytes(index)


TORN: dict[str, Callable[[Path], None]] = {
    "frames without a commit": lambda path: None,
    "a frame cut off": lambda path: os.truncate(beside(path, "-wal"), frames(path)[-1][0] + 1000),
    "a header cut off": lambda path: os.truncate(beside(path, "-wal"), frames(path)[-1][0] + 10),
    "a page that was not written": lambda path: change(beside(path, "-wal"), frames(path)[-9][0], bytes(FRAME.size)),
}


@pytest.mark.parametrize("index", [True, False], ids=["index", "no index"])
@pytest.mark.parametrize("torn", TORN)
def test_a_transaction_that_was_never_committed_is_no_damage(
    killed: Path, torn: str, index: bool, caplog: pytest.LogCaptureFixture
) -> None:
    whole = {path: path.read_bytes() for path in killed.parent.iterdir()}
    count = len(frames(killed))
    unfinished(killed)
    # `close` has checkpointed the committed frames into the database; as after a kill, they are in the log alone.
    killed.write_bytes(whole[killed])
    assert len(frames(killed)) > count + 10
    TORN[torn](killed)
    if not index:
        beside(killed, "-shm").unlink()
    assert find_damage(killed) is None
    assert obey(["store", "check", str(killed)]) == 0
    assert len(tables(killed)) == 22
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_last_commit_that_a_power_failure_may_have_torn_is_reported_as_such(killed: Path, capsys: Said) -> None:
    damage_last_commit(killed)
    beside(killed, "-shm").unlink()
    assert obey(["store", "check", str(killed)]) == 1
    assert "Unless a power failure interrupted it" in capsys.readouterr().err
    assert len(tables(killed)) == 21


def test_an_index_of_before_a_power_failure_hides_no_damage(killed: Path) -> None:
    old = beside(killed, "-shm").read_bytes()
    killed_server(killed, 22, 30)
    beside(killed, "-shm").write_bytes(old)
    assert find_damage(killed) is None
    change(beside(killed, "-wal"), frames(killed)[-8][0] + 100)
    assert find_damage(killed) is not None


def test_a_damaged_log_is_not_needed_if_the_database_holds_its_changes(tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "tables.db"

    async def prepare(store: Store) -> None:
        assert await store.append("t0000", 0, [MADE], 1, LISTING)

    with_store(str(path), prepare)
    db = sqlite3.connect(path, isolation_level=None)
    killed_server(path, 1, 30)
    db.execute("PRAGMA wal_checkpoint(PASSIVE)")
    left = {name: beside(path, name).read_bytes() for name in ("", "-wal", "-shm")}
    db.close()
    for name, data in left.items():
        beside(path, name).write_bytes(data)
    damage_page(path)
    assert obey(["store", "check", str(path)]) == 1
    said = capsys.readouterr()
    assert "nothing is lost" in said.err
    assert "Read: 30 tables" in said.out
    assert len(tables(path)) == 30
    assert beside(path, "-wal.damaged-1").exists()


def test_a_log_without_its_store_is_never_deleted(killed: Path, tmp_path: Path, capsys: Said) -> None:
    log = beside(killed, "-wal").read_bytes()
    full = tmp_path / "full" / "tables.db"
    full.parent.mkdir()

    async def one(store: Store) -> None:
        assert await store.append("full", 0, [MADE], 1, LISTING)

    with_store(str(full), one)
    for missing in (False, True):
        os.truncate(killed, 0)
        if missing:
            killed.unlink()
        with pytest.raises(StoreError, match="is missing or empty, but"):
            asyncio.run(open_store(str(killed)).open(StoreListener()))
        for words in (
            ["check", str(killed)],
            ["backup", str(tmp_path / "saved.db"), "--store", str(killed)],
            ["prune", "--older-than", "1d", "--store", str(killed)],
            ["restore", str(full), "--store", str(killed)],
            ["restore", str(full), "--store", str(killed), "--replace"],
        ):
            assert obey(["store", *words]) == 2
            assert capsys.readouterr().err.count("\n") == 1
            assert beside(killed, "-wal").read_bytes() == log
    assert not (tmp_path / "saved.db").exists()


@pytest.mark.long
def test_a_log_is_checked_while_a_server_writes(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def whole() -> None:
        store = SqliteStore(str(path))
        await store.open(StoreListener())
        done = asyncio.Event()

        async def write() -> int:
            count = 0
            while not done.is_set():
                assert await store.append(f"w{count}", 0, [MADE], 1, LISTING)
                count += 1
            return count

        writing = asyncio.create_task(write())
        for _ in range(4):
            assert await asyncio.to_thread(look_elsewhere, path) == "[]\n"
        done.set()
        assert await writing > 30
        await store.close()

    asyncio.run(whole())


LOOK = """
import pathlib, sys, time
from rumpus.service.store.wal import find_damage
end = time.monotonic() + 1
found = []
while time.monotonic() < end:
    found.append(find_damage(pathlib.Path(sys.argv[1])))
print([damage for damage in found if damage])
"""


def look_elsewhere(path: Path) -> str:
    """Looks from another process: SQLite's locks belong to processes."""
    done = subprocess.run([sys.executable, "-c", LOOK, str(path)], check=True, capture_output=True, text=True)
    return done.stdout
