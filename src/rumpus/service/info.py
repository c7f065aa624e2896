"""Read-only information for pages: games, goals, topics and bots."""

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
from rumpus.core.options import Field, Value
from rumpus.core.words import as_sentence
from rumpus.service.assets import ANY_PICTURE, DRAWING, HOW, PICTURE, STYLE, files_of
from rumpus.service.bots.pool import BotPool
from rumpus.service.tables.live import LiveTables


class FieldInfo(Struct, omit_defaults=True):
    name: str
    label: str
    """Label in a form."""
    kind: str
    default: Value
    help: str
    clause: str
    low: int = 0
    high: int = 0
    choices: list[str] = []
    says: list[str] = []
    """Labels of the choices, in the same order."""
    basic: bool = False


class ChangeInfo(Struct):
    """An option that a preset changes."""

    name: str
    value: Value


class PresetInfo(Struct):
    """Options chosen together in the lobby."""

    name: str
    says: str
    """What it is for, in a sentence."""
    changes: list[ChangeInfo]


class GameInfo(Struct, omit_defaults=True):
    """A game in the lobby."""

    name: str
    title: str
    blurb: str
    minutes: int
    seats: list[int]
    fields: list[FieldInfo]
    picture: str
    """URL of its picture in the lobby."""
    drawing: str = ""
    """URL of its drawing module. Empty: the generic drawing."""
    style: str = ""
    """URL of the drawing's stylesheet."""
    accent: str = ""
    """CSS colour."""
    lesson: int = 0
    """Minutes of its lesson; 0 if it has none."""
    puzzles: int = 0
    """Number of its puzzles."""
    presets: list[PresetInfo] = []
    """Sets of options besides the standard rules."""


def _field_info(field: Field) -> FieldInfo:
    says = [field.says.get(choice, choice) for choice in field.choices]
    return FieldInfo(
        field.name, field.label, field.kind, field.default, as_sentence(field.help), field.clause, field.low,
        field.high, list(field.choices), says, field.basic,
    )  # fmt: skip


def game_info(game: Game) -> GameInfo:
    files = files_of(game)
    lesson = lesson_of(game)
    presets = [
        PresetInfo(preset.name, preset.says, [ChangeInfo(name, value) for name, value in preset.changes.items()])
        for preset in game.presets
    ]
    return GameInfo(
        game.name, game.title, game.blurb, game.minutes, list(game.seat_counts()), list(map(_field_info, game.fields)),
        picture=files.address(PICTURE) or ANY_PICTURE, drawing=files.address(DRAWING), style=files.address(STYLE),
        accent=game.web().accent, lesson=0 if lesson is None else lesson.minutes, puzzles=len(puzzle_names(game)),
        presets=presets,
    )  # fmt: skip


class HowInfo(Struct):
    """A game's goal, on one screen."""

    goal: str
    cells: list[HowCell]
    pictures: str
    """URL of a module with one picture per cell, or empty."""


def how_info(game: Game) -> HowInfo:
    """The game's goal; its blurb without cells if it has none."""
    how = how_of(game)
    pictures = files_of(game).address(HOW)
    return HowInfo(game.blurb, [], "") if how is None else HowInfo(how.goal, how.cell, pictures)


class TopicInfo(Struct):
    name: str
    kind: str
    text: str
    clause: str


def topic_infos(game: Game) -> list[TopicInfo]:
    return [TopicInfo(t.name, t.kind, t.text, t.clause) for t in topics_in_play(game, game.options({}))]


class BadQuestion(RumpusError):
    """Malformed query parameters."""


class InfoHandler:
    """Answers read-only requests. Raises UnknownName for an unknown game."""

    def __init__(self, tables: LiveTables, bots: BotPool, offered: Sequence[Game]) -> None:
        self.tables = tables
        self.pool = bots
        self.offered = offered

    async def bots(self, game: str, options: str, seats: str, address: str) -> dict[str, list[str]]:
        """Bots for these options ({"hp":40}) and seats. Empty if the options are invalid."""
        try:
            request = msgspec.json.decode(options or "{}", type=dict[str, Value])
            count = msgspec.json.decode(seats or "null", type=int | None)
        except msgspec.MsgspecError as error:
            raise BadQuestion(f"Cannot read the options as JSON: {error}.") from None
        found = game_of(game)
        try:
            checked = found.options(request, count)
        except BadOption:
            return {"bots": []}
        return {"bots": await self.pool.offered(found, checked, address)}
