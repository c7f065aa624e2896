"""Random generators: seeded, keyed, scripted, enumerating."""

from __future__ import annotations

import copy
import hashlib
import pickle
from collections.abc import Callable, Sequence

import pytest

from rumpus.core.errors import ScriptExhausted
from rumpus.core.rng import (
    KEYED_PREFIX,
    CountingRng,
    EnumeratingRng,
    KeyedRng,
    Rng,
    ScriptedRng,
    SeededRng,
    new_seed,
    rng_for,
)


def test_a_seed_gives_the_same_numbers_everywhere() -> None:
    rng = SeededRng("cat")
    assert [rng.below(n) for n in (2, 6, 52, 1, 1_000_000, 2, 9)] == [0, 3, 20, 0, 106302, 1, 1]


@pytest.mark.parametrize("kind", [SeededRng, KeyedRng])
def test_numbers_spread_evenly_and_one_possibility_uses_nothing_up(kind: Callable[[str], Rng]) -> None:
    rng, twin = kind("even"), kind("even")
    numbers: list[int] = []
    for _ in range(60_000):
        numbers.append(rng.below(6))
        assert rng.below(1) == 0
    assert all(9_600 < numbers.count(number) < 10_400 for number in range(6))
    assert [twin.below(6) for _ in range(60_000)] == numbers


def test_a_script_complains_about_missing_wrong_and_left_over_numbers() -> None:
    rng = ScriptedRng([3, 1])
    assert rng.below(4) == 3
    with pytest.raises(ScriptExhausted, match="not used: \\[1\\]"):
        rng.done()
    assert rng.below(2) == 1
    with pytest.raises(ScriptExhausted, match="used up"):
        rng.below(2)
    with pytest.raises(ScriptExhausted, match="Number 1 of the script is 5"):
        ScriptedRng([5]).below(5)
    with pytest.raises(ScriptExhausted), ScriptedRng([1]):
        pass


def test_a_shuffle_follows_the_written_order_of_swaps() -> None:
    cards = [0, 1, 2, 3]
    with ScriptedRng([0, 0, 0]) as rng:
        rng.shuffle(cards)
    assert cards == [1, 2, 3, 0]


def test_a_weighted_draw_takes_the_first_running_total_above_the_pick() -> None:
    assert [ScriptedRng([n]).weighted([5, 0, 2]) for n in range(7)] == [0, 0, 0, 0, 0, 2, 2]


def test_enumeration_visits_every_outcome_once_with_its_probability() -> None:
    rng = EnumeratingRng()
    seen: dict[tuple[int, ...], float] = {}
    while rng.another():
        first = rng.below(3)
        path = (first, rng.below(2)) if first else (first,)
        assert path not in seen
        seen[path] = rng.probability
    assert seen == {
        (0,): pytest.approx(1 / 3),
        (1, 0): pytest.approx(1 / 6),
        (1, 1): pytest.approx(1 / 6),
        (2, 0): pytest.approx(1 / 6),
        (2, 1): pytest.approx(1 / 6),
    }


def outcomes(draw: Callable[[EnumeratingRng], str]) -> tuple[dict[str, float], int]:
    """How likely each outcome is, and how many were visited."""
    rng, found, visited = EnumeratingRng(), dict[str, float](), 0
    while rng.another():
        outcome = draw(rng)
        visited += 1
        found[outcome] = found.get(outcome, 0.0) + rng.probability
    return found, visited


def test_enumeration_takes_each_weight_as_one_outcome() -> None:
    found, visited = outcomes(lambda rng: str(rng.weighted([500, 0, 300, 200])))
    assert found == {"0": pytest.approx(0.5), "2": pytest.approx(0.3), "3": pytest.approx(0.2)}
    assert visited == 3


def shuffled(rng: Rng, cards: Sequence[int]) -> str:
    deck = list(cards)
    rng.shuffle(deck)
    return str(deck)


def test_enumeration_does_not_tell_twins_apart() -> None:
    cards = [1, 1, 2, 2, 2]
    found, visited = outcomes(lambda rng: shuffled(rng, cards))
    assert visited == len(found) == 10
    assert list(found.values()) == [pytest.approx(0.1)] * 10


