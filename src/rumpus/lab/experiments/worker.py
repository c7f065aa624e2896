"""Plays one strength's share of an inquiry, behind all else.

`python -m rumpus.lab.experiments.worker PARENT FOLDER STRENGTH`
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rumpus.core.errors import RumpusError
from rumpus.core.system import processes
from rumpus.lab.experiments.saved import Findings, Inquiry, games_in
from rumpus.lab.simulation.manifest import part_in, parts_in

if TYPE_CHECKING:
    from rumpus.lab.experiments.probes import Probe

NICER = 10
"""Than the bots of the tables, which are nicer than the server."""
PART_SECONDS = 5.0
"""At most so much is lost when it is killed."""
TOLD_SECONDS = 0.5
PIECE_SECONDS = 0.25
LARGEST_PIECE = 50


class ProbeProcess:
    """Plays what is missing, writes it down, and says again and again what it shows."""

    def __init__(self, folder: Path, strength: int, probe: Probe) -> None:
        self.folder = folder
        self.strength = strength
        self.probe = probe
        self.games = games_in(folder, strength)
        self.finding = Findings.read(folder, strength)
        self.finding.trouble, self.finding.fewest = "", probe.fewest
        self.stopped = False
        self._unwritten: list[Any] = []

    def load(self) -> None:
        """What was played before; parts that two processes wrote may overlap, and say the same."""
        self.games.mkdir(exist_ok=True)
        for deals, path in parts_in(self.games):
            if deals.start <= self.probe.done < deals.stop:
                self.probe.add(self.probe.read(path)[self.probe.done - deals.start :])

    def go(self) -> None:
        size = 1
        wrote = told = began = time.monotonic()
        before = self.probe.done
        while self.probe.done < self.probe.inquiry.most and not self.stopped:
            start = time.monotonic()
            deals = range(self.probe.done, min(self.probe.done + size, self.probe.inquiry.most))
            played = self.probe.play(deals)
            self._unwritten += played
            now = time.monotonic()
            if now - start < PIECE_SECONDS:
                size = min(2 * size, LARGEST_PIECE)
            elif now - start > 4 * PIECE_SECONDS:
                size = max(1, size // 2)
            self.probe.add(played)
            if now - wrote > PART_SECONDS:
                self._write()
                wrote = now
            if now - told > TOLD_SECONDS:
                self.finding.pace = (self.probe.done - before) / (now - began)
                self.tell()
                told = now
        if self._unwritten:
            self._write()
        self.tell(last=True)

    def _write(self) -> None:
        first = self.probe.done - len(self._unwritten)
        self.probe.write(part_in(self.games, range(first, self.probe.done)), self._unwritten)
        self._unwritten = []

    def tell(self, last: bool = False) -> None:
        if self.probe.due or last:
            self.finding.found = self.probe.look(self.finding)
        self.finding.done = self.probe.done
        self.finding.write(self.folder, self.strength)


def main(parent: int, folder: Path, strength: int) -> int:
    processes.put_on(parent)
    os.nice(NICER)
    from rumpus.lab.experiments.probes import probe_of

    try:
        player = ProbeProcess(folder, strength, probe_of(Inquiry.read(folder), strength))
        signal.signal(signal.SIGTERM, lambda number, frame: setattr(player, "stopped", True))
        player.load()
        player.go()
    except (RumpusError, MemoryError) as error:
        finding = Findings.read(folder, strength)
        finding.trouble = str(error) if isinstance(error, RumpusError) else "it took more memory than it may have"
        finding.write(folder, strength)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])))
