"""Creature Wars as a game of the catalogue: options, positions, and words for its moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.contract import Event, Features, Judge, Move, Plain, Position, Seat, Seen, View
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game, Line, Topic
from rumpus.core.luck import Luck
from rumpus.core.options import MadeOnce, Options
from rumpus.games.creature_wars.features import WarFeatures, feature_names
from rumpus.games.creature_wars.judge import WarJudge
from rumpus.games.creature_wars.rules.options import FIELDS, check, numbers_of
from rumpus.games.creature_wars.rules.position import MOVE_COUNT, War, restored, start
from rumpus.games.creature_wars.topics import topics_of, unwritten_topics
from rumpus.games.creature_wars.words import explain_move, ledger_of, tell, write_move


class CreatureWars(Game):
    name = "creature_wars"
    title = "Creature Wars"
    blurb = "Secret duels of serpents, dragons and 141 witches, each of whom bends the rules."
    minutes = 20
    version = 1
    round_word = "turn"
    fields = FIELDS
    package = "rumpus.games.creature_wars"

    def __init__(self) -> None:
        self._numbers = MadeOnce(numbers_of)

    def check(self, options: Options) -> None:
        check(options)

    def move_count(self, options: Options) -> int:
        return MOVE_COUNT

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Position:
        return start(self._numbers.of(options), luck, listen)

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Position:
        return restored(self._numbers.of(options), dict(plain))

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return write_move(as_war(position), seat, move)

    def explain(self, position: Position, seat: Seat, move: Move) -> str:
        return explain_move(as_war(position), seat, move)

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        return tell(seen, names)

    def topics(self, options: Options) -> list[Topic]:
        return topics_of(options)

    def unwritten(self) -> list[Topic]:
        return unwritten_topics()

    def variants(self) -> Sequence[Mapping[str, object]]:
        return [{}, {"witch_cards": 60, "creature_sets": 1}, {"strengths": "steep", "hp": 12}]

    # --- for the eye ---

    def draw(self, view: View, names: Sequence[str], width: int, focus: str) -> object | None:
        from rumpus.games.creature_wars import terminal

        return terminal.drawn(view, names, width, focus)

    def places(self, view: View) -> list[list[str]]:
        from rumpus.games.creature_wars import terminal

        return terminal.places(view)

    # --- for the lab ---

    def standing(self, position: Position) -> list[float]:
        war = as_war(position)
        return [float(war.empires[p].hp) for p in (0, 1)]

    def rounds(self, position: Position) -> int:
        return as_war(position).turn

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        return ledger_of(event)

    # --- for bots and learning ---

    def judge(self, options: Options) -> Judge:
        return WarJudge()

    def features(self, options: Options) -> Features:
        return WarFeatures(feature_names())


def as_war(position: Position) -> War:
    """The position as ours, or a plain refusal."""
    if not isinstance(position, War):
        raise RumpusError("that is no position of Creature Wars")
    return position
