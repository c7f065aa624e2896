"""Texts at a table use people's names, in every game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rumpus.core.game import Game
from rumpus.core.position import Json
from rumpus.core.rng import SeededRng
from rumpus.table.match import Match
from rumpus.table.seat_view import lines, seat_view, why_nots
from rumpus.testing import configurations, title
from tests.catalogue import GAMES

PEOPLE = ["Ann", "Bob", "Cog", "Dot", "Eve", "Fay", "Gus", "Hal"]
A_SEAT = re.compile(r"@(\d)|\bseat (\d)|\bplayer (\d)", re.IGNORECASE)


def somebody_without_name(text: str, seats: int) -> bool:
    """Whether it speaks of somebody at the table as of a number; a seat that is not there has no name."""
    return any(int("".join(found)) < seats for found in A_SEAT.findall(text))


def texts(plain: Json) -> Iterator[str]:
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, list):
        for item in plain:
            yield from texts(item)
    elif isinstance(plain, dict):
        for value in plain.values():
            yield from texts(value)


@pytest.mark.parametrize(("game", "changes"), configurations(GAMES), ids=title)
def test_people_are_called_by_their_names(game: Game, changes: dict[str, object]) -> None:
    names = PEOPLE[: game.seats(game.options(changes))]
    match = Match(game, game.options(changes), "names", names)
    chooser = SeededRng("names/choices")
    said: list[str] = []
    for number in range(4000):
        acting = match.position.to_act()
        if not acting:
            break
        seat = acting[chooser.below(len(acting))]
        if number < 6 or chooser.below(40) == 0:
            seen = seat_view(match, seat)
            said += [*texts(seen.view), *(offer.explanation for offer in seen.offers)]
            said += [reason.why for reason in why_nots(match, seat)]
        moves = match.position.moves(seat)
        events = match.apply(seat, moves[chooser.below(len(moves))])
        said += [str(line) for line in lines(match, events, None)]
    assert match.over
    said += texts(seat_view(match, None).view)
    assert not {text for text in said if somebody_without_name(text, len(names))}
