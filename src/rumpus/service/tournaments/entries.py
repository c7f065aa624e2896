"""Entries of a tournament's append-only journal. Replaying them restores the tournament."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from rumpus.service.matchmaking.rules import MatchRules
from rumpus.service.tournaments.pairings import Pair, Points

Format = Literal["round_robin", "swiss", "knockout"]
Reason = Literal["", "missed", "void"]
"""Why a game has its points without being played to the end: somebody missed it, or its table was closed."""


class TournamentSettings(Struct, omit_defaults=True):
    """What the creator has chosen."""

    title: str
    rules: MatchRules
    format: Format
    best_of: int = 1
    """Games per pairing, at most."""
    rounds: int = 0
    """Rounds of a Swiss tournament. 0: by the number of players."""
    late: int = 0
    """Rounds after whose beginning players may still join. 0: only before the start."""
    no_show: int = 300
    """Seconds within which players must come to a table."""
    listed: bool = False
    start_at: int = 0
    """Time of the start, in milliseconds since 1970; 0: none."""
    start_with: int = 0
    """Number of players with which it starts; 0: none."""


class Opened(Struct, tag="opened"):
    settings: TournamentSettings
    owner: str
    """Profile of the creator."""
    seed: str
    """For lots and the ids of tables. Nobody is shown it."""


class Joined(Struct, tag="joined", omit_defaults=True):
    """A profile, or a built-in bot, got the next number. Names are those that the profile has now."""

    profile: str = ""
    bot: str = ""


class Left(Struct, tag="left"):
    """A player left before the start, or has withdrawn since."""

    number: int


class Started(Struct, tag="started"):
    order: list[int]
    """Players by their seeds, the best first."""


class Paired(Struct, tag="paired"):
    """A round began."""

    pairs: list[Pair]


class Played(Struct, tag="played", omit_defaults=True):
    """A game of the current round has ended."""

    board: int
    game: int
    points: Points
    """For the players of the pair, in its order."""
    reason: Reason = ""


class Ended(Struct, tag="ended", omit_defaults=True):
    """The tournament is over. `why`: it was cancelled."""

    why: str = ""


TournamentEntry = Opened | Joined | Left | Started | Paired | Played | Ended

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[TournamentEntry] = msgspec.json.Decoder(TournamentEntry)


def pack(entry: TournamentEntry) -> str:
    return _encoder.encode(entry).decode()


def unpack(text: str) -> TournamentEntry:
    return _decoder.decode(text)
