"""The queue of saved experiments: one at a time, a process per strength, all state in folders."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sys
import time
from asyncio.subprocess import DEVNULL, Process
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from rumpus.core.errors import RumpusError
from rumpus.lab.experiments.saved import (
    MAX_PLAY_SECONDS,
    ExperimentState,
    SavedExperiment,
    experiments_in,
    new_name,
)
from rumpus.lab.experiments.worker import CANNOT_WRITE

log = logging.getLogger("rumpus.lab")

POLL_SECONDS = 0.5
STOP_SECONDS = 5.0
"""Seconds a process gets to store its games."""
COUNT_SECONDS = 10.0
"""Seconds of play that are counted at once. A killed server forgets at most these."""
MAX_WAITING = 20
MAX_ACTIVE_PER_ADDRESS = 3
"""Number of one visitor's experiments that play or wait."""
MAX_UNKEPT = 30
"""Number of experiments not marked to keep; older ones are deleted."""
MAX_KEPT = 200
MAX_KEPT_PER_ADDRESS = 20
MAX_KEPT_DAYS = 365
"""Days after which a visitor's kept experiment is deleted."""

DONE, PLAYING, WAITING, STOPPED, BROKEN = "done", "playing", "waiting", "stopped", "broken"


class QueueFull(RumpusError):
    """The queue has no room."""


class KeptFull(RumpusError):
    """No more experiments can be kept."""


class TimeIsUp(RumpusError):
    """An experiment was played as long as it may be."""


