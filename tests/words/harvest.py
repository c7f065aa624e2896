"""Everything that a person reads or hears of a random match."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from rich.console import Console

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Plain, Seat, View
from rumpus.core.rng import Seeded
from rumpus.table import seat_view
from rumpus.table.match import Match
from rumpus.terminal.drawing import picture

PEOPLE = ["Ann", "Bix", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal"]


class Said:
    """Words, where they were said, and what they are."""

    def __init__(self, kind: str, text: str, *, whole: bool = True, story: bool = False, drawn: bool = False) -> None:
        self.kind = kind
        self.text = text
        self.whole = whole
        self.story = story
        self.drawn = drawn
        """A line of a picture: only words count, not how it is laid out."""


def said_in_a_match(game: Game, options: Options, seed: str, every: int) -> Iterator[Said]:
    """A random match through the eyes of everybody at it; the table itself is looked at every so many decisions."""
    chooser = Seeded(f"{seed}/choices")
    match = Match(game, options, seed, PEOPLE[: game.seats(options)])
    told = 0
    eyes: list[Seat | None] = [None, *range(game.seats(options))]
    made = 0
    while True:
        viewer = eyes[made % len(eyes)]
        for line in seat_view.lines(match, match.events[told:], viewer):
            yield Said("story", line.text, story=True)
        told = len(match.events)
        acting = match.position.to_act()
        if made % every == 0 or not acting:
            yield from _said_at_the_table(match, acting[made % len(acting)] if acting else viewer)
        if not acting:
            return
        seat = acting[chooser.below(len(acting))]
        moves = match.position.moves(seat)
        match.play(seat, moves[chooser.below(len(moves))])
        made += 1


def _said_at_the_table(match: Match, seat: Seat | None) -> Iterator[Said]:
    seen = seat_view.sight(match, seat)
    for name in ("phase", "outcome"):
        if name in seen.view:
            yield Said(name, str(seen.view[name]))
    for offer in seen.offers:
        yield Said("says", offer.says, whole=False)
        if offer.explanation:
            yield Said("explanation", offer.explanation)
        for name in offer.forecast:
            yield Said("forecast", name.capitalize(), whole=False)
    for reason in seat_view.why_nots(match, seat):
        yield Said("refusal", reason.why)
        yield Said("refused", reason.says, whole=False)
    for line in screen(match.game, seen.view, match.record.players).splitlines():
        yield Said("screen", line, drawn=True)


def screen(game: Game, view: View, people: Sequence[str]) -> str:
    """What a terminal shows of this view."""
    console = Console(file=io.StringIO(), width=120, markup=False, highlight=False)
    console.print(picture(game, view, people, 120))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def said_of_the_game(game: Game, options: Options) -> Iterator[Said]:
    """What is said before and beside every match: the blurb, topics, options."""
    yield Said("blurb", game.blurb)
    for topic in game.topics(options):
        yield Said("topic", topic.name[:1].upper() + topic.name[1:], whole=False)
        if topic.in_play:
            yield Said("topic", topic.text)
    for field in game.fields:
        yield Said("option", field.label, whole=False)
        yield Said("option", field.help[:1].upper() + field.help[1:], whole=False)


def texts(plain: Plain) -> Iterator[str]:
    """Every text in a forecast."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, list):
        for item in plain:
            yield from texts(item)
    elif isinstance(plain, dict):
        for item in plain.values():
            yield from texts(item)
