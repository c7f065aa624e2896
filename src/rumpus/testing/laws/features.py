"""The law of features: what a seat sees is what a learner gets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final, cast

from rumpus.core.errors import BadRecord
from rumpus.core.features import Features
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Plain, Position, Seat
from rumpus.core.rng import Luck, Seeded
from rumpus.testing.corruption import paths_in, value_at, with_values
from rumpus.testing.law import BrokenLaw, Law, difference, place_in
from rumpus.testing.random_games import RandomGame, games_of, text_of

NEIGHBOURS: Final = 32
"""Saves next to that of the real position that are tried."""
WAYS: Final = 5
AHEAD: Final = 4
"""So many ways to go on, of so many decisions each."""


@Law
def features_tell_all(game: Game, options: Options, games: int) -> None:
    """Where two positions look different to a seat its features differ too, but for what `Features.left_out` lists
    with the reason: a place in the view (`seats.place`), the order of a list (`discard order`), or what comes after its
    first so many (`hand[12:]`)."""
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
    met: dict[tuple[float, ...], Plain] = {}
    for position in around:
        seen = without(position.view(seat), features.left_out, "")
        twin = met.setdefault(tuple(features.of(position, seat)), seen)
        if text_of(twin) != text_of(seen):
            raise BrokenLaw(
                f"the view of seat {seat} differs and its features do not: {difference(twin, seen)}; "
                "say it in the features, or list it in `left_out` with the reason",
                match.where(seat),
                place_in(features, "of"),
            )


def without(plain: Plain, left_out: Mapping[str, str], path: str) -> Plain:
    """A view but for what is left out."""
    if isinstance(plain, dict):
        inside = {name: f"{path}.{name}" if path else name for name in plain}
        kept = [name for name in plain if inside[name] not in left_out]
        return {name: without(plain[name], left_out, inside[name]) for name in kept}
    if isinstance(plain, list):
        parts = [without(value, left_out, path) for value in plain]
        for name in left_out:
            if name == f"{path} order":
                parts.sort(key=text_of)
            elif name.startswith(f"{path}[") and name.endswith(":]"):
                del parts[int(name[len(path) + 1 : -2]) :]
        return parts
    return plain


def _altered(match: RandomGame) -> Iterator[Position]:
    """The real position with one number of its save changed, or two exchanged, where that is still a save of a game
    that goes on."""
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
            position = match.game.load(match.options, cast(dict[str, Plain], changed))
        except BadRecord:
            continue
        if position.result() is None:
            yield position


def _next_to(value: Plain, luck: Luck) -> Plain:
    if isinstance(value, bool):
        return not value
    assert isinstance(value, int)
    return value + (1 if luck.below(2) else -1)


def _futures(match: RandomGame, seat: Seat) -> Iterator[Position]:
    """Other ways to go on from the real position, with the same decisions of this seat."""
    for number in range(WAYS):
        position, luck = match.position.copy(), Seeded(f"{match.where()}/{number}")
        for _ in range(AHEAD):
            for acting in position.to_act()[:1]:
                moves = position.moves(acting)
                position.apply(acting, moves[0 if acting == seat else luck.below(len(moves))], luck)
        if position.result() is None:
            yield position
