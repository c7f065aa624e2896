"""Who has won is decided in one place: only a sole first has; what everybody gets is another question."""

from __future__ import annotations

import pytest

from rumpus.core.outcome import format_payoff, ordinal, payoff_words, places, result_words, winners


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
        ([0.2], [1], [0], ["won"]),
        ([-1.0], [2], [], ["lost"]),
        ([0.0], [2], [], ["lost"]),
    ],
)
def test_only_a_sole_first_won(result: list[float], expected: list[int], first: list[int], words: list[str]) -> None:
    assert places(result) == expected
    assert winners(expected) == first
    assert [result_words(expected, seat) for seat in range(len(result))] == words


@pytest.mark.parametrize(
    "result", [[1.0, -1.0], [0.0, 0.0], [1.0, 1 / 3, -1 / 3, -1.0], [0.0, 0.0, -1.0], [-1.0, 1.0, -1.0], [1.0], [-1.0]]
)
def test_a_win_for_the_whole_stake_is_told_without_a_number(result: list[float]) -> None:
    assert payoff_words(result, places(result)) == [""] * len(result)


@pytest.mark.parametrize(
    ("result", "ranking", "words"),
    [
        ([0.5, -0.5], [1, 2], ["+0.5", "−0.5"]),
        ([0.3, 0.3], [1, 1], ["+0.3", "+0.3"]),
        ([1.0, -0.5, -0.5], [1, 2, 2], ["+1", "−0.5", "−0.5"]),
        ([0.0, 0.0], [1, 2], ["0", "0"]),
        ([1 / 3], [1], ["+0.333"]),
    ],
)
def test_any_other_payoff_is_told_beside_the_place(result: list[float], ranking: list[int], words: list[str]) -> None:
    assert payoff_words(result, ranking) == words


def test_payoffs_are_told_in_the_games_own_coin() -> None:
    assert payoff_words([0.5, -0.5], [1, 2], (2.0, "coin")) == ["+1 coin", "−1 coin"]
    assert format_payoff(-1.0, (2.0, "coin")) == "−2 coins"
    assert format_payoff(-1 / 36, (2.0, "coin"), 6) == "−0.055556 coins"
    assert format_payoff(-1e-9, (2.0, "coin"), 6) == "0 coins"


def test_places_have_names() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd",
    ]  # fmt: skip
