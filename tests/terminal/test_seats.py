"""Who sits where, and whose turn it is at the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pigeons import game as pigeons
from rumpus.core.errors import BadRecord, IllegalMove, RumpusError
from rumpus.core.game import Game
from rumpus.core.outcome import places
from rumpus.core.record import Record
from rumpus.terminal.seating import options_and_seats, seat_again, seat_people, split_seats, take_seats_again
from rumpus.terminal.sessions import LocalSession, TableSession, check_writable, resume, standings
from tests.terminal.whispers import game as whispers


def new_session(game: Game, seats: Sequence[str], seed: str, keep: Path | None = None) -> LocalSession:
    options, who = options_and_seats(game, {}, seats, None)
    return LocalSession.start(game, options, seed, seat_people(who, game, options, seed), keep)


def pigeon_session(*seats: str, seed: str = "coo", keep: Path | None = None) -> LocalSession:
    return new_session(pigeons, seats, seed, keep)


def whisper_session(*seats: str, seed: str = "a") -> LocalSession:
    return new_session(whispers, seats, seed)


def pebble_in_hand() -> LocalSession:
    session = whisper_session("you:Ann", "random", seed="b")
    wait_for_person(session)
    return session


def wait_for_person(session: TableSession) -> None:
    """Lets the others decide until a person at this keyboard is asked."""
    while session.person_due() is None:
        session.compute_move()()


def play_on(session: LocalSession, moves: int = 1000) -> None:
    while not session.over and moves:
        moves -= 1
        seat = session.person_due()
        if seat is not None:
            session.decide(seat, session.seat_view(seat).offers[0].move)
        else:
            session.compute_move()()


# --- seating ---


def test_people_and_bots_get_names_that_differ() -> None:
    options = pigeons.options({"players": 4})
    seating = seat_people(["you", "random", "you:Ann", "Random"], pigeons, options, "s")
    assert seating.names == ["Player 1", "Bix (random)", "Ann", "Dot (random)"]
    assert seating.people == [0, 2]
    assert {seat: bot.name for seat, bot in seating.bots.items()} == {1: "random", 3: "random"}


def test_nothing_said_means_one_person_against_bots() -> None:
    options, seats = options_and_seats(pigeons, {}, None, None)
    assert pigeons.seats(options) == len(seats) == 2
    assert seats[0] == "you"
    assert len(options_and_seats(pigeons, {}, None, 4)[1]) == 4
    assert len(options_and_seats(pigeons, {"players": "3"}, None, None)[1]) == 3


def test_as_many_seats_as_are_named() -> None:
    options, seats = options_and_seats(pigeons, {}, ["you", "random", "random"], None)
    assert pigeons.seats(options) == 3
    assert seats == ["you", "random", "random"]


@pytest.mark.parametrize(
    ("seats", "players", "changes", "words"),
    [
        (["you"], None, {}, "cannot be played with 1 seats. It takes 2, 3, 4"),
        (None, 9, {}, "cannot be played with 9 seats"),
        (["you", "random"], 3, {}, "--seats names 2 seats, but --players is 3"),
        (["you", "random"], None, {"players": "3"}, "2 seats were requested, but the option players is 3"),
    ],
)
def test_counts_that_do_not_go_together_are_refused(
    seats: list[str] | None, players: int | None, changes: dict[str, object], words: str
) -> None:
    with pytest.raises(RumpusError, match=words):
        options_and_seats(pigeons, changes, seats, players)


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (["you:Ann", "you:Ann"], "The name Ann is taken"),
        (["you:" + "x" * 30, "random"], "1 to 24 visible letters"),
        (["you:", "random"], "1 to 24 visible letters"),
        (["you:random", "random"], "is the name of a bot"),
        (["you", "nobody"], "There is no player 'nobody'"),
    ],
)
def test_names_that_cannot_be(seats: list[str], words: str) -> None:
    with pytest.raises(RumpusError, match=words):
        seat_people(seats, pigeons, pigeons.options(), "s")


def test_an_empty_seat_is_refused() -> None:
    with pytest.raises(RumpusError, match="without empty ones"):
        split_seats("you,,random")


def test_a_saved_game_finds_its_bots_again() -> None:
    options = pigeons.options({"players": 4})
    seating = seat_again(["Ann", "random", "random #2", "search:20"], pigeons, options, "s")
    assert seating.people == [0]
    assert seating.bots[3].name == "search:20"
    other = take_seats_again(seating.names, ["random", "you", "you", "you"], pigeons, options, "s")
    assert other.names == seating.names
    assert other.people == [1, 2, 3]
    with pytest.raises(RumpusError, match="has 4 seats, not 2"):
        take_seats_again(seating.names, ["you", "you"], pigeons, options, "s")


# --- whose turn it is ---


def test_people_are_asked_before_bots() -> None:
    session = pigeon_session("random", "you")
    assert session.person_due() == 1
    assert session.bot_due() is None
    session.decide(1, session.seat_view(1).offers[0].move)
    assert session.person_due() is None
    assert session.bot_due() == 0
    session.compute_move()()
    assert session.person_due() == 1


def test_whoever_might_be_asked_gets_the_keyboard_so_that_nothing_is_given_away() -> None:
    session = whisper_session("you:Ann", "you:Bob", "you:Cy")
    holder = session.match.position.to_act()[0]
    asked = []
    for _ in range(3):
        seat = session.person_due()
        assert seat is not None
        asked.append(seat)
        session.take_keyboard(seat)
        if session.seat_view(seat).offers:
            session.decide(seat, 0)
        else:
            session.acknowledge(seat)
    assert sorted(asked) == [0, 1, 2]
    assert session.match.position.to_act() == [holder]
    assert session.person_due() is not None


def test_people_who_might_be_asked_nod_before_a_bot_decides_in_secret() -> None:
    session = next(
        session
        for seed in "abcdefgh"
        if (session := whisper_session("you:Ann", "you:Bob", "random", seed=seed)).match.position.to_act() == [2]
    )
    for seat in (0, 1):
        assert session.person_due() == seat
        assert session.bot_due() is None
        session.acknowledge(seat)
    assert session.bot_due() == 2
    session.compute_move()()
    assert session.person_due() == 0


def test_the_keyboard_is_passed_only_among_several_people() -> None:
    alone = pigeon_session("you", "random")
    assert not alone.must_pass_keyboard(0)
    assert alone.viewer() == 0
    both = pigeon_session("you", "you")
    assert both.must_pass_keyboard(0)
    both.take_keyboard(0)
    assert not both.must_pass_keyboard(0)
    assert both.must_pass_keyboard(1)
    assert both.viewer() is None
    assert pigeon_session("random", "random").viewer() is None


def test_news_are_told_once_and_only_what_a_seat_saw() -> None:
    session = pigeon_session("you:Ann", "you:Bob")
    ann = [str(line) for line in session.new_lines(0)]
    assert ann[1] == "Bob is dealt five cards. (PG-2)"
    assert session.new_lines(0) == []
    assert next(str(line) for line in session.new_lines(1)) == "Ann is dealt five cards. (PG-2)"
    assert len(session.log(0)) == 2


# --- deciding ---


def test_a_move_by_number_by_name_by_part_of_it_or_in_notation() -> None:
    session = pigeon_session("you", "random")
    options = session.seat_view(0).offers
    assert session.parse_move(0, "2") == options[1].move
    assert session.parse_move(0, options[2].words.upper()) == options[2].move
    assert options[-1].move > len(options)
    assert session.parse_move(0, str(options[-1].move)) == options[-1].move
    with pytest.raises(IllegalMove, match="could be 5 of your options"):
        session.parse_move(0, "play")
    with pytest.raises(IllegalMove, match=r"There is no option 77\. Choose 1 to 5"):
        session.parse_move(0, "77")
    with pytest.raises(IllegalMove, match="not among your options"):
        session.parse_move(0, "coo")


def test_a_number_is_never_half_of_a_longer_one() -> None:
    session = next(
        session
        for seed in map(str, range(99))
        if (session := pigeon_session("you", "random", seed=seed))
        and [option.move for option in session.seat_view(0).offers if str(option.move)[0] == "1"] == [10]
    )
    with pytest.raises(IllegalMove):
        session.parse_move(0, "play 1")


def test_a_forbidden_move_is_understood_and_refused_with_its_clause() -> None:
    session = whisper_session("you", "you")
    seat = session.match.position.to_act()[0]
    with pytest.raises(IllegalMove, match=r"cannot be eaten \(WH-2\)"):
        session.decide(seat, session.parse_move(seat, "eat"))
    assert session.match.record.moves == []


def test_a_bot_that_wants_the_impossible_is_named() -> None:
    session = pigeon_session("random", "you")
    session.decide(1, session.seat_view(1).offers[0].move)
    session.bots[0].decide = lambda info: 99  # type: ignore[method-assign]
    with pytest.raises(RumpusError, match=r"The bot random chose an illegal move. You do not hold the 99"):
        session.compute_move()()


# --- records ---


def test_a_game_is_kept_after_every_move_and_goes_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    session = pigeon_session("you:Ann", "random", keep=path)
    play_on(session, 3)
    record = Record.read(path)
    assert len(record.moves) == 3
    again = resume(pigeons, record, seat_again(record.players, pigeons, pigeons.options(), "b"), path)
    assert again.seat_view(0).view == session.seat_view(0).view
    play_on(again)
    finished = Record.read(path)
    assert finished.result is not None
    with pytest.raises(BadRecord, match="This game is over"):
        resume(pigeons, finished, seat_again(record.players, pigeons, pigeons.options(), "b"))


def test_a_rematch_is_kept_beside_the_last_game(tmp_path: Path) -> None:
    path = tmp_path / "duel.record"
    session = pigeon_session("you:Ann", "random", keep=path)
    play_on(session)
    first = path.read_text()
    again = session.rematch("other seed")
    assert again.names == session.names
    assert again.save_path == tmp_path / "duel-2.record"
    assert path.read_text() == first
    assert again.seat_view(0).result is None


def test_only_records_are_written_over(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("dear Bo")
    with pytest.raises(RumpusError, match="exists and is not a record"):
        pigeon_session("you", "random", keep=letter)
    assert letter.read_text() == "dear Bo"
    with pytest.raises(RumpusError, match="is a folder"):
        check_writable(tmp_path)
    with pytest.raises(RumpusError, match="There is no folder"):
        check_writable(tmp_path / "none" / "x.record")
    pigeon_session("you", "random", keep=tmp_path / "a.record")
    check_writable(tmp_path / "a.record")


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ([-1.0, 1.0], [("b", "won"), ("a", "lost")]),
        ([0.0, 0.0], [("a", "drew"), ("b", "drew")]),
        ([-1.0], [("a", "lost")]),
        ([0.0, 1.0, -1.0], [("b", "won"), ("a", "2nd"), ("c", "lost")]),
        ([0.0, 0.0, -1.0], [("a", "drew"), ("b", "drew"), ("c", "lost")]),
        ([0.5, -0.5], [("a", "won (+0.5)"), ("b", "lost (−0.5)")]),
    ],
)
def test_standings_in_words(result: list[float], expected: list[tuple[str, str]]) -> None:
    assert standings(pigeons, ["a", "b", "c"], result, places(result)) == expected
