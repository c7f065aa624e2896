"""What leaves the server is the same, byte for byte, in positions that a seat cannot tell apart."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rumpus.core.catalogue import find_game
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.service.profiles.games import add_turn
from rumpus.service.requests import sampled_world
from rumpus.service.runtime import protocol
from rumpus.service.runtime.environment import THREADS
from rumpus.service.store import open_store
from rumpus.service.tables import live, replays
from rumpus.service.tables.lobby import listing_of
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.replays import Replays
from rumpus.table import seat_view
from rumpus.table.entries import Began, Clock, Made, Moved, Place
from rumpus.table.match import Match
from rumpus.table.replay import ReplayFrame, table_frames
from rumpus.table.seat_view import WhyNot, why_nots
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table
from rumpus.table.table_view import TableView, table_view
from tests.catalogue import NAMES
from tests.service.parts import live_table
from tests.web.test_live import asynchronous


class Eyes(Visitor):
    def __init__(self, seat: Seat | None) -> None:
        super().__init__("here")
        self.seat = seat
        self.seen: list[bytes] = []


def table_of(game: Game, options: Options, seed: str) -> Table:
    places = [Place("person", f"P{seat}", fingerprint(f"secret {seat}")) for seat in range(game.seats(options))]
    made = Made(game.name, game.version, options.changed(), seed, places, "", clock=Clock("game", 600, 5))
    table = Table("abcdefgh", game, made, 1000)
    table.take(Began(), 2000)
    return table


def everything_sent(table: Table, eyes: Eyes, replay: bool = True) -> list[bytes]:
    at = live_table(table)
    at.presence.visitors[eyes] = None
    said: list[bytes] = []
    page = at.update_for(eyes)
    if page is not None:
        said.append(page)
    match = table.match
    assert match is not None
    seat = eyes.seat
    said.append(protocol.to_json(seat_view.why_nots(match, seat)))
    for move in range(min(50, table.game.move_count(table.options))):
        said.append(seat_view.why_not(match, seat, move).encode())
    if seat is not None:
        try:
            seat_view.read(match, seat, "nonsense")
        except Exception as refusal:
            said.append(str(refusal).encode())
    if replay:
        said.extend(protocol.to_json(frame) for frame in table_frames(table, seat, everything=False))
    said.append(listing_of(table).row)
    if seat is not None:
        game = protocol.MyGame(table.id, table.game.name, "", "playing", seat, 0, [])
        add_turn(table, seat, game)
        said.append(protocol.to_json(game))
    return said


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.long
def test_the_bytes_for_a_seat_do_not_depend_on_what_it_cannot_know(name: str) -> None:
    game = find_game(name)
    options = game.options(game.configurations()[0])
    for seed in range(3):
        dice = random.Random(seed)
        table = table_of(game, options, f"secrets {seed}")
        match = table.match
        assert match is not None
        for step in range(60):
            owing = match.position.to_act()
            if not owing:
                break
            for seat in range(len(table.places)):
                other = match.position.determinize(seat, SeededRng(f"{seed}/{step}"))
                assert sent_at(table, match.position, seat) == sent_at(table, other, seat)
            mover = dice.choice(owing)
            table.take(Moved(mover, dice.choice(match.position.moves(mover))), 3000 + step)


def sent_at(table: Table, position: Position, seat: Seat) -> list[bytes]:
    """What the seat is sent at this position, without the past: that is in the journal."""
    match = table.match
    assert match is not None
    real = match.position
    match.position = position
    try:
        return everything_sent(table, Eyes(seat), replay=False)
    finally:
        match.position = real


@given(first=st.integers(0, 4), second=st.integers(0, 4), seed=st.integers(0, 50))
@settings(max_examples=40, deadline=None)
def test_a_sealed_answer_is_not_to_be_seen_in_any_byte(first: int, second: int, seed: int) -> None:
    game = find_game("pigeons")
    tables = []
    for choice in (first, second):
        table = table_of(game, game.options({"players": 3}), f"sealed {seed}")
        assert table.match is not None
        table.take(Moved(0, table.match.position.moves(0)[choice], "mid"), 5000 + 777 * choice)
        tables.append(table)
    for seat in (1, 2, None):
        left, right = (everything_sent(table, Eyes(seat)) for table in tables)
        assert left == right


def test_whether_somebody_has_answered_is_not_to_be_seen_either() -> None:
    game = find_game("pigeons")
    before = table_of(game, game.options({"players": 3}), "quiet")
    after = table_of(game, game.options({"players": 3}), "quiet")
    assert after.match is not None
    after.take(Moved(0, after.match.position.moves(0)[0], "mid"), 9000)
    for seat in (1, 2, None):
        assert everything_sent(before, Eyes(seat)) == everything_sent(after, Eyes(seat))
    eyes = Eyes(1)
    at = live_table(before)
    assert at.update_for(eyes) is not None
    assert before.match is not None
    before.take(Moved(0, before.match.position.moves(0)[0], "mid"), 9000)
    at.refresh()
    assert at.update_for(eyes) is None, "nothing is sent when there is nothing new to see"


@asynchronous
async def test_the_work_for_a_seat_does_not_depend_on_what_another_has_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Response times reveal things too: what was made for a seat is cached until the seat notices a change."""
    made: list[Seat | None] = []

    def moments(table: Table, seat: Seat | None, everything: bool) -> Iterator[ReplayFrame]:
        made.append(seat)
        return table_frames(table, seat, everything)

    def drawn(table: Table, seat: Seat | None, *more: Any) -> TableView:
        made.append(seat)
        return table_view(table, seat, *more)

    def reasoned(match: Match, seat: Seat | None) -> list[WhyNot]:
        made.append(seat)
        return why_nots(match, seat)

    monkeypatch.setattr(replays, "table_frames", moments)
    monkeypatch.setattr(live, "table_view", drawn)
    monkeypatch.setattr(live, "why_nots", reasoned)
    game = find_game("pigeons")
    table = table_of(game, game.options({"players": 3}), "quiet")
    at = live_table(table)

    room = Replays(open_store("none is needed.db"), 1, THREADS)
    for seat in (1, None):
        eyes = Eyes(seat)
        eyes.watch(at)
        await room.show(eyes, protocol.Replay(seat=seat))
    at.reasons(1)
    at.reasons(1)
    assert made == [1, None, 1]
    assert table.match is not None
    table.take(Moved(0, table.match.position.moves(0)[0], "mid"), 9000)
    at.refresh()
    for visitor in list(at.presence.visitors):
        await room.show(visitor, protocol.Replay(seat=visitor.seat))
    at.reasons(1)
    assert made == [1, None, 1], "nothing is made anew"
    for mover in (None, 1):
        if mover is not None:
            table.take(Moved(mover, table.match.position.moves(mover)[0], "mid"), 9001)
            at.refresh()
        for visitor in list(at.presence.visitors):
            at.update_for(visitor)  # as whoever is here is shown what is new at once
        made.clear()
        for seat in (None, 2):
            newcomer = Eyes(seat)
            newcomer.watch(at)
            assert at.update_for(newcomer) is not None
            newcomer.unwatch()
        assert made == [2], "whoever comes costs the same"
    table.take(Moved(2, table.match.position.moves(2)[0], "mid"), 9002)
    at.refresh()
    made.clear()
    await room.show(eyes, protocol.Replay())
    at.reasons(1)
    assert made == [None, 1], "something was shown"


