"""A file is written whole or not at all, and read whole or refused."""

from __future__ import annotations

import gzip
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.core.errors import BadRecord
from rumpus.core.system.files import (
    CannotRead,
    DamagedFile,
    decode_json,
    read_bounded,
    read_json,
    read_text,
    unpack_gzip,
    write_whole,
)


def test_what_is_written_is_there_and_nothing_else(tmp_path: Path) -> None:
    write_whole(tmp_path / "a", "ä text")
    write_whole(tmp_path / "a", b"\x00bytes")
    assert (tmp_path / "a").read_bytes() == b"\x00bytes"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_failed_write_leaves_the_old_content_and_no_rubbish(tmp_path: Path) -> None:
    target = tmp_path / "folder"
    target.mkdir()
    with pytest.raises(OSError, match="folder"):
        write_whole(target, "text")
    assert target.is_dir()
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


# --- reading ---


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


UNREADABLE: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda path: None, "There is no file"),
    "folder": (Path.mkdir, "is a folder and cannot be read as a letter"),
    "pipe without a writer": (os.mkfifo, "is a device or a pipe"),
    "endless device": (lambda path: path.symlink_to("/dev/zero"), "is a device or a pipe"),
    "one byte too large": (lambda path: path.write_bytes(b"x" * 1001), r"larger than any letter \(0.001 MB\)"),
    "a terabyte": (sparse, "larger than any letter"),
    "without a size": (lambda path: path.symlink_to("/proc/self/status"), "does not know its size"),
    "linked to itself": (lambda path: path.symlink_to(path), "cannot be read as a letter: Too many levels"),
    "no text": (lambda path: path.write_bytes(b"\xff\xfe"), "it is not UTF-8 text"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_cannot_be_read_is_refused_at_once(name: str, tmp_path: Path) -> None:
    make, sentence = UNREADABLE[name]
    make(tmp_path / "letter")
    began = time.monotonic()
    with pytest.raises(CannotRead, match=sentence):
        read_text(tmp_path / "letter", 1000, "letter")
    assert time.monotonic() - began < 1


def test_a_name_that_is_no_path_is_refused() -> None:
    with pytest.raises(CannotRead, match="it is no path"):
        read_bounded(Path("a\0b"), 1000, "letter")


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    (tmp_path / "letter").write_bytes(b"x" * 1000)
    assert read_bounded(tmp_path / "letter", 1000, "letter") == b"x" * 1000


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "Input data was truncated"),
        (b'{"a', "Input data was truncated"),
        (b'{"\xff": 1}', "It is no UTF-8 text"),
        (b'{"a": 1e999}', "Number out of range"),
        (b'{"a": ' + b"9" * 5000, "Number out of range|Integer value out of range"),
        (b'{"a": "b"}', "Expected `int`"),
        (b"[1]", "Expected `object`"),
    ],
)
def test_malformed_json_is_refused(data: bytes, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "letter").write_bytes(data)
    with pytest.raises(DamagedFile, match=f"letter cannot be read as a letter: ({sentence})"):
        read_json(tmp_path / "letter", 1_000_000, "letter", dict[str, int])


@pytest.mark.parametrize("data", [b"[" * 100_000, b'{"a":' * 100_000])
def test_deep_json_is_refused(data: bytes) -> None:
    with pytest.raises(DamagedFile, match="It fails: It is nested too deeply"):
        decode_json(data, "It fails", object)


def test_packed_data_is_unpacked_up_to_a_size() -> None:
    packed = gzip.compress(b"x" * 1000)
    assert unpack_gzip(packed, 1000, "It fails") == b"x" * 1000
    bomb = gzip.compress(b"\0" * 100_000_000)
    for data, size in (
        (packed, 999),
        (packed[:-9], 1000),
        (b"PK", 1000),
        (packed[:12] + b"\xff" * 20, 1000),
        (bomb, 9),
    ):
        began = time.monotonic()
        with pytest.raises(BadRecord, match="It fails: "):
            unpack_gzip(data, size, "It fails")
        assert time.monotonic() - began < 1
