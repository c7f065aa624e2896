"""Creature Wars as a game of the catalogue: options, positions, and words for its moves."""

from __future__ import annotations

from collections.abc import Mapping

from rumpus.core.contract import Move, Plain, Position, Seat
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.luck import Luck
from rumpus.core.options import Options
from rumpus.games.creature_wars.play.words import write_move
from rumpus.games.creature_wars.rules.options import FIELDS, check, numbers_of
from rumpus.games.creature_wars.rules.war import MOVE_COUNT, War, restored, start


class CreatureWars(Game):
    name = "creature_wars"
    title = "Creature Wars"
    blurb = "Secret duels of serpents, dragons and 141 witches, each of whom bends the rules."
    minutes = 20
    version = 1
    fields = FIELDS
    package = "rumpus.games.creature_wars"

    def check(self, options: Options) -> None:
        check(options)

    def move_count(self, options: Options) -> int:
        return MOVE_COUNT

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Position:
        return start(numbers_of(options), luck, listen)

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Position:
        return restored(numbers_of(options), dict(plain))

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return write_move(as_war(position), seat, move)


def as_war(position: Position) -> War:
    """The position as ours, or a plain refusal."""
    if not isinstance(position, War):
        raise RumpusError("that is no position of Creature Wars")
    return position
