"""Payoffs between -1 and 1 mean the same everywhere: half a stake won is a win, and people are told how much it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from kuhn import game as kuhn
from kuhn.game import BET, PASS, Kuhn, Pot
from rumpus.core.errors import BadRecord
from rumpus.core.position import Position
from rumpus.core.record import Record
from rumpus.lab.simulation.deals import play_row
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import read_part, write_part
from rumpus.lab.simulation.workers import Workers
from rumpus.lab.strength.ladder import letters
from rumpus.lab.strength.tournament import run_tournament
from rumpus.table.match import Match
from rumpus.table.seat_view import seat_view
from rumpus.terminal.replay import check_result
from rumpus.terminal.sessions import standings
from tests.package_metadata import write_metadata


class Friendly(Pot):
    def result(self) -> list[float] | None:
        return [0.0, 0.0] if self.over() else None

    def ranking(self) -> list[int]:
        return [] if self.result() is None else [2, 1] if self.said[-1] == PASS else [1, 2]


class Folding(Kuhn):
    """Whoever passes last is last, and yet nobody loses a coin: places that do not follow from the payoffs."""

    name, position = "folding", Friendly


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_metadata(tmp_path, "kuhn", "kuhn")
    monkeypatch.syspath_prepend(tmp_path)


def a_bluff_that_works(game: Kuhn = kuhn) -> Match:
    match = Match(game, game.options(), "a bluff", ["Ann", "Ben"])
    match.play(0, BET)
    match.play(1, PASS)
    return match


def test_half_the_stake_is_won_and_told_in_coins() -> None:
    match = a_bluff_that_works()
    seen = seat_view(match, None)
    assert (seen.result, seen.ranking) == ([0.5, -0.5], [1, 2])
    assert seen.result is not None
    assert standings(kuhn, ["Ann", "Ben"], seen.result, seen.ranking) == [
        ("Ann", "won (+1 coin)"),
        ("Ben", "lost (−1 coin)"),
    ]
    assert check_result(kuhn, match.record) == "It still ends the same way: Ann won (+1 coin), Ben lost (−1 coin)."


def test_the_whole_stake_needs_no_number() -> None:
    match = Match(kuhn, kuhn.options(), "a call", ["Ann", "Ben"])
    match.play(0, BET)
    match.play(1, BET)
    assert match.record.result is not None
    told = standings(kuhn, ["Ann", "Ben"], match.record.result, match.record.ranking)
    assert sorted(how for _, how in told) == ["lost", "won"]


def test_a_game_may_place_those_who_get_the_same() -> None:
    match = a_bluff_that_works(Folding())
    record = match.record
    assert (record.result, record.ranking) == ([0.0, 0.0], [2, 1])
    again = Record.loads(record.dumps())
    assert again.ranking == [2, 1]
    assert list(again.walk(Folding()))
    assert check_result(Folding(), again) == "It still ends the same way: Ben won (0 coins), Ann lost (0 coins)."
    again.ranking = [1, 2]
    with pytest.raises(BadRecord, match="was changed"):
        list(again.walk(Folding()))


def test_places_that_follow_from_the_payoffs_are_not_written_down() -> None:
    record = a_bluff_that_works().record
    assert "ranking" not in record.dumps()
    assert Record.loads(record.dumps()).ranking == [1, 2]


@pytest.mark.parametrize("ranking", ['"first"', "[1.5, 2]", "[1]"])
def test_places_from_outside_are_looked_at(ranking: str) -> None:
    text = a_bluff_that_works().record.dumps().replace('"end"', f'"ranking": {ranking},\n  "end"')
    with pytest.raises(BadRecord, match="its ranking"):
        Record.loads(text)


@pytest.mark.usefixtures("installed")
def test_tournament_and_ladder_count_half_a_stake_as_a_win() -> None:
    table = run_tournament(kuhn, {}, ["random", "greedy"], 40, "payoffs", Workers())
    assert all(entrant.draws == 0 for entrant in table.entrants)
    assert sum(entrant.wins for entrant in table.entrants) == len(table.outcomes)
    assert {value for outcome in table.outcomes for value in outcome.result} == {0.5, -0.5, 1.0, -1.0}
    assert "D" not in letters(table)
    assert all(entrant.rating is not None for entrant in table.entrants)


@pytest.mark.usefixtures("installed")
def test_the_lab_counts_half_a_stake_as_a_win_and_keeps_the_payoff(tmp_path: Path) -> None:
    rows = [play_row(Plan(kuhn, {}, ["random"], 20, "lab"), number) for number in range(20)]
    assert all(row.winner is not None for row in rows)
    for row in rows:
        assert row.winner is not None
        assert row.seats[row.winner].result > 0
    write_part(tmp_path / "part", rows)
    assert [row.winner for row in read_part(tmp_path / "part")] == [row.winner for row in rows]


def test_alone_one_wins_with_more_than_nothing() -> None:
    class Alone(Position):
        def result(self) -> list[float] | None:
            return [0.25]

    assert Alone().ranking() == [1]
