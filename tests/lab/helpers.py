"""Rows, made up or played, and the command line of the lab."""

from __future__ import annotations

from collections.abc import Sequence

from typer.testing import CliRunner

from rumpus.cli.lab import app
from rumpus.lab.simulation.deals import PlayRows
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow, SeatRow, empty_row
from rumpus.lab.simulation.workers import Workers


def rows_of(plan: Plan, workers: Workers | None = None) -> list[GameRow]:
    played = (workers or Workers()).map(PlayRows(plan), plan.chunks())
    return sorted((row for _, rows in played for row in rows), key=lambda row: row.number)


def duel_row(
    number: int, winner: int | None, names: Sequence[str], kind: str = "cat", player: str = "random"
) -> GameRow:
    """A game of two seats with these identities; nothing else happened."""
    row = empty_row(number)
    row.winner = winner
    for seat, name in enumerate(names):
        result = 0.0 if winner is None else 1.0 if winner == seat else -1.0
        row.seats.append(SeatRow(player, result, [(kind, name)], [], []))
    return row


def run_lab(*words: str) -> str:
    result = CliRunner().invoke(app, [*words, "--jobs", "1"])
    assert result.exit_code == 0, result.output
    assert "--json" not in words or result.stderr == "", result.stderr
    return result.stdout
