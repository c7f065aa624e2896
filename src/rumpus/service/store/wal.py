"""Finds damage in SQLite's write-ahead log. SQLite itself drops the rest of a damaged log without an error.

Layouts: https://www.sqlite.org/fileformat2.html#the_write_ahead_log and https://www.sqlite.org/walformat.html.
"""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import shutil
import struct
from pathlib import Path
from typing import IO, NamedTuple

HEADER = struct.Struct(">IIII8sII")
"""A log's header: magic number, version, page size, number of checkpoints, salts, checksum."""
FRAME = struct.Struct(">II8sII")
"""A frame's header: page, size of the database after a commit (0: no commit), salts, checksum."""
INDEX = struct.Struct("=IIIBBHIIII8sII")
"""An index: version, unused, changes, initialised, byte order, page size, frames, pages, checksum, salts, checksum."""
MAGIC = 0x377F0682
"""Magic number of a log whose checksums add little-endian words. With the next number they are big-endian."""
CHECKPOINTED_AT = 96
"""Position in the index: number of frames that were copied to the database."""
PAGE_SIZE_AT = 16
"""Position of the page size in a database."""
LOOKS = 20
"""Number of attempts to read the log while nobody begins it anew."""
USERS_LOCK = 128
"""Byte of the index that every process with an open database locks."""
Checksum = tuple[int, int]


class Overwritten(Exception):
    """A server has begun the log anew while it was read."""


class WalDamage(NamedTuple):
    """Damage of a store's log, as a sentence."""

    sentence: str
    intact: int
    """Number of frames that SQLite applies."""
    useless: bool
    """True if it applies none, or if the database holds them all."""


class Index(NamedTuple):
    """What the -shm file says about the log. SQLite writes it after each commit."""

    commits: int
    """Number of commits since SQLite last read the log. 0: the index repeats what could be read."""
    salts: bytes
    frames: int
    """Number of committed frames. After a power failure there may have been more: nothing syncs this file."""
    checkpointed: int
    """Number of frames that were copied to the database."""


class Header(NamedTuple):
    """What is needed to read the frames of a log."""

    page_size: int
    byte_order: str
    """Byte order of the words that checksums add, as in `struct`."""
    salts: bytes
    """Random bytes in each frame. SQLite overwrites a finished log from the start, with other salts."""
    checksum: Checksum | None
    """None if the header is damaged: SQLite then ignores the whole log."""


class Scan(NamedTuple):
    """Numbers of frames, from 1. Frames with other salts do not count."""

    intact: int
    """The last frame that SQLite commits when it reads the log."""
    commits: list[int]
    """Frames behind the first damage that end a transaction."""
    last: int


def wal_file(store: Path) -> Path:
    return store.with_name(f"{store.name}-wal")


def index_file(store: Path) -> Path:
    return store.with_name(f"{store.name}-shm")


def has_lost_store(store: Path) -> bool:
    """True if a log with content lies beside a missing or empty store. SQLite would delete it."""
    return _size(store) == 0 < _size(wal_file(store))


def find_damage(store: Path) -> WalDamage | None:
    """Returns the damage of the store's log, or None. Changes nothing, and works only before SQLite opens the store."""
    before: WalDamage | None = None
    for _ in range(LOOKS):
        with contextlib.suppress(Overwritten):
            damage = _find_damage(store)
            # Twice: the first time, a server may have written a frame after it was read, and before the next was.
            if damage is None or (before is not None and before.intact == damage.intact):
                return damage
            before = damage
    return None  # a server writes faster than this process reads; it has looked when it started


def set_aside(store: Path, damage: WalDamage) -> Path | None:
    """Copies the damaged log to a new file beside it. Returns that file, or None if there is no log.

    A useless log is moved: SQLite would delete it, or bring back older pages.
    """
    wal = wal_file(store)
    if not _size(wal):
        return None
    names = (wal.with_name(f"{wal.name}.damaged-{number}") for number in itertools.count(1))
    copy = next(path for path in names if not path.exists())
    if damage.useless and _is_unused(store):
        wal.rename(copy)
    else:
        shutil.copyfile(wal, copy)
    return copy


