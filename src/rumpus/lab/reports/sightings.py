"""How often each card or ability turned up in the newest run of a game."""

from __future__ import annotations

from pathlib import Path

from rumpus.core.errors import BadRecord
from rumpus.lab.simulation.manifest import MANIFEST, RUNS, Manifest, parts_in


class Sightings:
    """What the ledger of a run holds about each topic: how often it was drawn, played, and so on."""

    def __init__(self, folder: Path, games: int, times: dict[str, dict[str, int]]) -> None:
        self.folder = folder
        self.games = games
        self.times = times

    def of(self, topic: str) -> dict[str, int]:
        return self.times.get(topic, {})

    def words(self, topic: str) -> str:
        """`drew 12, played 7`, or `never`."""
        found = self.of(topic)
        return ", ".join(f"{action} {found[action]:,}" for action in sorted(found)) or "never"


def newest_run(game: str, runs: Path = RUNS) -> Path | None:
    """The folder of that game's run that was begun or continued last; damaged ones are passed over."""
    newest: tuple[float, Path] | None = None
    for path in sorted(runs.glob(f"*/{MANIFEST}")):
        try:
            manifest, when = Manifest.read(path.parent), path.stat().st_mtime
        except (OSError, BadRecord):
            continue
        if manifest.game == game and (newest is None or when >= newest[0]):
            newest = (when, path.parent)
    return None if newest is None else newest[1]


def last_seen(game: str, runs: Path = RUNS) -> Sightings | None:
    """The sightings of the newest run; None if there is no run with games in it."""
    folder = newest_run(game, runs)
    if folder is None:
        return None
    # Loads every bot, and most people who look a card up have no run.
    from rumpus.lab.simulation.rows import read_part

    games = 0
    times: dict[str, dict[str, int]] = {}
    for _, part in parts_in(folder):
        try:
            rows = read_part(part)
        except BadRecord:
            continue
        games += len(rows)
        for row in rows:
            for seat in row.seats:
                for (action, topic), count in seat.ledger.items():
                    found = times.setdefault(topic, {})
                    found[action] = found.get(action, 0) + count
    return Sightings(folder, games, times) if games else None
