"""`rumpus store`: what a host does with the tables that are kept, also while people play."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rumpus.cli.main import run as obey
from rumpus.client import Client
from rumpus.service.runtime.environment import SYSTEM_CLOCK
from rumpus.service.store import ARCHIVE_TIME, fingerprint
from rumpus.service.store.copying import COLUMNS
from rumpus.service.store.sqlite import migrate
from rumpus.table.entries import Moved, unpack
from tests.service.test_wire import kept_store
from tests.web.local_server import serving
from tests.web.test_live import asynchronous, play_out, run, until

Said = pytest.CaptureFixture[str]


def rows(path: Path | str) -> dict[str, list[tuple[object, ...]]]:
    with sqlite3.connect(path) as db:
        return {
            table: db.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY 1, 2").fetchall()
            for table, names in COLUMNS.items()
        }


@pytest.fixture
def full(tmp_path: Path) -> Path:
    path = kept_store(tmp_path, 2)
    with sqlite3.connect(path) as db:
        migrate(db)
        db.execute("INSERT INTO profile VALUES ('ann', 'Ann', 'owl', 'blue', 1, 2, 0, 1)")
        db.execute("INSERT INTO tournament VALUES ('cup', 'ann', 'open', 1, 1, 9, 2, 'w', 1, 2, '{}')")
        db.execute("INSERT INTO tournament_entry VALUES ('cup', 0, 1, '{}')")
        db.execute("INSERT INTO entrant VALUES ('cup', 'ann')")
    return path


def test_a_copy_has_every_column(full: Path) -> None:
    with sqlite3.connect(full) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")} - {"proof"}
        assert tables == set(COLUMNS)
        for table, names in COLUMNS.items():
            assert {row[1] for row in db.execute(f"PRAGMA table_info({table})")} == set(names), table


@asynchronous
async def test_a_backup_is_made_while_people_play(tmp_path: Path, capsys: Said) -> None:
    with serving(tmp_path, bots=1) as service:
        saved = tmp_path / "saved.db"
        promised: dict[str, int] = {}

        async def play(number: int, enough: asyncio.Event) -> None:
            async with Client(service.url) as ann:
                while not enough.is_set():
                    table = await ann.make("pigeons", ["me", "random"], name=f"Ann {number}")
                    async for page in ann.pages():
                        if page.moves:
                            await ann.move(page.moves[0])
                            promised[table] = promised.get(table, 0) + 1

        enough = asyncio.Event()
        people = [asyncio.create_task(play(number, enough)) for number in range(4)]
        while len(promised) < 8:
            await asyncio.sleep(0.05)
        before = dict(promised)
        words = ["store", "backup", str(saved), "--store", service.store]
        assert await asyncio.to_thread(obey, words) == 0
        during = dict(promised)
        enough.set()
        await asyncio.gather(*people)
        moves: dict[str, int] = {}
        for id, _, _, entry, _ in rows(saved)["book"]:
            assert isinstance(id, str)
            assert isinstance(entry, bytes)
            found = unpack(entry)
            moves[id] = moves.get(id, 0) + (isinstance(found, Moved) and found.seat == 0)
        for table, count in before.items():
            assert count <= moves[table] <= during[table] + 1
    assert await asyncio.to_thread(obey, ["store", "check", "--replay", str(saved)]) == 0
    assert "Everything is intact" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.glob("saved*")) == ["saved.db"]
    with serving(tmp_path / "again", store=str(saved)):
        pass


def test_a_backup_is_restored_and_nothing_is_overwritten_by_mistake(full: Path, tmp_path: Path, capsys: Said) -> None:
    saved, store = tmp_path / "saved.db", tmp_path / "new" / "tables.db"
    assert obey(["store", "backup", str(saved), "--store", str(full)]) == 0
    assert obey(["store", "restore", str(saved), "--store", str(store)]) == 0
    assert rows(store) == rows(full)
    with sqlite3.connect(store) as db:
        db.execute("DELETE FROM shelf WHERE id = 'finished'")
    changed = rows(store)
    for words in (["restore", str(saved), "--store", str(store)], ["backup", str(store), "--store", str(saved)]):
        assert obey(["store", *words]) == 2
        assert "tables already. Use --replace" in capsys.readouterr().err
        assert rows(store) == changed
    assert obey(["store", "restore", str(saved), "--store", str(store), "--replace"]) == 0
    assert rows(store) == rows(full)


def test_a_backup_removes_what_killed_ones_left_and_nothing_else(full: Path, tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    folder = tmp_path / "backups"
    folder.mkdir()
    alive = os.getppid()
    gone = [
        f"monday.db.rumpus-{dead.pid}.part",
        f"monday.db.rumpus-{dead.pid}.part-journal",
        f"saved.db.rumpus-{os.getpid()}.part",
        f"sunday.db.rumpus-{alive}.part",
    ]
    kept = [f"monday.db.rumpus-{alive}.part", f"film.{dead.pid}.part", "thesis.part", "x.rumpus-me.part"]
    for name in gone + kept:
        (folder / name).write_bytes(b"half of a store")
    hours_ago = time.time() - 2 * 3600
    os.utime(folder / f"sunday.db.rumpus-{alive}.part", (hours_ago, hours_ago))
    assert obey(["store", "backup", str(folder / "saved.db"), "--store", str(full)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == sorted([*kept, "saved.db"])
    assert rows(folder / "saved.db") == rows(full)


def test_a_store_that_is_served_is_not_replaced(full: Path, tmp_path: Path, capsys: Said) -> None:
    with serving(tmp_path, bots=1) as service:
        assert obey(["store", "restore", str(full), "--store", service.store, "--replace"]) == 2
        assert "nother server is using" in capsys.readouterr().err


def test_tables_go_from_sqlite_to_postgresql_and_back(full: Path, tmp_path: Path, database: str, capsys: Said) -> None:
    back = tmp_path / "back.db"
    assert obey(["store", "check", database]) == 2
    assert "There is no Rumpus store in this database" in capsys.readouterr().err
    assert obey(["store", "copy", str(full), database]) == 0
    assert obey(["store", "check", "--replay", database]) == 0
    assert obey(["store", "copy", database, str(back)]) == 0
    assert rows(back) == rows(full)
    assert obey(["store", "copy", str(full), database]) == 2
    assert "tables already" in capsys.readouterr().err
    with serving(tmp_path, store=database, keep_days=36500) as service:
        assert obey(["store", "copy", str(full), database, "--replace"]) == 2
        assert "A server is using this database" in capsys.readouterr().err
        assert obey(["store", "backup", str(tmp_path / "alive.db"), "--store", database]) == 0

        async def scenario() -> None:
            async with Client(service.url) as ann:
                await ann.attach("finished")
                assert len((await ann.ask("replay"))["frames"]) == 11
                await ann.quick("pigeons", ["greedy"])
                await play_out(ann)

        run(scenario())
    while obey(["store", "copy", str(full), database, "--replace"]) == 2:
        assert "A server is using" in capsys.readouterr().err  # its connections take a moment to be noticed gone
    assert obey(["store", "copy", database, str(back), "--replace"]) == 0
    assert rows(back) == rows(full)


def test_every_column_is_copied(full: Path) -> None:
    with sqlite3.connect(full) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        there = {table: tuple(row[1] for row in db.execute(f"PRAGMA table_info({table})")) for table in tables}
    del there["proof"]  # a row of each server's own
    assert there == COLUMNS


def test_a_store_of_long_ago_is_copied_into_one_of_today(tmp_path: Path, capsys: Said) -> None:
    old, new = kept_store(tmp_path, 1), tmp_path / "new.db"
    before = old.read_bytes()
    assert obey(["store", "copy", str(old), str(new)]) == 0
    assert obey(["store", "check", "--replay", str(new)]) == 0
    assert old.read_bytes() == before
    assert len(rows(new)["book"]) == 36
    assert obey(["store", "prune", "--older-than", "1d", "--store", str(old)]) == 2
    assert "earlier version" in capsys.readouterr().err


DAMAGE = {
    "UPDATE book SET entry = CAST(replace(entry, 'Ann', 'Eve') AS BLOB) WHERE id = 'worded'": "worded: entry 0 is not",
    "UPDATE book SET at = at + 1 WHERE id = 'worded' AND seq = 3": "worded: entry 3 is not what was written there",
    "DELETE FROM book WHERE id = 'worded' AND seq = 3": "worded: entry 3 is missing",
    "DELETE FROM book WHERE id = 'worded'": "worded: it is listed, but has no journal",
    "DELETE FROM shelf WHERE id = 'worded'": "worded: it has a journal, but is not listed",
    "UPDATE shelf SET row = x'00' WHERE id = 'worded'": "worded: its listing cannot be read",
    "UPDATE keepsake SET data = x'00' WHERE part = 1": "finished: part 1 of its archive is not what was written",
    "DELETE FROM keepsake": "finished: its archive is missing",
}


@pytest.mark.parametrize("flip", DAMAGE)
def test_a_check_says_what_is_wrong(full: Path, tmp_path: Path, flip: str, capsys: Said) -> None:
    with sqlite3.connect(full) as db:
        db.execute(flip)
    assert obey(["store", "check", str(full)]) == 1
    said = capsys.readouterr()
    assert DAMAGE[flip] in said.err
    assert "1 damaged" in said.out
    # a copy is made nevertheless, and the damage is still seen in it
    assert obey(["store", "backup", str(tmp_path / "saved.db"), "--store", str(full)]) == 1
    assert rows(tmp_path / "saved.db") == rows(full)


def test_a_review_is_kept_copied_and_checked_with_its_table(full: Path, tmp_path: Path, capsys: Said) -> None:
    def kept(data: bytes) -> None:
        with sqlite3.connect(full) as db:
            line = ("finished", -1, data, fingerprint("finished", -1, ARCHIVE_TIME, data))
            db.execute("INSERT OR REPLACE INTO keepsake VALUES (?, ?, ?, ?)", line)

    kept(b'{"game": "any"}')
    assert obey(["store", "check", str(full)]) == 0
    assert "1 kept replays" in capsys.readouterr().out
    assert obey(["store", "backup", str(tmp_path / "saved.db"), "--store", str(full)]) == 0
    assert rows(tmp_path / "saved.db") == rows(full)
    kept(b"{")
    assert obey(["store", "check", str(full)]) == 1
    assert "finished: part -1 of its archive cannot be read" in capsys.readouterr().err


def test_a_check_plays_every_table_again(full: Path, capsys: Said) -> None:
    with sqlite3.connect(full) as db:
        (data,) = db.execute("SELECT entry FROM book WHERE id = 'playing' AND seq = 11").fetchone()
        wrong = data.replace(b'"move":4', b'"move":13')
        mark = fingerprint("playing", 11, 1700000011000, wrong)
        db.execute("UPDATE book SET entry = ?, mark = ? WHERE id = 'playing' AND seq = 11", (wrong, mark))
    assert obey(["store", "check", str(full)]) == 0
    assert obey(["store", "check", "--replay", str(full)]) == 1
    assert "table playing: it cannot be played again: You do not hold the 13" in capsys.readouterr().err


@asynchronous
async def test_old_tables_are_forgotten_while_people_play(full: Path, tmp_path: Path, capsys: Said) -> None:
    with sqlite3.connect(full) as db:
        db.execute("UPDATE shelf SET touched = ? WHERE id = 'branched'", (SYSTEM_CLOCK.wall_ms() - 80 * 86_400_000,))
        db.execute("UPDATE shelf SET state = 'over' WHERE state = 'playing'")
    with serving(tmp_path, store=str(full), bots=1, keep_days=36500) as service:
        async with Client(service.url) as ann:
            await ann.quick("pigeons", ["greedy"])
            await until(ann, lambda page: page.moves)
            words = ["store", "prune", "--older-than", "90d", "--store", str(full)]
            assert await asyncio.to_thread(obey, words) == 0
            await play_out(ann)
    assert "Deleted 6 tables unused for 90d." in capsys.readouterr().out
    left = rows(full)
    assert len(left["shelf"]) == 2
    assert {row[0] for row in left["book"]} == {row[0] for row in left["shelf"]}
    words = ["store", "prune", "--older-than", "11w", "--store", str(full)]
    assert await asyncio.to_thread(obey, words) == 0
    assert "Deleted 1 table unused for 11w" in capsys.readouterr().out


def test_old_tables_of_a_database_are_forgotten(full: Path, database: str, capsys: Said) -> None:
    assert obey(["store", "copy", str(full), database]) == 0
    assert obey(["store", "prune", "--older-than", "9w", "--store", database]) == 0
    assert "7 tables" in capsys.readouterr().out
    assert obey(["store", "check", database]) == 0
    assert "0 tables, 0 entries, 0 kept replays" in capsys.readouterr().out


@pytest.mark.parametrize("older", ["", "90", "0d", "-1d", "d", "1y", "99999999999999d", "ninety days"])
def test_how_long_is_said_plainly(full: Path, older: str, capsys: Said) -> None:
    before = rows(full)
    assert obey(["store", "prune", "--older-than", older, "--store", str(full)]) == 2
    assert "Use hours, days or weeks" in capsys.readouterr().err
    assert rows(full) == before


def wrong_files(folder: Path, full: Path) -> dict[str, str]:
    """Files that people may take for a backup, and the error for each."""
    whole = full.read_bytes()
    (folder / "text.db").write_text("not a store\n" * 500)
    (folder / "empty.db").write_bytes(b"")
    (folder / "half.db").write_bytes(whole[: len(whole) // 2])
    (folder / "page.db").write_bytes(whole[:-4096])
    (folder / "holes.db").write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    (folder / "folder.db").mkdir()
    with sqlite3.connect(folder / "notes.db") as db:
        db.execute("CREATE TABLE notes (text)")
    return {
        "text.db": "file is not a database",
        "empty.db": "is not a Rumpus store",
        "half.db": "malformed|damaged",
        "page.db": "malformed|damaged",
        "holes.db": "malformed|damaged",
        "folder.db": "there is no store",
        "notes.db": "not a Rumpus store",
        "missing.db": "there is no store",
    }


def test_a_wrong_file_is_refused_and_nothing_changes(full: Path, tmp_path: Path, capsys: Said) -> None:
    files = wrong_files(tmp_path, full)
    before = rows(full)
    for name, why in files.items():
        wrong = tmp_path / name
        was = wrong.read_bytes() if wrong.is_file() else b""
        fresh = tmp_path / "fresh.db"
        for words in (
            ["restore", str(wrong), "--store", str(full), "--replace"],
            ["restore", str(wrong), "--store", str(fresh)],
            ["check", str(wrong)],
            ["prune", "--older-than", "1d", "--store", str(wrong)],
        ):
            assert obey(["store", *words]) == 2, (name, words)
            said = capsys.readouterr().err
            assert re.search(why, said, re.IGNORECASE), (name, said)
            assert said.count("\n") == 1
        if name not in ("missing.db", "empty.db", "half.db", "page.db", "holes.db"):
            # nor is it written over, whatever is asked for
            assert obey(["store", "backup", str(wrong), "--store", str(full), "--replace"]) == 2, name
            capsys.readouterr()
        assert (wrong.read_bytes() if wrong.is_file() else b"") == was
        assert rows(full) == before
        assert not fresh.exists()
    assert not list(tmp_path.glob("*.part"))


def test_a_store_is_not_copied_onto_itself(full: Path, tmp_path: Path, capsys: Said) -> None:
    (tmp_path / "link.db").symlink_to(full)
    for target in (full, tmp_path / "link.db"):
        assert obey(["store", "backup", str(target), "--store", str(full), "--replace"]) == 2
        assert "onto itself" in capsys.readouterr().err


def test_a_database_that_is_not_there_is_said_in_a_sentence(tmp_path: Path, full: Path, capsys: Said) -> None:
    nowhere = "postgresql://nobody@127.0.0.1:1/none"
    for words in (["check", nowhere], ["copy", nowhere, str(tmp_path / "x.db")], ["copy", str(full), nowhere]):
        assert obey(["store", *words]) == 2
        assert "The PostgreSQL store cannot be opened" in capsys.readouterr().err
    assert not (tmp_path / "x.db").exists()
