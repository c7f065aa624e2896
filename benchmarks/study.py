"""Published measurements: one JSON file per study in `measurements`.

`python -m tools.measurements FOLDER` turns them into pages of the documentation.
"""

from __future__ import annotations

import os
import platform
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, field

import rumpus
from bootstrap import ROOT
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.system.files import write_whole

FOLDER = ROOT / "measurements"
MAX_NOTE_WORDS = 40
MAX_LABEL = 80
Reader = Literal["player", "host", "designer", "researcher", "author"]


class Row(Struct, forbid_unknown_fields=True):
    """A figure. What is not known is None."""

    game: str | None
    label: str
    value: float | None
    unit: str
    low: float | None = None
    high: float | None = None
    n: int | None = None
    goal: float | None = None
    """Least value that was aimed at. Pages print a lower one in bold."""

    def __post_init__(self) -> None:
        known = [end for end in (self.low, self.value, self.high) if end is not None]
        if not known or known != sorted(known):
            raise ValueError(f"{self.label}: low, value and high must be in this order, and one must be known.")
        if not 0 < len(self.label) <= MAX_LABEL:
            raise ValueError(f"{self.label}: a label has 1 to {MAX_LABEL} characters.")


class Study(Struct, forbid_unknown_fields=True):
    """A question, the command that answers it, and its figures."""

    study: str
    reader: Reader
    question: str
    command: str
    """Commands, one a line. Empty: the figures cannot be repeated by one."""
    rules: dict[str, int]
    """Rules version by game, of the games whose rules matter."""
    version: str | None
    date: str | None
    machine: str | None
    interval: str
    """What `low` and `high` are."""
    note: str
    rows: list[Row] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", self.study):
            raise ValueError(f"{self.study!r} is no name of a study: use small letters, digits and hyphens.")
        if len(self.note.split()) > MAX_NOTE_WORDS:
            raise ValueError(f"The note of {self.study} has more than {MAX_NOTE_WORDS} words.")
        if self.date is not None:
            datetime.strptime(self.date, "%Y-%m-%d")


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def this_machine() -> str:
    kind = "compiled" if rumpus.compiled() else "interpreted"
    return f"{os.cpu_count()} cores, Python {platform.python_version()}, {kind}"


def rules_of(rows: list[Row]) -> dict[str, int]:
    """Returns the present rules version of every game in the rows."""
    return {name: find_game(name).version for name in sorted({row.game for row in rows if row.game})}


def game_titles() -> dict[str, str]:
    """Returns the names of installed games by title."""
    return {find_game(name).title: name for name in game_names()}


def read_study(path: Path) -> Study:
    return msgspec.json.decode(path.read_bytes(), type=Study)


def write_study(study: Study, folder: Path = FOLDER) -> Path:
    """Writes a study as JSON, one row a line."""
    head = msgspec.to_builtins(study)
    rows = head.pop("rows")
    lines = [f' "{name}": {msgspec.json.encode(value).decode()},' for name, value in head.items()]
    for row in rows:
        if row["goal"] is None:
            del row["goal"]
    figures = ",\n".join(f"  {msgspec.json.encode(row).decode()}" for row in rows)
    path = folder / f"{study.study}.json"
    write_whole(path, "\n".join(["{", *lines, f' "rows": [\n{figures}\n ]', "}", ""]))
    return path
