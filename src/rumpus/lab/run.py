"""A run on disk: a folder with its manifest and one part per piece of work, written whole or not at all."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import polars as pl

from rumpus.core.errors import BadRecord
from rumpus.lab.plan import Plan
from rumpus.lab.playing import GameRow, SeatRow
from rumpus.lab.runs import Pulse
from rumpus.lab.sightings import MANIFEST
from rumpus.lab.workers import Workers

Schema = Mapping[str, pl.DataType | type[pl.DataType]]

GAMES: Schema = {
    "game": pl.Int64,
    "winner": pl.Int64,
    "decisions": pl.Int64,
    "forced": pl.Int64,
    "rounds": pl.Int64,
    "lead_changes": pl.Int64,
    "comeback": pl.Boolean,
}
SEATS: Schema = {
    "game": pl.Int64,
    "seat": pl.Int64,
    "player": pl.String,
    "result": pl.Float64,
    "identity": pl.List(pl.String),
    "course": pl.List(pl.Float64),
}
LEDGER: Schema = {"game": pl.Int64, "seat": pl.Int64, "action": pl.String, "topic": pl.String, "times": pl.Int64}
CLAUSES: Schema = {"game": pl.Int64, "clause": pl.String, "times": pl.Int64}
NAMED: Schema = {"game": pl.Int64, "topic": pl.String, "times": pl.Int64}
NOBODY = -1


class Run:
    """A folder of results; the same plan goes on where it stopped, another one is refused."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan

    @staticmethod
    def begin(folder: Path, plan: Plan) -> Run:
        """A new run, or the one that is already there if it is the same."""
        manifest = folder / MANIFEST
        if manifest.exists():
            there = Run.open(folder).plan
            if there.name() != plan.name():
                raise BadRecord(f"{folder} holds another run ({there.plain()}); choose another folder")
        elif folder.exists() and any(folder.iterdir()):
            raise BadRecord(f"{folder} is not empty and holds no run; choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
        part = manifest.with_suffix(".part")
        part.write_text(json.dumps(plan.plain(), indent=1) + "\n", encoding="utf-8")
        part.replace(manifest)
        return Run(folder, plan)

    @staticmethod
    def open(folder: Path) -> Run:
        try:
            plain = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise BadRecord(f"{folder} holds no run (there is no {MANIFEST} in it)") from None
        except (OSError, ValueError) as error:
            raise BadRecord(f"{folder / MANIFEST} cannot be read: {error}") from None
        if not isinstance(plain, dict):
            raise BadRecord(f"{folder / MANIFEST} is no manifest of a run")
        return Run(folder, Plan.load(plain))

    def part(self, chunk: range) -> Path:
        return self.folder / f"part-{chunk.start:08d}-{chunk.stop:08d}"

    def missing(self) -> list[range]:
        """The pieces of work that are still to be done."""
        return [chunk for chunk in self.plan.chunks() if not self.part(chunk).exists()]

    def play(self, workers: Workers, progress: Callable[[int, int], None]) -> None:
        """Do what is missing; stopping at any moment keeps every finished part."""
        todo = self.missing()
        done = self.plan.games - sum(len(chunk) for chunk in todo)
        progress(done, self.plan.games)
        pulse = Pulse(self.folder, done)
        try:
            for chunk, rows in workers.play(self.plan, todo):
                write_part(self.part(chunk), rows)
                done += len(chunk)
                pulse.beat(done)
                progress(done, self.plan.games)
        finally:
            pulse.stop()

    def rows(self) -> list[GameRow]:
        """All games that are there, by number."""
        parts = [self.part(chunk) for chunk in self.plan.chunks() if self.part(chunk).exists()]
        return [row for part in parts for row in read_part(part)]


def write_part(part: Path, rows: Iterable[GameRow]) -> None:
    """Parquet tables of games, seats, ledger, clauses and names, in a folder that appears whole."""
    games, seats, ledger, clauses, named = [], [], [], [], []
    for row in rows:
        winners = row.winners
        winner = winners[0] if len(winners) == 1 else NOBODY
        games.append((row.number, winner, row.decisions, row.forced, row.rounds, row.lead_changes, row.comeback))
        for number, seat in enumerate(row.seats):
            identity = [f"{kind}:{name}" for kind, name in seat.identity]
            seats.append((row.number, number, seat.player, seat.result, identity, seat.course))
            for (action, topic), times in sorted(seat.ledger.items()):
                ledger.append((row.number, number, action, topic, times))
        for clause, times in sorted(row.clauses.items()):
            clauses.append((row.number, clause, times))
        for topic, times in sorted(row.named.items()):
            named.append((row.number, topic, times))
    building = part.with_name(part.name + ".building")
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir()
    for name, schema, table in (
        ("games", GAMES, games),
        ("seats", SEATS, seats),
        ("ledger", LEDGER, ledger),
        ("clauses", CLAUSES, clauses),
        ("named", NAMED, named),
    ):
        pl.DataFrame(table, schema=schema, orient="row").write_parquet(building / f"{name}.parquet")
    building.replace(part)


def read_part(part: Path) -> list[GameRow]:
    try:
        return _read_part(part)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise BadRecord(f"{part} is damaged: {error}; delete it and run again") from None


def _read_part(part: Path) -> list[GameRow]:
    rows: dict[int, GameRow] = {}
    for record in pl.read_parquet(part / "games.parquet").iter_rows(named=True):
        row = GameRow(record["game"])
        row.decisions, row.forced, row.rounds = record["decisions"], record["forced"], record["rounds"]
        row.lead_changes, row.comeback = record["lead_changes"], record["comeback"]
        rows[row.number] = row
    for record in pl.read_parquet(part / "seats.parquet").iter_rows(named=True):
        identity = [_pair(text) for text in record["identity"]]
        seat = SeatRow(record["player"], record["result"], identity)
        seat.course = record["course"]
        rows[record["game"]].seats.append(seat)
    for record in pl.read_parquet(part / "ledger.parquet").iter_rows(named=True):
        rows[record["game"]].seats[record["seat"]].ledger[(record["action"], record["topic"])] = record["times"]
    for record in pl.read_parquet(part / "clauses.parquet").iter_rows(named=True):
        rows[record["game"]].clauses[record["clause"]] = record["times"]
    for record in pl.read_parquet(part / "named.parquet").iter_rows(named=True):
        rows[record["game"]].named[record["topic"]] = record["times"]
    return list(rows.values())


def _pair(text: str) -> tuple[str, str]:
    kind, _, name = text.partition(":")
    return kind, name
