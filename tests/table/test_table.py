"""A table is the sum of its entries: chairs, the match, messages that come twice, matches that go on from others."""

from __future__ import annotations

import pytest

from pigeons import game as pigeons
from rumpus.core.errors import BadRecord, IllegalMove
from rumpus.table.entries import (
    Back,
    Base,
    Began,
    Dropped,
    Entry,
    Filled,
    Made,
    Moved,
    Named,
    Place,
    Rematched,
    Sat,
    Stood,
    StoodIn,
    UndoAsked,
    Woke,
    pack,
    unpack,
)
from rumpus.table.seats import Chairs, bot_name, fingerprint, promise
from rumpus.table.table import Table, open_table
from tests.table.evening import ANN, BEN, Evening, made
from tests.table.parley import parley

# --- chairs ---


def test_people_sit_down_stand_up_and_are_called_otherwise() -> None:
    chairs = Chairs([Place("open"), Place("open")])
    assert chairs.names == ["Seat 1", "Seat 2"]
    assert chairs.take(Sat(0, "Ann", fingerprint("ann"))) == "Ann sits down."
    assert chairs.take(Named(0, "Anna")) == "Ann is called Anna now."
    assert chairs.people == [0]
    assert chairs.take(Stood(0)) == "Anna leaves."
    assert chairs.people == []


def test_a_bot_sits_on_a_free_chair_until_it_is_sent_away() -> None:
    chairs = Chairs([Place("open"), Place("open")])
    assert chairs.take(Filled(1, "greedy")) == ""
    assert chairs.names == ["Seat 1", "Bix (greedy)"]
    assert chairs.bot_of(1) == "greedy"
    chairs.take(Filled(1, ""))
    assert chairs.places[1].kind == "open"
    assert bot_name("greedy", 8) == bot_name("greedy", 0)


def test_a_bot_plays_on_for_a_person_until_they_are_back() -> None:
    chairs = Chairs([Place("person", "Ann"), Place("person", "Ben")])
    assert chairs.take(StoodIn(1, "easy")) == "A bot (easy) plays on for Ben."
    assert chairs.bot_of(1) == "easy"
    assert chairs.bot_of(0) == ""
    assert chairs.people == [0]
    twin = chairs.copy()
    assert chairs.take(Back(1)) == "Ben is back."
    assert chairs.people == [0, 1]
    assert twin.people == [0], "a copy goes its own way"


def test_a_secret_opens_its_own_chair_and_no_other() -> None:
    table = Evening(made(people=("Ann", "greedy"))).table
    assert table.seat_of("ann") == ANN
    assert table.seat_of("ben") is None
    assert table.is_host("host")
    assert not table.is_host("ann")
    assert promise("coo") != promise("moo")


# --- states ---


def test_a_table_is_open_then_playing_then_over() -> None:
    evening = Evening(begun=False)
    assert evening.table.state == "open"
    evening.take(Began())
    assert evening.table.state == "playing"
    evening.play_out()
    assert evening.table.state == "over"
    evening.take(Rematched("t2"))
    assert evening.table.rematch == "t2"


def test_a_table_can_be_given_up_before_it_begins() -> None:
    evening = Evening(begun=False)
    evening.take(Dropped())
    assert evening.table.state == "dropped"


def test_a_new_name_is_in_the_story_and_in_the_record() -> None:
    evening = Evening()
    evening.take(Named(BEN, "Benno"))
    match = evening.table.match
    assert match is not None
    assert match.record.players == ["Ann", "Benno"]
    assert evening.told()[-1] == "Ben is called Benno now."


# --- moves ---


def test_a_message_that_comes_twice_is_known() -> None:
    evening = Evening()
    table = evening.table
    at = table.at(ANN)
    evening.decide(ANN, mid="m1")
    assert table.has(ANN, at, "m1")
    assert not table.has(ANN, at, "m2")
    assert not table.has(ANN, at, "")
    assert not table.has(ANN, table.at(ANN), "m1"), "the next decision is not made yet"
    for nonsense in ("", "0", "1.0", "0.x", "0.²", "0.9999999", "0.-1"):
        assert not table.has(ANN, nonsense, "m1"), nonsense


