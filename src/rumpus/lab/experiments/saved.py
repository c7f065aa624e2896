"""An inquiry: what somebody asks of a game in the browser, and what is found meanwhile; a folder among the runs.

Of a folder's files the server writes `inquiry.json`, and each strength's process its own parts and findings, so that a
inquiry goes on after either was stopped, however that came about.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from rumpus.core.errors import BadRecord
from rumpus.core.options import Value
from rumpus.core.system.files import write_whole
from rumpus.lab.simulation.runs import NAME

INQUIRY: Final = "inquiry.json"
COMPARE: Final = "compare"
EFFECTS: Final = "effects"
WORTH: Final = "worth"
MOST: Final = {COMPARE: 16_000, EFFECTS: 4_000, WORTH: 4_000}
"""Deals at most at each strength: pairs of games, twice with opposite tables, up to twelve times with other gifts."""
LONGEST_TITLE: Final = 80


class Inquiry(Struct, kw_only=True, omit_defaults=True):
    """What was asked."""

    kind: Literal["compare", "effects", "worth"]
    game: str
    version: int
    base: dict[str, Value] = {}
    """What differs from the rulebook on both sides."""
    changes: dict[str, Value] = {}
    """What is compared with it."""
    strengths: Annotated[list[str], Meta(min_length=1, max_length=4)]
    of: str = ""
    """What a seat is given, where the worth of things is asked for."""
    most: Annotated[int, Meta(ge=1)]
    seed: str
    asked: float
    title: str = ""
    kept: bool = False
    wanted: bool = True
    """Whether it goes on as soon as it can."""

    def write(self, folder: Path) -> None:
        write_whole(folder / INQUIRY, msgspec.json.encode(self))

    @staticmethod
    def read(folder: Path) -> Inquiry:
        try:
            return msgspec.json.decode((folder / INQUIRY).read_bytes(), type=Inquiry)
        except (OSError, msgspec.MsgspecError):
            raise BadRecord(f"its {INQUIRY} is damaged") from None


class Findings(Struct, kw_only=True):
    """How far one strength has come, and what it shows."""

    done: int = 0
    pace: float = 0.0
    """Deals a second, of late."""
    fewest: int = 0
    """Deals before which nothing is said."""
    trouble: str = ""
    found: dict[str, Any] = {}

    def write(self, folder: Path, strength: int) -> None:
        write_whole(_findings(folder, strength), msgspec.json.encode(self))

    @staticmethod
    def read(folder: Path, strength: int) -> Findings:
        """Nothing found yet, if there is nothing that can be read."""
        try:
            return msgspec.json.decode(_findings(folder, strength).read_bytes(), type=Findings)
        except (OSError, msgspec.MsgspecError):
            return Findings()


def _findings(folder: Path, strength: int) -> Path:
    return folder / f"found-{strength}.json"


def games_in(folder: Path, strength: int) -> Path:
    """Where the parts of that strength lie."""
    return folder / f"games-{strength}"


def new_name(kind: str, game: str) -> str:
    return f"{kind}-{game}-{secrets.token_hex(5)}"


def inquiry_in(folder: Path, name: str) -> Path | None:
    """The folder of the inquiry of that name; None if there is none, or if the name leads anywhere else."""
    if not NAME.fullmatch(name):
        return None
    path = folder / name
    return path if not path.is_symlink() and (path / INQUIRY).is_file() else None


def inquiries_in(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if inquiry_in(folder, path.name) is not None)
    except OSError:
        return []
