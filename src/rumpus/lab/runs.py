"""The runs of a folder: what each is, how far it has come, and when it will be done; no rows are read."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rumpus.core.catalogue import find_game
from rumpus.core.contract import Plain
from rumpus.core.errors import RumpusError
from rumpus.core.files import write_whole
from rumpus.lab.manifest import MANIFEST, Manifest, holds_run, parts_in

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
