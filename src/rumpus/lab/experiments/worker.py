"""Process for one strength: `python -m rumpus.lab.experiments.worker PARENT FOLDER STRENGTH`."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rumpus.core.errors import RumpusError
from rumpus.core.system import processes
from rumpus.lab.experiments.saved import ExperimentState, SavedExperiment, games_in
from rumpus.lab.simulation.manifest import part_in, parts_in

if TYPE_CHECKING:
    from rumpus.lab.experiments.live import LiveExperiment

NICENESS = 10
"""Higher than the niceness of the tables' bots."""
PART_SECONDS = 5.0
"""Seconds of play lost at most if the process is killed."""
STATE_SECONDS = 0.5
CHUNK_SECONDS = 0.25
MAX_CHUNK_DEALS = 50
CANNOT_WRITE = 74
"""Exit status if not even the reason could be written; EX_IOERR of sysexits.h."""


class ExperimentWorker:
    """Plays the missing deals, stores them, and updates the state."""

    def __init__(self, folder: Path, strength: int, live: LiveExperiment) -> None:
        self.folder = folder
        self.strength = strength
        self.live = live
        self.games = games_in(folder, strength)
        self.state = ExperimentState.read(folder, strength)
        self.state.trouble, self.state.fewest = "", live.fewest
        self.stopped = False
        self._unwritten: list[Any] = []

    def load(self) -> None:
        """Loads the stored deals. Parts of two processes may overlap; their games are the same."""
        self.games.mkdir(exist_ok=True)
        for deals, path in parts_in(self.games):
            # Parts after a gap are ignored, and their deals played again: results need deals without gaps.
            if deals.start <= self.live.done < deals.stop:
                self.live.add(self.live.read(path)[self.live.done - deals.start :])

    def run(self) -> None:
        size = 1
        wrote = told = began = time.monotonic()
        before = self.live.done
        while self.live.done < self.live.experiment.most and not self.stopped:
            start = time.monotonic()
            # A stop is noticed between chunks only. A chunk must end well within the queue's `STOP_SECONDS`.
            deals = range(self.live.done, min(self.live.done + size, self.live.experiment.most))
            played = self.live.play(deals)
            self._unwritten += played
            now = time.monotonic()
            if now - start < CHUNK_SECONDS:
                size = min(2 * size, MAX_CHUNK_DEALS)
            elif now - start > 4 * CHUNK_SECONDS:
                size = max(1, size // 2)
            self.live.add(played)
            if now - wrote > PART_SECONDS:
                self._write()
                wrote = now
            if now - told > STATE_SECONDS:
                self.state.pace = (self.live.done - before) / (now - began)
                self.write_state()
                told = now
        if self._unwritten:
            self._write()
        self.write_state(last=True)

    def _write(self) -> None:
        first = self.live.done - len(self._unwritten)
        self.live.write(part_in(self.games, range(first, self.live.done)), self._unwritten)
        self._unwritten = []

    def write_state(self, last: bool = False) -> None:
        if self.live.due or last:
            self.state.found = self.live.update(self.state)
        self.state.done = self.live.done
        self.state.write(self.folder, self.strength)


def main(parent: int, folder: Path, strength: int) -> int:
    processes.limit_bot_process(parent)
    # Adds to the niceness that `limit_bot_process` has set.
    os.nice(NICENESS)
    # Imports numpy, which reads its number of threads from the environment that `limit_bot_process` has set.
    from rumpus.lab.experiments.live import live_experiment_for

    try:
        player = ExperimentWorker(folder, strength, live_experiment_for(SavedExperiment.read(folder), strength))
        signal.signal(signal.SIGTERM, lambda number, frame: setattr(player, "stopped", True))
        player.load()
        player.run()
    except RumpusError as error:
        return _failed(folder, strength, str(error))
    except MemoryError:
        return _failed(folder, strength, "it took more memory than it may have")
    except OSError as error:
        return _failed(folder, strength, f"its files could not be written: {error.strerror or error}")
    return 0


def _failed(folder: Path, strength: int, trouble: str) -> int:
    """Stores why the process ends. Returns its exit status."""
    state = ExperimentState.read(folder, strength)
    state.trouble = trouble
    try:
        state.write(folder, strength)
    except OSError:
        return CANNOT_WRITE
    return 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])))
