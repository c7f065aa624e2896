"""A siege: the defender, the enemy that stands there now, and the turn they are in (DC-9 to DC-18, DC-29)."""

from __future__ import annotations

from typing import Final

from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Arg, Event, Move, Plain, Position, Seat, View, check_seat
from rumpus.core.rng import Luck
from rumpus.games.defend_the_city.rules.house import stance
from rumpus.games.defend_the_city.rules.moves import ANSWERS, EVERY_PAIR, FORFEIT, KEEP, NOTHING
from rumpus.games.defend_the_city.rules.notation import pair_words
from rumpus.games.defend_the_city.rules.numbers import CUNNING, KINDS, UNIFORM, Numbers
from rumpus.games.defend_the_city.rules.saving import save_of
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

# Handed out again and again, so nobody may change them.
WHO: Final[list[list[Seat]]] = [[], [0], [1], [0, 1]]


class Siege(Position):
    """All of a game in progress, as a handful of whole numbers."""

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
        """Which kind of enemy stands there now."""
        self.phase = phase
        self.owing = owing
        """A bit for each seat that has yet to decide."""
        self.slain = slain
        self.stand_offs = stand_offs
        self.idle = idle
        self.turn = turn
        self.defender = defender
        """The defender's Stamina."""
        self.enemy = enemy
        """The present enemy's Stamina."""
        self.defender_pair = defender_pair
        self.enemy_pair = enemy_pair
        self.ending = ending

    # --- the contract ---

    def to_act(self) -> list[Seat]:
        return WHO[self.owing]

    def moves(self, seat: Seat) -> list[Move]:
        if seat < 0 or self.owing >> seat & 1 == 0:
            check_seat(seat, self.numbers.seats)
            return NOTHING
        return EVERY_PAIR if self.phase == DECISION else ANSWERS

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
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
            self.act(luck)
        while self.owing == 0 and self.phase != OVER:
            self.show_scores(luck)
            if self.owing == 0:
                self.act(luck)

    def forbids(self, seat: Seat, move: Move) -> str:
        if self.phase == DECISION and not 0 <= move < PAIRS:
            return "First set your Scores; what to forfeit is settled once both pairs are shown (DC-9)."
        if self.phase == REACTION and move != KEEP and move != FORFEIT:
            return "Both pairs are shown: keep your Offense, or forfeit it (DC-10)."
        return ""

    def result(self) -> list[float] | None:
        if self.ending == GOES_ON:
            return None
        won = 1.0 if self.ending == SAVED else -1.0
        return [won, -won] if self.numbers.versus else [won]

    def copy(self) -> Siege:
        twin = self._twin()
        if self.events is not None:
            twin.events = []
        return twin

    def _twin(self) -> Siege:
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

    def imagine(self, seat: Seat, luck: Luck) -> Siege:
        """Nothing but a sealed pair is ever hidden, so a dream is the position with the other's pair taken back."""
        check_seat(seat, self.numbers.seats)
        dream = self._twin()
        if self.phase == DECISION:
            if seat == DEFENDER:
                dream.enemy_pair = UNSET
            else:
                dream.defender_pair = UNSET
            dream.owing = self._owing_for(seat)
        return dream

    def waiting(self, viewer: Seat | None) -> list[Seat]:
        """Whether the other side has set its Scores already cannot be seen (DC-21)."""
        if self.phase == DECISION:
            return WHO[self._owing_for(viewer)]
        return WHO[self.owing]

    def _owing_for(self, viewer: Seat | None) -> int:
        """Who has yet to set Scores if every pair but the viewer's own is taken back."""
        owing = self.owed()
        if viewer is not None and owing >> viewer & 1 and self.owing >> viewer & 1 == 0:
            owing ^= 1 << viewer
        return owing

    def view(self, seat: Seat | None) -> View:
        if seat is not None:
            check_seat(seat, self.numbers.seats)
        return view_of(self, seat)

    def save(self) -> dict[str, Plain]:
        return save_of(self)

    def of_game(self) -> tuple[str, Options] | None:
        return "defend_the_city", self.numbers.options

    # --- a turn, step by step (DC-29) ---

    def step_up(self) -> None:
        """A fresh enemy, both sides rested (DC-2)."""
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
        self.owing = self.owed()

    def owed(self) -> int:
        """Who has a pair to set this turn: each player whose character can act (DC-28)."""
        owed = 1 if self.defender > 0 else 0
        if self.numbers.versus and self.enemy > 0:
            owed += 2
        return owed

    def set_scores(self, seat: Seat, pair: int) -> None:
        """Sealed: nobody notices anything until both are shown (DC-9)."""
        if seat == DEFENDER:
            self.defender_pair = pair
        else:
            self.enemy_pair = pair

    def show_scores(self, luck: Luck) -> None:
        """Both pairs are revealed, and the lower Offense is asked about (DC-10)."""
        if self.defender <= 0:
            self.defender_pair = IDLE_PAIR
        if self.enemy <= 0:
            self.enemy_pair = IDLE_PAIR
        elif not self.numbers.versus:
            self.enemy_pair = self.house_pair(luck)
        if self.events is not None:
            self.events.append(Event("shown", [self.turn, pair_words(self.defender_pair), pair_words(self.enemy_pair)]))
        if may_forfeit(self.defender_pair, self.enemy_pair):
            self.phase = REACTION
            self.owing = 1
        elif self.numbers.versus and may_forfeit(self.enemy_pair, self.defender_pair):
            self.phase = REACTION
            self.owing = 2

    def house_pair(self, luck: Luck) -> int:
        """What the house enemy sets, from public facts alone (DC-19)."""
        if self.kind == CUNNING:
            table = self.numbers.equilibrium
            assert table is not None
            return table.draw(table.start(self.slain, self.stand_offs, self.enemy, self.defender, self.idle), luck)
        return stance(self.kind, self.enemy, self.defender).draw(luck)

    def forfeit(self, seat: Seat) -> None:
        """The lower Offense becomes 0 (DC-10)."""
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

    def act(self, luck: Luck) -> None:
        """Pay, strike, and see who is left; then the next turn begins, unless the game is over."""
        spent = self.pay()
        defender_pair = self.defender_pair
        enemy_pair = self.enemy_pair
        difference = offense_of(defender_pair) - offense_of(enemy_pair)
        if difference == 0:
            enemy_dies = self.strike(DEFENDER, defender_pair, enemy_pair, luck)
            defender_dies = self.strike(ENEMY, enemy_pair, defender_pair, luck)
        elif difference > 0:
            enemy_dies = self.strike(DEFENDER, defender_pair, enemy_pair, luck)
            defender_dies = not enemy_dies and self.strike(ENEMY, enemy_pair, defender_pair, luck)
        else:
            defender_dies = self.strike(ENEMY, enemy_pair, defender_pair, luck)
            enemy_dies = not defender_dies and self.strike(DEFENDER, defender_pair, enemy_pair, luck)
        if enemy_dies or defender_dies:
            self.bury(enemy_dies, defender_dies)
        else:
            self.look_for_stand_off(spent)
        if self.phase != OVER:
            self.begin_turn()

    def pay(self) -> int:
        """Both pay at the same moment (DC-11); says how much Stamina that took from the two together."""
        defender_cost = cost_of(self.defender_pair)
        enemy_cost = cost_of(self.enemy_pair)
        self.defender -= defender_cost
        self.enemy -= enemy_cost
        if self.events is not None:
            self.events.append(Event("pay", [defender_cost, self.defender, enemy_cost, self.enemy]))
        return defender_cost + enemy_cost

    def strike(self, side: int, pair: int, target: int, luck: Luck) -> bool:
        """Whether the strike hits; without a chance there is no strike and no die (DC-12)."""
        chances = margin(pair, target)
        if chances <= 0:
            return False
        hits = luck.below(self.numbers.die) < chances
        if self.events is not None:
            facts = [side, offense_of(pair), defense_of(target), self.numbers.die]
            self.events.append(Event("hits" if hits else "misses", facts))
        return hits

    def bury(self, enemy_dies: bool, defender_dies: bool) -> None:
        """The fifth enemy's death saves the city, whatever else; else the defender's own ends it (DC-16, DC-17)."""
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

    def look_for_stand_off(self, spent: int) -> None:
        """Tested once, at the end of a turn in which nobody died (DC-15, DC-22)."""
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


def new_siege(numbers: Numbers, listen: bool) -> Siege:
    """The first enemy steps up and the first turn begins."""
    siege = Siege(numbers, UNIFORM, DECISION, 0, 0, 0, 0, 0, 0, 0, UNSET, UNSET, GOES_ON)
    if listen:
        siege.listen()
    siege.step_up()
    siege.begin_turn()
    return siege


def as_siege(position: Position) -> Siege:
    """The position as ours, or a plain refusal."""
    if not isinstance(position, Siege):
        raise RumpusError("that is no position of Defend the City")
    return position
