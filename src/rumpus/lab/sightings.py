"""How often each card or ability turned up in the newest run of a game."""

from __future__ import annotations

import json
from pathlib import Path

RUNS = Path("runs")
MANIFEST = "run.json"


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
    for manifest in sorted(runs.glob(f"*/{MANIFEST}")):
        try:
            plain = json.loads(manifest.read_text(encoding="utf-8"))
            when = manifest.stat().st_mtime
        except (OSError, ValueError):
            continue
        if isinstance(plain, dict) and plain.get("game") == game and (newest is None or when >= newest[0]):
            newest = (when, manifest.parent)
    return None if newest is None else newest[1]


def last_seen(game: str, runs: Path = RUNS) -> Sightings | None:
    """The sightings of the newest run; None if there is no run with games in it."""
    folder = newest_run(game, runs)
    if folder is None:
        return None
    # Slow to load, and most people who look a card up have no run.
    import polars as pl

    games = 0
    times: dict[str, dict[str, int]] = {}
    for part in sorted(folder.glob("part-*[0-9]")):
        try:
            played = pl.read_parquet(part / "games.parquet").height
            ledger = pl.read_parquet(part / "ledger.parquet").group_by("action", "topic").agg(pl.col("times").sum())
        except (OSError, pl.exceptions.PolarsError):
            continue
        games += played
        for action, topic, count in ledger.iter_rows():
            found = times.setdefault(str(topic), {})
            found[str(action)] = found.get(str(action), 0) + int(count)
    return Sightings(folder, games, times) if games else None
