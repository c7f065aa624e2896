"""What the lab gives and groups by in Cat Brawl."""

from __future__ import annotations

from rumpus.core.catalogue import find_game
from rumpus.games.cat_brawl.rules.cards import CARDS
from rumpus.games.cat_brawl.rules.position import as_brawl
from tests.lab.treatments import start_with

GAME = find_game("cat_brawl")


def test_a_given_cat_is_in_the_ring() -> None:
    brawl = start_with(GAME, "cat", [["Siamese"], ["Persian"]])
    assert [GAME.lab().identity(brawl, seat) for seat in (0, 1)] == [[("cat", "Siamese")], [("cat", "Persian")]]


def test_a_given_ability_is_what_was_dealt_and_cats_stay_the_same() -> None:
    one = start_with(GAME, "bonus ability", [["Attacker"], ["Critical Hit"]])
    two = start_with(GAME, "bonus ability", [["Critical Hit"], ["Critical Hit"]])
    lab = GAME.lab()
    assert lab.random_setup(one, 0) == [("bonus ability", "Attacker")]
    assert [lab.identity(one, seat) for seat in (0, 1)] == [lab.identity(two, seat) for seat in (0, 1)]


def test_given_cards_take_the_place_of_others() -> None:
    brawl = as_brawl(start_with(GAME, "card", [[CARDS[0].name, CARDS[3].name], [CARDS[8].name]]))
    assert [kind for kind, count in enumerate(brawl.cats[0].hand) if count] == [0, 3]
    assert brawl.cats[0].size == brawl.cats[1].size == 2
    assert brawl.cats[1].hand[8] >= 1


def test_what_is_not_dealt_is_not_given() -> None:
    bare = GAME.options({"bonus_ability": "none", "starting_cards": 0})
    assert [treatments.kind for treatments in GAME.lab().treatments(bare)] == ["cat"]
