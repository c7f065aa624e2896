"""All that a seat can ask of a position, compared with what another position answers that it cannot tell apart."""

from __future__ import annotations

from rumpus.core.features import move_rows
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Position, Seat
from rumpus.core.words import seen_from
from rumpus.testing.law import BrokenLaw, difference, expect, place_in, tells
from rumpus.testing.random_games import people_of


def look_the_same(game: Game, options: Options, real: Position, other: Position, seat: Seat, where: str) -> None:
    """Raises, with what differs, unless this seat gets the same view, moves, words, refusals and features of both."""
    alike = Alike(real, other, seat, where)
    alike.must_say("view", real, real.view(seat), other.view(seat))
    alike.must_say("moves", real, real.moves(seat), other.moves(seat))
    alike.must_say("waiting", real, real.waiting(seat), other.waiting(seat))
    alike.must_say("result", real, real.result() is None, other.result() is None)
    people = seen_from(people_of(game, options), seat)
    for move in real.moves(seat):
        alike.must_say("write", game, game.write(real, seat, move), game.write(other, seat, move))
        alike.must_say("say", game, game.say(real, seat, move, people), game.say(other, seat, move, people))
        words = game.explain(real, seat, move, people), game.explain(other, seat, move, people)
        alike.must_say("explain", game, *words)
    for move in range(0, game.move_count(options), max(1, game.move_count(options) // 7)):
        alike.must_say("forbids", real, real.why_not(seat, move), other.why_not(seat, move))
    features = game.bots().features(options)
    row = features.of(real, seat)
    expect(len(row) == len(features.names), f"features have {len(row)} numbers and {len(features.names)} names", where)
    if row != features.of(other, seat):
        place = [a == b for a, b in zip(row, features.of(other, seat), strict=True)].index(False)
        sentence = tells(seat, f"its features, number {place} ({features.names[place]})", real, other)
        raise BrokenLaw(sentence, where, place_in(features, "of"))
    if features.move_names:
        moves, space = real.moves(seat)[:10], game.move_count(options)
        rows = [list(move_rows(features, position, seat, moves, space)) for position in (real, other)]
        alike.must_say("write_move", features, *rows)


class Alike:
    """Two positions that one seat cannot tell apart, and where they were met."""

    def __init__(self, real: Position, other: Position, seat: Seat, where: str) -> None:
        self.real = real
        self.other = other
        self.seat = seat
        self.where = where

    def must_say(self, what: str, owner: object, one: object, two: object) -> None:
        """The same to the letter: what is sent to a page shows the order of keys, and 1 is not 1.0."""
        if repr(one) != repr(two):
            told = difference(one, two) or "the same in another order"
            sentence = f"{tells(self.seat, f'`{what}`', self.real, self.other)}: {told}"
            raise BrokenLaw(sentence, self.where, place_in(owner, what))
