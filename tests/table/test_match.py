"""A match and its funnel: what a seat is shown, and what is refused."""

from __future__ import annotations

import gc

import pytest

from pigeons import game
from pigeons.game import Square
from rumpus.core.errors import IllegalMove
from rumpus.core.info_state import InfoState
from rumpus.core.rng import SeededRng
from rumpus.table.match import Match
from rumpus.table.seat_view import lines, seat_view


def new_match() -> Match:
    return Match(game, game.options(), "coo", ["Ada", "Bo"])


def test_a_seat_sees_its_own_options_and_nobody_elses_hand() -> None:
    match = new_match()
    ada, spectator = seat_view(match, 0), seat_view(match, None)
    assert [option.words for option in ada.offers] == [f"play {card}" for card in match.position.moves(0)]
    assert "hand" in ada.view
    assert spectator.offers == []
    assert "hand" not in spectator.view


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


def test_an_info_state_holds_no_reference_to_the_real_position() -> None:
    match = new_match()
    info = InfoState(game, match.options, match.position, 0, SeededRng("bot"))
    assert info.moves() == match.position.moves(0)
    assert info.view() == match.position.view(0)
    reached: list[object] = [info]
    seen: set[int] = set()
    while reached:
        thing = reached.pop()
        if id(thing) in seen or isinstance(thing, type):
            continue
        seen.add(id(thing))
        assert thing is not match.position
        if isinstance(thing, InfoState | Square | dict | list):
            reached.extend(gc.get_referents(thing))
