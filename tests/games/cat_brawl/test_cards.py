"""Each chance card on its own."""

from __future__ import annotations

import pytest

from rumpus.games.cat_brawl.rules.cards import CARD_NAMES
from rumpus.testing import rule
from tests.games.cat_brawl.ringside import CLOCKWISE, Ringside


def duel(card: str, *answers: str, rng: list[int] | None = None, other: tuple[str, ...] = ()) -> Ringside:
    """Seat 0, an Abyssinian at 10 HP that leaves the light to others, holds the card; seat 1 is a Persian at 8."""
    t = Ringside("Abyssinian", "Persian", hands={0: [card], 1: other}).then("decline")
    t.all(*answers, rng=[0, CLOCKWISE, *(rng or [])])
    return t


@rule("CB-17")
def test_double_purring_attacked_is_a_purr_like_any_other() -> None:
    assert duel("Double Purring", "purr +double", "guard").hp == [12, 8]
    assert duel("Double Purring", "purr +double", "scratch 0").hp == [9, 8]


@rule("CB-17")
def test_guaranteed_purring_shrugs_attacks_off() -> None:
    assert duel("Guaranteed Purring", "purr +guaranteed", "guard").hp == [11, 8]
    assert duel("Guaranteed Purring", "purr +guaranteed", "scratch 0").hp == [11, 8]
    assert duel("Guaranteed Purring", "purr +guaranteed", "scratch 0 +noguard", other=("Can't Guard",)).hp == [11, 8]


@rule("CB-17", "CB-11")
def test_purr_and_draw_draws_when_it_gained() -> None:
    t = duel("Purr and Draw", "purr +draw", "guard", rng=[4])
    assert (t.hp, t.hand(0)) == ([11, 8], ["Guard and Heal"])
    t = duel("Purr and Draw", "purr +draw", "scratch 0")
    assert (t.hp, t.hand(0)) == ([9, 8], [])


@rule("CB-17", "CB-37")
def test_purr_and_draw_draws_nothing_once_the_gain_has_won() -> None:
    t = Ringside("Ragdoll", "Persian", hp=[19, 5], hands={0: ["Purr and Draw"]})
    t.all("purr +draw", "purr", rng=[0, CLOCKWISE])
    assert (t.winner, t.hp, t.sizes) == (0, [20, 5], [0, 0])


@rule("CB-18")
def test_reverse_scratch_hands_the_points_back() -> None:
    assert duel("Reverse Scratch", "guard +reverse", "scratch 0").hp == [10, 7]
    assert duel("Reverse Scratch", "guard +reverse", "scratch 0 +double", other=("Double Scratch",)).hp == [10, 6]
    assert duel("Reverse Scratch", "guard +reverse", "purr").hp == [10, 9]


@rule("CB-18")
def test_points_handed_back_cannot_be_dodged_and_can_kill() -> None:
    t = Ringside("Ragdoll", "Persian", hp=[10, 1], hands={0: ["Reverse Scratch"]})
    t.all("guard +reverse", "scratch 0", rng=[0, CLOCKWISE])
    assert (t.winner, t.hp) == (0, [10, 0])


@rule("CB-18")
def test_guard_and_heal_needs_something_to_dodge() -> None:
    assert duel("Guard and Heal", "guard +heal", "scratch 0").hp == [11, 8]
    assert duel("Guard and Heal", "guard +heal", "purr").hp == [10, 9]
    assert duel("Guard and Heal", "guard +heal", "scratch 0 +noguard", other=("Can't Guard",)).hp == [9, 8]


@rule("CB-18")
def test_guard_and_draw_needs_something_to_dodge() -> None:
    assert duel("Guard and Draw", "guard +draw", "scratch 0", rng=[8]).hand(0) == ["Double Scratch"]
    assert duel("Guard and Draw", "guard +draw", "purr").hand(0) == []


@rule("CB-18")
def test_guard_and_draw_draws_once_for_two_dodges() -> None:
    t = Ringside("Persian", "Persian", "Persian", hands={0: ["Guard and Draw"]})
    t.all("guard +draw", "scratch 0", "scratch 0", rng=[0, CLOCKWISE, 6])
    assert t.hand(0) == ["Can't Reverse"]


@rule("CB-19")
def test_cant_reverse_is_dodged_and_not_handed_back() -> None:
    assert duel("Can't Reverse", "scratch 1 +noreverse", "guard +reverse", other=("Reverse Scratch",)).hp == [10, 8]
    assert duel("Can't Reverse", "scratch 1 +noreverse", "guard").hp == [10, 8]
    assert duel("Can't Reverse", "scratch 1 +noreverse", "scratch 0").hp == [9, 7]


@rule("CB-19", "CB-15")
def test_cant_guard_is_dodged_by_no_guard() -> None:
    assert duel("Can't Guard", "scratch 1 +noguard", "guard").hp == [10, 7]
    assert duel("Can't Guard", "scratch 1 +noguard", "guard +reverse", other=("Reverse Scratch",)).hp == [10, 7]
    assert duel("Can't Guard", "scratch 1 +noguard", "purr").hp == [10, 7]


@rule("CB-19", "CB-13")
def test_double_scratch_deals_2() -> None:
    assert duel("Double Scratch", "scratch 1 +double", "scratch 0").hp == [9, 6]
    assert duel("Double Scratch", "scratch 1 +double", "purr").hp == [10, 7]
    assert duel("Double Scratch", "scratch 1 +double", "guard").hp == [10, 8]


@rule("CB-8", "CB-7")
@pytest.mark.parametrize("card", CARD_NAMES)
def test_every_card_is_used_up_when_it_is_shown(card: str) -> None:
    family = ("purr", "guard", "scratch")[CARD_NAMES.index(card) // 3]
    t = Ringside("Persian", "Persian", hands={0: [card]})
    t.all(f"{family} with {card}", "scratch 0" if family == "purr" else "guard", rng=[0, CLOCKWISE])
    assert t.hand(0) == []
    assert t.pile == [card]
