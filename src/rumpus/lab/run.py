"""A run on disk: a folder with its manifest and one part per piece of work, written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rumpus.core.errors import BadRecord
from rumpus.lab.manifest import MANIFEST, Manifest, part_in
from rumpus.lab.plan import Plan
from rumpus.lab.rows import GameRow, PlayRows, read_part, write_part
from rumpus.lab.runs import Heartbeat
from rumpus.lab.workers import Workers


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