def _find_damage(store: Path) -> WalDamage | None:
    wal = wal_file(store)
    index = _read_index(store)
    if not _size(wal):
        # Again: a server that ends deletes the index first, then the log.
        index = index and _read_index(store)
        if index is None or index.frames == index.checkpointed:
            return None
        return WalDamage(f"{wal} is missing or empty. {_loss(index.frames, index.frames)}", 0, True)
    with wal.open("rb") as file:
        header = _read_header(file, store, index)
        scan = _scan(file, header)
        file.seek(0)
        if _read_header(file, store, index) != header:
            raise Overwritten
    if index is not None and index.salts != header.salts:
        index = None  # of an earlier log: a power failure came between
    if index is not None and index.commits and index.frames == scan.intact:
        return None  # nothing behind was committed
    known = index.frames if index is not None else 0
    total = max(known, *scan.commits, scan.intact)
    if total == scan.intact:
        return None
    if known <= scan.intact and scan.commits[0] == scan.last:
        return WalDamage(
            f"The last transaction in {wal} is incomplete. Unless a power failure interrupted it, the file is damaged "
            "and the last moves are missing.",
            scan.intact,
            scan.intact == 0,
        )
    if index is not None and index.checkpointed == total:
        return WalDamage(f"{wal} is damaged, but nothing is lost: {store} holds its changes.", scan.intact, True)
    return WalDamage(f"{wal} is damaged. {_loss(total - scan.intact, total)}", scan.intact, scan.intact == 0)


def _loss(lost: int, total: int) -> str:
    return f"{lost} of its {total} frames cannot be read, so tables or their last moves may be missing."


def _read_index(store: Path) -> Index | None:
    """Reads the -shm file. None if there is none, or if its checksum is wrong."""
    try:
        data = index_file(store).read_bytes()[: CHECKPOINTED_AT + 4]
    except FileNotFoundError:
        return None
    if len(data) < CHECKPOINTED_AT + 4:
        return None
    _version, _unused, commits, *_, frames, _pages, _first, _second, salts, first, second = INDEX.unpack_from(data)
    if _add(data[: INDEX.size - 8], (0, 0), "=") != (first, second):
        return None
    return Index(commits, salts, frames, *struct.unpack_from("=I", data, CHECKPOINTED_AT))


def _read_header(file: IO[bytes], store: Path, index: Index | None) -> Header:
    data = file.read(HEADER.size).ljust(HEADER.size, b"\0")
    magic, _version, page_size, _checkpoints, salts, *checksum = HEADER.unpack(data)
    byte_order = ">" if magic & 1 else "<"
    if magic & ~1 == MAGIC and _add(data[:-8], (0, 0), byte_order) == tuple(checksum):
        return Header(page_size, byte_order, salts, (checksum[0], checksum[1]))
    if index is not None:
        salts = index.salts
    else:
        salts = file.read(FRAME.size)[8:16]
        file.seek(HEADER.size)
    with store.open("rb") as database:
        size = int.from_bytes(database.read(PAGE_SIZE_AT + 2)[PAGE_SIZE_AT:], "big")
    return Header(65536 if size == 1 else size, byte_order, salts, None)


def _scan(file: IO[bytes], header: Header) -> Scan:
    checksum = header.checksum
    """That of the frame before, while all is intact."""
    intact = last = 0
    commits: list[int] = []
    for number in itertools.count(1):
        frame = file.read(FRAME.size + header.page_size)
        if len(frame) < FRAME.size:
            return Scan(intact, commits, last)
        _page, commit, salts, *expected = FRAME.unpack_from(frame)
        if checksum is not None:
            whole = len(frame) == FRAME.size + header.page_size and salts == header.salts
            checksum = _add(frame[:8] + frame[FRAME.size :], checksum, header.byte_order) if whole else None
            if checksum != tuple(expected):
                checksum = None
        if salts != header.salts:
            continue
        last = number
        if commit and checksum is not None:
            intact = number
        elif commit:
            commits.append(number)
    raise AssertionError


def _add(data: bytes, checksum: Checksum, byte_order: str) -> Checksum:
    """SQLite's checksum of data that follows data with this checksum."""
    first, second = checksum
    words = iter(struct.unpack(f"{byte_order}{len(data) // 4}I", data))
    for even, odd in zip(words, words, strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second


def _is_unused(store: Path) -> bool:
    """True if no process has the database open."""
    try:
        with index_file(store).open("r+b") as index:
            fcntl.lockf(index, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, USERS_LOCK)
    except FileNotFoundError:
        return True
    except BlockingIOError:
        return False
    return True


def _size(path: Path) -> int:
    """Size in bytes; 0 if there is no such file."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
