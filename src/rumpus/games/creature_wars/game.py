"""Creature Wars as a game of the catalogue: options, positions, and words for its moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.extensions import Bots, Lab, Terminal
from rumpus.core.game import Game
from rumpus.core.options import MadeOnce, Options
from rumpus.core.position import Move, Plain, Position, Seat, Seen, View
from rumpus.core.rng import Luck
from rumpus.core.words import Forecast, Line, Topic
from rumpus.games.creature_wars.events import BYGONE, EVENTS
from rumpus.games.creature_wars.forecast import forecast
from rumpus.games.creature_wars.rules.moves import MOVE_COUNT
from rumpus.games.creature_wars.rules.notation import write_move
from rumpus.games.creature_wars.rules.numbers import FIELDS, check, numbers_of
from rumpus.games.creature_wars.rules.position import as_war, restored, start
from rumpus.games.creature_wars.topics import topics_of, unwritten_topics
from rumpus.games.creature_wars.words import explain_move, held, say_move, tell


class CreatureWars(Game):
    name = "creature_wars"
    title = "Creature Wars"
    blurb = "Secret duels of dragons, vampires and 141 witches who bend the rules."
    minutes = 20
    version = 2
    fields = FIELDS
    package = "rumpus.games.creature_wars"
    events = EVENTS
    bygone = BYGONE

    def __init__(self) -> None:
        self._numbers = MadeOnce(numbers_of)

    def check(self, options: Options) -> None:
        check(options)

    def move_count(self, options: Options) -> int:
        return MOVE_COUNT

    def longest(self, options: Options) -> int:
        """In every turn a card each; it may be a witch that asks twice, or makes all others of a hand cast (CW-80)."""
        number = options.number
        cards = 42 * number("creature_sets") + number("witch_cards")
        return number("turn_limit") * (2 + 4 * (1 + cards))

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Position:
        return start(self._numbers.of(options), luck, listen)

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Position:
        return restored(self._numbers.of(options), plain)

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return write_move(as_war(position), seat, move)

    def say(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return say_move(as_war(position), seat, move, names)

    def forecast(self, position: Position, seat: Seat, move: Move) -> Forecast:
        return forecast(as_war(position), seat, move)

    def explain(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return explain_move(as_war(position), seat, move, names)

    def held(self, view: View) -> list[str]:
        return held(view)

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        return tell(seen, names)

    def topics(self, options: Options) -> list[Topic]:
        return [*topics_of(options), *unwritten_topics()]

    def variants(self) -> Sequence[Mapping[str, object]]:
        return [{}, {"witch_cards": 60, "creature_sets": 1}, {"strengths": "steep", "hp": 12}]

    # --- its other faces ---

    def bots(self) -> Bots:
        from rumpus.games.creature_wars.bots import WarBots

        return WarBots()

    def lab(self) -> Lab:
        from rumpus.games.creature_wars.lab import WarLab

        return WarLab()

    def terminal(self) -> Terminal:
        from rumpus.games.creature_wars.terminal import WarTerminal

        return WarTerminal()
