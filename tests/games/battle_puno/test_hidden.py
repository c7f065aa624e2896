"""What seats know of hidden cards: views, memory and worlds."""

from __future__ import annotations

from collections import Counter

import pytest

from rumpus.core.rng import SeededRng
from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.deck import COLOUR_OF, RED, SYMBOL_OF
from rumpus.games.battle_puno.rules.position import Puno
from rumpus.testing import rule
from rumpus.testing.random_games import RandomGame, saved
from tests.games.battle_puno.setup import Play, faces, names, table

BUSY = [
    {"mode": "traditional", "extra_cards": "on", "players": 3},
    {"mode": "traditional", "extra_cards": "on", "players": 5, "trades": 8, "discard_alls": 8, "chaoses": 0},
    {"mode": "battle puno", "max_rounds": 2, "players": 3, "trades": 8, "discard_alls": 8, "play_drawn": "on"},
    {"mode": "death match", "players": 3, "trades": 8, "discard_alls": 8, "play_drawn": "on", "hp": 100},
    {"mode": "death match", "players": 6, "trades": 8, "hp": 100},
    {"mode": "death match", "players": 8, "overload": "off", "hp": 50, "max_turns": 150},
]


def worlds(t: Play, who: str, count: int = 60) -> list[Puno]:
    return [t.position.determinize("ABCDEFGH".index(who), SeededRng(f"dream {n}")) for n in range(count)]


def in_set(cards: list[int], group: int) -> int:
    return sum(1 for card in cards if group >> card & 1)


@pytest.mark.parametrize("changes", BUSY, ids=str)
def test_memory_holds_only_true_sentences(changes: dict[str, object]) -> None:
    """Every "at least" and "at most" that the seats remember is true of the cards as they really lie."""
    for number in range(6):
        match = RandomGame(game, game.options(changes), f"true/{number}")
        for _ in match.steps():
            position = match.position
            assert isinstance(position, Puno)
            memory = position.memory
            deck = Counter(position.deck[position.top :])
            drawn: Counter[int] = Counter()
            for seat, hand in enumerate(position.hands):
                held = Counter(hand)
                for viewer in match.seats:
                    if viewer != seat:
                        assert not Counter(memory.known(viewer, seat)) - held, match.where(viewer)
                assert in_set(hand, memory.lacks[seat]) <= memory.exempt[seat] or not memory.lacks[seat]
                assert len(memory.notes[seat]) <= len(hand)
                assert can_all_be_met(memory.notes[seat], hand), match.where(seat)
                assert memory.young[seat] <= memory.newer[seat] <= len(hand)
                drawn.update(hand[len(hand) - memory.young[seat] :])
            if memory.back:
                assert not Counter(dict(enumerate(memory.back))) - (deck + drawn), match.where()


def can_all_be_met(notes: list[int], hand: list[int]) -> bool:
    """Whether the noted sets can stand for different cards of the hand."""
    if not notes:
        return True
    for place, card in enumerate(hand):
        if notes[0] >> card & 1 and can_all_be_met(notes[1:], hand[:place] + hand[place + 1 :]):
            return True
    return False


@pytest.mark.parametrize("changes", BUSY, ids=str)
def test_a_world_keeps_every_card_and_every_known_card(changes: dict[str, object]) -> None:
    for number in range(3):
        match = RandomGame(game, game.options(changes), f"dream/{number}")
        for _ in match.steps():
            if match.made % 7:
                continue
            position = match.position
            assert isinstance(position, Puno)
            for seat in match.seats:
                world = position.determinize(seat, SeededRng(f"{match.made}"))
                assert every_card(world) == sorted(position.numbers.cards)
                assert world.hands[seat] == position.hands[seat]
                for other in match.seats:
                    if other != seat:
                        known = Counter(position.memory.known(seat, other))
                        assert not known - Counter(world.hands[other])


def every_card(position: Puno) -> list[int]:
    lying = [*position.deck[position.top :], *position.pile, *position.pool_pile, position.card]
    return sorted(lying + [card for hand in position.hands for card in hand])


