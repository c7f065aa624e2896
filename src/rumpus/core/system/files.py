"""Atomic file writes, and the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Returns the default folder for this user's tables and lessons."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "rumpus"


def write_whole(path: Path, data: str | bytes) -> None:
    """Writes a file atomically: after a crash it has the old content or the new one."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with open(part, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
