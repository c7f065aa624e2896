"""The table kit: a game set up in a line and played in its notation."""

from __future__ import annotations

import pytest

from rumpus.core.errors import BadRecord, IllegalMove, ScriptExhausted
from rumpus.testing.kit import Kit
from tests.laws.handmade import HAND, SPARE, Pigeons

game = Pigeons()


def test_a_game_in_the_middle_is_set_up_by_its_save_and_told_to_everybody() -> None:
    kit = Kit(game, players=2).with_save(hands=[[1, 9], [2, 3]], turn=4)
    assert kit.offers(0) == ["play 1", "play 9"]
    assert kit.all("play 9", "play 2") == ["Ann shows the 9.", "Ben shows the 2.", "Ann eats the crumb of 4."]
    assert kit.log(None) == ["Ann shows the 9.", "Ben shows the 2.", "Ann eats the crumb of 4."]
    assert kit.view(1)["hand"] == [3]
    assert kit.result is None
    kit.all("play 1", "play 3")
    assert kit.result == [-1.0, 1.0]


def test_a_seat_hears_what_it_may_hear() -> None:
    kit = Kit(game)
    own, other = kit.log(0)
    assert own.startswith("Ann is dealt ")
    assert other == "Ben is dealt five cards."


def test_luck_is_written_down_and_used_up() -> None:
    numbers = [0] * (HAND * 2 + SPARE - 1)
    assert Kit(game, numbers).offers(0) == [f"play {card}" for card in range(2, 7)]
    with pytest.raises(ScriptExhausted):
        Kit(game, [*numbers, 0])
    kit = Kit(game)
    with pytest.raises(ScriptExhausted):
        kit.play(0, kit.offers(0)[0], rng=[1])


def test_what_may_not_be_done_says_why() -> None:
    kit = Kit(game).with_save(hands=[[1, 9], [2, 3]], turn=4)
    assert kit.refusal(0, 3) == "You do not hold the 3 (PG-4)."
    assert "is not among your options" in kit.refusal(0, "play 3")
    assert kit.refusal(0, "play 9") == ""
    kit.play(0, "play 9")
    assert kit.asked == [1]
    with pytest.raises(IllegalMove):
        kit.play(0, "play 1")
    with pytest.raises(BadRecord, match="a card is there twice"):
        Kit(game).with_save(hands=[[1, 9], [2, 9]], turn=4)
