"""A saved experiment of the browser: its question and its results, a folder among the runs.

The server writes `inquiry.json`; each strength's process writes its own parts and state. So an experiment survives the
end of either.
"""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from rumpus.core.errors import BadRecord
from rumpus.core.options import Value
from rumpus.core.system.files import SMALL_FILE, read_json, write_whole
from rumpus.lab.simulation.runs import NAME

FILE_NAME: Final = "inquiry.json"
COMPARE: Final = "compare"
EFFECTS: Final = "effects"
WORTH: Final = "worth"
MAX_DEALS: Final = {COMPARE: 16_000, EFFECTS: 4_000, WORTH: 4_000}
"""Deals at most per strength. A deal is played 2 (compare, effects) or up to 12 times (worth)."""
MAX_TITLE: Final = 80
MAX_STRENGTHS: Final = 4
MAX_STATE_BYTES: Final = 20_000_000
MAX_PLAY_SECONDS: Final = 3_600.0
"""Seconds that a visitor's experiment is played at most."""
EXPERIMENTS: Final = Path("experiments")
"""Folder of visitors' experiments on a server that shows no runs."""


class SavedExperiment(Struct, kw_only=True, omit_defaults=True):
    """The question of an experiment."""

    kind: Literal["compare", "effects", "worth"]
    game: str
    version: int
    base: dict[str, Value] = {}
    """Options on both sides, if not the rulebook's."""
    changes: dict[str, Value] = {}
    """Changes under test."""
    strengths: Annotated[list[str], Meta(min_length=1, max_length=MAX_STRENGTHS)]
    of: str = ""
    """Kind of treatment, if treatments are valued."""
    most: Annotated[int, Meta(ge=1)]
    seed: str
    asked: float
    title: str = ""
    kept: bool = False
    wanted: bool = True
    """True if it is playing or shall play as soon as possible."""
    seconds: float = 0.0
    """Seconds it was played."""
    kept_at: float = 0.0
    """Time at which it was last kept or renamed."""
    address: str = ""
    """Address block of the visitor who began it; empty on a server for one machine. No page shows it."""
    token_hash: str = ""
    """Hash of its creator's token; empty if only the host may change it."""

    @property
    def seconds_left(self) -> float:
        """Seconds it may still be played; infinite on a server for one machine."""
        return max(0.0, MAX_PLAY_SECONDS - self.seconds) if self.address else float("inf")

    def is_owned_by(self, token: str) -> bool:
        """True if this is its creator's token."""
        return bool(self.token_hash) and secrets.compare_digest(self.token_hash, hash_of(token))

    def write(self, folder: Path) -> None:
        write_whole(folder / FILE_NAME, msgspec.json.encode(self))

    @staticmethod
    def read(folder: Path) -> SavedExperiment:
        try:
            return read_json(folder / FILE_NAME, SMALL_FILE, "saved experiment", SavedExperiment)
        except BadRecord:
            raise BadRecord(f"its {FILE_NAME} is damaged") from None


class ExperimentState(Struct, kw_only=True):
    """Progress and results of one strength."""

    done: int = 0
    pace: float = 0.0
    """Recent deals per second."""
    fewest: int = 0
    """Deals before the first result."""
    trouble: str = ""
    found: dict[str, Any] = {}

    def write(self, folder: Path, strength: int) -> None:
        write_whole(_state_file(folder, strength), msgspec.json.encode(self))

    @staticmethod
    def read(folder: Path, strength: int) -> ExperimentState:
        """Reads the state; an empty one if there is none or it is damaged."""
        try:
            return read_json(_state_file(folder, strength), MAX_STATE_BYTES, "state", ExperimentState)
        except BadRecord:
            return ExperimentState()


def _state_file(folder: Path, strength: int) -> Path:
    return folder / f"found-{strength}.json"


Stamp = tuple[int, ...]


def stamp_of(folder: Path) -> Stamp:
    """Times at which the files of an experiment were written. Equal stamps mean equal files."""
    return tuple(map(_written, (folder / FILE_NAME, *(_state_file(folder, at) for at in range(MAX_STRENGTHS)))))


def _written(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


def games_in(folder: Path, strength: int) -> Path:
    """Folder of a strength's parts."""
    return folder / f"games-{strength}"


def new_name(kind: str, game: str) -> str:
    return f"{kind}-{game}-{secrets.token_hex(5)}"


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    # A token has 192 random bits, so a fast hash without salt is enough.
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def experiment_in(folder: Path, name: str) -> Path | None:
    """Folder of an experiment; None if it does not exist or is a link."""
    if not NAME.fullmatch(name):
        return None
    path = folder / name
    return path if not path.is_symlink() and (path / FILE_NAME).is_file() else None


def experiments_in(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if experiment_in(folder, path.name) is not None)
    except OSError:
        return []
