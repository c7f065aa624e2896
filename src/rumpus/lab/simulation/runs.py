"""A run on disk: a folder with its manifest and one part per piece of work, written whole or not at all.

The runs of a folder: what each is, how far it has come, and when it will be done; no rows are read.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.position import Plain
from rumpus.core.system.files import write_whole
from rumpus.lab.simulation.manifest import MANIFEST, Manifest, holds_run, part_in, parts_in
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow, PlayRows, read_part, write_part
from rumpus.lab.simulation.workers import Workers

HEARTBEAT = "playing.json"
"""Beats in a run's folder while it is being played."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")

DONE: Final = "done"
PLAYING: Final = "playing"
STOPPED: Final = "stopped"
BROKEN: Final = "broken"

PATIENCE = 60.0
"""Seconds without a beat after which a run counts as stopped, unless its parts are known to take longer."""


class Heartbeat:
    """Says that a run is being played, and how fast; gone as soon as it is not."""

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


class RunSummary:
    """One run, as a list of runs shows it."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.state: str = BROKEN
        self.trouble = ""
        self.game = self.title = ""
        self.players: list[str] = []
        self.changes: dict[str, str] = {}
        self.games = self.done = 0
        self.left: float | None = None
        """Seconds until it is done, while it is being played."""
        self.begun = 0.0
        try:
            self._read(folder)
        except OSError:
            self.trouble = "its files cannot be read"
        except RumpusError as error:
            self.trouble = str(error)

    def _read(self, folder: Path) -> None:
        self.begun = (folder / MANIFEST).stat().st_mtime
        manifest = Manifest.read(folder)
        game = find_game(manifest.game)
        self.game, self.title = game.name, game.title
        self.players = manifest.players
        self.changes = {name: str(value) for name, value in manifest.options.items()}
        if manifest.variant is not None:
            self.changes["rules"] = manifest.variant.name
        self.games = manifest.games
        self.done = min(self.games, sum(len(chunk) for chunk, _ in parts_in(folder)))
        if self.done == self.games:
            self.state = DONE
        else:
            self.state, self.left = _pace(folder, self.done, self.games)

    @property
    def readable(self) -> bool:
        """Whether there is anything to report."""
        return self.state != BROKEN and self.done > 0

    def plain(self) -> dict[str, Plain]:
        changes: dict[str, Plain] = dict(self.changes)
        return {
            "name": self.name,
            "state": self.state,
            "trouble": self.trouble,
            "game": self.game,
            "title": self.title,
            "players": list[Plain](self.players),
            "changes": changes,
            "games": self.games,
            "done": self.done,
            "left": self.left,
            "begun": self.begun,
        }


def _pace(folder: Path, done: int, games: int) -> tuple[str, float | None]:
    """Whether it is being played, and the seconds that are left at the pace so far."""
    try:
        beat: Mapping[str, float] = json.loads((folder / HEARTBEAT).read_text(encoding="utf-8"))
        began, had, beats_done, at = (float(beat[key]) for key in ("began", "had", "done", "at"))
    except (OSError, ValueError, KeyError, TypeError):
        return STOPPED, None
    quiet, played = time.time() - at, beats_done - had
    each = (at - began) / played if played > 0 else 0.0
    # Parts are counted in tens of games: several times as long as the last ones took is too long.
    if quiet > max(PATIENCE, 500 * each):
        return STOPPED, None
    return PLAYING, max(0.0, each * (games - done) - quiet) if played > 0 else None


def runs_in(folder: Path) -> list[RunSummary]:
    """All runs of the folder, the one begun or continued last first; broken ones too, at the end."""
    try:
        folders = sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name) and holds_run(path))
    except OSError:
        return []
    return sorted((RunSummary(path) for path in folders), key=lambda run: -run.begun)


def run_in(folder: Path, name: str) -> Path | None:
    """The folder of the run of that name; None if there is none, or if the name leads anywhere else."""
    if not NAME.fullmatch(name):
        return None
    path = folder / name
    try:
        here = path.resolve().parent == folder.resolve()
    except OSError:
        return None
    return path if here and holds_run(path) else None


class Run:
    """A folder of results; the same plan goes on where it stopped, another one is refused."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan

    @staticmethod
    def begin(folder: Path, plan: Plan) -> Run:
        """A new run, or the one that is already there if it is the same."""
        if (folder / MANIFEST).exists():
            there = Run.open(folder).plan
            if there.name() != plan.name():
                if there.variant is not None and plan.variant is not None and there.variant.path == plan.variant.path:
                    raise BadRecord(f"{plan.variant.name} has changed since {folder} was begun; choose another folder")
                raise BadRecord(f"{folder} holds another run ({there.manifest().plain()}); choose another folder")
        elif folder.exists() and any(folder.iterdir()):
            raise BadRecord(f"{folder} is not empty and holds no run; choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
        plan.manifest().write(folder)
        return Run(folder, plan)

    @staticmethod
    def open(folder: Path) -> Run:
        if not (folder / MANIFEST).exists():
            raise BadRecord(f"{folder} holds no run (there is no {MANIFEST} in it)")
        try:
            return Run(folder, Plan.load(Manifest.read(folder)))
        except BadRecord as error:
            raise BadRecord(f"the run in {folder} cannot be read: {error}") from None

    def part(self, chunk: range) -> Path:
        return part_in(self.folder, chunk)

    def missing(self) -> list[range]:
        """The pieces of work that are still to be done."""
        return [chunk for chunk in self.plan.chunks() if not self.part(chunk).exists()]

    def play(self, workers: Workers, progress: Callable[[int, int], None]) -> None:
        """Do what is missing; stopping at any moment keeps every finished part."""
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
        """All games that are there, by number."""
        parts = [self.part(chunk) for chunk in self.plan.chunks() if self.part(chunk).exists()]
        return [row for part in parts for row in read_part(part)]
