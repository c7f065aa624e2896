"""Battle Puno as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import BadOption
from rumpus.core.extensions import Bots, Lab, Terminal
from rumpus.core.game import Game
from rumpus.core.options import MadeOnce, Options
from rumpus.core.position import Move, Plain, Position, Seat, Seen, View
from rumpus.core.rng import Luck
from rumpus.core.words import Forecast, Line, Topic
from rumpus.games.battle_puno import reading, words
from rumpus.games.battle_puno.events import BYGONE, EVENTS
from rumpus.games.battle_puno.forecast import forecast
from rumpus.games.battle_puno.rules.deck import BLACK, COLOUR_OF
from rumpus.games.battle_puno.rules.moves import MOVES
from rumpus.games.battle_puno.rules.notation import written
from rumpus.games.battle_puno.rules.numbers import BATTLE, DEATH_MATCH, FIELDS, TRADITIONAL, Numbers
from rumpus.games.battle_puno.rules.position import Puno, as_puno, loaded, new_match


class BattlePuno(Game):
    name = "battle_puno"
    title = "Battle Puno"
    blurb = "Match colours, pass the penalty on, and make somebody else draw."
    minutes = 15
    version = 1
    fields = FIELDS
    package = "rumpus.games.battle_puno"
    events = EVENTS
    bygone = BYGONE

    def __init__(self) -> None:
        self._numbers = MadeOnce(Numbers)

    def check(self, options: Options) -> None:
        numbers = Numbers(options)
        coloured = sum(1 for face in numbers.cards if COLOUR_OF[face] != BLACK)
        if coloured <= numbers.players * numbers.hand:
            raise BadOption(
                f"{numbers.players} hands of {numbers.hand} could take all {coloured} coloured cards, and none would "
                "be left to turn up; deal fewer cards or put more into the deck (BP-5)",
                "hand",
            )

    def move_count(self, options: Options) -> int:
        return MOVES

    def longest(self, options: Options) -> int:
        """A turn of a Death Match has two decisions at most; in a round every card is drawn, kept and played once at
        most, and so many penalties are taken as were played, or one more (BP-29, BP-40, BP-43)."""
        numbers = self._numbers.of(options)
        if numbers.death_match:
            return 2 * numbers.max_turns
        return (1 if numbers.traditional else numbers.max_rounds) * (4 * len(numbers.cards) + 1)

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Puno:
        return new_match(self._numbers.of(options), luck, listen)

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Puno:
        return loaded(self._numbers.of(options), plain)

    # --- words ---

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return written(as_puno(position).numbers, move)

    def read(self, position: Position, seat: Seat, text: str) -> Move:
        return reading.read(as_puno(position), seat, text)

    def say(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return words.said(as_puno(position), move, names)

    def forecast(self, position: Position, seat: Seat, move: Move) -> Forecast:
        return forecast(as_puno(position), seat, move)

    def explain(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return words.explained(as_puno(position), seat, move, names)

    def held(self, view: View) -> list[str]:
        return words.held(view)

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        return words.told(seen, names)

    def topics(self, options: Options) -> list[Topic]:
        return words.topics(Numbers(options))

    def variants(self) -> Sequence[Mapping[str, object]]:
        """Every mode with every number of players, rounds kept few; then the switches."""
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

    # --- its other faces ---

    def bots(self) -> Bots:
        from rumpus.games.battle_puno.bots import PunoBots

        return PunoBots()

    def lab(self) -> Lab:
        from rumpus.games.battle_puno.lab import PunoLab

        return PunoLab()

    def terminal(self) -> Terminal:
        from rumpus.games.battle_puno.terminal import PunoTerminal

        return PunoTerminal()
