"""Table views before, during and after the game."""

from __future__ import annotations

import pytest

from rumpus.core.position import Seat
from rumpus.table.entries import Began, Clock, UndoAsked
from rumpus.table.seats import promise
from rumpus.table.table_view import TableView, table_view
from tests.table.parley import parley
from tests.table.scenario import ANN, BEN, TableScenario, made

CLOCK = Clock("move", 30)


def seen(scenario: TableScenario, seat: Seat | None) -> TableView:
    """As if Ann were here, and Ben had left in second 5."""
    return table_view(scenario.table, seat, seat == ANN, [True, False], [0, 5000])


def test_before_the_game_there_are_seats_and_a_promise() -> None:
    page = seen(TableScenario(made(clock=CLOCK), begun=False), ANN)
    assert page.state == "open"
    assert [(info.name, info.here, info.away) for info in page.seats] == [("Ann", True, 0), ("Ben", False, 5000)]
    assert page.view is None
    assert page.clock is not None
    assert (page.clock.rule, page.clock.until) == (CLOCK, [0, 0]), "known before, and not running"
    assert page.promise == promise("coo")
    assert page.seed == "", "the seed itself is shown after the end"


def test_a_bot_is_always_here() -> None:
    page = seen(TableScenario(made(people=("Ann", "greedy"))), ANN)
    assert (page.seats[1].bot, page.seats[1].here, page.seats[1].away) == ("greedy", True, 0)


def test_while_it_is_on_a_seat_sees_its_own_moves_and_a_spectator_none() -> None:
    scenario = TableScenario(made(clock=CLOCK))
    ann, spectator = seen(scenario, ANN), seen(scenario, None)
    assert ann.moves[0].words.startswith("play ")
    assert ann.at == "0.0"
    assert spectator.moves == []
    assert spectator.at == ""
    assert ann.clock is not None
    assert ann.clock.until == [30_000, 30_000]
    assert ann.places == []
    assert ann.numbers is None


def test_a_view_does_not_change_when_somebody_else_decides_in_secret() -> None:
    scenario = TableScenario(made(clock=CLOCK))
    before = seen(scenario, ANN)
    scenario.decide(BEN, second=7)
    assert seen(scenario, ANN) == before


def test_an_undo_request_is_shown_with_who_agrees() -> None:
    scenario = TableScenario()
    scenario.decide(ANN)
    scenario.take(UndoAsked(ANN, 0))
    request = seen(scenario, BEN).undo_request
    assert request is not None
    assert (request.seat, request.agreed) == (ANN, [ANN])


@pytest.mark.parametrize(
    ("said", "places", "fared"),
    [([4, 2, 4, 2], [1, 2], ["won", "lost"]), ([2, 4, 2, 4], [2, 1], ["lost", "won"]), ([2] * 4, [1, 1], ["drew"] * 2)],
)
def test_after_the_end_everybody_has_a_place(said: list[int], places: list[int], fared: list[str]) -> None:
    scenario = TableScenario(made(parley, clock=CLOCK), parley, begun=False)
    scenario.take(Began(), 100)
    for number, move in enumerate(said):
        scenario.decide(number % 2, move, second=110 + 10 * number)
    pages = [seen(scenario, seat) for seat in (ANN, BEN)]
    assert pages[0].places == places
    assert [page.fared for page in pages] == fared
    assert seen(scenario, None).fared == ""
    assert pages[0].seed == "coo"
    assert pages[0].clock is None
    numbers = pages[0].numbers
    assert numbers is not None
    assert (numbers.moves, numbers.seconds, numbers.total) == ([2, 2], [20.0, 20.0], 40.0)


def test_of_four_the_second_is_second() -> None:
    scenario = TableScenario(made(people=("Ann", "Ben", "Cleo", "Dan"), options={"players": 4}))
    scenario.play_out()
    page = table_view(scenario.table, ANN, False, [True] * 4, [0] * 4)
    assert page.result is not None
    assert len(page.places) == 4
    assert min(page.places) == 1


def test_a_statistic_begins_with_the_game() -> None:
    scenario = TableScenario(begun=False)
    scenario.take(Began(), 100)
    scenario.play_out()
    numbers = seen(scenario, None).numbers
    assert numbers is not None
    assert numbers.total == 10.0
