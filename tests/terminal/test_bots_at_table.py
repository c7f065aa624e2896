"""Bots at a table in the terminal: named as in the browser, and a first row that is neither cut nor repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from pigeons import game as pigeons
from rumpus.core.game import Game
from rumpus.core.record import Record
from rumpus.table.seats import bot_name
from rumpus.terminal.seating import seat_again, seat_people
from rumpus.terminal.sessions import LocalSession
from rumpus.testing import title
from tests.catalogue import GAMES
from tests.terminal.screens import at_table, on_screen

WITH_TWO = [game for game in GAMES if 2 in game.seat_counts()]


def table_of(game: Game, *who: str) -> LocalSession:
    options = game.options(seats=len(who))
    return LocalSession.start(game, options, "named", seat_people(who, game, options, "named"))


@pytest.mark.parametrize("game", WITH_TWO, ids=title)
def test_sentences_call_a_bot_by_its_name_without_strength(game: Game) -> None:
    session = table_of(game, "you:Ann", "search:2")
    assert session.names == ["Ann", bot_name("search:2", 1)] == ["Ann", "Bix (search:2)"]
    said: list[str] = []
    for _ in range(40):
        seat = session.person_due()
        if session.over:
            break
        if seat is None:
            session.compute_move()()
            continue
        offers = session.seat_view(seat).offers
        said += [f"{offer.says} {offer.explanation}" for offer in offers]
        session.decide(seat, offers[len(said) % len(offers)].move)
    said += [line.text for line in session.log(0)]
    assert any("Bix" in text for text in said)
    assert not [text for text in said if "search" in text]


def test_a_person_of_the_same_name_is_told_from_the_bot() -> None:
    session = table_of(pigeons, "you:Bix", "random")
    lines = " ".join(line.text for line in session.log(None))
    assert "Bix (random) is dealt" in lines


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("game", GAMES, ids=title)
@on_screen
async def test_the_first_row_is_not_cut_and_says_nothing_that_the_next_says(game: Game, size: tuple[int, int]) -> None:
    seats = min(game.seat_counts())
    session = table_of(game, "you:Ann", *["random"] * (seats - 1))
    async with at_table(session, size) as at:
        for _ in range(3):
            if session.over:
                break
            rows = at.text.splitlines()
            assert "…" not in rows[0]
            assert "PgUp" not in rows[0] or rows[0].endswith("PgUp PgDn: scroll the table")
            phase = str(session.seat_view(0).view.get("phase")).partition(":")[0].rstrip(".")
            assert sum(phase.lower() in row.lower() for row in rows[:3]) <= 1
            assert not any(row.strip().startswith(game.title) for row in rows[1:4])
            await at.type_in("1")


def test_a_saved_game_seats_its_bots_again_also_the_browser_s_and_older_ones(tmp_path: Path) -> None:
    options = pigeons.options(seats=4)
    names = ["Ann", "Bix (random)", "random #2", "Dot (search:20)"]
    Record("pigeons", pigeons.version, options.changed(), "seed", names).write(tmp_path / "a.record")
    seating = seat_again(Record.read(tmp_path / "a.record").players, pigeons, options, "s")
    assert seating.people == [0]
    assert [seating.bots[seat].name for seat in (1, 2, 3)] == ["random", "random", "search:20"]