@rule("BP-3")
def test_a_view_shows_the_own_hand_and_only_the_size_of_the_others() -> None:
    t = table("red 7, wild", "blue 1, blue 2, blue 3", pool=7, pool_pile="red 3, red 4")
    view = t.position.view(0)
    assert view["hand"] == ["red 7", "wild"]
    assert isinstance(view["seats"], list)
    assert view["seats"][1] == {"seat": 1, "cards": 3, "in": True, "hp": 200, "score": 0, "known": []}
    assert "hand" not in view["seats"][1]
    assert (view["pool"], view["pool_cards"]) == (7, ["red 3", "red 4"])
    assert t.position.view(None)["hand"] == []
    unknown = {tuple(world.hands[1]) for world in worlds(t, "A")}
    assert len(unknown) > 50


@rule("BP-16")
def test_whoever_traded_remembers_the_hand_that_was_given_away() -> None:
    t = table("trade, red 7, blue 9", "green 1, wild, red 2", "blue 1, blue 2", "blue 3, blue 4").does("A", "trade 1")
    assert t.hand("A") == "green 1, wild, red 2"
    for world in worlds(t, "A"):
        assert sorted(world.hands[1]) == sorted(faces("red 7, blue 9"))
    for world in worlds(t, "B"):
        assert sorted(world.hands[0]) == sorted(faces("green 1, wild, red 2"))
    assert len({tuple(sorted(world.hands[0])) for world in worlds(t, "C")}) > 20, "C saw nothing"
    view = t.position.view(0)["seats"]
    assert isinstance(view, list)
    assert isinstance(view[1], dict)
    assert view[1]["known"] == ["red 7", "blue 9"]


@rule("BP-16")
def test_a_known_card_that_is_played_is_known_no_more_and_drawn_cards_are_not_known() -> None:
    t = table("trade, red 7, blue 9", "green 1, red 2", "blue 1, blue 2", top="yellow 3, yellow 4")
    t.does("A", "trade 1").does("B", "red 7")
    assert names(t.position.memory.known(0, 1)) == "blue 9"
    t.does("C", "draw").does("A", "draw").does("B", "draw")
    assert t.cards("B") == 2
    for world in worlds(t, "A"):
        assert faces("blue 9")[0] in world.hands[1]
    assert len({tuple(world.hands[1]) for world in worlds(t, "A")}) > 10


@rule("BP-16")
def test_what_a_third_player_knows_follows_the_cards() -> None:
    t = table("trade, red 7, blue 9", "trade, green 1", "red 3, blue 2", deck="yellow 3, yellow 4")
    t.does("A", "trade 1")  # A knows that B has red 7 and blue 9
    t.position.hands[1].append(t.position.hands[0].pop(0))  # the Trade goes along, to be used
    t.position.memory.seen = [code for code in t.position.memory.seen if code >> 9 == 0]
    t.does("B", "trade 2")  # and now C has them
    assert names(t.position.memory.known(0, 2)) == "red 7, blue 9"
    assert names(t.position.memory.known(0, 1)) == ""
    assert names(t.position.memory.known(1, 2)) == "red 7, blue 9"
    assert names(t.position.memory.known(2, 1)) == "red 3, blue 2"


@rule("BP-17")
def test_after_discard_all_everyone_knows_which_colour_is_gone() -> None:
    t = table("discard all, red 1, blue 1, blue 2, green 3, green 4", "red 2, blue 3", "blue 4, blue 5")
    t.does("A", "discard all")
    for world in worlds(t, "B"):
        assert not [card for card in world.hands[0] if COLOUR_OF[card] == RED]
    t.does("B", "red 2").does("C", "draw").does("A", "draw")
    assert {sum(1 for card in world.hands[0] if COLOUR_OF[card] == RED) for world in worlds(t, "B")} == {0, 1}


@rule("BP-19")
def test_whoever_is_stuck_holds_nothing_that_fits() -> None:
    t = table("blue 1, blue 2, blue 8", "red 3, red 4, blue 9", "red 6, yellow 4, yellow 6", deck="", on="C")
    t.does("C", "red 6")
    assert t.still_in == "BC"
    for world in worlds(t, "B"):
        assert not [card for card in world.hands[0] if COLOUR_OF[card] in (RED, 4) or SYMBOL_OF[card] == 6]
    for world in worlds(t, "C"):
        assert world.moves(1), "B is asked, so B can play"


