"""The law of features: they show all that the view shows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final, cast

from rumpus.core.errors import BadRecord
from rumpus.core.features import Features
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Json, Position, Seat
from rumpus.core.rng import Rng, SeededRng
from rumpus.testing.corruption import paths_in, value_at, with_values
from rumpus.testing.law import TALLY, BrokenLaw, Law, difference
from rumpus.testing.random_games import RandomGame, games_of, text_of
from rumpus.testing.source_location import source_of
from rumpus.testing.views import without

NEIGHBOURS: Final = 32
"""Changed saves to try per position."""
CONTINUATIONS: Final = 5
CONTINUATION_DECISIONS: Final = 4
"""Decisions per continuation."""


@Law
def features_cover_the_view(game: Game, options: Options, games: int) -> None:
    """If two positions look different to a seat, its features differ too.

    Exceptions are listed in `Features.omitted` with the reason: a place in the view (`seats.place`), the order of a
    list (`discard order`), or its end (`hand[12:]`).
    """
    features = game.bots().features(options)
    if not features.names:
        return
    for match in games_of(game, options, games, "features"):
        for acting, _ in match.steps():
            if match.now_and_then(60):
                around = [match.position, *_altered(match)]
                for seat in {acting, match.seats[match.chooser.below(len(match.seats))]}:
                    _differ_together(match, features, [*around, *_futures(match, seat)], seat)


def _differ_together(match: RandomGame, features: Features, around: list[Position], seat: Seat) -> None:
    met: dict[tuple[float, ...], Json] = {}
    for position in around:
        seen = without(position.view(seat), features.omitted)
        twin = met.setdefault(tuple(features.of(position, seat)), seen)
        TALLY[-1].comparisons += 1
        if text_of(twin) != text_of(seen):
            raise BrokenLaw(
                f"the view of seat {seat} differs and its features do not: {difference(twin, seen)}; "
                "add it to the features, or list it in `omitted` with the reason",
                match.where(seat),
                source_of(features, "of"),
            )


def _altered(match: RandomGame) -> Iterator[Position]:
    """Yields valid variations of the position: one number of its save changed, or two swapped."""
    plain = json.loads(text_of(match.position.save()))
    numbers = [path for path in paths_in(plain) if isinstance(value_at(plain, path), int)]
    for _ in range(NEIGHBOURS if numbers else 0):
        path, twin = (numbers[match.chooser.below(len(numbers))] for _ in range(2))
        here, there = value_at(plain, path), value_at(plain, twin)
        if match.chooser.below(2):
            changed = with_values(with_values(plain, path, [there]), twin, [here])
        else:
            changed = with_values(plain, path, [_next_to(here, match.chooser)])
        try:
            position = match.game.load(match.options, cast(dict[str, Json], changed))
        except BadRecord:
            continue
        if position.result() is None:
            yield position


def _next_to(value: Json, rng: Rng) -> Json:
    if isinstance(value, bool):
        return not value
    assert isinstance(value, int)
    return value + (1 if rng.below(2) else -1)


def _futures(match: RandomGame, seat: Seat) -> Iterator[Position]:
    """Yields other continuations of the real position, with the same decisions of this seat."""
    for number in range(CONTINUATIONS):
        position, rng = match.position.copy(), SeededRng(f"{match.where()}/{number}")
        for _ in range(CONTINUATION_DECISIONS):
            for acting in position.to_act()[:1]:
                moves = position.moves(acting)
                position.apply(acting, moves[0 if acting == seat else rng.below(len(moves))], rng)
        if position.result() is None:
            yield position
