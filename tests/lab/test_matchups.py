"""The equilibrium of the match-ups: nobody can do better against it, and who is dominated is named."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.lab.reports import matchups
from rumpus.lab.reports.matchups import Matchups, dominance, equilibrium, margins
from rumpus.lab.reports.run_report import Report
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow
from tests.lab.helpers import duel_row

NAMES = STONE, SHEARS, PAPER, STRAW = "Stone", "Shears", "Paper", "Straw"
BEATS = {(STONE, SHEARS): 0.9, (SHEARS, PAPER): 0.9, (PAPER, STONE): 0.9}
"""Whatever meets Straw wins eight of ten, Straw itself excepted."""


def meetings(times: int) -> list[GameRow]:
    rows: list[GameRow] = []
    for mine in NAMES:
        for theirs in NAMES:
            ahead = BEATS.get((mine, theirs), 1 - BEATS.get((theirs, mine), 0.5))
            if mine != theirs and STRAW in (mine, theirs):
                ahead = 0.05 if mine == STRAW else 0.95
            for turn in range(times):
                winner = None if mine == theirs else int(turn >= ahead * times)
                rows.append(duel_row(len(rows), winner, (mine, theirs)))
    return rows


def test_three_that_beat_each_other_in_turn_are_picked_alike_and_the_fourth_never() -> None:
    found = Matchups(meetings(40), "cat")
    assert found.each == 1
    assert found.chance[0, 0] == 0.5
    picks = {pick.name: pick for pick in found.picks()}
    for name in (STONE, SHEARS, PAPER):
        assert picks[name].fraction == pytest.approx(1 / 3, abs=0.02)
        assert picks[name].low < picks[name].fraction < picks[name].high
        assert picks[name].win_probability == pytest.approx(0.5)
        assert not picks[name].dominated_by
    assert picks[STRAW].fraction == picks[STRAW].high == 0
    assert picks[STRAW].win_probability < 0.1


def test_who_is_worse_whatever_it_meets_is_dominated() -> None:
    chance = np.array([[0.5, 0.7, 0.9], [0.3, 0.5, 0.8], [0.1, 0.2, 0.5]])
    assert dominance(chance).tolist() == [[False, False, False], [True, False, False], [True, True, False]]


@pytest.mark.parametrize("each", [1, 2, 3])
def test_no_picks_do_better_than_even_against_the_mixture(each: int) -> None:
    rng = np.random.default_rng(each)
    for size in (4, 9):
        chance = rng.random((size, size))
        shares = equilibrium(chance, each)
        assert shares.sum() == pytest.approx(each)
        assert 0 <= shares.min() <= shares.max() <= 1
        against = np.sort(margins(chance) @ shares)
        assert against[-each:].sum() <= 1e-9


def test_the_report_has_it_where_cats_can_be_given_and_enough_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchups, "BOOTSTRAP_SAMPLES", 10)
    cats = find_game("cat_brawl")
    made = Report(Plan(cats, {}, ["random"], 640, "x"), meetings(40))
    text = made.html()
    assert "Which cat would be picked?" in text
    assert "wins against that mix" in text
    assert [pick["name"] for pick in json.loads(json.dumps(made.to_json()))["picks"]][-1] == STRAW
    beside = Report(made.plan, made.rows, (), [Report(Plan(cats, {}, ["greedy"], 640, "x"), meetings(40))]).html()
    assert re.search(r"Equilibrium picks: .*Stone \(3. %\).* among random; .*Stone \(3. %\).* among greedy\.", beside)
    assert "would be picked" not in Report(Plan(cats, {}, ["random"], 16, "x"), meetings(1)).html()
    creatures = find_game("creature_wars")
    assert "would be picked" not in Report(Plan(creatures, {}, ["random"], 640, "x"), meetings(40)).html()


def cats_plan(games: int, **more: object) -> Plan:
    return Plan(find_game("cat_brawl"), {}, ["random"], games, "cats", **more)  # type: ignore[arg-type]


def test_a_game_ships_the_rates_of_a_run_with_its_command() -> None:
    rows = meetings(40)
    table = matchups.matchup_table(cats_plan(len(rows)), rows)
    assert table.command == f"rumpus lab run cat_brawl --games {len(rows)} --strengths random --seed cats"
    assert (table.kind, table.players, table.options) == ("cat", "random", {})
    stone = next(row for row in table.rows if row.name == STONE)
    assert set(stone.against) == {SHEARS, PAPER, STRAW}
    assert stone.against[SHEARS].games == 80
    assert stone.against[SHEARS].rate == pytest.approx(0.9, abs=0.02)
    assert stone.against[SHEARS].low < 0.9 < stone.against[SHEARS].high
    assert stone.overall.games == 240


def test_match_ups_are_refused_where_a_run_cannot_show_them() -> None:
    rows = meetings(2)
    with pytest.raises(BadOption, match="Every pair must have met"):
        matchups.matchup_table(cats_plan(len(rows)), rows)
    with pytest.raises(BadOption, match="random picks"):
        matchups.matchup_table(cats_plan(len(rows), random_openings=False), meetings(40))
    with pytest.raises(BadOption, match="1,280 of 2,000 games"):
        matchups.matchup_table(cats_plan(2000), meetings(80))
    three = Plan(find_game("cat_brawl"), {"players": 3}, ["random"], 9, "cats")
    with pytest.raises(BadOption, match="two seats"):
        matchups.matchup_table(three, meetings(40))
