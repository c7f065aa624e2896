"""Luck told apart: zero on average, what it explains is taken off, and what is left is as honest as before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.rng import SeededRng
from rumpus.lab.experiments.measures import luck_fraction, measures_of
from rumpus.lab.reports.run_report import Report
from rumpus.lab.simulation.deals import estimator_for, play_row
from rumpus.lab.simulation.observers import LuckObserver, leader
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import read_part, write_part
from rumpus.players.catalogue import find_player
from rumpus.players.playing import play_game
from rumpus.stats.regression import Measure, difference
from tests.lab.helpers import rows_of

SIEGE = find_game("defend_the_city")


def test_luck_is_zero_on_average_and_explains_much_where_dice_decide() -> None:
    rows = rows_of(Plan(SIEGE, {}, ["greedy"], 110, "c"))
    rng = np.array([row.seats[0].luck for row in rows], dtype=float)
    assert abs(rng.mean()) < 3 * rng.std() / len(rng) ** 0.5
    share = luck_fraction(rows)
    assert share is not None
    assert share.value - share.half_width > 0.6
    first = next(figure for figure in measures_of(SIEGE, rows) if figure.name == "seat 0")
    bare = Measure(first.group, first.name, first.unit, first.top, first.bottom, True)
    assert first.estimate().half_width < 0.6 * bare.estimate().half_width
    assert abs(first.value - bare.value) < bare.estimate().half_width


def test_intervals_with_luck_taken_off_hold_as_often_as_they_say() -> None:
    noise = np.random.default_rng(7)
    wrong = 0
    for _ in range(400):
        rng = noise.normal(size=(2, 150))
        won = (0.2 + 0.8 * rng + noise.normal(size=(2, 150)) > 0).astype(float)
        before, after = (Measure("g", "n", "chance", won[side], np.ones(150), True, rng[side]) for side in (0, 1))
        found = difference(before, after)
        wrong += abs(found.value) > found.half_width
        one, two = (Measure("g", "n", "chance", won[side], np.ones(150), True) for side in (0, 1))
        assert found.half_width < 0.99 * difference(one, two).half_width
    assert 6 <= wrong <= 34  # 5 % of 400, and three of its standard errors


def test_of_few_games_nothing_is_taken_off() -> None:
    won, rng = np.array([1.0, 0.0] * 20), np.array([0.5, -0.5] * 20)
    assert Measure("g", "n", "chance", won, np.ones(40), True, rng).estimate().half_width > 0.1


@pytest.mark.parametrize("name", ["battle_puno", "creature_wars"])
def test_what_nobody_has_seen_is_dealt_anew_and_all_else_stays(name: str) -> None:
    game = find_game(name)
    options, lab = game.options(), game.lab()
    position = game.start(options, SeededRng("deal"))
    for seed in range(12):
        seat = position.to_act()[0]
        position.apply(seat, position.moves(seat)[0], SeededRng(f"{seed}"))
    other = position.copy()
    lab.shuffle_unseen(other, SeededRng("anew"))
    assert lab.unseen_cards(other) == lab.unseen_cards(position) > 5
    assert other.save() != position.save()
    for seat in range(game.seats(options)):
        assert other.view(seat) == position.view(seat)


def test_a_game_is_watched_from_its_first_decision_to_its_end() -> None:
    plan = Plan(SIEGE, {}, ["random"], 1, "w")
    estimator = estimator_for(plan)
    assert estimator is not None
    chances = LuckObserver(estimator, SIEGE.lab(), "w")
    players = [find_player("random", SIEGE, plan.options, "p")]
    played = play_game(SIEGE, plan.options, players, SeededRng("w"), SeededRng("c"), chances.watch)
    chances.measure(played.position)
    assert len(chances.win_probabilities) == played.decisions + 1
    assert chances.win_probabilities[-1] in ([0.0], [1.0])
    winner = int(chances.win_probabilities[-1] == [0.0])
    assert 0 <= chances.decided_after(winner) <= 1
    assert chances.farthest_behind(winner) >= 0
    assert leader([0.5, 0.5]) == -1


def test_what_decides_stands_in_the_rows_on_disk_and_in_the_report(tmp_path: Path) -> None:
    plan = Plan(find_game("cat_brawl"), {}, ["random"], 110, "c")
    rows = rows_of(plan)
    write_part(tmp_path / "part.gz", rows)
    again = read_part(tmp_path / "part.gz")
    assert again == rows
    assert None not in [seat.luck_by_rollouts for seat in rows[0].seats]
    assert [seat.deal for seat in rows[0].seats] != [0.0, 0.0]
    assert again[0].lead_stats is not None
    assert again[0].lead_stats.chance_gains != []
    assert again[0].lead_stats.decision_gap is not None
    assert again[1].lead_stats is None
    assert again[10].lead_stats is not None
    assert again[10].lead_stats.decision_gap is None
    page = Report(plan, again).html()
    assert "times per game by luck and" in page
    assert "points of win probability better than the second best" in page


def test_luck_is_told_apart_in_every_game_of_players_who_take_their_time() -> None:
    plan = Plan(find_game("cat_brawl"), {"max_rounds": 2}, ["search:2"], 3, "s")
    assert all(play_row(plan, number, estimator_for(plan)).lead_stats is not None for number in (1, 2))
    quick = Plan(find_game("cat_brawl"), {"max_rounds": 2}, ["greedy"], 3, "s")
    assert all(play_row(quick, number, estimator_for(quick)).lead_stats is None for number in (1, 2))
