"""The game object of Battle Puno."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import BadOption
from rumpus.core.extensions import Bots, Lab, Terminal
from rumpus.core.game import Game
from rumpus.core.options import Options, PerOptionsCache
from rumpus.core.position import Json, Move, Position, Seat
from rumpus.core.rng import Rng
from rumpus.games.battle_puno import reading, words
from rumpus.games.battle_puno.events import EPHEMERAL_EVENTS, EVENTS
from rumpus.games.battle_puno.forecast import forecast
from rumpus.games.battle_puno.rules.deck import BLACK, COLOUR_OF
from rumpus.games.battle_puno.rules.moves import MOVE_COUNT
from rumpus.games.battle_puno.rules.notation import format_move
from rumpus.games.battle_puno.rules.numbers import BATTLE, DEATH_MATCH, FIELDS, TRADITIONAL, Numbers
from rumpus.games.battle_puno.rules.position import Puno, as_puno, load_match, start


class BattlePuno(Game):
    name = "battle_puno"
    title = "Battle Puno"
    blurb = "Match colours, pass penalties on, and make the others draw."
    minutes = 15
    version = 1
    fields = FIELDS
    package = "rumpus.games.battle_puno"
    events = EVENTS
    ephemeral_events = EPHEMERAL_EVENTS

    def __init__(self) -> None:
        self._numbers = PerOptionsCache(Numbers)

    def check(self, options: Options) -> None:
        numbers = Numbers(options)
        coloured = sum(1 for face in numbers.cards if COLOUR_OF[face] != BLACK)
        if coloured <= numbers.players * numbers.hand:
            raise BadOption(
                f"{numbers.players} hands of {numbers.hand} could take all {coloured} coloured cards, and none would "
                "be left to turn up; deal fewer cards or put more into the deck (BP-5)",
                "hand",
            )

    def configurations(self) -> Sequence[Mapping[str, object]]:
        """Every mode with every number of players, then the switches."""
        found: list[dict[str, object]] = [{}]
        for players in range(2, 9):
            found.append({"mode": TRADITIONAL, "players": players})
            found.append({"mode": BATTLE, "players": players, "max_rounds": 2})
            found.append({"mode": DEATH_MATCH, "players": players, "hp": 100})
        found.append({"mode": TRADITIONAL, "extra_cards": "on", "stack_draws": "on"})
        found.append({"mode": TRADITIONAL, "extra_cards": "on", "play_drawn": "off", "players": 3})
        found.append({"mode": BATTLE, "play_drawn": "on", "hand": 4, "max_rounds": 2, "zero_bonus": 0})
        found.append({"mode": DEATH_MATCH, "play_drawn": "on", "overload": "on", "max_turns": 60})
        found.append({"mode": DEATH_MATCH, "overload": "off", "players": 8, "hand": 10, "hp": 50, "max_turns": 200})
        return found

    def move_count(self, options: Options) -> int:
        return MOVE_COUNT

    def max_decisions(self, options: Options) -> int:
        """The limit by mode (BP-29, BP-40, BP-43).

        A turn of a Death Match has at most two decisions. In a round every card is drawn, kept and played at most once,
        and at most one penalty more is taken than was played.
        """
        numbers = self._numbers.of(options)
        if numbers.death_match:
            return 2 * numbers.max_turns
        return (1 if numbers.traditional else numbers.max_rounds) * (4 * len(numbers.cards) + 1)

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Puno:
        return start(self._numbers.of(options), rng, listen)

    def load(self, options: Options, plain: Mapping[str, Json]) -> Puno:
        return load_match(self._numbers.of(options), plain)

    def format_move(self, position: Position, seat: Seat, move: Move) -> str:
        return format_move(as_puno(position).numbers, move)

    parse_move = staticmethod(reading.parse_move)
    describe_move = staticmethod(words.describe_move)
    explain_move = staticmethod(words.explain_move)
    justify_move = staticmethod(words.justify_move)
    forecast = staticmethod(forecast)
    secret_summary = staticmethod(words.secret_summary)
    describe_event = staticmethod(words.describe_event)
    topics = staticmethod(words.topics)

    # --- extensions ---

    def bots(self) -> Bots:
        from rumpus.games.battle_puno.bots import PunoBots

        return PunoBots()

    def lab(self) -> Lab:
        from rumpus.games.battle_puno.lab import PunoLab

        return PunoLab()

    def terminal(self) -> Terminal:
        from rumpus.games.battle_puno.terminal import PunoTerminal

        return PunoTerminal()
