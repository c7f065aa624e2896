"""Defend the City: its options, chapters and extensions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import BadOption
from rumpus.core.extensions import Bots, Lab, Terminal
from rumpus.core.game import Game
from rumpus.core.options import Options, PerOptionsCache, by_name
from rumpus.core.position import Json, Position
from rumpus.core.rng import Rng
from rumpus.core.solver import Solver
from rumpus.games.defend_the_city import words
from rumpus.games.defend_the_city.events import EVENTS
from rumpus.games.defend_the_city.forecast import forecast
from rumpus.games.defend_the_city.presets import PRESETS
from rumpus.games.defend_the_city.rules import notation, saving
from rumpus.games.defend_the_city.rules.moves import MOVE_COUNT
from rumpus.games.defend_the_city.rules.numbers import FIELDS, KINDS, Numbers, check_cunning
from rumpus.games.defend_the_city.rules.position import start


class DefendTheCity(Game):
    name = "defend_the_city"
    title = "Defend the City"
    blurb = "One soldier against five raiders: set Offense and Defense in secret."
    minutes = 5
    fields = FIELDS
    presets = PRESETS
    package = "rumpus.games.defend_the_city"
    events = EVENTS

    def __init__(self) -> None:
        self._numbers = PerOptionsCache(Numbers)

    # --- positions ---

    def seat_counts(self) -> Sequence[int]:
        return (1, 2)

    def seats(self, options: Options) -> int:
        return 2 if options.switch("versus") else 1

    def options(self, changes: Mapping[str, object] | None = None, seats: int | None = None) -> Options:
        """Two seats imply `versus`, one seat meets the house."""
        merged = by_name(changes)
        if seats is not None:
            merged.setdefault("versus", seats == 2)
        options = super().options(merged, seats)
        if seats is not None and self.seats(options) != seats:
            why = f"Option versus sets the seats: on for two, off for one. {seats} were requested (DC-3)."
            raise BadOption(why, "versus")
        return options

    def move_count(self, options: Options) -> int:
        return MOVE_COUNT

    def max_decisions(self, options: Options) -> int:
        """Bound from Stamina, idle turns, stand-offs and enemies (DC-10, DC-14, DC-15).

        Each side pays at most once per point of Stamina, with idle turns between; a turn has one pair per seat and one
        reaction.
        """
        number = options.number
        turns = (2 * number("stamina") + 1) * number("idle_turns")
        return (number("enemies") + number("stand_offs")) * turns * (self.seats(options) + 1)

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Position:
        return start(self._numbers.of(options), listen)

    def load(self, options: Options, plain: Mapping[str, Json]) -> Position:
        siege = start(self._numbers.of(options), False)
        saving.load(siege, plain)
        return siege

    def configurations(self) -> Sequence[Mapping[str, object]]:
        kinds: list[Mapping[str, object]] = [{"enemy": kind} for kind in KINDS[1:4]]
        return [{}, *kinds, {"escalation": True}, {"versus": True}]

    check = staticmethod(check_cunning)
    format_move = staticmethod(notation.format_move)
    describe_move = staticmethod(words.describe_move)
    explain_move = staticmethod(words.explain_move)
    justify_move = staticmethod(words.justify_move)
    forecast = staticmethod(forecast)
    describe_event = staticmethod(words.describe_event)
    topics = staticmethod(words.topics)

    # --- extensions ---

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
