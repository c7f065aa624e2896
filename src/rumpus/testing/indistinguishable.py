"""Compares everything a seat can query in two positions that it cannot distinguish."""

from __future__ import annotations

from collections.abc import Iterator

from rumpus.core.features import move_features
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Position, Seat
from rumpus.core.words import seen_from
from rumpus.testing.law import TALLY, BrokenLaw, difference, expect, leak
from rumpus.testing.random_games import people_of
from rumpus.testing.source_location import source_of

Answers = tuple[str, object, object, object]


def must_match(game: Game, options: Options, real: Position, other: Position, seat: Seat, where: str) -> None:
    """Raises BrokenLaw unless the seat gets the same answers from both positions."""
    for what, owner, one, two in _answers(game, options, real, other, seat):
        TALLY[-1].comparisons += 1
        if repr(one) != repr(two):  # key order counts, and 1 is not 1.0
            differs = difference(one, two) or "the same in another order"
            sentence = f"{leak(seat, f'`{what}`', real, other)}: {differs}"
            raise BrokenLaw(sentence, where, source_of(owner, what, real))
    features = game.bots().features(options)
    row, twin = features.of(real, seat), features.of(other, seat)
    expect(len(row) == len(features.names), f"features have {len(row)} numbers and {len(features.names)} names", where)
    if row != twin:
        place = [a == b for a, b in zip(row, twin, strict=True)].index(False)
        sentence = leak(seat, f"its features, number {place} ({features.names[place]})", real, other)
        raise BrokenLaw(sentence, where, source_of(features, "of"))


def _answers(game: Game, options: Options, real: Position, other: Position, seat: Seat) -> Iterator[Answers]:
    """Yields each query, the object that answers it, and the answers in both positions."""
    yield "view", real, real.view(seat), other.view(seat)
    yield "moves", real, real.moves(seat), other.moves(seat)
    yield "visible_to_act", real, real.visible_to_act(seat), other.visible_to_act(seat)
    yield "result", real, real.result() is None, other.result() is None
    people = seen_from(people_of(game, options), seat)
    for move in real.moves(seat):
        yield "format_move", game, game.format_move(real, seat, move), game.format_move(other, seat, move)
        for what in ("describe_move", "explain_move", "justify_move"):
            method = getattr(game, what)
            yield what, game, method(real, seat, move, people), method(other, seat, move, people)
    space = game.move_count(options)
    for move in range(0, space, max(1, space // 7)):
        yield "rule_against", real, real.refusal(seat, move), other.refusal(seat, move)
    features = game.bots().features(options)
    if features.move_names:
        moves = real.moves(seat)[:10]
        rows, twins = (list(move_features(features, position, seat, moves, space)) for position in (real, other))
        yield "write_move", features, rows, twins
