"""Defend the City as the catalogue knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import BadOption
from rumpus.core.extensions import Bots, Lab, Terminal
from rumpus.core.game import Game
from rumpus.core.options import MadeOnce, Options, by_name
from rumpus.core.position import Move, Plain, Position, Seat, Seen
from rumpus.core.rng import Luck
from rumpus.core.solver import Solver
from rumpus.core.words import Forecast, Line, Topic
from rumpus.games.defend_the_city.events import EVENTS
from rumpus.games.defend_the_city.forecast import forecast
from rumpus.games.defend_the_city.rules.moves import MOVES
from rumpus.games.defend_the_city.rules.notation import written
from rumpus.games.defend_the_city.rules.numbers import FIELDS, KINDS, check_cunning, numbers_of
from rumpus.games.defend_the_city.rules.position import as_siege, new_siege
from rumpus.games.defend_the_city.rules.saving import load_into
from rumpus.games.defend_the_city.words import TOPICS, explained, said, told


class DefendTheCity(Game):
    name = "defend_the_city"
    title = "Defend the City"
    blurb = "One soldier, five invaders: set Offense and Defense in secret."
    minutes = 5
    version = 1
    fields = FIELDS
    package = "rumpus.games.defend_the_city"
    events = EVENTS

    def __init__(self) -> None:
        self._numbers = MadeOnce(numbers_of)

    # --- positions ---

    def seat_counts(self) -> Sequence[int]:
        return (1, 2)

    def seats(self, options: Options) -> int:
        return 2 if options.switch("versus") else 1

    def options(self, changes: Mapping[str, object] | None = None, seats: int | None = None) -> Options:
        """Two seats mean `versus`; one seat meets the house."""
        merged = by_name(changes)
        if seats is not None:
            merged.setdefault("versus", seats == 2)
        options = super().options(merged, seats)
        if seats is not None and self.seats(options) != seats:
            why = f"versus decides the seats: on is for two, off for one, and {seats} were asked for (DC-3)"
            raise BadOption(why, "versus")
        return options

    def check(self, options: Options) -> None:
        check_cunning(options)

    def move_count(self, options: Options) -> int:
        return MOVES

    def longest(self, options: Options) -> int:
        """Each side can pay as often as it has Stamina, with idle turns in between and after; a pair each and one
        reaction a turn; every encounter ends with an enemy slain or with a stand-off (DC-10, DC-14, DC-15)."""
        number = options.number
        turns = (2 * number("stamina") + 1) * number("idle_turns")
        return (number("enemies") + number("stand_offs")) * turns * (self.seats(options) + 1)

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Position:
        return new_siege(self._numbers.of(options), listen)

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Position:
        siege = new_siege(self._numbers.of(options), False)
        load_into(siege, plain)
        return siege

    # --- words ---

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return written(move)

    def say(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return said(move)

    def forecast(self, position: Position, seat: Seat, move: Move) -> Forecast:
        return forecast(as_siege(position), seat, move)

    def explain(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return explained(as_siege(position), seat, move, names)

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        return told(seen, names)

    def topics(self, options: Options) -> list[Topic]:
        return list(TOPICS)

    def variants(self) -> Sequence[Mapping[str, object]]:
        kinds: list[Mapping[str, object]] = [{"enemy": kind} for kind in KINDS[1:4]]
        return [{}, *kinds, {"escalation": True}, {"versus": True}]

    # --- its other faces ---

    def bots(self) -> Bots:
        from rumpus.games.defend_the_city.bots import SiegeBots

        return SiegeBots()

    def lab(self) -> Lab:
        from rumpus.games.defend_the_city.lab import SiegeLab

        return SiegeLab()

    def terminal(self) -> Terminal:
        from rumpus.games.defend_the_city.terminal import SiegeTerminal

        return SiegeTerminal()

    def solver(self) -> Solver:
        from rumpus.games.defend_the_city.solver import SiegeSolver

        return SiegeSolver()
