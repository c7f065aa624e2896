"""A siege: the defender, the present enemy and the current turn (DC-9 to DC-18, DC-29)."""

from __future__ import annotations

from typing import Final

from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Arg, Event, Json, Move, Position, Seat, View, check_seat
from rumpus.core.rng import Rng
from rumpus.games.defend_the_city.rules.house import stance
from rumpus.games.defend_the_city.rules.moves import ANSWERS, EVERY_PAIR, FORFEIT, KEEP, NO_MOVES
from rumpus.games.defend_the_city.rules.notation import format_pair
from rumpus.games.defend_the_city.rules.numbers import CUNNING, KINDS, UNIFORM, Numbers
from rumpus.games.defend_the_city.rules.saving import save
from rumpus.games.defend_the_city.rules.scores import (
    IDLE_PAIR,
    PAIRS,
    cost_of,
    defense_of,
    margin,
    may_forfeit,
    offense_of,
    without_offense,
)
from rumpus.games.defend_the_city.rules.stages import (
    BROKEN,
    DECISION,
    DEFENDER,
    ENDINGS,
    ENEMY,
    FALLEN,
    GOES_ON,
    OVER,
    REACTION,
    SAVED,
    UNSET,
)
from rumpus.games.defend_the_city.rules.view import view_of

# Shared by all positions: do not modify.
SEATS_BY_BITS: Final[list[list[Seat]]] = [[], [0], [1], [0, 1]]


