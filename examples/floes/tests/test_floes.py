"""Laws of every game, clauses of the rules, and golden games."""

from __future__ import annotations

from pathlib import Path

import pytest

from floes import game
from floes.game import FLOES, Ice
from rumpus import SeededRng
from rumpus.author.contract import BadOption, IllegalMove, ScriptedRng
from rumpus.testing import check_golden, every_law, rule

GOLDEN = Path(__file__).parent / "golden"
NO_LUCK = ScriptedRng([])


def ice(*rows: str, turn: int = 0) -> Ice:
    """Rows from 1 up: fish on floes, `.` for water, `A` and `B` for penguins on a floe with two fish."""
    marks = "".join(rows)
    fish = [2 if mark in "AB" else 0 if mark == "." else int(mark) for mark in marks]
    return Ice(game.options(seats=2), 2, fish=fish, stands=[marks.index("A"), marks.index("B")], turn=turn)


def slide(position: Ice, floe: str) -> None:
    position.play(position.turn, FLOES.index(floe), NO_LUCK)


test_law = every_law(game)


def test_golden_games() -> None:
    check_golden(game, GOLDEN)


@rule("FL-1", "FL-3")
def test_penguins_begin_in_the_corners_of_25_floes() -> None:
    assert list(game.seat_counts()) == [2, 3, 4]
    with pytest.raises(BadOption):
        game.options({"players": 5})
    dealt = game.start(game.options({"players": 4}), SeededRng("deal"))
    assert len(dealt.fish) == 25
    assert [FLOES[floe] for floe in dealt.stands] == ["a1", "e5", "e1", "a5"]
    assert dealt.to_act() == [0]


@rule("FL-2", "FL-8")
def test_fish_are_drawn_floe_by_floe_and_seen_by_all() -> None:
    with ScriptedRng([0, 1, 2] * 8 + [0]) as rng:
        dealt = game.start(game.options(), rng)
    assert dealt.fish == [1, 2, 3] * 8 + [1]
    assert dealt.view(None)["fish"] == dealt.fish


@rule("FL-4")
def test_one_slides_straight_over_ice_and_nobody() -> None:
    played = ice("1.1..", ".....", "1.A.B", "...1.", "1.1.1")
    assert [FLOES[floe] for floe in played.moves(0)] == ["d4", "e5"]
    with pytest.raises(IllegalMove, match="straight line, over ice and nobody else"):
        slide(played, "c1")


@rule("FL-5")
def test_the_floe_left_melts_and_its_fish_are_eaten() -> None:
    played = ice("A3...", ".....", ".....", "...11", "....B")
    slide(played, "b1")
    assert played.fish[:2] == [0, 3]
    assert played.eaten == [2, 0]
    assert played.turn == 1


@rule("FL-6")
def test_who_cannot_slide_is_passed_over_until_nobody_can() -> None:
    played = ice("A11..", ".....", ".....", ".....", "....B")
    slide(played, "b1")
    assert played.turn == 0
    slide(played, "c1")
    assert played.to_act() == []


@rule("FL-7")
def test_the_most_fish_win_and_equals_draw() -> None:
    over = ice("A....", ".....", ".....", ".....", "....B")
    over.eaten = [7, 5]
    assert over.result() == [1.0, -1.0]
    over.eaten = [5, 5]
    assert over.result() == [0.0, 0.0]
