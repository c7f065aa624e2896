"""Every game of the catalogue on both screens: started, played on, looked up, saved, gone on with, replayed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from rumpus.core.catalogue import find_game, game_names
from rumpus.core.content.rulebook import clauses, topics_in_play
from rumpus.core.record import Record
from rumpus.terminal.fullscreen.app import TableApp
from rumpus.terminal.replay import film
from rumpus.terminal.seating import options_and_seats, seat_again, seat_people
from rumpus.terminal.sessions import LocalHost, resume
from tests.terminal.screens import SIZES, act, press, screen_text, settle, type_in
from tests.terminal.test_plain import play


def new_host(name: str, keep: Path | None = None) -> LocalHost:
    game = find_game(name)
    seats = ["you:Ann"] + ["random"] * (min(game.seat_counts()) - 1)
    options, who = options_and_seats(game, {}, seats, None)
    return LocalHost.start(game, options, "every game", seat_people(who, game, options, "every game"), keep)


@pytest.mark.parametrize("name", game_names())
def test_line_by_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    host = new_host(name, path)
    text, _, ended = play(host, *["1"] * 12, "?", "log", "quit")
    assert "Ann" in text
    if ended:
        return
    record = Record.read(path)
    game = host.game
    again = resume(game, record, seat_again(record.players, game, host.options, "s"), path)
    assert again.sight(0).view == host.sight(0).view
    play(again, *["1"] * 5)
    replayed = Record.read(path)
    assert len(replayed.moves) >= len(record.moves)
    shown = film(game, replayed, 0, everything=False)
    assert len(shown) == len(replayed.moves) + 1
    assert all(moment.view for moment in shown)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", game_names())
@pytest.mark.long
def test_full_screen(name: str, size: tuple[int, int]) -> None:
    host = new_host(name)
    app = TableApp(host, 0)

    async def turn(pilot: Pilot[Any]) -> None:
        for _ in range(100):
            if host.over or "your turn" in screen_text(app):
                return
            await settle(pilot)
        raise AssertionError(screen_text(app))

    async def story(pilot: Pilot[Any]) -> None:
        await turn(pilot)
        for key in ("f1", "f2", "f3", "f4"):
            await press(pilot, key, "escape")
        await press(pilot, "tab", "right", "down", "left", "up", "escape")
        for _ in range(4 if size == SIZES[0] else 1):
            if host.over:
                return
            before = len(host.match.record.moves)
            await type_in(pilot, "1")
            assert len(host.match.record.moves) > before
            await turn(pilot)

    act(app, story, size)


@pytest.mark.parametrize("name", game_names())
def test_every_clause_and_topic_can_be_looked_up(name: str) -> None:
    game = find_game(name)
    known = clauses(game.rules())
    assert known
    for topic in topics_in_play(game, game.options()):
        assert topic.text
        assert topic.clause in known, f"{topic.name} names {topic.clause}"
