"""`rumpus cards` says how often the newest run of the lab saw a card, and lists names without rules."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.core.catalogue import find_game
from rumpus.lab.reports.sightings import latest_sightings, newest_run
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import SeatRow, empty_row, write_part
from rumpus.lab.simulation.runs import Run

Rumpus = Callable[..., tuple[int, str, str]]


def a_run(runs: Path, seed: str, drawn: int, when: int) -> Path:
    """A run of two games in which the Kind Witch was drawn so often in each."""
    run = Run.begin(runs / seed, Plan(find_game("creature_wars"), {}, ["random"], 2, seed))
    rows = []
    for number in range(2):
        row = empty_row(number)
        row.winner = 0
        row.seats = [SeatRow("random", 1.0, [], [], []), SeatRow("random", -1.0, [], [], [])]
        row.seats[0].ledger = [("drew", "Kind Witch", drawn)]
        row.seats[1].ledger = [("cast", "Kind Witch", 1)]
        rows.append(row)
    write_part(run.part(range(2)), rows)
    os.utime(run.folder / "run.json", (when, when))
    return run.folder


def test_the_newest_run_counts(tmp_path: Path) -> None:
    a_run(tmp_path, "old", 50, 1_000)
    new = a_run(tmp_path, "new", 3, 2_000)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "run.json").write_text("{")
    assert newest_run("creature_wars", tmp_path) == new
    seen = latest_sightings("creature_wars", tmp_path)
    assert seen is not None
    assert (seen.games, seen.of("Kind Witch")) == (2, {"drew": 6, "cast": 2})
    assert seen.text("Kind Witch") == "cast 2, drew 6"
    assert seen.text("Blind Witch") == "never"
    assert latest_sightings("cat_brawl", tmp_path) is None
    assert latest_sightings("creature_wars", tmp_path / "nowhere") is None


def test_cards_tell_what_was_seen(rumpus: Rumpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, out, _ = rumpus("cards", "creature_wars", "Kind Witch")
    assert "Lesser witch, levels 1 to 3  L-09" in out
    assert "seen:" not in out
    a_run(tmp_path / "runs", "only", 3, 1_000)
    _, out, _ = rumpus("cards", "creature_wars", "Kind Witch")
    assert "seen: cast 2, drew 6" in out
    _, out, _ = rumpus("cards", "creature_wars", "Kind Witch", "--json")
    assert json.loads(out)[0]["seen"] == {"drew": 6, "cast": 2}


def test_names_without_rules_on_request(rumpus: Rumpus) -> None:
    _, out, _ = rumpus("cards", "creature_wars", "--not-in-play", "--json")
    assert len(json.loads(out)) == 134
    _, out, _ = rumpus("cards", "creature_wars", "--not-in-play", "jittery")
    assert out.strip() == "Jittery Witch  unwritten Lesser witch  CW-7"
    status, _, said = rumpus("cards", "pigeons", "--not-in-play")
    assert (status, "has rules for all its names" in said) == (2, True)