@pytest.mark.parametrize("name", NAMES)
def test_reasons_that_are_kept_are_those_that_would_be_made_anew(name: str) -> None:
    game = find_game(name)
    dice = random.Random(7)
    table = table_of(game, game.options(game.configurations()[0]), "kept")
    at = live_table(table)
    match = table.match
    assert match is not None
    for step in range(40):
        owing = match.position.to_act()
        if not owing:
            break
        for seat in range(len(table.places)):
            assert at.reasons(seat) == why_nots(match, seat)
        mover = dice.choice(owing)
        table.take(Moved(mover, dice.choice(match.position.moves(mover))), 3000 + step)


def test_a_table_view_is_made_once_per_change_and_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Seat | None] = []

    def drawn(table: Table, seat: Seat | None, *more: Any) -> TableView:
        made.append(seat)
        return table_view(table, seat, *more)

    monkeypatch.setattr(live, "table_view", drawn)
    game = find_game("pigeons")
    table = table_of(game, game.options({"players": 3}), "watched")
    at = live_table(table)
    crowd = [Eyes(seat) for seat in (0, 0, 1, None, None, None)]
    for eyes in crowd:
        eyes.watch(at)
    made.clear()
    for _ in range(2):
        at.set_notice("")  # as at every beat
        for eyes in crowd:
            at.update_for(eyes)
        assert sorted(made, key=str) == [0, 1, None]


def test_a_seed_is_sent_only_after_the_end() -> None:
    game = find_game("pigeons")
    table = table_of(game, game.options({}), "0123456789abcdef0123456789abcdef")
    while table.state == "playing":
        assert table.match is not None
        for seat in (0, 1, None):
            for said in everything_sent(table, Eyes(seat)):
                assert b"0123456789abcdef" not in said
                assert fingerprint("secret 0").encode() not in said
        seat = table.match.position.to_act()[0]
        table.take(Moved(seat, table.match.position.moves(seat)[0]), 9000)
    page = everything_sent(table, Eyes(None))[0]
    assert json.loads(page)["sheet"]["seed"] == "0123456789abcdef0123456789abcdef"
    assert fingerprint("secret 0").encode() not in page


def test_a_spectator_knows_least() -> None:
    game = find_game("pigeons")
    table = table_of(game, game.options({}), "look")
    table_view = json.loads(everything_sent(table, Eyes(None))[0])["sheet"]
    assert "hand" not in table_view["view"]
    assert "moves" not in table_view
    assert "at" not in table_view


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.long
def test_the_world_of_a_bot_does_not_depend_on_what_its_seat_cannot_know(name: str) -> None:
    game = find_game(name)
    options = game.options(game.configurations()[0])
    for seed in range(3):
        dice = random.Random(seed)
        table = table_of(game, options, f"worlds {seed}")
        match = table.match
        assert match is not None
        for step in range(40):
            real, owing = match.position, match.position.to_act()
            if not owing:
                break
            for seat in range(len(table.places)):
                sent = protocol.encode(sampled_world(table, seat, f"{step}"))
                match.position = real.determinize(seat, SeededRng(f"{seed}/{step}"))
                assert protocol.encode(sampled_world(table, seat, f"{step}")) == sent
                match.position = real
            mover = dice.choice(owing)
            table.take(Moved(mover, dice.choice(real.moves(mover))), 3000 + step)
