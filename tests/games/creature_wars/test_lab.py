"""What the lab gives and groups by in Creature Wars."""

from __future__ import annotations

import pytest

from rumpus.core.catalogue import find_game
from rumpus.games.creature_wars.rules.names import witch_name
from rumpus.games.creature_wars.rules.position import War, as_war
from tests.lab.treatments import start_with

GAME = find_game("creature_wars")


def hand(war: War, seat: int) -> list[str]:
    return [witch_name(card.witch) or str(card.tribe) for card in (war.cards[c] for c in war.hands[seat])]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_witches_come_into_the_hands_of_the_same_deal(seed: str) -> None:
    given = [["Kind Witch", "Blind Witch"], ["Kind Witch", "Angry Witch"]]
    war, other = (as_war(start_with(GAME, "witch", some, seed)) for some in (given, [given[1], given[0]]))
    for seat in (0, 1):
        assert hand(war, seat)[:2] == given[seat]
        assert hand(war, seat)[2:5] == hand(other, seat)[2:5]
    assert sorted([*war.deck, *war.hands[0], *war.hands[1]]) == sorted([*other.deck, *other.hands[0], *other.hands[1]])
    for seat in (0, 1):
        assert all(war.cards[c].zone == 1 + seat for c in war.hands[seat])


def test_creatures_are_given_by_their_tribe() -> None:
    war = as_war(start_with(GAME, "creature", [["Dragon"], ["Serpent"]]))
    assert [hand(war, seat)[0] for seat in (0, 1)] == ["6", "0"]


def test_there_is_nothing_to_give_where_no_hand_is_dealt() -> None:
    assert GAME.lab().treatments(GAME.options({"hand": 0})) == []


def test_one_of_two_is_the_starter() -> None:
    war = start_with(GAME, "creature", [["Dragon"], ["Serpent"]])
    assert sorted(GAME.lab().random_setup(war, seat)[0][1] for seat in (0, 1)) == [
        "is not the starter",
        "is the starter",
    ]
