"""Defend the City as the catalogue knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.contract import Event, Features, Judge, Move, Plain, Position, Seat, Seen, View
from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.game import Game, Line, Topic
from rumpus.core.luck import Luck
from rumpus.core.options import MadeOnce, Options
from rumpus.core.solver import Solver
from rumpus.games.defend_the_city.features import SiegeFeatures
from rumpus.games.defend_the_city.judge import SiegeJudge
from rumpus.games.defend_the_city.rules.numbers import BY_HAND, FIELDS, KINDS, check_cunning, numbers_of
from rumpus.games.defend_the_city.rules.position import DEFENDER, ENDINGS, FALLEN, MOVES, Siege, new_siege
from rumpus.games.defend_the_city.words import TOPICS, explained, move_words, told

SAVED_NUMBERS = (
    "kind",
    "phase",
    "owing",
    "slain",
    "stand_offs",
    "idle",
    "turn",
    "defender",
    "enemy",
    "defender_pair",
    "enemy_pair",
    "ending",
)


class DefendTheCity(Game):
    name = "defend_the_city"
    title = "Defend the City"
    blurb = "One soldier against five invaders: set Offense and Defense in secret, and mind your Stamina."
    minutes = 5
    version = 1
    fields = FIELDS
    package = "rumpus.games.defend_the_city"

    def __init__(self) -> None:
        self._numbers = MadeOnce(numbers_of)

    # --- positions ---

    def seat_counts(self) -> Sequence[int]:
        return (1, 2)

    def seats(self, options: Options) -> int:
        return 2 if options.switch("versus") else 1

    def options_for_seats(self, seats: int, changes: Mapping[str, object] | None = None) -> Options:
        """Two seats mean `versus`; one seat meets the house."""
        if seats not in self.seat_counts():
            raise RumpusError(f"{self.title} cannot be played with {seats} seats; it takes 1, 2")
        merged = dict(changes or {})
        merged.setdefault("versus", seats == 2)
        options = self.options(merged)
        if self.seats(options) != seats:
            raise RumpusError(
                f"versus decides the seats: on is for two, off for one, and {seats} were asked for (DC-3)"
            )
        return options

    def check(self, options: Options) -> None:
        check_cunning(options)

    def move_count(self, options: Options) -> int:
        return MOVES

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Position:
        return new_siege(self._numbers.of(options), listen)

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Position:
        values: list[int] = []
        for name in SAVED_NUMBERS:
            value = plain.get(name)
            if type(value) is not int:
                raise BadRecord(f"this is no saved position of {self.title}: {name} is missing or no whole number")
            values.append(value)
        kind, phase, owing, slain, stand_offs, idle, turn, defender, enemy, own, other, ending = values
        return Siege(
            self._numbers.of(options),
            kind,
            phase,
            owing,
            slain,
            stand_offs,
            idle,
            turn,
            defender,
            enemy,
            own,
            other,
            ending,
        )

    # --- words ---

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return move_words(move)

    def explain(self, position: Position, seat: Seat, move: Move) -> str:
        assert isinstance(position, Siege)
        return explained(position, seat, move)

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        return told(seen, names)

    def topics(self, options: Options) -> list[Topic]:
        return list(TOPICS)

    def variants(self) -> Sequence[Mapping[str, object]]:
        kinds: list[Mapping[str, object]] = [{"enemy": kind} for kind in KINDS[1:4]]
        return [{}, *kinds, {"escalation": True}, {"versus": True}]

    # --- for the eye ---

    def draw(self, view: View, names: Sequence[str], width: int, focus: str) -> object | None:
        from rumpus.games.defend_the_city.terminal import drawn

        return drawn(view, names, width, focus)

    def places(self, view: View) -> list[list[str]]:
        from rumpus.games.defend_the_city.terminal import places

        return places(view)

    # --- for the lab ---

    def identity(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        return [("side", "defender" if seat == DEFENDER else "enemy")]

    def standing(self, position: Position) -> list[float]:
        """Enemies slain count most, then the lead in Stamina."""
        assert isinstance(position, Siege)
        lead = position.slain + (position.defender - position.enemy) / (2 * position.numbers.stamina)
        return [lead, position.numbers.enemies - lead] if position.numbers.versus else [lead]

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        seen = event.whole()
        if seen.kind == "forfeits":
            return [(seen.number(0), "chose to", "Forfeit")]
        if seen.kind == "stand-off":
            return [(DEFENDER, "came to a", "Stand-off")]
        if seen.kind == "slain" and seen.text(2) != KINDS[BY_HAND]:
            return [(DEFENDER, "slew", seen.text(2))]
        if seen.kind == "ends" and seen.text(0) == ENDINGS[FALLEN] and seen.text(4) != KINDS[BY_HAND]:
            return [(DEFENDER, "fell to", seen.text(4))]
        return []

    # --- for bots and learning ---

    def judge(self, options: Options) -> Judge:
        return SiegeJudge()

    def features(self, options: Options) -> Features:
        return SiegeFeatures()

    def solver(self) -> Solver:
        from rumpus.games.defend_the_city.solver import SiegeSolver

        return SiegeSolver()
