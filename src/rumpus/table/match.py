"""A match: a position with people and bots at it, the luck it is played with, and its record."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Event, Move, Seat
from rumpus.core.record import Record, digest, walk


class Match:
    """Everything that may be asked of it for a seat goes through `table.sight`."""

    def __init__(
        self,
        game: Game,
        options: Options,
        seed: str,
        players: Sequence[str],
        moves: Sequence[tuple[Seat, Move | str]] = (),
        then: Sequence[tuple[int, str]] = (),
    ) -> None:
        """Dealt from this seed, after these moves; `then`: after so many of them luck came from another seed."""
        self.game = game
        self.options = options
        self.record = Record(game.name, game.version, options.changed(), seed, players, then=then)
        self.events: list[Event] = []
        for step in walk(game, options, seed, moves, then):
            self.position, self.luck = step.position, step.luck
            self.events.extend(step.position.take_events())
            if step.seat is not None:
                self.record.moves.append((step.seat, step.words))
        self._note_end()

    @staticmethod
    def resume(game: Game, record: Record) -> Match:
        """The match as its record left it."""
        return Match(game, record.options_of(game), record.seed, record.players, record.moves, record.then)

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Decide for a seat; says what happened. A forbidden move is refused and changes nothing."""
        reason = self.position.why_not(seat, move)
        if reason:
            raise IllegalMove(reason)
        return self.apply(seat, move)

    def apply(self, seat: Seat, move: Move, words: str = "") -> list[Event]:
        """`play` without its question, for a move (in these words) that was found legal in this very position."""
        self.record.moves.append((seat, words or self.game.write(self.position, seat, move)))
        self.position.apply(seat, move, self.luck)
        happened = self.position.take_events()
        self.events.extend(happened)
        self._note_end()
        return happened

    def _note_end(self) -> None:
        result = self.position.result()
        if result is not None:
            self.record.result, self.record.ranking = result, self.position.ranking()
            self.record.end = digest(self.position)

    @property
    def over(self) -> bool:
        return self.record.result is not None
