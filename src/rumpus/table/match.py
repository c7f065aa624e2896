"""A match: position, random generator, events and record."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Event, Move, Seat
from rumpus.core.record import Record, digest, walk


class Match:
    """A match in progress. Show it to people through `rumpus.table.seat_view` only."""

    def __init__(
        self,
        game: Game,
        options: Options,
        seed: str,
        players: Sequence[str],
        moves: Sequence[tuple[Seat, Move | str]] = (),
        then: Sequence[tuple[int, str]] = (),
    ) -> None:
        """Deals from this seed and replays these moves. `then` as in `Record`."""
        self.game = game
        self.options = options
        self.record = Record(game.name, game.version, options.changed(), seed, players, then=then)
        self.events: list[Event] = []
        for step in walk(game, options, seed, moves, then):
            self.position, self.rng = step.position, step.rng
            self.events.extend(step.position.take_events())
            if step.seat is not None:
                self.record.moves.append((step.seat, step.words))
        self._note_end()

    @staticmethod
    def resume(game: Game, record: Record) -> Match:
        """Returns the match that a record describes, ready to go on."""
        return Match(game, record.options_of(game), record.seed, record.players, record.moves, record.then)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Makes a move and returns its events.

        An illegal move raises IllegalMove and changes nothing.
        """
        reason = self.position.refusal(seat, move)
        if reason:
            raise IllegalMove(reason)
        return self.apply(seat, move)

    def apply(self, seat: Seat, move: Move, words: str = "") -> list[Event]:
        """Makes a move already checked in this position. `words` is its notation, if known."""
        self.record.moves.append((seat, words or self.game.format_move(self.position, seat, move)))
        self.position.apply(seat, move, self.rng)
        events = self.position.take_events()
        self.events.extend(events)
        self._note_end()
        return events

    def _note_end(self) -> None:
        result = self.position.result()
        if result is not None:
            self.record.result, self.record.ranking = result, self.position.ranking()
            self.record.end = digest(self.position)

    @property
    def result(self) -> list[float] | None:
        """The payoff of each seat, from -1 to 1. None during the match."""
        return self.record.result

    @property
    def over(self) -> bool:
        return self.record.result is not None
