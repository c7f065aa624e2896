"""The one protocol: what a client may say over the socket, and what it is told. docs/protocol.md explains it."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from rumpus.core.position import Plain
from rumpus.table.seat_view import WhyNot

PROTOCOL = 2

Id = Annotated[str, Meta(max_length=40, pattern=r"^[A-Za-z0-9_\-.:]*$")]
TableId = Annotated[str, Meta(min_length=4, max_length=40, pattern=r"^[A-Za-z0-9_\-]+$")]
Secret = Annotated[str, Meta(min_length=22, max_length=80, pattern=r"^[A-Za-z0-9_\-]+$")]
Name = Annotated[str, Meta(max_length=200)]
Short = Annotated[str, Meta(max_length=60)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]


# --- from a client ---


class ClientMessage(Struct, tag_field="do", rename={"id_": "id"}, kw_only=True):
    """`id` comes back with the answer."""

    id_: Id = ""


class Ping(ClientMessage, tag="ping"):
    pass


class Lobby(ClientMessage, tag="lobby"):
    """Show me the listed tables, and tell me when they change."""


class ChairWish(Struct):
    kind: Literal["me", "open", "bot", "closed"]
    bot: Short = ""


class MakeClock(Struct):
    kind: Literal["move", "game"]
    seconds: Annotated[int, Meta(ge=5, le=86_400)]
    plus: Annotated[int, Meta(ge=0, le=3_600)] = 0


class Make(ClientMessage, tag="make"):
    """Make a table. The token is the client's own secret; it opens the maker's chair and the host's powers."""

    game: Short
    token: Secret
    chairs: Annotated[list[ChairWish], Meta(max_length=64)]
    name: Name = ""
    options: Annotated[dict[Short, bool | int | str | list[str]], Meta(max_length=200)] = {}
    listed: bool = False
    clock: MakeClock | None = None
    coach: bool = True
    undo: bool = True
    grace: Annotated[int, Meta(ge=10, le=3_600)] = 60


class Learn(ClientMessage, tag="learn"):
    """Make a table that follows the game's lesson."""

    game: Short
    token: Secret
    name: Name = ""


class Solve(ClientMessage, tag="puzzle"):
    """Make a table that asks a puzzle of the game: today's, or the one of this name."""

    game: Short
    token: Secret
    name: Name = ""
    puzzle: Short = ""


class Key(Struct, forbid_unknown_fields=True):
    """The secret of a seat, and the table where it is one."""

    table: TableId
    token: Secret


class Mine(ClientMessage, tag="mine"):
    """How do the tables stand at which I have these seats?"""

    keys: Annotated[list[Key], Meta(max_length=12)]


class Attach(ClientMessage, tag="attach"):
    """Show me this table from now on: with the right token as its seat, else as an onlooker."""

    table: TableId
    token: Secret | None = None
    epoch: Count = 0
    lines: Count = 0


class Detach(ClientMessage, tag="detach"):
    pass


class Sit(ClientMessage, tag="sit"):
    token: Secret
    name: Name = ""
    seat: SeatNumber | None = None


class Leave(ClientMessage, tag="leave"):
    """Before the game: the chair is free again. In the game: a bot plays on."""


class Rename(ClientMessage, tag="name"):
    name: Name


class Fill(ClientMessage, tag="fill"):
    """The host puts a bot on a chair, or frees it."""

    seat: SeatNumber
    bot: Short = ""


class Start(ClientMessage, tag="start"):
    """The host begins; free chairs get this bot."""

    bot: Short = ""


class Drop(ClientMessage, tag="drop"):
    pass


class Decide(ClientMessage, tag="move"):
    """`at` is the decision meant, `move` one of the numbers offered (or `words` in the game's notation)."""

    at: Id
    move: Count | None = None
    words: Annotated[str, Meta(max_length=400)] | None = None


class Why(ClientMessage, tag="why"):
    """Why can this move not be made? Without one: all that cannot, as far as there is a reason to give."""

    move: Count | None = None
    words: Annotated[str, Meta(max_length=400)] | None = None


class Stand(ClientMessage, tag="stand_in"):
    """Let a bot play on for this seat: one's own, or that of somebody who has been away for the grace time."""

    seat: SeatNumber
    bot: Short = ""


class ComeBack(ClientMessage, tag="back"):
    pass


class Replace(ClientMessage, tag="replace"):
    """Somebody at the table, or its host, chooses another bot for a seat whose bot has failed."""

    seat: SeatNumber
    bot: Short = ""


class Undo(ClientMessage, tag="undo"):
    pass


class Agree(ClientMessage, tag="agree"):
    yes: bool


class Rematch(ClientMessage, tag="rematch"):
    """Play once more? The first yes asks, the others answer; a no of whoever asked takes it back."""

    yes: bool = True


class Hint(ClientMessage, tag="hint"):
    pass


