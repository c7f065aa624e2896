"""All that a seat is shown of a table, before, during and after the game."""

from __future__ import annotations

import pytest

from rumpus.core.position import Seat
from rumpus.table.entries import Began, Clock, UndoAsked
from rumpus.table.seats import promise
from rumpus.table.table_view import Sheet, sheet
from tests.table.evening import ANN, BEN, Evening, made
from tests.table.parley import parley

CLOCK = Clock("move", 30)


def seen(evening: Evening, seat: Seat | None) -> Sheet:
    """As if Ann were here, and Ben had left in second 5."""
    return sheet(evening.table, seat, seat == ANN, [True, False], [0, 5000])


def test_before_the_game_there_are_chairs_and_a_promise() -> None:
    page = seen(Evening(made(clock=CLOCK), begun=False), ANN)
    assert page.state == "open"
    assert [(chair.name, chair.here, chair.away) for chair in page.seats] == [("Ann", True, 0), ("Ben", False, 5000)]
    assert page.view is None
    assert page.clock is None
    assert page.promise == promise("coo")
    assert page.seed == "", "the seed itself is shown after the end"


def test_a_bot_is_always_here() -> None:
    page = seen(Evening(made(people=("Ann", "greedy"))), ANN)
    assert (page.seats[1].bot, page.seats[1].here, page.seats[1].away) == ("greedy", True, 0)


def test_while_it_is_on_a_seat_sees_its_own_moves_and_an_onlooker_none() -> None:
    evening = Evening(made(clock=CLOCK))
    ann, onlooker = seen(evening, ANN), seen(evening, None)
    assert ann.moves[0].words.startswith("play ")
    assert ann.at == "0.0"
    assert onlooker.moves == []
    assert onlooker.at == ""
    assert ann.clock is not None
    assert ann.clock.until == [30_000, 30_000]
    assert ann.places == []
    assert ann.numbers is None


def test_a_sheet_does_not_change_when_somebody_else_decides_in_secret() -> None:
    evening = Evening(made(clock=CLOCK))
    before = seen(evening, ANN)
    evening.decide(BEN, second=7)
    assert seen(evening, ANN) == before


def test_a_wish_to_go_back_is_shown_with_who_agrees() -> None:
    evening = Evening()
    evening.decide(ANN)
    evening.take(UndoAsked(ANN, 0))
    wish = seen(evening, BEN).wish
    assert wish is not None
    assert (wish.seat, wish.agreed) == (ANN, [ANN])


@pytest.mark.parametrize(
    ("said", "places", "fared"),
    [([4, 2, 4, 2], [1, 2], ["won", "lost"]), ([2, 4, 2, 4], [2, 1], ["lost", "won"]), ([2] * 4, [1, 1], ["drew"] * 2)],
)
def test_after_the_end_everybody_has_a_place(said: list[int], places: list[int], fared: list[str]) -> None:
    evening = Evening(made(parley, clock=CLOCK), parley, begun=False)
    evening.take(Began(), 100)
    for number, move in enumerate(said):
        evening.decide(number % 2, move, second=110 + 10 * number)
    pages = [seen(evening, seat) for seat in (ANN, BEN)]
    assert pages[0].places == places
    assert [page.fared for page in pages] == fared
    assert seen(evening, None).fared == ""
    assert pages[0].seed == "coo"
    assert pages[0].clock is None
    numbers = pages[0].numbers
    assert numbers is not None
    assert (numbers.moves, numbers.seconds, numbers.total) == ([2, 2], [20.0, 20.0], 40.0)


def test_of_four_the_second_is_second() -> None:
    evening = Evening(made(people=("Ann", "Ben", "Cleo", "Dan"), options={"players": 4}))
    evening.play_out()
    page = sheet(evening.table, ANN, False, [True] * 4, [0] * 4)
    assert page.result is not None
    assert len(page.places) == 4
    assert min(page.places) == 1


def test_a_statistic_begins_with_the_game() -> None:
    evening = Evening(begun=False)
    evening.take(Began(), 100)
    evening.play_out()
    numbers = seen(evening, None).numbers
    assert numbers is not None
    assert numbers.total == 10.0
