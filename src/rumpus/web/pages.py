"""What pages ask for over HTTP: the games that can be made here, and what of them can be explained."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rumpus.core.game import Game
from rumpus.core.options import Value
from rumpus.core.rulebook import topics_in_play
from rumpus.web.game_files import ANY_PICTURE, DRAWING, PICTURE, STYLE, files_of


class FieldSheet(Struct, omit_defaults=True):
    name: str
    kind: str
    default: Value
    help: str
    clause: str
    low: int = 0
    high: int = 0
    choices: list[str] = []
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


def game_sheet(game: Game) -> GameSheet:
    fields = [
        FieldSheet(f.name, f.kind, f.default, f.help, f.clause, f.low, f.high, list(f.choices), f.basic)
        for f in game.fields
    ]
    files = files_of(game)
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
    )


class TopicSheet(Struct):
    name: str
    kind: str
    text: str
    clause: str


def topics(game: Game, options: Mapping[str, Value]) -> list[TopicSheet]:
    """All that can be explained at a table of this game."""
    return [TopicSheet(t.name, t.kind, t.text, t.clause) for t in topics_in_play(game, game.options(options))]