def test_what_was_decided_in_secret_does_not_show_in_the_number_of_the_others_decision() -> None:
    evening = Evening()
    before = evening.table.at(BEN)
    evening.decide(ANN)
    assert evening.table.at(BEN) == before


def test_a_forbidden_move_is_refused_unless_it_was_judged_just_now() -> None:
    evening = Evening(made(parley), parley)
    with pytest.raises(IllegalMove):
        evening.decide(ANN, 3)
    evening.table.take(Moved(ANN, 4), 1000, judged=True)
    assert len(evening.table.steps) == 1


def test_when_time_runs_out_everybody_is_told_unless_it_would_tell_a_secret() -> None:
    evening = Evening(made(parley), parley)
    evening.decide(ANN, by="clock")
    assert evening.told() == ["The time of Ann ran out: a bot decided.", "Ann says 0."]


# --- going on from another match ---


def test_a_match_goes_on_from_another_with_luck_of_its_own() -> None:
    first = Evening()
    for _ in range(2):
        first.decide(ANN)
        first.decide(BEN)
    base = first.table.base_after(2)
    assert base == Base("coo", [(step.seat, step.move) for step in first.table.steps[:2]])
    second = Evening(made(seed="moo", base=base))
    table = second.table
    assert table.past == 2
    assert table.match is not None
    assert len(table.match.record.moves) == 2
    second.decide(ANN)
    second.decide(BEN)
    whole = table.base_after(4)
    assert whole.then == [(2, "moo")]
    assert len(whole.moves) == 4
    assert table.base_after(1) == Base("coo", base.moves[:1])
    assert [step.number for step in table.walk()] == [0, 1, 2, 3, 4]
    third = Evening(made(seed="croo", base=whole)).table
    assert third.base_after(4).then == [(2, "moo"), (4, "croo")]
    assert third.base_after(3).then == [(2, "moo")]


# --- books ---


def test_the_same_entries_make_the_same_table() -> None:
    evening = Evening()
    entries: list[tuple[Entry, int]] = [(made(), 0), (Began(), 0)]
    for seat in (ANN, BEN):
        entries.append((Moved(seat, evening.decide(seat)), 0))
    again = open_table("t1", pigeons, [(unpack(pack(entry)), when) for entry, when in entries])
    assert again.match is not None
    assert evening.table.match is not None
    assert again.match.position.save() == evening.table.match.position.save()
    assert again.seq == evening.table.seq == 3


def test_a_book_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(BadRecord, match="does not begin with its making"):
        open_table("t1", pigeons, [(Began(), 0)])
    with pytest.raises(BadRecord, match="only once"):
        Evening().take(made())
    with pytest.raises(BadRecord, match="before the game began"):
        Evening(begun=False).take(Moved(0, 1))
    other = made()
    other.version = 99
    with pytest.raises(BadRecord, match="version 99 of the rules of Pigeons"):
        Table("t1", pigeons, other, 0)
    with pytest.raises(BadRecord, match="2 chairs"):
        Table("t1", pigeons, made(options={"players": 3}), 0)


@pytest.mark.parametrize(
    "entry",
    [
        made(base=Base("coo", [(0, 1)], [(1, "moo")])),
        Sat(0, "Ann", "x"),
        Moved(1, 7, "m1", "bot"),
        UndoAsked(0, 3),
        Woke(),
    ],
    ids=lambda entry: type(entry).__name__,
)
def test_an_entry_is_kept_as_it_is(entry: Entry) -> None:
    assert unpack(pack(entry)) == entry
    assert isinstance(entry, Made) or len(pack(entry)) < 60, "a book is read by people too"
