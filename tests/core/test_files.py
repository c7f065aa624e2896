"""A file is written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.core.system.files import write_whole


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
