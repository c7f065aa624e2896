"""Every game of the catalogue on both screens: started, played on, looked up, saved, gone on with, replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.core.catalogue import find_game, game_names
from rumpus.core.content.rulebook import clauses, topics_in_play
from rumpus.core.record import Record
from rumpus.terminal.replay import RecordReplay
from rumpus.terminal.seating import seat_again
from rumpus.terminal.sessions import LocalSession, resume
from tests.terminal.screens import SIZES, at_table, on_screen
from tests.terminal.test_plain import play
from tests.terminal.test_seats import new_session


def session_of(name: str, keep: Path | None = None) -> LocalSession:
    game = find_game(name)
    return new_session(game, ["you:Ann"] + ["random"] * (min(game.seat_counts()) - 1), "every game", keep)


@pytest.mark.parametrize("name", game_names())
def test_line_by_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    session = session_of(name, path)
    text, _, ended = play(session, *["1"] * 12, "?", "log", "quit")
    assert "Ann" in text
    if ended:
        return
    record = Record.read(path)
    game = session.game
    again = resume(game, record, seat_again(record.players, game, session.options, "s"), path)
    assert again.seat_view(0).view == session.seat_view(0).view
    play(again, *["1"] * 5)
    replayed = Record.read(path)
    assert len(replayed.moves) >= len(record.moves)
    frames = RecordReplay(game, replayed, 0, reveal_secrets=False).frames
    assert len(frames) == len(replayed.moves) + 1
    assert all(frame.view for frame in frames)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", game_names())
@pytest.mark.long
@on_screen
async def test_full_screen(name: str, size: tuple[int, int]) -> None:
    session = session_of(name)
    async with at_table(session, size) as at:
        await at.settle_until(lambda: session.over or "your turn" in at.text)
        for key in ("f1", "f2", "f3", "f4"):
            await at.press(key, "escape")
        await at.press("tab", "right", "down", "left", "up", "escape")
        for _ in range(4 if size == SIZES[0] else 1):
            if session.over:
                return
            before = len(session.match.record.moves)
            await at.type_in("1")
            assert len(session.match.record.moves) > before
            await at.settle_until(lambda: session.over or "your turn" in at.text)


@pytest.mark.parametrize("name", game_names())
def test_every_clause_and_topic_can_be_looked_up(name: str) -> None:
    game = find_game(name)
    known = clauses(game.rules())
    assert known
    for topic in topics_in_play(game, game.options()):
        assert topic.text
        assert topic.clause in known, f"{topic.name} names {topic.clause}"
