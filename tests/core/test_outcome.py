"""Who has won is decided in one place: only a sole first has."""

from __future__ import annotations

import pytest

from rumpus.core.outcome import fared, ordinal, places, winners


@pytest.mark.parametrize(
    ("result", "expected", "first", "words"),
    [
        ([1.0, -1.0], [1, 2], [0], ["won", "lost"]),
        ([0.0, 0.0], [1, 1], [0, 1], ["drew", "drew"]),
        ([0.5, -0.5], [1, 2], [0], ["won", "lost"]),
        ([1.0, 0.33, -0.33, -1.0], [1, 2, 3, 4], [0], ["won", "2nd", "3rd", "lost"]),
        ([1.0, 1.0, -1.0], [1, 1, 3], [0, 1], ["drew", "drew", "lost"]),
        ([-1.0, 1.0, -1.0], [2, 1, 2], [1], ["lost", "won", "lost"]),
        ([1.0], [1], [0], ["won"]),
        ([-1.0], [1], [], ["lost"]),
        ([0.0], [1], [], ["lost"]),
    ],
)
def test_only_a_sole_first_won(result: list[float], expected: list[int], first: list[int], words: list[str]) -> None:
    assert places(result) == expected
    assert winners(result) == first
    assert [fared(result, seat) for seat in range(len(result))] == words


def test_places_have_names() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd",
    ]  # fmt: skip
