"""Entries of a table's append-only journal. Replaying them restores the table."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from rumpus.core.options import Value

DAY_SECONDS = 86_400
LONG_MOVE_SECONDS = 3600
"""From this time for a move on, a game begins although somebody is absent."""
DecidedBy = Literal["person", "bot", "clock", "lot"]
"""Who made a decision. "lot": a random move after a bot failed."""


class Clock(Struct, frozen=True, omit_defaults=True):
    """A time limit in seconds: per decision ("move"), or in total ("game") with an increment `plus`."""

    kind: Literal["move", "game"]
    seconds: int
    plus: int = 0

    @property
    def correspondence(self) -> bool:
        """True if it counts in days, so that vacations stop it."""
        return self.seconds >= DAY_SECONDS

    @property
    def needs_presence(self) -> bool:
        """True if a game with it waits until everybody is there."""
        return not (self.kind == "move" and self.seconds >= LONG_MOVE_SECONDS)


class Place(Struct, omit_defaults=True):
    """A seat at the table. `lock` is the hash of its owner's secret.

    `profile` is the public id of its owner's profile, if any. Avatar and colour stay as they were then, like the name.
    """

    kind: Literal["open", "person", "bot"]
    name: str = ""
    lock: str = ""
    bot: str = ""
    profile: str = ""
    avatar: str = ""
    colour: str = ""
    bot_account: bool = False
    """True if the profile is the account of a bot."""


class Base(Struct, omit_defaults=True):
    """The start of another match, continued here with a new seed."""

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
    """True if the table follows the game's lesson."""
    puzzle: str = ""
    """Name of the game's puzzle to solve. Empty: none."""
    tournament: str = ""
    """The tournament whose game this is. Empty: none."""
    free_text: bool = False
    """True if the seated people may chat in free text."""


class Sat(Struct, tag="sat", omit_defaults=True):
    seat: int
    name: str
    lock: str
    profile: str = ""
    avatar: str = ""
    colour: str = ""
    bot_account: bool = False


class Stood(Struct, tag="stood"):
    """A person left before the game began."""

    seat: int


class Named(Struct, tag="named"):
    seat: int
    name: str


class Filled(Struct, tag="filled"):
    """The host put a bot into a free seat. Empty `bot`: the seat is free again."""

    seat: int
    bot: str


class Began(Struct, tag="began"):
    pass


class Moved(Struct, tag="moved", omit_defaults=True):
    """A move. `mid` is the sender's message id, to recognise repeated messages.

    `words` is the move in notation, for records after the rules have changed.
    """

    seat: int
    move: int
    mid: str = ""
    by: DecidedBy = "person"
    words: str = ""


class StoodIn(Struct, tag="stood_in"):
    """A bot took over for a person."""

    seat: int
    bot: str


class Back(Struct, tag="back"):
    seat: int


class BotFailed(Struct, tag="bot_failed"):
    """The bot of this seat failed. It is not asked again."""

    seat: int
    bot: str


class BotReplaced(Struct, tag="bot_replaced"):
    """A person replaced a failed bot, by another or the same."""

    seat: int
    bot: str


class UndoAsked(Struct, tag="undo_asked"):
    """A seat asked to undo all but `keep` moves."""

    seat: int
    keep: int


class UndoAnswered(Struct, tag="undo_answered"):
    seat: int
    yes: bool


class RematchAnswered(Struct, tag="rematch_answered"):
    """A person accepted or declined a rematch. The first yes is the request."""

    seat: int
    yes: bool


class Rematched(Struct, tag="rematched"):
    table: str


class Woke(Struct, tag="woke"):
    """The server was down: clocks do not count that time."""


class Paused(Struct, tag="paused", omit_defaults=True):
    """A seat's clock stands until this time, in milliseconds since 1970. A time that is past ends a pause."""

    seat: int
    until: int
    vacation: bool = False
    """True if everybody is told. Otherwise it is for the open decision alone, which may be a secret."""


class Dropped(Struct, tag="dropped"):
    """The host cancelled the table before the game began."""


class Closed(Struct, tag="closed", omit_defaults=True):
    """The table was closed early. `why` is the administrator's reason; empty: the rules changed."""

    why: str = ""


class Forgotten(Struct, tag="forgotten"):
    """This profile was deleted. The names that it had at the table are no longer shown."""

    profile: str


Entry = (
    Made | Sat | Stood | Named | Filled | Began | Moved | StoodIn | Back | BotFailed | BotReplaced
    | UndoAsked | UndoAnswered | RematchAnswered | Rematched | Woke | Paused | Dropped | Closed | Forgotten
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def pack(entry: Entry) -> bytes:
    return _encoder.encode(entry)


def unpack(data: bytes | str) -> Entry:
    return _decoder.decode(data)