class Siege(Position):
    def __init__(
        self,
        numbers: Numbers,
        kind: int,
        phase: int,
        owing: int,
        slain: int,
        stand_offs: int,
        idle: int,
        turn: int,
        defender: int,
        enemy: int,
        defender_pair: int,
        enemy_pair: int,
        ending: int,
    ) -> None:
        self.events = None
        self.numbers = numbers
        self.kind = kind
        """Kind of the present enemy."""
        self.phase = phase
        self.owing = owing
        """Bit mask of the seats still to decide."""
        self.slain = slain
        self.stand_offs = stand_offs
        self.idle = idle
        self.turn = turn
        self.defender = defender
        """Stamina of the defender."""
        self.enemy = enemy
        """Stamina of the present enemy."""
        self.defender_pair = defender_pair
        self.enemy_pair = enemy_pair
        self.ending = ending

    # --- the contract ---

    def to_act(self) -> list[Seat]:
        return SEATS_BY_BITS[self.owing]

    def moves(self, seat: Seat) -> list[Move]:
        if seat < 0 or self.owing >> seat & 1 == 0:
            check_seat(seat, self.numbers.seats)
            return NO_MOVES
        return EVERY_PAIR if self.phase == DECISION else ANSWERS

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.owing ^= 1 << seat
        if self.phase == DECISION:
            self.set_scores(seat, move)
            if self.owing != 0:
                return
        else:
            if move == FORFEIT:
                self.forfeit(seat)
            else:
                self.keep(seat)
            self.act(rng)
        while self.owing == 0 and self.phase != OVER:
            self.show_scores(rng)
            if self.owing == 0:
                self.act(rng)

    def rule_against(self, seat: Seat, move: Move) -> str:
        if self.phase == DECISION and not 0 <= move < PAIRS:
            return "Set your Scores first. You can hold back once both pairs are shown (DC-9)."
        if self.phase == REACTION and move != KEEP and move != FORFEIT:
            return "Both pairs are shown: strike with your Offense (keep), or hold it back (forfeit) (DC-10)."
        return ""

    def result(self) -> list[float] | None:
        if self.ending == GOES_ON:
            return None
        won = 1.0 if self.ending == SAVED else -1.0
        return [won, -won] if self.numbers.versus else [won]

    def copy(self) -> Siege:
        clone = self._clone()
        if self.events is not None:
            clone.events = []
        return clone

    def _clone(self) -> Siege:
        return Siege(
            self.numbers,
            self.kind,
            self.phase,
            self.owing,
            self.slain,
            self.stand_offs,
            self.idle,
            self.turn,
            self.defender,
            self.enemy,
            self.defender_pair,
            self.enemy_pair,
            self.ending,
        )

    def determinize(self, seat: Seat, rng: Rng) -> Siege:
        """A copy without the other side's sealed pair, the only hidden information."""
        check_seat(seat, self.numbers.seats)
        world = self._clone()
        if self.phase == DECISION:
            if seat == DEFENDER:
                world.enemy_pair = UNSET
            else:
                world.defender_pair = UNSET
            world.owing = self._visible_owing(seat)
        return world

    def visible_to_act(self, viewer: Seat | None) -> list[Seat]:
        """Hides sealed pairs of the other side (DC-21)."""
        if self.phase == DECISION:
            return SEATS_BY_BITS[self._visible_owing(viewer)]
        return SEATS_BY_BITS[self.owing]

    def _visible_owing(self, viewer: Seat | None) -> int:
        """Bit mask of seats still to set Scores if only the viewer's pair is known."""
        owing = self.able_to_act()
        if viewer is not None and owing >> viewer & 1 and self.owing >> viewer & 1 == 0:
            owing ^= 1 << viewer
        return owing

    def view(self, seat: Seat | None) -> View:
        if seat is not None:
            check_seat(seat, self.numbers.seats)
        return view_of(self, seat)

    def save(self) -> dict[str, Json]:
        return save(self)

    def game_and_options(self) -> tuple[str, Options] | None:
        return "defend_the_city", self.numbers.options

    # --- a turn, step by step (DC-29) ---

    def step_up(self) -> None:
        """Brings a fresh enemy; both sides are rested (DC-2)."""
        self.defender = self.numbers.stamina
        self.enemy = self.numbers.stamina
        self.idle = 0
        self.kind = self.numbers.kind_after(self.slain)
        if self.events is not None:
            self.events.append(Event("steps up", [self.slain + 1, self.numbers.enemies, KINDS[self.kind]]))

    def begin_turn(self) -> None:
        self.turn += 1
        self.phase = DECISION
        self.defender_pair = UNSET
        self.enemy_pair = UNSET
        self.owing = self.able_to_act()

    def able_to_act(self) -> int:
        """Bit mask of the seats with a pair to set this turn (DC-28)."""
        owed = 1 if self.defender > 0 else 0
        if self.numbers.versus and self.enemy > 0:
            owed += 2
        return owed

    def set_scores(self, seat: Seat, pair: int) -> None:
        """Seals a pair until both are shown (DC-9)."""
        if seat == DEFENDER:
            self.defender_pair = pair
        else:
            self.enemy_pair = pair

    def show_scores(self, rng: Rng) -> None:
        """Reveals both pairs and asks the lower Offense for its reaction (DC-10)."""
        if self.defender <= 0:
            self.defender_pair = IDLE_PAIR
        if self.enemy <= 0:
            self.enemy_pair = IDLE_PAIR
        elif not self.numbers.versus:
            self.enemy_pair = self.house_pair(rng)
        if self.events is not None:
            self.events.append(
                Event("shown", [self.turn, format_pair(self.defender_pair), format_pair(self.enemy_pair)])
            )
        if may_forfeit(self.defender_pair, self.enemy_pair):
            self.phase = REACTION
            self.owing = 1
        elif self.numbers.versus and may_forfeit(self.enemy_pair, self.defender_pair):
            self.phase = REACTION
            self.owing = 2

    def house_pair(self, rng: Rng) -> int:
        """Samples the house enemy's pair from public facts (DC-19)."""
        if self.kind == CUNNING:
            table = self.numbers.equilibrium
            assert table is not None
            return table.draw(table.offset(self.slain, self.stand_offs, self.enemy, self.defender, self.idle), rng)
        return stance(self.kind, self.enemy, self.defender).draw(rng)

    def forfeit(self, seat: Seat) -> None:
        """Sets the lower Offense to 0 (DC-10)."""
        if self.events is not None:
            pair = self.defender_pair if seat == DEFENDER else self.enemy_pair
            self.events.append(Event("forfeits", [seat, offense_of(pair)]))
        if seat == DEFENDER:
            self.defender_pair = without_offense(self.defender_pair)
        else:
            self.enemy_pair = without_offense(self.enemy_pair)

    def keep(self, seat: Seat) -> None:
        if self.events is not None:
            pair = self.defender_pair if seat == DEFENDER else self.enemy_pair
            self.events.append(Event("keeps", [seat, offense_of(pair)]))

    def act(self, rng: Rng) -> None:
        """Pays, strikes and resolves deaths; then starts the next turn unless the game is over."""
        spent = self.pay()
        defender_pair = self.defender_pair
        enemy_pair = self.enemy_pair
        difference = offense_of(defender_pair) - offense_of(enemy_pair)
        if difference == 0:
            enemy_dies = self.strike(DEFENDER, defender_pair, enemy_pair, rng)
            defender_dies = self.strike(ENEMY, enemy_pair, defender_pair, rng)
        elif difference > 0:
            enemy_dies = self.strike(DEFENDER, defender_pair, enemy_pair, rng)
            defender_dies = not enemy_dies and self.strike(ENEMY, enemy_pair, defender_pair, rng)
        else:
            defender_dies = self.strike(ENEMY, enemy_pair, defender_pair, rng)
            enemy_dies = not defender_dies and self.strike(DEFENDER, defender_pair, enemy_pair, rng)
        if enemy_dies or defender_dies:
            self.resolve_deaths(enemy_dies, defender_dies)
        else:
            self.check_stand_off(spent)
        if self.phase != OVER:
            self.begin_turn()

    def pay(self) -> int:
        """Both pay at once (DC-11). Returns the Stamina spent by both together."""
        defender_cost = cost_of(self.defender_pair)
        enemy_cost = cost_of(self.enemy_pair)
        self.defender -= defender_cost
        self.enemy -= enemy_cost
        if self.events is not None:
            self.events.append(Event("pay", [defender_cost, self.defender, enemy_cost, self.enemy]))
        return defender_cost + enemy_cost

    def strike(self, side: int, pair: int, target: int, rng: Rng) -> bool:
        """True if the strike hits. Without a chance there is no die (DC-12)."""
        chances = margin(pair, target)
        if chances <= 0:
            return False
        hits = rng.below(self.numbers.die) < chances
        if self.events is not None:
            facts = [side, offense_of(pair), defense_of(target), self.numbers.die]
            self.events.append(Event("hits" if hits else "misses", facts))
        return hits

    def resolve_deaths(self, enemy_dies: bool, defender_dies: bool) -> None:
        """The last enemy's death saves the city; otherwise the defender's death loses (DC-16, DC-17)."""
        if enemy_dies:
            self.slain += 1
            if self.events is not None:
                self.events.append(Event("slain", [self.slain, self.numbers.enemies, KINDS[self.kind]]))
            if self.slain == self.numbers.enemies:
                self.end(SAVED)
                return
        if defender_dies:
            self.end(FALLEN)
        else:
            self.step_up()

    def check_stand_off(self, spent: int) -> None:
        """Counts a stand-off at the end of a turn without deaths (DC-15, DC-22)."""
        self.idle = self.idle + 1 if spent == 0 else 0
        exhausted = self.defender <= 0 and self.enemy <= 0
        if not exhausted and self.idle < self.numbers.idle_turns:
            return
        self.stand_offs += 1
        if self.events is not None:
            why = "spent" if exhausted else "idle"
            self.events.append(Event("stand-off", [self.stand_offs, self.numbers.stand_offs, self.turn, why]))
        if self.stand_offs == self.numbers.stand_offs:
            self.end(BROKEN)
        else:
            self.step_up()

    def end(self, ending: int) -> None:
        self.ending = ending
        self.phase = OVER
        self.owing = 0
        if self.events is not None:
            facts: list[Arg] = [ENDINGS[ending], self.slain, self.turn, self.defender, KINDS[self.kind]]
            self.events.append(Event("ends", facts))


def start(numbers: Numbers, listen: bool) -> Siege:
    siege = Siege(numbers, UNIFORM, DECISION, 0, 0, 0, 0, 0, 0, 0, UNSET, UNSET, GOES_ON)
    if listen:
        siege.listen()
    siege.step_up()
    siege.begin_turn()
    return siege


def as_siege(position: Position) -> Siege:
    if not isinstance(position, Siege):
        raise RumpusError(f"Expected a position of Defend the City, not {type(position).__name__}.")
    return position