class ExperimentQueue:
    """Plays one experiment at a time, in order of arrival.

    Limits per address, of time and of age hold for visitors: on a server for one machine experiments have no address.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.waiting: list[str] = []
        self.playing = ""
        self.troubles: dict[str, str] = {}
        """Why experiments ended that could not store it themselves, by name."""
        self._addresses: dict[str, str] = {}
        """Address of everything that plays or waits, by name."""
        self._processes: list[Process] = []
        self._seconds_left = 0.0
        """Seconds that the playing experiment may still play."""
        self._counted = 0.0
        """Time at which its seconds were last counted."""
        self._lock = asyncio.Lock()
        """Held while processes start or stop."""
        self._writing = asyncio.Lock()
        """Held while files of the server are read, changed and written by a thread."""

    def open(self) -> None:
        """Queues the experiments wanted at the end of the last server."""
        self._delete_expired()
        found = sorted(self._readable(), key=lambda one: one[1].asked)
        wanted = [(path.name, experiment.address) for path, experiment in found if experiment.wanted]
        self.waiting = [name for name, _ in wanted]
        self._addresses = dict(wanted)

    def _readable(self) -> list[tuple[Path, SavedExperiment]]:
        found = [(path, _read(path)) for path in experiments_in(self.folder)]
        return [(path, experiment) for path, experiment in found if experiment is not None]

    async def close(self) -> None:
        """Stops the processes. Experiments stay wanted."""
        async with self._lock:
            await self._end()

    async def poll(self) -> None:
        """Notices finished experiments, ends those whose time is up, and starts the next."""
        # The lock hides the list while `_begin` fills it: `all` of an empty list is True.
        async with self._lock:
            if self.playing:
                await self._look_after(self.playing)
            while not self.playing and self.waiting:
                name = self.waiting.pop(0)
                experiment = _read(self.folder / name)
                if experiment is not None:
                    await self._begin(name, experiment)

    async def _look_after(self, name: str) -> None:
        if all(process.returncode is not None for process in self._processes):
            processes = self._processes
            await self._end()
            self._note_troubles(name, processes)
        elif time.monotonic() - self._counted >= min(COUNT_SECONDS, self._seconds_left):
            await self._count_seconds()
            if self._seconds_left > 0:
                return
            await self._end()
        else:
            return
        with _logged(name):
            await self._change(name, wanted=False)

    async def _begin(self, name: str, experiment: SavedExperiment) -> None:
        self.playing = name
        self.troubles.pop(name, None)
        self._seconds_left, self._counted = experiment.seconds_left, time.monotonic()
        for strength in range(len(experiment.strengths)):
            words = (str(os.getpid()), str((self.folder / name).absolute()), str(strength))
            command = (sys.executable, "-m", "rumpus.lab.experiments.worker", *words)
            self._processes.append(await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL))

    def _note_troubles(self, name: str, processes: list[Process]) -> None:
        """Stores why processes failed, unless they did so themselves."""
        folder = self.folder / name
        for strength, process in enumerate(processes):
            state = ExperimentState.read(folder, strength)
            if not process.returncode or state.trouble:
                continue
            log.warning("a process of the lab ended", extra={"facts": {"inquiry": name, "how": process.returncode}})
            full = process.returncode == CANNOT_WRITE
            state.trouble = "its files could not be written" if full else f"its process ended with {process.returncode}"
            try:
                state.write(folder, strength)
            except OSError:
                self.troubles[name] = state.trouble

    async def _end(self) -> None:
        """Asks the processes to store their games and stop; kills them after `STOP_SECONDS`."""
        for process in self._processes:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        for process in self._processes:
            try:
                await asyncio.wait_for(process.wait(), STOP_SECONDS)
            except TimeoutError:
                process.kill()
                await process.wait()
        if self.playing:
            await self._count_seconds()
        self._addresses.pop(self.playing, None)
        self.playing, self._processes = "", []

    async def _count_seconds(self) -> None:
        """Adds the time since the last count to the playing experiment."""
        now = time.monotonic()
        passed, self._counted = now - self._counted, now
        self._seconds_left -= passed
        with _logged(self.playing):
            await self._change(self.playing, played=passed)

    async def _change(self, name: str, *, wanted: bool | None = None, played: float = 0.0) -> None:
        """Writes changes of an experiment. Raises OSError if they cannot be written."""
        async with self._writing:
            await asyncio.to_thread(self._rewrite, name, wanted, played)

    def _rewrite(self, name: str, wanted: bool | None, played: float) -> None:
        experiment = _read(self.folder / name)
        if experiment is None:
            return
        before = msgspec.structs.replace(experiment)
        experiment.seconds += played
        if wanted is not None:
            experiment.wanted = wanted
        if experiment != before:
            experiment.write(self.folder / name)

    # --- what is asked of it ---

    def _check_room(self, address: str) -> None:
        if len(self.waiting) >= MAX_WAITING:
            raise QueueFull(f"{MAX_WAITING} experiments are waiting already. Stop one, or come back later.")
        if address and list(self._addresses.values()).count(address) >= MAX_ACTIVE_PER_ADDRESS:
            raise QueueFull(
                f"{MAX_ACTIVE_PER_ADDRESS} experiments from your address are playing or waiting already. "
                "Stop one, or wait until one is done."
            )

    async def add(self, experiment: SavedExperiment) -> str:
        """Stores a new experiment and queues it. Returns its name; raises OSError if it cannot be stored."""
        async with self._writing:
            self._check_room(experiment.address)
            name = await asyncio.to_thread(self._store, experiment)
            self._enter(name, experiment.address)
        return name

    def _store(self, experiment: SavedExperiment) -> str:
        self._delete_expired()
        self._delete_unkept()
        name = new_name(experiment.kind, experiment.game)
        folder = self.folder / name
        folder.mkdir(parents=True)
        try:
            experiment.write(folder)
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return name

    def _enter(self, name: str, address: str) -> None:
        self.waiting.append(name)
        self._addresses[name] = address

    def _delete_expired(self) -> None:
        """Deletes visitors' kept experiments after `MAX_KEPT_DAYS`."""
        oldest = time.time() - MAX_KEPT_DAYS * 86_400
        for path, one in self._readable():
            if one.kept and one.address and not one.wanted and max(one.asked, one.kept_at) < oldest:
                shutil.rmtree(path, ignore_errors=True)

    def _delete_unkept(self) -> None:
        """Makes room for one more experiment that is neither kept nor wanted.

        The visitor with the most loses the oldest, so nobody displaces others by beginning many.
        """
        loose = [(path, one) for path, one in self._readable() if not one.kept and not one.wanted]
        loose.sort(key=lambda one: one[1].asked)
        while len(loose) >= MAX_UNKEPT:
            ((address, _),) = Counter(one.address for _, one in loose).most_common(1)
            oldest = next(one for one in loose if one[1].address == address)
            loose.remove(oldest)
            shutil.rmtree(oldest[0], ignore_errors=True)

    async def stop(self, name: str) -> None:
        """Stops an experiment. Its games stay stored. Raises OSError if it would play again after a restart."""
        try:
            await self._change(name, wanted=False)
        finally:
            if name in self.waiting:
                self.waiting.remove(name)
                self._addresses.pop(name, None)
            async with self._lock:
                if self.playing == name:
                    await self._end()

    async def resume(self, name: str) -> None:
        """Queues a stopped experiment again. Raises OSError if that cannot be stored."""
        async with self._writing:
            if name == self.playing or name in self.waiting:
                return
            experiment = SavedExperiment.read(self.folder / name)
            if experiment.seconds_left <= 0:
                minutes = f"{MAX_PLAY_SECONDS / 60:g} minutes"
                raise TimeIsUp(f"It was played for {minutes}, which is the most here. Begin a new experiment.")
            self._check_room(experiment.address)
            await asyncio.to_thread(self._rewrite, name, True, 0.0)
            self._enter(name, experiment.address)

    async def keep(self, name: str, title: str) -> None:
        """Keeps or renames an experiment. Raises KeptFull if there is no room, OSError if it cannot be written."""
        async with self._writing:
            await asyncio.to_thread(self._keep, name, title)

    def _keep(self, name: str, title: str) -> None:
        experiment = SavedExperiment.read(self.folder / name)
        if not experiment.kept:
            self._delete_expired()
            self._check_kept(experiment.address)
        experiment.kept, experiment.title, experiment.kept_at = True, title, time.time()
        experiment.write(self.folder / name)

    def _check_kept(self, address: str) -> None:
        kept = [one.address for _, one in self._readable() if one.kept]
        if address and kept.count(address) >= MAX_KEPT_PER_ADDRESS:
            raise KeptFull(f"{MAX_KEPT_PER_ADDRESS} experiments from your address are kept already. Delete one first.")
        if len(kept) >= MAX_KEPT:
            raise KeptFull(
                f"{MAX_KEPT} experiments are kept here already, which is the most. Export its table instead."
            )

    async def delete(self, name: str) -> None:
        """Stops an experiment and deletes its folder."""
        with contextlib.suppress(OSError):  # it is deleted anyway
            await self.stop(name)
        self.troubles.pop(name, None)
        async with self._writing:
            await asyncio.to_thread(shutil.rmtree, self.folder / name)

    def state(self, name: str, experiment: SavedExperiment, states: list[ExperimentState]) -> str:
        if name == self.playing:
            return PLAYING
        if name in self.waiting:
            return WAITING
        if name in self.troubles or any(state.trouble for state in states):
            return BROKEN
        done = experiment.seconds_left <= 0 or all(state.done >= experiment.most for state in states)
        return DONE if done else STOPPED


@contextlib.contextmanager
def _logged(name: str) -> Iterator[None]:
    """Logs that an experiment's file could not be written."""
    try:
        yield
    except OSError as error:
        log.warning("an experiment was not written", extra={"facts": {"inquiry": name, "error": str(error)[:200]}})


def state_of(folder: Path, experiment: SavedExperiment) -> list[ExperimentState]:
    return [ExperimentState.read(folder, strength) for strength in range(len(experiment.strengths))]


def _read(folder: Path) -> SavedExperiment | None:
    try:
        return SavedExperiment.read(folder)
    except RumpusError:
        return None
