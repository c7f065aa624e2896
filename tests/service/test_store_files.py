"""Files that are no store, cannot be used, or change under a running server."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.cli.main import run as obey
from rumpus.service.store import WRITE_FAILED, Listing, Store, StoreError, StoreListener, open_store
from rumpus.service.store.sqlite import SqliteStore
from rumpus.table.entries import Began, Moved
from tests.service.test_stores import MADE, with_store

Said = pytest.CaptureFixture[str]
PAGE = 4096
LISTED = Listing("playing", True, True, b'{"name":"' + b"n" * 300 + b'"}')
OBEY_UNPRIVILEGED = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"] if os.geteuid() == 0 else []
"""Root may write every file otherwise."""


def make_store(path: Path, tables: int = 1) -> None:
    async def write(store: Store) -> None:
        await asyncio.gather(
            *(store.append(f"t{number:03}", 0, [MADE, Began(), Moved(0, 3)], 5, LISTED) for number in range(tables))
        )

    with_store(str(path), write)


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


def with_folder(ending: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        make_store(path)
        beside(path, ending).mkdir()

    return make


UNUSABLE: dict[str, Callable[[Path], object]] = {
    "a folder": Path.mkdir,
    "a FIFO": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/null"),
    "an endless device": lambda path: path.symlink_to("/dev/zero"),
    "a link to itself": link_to_itself,
    "text": lambda path: path.write_text("not a store\n" * 500),
    "a folder in place of the log": with_folder("-wal"),
    "a folder in place of the index": with_folder("-shm"),
    "a name of 300 letters": lambda path: None,
}


def content(folder: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        for path in folder.rglob("*")
        if not path.name.endswith((".lock", "-shm", "-wal"))
    }


@pytest.mark.parametrize("kind", UNUSABLE)
def test_what_cannot_be_a_store_is_refused_in_a_sentence(tmp_path: Path, kind: str, capsys: Said) -> None:
    good = tmp_path / "good.db"
    make_store(good)
    (tmp_path / "bad").mkdir()
    bad = tmp_path / "bad" / ("n" * 300 if "300" in kind else "bad.db")
    UNUSABLE[kind](bad)
    before = content(tmp_path)
    with pytest.raises(StoreError) as refusal:
        asyncio.run(open_store(str(bad)).open(StoreListener()))
    assert "Errno" not in str(refusal.value)
    for words in (
        ["check", str(bad)],
        ["backup", str(tmp_path / "saved.db"), "--store", str(bad)],
        ["copy", str(bad), str(tmp_path / "saved.db")],
        ["prune", "--older-than", "1d", "--store", str(bad)],
        ["backup", str(bad), "--store", str(good), "--replace"],
        ["restore", str(good), "--store", str(bad), "--replace"],
    ):
        assert obey(["store", *words]) == 2, words
        said = capsys.readouterr().err
        assert re.fullmatch(r"rumpus: [^\n]+\.\n", said), said
        assert "Errno" not in said
    assert content(tmp_path) == before


def unprivileged(*words: str) -> tuple[int, str]:
    command = [*OBEY_UNPRIVILEGED, sys.executable, "-m", "rumpus", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.parametrize("folder_too", [False, True], ids=["file", "folder"])
def test_a_store_that_is_read_only_is_not_served_but_read(tmp_path: Path, folder_too: bool) -> None:
    path = tmp_path / "own" / "tables.db"
    path.parent.mkdir()
    make_store(path, 3)
    path.chmod(0o444)
    if folder_too:
        path.parent.chmod(0o555)
    before = path.read_bytes()
    try:
        for words in (
            ["serve", "--bots", "0", "--port", "18000", "--store", str(path)],
            ["store", "prune", "--older-than", "1d", "--store", str(path)],
        ):
            status, said = unprivileged(*words)
            assert (status, said.count("\n")) == (2, 1), said
            assert str(path) in said
        status, said = unprivileged("store", "check", str(path))
        assert status == 0, said
        assert "Read: 3 tables" in said
        status, said = unprivileged("store", "backup", str(tmp_path / "saved.db"), "--store", str(path))
        assert status == 0, said
    finally:
        path.parent.chmod(0o755)
    assert path.read_bytes() == before


@pytest.mark.parametrize("ending", ["", "-wal"])
@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
def test_nothing_is_acknowledged_into_a_file_that_nobody_finds(tmp_path: Path, ending: str, replaced: bool) -> None:
    """SQLite goes on in the deleted file, and a restart finds nothing of that."""
    path = tmp_path / "tables.db"

    async def scenario(store: Store) -> None:
        assert await store.append("mine", 0, [MADE], 1, LISTED)
        file = beside(path, ending)
        content = file.read_bytes()
        aside = file.rename(tmp_path / "aside")
        if replaced:
            file.write_bytes(content)
        for write in (store.append("mine", 1, [Began()], 2, None), store.check_writable(5)):
            with pytest.raises(StoreError, match=re.escape(WRITE_FAILED)):
                await write
        aside.rename(file)
        assert await store.append("mine", 1, [Began()], 2, None)

    with_store(str(path), scenario)


LEAVES = (0x0A, 0x0D)
"""First bytes of pages that hold rows alone, and no way to other pages."""


def schema_pages(data: bytes) -> set[int]:
    """Pages below the first one: a long schema does not fit into it. Without one of them, nothing can be opened."""
    if data[100] in LEAVES:
        return set()
    count = int.from_bytes(data[103:105])
    cells = [int.from_bytes(data[112 + 2 * cell : 114 + 2 * cell]) for cell in range(count)]
    return {int.from_bytes(data[at : at + 4]) for at in (108, *cells)}


@pytest.mark.long
def test_a_corrupt_page_stops_no_other_table(tmp_path: Path) -> None:
    """Each leaf in turn. Tables on other pages are read and played, and new ones are made.

    A page of an index is an exception: nothing is lost, but no listing that belongs there can be written.
    """
    whole = tmp_path / "whole.db"
    make_store(whole, 400)
    data = whole.read_bytes()
    damaged = 0
    with sqlite3.connect(whole) as db:
        roots = {page for (page,) in db.execute("SELECT rootpage FROM sqlite_master")} | schema_pages(data)
    for page in range(2, len(data) // PAGE + 1):
        if page in roots or data[(page - 1) * PAGE] not in LEAVES:
            continue
        path = tmp_path / f"page{page}.db"
        path.write_bytes(data[: (page - 1) * PAGE] + bytes([0x77]) * PAGE + data[page * PAGE :])

        async def play(store: Store, page: int = page) -> None:
            nonlocal damaged
            await store.newest()
            names = [f"t{number:03}" for number in range(400)]
            reads = await asyncio.gather(*(store.read(name) for name in names), return_exceptions=True)
            readable = [name for name, read in zip(names, reads, strict=True) if isinstance(read, list) and read]
            damaged += len(readable) < 400
            assert len(readable) > 300, page
            # In one batch with the damaged ones.
            done = await asyncio.gather(
                *(store.append(name, 3, [Moved(1, 4)], 6, None) for name in names), return_exceptions=True
            )
            moved = {name for name, written in zip(names, done, strict=True) if written is True}
            assert len(moved & {*readable}) > 300, page
            for name in sorted(moved & {*readable})[::40]:
                assert len(await store.read(name)) == 4
            made = await asyncio.gather(
                *(store.append(name, 0, [MADE], 7, LISTED) for name in ("a", "t150new", "z")), return_exceptions=True
            )
            assert made.count(True) >= 2 or len(readable) == 400, page

        async def whole_play(path: Path = path, play: Callable[[Store], object] = play) -> None:
            store = SqliteStore(str(path))
            await store.open(StoreListener())
            await play(store)  # type: ignore[misc]
            await store.close()

        asyncio.run(whole_play())
    assert damaged > 3
