"""One test for every kind of card, and for what it may be played on."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.cards import CARDS, NAMES, Card, NamesColour
from rumpus.games.battle_puno.rules.numbers import Numbers
from rumpus.testing import rule
from tests.games.battle_puno.setup import OTHERS, table

BLACK = ("wild", "wild draw 4", "trade", "wild hit all", "wild chaos", "discard all")


@rule("BP-37")
def test_the_cards_are_those_that_saved_games_know_by_number() -> None:
    symbols = [*"0123456789", "skip", "reverse", "draw 2"]
    coloured = [f"{colour} {symbol}" for colour in ("red", "blue", "green", "yellow") for symbol in symbols]
    assert [card.full_name for card in CARDS] == [*coloured, *BLACK]
    assert [card.face for card in CARDS] == list(range(len(CARDS)))
    numbers = Numbers(game.options())
    assert all(card.sentence(numbers) and card.clause_for(numbers) for card in CARDS)


def test_no_moment_of_a_card_is_misspelt() -> None:
    """What a card defines is something a card has, or it is called by the card itself."""
    known = {*dir(Card), *dir(NamesColour)}
    for card in CARDS:
        assert set(vars(type(card))) <= known, card.name
        assert type(card).play is not Card.play, card.name
        assert type(card).explain is not Card.explain, card.name


@rule("BP-6")
@pytest.mark.parametrize("card", NAMES)
def test_every_card_fits_by_colour_or_symbol_or_because_it_is_black(card: str) -> None:
    t = table(f"{card}, blue 2, blue 8", *OTHERS, card="green 7")
    colour, _, symbol = card.partition(" ")
    fits = card in BLACK or colour == "green" or symbol == "7"
    assert any(option.startswith(card) for option in t.offered) == fits
    assert t.offered[-1] == "draw", "drawing is always allowed while there is a deck"


@rule("BP-23", "BP-35")
def test_number_feeds_the_pool() -> None:
    t = table("red 7, blue 1", *OTHERS, pool=4, pool_pile="green 4").does("A", "red 7")
    assert (t.pool, t.in_force, t.on) == (11, "red 7", "B")
    assert t.log_texts == ["A plays the red 7. (BP-6)", "Pool +7, now 11. (BP-23)", "A: Puno! One card left. (BP-9)"]
    assert t.pool_pile == "green 4", "the table card lies on no pile yet"


@rule("BP-23", "BP-35")
def test_zero_adds_or_resets() -> None:
    t = table("red 0, blue 1", *OTHERS, pool=9, pool_pile="green 4", counting=True).does("A", "red 0 add")
    assert (t.pool, t.pool_pile) == (19, "green 4, red 5")
    t = table("red 0, blue 1", *OTHERS, pool=9, pool_pile="green 4", counting=True).does("A", "red 0 reset")
    assert (t.pool, t.pool_pile, t.pile) == (0, "", "green 4, red 5")
    t.does("B", "draw")
    assert t.hp == [200] * 4
    t = table("red 0, blue 1", "red 1, red 2", "red 3, red 4", deck="")
    pile = t.pile
    t.does("A", "red 0 reset").does("B", "red 1")
    assert t.pile == f"{pile}, red 5, red 0", "a zero that resets is not part of the pool"
    t.does("C", "red 3")
    assert t.pool_pile == "red 1"


@rule("BP-11")
def test_skip() -> None:
    t = table("red skip, blue 1", *OTHERS).does("A", "red skip")
    assert (t.on, t.phase, t.clockwise, t.in_force) == ("C", "turn", True, "red skip")
    assert "B is skipped. (BP-11)" in t.log_texts


@rule("BP-12")
def test_reverse() -> None:
    t = table("red reverse, blue 1", *OTHERS).does("A", "red reverse")
    assert (t.on, t.clockwise, t.in_force) == ("D", False, "red reverse")
    assert "The direction is now counter-clockwise. (BP-12)" in t.log_texts


@rule("BP-10")
def test_draw_two() -> None:
    t = table("red draw 2, blue 1", *OTHERS).does("A", "red draw 2")
    assert (t.on, t.phase, t.penalty, t.offered) == ("B", "answer", 2, ["take"])
    t.does("B", "take")
    assert (t.cards("B"), t.on, t.penalty) == (5, "C", 0)


@rule("BP-13", "BP-18")
def test_wild() -> None:
    t = table("wild, blue 1", "blue 5, red 5, yellow 2", *OTHERS[:2]).does("A", "wild blue")
    assert (t.in_force, t.on) == ("blue", "B")
    assert t.offered == ["blue 5", "draw"], "there is no symbol to match after a Wild"
    t = table("wild, blue 1", *OTHERS)
    assert t.does("A", "wild red").in_force == "red", "the colour in force may be named"


@rule("BP-13", "BP-10")
def test_wild_draw_four() -> None:
    t = table("wild draw 4, blue 1", "red skip, green reverse, yellow 1", *OTHERS[:2]).does("A", "wild draw 4 green")
    assert (t.in_force, t.on, t.penalty) == ("green", "B", 4)
    assert t.offered == ["green reverse", "take"], "the answer must have the colour that was named"
    t.does("B", "green reverse")
    assert (t.on, t.penalty, t.clockwise) == ("A", 4, False)
    t.does("A", "take")
    assert (t.cards("A"), t.on) == (5, "D")


@rule("BP-14")
def test_wild_hit_all() -> None:
    t = table("wild hit all, blue 1", "red skip, blue 2", "blue 3", "blue 4", clockwise=False, top="green 1, green 2")
    t.does("A", "wild hit all yellow")
    assert (t.sizes, t.in_force, t.on, t.phase) == ([1, 4, 3, 3], "yellow", "D", "turn")
    assert t.hand("D") == "blue 4, green 1, green 2", "the next player draws first"


@rule("BP-15", "BP-23")
def test_wild_chaos() -> None:
    t = table("wild chaos, blue 1", "blue 0, yellow 3", *OTHERS[:2], pool=5).does("A", "wild chaos", picks=[3, 0])
    assert (t.in_force, t.pool) == ("yellow 0", 5)
    assert t.offered == ["blue 0 add", "blue 0 reset", "yellow 3", "draw"]
    assert "Playable now: yellow, any 0, black. (BP-15)" in t.log_texts


@rule("BP-16", "BP-18")
def test_trade() -> None:
    t = table("trade, blue 1, green 2", "red 1", "yellow 3, yellow 1", "red 2", clockwise=False)
    assert t.offered == ["trade 3", "trade 2", "trade 1", "draw"], "targets in turn order"
    t.does("A", "trade 2")
    assert (t.hand("A"), t.hand("C")) == ("yellow 3, yellow 1", "blue 1, green 2")
    assert (t.in_force, t.on) == ("red", "D")


@rule("BP-17", "BP-18")
def test_discard_all() -> None:
    t = table("discard all, blue 1, red 1, red draw 2", *OTHERS).does("A", "discard all")
    assert (t.hand("A"), t.penalty, t.in_force, t.on, t.pool) == ("blue 1", 0, "red", "B", 0)
    assert "A discards red 1 and red Draw 2 with it. (BP-17)" in t.log_texts
    t = table("discard all, blue 1, green 1", *OTHERS).does("A", "discard all")
    assert t.hand("A") == "blue 1, green 1"
    assert "A has no card of that colour to discard. (BP-17)" in t.log_texts


@rule("BP-31")
def test_alone_cards_do_nothing_to_others() -> None:
    hand = "red skip, red reverse, red draw 2, wild draw 4, wild hit all, trade, wild chaos, red 4, red 6, blue 1"
    t = table(hand, *OTHERS, deck="", out="BCD", pool=5)
    for card in ("red skip", "red reverse", "red draw 2", "wild draw 4 red", "wild hit all red", "trade"):
        t.does("A", card)
        assert (t.on, t.phase, t.penalty, t.in_force.split()[0]) == ("A", "turn", 0, "red")
        assert t.sizes[1:] == [3, 3, 3]
    t.does("A", "wild chaos", picks=[0, 1]).does("A", "red 4")
    assert (t.pool, t.hand("A")) == (9, "red 6, blue 1")
    t = table(
        "discard all, red 1, red 2, blue 1, red skip", *OTHERS, deck="", out="BCD", mode="traditional", extra_cards="on"
    ).does("A", "discard all")
    assert (t.hand("A"), t.places[0]) == ("blue 1", 1), "stuck with blue 1 on red, the last one standing wins"


@rule("BP-1", "BP-2")
def test_every_number_of_the_deck_can_be_changed() -> None:
    changes: dict[str, Any] = {
        "skips": 1, "reverses": 0, "draw_twos": 4, "wilds": 1, "wild_draw_fours": 1, "trades": 0, "hit_alls": 3,
        "chaoses": 0, "discard_alls": 8, "skip_points": 7, "draw_two_points": 11, "wild_points": 100, "draw_two": 3,
        "wild_draw_four": 5, "hit_all": 1, "zero_bonus": 4,
    }  # fmt: skip
    t = table("red draw 2, wild draw 4, wild hit all, red 0, blue 1", *OTHERS, **changes)
    numbers = t.position.numbers
    assert len(numbers.cards) == 76 + 4 + 0 + 16 + 1 + 1 + 0 + 3 + 0 + 8
    assert numbers.points_of(numbers.cards) == 4 * 90 + 4 * 7 + 16 * 11 + 100 + 50 + 150 + 8 * 30
    t.does("A", "red 0 add")
    assert t.pool == 4
    for card, count in (("red draw 2", 3), ("wild draw 4 red", 5)):
        t = table("red draw 2, wild draw 4, wild hit all, red 0, blue 1", *OTHERS, **changes)
        assert t.does("A", card).penalty == count
    t = table("wild hit all, blue 1", *OTHERS, **changes)
    assert t.does("A", "wild hit all red").sizes == [1, 4, 4, 4]
    assert [topic.name for topic in game.topics(game.options(changes))] == [
        "number", "zero", "skip", "draw 2", "wild", "wild draw 4", "wild hit all", "discard all",
        "penalty", "puno", "pool",
    ]  # fmt: skip
