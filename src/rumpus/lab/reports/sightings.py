"""Counts of each card or ability in the newest run of a game."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from rumpus.core.errors import BadRecord
from rumpus.lab.simulation.manifest import MANIFEST, RUNS, Manifest
from rumpus.lab.simulation.rows import read_part
from rumpus.lab.simulation.runs import stored_parts


class Sightings(Struct):
    """Counts of each topic by action: drawn, played, and so on."""

    folder: Path
    games: int
    times: dict[str, Counter[str]]

    def of(self, topic: str) -> dict[str, int]:
        return self.times.get(topic, {})

    def text(self, topic: str) -> str:
        """Formats the counts: `drew 12, played 7`, or `never`."""
        found = self.of(topic)
        return ", ".join(f"{action} {found[action]:,}" for action in sorted(found)) or "never"


def newest_run(game: str, runs: Path = RUNS) -> Path | None:
    """Folder of the game's latest run; None without a readable one."""
    found: list[tuple[float, Path]] = []
    for path in runs.glob(f"*/{MANIFEST}"):
        with suppress(OSError, BadRecord):
            if Manifest.read(path.parent).game == game:
                found.append((path.stat().st_mtime, path.parent))
    return max(found)[1] if found else None


def latest_sightings(game: str, runs: Path = RUNS) -> Sightings | None:
    """Counts in the newest run; None without games."""
    folder = newest_run(game, runs)
    if folder is None:
        return None
    games = 0
    times: dict[str, Counter[str]] = defaultdict(Counter)
    for _, part in stored_parts(folder, Manifest.read(folder).games):
        try:
            rows = read_part(part)
        except BadRecord:
            continue
        games += len(rows)
        for row in rows:
            for seat in row.seats:
                for action, topic, count in seat.ledger:
                    times[topic][action] += count
    return Sightings(folder, games, times) if games else None
