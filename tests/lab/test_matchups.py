"""The equilibrium of the match-ups: nobody can do better against it, and who is dominated is named."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from rumpus.core.catalogue import find_game
from rumpus.lab.reports import matchups
from rumpus.lab.reports.matchups import Matchups, dominations, margins, mixture
from rumpus.lab.reports.run_report import Report
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow, SeatRow

STONE, SHEARS, PAPER, STRAW = "Stone", "Shears", "Paper", "Straw"
BEATS = {(STONE, SHEARS): 0.9, (SHEARS, PAPER): 0.9, (PAPER, STONE): 0.9}
"""Whatever meets Straw wins eight of ten, Straw itself excepted."""


def meetings(times: int) -> list[GameRow]:
    names = (STONE, SHEARS, PAPER, STRAW)
    rows: list[GameRow] = []
    for mine in names:
        for theirs in names:
            ahead = BEATS.get((mine, theirs), 1 - BEATS.get((theirs, mine), 0.5))
            if mine != theirs and STRAW in (mine, theirs):
                ahead = 0.05 if mine == STRAW else 0.95
            for turn in range(times):
                row = GameRow(len(rows))
                row.winner = 0 if turn < ahead * times else 1
                if mine == theirs:
                    row.winner = None
                row.seats = [SeatRow("x", 0.0, [("cat", name)]) for name in (mine, theirs)]
                rows.append(row)
    return rows


def test_three_that_beat_each_other_in_turn_are_picked_alike_and_the_fourth_never() -> None:
    found = Matchups(meetings(40), "cat")
    assert found.each == 1
    assert found.chance[0, 0] == 0.5
    picks = {pick.name: pick for pick in found.picks()}
    for name in (STONE, SHEARS, PAPER):
        assert picks[name].share == pytest.approx(1 / 3, abs=0.02)
        assert picks[name].low < picks[name].share < picks[name].high
        assert picks[name].against == pytest.approx(0.5)
        assert not picks[name].better
    assert picks[STRAW].share == picks[STRAW].high == 0
    assert picks[STRAW].against < 0.1


def test_who_is_worse_whatever_it_meets_is_dominated() -> None:
    chance = np.array([[0.5, 0.7, 0.9], [0.3, 0.5, 0.8], [0.1, 0.2, 0.5]])
    assert dominations(chance).tolist() == [[False, False, False], [True, False, False], [True, True, False]]


@pytest.mark.parametrize("each", [1, 2, 3])
def test_no_picks_do_better_than_even_against_the_mixture(each: int) -> None:
    luck = np.random.default_rng(each)
    for size in (4, 9):
        chance = luck.random((size, size))
        shares = mixture(chance, each)
        assert shares.sum() == pytest.approx(each)
        assert 0 <= shares.min() <= shares.max() <= 1
        against = np.sort(margins(chance) @ shares)
        assert against[-each:].sum() <= 1e-9


def test_the_report_has_it_where_cats_can_be_given_and_enough_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchups, "RESAMPLES", 10)
    cats = find_game("cat_brawl")
    made = Report(Plan(cats, {}, ["random"], 640, "x"), meetings(40))
    text = made.html()
    assert "Which cat would be picked?" in text
    assert "wins against that mixture" in text
    assert [pick["name"] for pick in json.loads(json.dumps(made.plain()))["picks"]][-1] == STRAW
    beside = Report(made.plan, made.rows, (), [Report(Plan(cats, {}, ["greedy"], 640, "x"), meetings(40))]).html()
    assert re.search(r"What would be picked: .*Stone \(3.%\).* among random; .*Stone \(3.%\).* among greedy\.", beside)
    assert "would be picked" not in Report(Plan(cats, {}, ["random"], 16, "x"), meetings(1)).html()
    creatures = find_game("creature_wars")
    assert "would be picked" not in Report(Plan(creatures, {}, ["random"], 640, "x"), meetings(40)).html()
