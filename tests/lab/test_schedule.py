"""Comparisons within a time: the same games as a tournament's, more where they are cheap; curves drawn from them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks import strength
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadRecord
from rumpus.lab.simulation.workers import Workers
from rumpus.lab.strength import schedule
from rumpus.lab.strength.ladder import Rung, letters, read_json, write_json
from rumpus.lab.strength.schedule import play_within
from rumpus.lab.strength.tournament import plan

PIGEONS = [("random", "greedy"), ("greedy", "search:10")]


def pigeon_rungs() -> list[Rung]:
    return [Rung("pigeons", {}, weaker, stronger, 0) for weaker, stronger in PIGEONS]


def again(rung: Rung) -> str:
    return letters(rung.play(rung.games, Workers(), lambda done, total: None))


def test_every_row_is_played_as_a_tournament_plays_it() -> None:
    rungs = pigeon_rungs()
    seen: list[int] = []
    play_within(rungs, 8, 600.0, Workers(), lambda all_: seen.append(sum(rung.games for rung in all_)))
    assert [rung.games for rung in rungs] == [8, 8]
    assert seen[0] == 4
    assert seen[-1] == 16
    for rung in rungs:
        assert again(rung) == rung.outcomes


def test_rows_of_a_game_for_one_are_played_as_a_tournament_plays_them() -> None:
    rung = Rung("defend_the_city", {}, "random", "greedy", 0)
    play_within([rung], 5, 600.0, Workers(), lambda all_: None)
    assert rung.games == 5
    assert len(rung.outcomes) == 10
    assert again(rung) == rung.outcomes


def test_what_was_played_before_is_gone_on_from() -> None:
    rungs = [*pigeon_rungs(), Rung("defend_the_city", {}, "random", "greedy", 0)]
    play_within(rungs, 4, 600.0, Workers(), lambda all_: None)
    before = [rung.outcomes for rung in rungs]
    rungs[0].outcomes = "DDD"
    play_within(rungs, 8, 600.0, Workers(), lambda all_: None)
    assert [rung.games for rung in rungs] == [8, 8, 8]
    assert rungs[0].outcomes == "DD" + before[0][2:] + rungs[0].outcomes[4:], "half a round is played again"
    assert rungs[1].outcomes == again(rungs[1])
    assert rungs[2].outcomes == again(rungs[2])
    play_within(rungs, 8, 600.0, Workers(), lambda all_: pytest.fail("there is nothing left to play"))


def test_without_time_everybody_plays_one_round() -> None:
    rungs = pigeon_rungs()
    play_within(rungs, 1000, 0.0, Workers(), lambda all_: None)
    assert [rung.games for rung in rungs] == [2, 2]


def test_what_costs_less_is_played_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds cost 1 and 9 seconds: together errors are least if the cheap one is played three times as often."""
    now = [0.0]

    def played(heat: schedule.Round) -> tuple[str, float]:
        cost = 1.0 if heat.names[1] == "greedy" else 9.0
        now[0] += cost
        return "WL", cost

    monkeypatch.setattr(schedule, "play_round", played)
    monkeypatch.setattr(schedule, "perf_counter", lambda: now[0])
    rungs = pigeon_rungs()
    play_within(rungs, 10_000, 2000.0, Workers(), lambda all_: None)
    cheap, dear = (rung.games for rung in rungs)
    assert cheap / dear == pytest.approx(3.0, rel=0.1)
    assert 1800 <= now[0] <= 2000


def test_the_first_games_are_the_same_however_many_follow() -> None:
    few, many = plan(2, 1, 3, "seed"), plan(2, 1, 7, "seed")
    assert [one.seed for one in few if one.lineup == (1,)] == [one.seed for one in many if one.lineup == (1,)][:3]
    assert len({one.seed for one in many}) == len(many)


def curve(points: Sequence[tuple[str, str]]) -> list[Rung]:
    return [Rung("cat_brawl", {}, "search:100", name, len(letters_), letters_) for name, letters_ in points]


def test_a_curve_that_falls_is_said_to_fall(tmp_path: Path) -> None:
    rising = curve([("search:50", "WL" * 50), ("search:101", "WL" * 50), ("search:5000", "WWWL" * 25)])
    assert "does not fall beyond noise" in strength.table(rising)[-1]
    falling = curve([("search:50", "WL" * 50), ("search:101", "WWWL" * 25), ("search:5000", "LLLW" * 25)])
    assert strength.table(falling)[-1].endswith("-50 ± 12: falls |")
    write_json(tmp_path / "strength.json", falling)
    table = strength.table(read_json(tmp_path / "strength.json"))
    assert table[-1].startswith("| Cat Brawl | 50 % (40 – 60), 100 | 75 % (66 – 82), 100 | 25 % (18 – 34), 100 |")


def test_a_ladder_of_another_seed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ladder.json"
    write_json(path, curve([("search:50", "WL")]))
    path.write_text(path.read_text().replace('"seed": "ladder"', '"seed": "stairs"'))
    with pytest.raises(BadRecord, match="seed 'stairs', not 'ladder'"):
        read_json(path)


def test_a_point_for_every_budget_in_the_rulebooks_match() -> None:
    rungs = strength.comparisons("battle_puno")
    assert [strength.budget_of(rung) for rung in rungs] == list(strength.BUDGETS)
    game = find_game("battle_puno")
    assert game.seats(game.options(rungs[0].changes)) == 2
