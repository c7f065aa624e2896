"""A match: a position with people and bots at it, the luck it is played with, and its record."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.contract import Event, Move, Seat
from rumpus.core.game import Game
from rumpus.core.luck import Seeded
from rumpus.core.options import Options
from rumpus.core.record import Record, digest


class Match:
    """Everything that may be asked of it for a seat goes through `table.funnel`."""

    def __init__(self, game: Game, options: Options, seed: str, players: Sequence[str]) -> None:
        self.game = game
        self.options = options
        self.luck = Seeded(seed)
        self.position = game.start(options, self.luck, listen=True)
        self.record = Record(game.name, game.version, options.changed(), seed, players)
        self.events: list[Event] = self.position.take_events()

    @staticmethod
    def resume(game: Game, record: Record) -> Match:
        """The match as its record left it."""
        match = Match(game, record.options_of(game), record.seed, record.players)
        switches = dict(record.then)
        for number, (seat, text) in enumerate(record.moves):
            if number in switches:
                match.new_luck(switches[number])
            match.play(seat, game.read(match.position, seat, text))
        if len(record.moves) in switches:
            match.new_luck(switches[len(record.moves)])
        return match

    def play(self, seat: Seat, move: Move) -> list[Event]:
        """Decide for a seat; says what happened. A forbidden move is refused and changes nothing."""
        reason = self.position.why_not(seat, move)
        words = "" if reason else self.game.write(self.position, seat, move)
        self.position.play(seat, move, self.luck)
        self.record.moves.append((seat, words))
        happened = self.position.take_events()
        self.events.extend(happened)
        result = self.position.result()
        if result is not None:
            self.record.result = result
            self.record.end = digest(self.position)
        return happened

    def new_luck(self, seed: str) -> None:
        """From here on chance comes from another seed: a match that goes on where another one stood."""
        self.luck = Seeded(seed)
        self.record.then.append((len(self.record.moves), seed))

    @property
    def over(self) -> bool:
        return self.record.result is not None