@pytest.mark.parametrize("cards", [[1, 2, 3, 4, 5], [1, 1, 2, 3, 3]])
def test_a_deal_is_a_shuffle_cut_from_the_front_and_enumerated_without_its_orders(cards: list[int]) -> None:
    deck = list(cards)
    SeededRng("deal").shuffle(deck)
    assert SeededRng("deal").deal(cards, [2, 1]) == [sorted(deck[:2]), deck[2:3], sorted(deck[3:])]

    def by_order(rng: EnumeratingRng) -> str:
        return str(Rng.deal(rng, cards, [2, 1]))

    slow, _ = outcomes(by_order)
    found, visited = outcomes(lambda rng: str(rng.deal(cards, [2, 1])))
    assert visited == len(found)
    assert found == {deal: pytest.approx(chance) for deal, chance in slow.items()}


def test_hands_need_cards() -> None:
    for rng in (EnumeratingRng(), SeededRng("few")):
        with pytest.raises(ScriptExhausted, match="3 cards are too few for hands of 2, 2"):
            rng.deal([1, 2, 3], [2, 2])


def test_enumeration_notices_a_past_that_changes() -> None:
    rng = EnumeratingRng()
    assert rng.another()
    rng.below(2)
    assert rng.another()
    with pytest.raises(ScriptExhausted, match="After the same draws"):
        rng.below(3)


def test_a_counting_rng_records_draws() -> None:
    rng = CountingRng(ScriptedRng([1, 4]))
    rng.below(2), rng.below(1), rng.below(5)
    assert rng.draws == [(2, 1), (5, 4)]


def by_specification(seed: str, sizes: Sequence[int]) -> list[int]:
    """The numbers of `KeyedRng` as its docstring describes them, bit by bit."""
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
    rng = rng_for(f"{KEYED_PREFIX}cat")
    assert isinstance(rng, KeyedRng)
    numbers = [rng.below(n) for n in sizes]
    assert numbers == by_specification(f"{KEYED_PREFIX}cat", sizes)
    assert numbers[:9] == [0, 0, 46, 1, 299635, 1, 0, 618130910763327759256, 4], (
        "the same for ever: records are replayed from it"
    )


def test_a_seed_selects_its_generator() -> None:
    assert isinstance(rng_for("cat"), SeededRng), "records from before stay what they were"
    seeds = {new_seed() for _ in range(10)}
    assert len(seeds) == 10
    assert all(isinstance(rng_for(seed), KeyedRng) for seed in seeds)
    assert all(len(seed.removeprefix(KEYED_PREFIX)) == 64 for seed in seeds)


def test_a_keyed_draw_needs_a_possible_result() -> None:
    with pytest.raises(ScriptExhausted, match="has no possible result"):
        KeyedRng("even").below(0)


@pytest.mark.parametrize("seed", ["\ud800", f"{KEYED_PREFIX}\udcff"])
def test_a_surrogate_in_a_seed_is_refused(seed: str) -> None:
    with pytest.raises(ScriptExhausted, match="This is no seed: it contains a lone surrogate"):
        rng_for(seed)


@pytest.mark.parametrize(
    "rng",
    [SeededRng("a"), KeyedRng("a"), ScriptedRng([3, 1, 4, 1, 5]), CountingRng(SeededRng("a"))],
    ids=lambda rng: type(rng).__name__,
)
@pytest.mark.parametrize(
    "twin_of", [copy.deepcopy, lambda rng: pickle.loads(pickle.dumps(rng))], ids=["copy", "pickle"]
)
def test_a_copy_continues_the_sequence(rng: Rng, twin_of: Callable[[Rng], Rng]) -> None:
    rng = twin_of(rng)
    rng.below(6)
    twin = twin_of(rng)
    assert [twin.below(6) for _ in range(3)] == [rng.below(6) for _ in range(3)]
    if isinstance(rng, ScriptedRng):
        assert rng.used == 4


def test_a_copy_of_an_enumeration_visits_the_rest() -> None:
    rng, left = EnumeratingRng(), 0
    for _ in range(3):
        assert rng.another()
        rng.below(6)
    twin = pickle.loads(pickle.dumps(rng))
    while twin.another():
        twin.below(6)
        left += 1
    assert left == 3
