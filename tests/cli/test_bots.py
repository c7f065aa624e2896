"""Bots on the command line: tournaments, the ladder, and a coach beside the table."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.core.catalogue import find_game
from rumpus.lab.strength import benchmark, ladder
from tests.terminal.conftest import Outcome
from tests.terminal.test_plain import play
from tests.terminal.test_seats import pigeon_session
from tests.training.fresh import fresh_weights

Command = Callable[..., Outcome]
CITY = ("tournament", "defend_the_city", "--players", "random,greedy", "--games", "6", "--jobs", "1")


def test_a_tournament_prints_a_table(rumpus: Command) -> None:
    status, out, _ = rumpus(*CITY)
    assert status == 0
    assert "Defend the City: 12 games" in out
    assert "greedy" in out
    assert "win rate" in out


def test_a_tournament_speaks_json_and_repeats_itself(rumpus: Command) -> None:
    _, one, _ = rumpus(*CITY, "--json")
    assert one == rumpus(*CITY, "--json")[1]
    table = json.loads(one)
    assert [player["name"] for player in table["players"]] == ["random", "greedy"]
    assert table["games"] == 12


def test_an_exact_answer_is_told_in_sentences_and_as_json(rumpus: Command) -> None:
    words = ("exploit", "hard", "defend_the_city", "wary", "--samples", "1")
    status, out, _ = rumpus(*words)
    assert status == 0
    assert "As the defender hard gets 51.89% against this enemy; the best play gets 51.89%: 0.00 points less." in out
    told = json.loads(rumpus(*words, "--json")[1])
    assert told["exact"]["parts"][0]["gets"] == pytest.approx(0.51891, abs=1e-4)


def test_the_benchmark_writes_a_page_and_json(rumpus: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(benchmark, "SAMPLES", 1)
    weights = fresh_weights(tmp_path / "net.npz", find_game("defend_the_city"))
    words = ("benchmark", str(weights), "--deals", "1", "--jobs", "1", "--to", str(tmp_path))
    status, out, _ = rumpus(*words)
    assert status == 0
    told = json.loads(next(tmp_path.glob("benchmark-*.json")).read_text("utf-8"))
    assert out == next(tmp_path.glob("benchmark-*.md")).read_text("utf-8")
    assert {row["game"] for row in told["rows"]} == {"defend_the_city"}, "a file of weights plays its own game"
    assert told["exact"][0]["best"] == pytest.approx(0.789, abs=1e-3)
    assert "| nobody | network" in out
    assert rumpus(*words)[1] == out


def test_players_are_listed_with_what_decides(rumpus: Command) -> None:
    lines = dict(line.split(maxsplit=1) for line in rumpus("players", "cat_brawl")[1].splitlines())
    assert lines["random"] == "chance"
    assert lines["greedy"] == "evaluator"
    assert lines["normal"] == "search of 100 simulations"
    assert lines["hard"].startswith("network")
    assert lines["exact"].startswith("cannot play")
    told = json.loads(rumpus("players", "cat_brawl", "-o", "max_rounds=20", "--json")[1])
    assert told["champion"] == "search of 2,000 simulations, as no network fits"


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[str, ...]:
    monkeypatch.setattr(ladder, "PAIRS", [("random", "greedy")])
    monkeypatch.setattr(ladder, "CHAMPION_OPPONENT", "search:10")
    return ("ladder", "--game", "defend_the_city", "--out", str(tmp_path), "--jobs", "1")


def test_a_ladder_is_written_and_played_again(rumpus: Command, words: tuple[str, ...], tmp_path: Path) -> None:
    assert rumpus(*words, "--games", "1")[0] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["ladder.json"]
    rungs = ladder.read_json(tmp_path / "ladder.json")
    command = "rumpus tournament defend_the_city --players random,greedy --games 1 --seed ladder"
    assert command in [rung.command() for rung in rungs]
    status, out, _ = rumpus(*words, "--verify")
    assert status == 0
    assert "2 games replayed, all identical" in out


def test_a_ladder_within_a_time_can_be_gone_on_with(rumpus: Command, words: tuple[str, ...], tmp_path: Path) -> None:
    assert rumpus(*words, "--minutes", "1", "--games", "2")[0] == 0
    assert rumpus(*words, "--minutes", "1", "--games", "5", "--continue")[0] == 0
    assert {rung.games for rung in ladder.read_json(tmp_path / "ladder.json")} == {5}
    assert rumpus(*words, "--verify")[0] == 0


def test_a_ladder_that_was_changed_is_found_out(rumpus: Command, words: tuple[str, ...], tmp_path: Path) -> None:
    rumpus(*words, "--games", "1")
    path = tmp_path / "ladder.json"
    data = json.loads(path.read_text())
    data["rungs"][0]["outcomes"] = "WW" if data["rungs"][0]["outcomes"] != "WW" else "LL"
    path.write_text(json.dumps(data))
    status, _, complaint = rumpus(*words, "--verify")
    assert status == 2
    assert "games of greedy and random differ" in complaint
    path.write_text("{}")
    complaint = rumpus(*words, "--verify")[2]
    assert "no ladder of ours" in complaint
    assert '"format" should be "rumpus ladder 1"' in " ".join(complaint.split())
    path.write_text("{")
    assert "cannot be read as a ladder" in " ".join(rumpus(*words, "--verify")[2].split())
    path.write_text(json.dumps({**data, "rungs": [{"game": "defend_the_city"}]}))
    assert "its rungs cannot be read." in " ".join(rumpus(*words, "--verify")[2].split())


def test_bots_among_themselves_say_why_when_a_coach_is_there() -> None:
    host = pigeon_session("random", "greedy")
    host.coached = True
    text, _, ended = play(host)
    assert ended
    assert "was picked blindly among" in text
    assert "looked best at a glance" in text
