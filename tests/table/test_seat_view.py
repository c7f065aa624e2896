"""Seat views: texts and refusals from the seat's knowledge, with people's names."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from pigeons import game as pigeons
from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.position import Event, Move, Position, Seat
from rumpus.core.words import NOT_A_LEGAL_MOVE, Line
from rumpus.table.match import Match
from rumpus.table.seat_view import MAX_REFUSALS, log_lines, read, seat_view, why_not, why_nots
from tests.catalogue import GAMES
from tests.table.parley import UNSAID, parley

SEAT = re.compile(r"@\d")


def talk(*people: str, size: int = 10) -> Match:
    return Match(parley, parley.options({"size": size}), "coo", people or ("Ann", "Ben"))


def test_people_are_called_by_their_names_wherever_a_position_speaks() -> None:
    match = talk()
    seen = seat_view(match, 0)
    assert seen.view["phase"] == "You speak, Ben listens"
    assert seen.offers[1].explanation == "Ben hears 2."
    assert why_not(match, 0, 3) == "Ben will not hear of odd numbers."
    assert why_nots(match, 0)[0].why == "Ben will not hear of odd numbers."
    with pytest.raises(IllegalMove, match=r"^Ben does not understand that\.$"):
        read(match, 0, "hello")
    for seat in (0, 1, 0, 1):
        match.play(seat, 2)
    assert seat_view(match, None).view["outcome"] == "Ann and Ben have nothing left to say."


def test_somebody_who_is_called_like_a_seat_stays_who_they_are() -> None:
    match = talk("@1", "Ben")
    assert seat_view(match, None).view["phase"] == "@1 speaks, Ben listens"
    assert why_not(match, 0, 3) == "Ben will not hear of odd numbers."
    match.play(0, 2)
    assert why_not(match, 1, 3) == "@1 will not hear of odd numbers."


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_seat_is_left_unnamed_in_any_game(game: Game) -> None:
    options = game.options()
    names = [f"Person {letter}" for letter in "ABCDEFGH"[: game.seats(options)]]
    match = Match(game, options, "names", names)
    for _ in range(40):
        said: list[str] = []
        for seat in (None, *range(len(names))):
            view = seat_view(match, seat).view
            said += [str(view.get(key, "")) for key in ("phase", "outcome")]
            said += [line.text for line in log_lines(game, names, match.events[-9:], seat)]
        for seat in match.position.to_act():
            said += [item.why for item in why_nots(match, seat)]
            said += [offer.explanation for offer in seat_view(match, seat).offers]
        assert not [text for text in said if SEAT.search(text)]
        if match.over:
            break
        seat = match.position.to_act()[0]
        moves = match.position.moves(seat)
        match.play(seat, moves[len(moves) // 2])


def test_why_a_move_cannot_be_made() -> None:
    match = talk()
    assert why_not(match, None, 2) == "You are only watching."
    assert why_not(match, 1, 2) == "You have nothing to decide at the moment."
    assert why_not(match, 0, 10) == NOT_A_LEGAL_MOVE
    assert why_not(match, 0, -1) == NOT_A_LEGAL_MOVE
    assert why_not(match, 0, 2) == ""
    for seat in (0, 1, 0, 1):
        match.play(seat, 2)
    assert why_not(match, 0, 2) == "The game is over."


def test_only_who_owes_a_decision_reads_words() -> None:
    match = talk()
    assert read(match, 0, "say 4") == 4
    with pytest.raises(IllegalMove, match="nothing to decide"):
        read(match, 1, "say 4")


def test_the_reasons_for_everything_else() -> None:
    match = talk()
    assert [item.words for item in why_nots(match, 0)] == ["say 1", "say 3", "say 5", "say 9"]
    assert UNSAID not in [item.move for item in why_nots(match, 0)], "what has no words is left out"
    assert why_nots(match, 1) == []
    assert why_nots(match, None) == []


def test_many_moves_with_one_reason_are_shown_once_and_very_many_not_at_all() -> None:
    many = why_nots(talk(size=4 * MAX_REFUSALS), 0)
    assert [item.move for item in many] == [1]
    assert why_nots(talk(size=10_000), 0) == []


def test_words_are_not_looked_for_where_another_move_stands_for_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    match = talk(size=16 * MAX_REFUSALS)
    said: list[int] = []

    def say(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        said.append(move)
        return str(move)

    monkeypatch.setattr(match.game, "describe_move", say)
    assert len(why_nots(match, 0)) == 1
    assert len(said) == MAX_REFUSALS + 1, "one more than would be shown tells that there are too many"


def test_what_the_game_has_no_reason_for_is_not_listed() -> None:
    match = Match(pigeons, pigeons.options(), "coo", ["Ann", "Ben"])
    held = match.position.moves(0)
    assert {item.move for item in why_nots(match, 0)} == set(range(14)) - set(held)


def test_the_log_holds_what_people_did_and_what_a_seat_noticed() -> None:
    secret = Event("dealt", [0, 1, 2], 1, "", [])
    lines = log_lines(pigeons, ["Ann", "Ben"], [Line("Ann sits down."), secret], 0)
    assert [line.text for line in lines] == ["Ann sits down.", "You are dealt 1, 2."]
    assert [line.text for line in log_lines(pigeons, ["Ann", "Ben"], [Line("Ann sits down."), secret], 1)] == [
        "Ann sits down."
    ]
