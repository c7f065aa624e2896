"""Luck told apart: zero on average, what it explains is taken off, and what is left is as honest as before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.rng import Seeded
from rumpus.lab.experiments.measures import figures_of, luck_share
from rumpus.lab.reports.run_report import Report
from rumpus.lab.simulation.observers import Chances, leader
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow, PlayRows, gauge_for, play_row, read_part, write_part
from rumpus.lab.simulation.workers import Workers
from rumpus.players.catalogue import find_player
from rumpus.players.playing import play_game
from rumpus.stats.regression import Figure, difference

SIEGE = find_game("defend_the_city")


def rows_of(name: str, games: int, player: str) -> list[GameRow]:
    plan = Plan(find_game(name), {}, [player], games, "c")
    return [row for _, some in Workers().map(PlayRows(plan), plan.chunks()) for row in some]


def test_luck_is_zero_on_average_and_explains_much_where_dice_decide() -> None:
    rows = rows_of("defend_the_city", 110, "greedy")
    luck = np.array([row.seats[0].luck for row in rows], dtype=float)
    assert abs(luck.mean()) < 3 * luck.std() / len(luck) ** 0.5
    share = luck_share(rows)
    assert share is not None
    assert share.value - share.half > 0.6
    first = next(figure for figure in figures_of(SIEGE, rows) if figure.name == "seat 0")
    bare = Figure(first.group, first.name, first.unit, first.top, first.bottom, True)
    assert first.estimate().half < 0.6 * bare.estimate().half
    assert abs(first.value - bare.value) < bare.estimate().half


def test_intervals_with_luck_taken_off_hold_as_often_as_they_say() -> None:
    noise = np.random.default_rng(7)
    wrong = 0
    for _ in range(400):
        luck = noise.normal(size=(2, 150))
        won = (0.2 + 0.8 * luck + noise.normal(size=(2, 150)) > 0).astype(float)
        before, after = (Figure("g", "n", "chance", won[side], np.ones(150), True, luck[side]) for side in (0, 1))
        found = difference(before, after)
        wrong += abs(found.value) > found.half
        one, two = (Figure("g", "n", "chance", won[side], np.ones(150), True) for side in (0, 1))
        assert found.half < 0.99 * difference(one, two).half
    assert 6 <= wrong <= 34  # 5 % of 400, and three of its standard errors


def test_of_few_games_nothing_is_taken_off() -> None:
    won, luck = np.array([1.0, 0.0] * 20), np.array([0.5, -0.5] * 20)
    assert Figure("g", "n", "chance", won, np.ones(40), True, luck).estimate().half > 0.1


@pytest.mark.parametrize("name", ["battle_puno", "creature_wars"])
def test_what_nobody_has_seen_is_dealt_anew_and_all_else_stays(name: str) -> None:
    game = find_game(name)
    options, lab = game.options(), game.lab()
    position = game.start(options, Seeded("deal"))
    for seed in range(12):
        seat = position.to_act()[0]
        position.apply(seat, position.moves(seat)[0], Seeded(f"{seed}"))
    other = position.copy()
    lab.shuffle_unseen(other, Seeded("anew"))
    assert lab.unseen(other) == lab.unseen(position) > 5
    assert other.save() != position.save()
    for seat in range(game.seats(options)):
        assert other.view(seat) == position.view(seat)


def test_a_game_is_watched_from_its_first_decision_to_its_end() -> None:
    plan = Plan(SIEGE, {}, ["random"], 1, "w")
    gauge = gauge_for(plan)
    assert gauge is not None
    chances = Chances(gauge, SIEGE.lab(), "w")
    players = [find_player("random", SIEGE, plan.options, "p")]
    played = play_game(SIEGE, plan.options, players, Seeded("w"), Seeded("c"), chances.watch)
    chances.note(played.position)
    assert len(chances.course) == played.decisions + 1
    assert chances.course[-1] in ([0.0], [1.0])
    winner = int(chances.course[-1] == [0.0])
    assert 0 <= chances.decided(winner) <= 1
    assert chances.behind(winner) >= 0
    assert leader([0.5, 0.5]) == -1


def test_what_decides_stands_in_the_rows_on_disk_and_in_the_report(tmp_path: Path) -> None:
    rows = rows_of("cat_brawl", 110, "random")
    write_part(tmp_path / "part.gz", rows)
    again = read_part(tmp_path / "part.gz")
    assert [row.seats[0].luck for row in again] == [row.seats[0].luck for row in rows]
    assert [seat.felt for seat in again[0].seats] == [seat.felt for seat in rows[0].seats] != [None, None]
    assert [seat.deal for seat in again[0].seats] == [seat.deal for seat in rows[0].seats] != [0.0, 0.0]
    assert again[0].drama is not None
    assert rows[0].drama is not None
    told = [(one.times, one.luck, one.squares) for _, one in sorted(again[0].drama.windfalls.items())]
    assert told == [(one.times, one.luck, one.squares) for _, one in sorted(rows[0].drama.windfalls.items())]
    assert again[0].drama.stake is not None
    assert again[1].drama is None
    assert again[10].drama is not None
    assert again[10].drama.stake is None
    page = Report(Plan(find_game("cat_brawl"), {}, ["random"], 110, "c"), again).html()
    assert "times a game by luck and" in page
    assert "points of chance better than the second best" in page


def test_luck_is_told_apart_in_every_game_of_players_who_take_their_time() -> None:
    plan = Plan(find_game("cat_brawl"), {"max_rounds": 2}, ["search:2"], 3, "s")
    assert all(play_row(plan, number, gauge_for(plan)).drama is not None for number in (1, 2))
    quick = Plan(find_game("cat_brawl"), {"max_rounds": 2}, ["greedy"], 3, "s")
    assert all(play_row(quick, number, gauge_for(quick)).drama is None for number in (1, 2))
