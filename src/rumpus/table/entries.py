"""What can happen at a table besides the game itself, as entries of one append-only book: the table is their sum."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from rumpus.core.options import Value

Person = Literal["person", "bot", "clock", "lot"]
"""Who really decided; a lot is drawn where the bot that should have decided failed."""


class Clock(Struct, frozen=True, omit_defaults=True):
    """Seconds for each decision ("move"), or for all of a seat's decisions together ("game", plus some for each)."""

    kind: Literal["move", "game"]
    seconds: int
    plus: int = 0


class Place(Struct, omit_defaults=True):
    """A chair before anybody has moved; `lock` is the fingerprint of the secret that opens it."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    lock: str = ""
    bot: str = ""


class Base(Struct, omit_defaults=True):
    """The beginning of another match, from which this one goes on with luck of its own."""

    seed: str
    moves: list[tuple[int, int]]
    then: list[tuple[int, str]] = []


class Made(Struct, tag="made", omit_defaults=True):
    game: str
    version: int
    options: dict[str, Value]
    seed: str
    places: list[Place]
    host: str
    listed: bool = False
    clock: Clock | None = None
    coach: bool = True
    undo: bool = True
    grace: int = 60
    base: Base | None = None
    source: str = ""
    lesson: bool = False
    """Whether it follows the game's lesson."""
    puzzle: str = ""
    """The puzzle of the game that it asks, by name."""


class Sat(Struct, tag="sat"):
    seat: int
    name: str
    lock: str


class Stood(Struct, tag="stood"):
    """Somebody left before the game began."""

    seat: int


class Named(Struct, tag="named"):
    seat: int
    name: str


class Filled(Struct, tag="filled"):
    """The host put a bot into a free chair; without a bot, the chair is free again."""

    seat: int
    bot: str


class Began(Struct, tag="began"):
    pass


class Moved(Struct, tag="moved", omit_defaults=True):
    """`mid` is the sender's own id of the message, so that a repeated one is known.

    `words` are the move in the game's notation: for a record, also where these rules are not known any more.
    """

    seat: int
    move: int
    mid: str = ""
    by: Person = "person"
    words: str = ""


class StoodIn(Struct, tag="stood_in"):
    """A bot plays on for a person."""

    seat: int
    bot: str


class Back(Struct, tag="back"):
    seat: int


class BotFailed(Struct, tag="bot_failed"):
    """The bot of this seat has no move to offer; it is asked nothing more."""

    seat: int
    bot: str


class BotReplaced(Struct, tag="bot_replaced"):
    """Somebody chose another bot, or the same once more, where one had failed."""

    seat: int
    bot: str


class UndoAsked(Struct, tag="undo_asked"):
    """A seat would like to go back to when only `keep` moves were made."""

    seat: int
    keep: int


class UndoAnswered(Struct, tag="undo_answered"):
    seat: int
    yes: bool


class RematchAnswered(Struct, tag="rematch_answered"):
    """Somebody would like to play once more, or rather not; the first yes asks, the rest answer."""

    seat: int
    yes: bool


class Rematched(Struct, tag="rematched"):
    table: str


class Woke(Struct, tag="woke"):
    """The table was asleep (the server was down): that time is on nobody's clock."""


class Dropped(Struct, tag="dropped"):
    """The host gave the table up before the game began."""


class Closed(Struct, tag="closed", omit_defaults=True):
    """It has ended before its end: whoever keeps the server says `why`; without a word, other rules were installed."""

    why: str = ""


Entry = (
    Made
    | Sat
    | Stood
    | Named
    | Filled
    | Began
    | Moved
    | StoodIn
    | Back
    | BotFailed
    | BotReplaced
    | UndoAsked
    | UndoAnswered
    | RematchAnswered
    | Rematched
    | Woke
    | Dropped
    | Closed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def pack(entry: Entry) -> bytes:
    return _encoder.encode(entry)


def unpack(data: bytes | str) -> Entry:
    return _decoder.decode(data)
