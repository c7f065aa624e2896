"""Rules of a match between strangers: game, options, number of seats and clock."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from rumpus.core.catalogue import game_of
from rumpus.core.game import Game
from rumpus.core.options import PRESET, Options, Value
from rumpus.service.runtime import protocol as m
from rumpus.service.tables.creation import checked_clock
from rumpus.table.entries import Clock


class MatchRules(Struct, omit_defaults=True):
    """Complete rules of a match. Equal ones share a queue."""

    game: str
    version: int
    seats: int
    options: dict[str, Value]
    clock: Clock | None = None

    def checked(self) -> tuple[Game, Options]:
        """The game and its options. Raises RumpusError if they are not those of this server."""
        game = game_of(self.game)
        return game, game.options(self.options, seats=self.seats)

    @property
    def queue(self) -> str:
        """Key of the queue."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()


def match_rules(game_name: str, changes: Mapping[str, object], seats: int, clock: m.MakeClock | None) -> MatchRules:
    """The rules asked for. Raises RumpusError if the game does not allow them."""
    game = game_of(game_name)
    options = game.options(changes, seats=seats)
    kept = checked_clock(clock) if clock else None
    return MatchRules(game.name, game.version, seats, options.changed(), kept)


def preset_changes(preset: str) -> dict[str, object]:
    return {PRESET: preset} if preset else {}


_read_rules = msgspec.json.Decoder(MatchRules).decode


def read_rules(text: str) -> MatchRules:
    return _read_rules(text)