class Replay(ClientMessage, tag="replay"):
    """Moments of the match: of a seat, of an onlooker (no seat), or with all cards open once it is over."""

    seat: SeatNumber | None = None
    everything: bool = False
    start: Count = 0
    count: Annotated[int, Meta(ge=1, le=200)] = 50


class Reviewing(ClientMessage, tag="review"):
    """A review of this finished match as one seat knew it (one's own, or else the first person's), or with all cards
    open too. It takes a while: whoever asks again is told how far it is."""

    seat: SeatNumber | None = None
    everything: bool = False
    stronger: bool = False
    """Look ten times as often."""


class PlayOn(ClientMessage, tag="play_on"):
    """Make a table that goes on from a moment of this finished match: me on one seat, bots on the others."""

    token: Secret
    number: Count
    seat: SeatNumber
    name: Name = ""
    bot: Short = ""


AnyClientMessage = (
    Ping
    | Lobby
    | Make
    | Learn
    | Solve
    | Mine
    | Attach
    | Detach
    | Sit
    | Leave
    | Rename
    | Fill
    | Start
    | Drop
    | Decide
    | Why
    | Stand
    | ComeBack
    | Replace
    | Undo
    | Agree
    | Rematch
    | Hint
    | Replay
    | Reviewing
    | PlayOn
)


# --- from the server ---


class ServerMessage(Struct, tag_field="is", rename={"id_": "id"}, omit_defaults=True, kw_only=True):
    id_: str = ""


class Hello(ServerMessage, tag="hello"):
    protocol: int
    now: int
    """The server's time in milliseconds since 1970, for clocks."""
    server: str


class Pong(ServerMessage, tag="pong"):
    now: int


class Tables(ServerMessage, tag="lobby"):
    """All listed tables."""

    tables: list[Raw]


class LobbyNews(ServerMessage, tag="lobby_news"):
    """Tables that are new or listed in another way since the last word on the lobby, and those listed no more."""

    tables: list[Raw]
    gone: list[str]


class TableMade(ServerMessage, tag="made"):
    table: str
    seat: int | None = None


class MyTable(Struct, omit_defaults=True):
    """A table as whoever sits there finds it in the lobby."""

    table: str
    game: str
    title: str
    state: str
    others: list[str]
    """Who sits on the other chairs."""
    turn: bool = False
    """Whether one is asked for a decision."""
    fared: str = ""
    """After the end: "won", "drew", "2nd" …, "lost"."""


class MyTables(ServerMessage, tag="mine"):
    tables: list[MyTable]


class Log(Struct):
    """Lines of the story from number `start` on; with another epoch than before, forget the older ones."""

    start: int
    lines: list[Raw]


class TableSheet(ServerMessage, tag="table"):
    sheet: Raw
    log: Log


class Done(ServerMessage, tag="done"):
    pass


class Refused(ServerMessage, tag="refused"):
    """Nothing has changed. `stale`: the move answers a decision that is no longer asked."""

    why: str
    stale: bool = False
    about: str = ""
    """What of the wish was wrong: the name of an option, or `chair 2` for the second one."""
    clause: str = ""
    """The clause of the rules behind it."""


class Reasons(ServerMessage, tag="why"):
    reasons: list[WhyNot]


class HintReply(ServerMessage, tag="hint"):
    sentence: str
    details: dict[str, Plain] = {}


class Frames(ServerMessage, tag="frames"):
    start: int
    total: int
    frames: list[Raw]
    """Each a `table.moments.Moment`."""
    seat: int | None = None
    everything: bool = False


class Reviewed(ServerMessage, tag="reviewed"):
    """How much of it is done, and then the review."""

    done: float
    first: int = 0
    """The number of the first moment of the replay."""
    own: Raw | None = None
    open: Raw | None = None
    """With all cards open, if that was asked for."""


AnyServerMessage = (
    Hello
    | Pong
    | Tables
    | LobbyNews
    | TableMade
    | MyTables
    | TableSheet
    | Done
    | Refused
    | Reasons
    | HintReply
    | Frames
    | Reviewed
)

_decoder: msgspec.json.Decoder[AnyClientMessage] = msgspec.json.Decoder(AnyClientMessage)
_encoder = msgspec.json.Encoder()


def hear(text: str | bytes) -> AnyClientMessage:
    """What a client said; msgspec.ValidationError or DecodeError if it is no message of ours."""
    return _decoder.decode(text)


class _Named(Struct, rename={"id_": "id"}):
    id_: Id = ""


_only_id = msgspec.json.Decoder(_Named)
_looks_like_id = re.compile(r'"id"\s*:\s*"([A-Za-z0-9_\-.:]{1,40})"')


def id_in(text: str) -> str:
    """The id of a message that is none of ours, as far as it can be made out: its refusal carries it."""
    try:
        return _only_id.decode(text).id_
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        found = _looks_like_id.search(text)
        return found[1] if found else ""


def tell(message: ServerMessage) -> bytes:
    return _encoder.encode(message)


def plain(value: object) -> bytes:
    return _encoder.encode(value)
