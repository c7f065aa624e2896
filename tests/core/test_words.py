"""Small helpers that every game and screen share."""

from __future__ import annotations

from rumpus.core.words import begins


def test_what_belongs_to_a_seat_may_be_called_by_its_name_alone() -> None:
    assert begins("2.nyx", "ny")
    assert begins("2.nyx", "2.n")
    assert not begins("2.nyx", "yx")
    assert not begins("lvl.3", "3")
