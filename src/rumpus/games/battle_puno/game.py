"""Battle Puno as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.contract import Event, Features, Judge, Move, Plain, Position, Seat, Seen, View
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.game import Game, Line, Topic
from rumpus.core.luck import Luck
from rumpus.core.options import MadeOnce, Options
from rumpus.games.battle_puno import lab, reading, words
from rumpus.games.battle_puno.features import PunoFeatures
from rumpus.games.battle_puno.judge import PunoJudge
from rumpus.games.battle_puno.rules.deck import BLACK, COLOUR_OF
from rumpus.games.battle_puno.rules.moves import MOVES
from rumpus.games.battle_puno.rules.notation import written
from rumpus.games.battle_puno.rules.numbers import BATTLE, DEATH_MATCH, FIELDS, TRADITIONAL, Numbers
from rumpus.games.battle_puno.rules.position import Puno, loaded, new_match


class BattlePuno(Game):
    name = "battle_puno"
    title = "Battle Puno"
    blurb = "Match colours, feed the damage pool, pass the penalty on, and make somebody else draw."
    minutes = 15
    version = 1
    fields = FIELDS
    package = "rumpus.games.battle_puno"
    open_judge = True

    def __init__(self) -> None:
        self._numbers = MadeOnce(Numbers)

    def check(self, options: Options) -> None:
        numbers = Numbers(options)
        coloured = sum(1 for face in numbers.cards if COLOUR_OF[face] != BLACK)
        if coloured <= numbers.players * numbers.hand:
            raise BadOption(
                f"{numbers.players} hands of {numbers.hand} could take all {coloured} coloured cards, and none would "
                "be left to turn up; deal fewer cards or put more into the deck (BP-5)"
            )

    def move_count(self, options: Options) -> int:
        return MOVES

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Puno:
        return new_match(self._numbers.of(options), luck, listen)

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Puno:
        return loaded(self._numbers.of(options), plain)

    # --- words ---

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return written(_puno(position).numbers, move)

    def read(self, position: Position, seat: Seat, text: str) -> Move:
        return reading.read(_puno(position), seat, text)

    def explain(self, position: Position, seat: Seat, move: Move) -> str:
        puno = _puno(position)
        names = [f"seat {other}" for other in range(puno.numbers.players)]
        return words.explained(puno, seat, move, names)

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

    # --- for the eye ---

    def draw(self, view: View, names: Sequence[str], width: int, focus: str) -> object | None:
        from rumpus.games.battle_puno import terminal

        return terminal.picture(view, names, width, focus)

    def places(self, view: View) -> list[list[str]]:
        from rumpus.games.battle_puno import terminal

        return terminal.places(view)

    # --- for the lab ---

    def standing(self, position: Position) -> list[float]:
        return lab.standing(_puno(position))

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        return lab.ledger(event)

    # --- for bots and learning ---

    def judge(self, options: Options) -> Judge:
        return PunoJudge()

    def features(self, options: Options) -> Features:
        return PunoFeatures(options.number("players"))


def _puno(position: Position) -> Puno:
    if not isinstance(position, Puno):
        raise RumpusError("that is no match of Battle Puno")
    return position
