"""The one contract between a game and whatever plays it: positions, moves, views, dreams and events.

Words used everywhere: a *seat* is 0, 1, …; a *move* is an int from the game's flat move space; a *view* is all that a
seat may know; a *dream* is an imagined position that its dreamer could not tell from the real one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from rumpus.core.errors import IllegalMove, RumpusError
from rumpus.core.options import Options
from rumpus.core.outcome import places
from rumpus.core.pickles import blank, reloaded
from rumpus.core.rng import Luck

Seat = int
Move = int
Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
View = dict[str, Plain]
Arg = int | str

EVERYONE: Final = -1
"""As the knowers of an event: nothing about it is secret."""


class Seen:
    """What one seat noticed of an event: its kind and the facts it may know."""

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
        return isinstance(other, Seen) and self.kind == other.kind and self.args == other.args

    def __repr__(self) -> str:
        return f"{self.kind}({', '.join(str(arg) for arg in self.args)})"

    def __reduce__(self) -> tuple[object, ...]:
        return Seen, (self.kind, self.args)


class Event:
    """Something that happened, and who saw what of it.

    Seats in the bit set `knowers` notice `kind` with `args`; all others, onlookers included, notice `outside` with
    `outside_args`, or nothing at all when `outside` is empty.
    """

    def __init__(
        self,
        kind: str,
        args: Sequence[Arg],
        knowers: int = EVERYONE,
        outside: str = "",
        outside_args: Sequence[Arg] = (),
    ) -> None:
        self.kind = kind
        self.args = list(args)
        self.knowers = knowers
        self.outside = outside
        self.outside_args = list(outside_args)

    def seen_by(self, seat: Seat | None) -> Seen | None:
        """What this seat noticed (None: an onlooker)."""
        if self.knowers == EVERYONE or (seat is not None and self.knowers >> seat & 1):
            return Seen(self.kind, self.args)
        if self.outside:
            return Seen(self.outside, self.outside_args)
        return None

    def whole(self) -> Seen:
        """All of it, for a replay after the end."""
        return Seen(self.kind, self.args)

    def __repr__(self) -> str:
        return repr(self.whole())

    def __reduce__(self) -> tuple[object, ...]:
        return Event, (self.kind, self.args, self.knowers, self.outside, self.outside_args)


def check_seat(seat: Seat, seats: int) -> None:
    """Refuse a seat that a match of so many has not."""
    if not 0 <= seat < seats:
        raise RumpusError(f"there is no seat {seat} in this match: its seats are 0 to {seats - 1}")


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A game in progress: dull data, mutable, cheap to copy, and complete at any moment, also inside an effect.

    It holds no history, clock, name or luck. Lists that a method hands out are never changed afterwards by either side.
    """

    def __init__(self) -> None:
        self.events: list[Event] | None = None

    # --- what a game must say ---

    def to_act(self) -> list[Seat]:
        """The seats that owe a decision now, upwards: several when moves are simultaneous, none when it is over."""
        raise NotImplementedError

    def moves(self, seat: Seat) -> list[Move]:
        """What that seat may decide, in the order the rules list it; empty if it owes nothing.

        Here, in `view` and in `imagine`, a seat that does not exist is refused (`check_seat`).
        """
        raise NotImplementedError

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        """Decide, with a move that `moves` offered: `play` without its check, for playouts and search.

        Seats that decide together wait, sealed, for the last of them.
        """
        raise NotImplementedError

    def result(self) -> list[float] | None:
        """What each seat gets, from -1 to 1 (the most there is to lose or win), or None while it goes on.

        Bots and learners want as much of it as they can get; who has won is another question (`ranking`).
        """
        raise NotImplementedError

    def copy(self) -> Position:
        """An exact twin that shares nothing changeable; it listens if this one does, without its pending events."""
        raise NotImplementedError

    def view(self, seat: Seat | None) -> View:
        """All that this seat may know, built up from nothing, as plain data; None is an onlooker."""
        raise NotImplementedError

    def imagine(self, seat: Seat, luck: Luck) -> Position:
        """A whole position this seat could not tell from the real one; it does not listen.

        What the seat cannot know is dealt anew, and the others' sealed answers are taken back. The dream depends on
        nothing but what the seat knows and the luck: two positions it cannot tell apart give it the same dream.
        """
        raise NotImplementedError

    def save(self) -> dict[str, Plain]:
        """All of it as plain data for JSON; the game's `load` brings it back. Options are not part of it."""
        raise NotImplementedError

    # --- what a game may say better ---

    def forbids(self, seat: Seat, move: Move) -> str:
        """Why a seat that owes a decision may not decide this, as a sentence that cites the clause; empty if it may."""
        if move in self.moves(seat):
            return ""
        return "That is not among your options now."

    def ranking(self) -> list[int]:
        """After the end, the place of every seat: 1 for the best; equals share the better place.

        It goes by what they get; a game says better where those who get the same did not do equally well.
        """
        result = self.result()
        return [] if result is None else places(result)

    def waiting(self, viewer: Seat | None) -> list[Seat]:
        """The seats that, for all this viewer may know, owe a decision now. Who is asked can itself be a secret."""
        return self.to_act()

    def hunch(self, seat: Seat, luck: Luck) -> Move:
        """A quick random move for the playouts of a search: any of them, each as likely as the other.

        A game may say better: leave out what only prolongs it. It must stay random, and cheap.
        """
        return self.at_random(seat, luck)

    def at_random(self, seat: Seat, luck: Luck) -> Move:
        """Any move, each as likely as the other: `moves(seat)[luck.below(…)]`, which a game may find without a list."""
        moves = self.moves(seat)
        return moves[luck.below(len(moves))]

    def be_played_out(self) -> None:
        """From here on there will only be moves and a result: what serves views, saves and dreams alone may go.

        A search says so to its dreams before it plays on in them. Copies remember it.
        """

    def of_game(self) -> tuple[str, Options] | None:
        """The name of its game and the options it is played with: a pickle holds those and what `save` says.

        None: all of it stands in plain attributes, and they are the pickle. Compiled positions have none.
        """
        return None

    # --- what follows from it ---

    def why_not(self, seat: object, move: object) -> str:
        """Why this seat may not decide this now, in a sentence; empty if it may. Both may be anything at all."""
        if isinstance(seat, bool) or not isinstance(seat, int):
            return "A seat is a whole number: 0, 1 and so on."
        if isinstance(move, bool) or not isinstance(move, int):
            return "A move is a whole number, one of those that are offered."
        if self.result() is not None:
            return "The game is over."
        if seat not in self.to_act():
            return "You have nothing to decide at the moment."
        return self.forbids(seat, move)

    def play(self, seat: object, move: object, luck: Luck) -> None:
        """Decide; whatever is not a move that this seat may make is refused with the reason and changes nothing."""
        reason = self.why_not(seat, move)
        if reason:
            raise IllegalMove(reason)
        assert isinstance(seat, int)
        assert isinstance(move, int)
        self.apply(seat, move, luck)

    def listen(self) -> None:
        """Note events from now on. Copies listen too; dreams never do."""
        if self.events is None:
            self.events = []

    def take_events(self) -> list[Event]:
        """What happened since the last call, oldest first; only a listening position notes it."""
        events = self.events
        if not events:
            return []
        self.events = []
        return events

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        """What Python calls a deep copy: a copy, and events that nobody has taken yet are pending in both."""
        twin = self.copy()
        if self.events is not None:
            twin.events = self.events[:]
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        game = self.of_game()
        if game is not None:
            return reloaded, (game[0], game[1].changed(), self.save(), self.events)
        return blank, (type(self),), {**self.__dict__, "events": self.events}
