"""Where inquiries are worked on: one after the other, each strength in a process of its own, behind all else.

Whatever matters lies in their folders. A server that is started again goes on with what was wanted.
"""

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
from rumpus.lab.experiments.saved import Findings, Inquiry, inquiries_in, new_name

log = logging.getLogger("rumpus.lab")

LOOK_SECONDS = 0.5
PATIENCE = 5.0
"""Seconds that a process has to write down what it played."""
MOST_WAITING = 20
MOST_UNKEPT = 30
"""Of those that nobody kept the newest so many stay."""

DONE, PLAYING, WAITING, STOPPED, BROKEN = "done", "playing", "waiting", "stopped", "broken"


class BenchFull(RumpusError):
    """As many wait as may."""


class Bench:
    """One inquiry at a time; the others wait in the order in which they came."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.waiting: list[str] = []
        self.playing = ""
        self._processes: list[Process] = []
        self._turn = asyncio.Lock()
        """Whoever begins or ends processes has it, since both take a while."""

    def open(self) -> None:
        """Whatever was wanted when the server last ended."""
        found = [(path.name, inquiry) for path in inquiries_in(self.folder) if (inquiry := _read(path)) is not None]
        found.sort(key=lambda one: one[1].asked)
        self.waiting = [name for name, inquiry in found if inquiry.wanted]

    async def close(self) -> None:
        """What is wanted stays so."""
        async with self._turn:
            await self._end()

    async def look(self) -> None:
        """See whether something is finished, and begin with the next."""
        async with self._turn:
            if self.playing and all(process.returncode is not None for process in self._processes):
                self._finished()
            while not self.playing and self.waiting:
                name = self.waiting.pop(0)
                inquiry = _read(self.folder / name)
                if inquiry is not None:
                    await self._begin(name, inquiry)

    async def _begin(self, name: str, inquiry: Inquiry) -> None:
        self.playing = name
        for strength in range(len(inquiry.strengths)):
            words = (str(os.getpid()), str((self.folder / name).absolute()), str(strength))
            command = (sys.executable, "-m", "rumpus.lab.experiments.worker", *words)
            self._processes.append(await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL))

    def _finished(self) -> None:
        name, processes = self.playing, self._processes
        self.playing, self._processes = "", []
        folder = self.folder / name
        for strength, process in enumerate(processes):
            finding = Findings.read(folder, strength)
            if process.returncode and not finding.trouble:
                finding.trouble = f"its process ended with {process.returncode}"
                finding.write(folder, strength)
                log.warning("a process of the lab ended", extra={"facts": {"inquiry": name, "how": process.returncode}})
        self._want(name, False)

    async def _end(self) -> None:
        """Whoever plays is asked to write down what it has, and then made to end."""
        processes = self._processes
        self.playing, self._processes = "", []
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        for process in processes:
            try:
                await asyncio.wait_for(process.wait(), PATIENCE)
            except TimeoutError:
                process.kill()
                await process.wait()

    def _want(self, name: str, wanted: bool) -> None:
        inquiry = _read(self.folder / name)
        if inquiry is not None and inquiry.wanted != wanted:
            inquiry.wanted = wanted
            inquiry.write(self.folder / name)

    # --- what is asked of it ---

    def ask(self, inquiry: Inquiry) -> str:
        """Its name; it waits if another is being played."""
        if len(self.waiting) >= MOST_WAITING:
            raise BenchFull(f"{MOST_WAITING} inquiries are waiting already; stop one, or come back later")
        self._forget_old()
        name = new_name(inquiry.kind, inquiry.game)
        (self.folder / name).mkdir(parents=True)
        inquiry.write(self.folder / name)
        self.waiting.append(name)
        return name

    def _forget_old(self) -> None:
        """Of those that nobody kept and nobody waits for, the newest stay."""
        found = [(path, inquiry) for path in inquiries_in(self.folder) if (inquiry := _read(path)) is not None]
        loose = [(path, inquiry) for path, inquiry in found if not inquiry.kept and not inquiry.wanted]
        for path, _ in sorted(loose, key=lambda one: -one[1].asked)[MOST_UNKEPT - 1 :]:
            shutil.rmtree(path, ignore_errors=True)

    async def stop(self, name: str) -> None:
        """Nothing that was played is lost."""
        self._want(name, False)
        if name in self.waiting:
            self.waiting.remove(name)
        async with self._turn:
            if self.playing == name:
                await self._end()

    def go_on(self, name: str) -> None:
        if name == self.playing or name in self.waiting:
            return
        if len(self.waiting) >= MOST_WAITING:
            raise BenchFull(f"{MOST_WAITING} inquiries are waiting already; stop one, or come back later")
        self._want(name, True)
        self.waiting.append(name)

    def keep(self, name: str, title: str) -> None:
        inquiry = Inquiry.read(self.folder / name)
        inquiry.kept, inquiry.title = True, title
        inquiry.write(self.folder / name)

    def state(self, name: str, inquiry: Inquiry, findings: list[Findings]) -> str:
        if name == self.playing:
            return PLAYING
        if name in self.waiting:
            return WAITING
        if any(finding.trouble for finding in findings):
            return BROKEN
        return DONE if all(finding.done >= inquiry.most for finding in findings) else STOPPED


def findings_of(folder: Path, inquiry: Inquiry) -> list[Findings]:
    return [Findings.read(folder, strength) for strength in range(len(inquiry.strengths))]


def _read(folder: Path) -> Inquiry | None:
    try:
        return Inquiry.read(folder)
    except RumpusError:
        return None
