"""The benchmark: the same deals for all, the same result again, exact values, and what is refused."""

from __future__ import annotations

import pytest

import rumpus
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, UnknownName
from rumpus.core.info_state import InfoState
from rumpus.lab.simulation.workers import Workers, working
from rumpus.lab.strength import benchmark
from rumpus.lab.strength.benchmark import PANEL, PlayDeal, Row, Task, run_benchmark, tables_of, use_player
from rumpus.players import find_player

CITY = "defend_the_city"


class First(rumpus.Player):
    """Plays the first move."""

    def __init__(self, name: str, *rest: object) -> None:
        super().__init__(name)

    def decide(self, info: InfoState) -> int:
        return info.moves()[0]


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "SAMPLES", 1)
    monkeypatch.setattr(benchmark, "PANEL", ("random", "greedy"))
    monkeypatch.setattr(benchmark, "_exact_rows", lambda *what: [])


def test_equal_seeds_give_equal_results_on_any_number_of_processes() -> None:
    found = [run_benchmark("greedy", [CITY], 4, "one", Workers()).to_json()]
    with working(2) as workers:
        found.append(run_benchmark("greedy", [CITY], 4, "one", workers).to_json())
    assert found[0] == found[1]
    assert run_benchmark("greedy", [CITY], 4, "two", Workers()).to_json() != found[0]


def test_every_table_meets_the_whole_panel() -> None:
    puno = find_game("battle_puno")
    assert [puno.seats(options) for options in tables_of(puno)] == [4, 2]
    rows, tasks = benchmark._plan("random", [puno], 3, "seed")
    assert [(row.seats, row.opponent, row.games, row.fair) for row in rows] == [
        (4, "random", 12, 0.25), (4, "greedy", 12, 0.25), (2, "random", 6, 0.5), (2, "greedy", 6, 0.5)
    ]  # fmt: skip
    assert [task.number for task in tasks] == list(range(12))
    assert {task.seed for task in tasks[:3]} == {task.seed for task in tasks[3:6]}, "opponents meet the same deals"
    others, _ = benchmark._plan("greedy", [puno], 3, "seed")
    assert [row.engine for row in others] == ["evaluator"] * 4


def test_a_deal_is_played_from_every_seat_and_a_shared_win_is_divided() -> None:
    task = Task(0, "cat_brawl", '{"players": "3"}', "random", "random", "deal", 0)
    shares = PlayDeal()(task)
    assert len(shares) == 3
    assert all(0 <= share <= 1 for share in shares)
    assert PlayDeal()(task) == shares


def test_the_interval_is_of_deals_and_stays_within_0_and_1() -> None:
    row = Row("any", 1, {}, 2, "greedy", "chance", 2, 4, 0.0, 0.0, 0.0, 0.5)
    benchmark._fill(row, [[1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]])
    assert row.rate == 0.5
    assert 0 <= row.low < 0.5 < row.high <= 1
    benchmark._fill(row, [[1.0, 1.0]] * 4)
    assert (row.rate, row.high) == pytest.approx((1.0, 1.0))
    assert row.low < 0.6, "four equal deals prove little"


def test_a_class_of_ones_own_is_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    name = use_player(f"{__name__}:First")
    player = find_player(name, find_game(CITY), find_game(CITY).options(), "1")
    assert (type(player).__name__, player.engine()) == ("First", "a player of its own")
    found = run_benchmark(name, [CITY], 2, "one", Workers())
    assert found.player == name
    assert [row.opponent for row in found.rows][:1] == [""]


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("nowhere.at.all:First", "There is no module"),
        (f"{__name__}:Last", "has no class 'Last'"),
        (f"{__name__}:Row", "is no player. Derive the class"),
    ],
)
def test_what_is_no_class_of_a_player_is_refused(text: str, refusal: str) -> None:
    with pytest.raises((UnknownName, BadOption), match=refusal):
        use_player(text)


def test_everything_is_checked_before_a_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "PlayDeal", None)
    with pytest.raises(BadOption, match="Cannot play 0 deals"):
        run_benchmark("greedy", [CITY], 0, "one", Workers())
    with pytest.raises(UnknownName, match="There is no player 'gredy'"):
        run_benchmark("gredy", [CITY], 1, "one", Workers())
    with pytest.raises(UnknownName):
        run_benchmark("greedy", ["no_game"], 1, "one", Workers())


def test_the_panel_is_part_of_the_format() -> None:
    assert PANEL == ("random", "greedy", "normal", "hard")
