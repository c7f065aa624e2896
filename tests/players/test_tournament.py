"""Tournaments: fair seatings, common deals, the same table on any number of processes."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from pigeons import game as pigeons
from rumpus.core.errors import BadOption, UnknownName
from rumpus.lab.simulation.workers import Workers, working
from rumpus.lab.strength.tournament import groups_of, plan, run_tournament, seatings_of
from rumpus.stats.estimates import Rate


@pytest.mark.parametrize(
    ("entrants", "seats"), [(2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (4, 3), (2, 4), (3, 4), (3, 1)]
)
def test_everybody_sits_everywhere_equally_often(entrants: int, seats: int) -> None:
    pairings = plan(entrants, seats, 12, "seed")
    for seat in range(seats):
        counts = Counter(pairing.lineup[seat] for pairing in pairings)
        assert set(counts) == set(range(entrants))
        assert len(set(counts.values())) == 1


def test_all_seatings_and_all_groups_get_the_same_deals() -> None:
    pairings = plan(3, 2, 10, "seed")
    deals: dict[tuple[int, ...], list[str]] = {}
    for pairing in pairings:
        deals.setdefault(pairing.lineup, []).append(pairing.deal)
    assert len(deals) == 6
    assert len({tuple(seen) for seen in deals.values()}) == 1
    assert len({pairing.seed for pairing in pairings}) == len(pairings)


def test_games_are_rounded_up_to_whole_rounds_of_seatings() -> None:
    assert len(plan(2, 2, 5, "seed")) == 6
    assert len(plan(2, 3, 5, "seed")) == 2 * 6
    assert groups_of(2, 3) == [(0, 1, 0), (1, 0, 1)]
    assert seatings_of((0, 1)) == [(0, 1), (1, 0)]


def test_the_table_does_not_depend_on_the_number_of_processes() -> None:
    names = ["random", "greedy", "search:20"]
    alone = run_tournament(pigeons, {}, names, 8, "seed", Workers())
    with working(2) as two:
        assert run_tournament(pigeons, {}, names, 8, "seed", two).to_json() == alone.to_json()
    assert run_tournament(pigeons, {}, names, 8, "another seed", Workers()).to_json() != alone.to_json()


def test_the_table_adds_up() -> None:
    seen: list[tuple[int, int]] = []
    names = ["random", "greedy", "search:20"]
    table = run_tournament(
        pigeons, {"players": 3}, names, 12, "seed", Workers(), lambda made, games: seen.append((made, games))
    )
    assert seen[-1] == (12, 12)
    assert [entrant.games for entrant in table.entrants] == [12, 12, 12]
    assert all(entrant.rating is not None for entrant in table.entrants)
    for one, other in permutations(range(3), 2):
        assert table.versus(one, other).rate + table.versus(other, one).rate == pytest.approx(1)
    assert sum(entrant.wins for entrant in table.entrants) <= 12


def test_who_sits_down_twice_is_counted_once_a_game() -> None:
    table = run_tournament(pigeons, {"players": 3}, ["random", "greedy"], 6, "seed", Workers())
    assert table.met == [[0, 12], [12, 0]]
    assert table.entrants[0].rating is None


def test_the_interval_is_wilsons() -> None:
    low, high = Rate(8, 10).interval
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert Rate(0, 0).interval == (0.0, 1.0)
    assert Rate(10, 10).interval[1] == pytest.approx(1)


def test_impossible_tournaments_are_refused() -> None:
    for names, games, words in (
        ([" "], 10, "needs players"), (["greedy", "Greedy"], 10, "once"),
        (["greedy", "random"], 0, "games per group"), (["greedy", "wizard"], 10, "no player"),
    ):  # fmt: skip
        with pytest.raises(UnknownName if words == "no player" else BadOption, match=words):
            run_tournament(pigeons, {}, names, games, "seed", Workers())
