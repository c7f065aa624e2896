"""Luck: seeded, scripted, enumerated."""

from __future__ import annotations

import pytest

from rumpus.core.errors import BadLuck
from rumpus.core.luck import Counted, Enumerated, Scripted, Seeded


def test_a_seed_gives_the_same_numbers_everywhere() -> None:
    luck = Seeded("cat")
    assert [luck.below(n) for n in (2, 6, 52, 1, 1_000_000, 2, 9)] == [0, 3, 20, 0, 106302, 1, 1]


def test_one_possibility_uses_nothing_up() -> None:
    luck, twin = Seeded("cat"), Seeded("cat")
    assert luck.below(1) == 0
    assert [luck.below(100) for _ in range(5)] == [twin.below(100) for _ in range(5)]


def test_numbers_spread_evenly() -> None:
    luck = Seeded("even")
    counts = [0] * 6
    for _ in range(60_000):
        counts[luck.below(6)] += 1
    assert all(9_600 < count < 10_400 for count in counts)


def test_a_script_complains_about_missing_wrong_and_left_over_numbers() -> None:
    luck = Scripted([3, 1])
    assert luck.below(4) == 3
    with pytest.raises(BadLuck, match="not used: \\[1\\]"):
        luck.done()
    assert luck.below(2) == 1
    with pytest.raises(BadLuck, match="used up"):
        luck.below(2)
    with pytest.raises(BadLuck, match="number 1 of the script is 5"):
        Scripted([5]).below(5)
    with pytest.raises(BadLuck), Scripted([1]):
        pass


def test_a_shuffle_follows_the_written_order_of_swaps() -> None:
    cards = [0, 1, 2, 3]
    with Scripted([0, 0, 0]) as luck:
        luck.shuffle(cards)
    assert cards == [1, 2, 3, 0]


def test_a_weighted_draw_takes_the_first_running_total_above_the_pick() -> None:
    assert [Scripted([n]).weighted([5, 0, 2]) for n in range(7)] == [0, 0, 0, 0, 0, 2, 2]


def test_enumeration_visits_every_outcome_once_with_its_probability() -> None:
    luck = Enumerated()
    seen: dict[tuple[int, ...], float] = {}
    while luck.another():
        first = luck.below(3)
        path = (first, luck.below(2)) if first else (first,)
        assert path not in seen
        seen[path] = luck.probability
    assert seen == {
        (0,): pytest.approx(1 / 3),
        (1, 0): pytest.approx(1 / 6),
        (1, 1): pytest.approx(1 / 6),
        (2, 0): pytest.approx(1 / 6),
        (2, 1): pytest.approx(1 / 6),
    }


def test_enumeration_notices_a_past_that_changes() -> None:
    luck = Enumerated()
    assert luck.another()
    luck.below(2)
    assert luck.another()
    with pytest.raises(BadLuck, match="the same past"):
        luck.below(3)


def test_counted_luck_notes_questions_and_answers() -> None:
    luck = Counted(Scripted([1, 4]))
    luck.below(2), luck.below(1), luck.below(5)
    assert luck.asked == [(2, 1), (5, 4)]
