"""The interface between a game and its players: positions, moves, views and events.

A *match* is one play of a game. A *seat* is a player's number in it: 0, 1, …; a *spectator* has none.
A *move* is an int from the game's flat move space, 0 to `Game.move_count` - 1.
A *view* is a seat's information state as JSON data: what it sees, and what it remembers from earlier moves.
A *world* is a full position consistent with a view, sampled by `Position.determinize`.
An *event* is something that happened, with the seats that see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from rumpus.core.errors import NOT_A_LEGAL_MOVE, IllegalMove, RumpusError
from rumpus.core.options import Options
from rumpus.core.outcome import places
from rumpus.core.pickles import blank, reloaded
from rumpus.core.rng import Rng

Seat = int
Move = int
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
View = dict[str, Json]
Arg = int | str

EVERYONE: Final = -1
"""Value of `Event.visible_to` for a public event: all seats and spectators see it."""


class SeenEvent:
    """The part of an event visible to one seat."""

    def __init__(self, kind: str, args: Sequence[Arg]) -> None:
        self.kind = kind
        self.args = list(args)

    def number(self, index: int) -> int:
        value = self.args[index]
        assert isinstance(value, int)
        return value

    def text(self, index: int) -> str:
        value = self.args[index]
        assert isinstance(value, str)
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeenEvent) and self.kind == other.kind and self.args == other.args

    def __repr__(self) -> str:
        return f"{self.kind}({', '.join(str(arg) for arg in self.args)})"

    def __reduce__(self) -> tuple[object, ...]:
        return SeenEvent, (self.kind, self.args)


class Event:
    """Something that happened, and its visibility.

    `args` belong to `kind`, in an order that the game defines. Seats in the bit set `visible_to` see both. All others,
    spectators included, see the kind `others_see` with `others_args`; if it is empty, they see nothing.
    """

    def __init__(
        self,
        kind: str,
        args: Sequence[Arg],
        visible_to: int = EVERYONE,
        others_see: str = "",
        others_args: Sequence[Arg] = (),
    ) -> None:
        self.kind = kind
        self.args = list(args)
        self.visible_to = visible_to
        self.others_see = others_see
        self.others_args = list(others_args)

    def seen_by(self, seat: Seat | None) -> SeenEvent | None:
        """Returns the part visible to this seat; None if it sees nothing.

        The seat None is a spectator.
        """
        if self.visible_to == EVERYONE or (seat is not None and self.visible_to >> seat & 1):
            return SeenEvent(self.kind, self.args)
        if self.others_see:
            return SeenEvent(self.others_see, self.others_args)
        return None

    def full(self) -> SeenEvent:
        """Returns the whole event, for a replay after the end."""
        return SeenEvent(self.kind, self.args)

    def __repr__(self) -> str:
        return repr(self.full())

    def __reduce__(self) -> tuple[object, ...]:
        return Event, (self.kind, self.args, self.visible_to, self.others_see, self.others_args)


def check_seat(seat: Seat, seats: int) -> None:
    """Raises RumpusError unless 0 <= seat < seats."""
    if not 0 <= seat < seats:
        raise RumpusError(f"There is no seat {seat} in this match: its seats are 0 to {seats - 1}.")


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A full state of a match, with hidden information (OpenSpiel: State).

    Mutable and cheap to copy.

    There are no chance nodes: `apply` draws chance from `rng`. A position holds no clock, name or random generator, and
    no history but pending events and what seats may remember. Neither the caller nor the position changes a list after
    a method has returned it. Overrides of `moves`, `view` and `determinize` call `check_seat` first.
    """

    def __init__(self) -> None:
        self.events: list[Event] | None = None
        """Events since the last `take_events`; None if they are not recorded. `apply` appends to it."""

    # --- a game must override these ---

    def to_act(self) -> list[Seat]:
        """Returns the seats to act, ascending.

        An empty list means that the game is over.

        Several seats move simultaneously. A seat that has moved leaves this list, so the last one looks like a turn.
        """
        raise NotImplementedError

    def moves(self, seat: Seat) -> list[Move]:
        """Returns the legal moves of a seat; empty if it is not to act.

        The order is fixed: seeded games depend on it.
        """
        raise NotImplementedError

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        """Makes a legal move, without the check of `play`. For rollouts and search.

        Seats make simultaneous moves one by one, in any order. Such a move stays sealed until the last seat has moved:
        only the mover's view shows it.
        """
        raise NotImplementedError

    def result(self) -> list[float] | None:
        """Returns each seat's payoff, -1 to 1; None while `to_act` is not empty."""
        raise NotImplementedError

    def copy(self) -> Position:
        """Returns an independent copy.

        It records events if this position does; pending events are not copied.
        """
        raise NotImplementedError

    def view(self, seat: Seat | None) -> View:
        """Returns the information state of a seat, or of a spectator (None).

        Add visible data field by field; never copy everything and delete secrets.
        """
        raise NotImplementedError

    def determinize(self, seat: Seat, rng: Rng) -> Position:
        """Samples a full position consistent with everything `seat` knows: a determinization.

        OpenSpiel: ResampleFromInfostate. Hidden information is dealt anew with `rng`; seats whose sealed moves are
        unknown are to act again. The seat itself may be waiting. The world depends on nothing but the seat's knowledge
        and `rng`: two positions that the seat cannot distinguish give it the same world for equal `rng` states. It
        records no events.
        """
        raise NotImplementedError

    def save(self) -> dict[str, Json]:
        """Returns the whole position, without the options, as JSON data for `Game.load`."""
        raise NotImplementedError

    # --- a game may override these ---

    def rule_against(self, seat: Seat, move: Move) -> str:
        """Returns the rule that forbids a move; empty if it is legal.

        Games override this, and end the text with the clause of the rulebook: "… (CB-17)". Callers use `refusal`. The
        seat is to act; the move may be any int, also a negative one.
        """
        return "" if move in self.moves(seat) else NOT_A_LEGAL_MOVE

    def ranking(self) -> list[int]:
        """Returns each seat's rank after the end; empty before.

        1 is best. Ties share the better rank.
        """
        result = self.result()
        return [] if result is None else places(result)

    def visible_to_act(self, viewer: Seat | None) -> list[Seat]:
        """Returns the seats to act, as far as this viewer may know."""
        return self.to_act()

    def rollout_move(self, seat: Seat, rng: Rng) -> Move:
        """Returns a random move for rollouts; uniform by default. Overrides stay random and cheap."""
        return self.random_move(seat, rng)

    def random_move(self, seat: Seat, rng: Rng) -> Move:
        """Returns a uniformly random move: `moves(seat)[rng.below(len(moves))]`.

        An override may avoid the list, but must make the identical draw and return the same move.
        """
        moves = self.moves(seat)
        return moves[rng.below(len(moves))]

    def prepare_rollout(self) -> None:
        """Drops data that only `view`, `determinize`, `save` and events need.

        A search calls it on its worlds, which are then only copied, played, ranked and scored by the `Evaluator`.
        Copies lack the dropped data too.
        """

    def game_and_options(self) -> tuple[str, Options] | None:
        """Returns the game's name and options: `__reduce__` pickles them with the data of `save`.

        If None, `__dict__` is pickled. Compiled classes have no `__dict__` and must override this.
        """
        return None

    # --- derived from the above ---

    def refusal(self, seat: object, move: object) -> str:
        """Returns why an input is not a legal move; empty if it is.

        The input may be of any type.

        Checks types, the end of the game and the turn, then asks `rule_against`.
        """
        if isinstance(seat, bool) or not isinstance(seat, int):
            return "A seat is a whole number: 0, 1 and so on."
        if isinstance(move, bool) or not isinstance(move, int):
            return "A move is a whole number, one of those that are offered."
        if self.result() is not None:
            return "The game is over."
        if seat not in self.to_act():
            return "You have nothing to decide at the moment."
        return self.rule_against(seat, move)

    def play(self, seat: object, move: object, rng: Rng) -> None:
        """Makes a move after checking it. An illegal move raises IllegalMove and changes nothing."""
        reason = self.refusal(seat, move)
        if reason:
            raise IllegalMove(reason)
        assert isinstance(seat, int)
        assert isinstance(move, int)
        self.apply(seat, move, rng)

    def listen(self) -> None:
        """Starts recording events. Copies record too; worlds never do."""
        if self.events is None:
            self.events = []

    def take_events(self) -> list[Event]:
        """Returns the events since the last call, oldest first. Empty unless listening."""
        events = self.events
        if not events:
            return []
        self.events = []
        return events

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        """Copies the position together with its pending events."""
        twin = self.copy()
        if self.events is not None:
            twin.events = self.events[:]
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        game = self.game_and_options()
        if game is not None:
            return reloaded, (game[0], game[1].changed(), self.save(), self.events)
        return blank, (type(self),), {**self.__dict__, "events": self.events}
