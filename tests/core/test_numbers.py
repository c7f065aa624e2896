"""Numbers that people type: ASCII digits only, wherever a text is read."""

from __future__ import annotations

import pytest

from rumpus.core.errors import BadOption, IllegalMove, UnknownName
from rumpus.core.extensions import SearchConfig
from rumpus.core.numbers import parse_float, parse_int
from rumpus.core.options import number
from rumpus.lab.experiments.tuning import Target
from rumpus.players.search_text import read_budget, read_search_config
from rumpus.terminal.help import answer
from rumpus.terminal.input import choose
from tests.catalogue import pigeons
from tests.terminal.test_seats import pigeon_session

OTHER_DIGITS = ["٣٠", "３０", "३०", "²", "①", "3٠", "1_0", "+3", " 3", "", "-", "--3", "3" * 19]


@pytest.mark.parametrize("text", OTHER_DIGITS)
def test_only_ascii_digits_are_numbers(text: str) -> None:
    assert parse_int(text) is None
    assert parse_float(text) is None


def test_numbers_are_read() -> None:
    assert [parse_int(text) for text in ("0", "007", "-12")] == [0, 7, -12]
    assert [parse_float(text) for text in ("0", "0.25", "-1.5")] == [0.0, 0.25, -1.5]
    assert [parse_float(text) for text in ("inf", "nan", "1e9", ".5", "5.", "٣.٥")] == [None] * 6
    assert parse_int("1.0") is None


@pytest.mark.parametrize("text", ["٣٠", "３０"])
def test_digits_of_other_scripts_are_refused(text: str) -> None:
    with pytest.raises(BadOption, match="is a whole number from 1 to 99"):
        number("hp", 5, 1, 99, "Health.", "X-1").checked(text)
    with pytest.raises(BadOption, match="Cannot read the budget"):
        read_budget(text)
    with pytest.raises(BadOption, match="Cannot read the budget"):
        read_budget(f"{text}ms")
    with pytest.raises(BadOption, match="is not understood"):
        Target(f"length {text} to 40")
    with pytest.raises(BadOption, match="Cannot read the search setting"):
        read_search_config([f"rollout_depth={text}"], SearchConfig())


@pytest.mark.parametrize("text", ["１", "٢", "²", "0000000000011"])
def test_a_move_is_chosen_by_an_ascii_number_alone(text: str) -> None:
    session = pigeon_session("you:Ann", "random")
    offers = session.seat_view(0).offers
    with pytest.raises(IllegalMove):
        choose(offers, text, lambda typed: pigeons.parse_move(session.match.position, 0, typed))
    with pytest.raises(UnknownName):
        answer(pigeons, session.options, offers, text)
    assert choose(offers, "1", lambda _typed: -1) == offers[0].move
