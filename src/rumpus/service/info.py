"""What pages ask for besides tables: games, rules, how one wins, what can be explained, who plays; as JSON."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from rumpus.core.catalogue import game_of
from rumpus.core.content.how import HowCell, how_of
from rumpus.core.content.lesson import lesson_of
from rumpus.core.content.puzzle import puzzle_names
from rumpus.core.content.rulebook import topics_in_play
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.game import Game
from rumpus.core.options import Value
from rumpus.core.words import ended
from rumpus.service.assets import ANY_PICTURE, DRAWING, HOW, PICTURE, STYLE, files_of
from rumpus.service.bots.pool import BotPool
from rumpus.service.runtime import protocol
from rumpus.service.tables.live import LiveTables


class FieldSheet(Struct, omit_defaults=True):
    name: str
    label: str
    """What a form calls it."""
    kind: str
    default: Value
    help: str
    clause: str
    low: int = 0
    high: int = 0
    choices: list[str] = []
    says: list[str] = []
    """The choices as a form says them, in the same order."""
    basic: bool = False


class GameSheet(Struct, omit_defaults=True):
    """A game as the lobby offers it."""

    name: str
    title: str
    blurb: str
    minutes: int
    seats: list[int]
    fields: list[FieldSheet]
    picture: str
    """The address of its picture in the lobby."""
    drawing: str = ""
    """The address of its drawing, a module; without one the generic drawing shows it."""
    style: str = ""
    """The address of the drawing's stylesheet."""
    accent: str = ""
    """A CSS colour of its own."""
    lesson: int = 0
    """Minutes that its lesson takes; 0 if it has none."""
    puzzles: int = 0
    """How many it brings along."""


def game_sheet(game: Game) -> GameSheet:
    fields = [
        FieldSheet(
            f.name,
            f.label,
            f.kind,
            f.default,
            ended(f.help),
            f.clause,
            f.low,
            f.high,
            list(f.choices),
            [f.says.get(choice, choice) for choice in f.choices],
            f.basic,
        )
        for f in game.fields
    ]
    files = files_of(game)
    lesson = lesson_of(game)
    return GameSheet(
        game.name,
        game.title,
        game.blurb,
        game.minutes,
        list(game.seat_counts()),
        fields,
        picture=files.address(PICTURE) or ANY_PICTURE,
        drawing=files.address(DRAWING),
        style=files.address(STYLE),
        accent=game.web().accent,
        lesson=0 if lesson is None else lesson.minutes,
        puzzles=len(puzzle_names(game)),
    )


class HowSheet(Struct):
    """How a game is won, on one screen."""

    goal: str
    cells: list[HowCell]
    pictures: str
    """The address of a module with a picture for each cell; empty if the game brings none."""


def how_sheet(game: Game) -> HowSheet:
    """Of a game that says nothing of it, the blurb and no cells."""
    how = how_of(game)
    pictures = files_of(game).address(HOW)
    return HowSheet(game.blurb, [], "") if how is None else HowSheet(how.goal, how.cell, pictures)


class TopicSheet(Struct):
    name: str
    kind: str
    text: str
    clause: str


def topic_sheets(game: Game) -> list[TopicSheet]:
    """All that can be explained at a table of this game."""
    return [TopicSheet(t.name, t.kind, t.text, t.clause) for t in topics_in_play(game, game.options({}))]


class BadQuestion(RumpusError):
    """What was asked cannot be read."""


class Answers:
    """Nothing here changes anything. An unknown game is refused (UnknownName)."""

    def __init__(self, tables: LiveTables, bots: BotPool, offered: Sequence[Game]) -> None:
        self.tables = tables
        self.pool = bots
        self.offered = offered

    def games(self) -> bytes:
        return protocol.plain({"games": [game_sheet(game) for game in self.offered]})

    def how(self, game: str) -> bytes:
        return protocol.plain(how_sheet(game_of(game)))

    def topics(self, game: str) -> bytes:
        return protocol.plain({"topics": topic_sheets(game_of(game))})

    async def bots(self, game: str, options: str, seats: str, address: str) -> bytes:
        """Who plays it with these options ({"hp":40}) and so many seats; nobody, if they cannot be."""
        try:
            wish = msgspec.json.decode(options or "{}", type=dict[str, Value])
            count = msgspec.json.decode(seats or "null", type=int | None)
        except msgspec.MsgspecError as error:
            raise BadQuestion(f"these are no options: {error}") from None
        found = game_of(game)
        try:
            checked = found.options(wish, count)
        except BadOption:
            return protocol.plain({"bots": []})
        return protocol.plain({"bots": await self.pool.offered(found, checked, address)})
