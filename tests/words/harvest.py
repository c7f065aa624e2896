"""Collects all texts shown to people in a random match."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Console

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Seat, View
from rumpus.core.rng import SeededRng
from rumpus.table import seat_view
from rumpus.table.match import Match
from rumpus.terminal.drawing import picture

PEOPLE = ["Ann", "Bix", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal"]


class ShownText(NamedTuple):
    """A text shown to people, with its kind."""

    kind: str
    text: str
    whole: bool = True
    in_log: bool = False
    drawn: bool = False
    """True for a line of a picture: its layout is ignored."""


def match_texts(game: Game, options: Options, seed: str, every: int) -> Iterator[ShownText]:
    """Yields the log for all viewers in turn, and the table at every n-th decision."""
    chooser = SeededRng(f"{seed}/choices")
    match = Match(game, options, seed, PEOPLE[: game.seats(options)])
    viewers: list[Seat | None] = [None, *range(game.seats(options))]
    shown = made = 0
    while True:
        viewer = viewers[made % len(viewers)]
        for line in seat_view.lines(match, match.events[shown:], viewer):
            yield ShownText("log", line.text, in_log=True)
        shown = len(match.events)
        acting = match.position.to_act()
        if made % every == 0 or not acting:
            yield from _table_texts(match, acting[made % len(acting)] if acting else viewer)
        if not acting:
            return
        seat = acting[chooser.below(len(acting))]
        moves = match.position.moves(seat)
        match.play(seat, moves[chooser.below(len(moves))])
        made += 1


def _table_texts(match: Match, seat: Seat | None) -> Iterator[ShownText]:
    seen = seat_view.seat_view(match, seat)
    for name in ("phase", "outcome"):
        if name in seen.view:
            yield ShownText(name, str(seen.view[name]))
    for offer in seen.offers:
        yield ShownText("says", offer.says, whole=False)
        if offer.explanation:
            yield ShownText("explanation", offer.explanation)
        for name in offer.forecast:
            yield ShownText("forecast", name.capitalize(), whole=False)
    for reason in seat_view.why_nots(match, seat):
        yield ShownText("refusal", reason.why)
        yield ShownText("refused", reason.says, whole=False)
    for line in screen(match.game, seen.view, match.record.players).splitlines():
        yield ShownText("screen", line, drawn=True)


def screen(game: Game, view: View, people: Sequence[str]) -> str:
    console = Console(file=io.StringIO(), width=120, markup=False, highlight=False)
    console.print(picture(game, view, people, 120))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def game_texts(game: Game, options: Options) -> Iterator[ShownText]:
    yield ShownText("blurb", game.blurb)
    for topic in game.topics(options):
        yield ShownText("topic", topic.name[:1].upper() + topic.name[1:], whole=False)
        if topic.in_play:
            yield ShownText("topic", topic.text)
    for field in game.fields:
        yield ShownText("option", field.label, whole=False)
        yield ShownText("option", field.help[:1].upper() + field.help[1:], whole=False)
