"""Who sits where, and whose turn it is at the keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest

from pigeons import game as pigeons
from rumpus.core.errors import BadRecord, IllegalMove, RumpusError
from rumpus.core.outcome import places
from rumpus.core.record import Record
from rumpus.terminal.seating import (
    options_and_seats,
    seat_again,
    seat_people,
    split_seats,
    take_seats_again,
)
from rumpus.terminal.sessions import LocalHost, check_writable, resume, standings
from tests.terminal.whispers import game as whispers


def pigeon_host(*seats: str, seed: str = "coo", keep: Path | None = None) -> LocalHost:
    options, who = options_and_seats(pigeons, {}, list(seats), None)
    return LocalHost.start(pigeons, options, seed, seat_people(who, pigeons, options, seed), keep)


def whisper_host(*seats: str, seed: str = "a") -> LocalHost:
    options, who = options_and_seats(whispers, {}, list(seats), None)
    return LocalHost.start(whispers, options, seed, seat_people(who, whispers, options, seed))


# --- seating ---


def test_people_and_bots_get_names_that_differ() -> None:
    options = pigeons.options({"players": 4})
    seating = seat_people(["you", "random", "you:Ann", "Random"], pigeons, options, "s")
    assert seating.names == ["Player 1", "random", "Ann", "random #2"]
    assert seating.people == [0, 2]
    assert {seat: bot.name for seat, bot in seating.bots.items()} == {1: "random", 3: "random"}


def test_nothing_said_means_one_person_against_bots() -> None:
    options, seats = options_and_seats(pigeons, {}, None, None)
    assert pigeons.seats(options) == 2
    assert seats[0] == "you"
    assert len(seats) == 2
    assert len(options_and_seats(pigeons, {}, None, 4)[1]) == 4
    assert len(options_and_seats(pigeons, {"players": "3"}, None, None)[1]) == 3


def test_as_many_seats_as_are_named() -> None:
    options, seats = options_and_seats(pigeons, {}, ["you", "random", "random"], None)
    assert pigeons.seats(options) == 3
    assert seats == ["you", "random", "random"]


@pytest.mark.parametrize(
    ("seats", "players", "changes", "words"),
    [
        (["you"], None, {}, "cannot be played with 1 seats; it takes 2, 3, 4"),
        (None, 9, {}, "cannot be played with 9 seats"),
        (["you", "random"], 3, {}, "2 seats are named, but the number of players is said to be 3"),
        (["you", "random"], None, {"players": "3"}, "2 seats are asked for, but the option players says 3"),
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
        (["you:Ann", "you:Ann"], "cannot both be called Ann"),
        (["you:" + "x" * 30, "random"], "1 to 24 letters"),
        (["you:", "random"], "1 to 24 letters"),
        (["you:random", "random"], "is the name of a bot"),
        (["you", "nobody"], "there is no player 'nobody'"),
    ],
)
def test_names_that_cannot_be(seats: list[str], words: str) -> None:
    with pytest.raises(RumpusError, match=words):
        seat_people(seats, pigeons, pigeons.options(), "s")


def test_an_empty_seat_is_refused() -> None:
    with pytest.raises(RumpusError, match="none may be empty"):
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
    host = pigeon_host("random", "you")
    assert host.person_due() == 1
    assert host.bot_due() is None
    host.decide(1, host.sight(1).offers[0].move)
    assert host.person_due() is None
    assert host.bot_due() == 0
    host.ponder()()
    assert host.person_due() == 1


def test_whoever_might_be_asked_gets_the_keyboard_so_that_nothing_is_given_away() -> None:
    host = whisper_host("you:Ann", "you:Bob", "you:Cy")
    holder = host.match.position.to_act()[0]
    asked = []
    for _ in range(3):
        seat = host.person_due()
        assert seat is not None
        asked.append(seat)
        host.sit_down(seat)
        if host.sight(seat).offers:
            host.decide(seat, 0)
        else:
            host.nod(seat)
    assert sorted(asked) == [0, 1, 2]
    assert host.match.position.to_act() == [holder]
    assert host.person_due() is not None


def test_people_who_might_be_asked_nod_before_a_bot_decides_in_secret() -> None:
    host = next(
        host
        for seed in "abcdefgh"
        if (host := whisper_host("you:Ann", "you:Bob", "random", seed=seed)).match.position.to_act() == [2]
    )
    for seat in (0, 1):
        assert host.person_due() == seat
        assert host.bot_due() is None
        host.nod(seat)
    assert host.bot_due() == 2
    host.ponder()()
    assert host.person_due() == 0


def test_the_keyboard_is_passed_only_among_several_people() -> None:
    alone = pigeon_host("you", "random")
    assert not alone.must_pass_keyboard(0)
    assert alone.watcher() == 0
    both = pigeon_host("you", "you")
    assert both.must_pass_keyboard(0)
    both.sit_down(0)
    assert not both.must_pass_keyboard(0)
    assert both.must_pass_keyboard(1)
    assert both.watcher() is None
    assert pigeon_host("random", "random").watcher() is None


def test_news_are_told_once_and_only_what_a_seat_saw() -> None:
    host = pigeon_host("you:Ann", "you:Bob")
    ann = [str(line) for line in host.news(0)]
    assert ann[1] == "Bob is dealt five cards. (PG-2)"
    assert host.news(0) == []
    assert next(str(line) for line in host.news(1)) == "Ann is dealt five cards. (PG-2)"
    assert len(host.log(0)) == 2


# --- deciding ---


def test_a_move_by_number_by_name_by_part_of_it_or_in_notation() -> None:
    host = pigeon_host("you", "random")
    options = host.sight(0).offers
    assert host.understand(0, "2") == options[1].move
    assert host.understand(0, options[2].words.upper()) == options[2].move
    assert options[-1].move > len(options)
    assert host.understand(0, str(options[-1].move)) == options[-1].move
    with pytest.raises(IllegalMove, match="could be 5 of your options"):
        host.understand(0, "play")
    with pytest.raises(IllegalMove, match="There is no option 77; they are numbered 1 to 5"):
        host.understand(0, "77")
    with pytest.raises(IllegalMove, match="not among your options"):
        host.understand(0, "coo")


def test_a_number_is_never_half_of_a_longer_one() -> None:
    host = next(
        host
        for seed in map(str, range(99))
        if (host := pigeon_host("you", "random", seed=seed))
        and [option.move for option in host.sight(0).offers if str(option.move)[0] == "1"] == [10]
    )
    with pytest.raises(IllegalMove):
        host.understand(0, "play 1")


def test_a_forbidden_move_is_understood_and_refused_with_its_clause() -> None:
    host = whisper_host("you", "you")
    seat = host.match.position.to_act()[0]
    with pytest.raises(IllegalMove, match=r"cannot be eaten \(WH-2\)"):
        host.decide(seat, host.understand(seat, "eat"))
    assert host.match.record.moves == []


def test_a_bot_that_wants_the_impossible_is_named() -> None:
    host = pigeon_host("random", "you")
    host.decide(1, host.sight(1).offers[0].move)
    host.bots[0].decide = lambda chair: 99  # type: ignore[method-assign]
    with pytest.raises(RumpusError, match="the bot random wants an illegal move: You do not hold the 99"):
        host.ponder()()


# --- records ---


def play_on(host: LocalHost, moves: int = 1000) -> None:
    while not host.over and moves:
        moves -= 1
        seat = host.person_due()
        if seat is not None:
            host.decide(seat, host.sight(seat).offers[0].move)
        else:
            host.ponder()()


def test_a_game_is_kept_after_every_move_and_goes_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    host = pigeon_host("you:Ann", "random", keep=path)
    play_on(host, 3)
    record = Record.read(path)
    assert len(record.moves) == 3
    again = resume(pigeons, record, seat_again(record.players, pigeons, pigeons.options(), "b"), path)
    assert again.sight(0).view == host.sight(0).view
    play_on(again)
    finished = Record.read(path)
    assert finished.result is not None
    with pytest.raises(BadRecord, match="this game is over"):
        resume(pigeons, finished, seat_again(record.players, pigeons, pigeons.options(), "b"))


def test_a_rematch_is_kept_beside_the_last_game(tmp_path: Path) -> None:
    path = tmp_path / "duel.record"
    host = pigeon_host("you:Ann", "random", keep=path)
    play_on(host)
    first = path.read_text()
    again = host.again("other seed")
    assert again.names == host.names
    assert again.keep == tmp_path / "duel-2.record"
    assert path.read_text() == first
    assert again.sight(0).result is None


def test_only_records_are_written_over(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("dear Bo")
    with pytest.raises(RumpusError, match="is no record; it will not be written over"):
        pigeon_host("you", "random", keep=letter)
    assert letter.read_text() == "dear Bo"
    with pytest.raises(RumpusError, match="is a folder"):
        check_writable(tmp_path)
    with pytest.raises(RumpusError, match="there is no folder"):
        check_writable(tmp_path / "none" / "x.record")
    pigeon_host("you", "random", keep=tmp_path / "a.record")
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
