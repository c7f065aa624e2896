"""The queue of saved experiments: one at a time, a process per strength, all state in folders."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sys
from asyncio.subprocess import DEVNULL, Process
from pathlib import Path

from rumpus.core.errors import RumpusError
from rumpus.lab.experiments.saved import ExperimentState, SavedExperiment, experiments_in, new_name

log = logging.getLogger("rumpus.lab")

POLL_SECONDS = 0.5
STOP_SECONDS = 5.0
"""Seconds a process gets to store its games."""
MAX_WAITING = 20
MAX_UNKEPT = 30
"""Number of experiments not marked to keep; older ones are deleted."""

DONE, PLAYING, WAITING, STOPPED, BROKEN = "done", "playing", "waiting", "stopped", "broken"


class QueueFull(RumpusError):
    """The queue has no room."""


class ExperimentQueue:
    """Plays one experiment at a time, in order of arrival."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.waiting: list[str] = []
        self.playing = ""
        self._processes: list[Process] = []
        self._lock = asyncio.Lock()
        """Held while processes start or stop."""

    def open(self) -> None:
        """Queues the experiments wanted at the end of the last server."""
        found = sorted(self._readable(), key=lambda one: one[1].asked)
        self.waiting = [path.name for path, experiment in found if experiment.wanted]

    def _readable(self) -> list[tuple[Path, SavedExperiment]]:
        found = [(path, _read(path)) for path in experiments_in(self.folder)]
        return [(path, experiment) for path, experiment in found if experiment is not None]

    async def close(self) -> None:
        """Stops the processes. Experiments stay wanted."""
        async with self._lock:
            await self._end()

    async def poll(self) -> None:
        """Notices finished experiments and starts the next."""
        # The lock hides the list while `_begin` fills it: `all` of an empty list is True.
        async with self._lock:
            if self.playing and all(process.returncode is not None for process in self._processes):
                self._finish()
            while not self.playing and self.waiting:
                name = self.waiting.pop(0)
                experiment = _read(self.folder / name)
                if experiment is not None:
                    await self._begin(name, experiment)

    async def _begin(self, name: str, experiment: SavedExperiment) -> None:
        self.playing = name
        for strength in range(len(experiment.strengths)):
            words = (str(os.getpid()), str((self.folder / name).absolute()), str(strength))
            command = (sys.executable, "-m", "rumpus.lab.experiments.worker", *words)
            self._processes.append(await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL))

    def _finish(self) -> None:
        name, processes = self.playing, self._processes
        self.playing, self._processes = "", []
        folder = self.folder / name
        for strength, process in enumerate(processes):
            state = ExperimentState.read(folder, strength)
            if process.returncode and not state.trouble:
                state.trouble = f"its process ended with {process.returncode}"
                state.write(folder, strength)
                log.warning("a process of the lab ended", extra={"facts": {"inquiry": name, "how": process.returncode}})
        self._set_wanted(name, False)

    async def _end(self) -> None:
        """Asks the processes to store their games and stop; kills them after `STOP_SECONDS`."""
        processes = self._processes
        self.playing, self._processes = "", []
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        for process in processes:
            try:
                await asyncio.wait_for(process.wait(), STOP_SECONDS)
            except TimeoutError:
                process.kill()
                await process.wait()

    def _set_wanted(self, name: str, wanted: bool) -> None:
        experiment = _read(self.folder / name)
        if experiment is not None and experiment.wanted != wanted:
            experiment.wanted = wanted
            experiment.write(self.folder / name)

    # --- what is asked of it ---

    def _check_room(self) -> None:
        if len(self.waiting) >= MAX_WAITING:
            raise QueueFull(f"{MAX_WAITING} experiments are waiting already. Stop one, or come back later.")

    def add(self, experiment: SavedExperiment) -> str:
        self._check_room()
        self._delete_old()
        name = new_name(experiment.kind, experiment.game)
        (self.folder / name).mkdir(parents=True)
        experiment.write(self.folder / name)
        self.waiting.append(name)
        return name

    def _delete_old(self) -> None:
        """Deletes the oldest experiments neither kept nor wanted."""
        loose = [(path, one) for path, one in self._readable() if not one.kept and not one.wanted]
        # One less, for the experiment about to be added.
        for path, _ in sorted(loose, key=lambda one: -one[1].asked)[MAX_UNKEPT - 1 :]:
            shutil.rmtree(path, ignore_errors=True)

    async def stop(self, name: str) -> None:
        """Stops an experiment. Its games stay stored."""
        self._set_wanted(name, False)
        if name in self.waiting:
            self.waiting.remove(name)
        async with self._lock:
            if self.playing == name:
                await self._end()

    def resume(self, name: str) -> None:
        if name == self.playing or name in self.waiting:
            return
        self._check_room()
        self._set_wanted(name, True)
        self.waiting.append(name)

    def keep(self, name: str, title: str) -> None:
        experiment = SavedExperiment.read(self.folder / name)
        experiment.kept, experiment.title = True, title
        experiment.write(self.folder / name)

    def state(self, name: str, experiment: SavedExperiment, states: list[ExperimentState]) -> str:
        if name == self.playing:
            return PLAYING
        if name in self.waiting:
            return WAITING
        if any(state.trouble for state in states):
            return BROKEN
        return DONE if all(state.done >= experiment.most for state in states) else STOPPED


def state_of(folder: Path, experiment: SavedExperiment) -> list[ExperimentState]:
    return [ExperimentState.read(folder, strength) for strength in range(len(experiment.strengths))]


def _read(folder: Path) -> SavedExperiment | None:
    try:
        return SavedExperiment.read(folder)
    except RumpusError:
        return None
