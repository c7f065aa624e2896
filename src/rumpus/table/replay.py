"""A record laid out move by move, to be looked at from any seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rumpus.core.contract import Event, Position, Seat, View
from rumpus.core.game import Game, Line
from rumpus.core.record import Record


class Frame:
    """One move of a replay: who decided what, what happened, and how things stand after it."""

    def __init__(
        self, number: int, seat: Seat | None, words: str, position: Position, events: Sequence[Event], game: Game
    ) -> None:
        self.number = number
        self.seat = seat
        self.words = words
        self._position = position
        self._events = list(events)
        self._game = game

    def view(self, seat: Seat | None) -> View:
        """How things stood for this seat (None: an onlooker)."""
        return self._position.view(seat)

    def lines(self, names: Sequence[str], seat: Seat | None) -> list[Line]:
        """What this seat noticed."""
        seen = [event.seen_by(seat) for event in self._events]
        return [self._game.tell(one, names) for one in seen if one is not None]

    def all_lines(self, names: Sequence[str]) -> list[Line]:
        """All that happened, secrets included: for a match that is over."""
        return [self._game.tell(event.whole(), names) for event in self._events]

    def result(self) -> list[float] | None:
        return self._position.result()


def frames(game: Game, record: Record) -> Iterator[Frame]:
    """The deal and then every move. Refuses, at the latest at its end, a record that does not end as it says."""
    for number, position in record.replay(game):
        seat, words = record.moves[number - 1] if number else (None, "")
        yield Frame(number, seat, words, position.copy(), position.take_events(), game)