@rule("BP-7")
def test_a_drawn_card_tells_whether_it_fits() -> None:
    t = table("blue 1, blue 2", "blue 3", "blue 4", top="red 9, green 8", mode="traditional").does("A", "draw")
    fitting = t.position.fitting()
    for world in worlds(t, "B"):
        assert fitting >> world.hands[0][-1] & 1, "A is asked, so the card fits"
    t.does("A", "keep")
    for world in worlds(t, "B"):
        assert in_set(world.hands[0], fitting) >= 1
    t.does("B", "draw")
    assert (t.on, t.hand("B")) == ("C", "blue 3, green 8")
    for world in worlds(t, "A"):
        assert in_set(world.hands[1], fitting) <= 1, "B was not asked, so the card does not fit"


@rule("BP-5")
def test_a_black_card_that_went_back_is_not_in_anybodys_first_hand() -> None:
    changes = {"wilds": 1, "wild_draw_fours": 0, "trades": 0, "hit_alls": 0, "chaoses": 0, "discard_alls": 0}
    options = game.options({"players": 8, "hand": 10, **changes})
    for number in range(400):
        position = game.start(options, SeededRng(f"black/{number}"))
        if position.memory.back:
            break
    wild = faces("wild")[0]
    assert position.memory.back[wild] == 1
    for seat in range(8):
        for number in range(30):
            world = position.determinize(seat, SeededRng(f"{number}"))
            assert wild in world.deck


@rule("BP-28")
def test_after_a_reshuffle_everyone_knows_what_the_deck_is_made_of() -> None:
    t = table(
        "red 1, blue 1, blue 2, blue 3, blue 4, blue 6, blue 7",
        "yellow 1, yellow 2, yellow 3, yellow 4, yellow 6, yellow 7, yellow 8",
        "the rest",
        deck="",
        pile="green 1, green 2, green 3, green 4",
        mode="death match",
    ).does("A", "red 1", picks=[0, 0, 0, 0])
    assert t.position.deck_left() == 4
    green = faces("green 1, green 2, green 3, green 4, red 5")
    for world in worlds(t, "B"):
        assert all(card in green for card in world.deck[world.top :])
        assert sum(1 for card in world.hands[0] if card in green) >= 1, "A drew one of them"


@rule("BP-27")
def test_a_hand_that_was_laid_down_is_known_to_all() -> None:
    t = table(
        "blue 1, blue 2, blue 3, blue 4, blue 6, blue 7, blue 8",
        "yellow 1, yellow 2, yellow 3, yellow 4, yellow 6, yellow 7, yellow 8",
        "yellow 1, yellow 2, yellow 3, yellow 4, yellow 6, yellow 7, green 8",
        pool=9,
        hp=[5, 200, 200],
        mode="death match",
    ).does("A", "draw")
    for world in worlds(t, "B", 5):
        assert world.hands[0] == []
        assert world.pile == t.position.pile


def test_two_tables_that_a_seat_cannot_tell_apart_give_it_the_same_world() -> None:
    left = table("red 7, wild", "blue 1, blue 2", "green 1", deck="yellow 1, yellow 2")
    right = table("red 7, wild", "green 1, yellow 1", "blue 2", deck="blue 1, yellow 2")
    assert left.position.view(0) == right.position.view(0)
    for number in range(10):
        sampled = [t.position.determinize(0, SeededRng(f"{number}")) for t in (left, right)]
        assert saved(sampled[0]) == saved(sampled[1])


def test_a_world_is_found_even_where_weak_bounds_contradict_each_other() -> None:
    t = table("red 7, wild, wild, wild, wild", "blue 1, blue 2", "green 1")
    t.position.memory.notes[1] = [1 << faces("wild")[0]]  # but A holds them all
    world = t.position.determinize(0, SeededRng("x"))
    assert every_card(world) == sorted(t.position.numbers.cards)
    assert len(world.hands[1]) == 2


def test_one_card_goes_where_it_must_even_if_another_hand_could_take_it_too() -> None:
    """Two hands of one card, one of which may hold a red or a blue card, the other a blue one only."""
    t = table("the rest", "red 1", "blue 1", deck="", pile="", mode="death match", max_turns=9)
    red, blue = faces("red 1, blue 1")
    t.position.memory.notes[1] = [1 << red | 1 << blue]
    t.position.memory.notes[2] = [1 << blue]
    for number in range(20):
        world = t.position.determinize(0, SeededRng(f"{number}"))
        assert (world.hands[1], world.hands[2]) == ([red], [blue])
