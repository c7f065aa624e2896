"""A match and its funnel: what a seat is shown, and what is refused."""

from __future__ import annotations

import gc

import pytest

from pigeons import game
from pigeons.game import Square
from rumpus.core.errors import IllegalMove
from rumpus.core.info_state import Chair
from rumpus.core.rng import Seeded
from rumpus.table.match import Match
from rumpus.table.seat_view import lines, sight


def new_match() -> Match:
    return Match(game, game.options(), "coo", ["Ada", "Bo"])


def test_a_seat_sees_its_own_options_and_nobody_elses_hand() -> None:
    match = new_match()
    ada, onlooker = sight(match, 0), sight(match, None)
    assert [option.words for option in ada.offers] == [f"play {card}" for card in match.position.moves(0)]
    assert "hand" in ada.view
    assert onlooker.offers == []
    assert "hand" not in onlooker.view


def test_the_log_tells_each_seat_what_it_saw() -> None:
    match = new_match()
    ada = [str(line) for line in lines(match, match.events, 0)]
    assert ada[0].startswith("You are dealt ")
    assert ada[0] != "You are dealt five cards. (PG-2)"
    assert ada[1] == "Bo is dealt five cards. (PG-2)"
    assert [str(line) for line in lines(match, match.events, None)] == [
        "Ada is dealt five cards. (PG-2)",
        "Bo is dealt five cards. (PG-2)",
    ]


def test_a_forbidden_move_is_refused_with_its_clause_and_leaves_no_trace() -> None:
    match = new_match()
    stranger = next(card for card in range(1, 14) if card not in match.position.moves(0))
    with pytest.raises(IllegalMove, match=rf"You do not hold the {stranger} \(PG-4\)"):
        match.play(0, stranger)
    assert match.record.moves == []
    match.play(0, match.position.moves(0)[0])
    with pytest.raises(IllegalMove, match="nothing to decide"):
        match.play(0, 1)
    assert len(match.record.moves) == 1


def test_a_match_goes_on_where_its_record_left_it() -> None:
    match = new_match()
    match.play(0, match.position.moves(0)[0])
    again = Match.resume(game, match.record)
    assert again.position.save() == match.position.save()
    assert again.record.moves == match.record.moves


def test_a_chair_holds_no_reference_to_the_real_position() -> None:
    match = new_match()
    chair = Chair(game, match.options, match.position, 0, Seeded("bot"))
    assert chair.moves() == match.position.moves(0)
    assert chair.view() == match.position.view(0)
    reached: list[object] = [chair]
    seen: set[int] = set()
    while reached:
        thing = reached.pop()
        if id(thing) in seen or isinstance(thing, type):
            continue
        seen.add(id(thing))
        assert thing is not match.position
        if isinstance(thing, Chair | Square | dict | list):
            reached.extend(gc.get_referents(thing))
