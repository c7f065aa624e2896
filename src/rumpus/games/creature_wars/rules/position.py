"""A game of Creature Wars in progress, as the rest of the world plays with it."""

from __future__ import annotations

from typing import Final

from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Move, Plain, Position, Seat, View, check_seat
from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.determinize import dream_of
from rumpus.games.creature_wars.rules.duel import Duel
from rumpus.games.creature_wars.rules.empires import OWES
from rumpus.games.creature_wars.rules.flaws import check_decision
from rumpus.games.creature_wars.rules.frames import ASK_DUEL, NOTHING
from rumpus.games.creature_wars.rules.moves import decide, moves_of
from rumpus.games.creature_wars.rules.numbers import Numbers
from rumpus.games.creature_wars.rules.refusals import why_forbidden
from rumpus.games.creature_wars.rules.saving import load_into, save_of
from rumpus.games.creature_wars.rules.state import DRAWN_GAME, UNDECIDED
from rumpus.games.creature_wars.rules.turn import deal, open_hands, run
from rumpus.games.creature_wars.rules.view import known_to_decide, view_of

SEATS: Final = 2
OWING: Final = [[], [0], [1], [0, 1]]
"""Seats by their bits; handed out and never changed."""


class War(Duel):
    """The contract, each promise kept by its chapter."""

    def to_act(self) -> list[Seat]:
        owing = 0
        if self.asking == ASK_DUEL:
            for p in range(SEATS):
                if self.empires[p].committed == OWES:
                    owing |= 1 << p
        elif self.asking != NOTHING:
            owing = 1 << self.asked
        return OWING[owing]

    def moves(self, seat: Seat) -> list[Move]:
        check_seat(seat, SEATS)
        return moves_of(self, seat)

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        decide(self, seat, move)
        if self.asking == NOTHING:
            run(self, luck)

    def forbids(self, seat: Seat, move: Move) -> str:
        return why_forbidden(self, seat, move)

    def result(self) -> list[float] | None:
        if self.victor == UNDECIDED:
            return None
        if self.victor == DRAWN_GAME:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.victor == 0 else [-1.0, 1.0]

    def copy(self) -> War:
        return War(self.numbers, self)

    def waiting(self, viewer: Seat | None) -> list[Seat]:
        return known_to_decide(self, viewer)

    def view(self, seat: Seat | None) -> View:
        if seat is not None:
            check_seat(seat, SEATS)
        return view_of(self, seat)

    def imagine(self, seat: Seat, luck: Luck) -> Position:
        check_seat(seat, SEATS)
        return dream_of(self, seat, luck)

    def save(self) -> dict[str, Plain]:
        return save_of(self)

    def of_game(self) -> tuple[str, Options] | None:
        return "creature_wars", self.numbers.options


def start(numbers: Numbers, luck: Luck, listen: bool) -> War:
    """A new game, dealt and brought to its first decision."""
    war = War(numbers)
    if listen:
        war.listen()
    deal(war, luck)
    open_hands(war, luck)
    run(war, luck)
    return war


def restored(numbers: Numbers, plain: object) -> War:
    """The position that `save` wrote."""
    war = War(numbers)
    load_into(war, plain)
    check_decision(war)
    return war


def as_war(position: Position) -> War:
    """The position as ours, or a plain refusal."""
    if not isinstance(position, War):
        raise RumpusError("that is no position of Creature Wars")
    return position
