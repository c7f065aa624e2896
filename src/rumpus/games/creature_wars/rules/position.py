"""The position of Creature Wars."""

from __future__ import annotations

from typing import Final

from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Json, Move, Position, Seat, View, check_seat
from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules import saving
from rumpus.games.creature_wars.rules.determinize import determinize
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import ASK_DUEL, NOTHING
from rumpus.games.creature_wars.rules.duels.turn import deal, open_hands, run
from rumpus.games.creature_wars.rules.empires import OWES
from rumpus.games.creature_wars.rules.moves import decide, moves_of
from rumpus.games.creature_wars.rules.numbers import Numbers
from rumpus.games.creature_wars.rules.refusals import rule_against
from rumpus.games.creature_wars.rules.state import DRAWN_GAME, UNDECIDED
from rumpus.games.creature_wars.rules.view import view_of, visible_to_act

SEATS: Final = 2
SEATS_BY_MASK: Final = [[], [0], [1], [0, 1]]
"""Lists of seats by bit mask; shared, never mutated."""


class War(Duel):
    """Implements Position by the functions of the other modules."""

    def to_act(self) -> list[Seat]:
        owing = 0
        if self.asking == ASK_DUEL:
            for p in range(SEATS):
                if self.empires[p].committed == OWES:
                    owing |= 1 << p
        elif self.asking != NOTHING:
            owing = 1 << self.asked
        return SEATS_BY_MASK[owing]

    def moves(self, seat: Seat) -> list[Move]:
        check_seat(seat, SEATS)
        return moves_of(self, seat)

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        decide(self, seat, move)
        if self.asking == NOTHING:
            run(self, rng)

    def rule_against(self, seat: Seat, move: Move) -> str:
        return rule_against(self, seat, move)

    def result(self) -> list[float] | None:
        if self.victor == UNDECIDED:
            return None
        if self.victor == DRAWN_GAME:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.victor == 0 else [-1.0, 1.0]

    def copy(self) -> War:
        return War(self.numbers, self)

    def visible_to_act(self, viewer: Seat | None) -> list[Seat]:
        return visible_to_act(self, viewer)

    def view(self, seat: Seat | None) -> View:
        if seat is not None:
            check_seat(seat, SEATS)
        return view_of(self, seat)

    def determinize(self, seat: Seat, rng: Rng) -> Position:
        check_seat(seat, SEATS)
        return determinize(self, seat, rng)

    def save(self) -> dict[str, Json]:
        return saving.save(self)

    def game_and_options(self) -> tuple[str, Options] | None:
        return "creature_wars", self.numbers.options


def start(numbers: Numbers, rng: Rng, listen: bool) -> War:
    """Deals a game and runs to the first decision."""
    war = War(numbers)
    if listen:
        war.listen()
    deal(war, rng)
    open_hands(war, rng)
    run(war, rng)
    return war


def load(numbers: Numbers, plain: object) -> War:
    war = War(numbers)
    saving.load(war, plain)
    return war


def as_war(position: Position) -> War:
    if not isinstance(position, War):
        raise RumpusError("This is not a position of Creature Wars.")
    return position
