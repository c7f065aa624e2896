"""Luck: seeded, scripted, enumerated."""

from __future__ import annotations

import copy
import hashlib
import pickle
from collections.abc import Callable, Sequence

import pytest

from rumpus.core.errors import BadLuck
from rumpus.core.rng import KEYED, Counted, Enumerated, Keyed, Luck, Scripted, Seeded, luck_of, new_seed


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


def outcomes(draw: Callable[[Enumerated], str]) -> tuple[dict[str, float], int]:
    """How likely each outcome is, and how many were visited."""
    luck, found, visited = Enumerated(), dict[str, float](), 0
    while luck.another():
        outcome = draw(luck)
        visited += 1
        found[outcome] = found.get(outcome, 0.0) + luck.probability
    return found, visited


def test_enumeration_takes_each_weight_as_one_outcome() -> None:
    found, visited = outcomes(lambda luck: str(luck.weighted([500, 0, 300, 200])))
    assert found == {"0": pytest.approx(0.5), "2": pytest.approx(0.3), "3": pytest.approx(0.2)}
    assert visited == 3


def shuffled(luck: Luck, cards: Sequence[int]) -> str:
    deck = list(cards)
    luck.shuffle(deck)
    return str(deck)


def test_enumeration_does_not_tell_twins_apart() -> None:
    cards = [1, 1, 2, 2, 2]
    found, visited = outcomes(lambda luck: shuffled(luck, cards))
    assert visited == len(found) == 10
    assert list(found.values()) == [pytest.approx(0.1)] * 10


@pytest.mark.parametrize("cards", [[1, 2, 3, 4, 5], [1, 1, 2, 3, 3]])
def test_a_deal_is_a_shuffle_cut_from_the_front_and_enumerated_without_its_orders(cards: list[int]) -> None:
    deck = list(cards)
    Seeded("deal").shuffle(deck)
    assert Seeded("deal").deal(cards, [2, 1]) == [sorted(deck[:2]), deck[2:3], sorted(deck[3:])]

    def by_order(luck: Enumerated) -> str:
        return str(Luck.deal(luck, cards, [2, 1]))

    slow, _ = outcomes(by_order)
    found, visited = outcomes(lambda luck: str(luck.deal(cards, [2, 1])))
    assert visited == len(found)
    assert found == {deal: pytest.approx(chance) for deal, chance in slow.items()}


def test_hands_need_cards() -> None:
    for luck in (Enumerated(), Seeded("few")):
        with pytest.raises(BadLuck, match="3 cards are too few for hands of 2, 2"):
            luck.deal([1, 2, 3], [2, 2])


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


def by_the_book(seed: str, sizes: Sequence[int]) -> list[int]:
    """The numbers of `Keyed` as its docstring describes them, bit by bit."""
    key = hashlib.blake2b(seed.encode(), person=b"rumpus luck").digest()
    bits: list[int] = []
    for number in range(40):
        block = hashlib.blake2b(number.to_bytes(8, "little"), key=key).digest()
        bits.extend(byte >> place & 1 for byte in block for place in range(8))
    found: list[int] = []
    for n in sizes:
        number = n
        while number >= n:
            taken = [bits.pop(0) for _ in range((n - 1).bit_length())]
            number = sum(bit << place for place, bit in enumerate(taken))
        found.append(number)
    return found


def test_a_match_between_people_can_be_worked_out_by_hand_from_its_seed() -> None:
    sizes = [2, 6, 52, 3, 1_000_000, 2, 9, 2**70, 5] * 20
    luck = luck_of(f"{KEYED}cat")
    assert isinstance(luck, Keyed)
    numbers = [luck.below(n) for n in sizes]
    assert numbers == by_the_book(f"{KEYED}cat", sizes)
    assert numbers[:9] == [0, 0, 46, 1, 299635, 1, 0, 618130910763327759256, 4], (
        "the same for ever: records are replayed from it"
    )


def test_a_seed_says_which_luck_it_is_for() -> None:
    assert isinstance(luck_of("cat"), Seeded), "records from before stay what they were"
    seeds = {new_seed() for _ in range(10)}
    assert len(seeds) == 10
    assert all(isinstance(luck_of(seed), Keyed) for seed in seeds)
    assert all(len(seed.removeprefix(KEYED)) == 64 for seed in seeds)


def test_keyed_numbers_spread_evenly_and_one_possibility_uses_nothing_up() -> None:
    luck, twin = Keyed("even"), Keyed("even")
    counts = [0] * 6
    for _ in range(60_000):
        counts[luck.below(6)] += 1
        assert luck.below(1) == 0
    assert all(9_600 < count < 10_400 for count in counts)
    again = [0] * 6
    for _ in range(60_000):
        again[twin.below(6)] += 1
    assert again == counts
    with pytest.raises(BadLuck, match="nothing to pick"):
        luck.below(0)


@pytest.mark.parametrize("seed", ["\ud800", f"{KEYED}\udcff"])
def test_half_a_sign_in_a_seed_is_a_sentence(seed: str) -> None:
    with pytest.raises(BadLuck, match="this is no seed: it holds half a sign"):
        luck_of(seed)


@pytest.mark.parametrize(
    "luck",
    [Seeded("a"), Keyed("a"), Scripted([3, 1, 4, 1, 5]), Counted(Seeded("a"))],
    ids=lambda luck: type(luck).__name__,
)
@pytest.mark.parametrize(
    "twin_of", [copy.deepcopy, lambda luck: pickle.loads(pickle.dumps(luck))], ids=["copy", "pickle"]
)
def test_a_twin_goes_on_where_luck_stands(luck: Luck, twin_of: Callable[[Luck], Luck]) -> None:
    luck = twin_of(luck)
    luck.below(6)
    twin = twin_of(luck)
    assert [twin.below(6) for _ in range(3)] == [luck.below(6) for _ in range(3)]
    if isinstance(luck, Scripted):
        assert luck.used == 4


def test_a_twin_of_enumerated_luck_visits_what_is_left() -> None:
    luck, left = Enumerated(), 0
    for _ in range(3):
        assert luck.another()
        luck.below(6)
    twin = pickle.loads(pickle.dumps(luck))
    while twin.another():
        twin.below(6)
        left += 1
    assert left == 3
