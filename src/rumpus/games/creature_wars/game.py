"""Creature Wars as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.extensions import Bots, Lab, Terminal
from rumpus.core.game import Game
from rumpus.core.options import Options, PerOptionsCache
from rumpus.core.position import Json, Position
from rumpus.core.rng import Rng
from rumpus.games.creature_wars import words
from rumpus.games.creature_wars.events import EPHEMERAL, EVENTS, UNSAMPLED
from rumpus.games.creature_wars.forecast import forecast
from rumpus.games.creature_wars.presets import PRESETS
from rumpus.games.creature_wars.rules.moves import MOVE_COUNT
from rumpus.games.creature_wars.rules.notation import format_move
from rumpus.games.creature_wars.rules.numbers import FIELDS, Numbers, check
from rumpus.games.creature_wars.rules.position import load, start


class CreatureWars(Game):
    name = "creature_wars"
    title = "Creature Wars"
    blurb = "Secret duels of dragons, vampires and 141 witches who bend the rules."
    minutes = 20
    version = 2
    fields = FIELDS
    presets = PRESETS
    package = "rumpus.games.creature_wars"
    events = EVENTS
    ephemeral_events = EPHEMERAL
    unsampled = UNSAMPLED

    def __init__(self) -> None:
        self._numbers = PerOptionsCache(Numbers)

    def move_count(self, options: Options) -> int:
        return MOVE_COUNT

    def max_decisions(self, options: Options) -> int:
        """Per turn: two cards; each may ask twice, or make all others of a hand cast (CW-80)."""
        number = options.number
        cards = 42 * number("creature_sets") + number("witch_cards")
        return number("turn_limit") * (2 + 4 * (1 + cards))

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Position:
        return start(self._numbers.of(options), rng, listen)

    def load(self, options: Options, plain: Mapping[str, Json]) -> Position:
        return load(self._numbers.of(options), plain)

    def configurations(self) -> Sequence[Mapping[str, object]]:
        return [{}, {"witch_cards": 60, "creature_sets": 1}, {"strengths": "steep", "hp": 12}]

    check = staticmethod(check)
    format_move = staticmethod(format_move)
    describe_move = staticmethod(words.describe_move)
    explain_move = staticmethod(words.explain_move)
    justify_move = staticmethod(words.justify_move)
    forecast = staticmethod(forecast)
    secret_summary = staticmethod(words.secret_summary)
    describe_event = staticmethod(words.describe_event)
    topics = staticmethod(words.topics)

    # --- extensions ---

    def bots(self) -> Bots:
        from rumpus.games.creature_wars.bots import WarBots

        return WarBots()

    def lab(self) -> Lab:
        from rumpus.games.creature_wars.lab import WarLab

        return WarLab()

    def terminal(self) -> Terminal:
        from rumpus.games.creature_wars.terminal import WarTerminal

        return WarTerminal()
