"""A run on disk: a folder with a manifest and one part per task. Parts are written atomically."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct, field, to_builtins

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.position import Json
from rumpus.core.system.files import SMALL_FILE, read_json, write_whole
from rumpus.core.words import shortened
from rumpus.lab.simulation.deals import PlayRows
from rumpus.lab.simulation.manifest import MANIFEST, Manifest, holds_run, part_in, parts_in
from rumpus.lab.simulation.plan import Plan, chunk_at
from rumpus.lab.simulation.rows import GameRow, read_games, write_part
from rumpus.lab.simulation.workers import Workers

HEARTBEAT = "playing.json"
"""File in a run's folder while it is being played."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")

DONE: Final = "done"
PLAYING: Final = "playing"
STOPPED: Final = "stopped"
BROKEN: Final = "broken"

STALE_SECONDS = 60.0
"""Seconds without a heartbeat before a run counts as stopped. Slow runs get longer."""


class Heartbeat:
    """Writes the heartbeat file while a run is played, and deletes it at the end."""

    def __init__(self, folder: Path, done: int) -> None:
        self._path = folder / HEARTBEAT
        self._began = time.time()
        self._had = done
        self.beat(done)

    def beat(self, done: int) -> None:
        beat = {"began": self._began, "had": self._had, "done": done, "at": time.time()}
        write_whole(self._path, json.dumps(beat))

    def stop(self) -> None:
        self._path.unlink(missing_ok=True)


class RunSummary(Struct):
    """One run, as the list of runs shows it. Reads no rows."""

    name: str
    state: str = BROKEN
    trouble: str = ""
    game: str = ""
    title: str = ""
    players: list[str] = []
    changes: dict[str, str] = {}
    games: int = 0
    done: int = 0
    seconds_left: float | None = field(name="left", default=None)
    """Estimated seconds to the end; None unless the run is being played."""
    begun: float = 0.0

    @staticmethod
    def of(folder: Path) -> RunSummary:
        summary = RunSummary(folder.name)
        try:
            summary._read(folder)
        except OSError:
            summary.trouble = "its files cannot be read"
        except RumpusError as error:
            summary.trouble = str(error)
        return summary

    def _read(self, folder: Path) -> None:
        self.begun = (folder / MANIFEST).stat().st_mtime
        manifest = Manifest.read(folder)
        game = find_game(manifest.game)
        self.game, self.title = game.name, game.title
        self.players = manifest.players
        self.changes = {name: str(value) for name, value in manifest.options.items()}
        if manifest.rules_patch is not None:
            self.changes["rules"] = manifest.rules_patch.name
        self.games = manifest.games
        self.done = sum(len(chunk) for chunk, _ in stored_parts(folder, self.games))
        if self.done == self.games:
            self.state = DONE
        else:
            self.state, self.seconds_left = _pace(folder, self.done, self.games)

    @property
    def readable(self) -> bool:
        """True if the run has games to report."""
        return self.state != BROKEN and self.done > 0

    def to_json(self) -> dict[str, Json]:
        plain: dict[str, Json] = to_builtins(self)
        return plain


def _pace(folder: Path, done: int, games: int) -> tuple[str, float | None]:
    """State of an unfinished run, and the estimated seconds left."""
    try:
        beat = read_json(folder / HEARTBEAT, SMALL_FILE, "heartbeat", dict[str, float])
        began, had, beats_done, at = (beat[key] for key in ("began", "had", "done", "at"))
    except (BadRecord, KeyError):
        return STOPPED, None
    quiet, played = time.time() - at, beats_done - had
    each = (at - began) / played if played > 0 else 0.0
    # A beat follows every task of `CHUNK_GAMES` games. No beat in the time of ten tasks is too long.
    if quiet > max(STALE_SECONDS, 500 * each):
        return STOPPED, None
    return PLAYING, max(0.0, each * (games - done) - quiet) if played > 0 else None


def runs_in(folder: Path) -> list[RunSummary]:
    """Lists the runs of a folder, newest first."""
    try:
        folders = sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name) and holds_run(path))
    except OSError:
        return []
    return sorted((RunSummary.of(path) for path in folders), key=lambda run: -run.begun)


def run_in(folder: Path, name: str) -> Path | None:
    """Folder of a run; None if it does not exist or lies outside `folder`."""
    if not NAME.fullmatch(name):
        return None
    path = folder / name
    try:
        here = path.resolve().parent == folder.resolve()
    except OSError:
        return None
    return path if here and holds_run(path) else None


class Run:
    """A folder of results. The same plan resumes it; another plan is refused."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan

    @staticmethod
    def begin(folder: Path, plan: Plan) -> Run:
        """Creates a run, or resumes one with the same plan in the folder."""
        if (folder / MANIFEST).exists():
            there = Run.open(folder).plan
            if there.name() != plan.name():
                patch, its_patch = plan.rules_patch, there.rules_patch
                if patch is not None and its_patch is not None and patch.path == its_patch.path:
                    raise BadRecord(f"{patch.name} has changed since {folder} was begun. Choose another folder.")
                held = shortened(str(there.manifest().to_json()), 300)
                raise BadRecord(f"{folder} holds another run ({held}). Choose another folder.")
        elif folder.exists() and any(folder.iterdir()):
            raise BadRecord(f"{folder} is not empty and holds no run. Choose another folder.")
        folder.mkdir(parents=True, exist_ok=True)
        plan.manifest().write(folder)
        return Run(folder, plan)

    @staticmethod
    def open(folder: Path) -> Run:
        if not (folder / MANIFEST).exists():
            raise BadRecord(f"{folder} holds no run: there is no {MANIFEST} in it.")
        try:
            return Run(folder, Plan.load(Manifest.read(folder)))
        except BadRecord as error:
            raise BadRecord(f"The run in {folder} cannot be read: {str(error).rstrip('.')}.") from None

    def part(self, chunk: range) -> Path:
        return part_in(self.folder, chunk)

    def missing(self) -> list[range]:
        return [chunk for chunk in self.plan.chunks() if not self.part(chunk).exists()]

    def play(self, workers: Workers, progress: Callable[[int, int], None]) -> None:
        """Plays the missing games. An interruption keeps every finished part."""
        todo = self.missing()
        done = self.plan.games - sum(len(chunk) for chunk in todo)
        progress(done, self.plan.games)
        heart = Heartbeat(self.folder, done)
        try:
            for chunk, rows in workers.map(PlayRows(self.plan), todo):
                write_part(self.part(chunk), rows)
                done += len(chunk)
                heart.beat(done)
                progress(done, self.plan.games)
        finally:
            heart.stop()

    def rows(self) -> list[GameRow]:
        """Reads all stored games, ordered by number."""
        seats = len(self.plan.players)
        return [
            row for games, part in stored_parts(self.folder, self.plan.games) for row in read_games(part, games, seats)
        ]


def stored_parts(folder: Path, games: int) -> list[tuple[range, Path]]:
    """Lists the parts of a run of this number of games, in order.

    A run extended to more games keeps its shorter last part. The part of the whole task replaces it.
    """
    return [(chunk, part) for chunk, part in parts_in(folder) if chunk == chunk_at(chunk.start, games)]
