"""No bot can peek: what a seat cannot tell apart, it answers alike; and there is nothing in a chair to peek at."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Position, Seat
from rumpus.core.rng import Seeded
from rumpus.players import find_player
from rumpus.players.exact import solves_matches
from rumpus.testing import title, variants
from rumpus.testing.random_games import RandomGame
from tests.catalogue import GAMES

BOTS = ["random", "greedy", "search:6"]


def decisions(game: Game, options: Options, seed: str, about: int, most: int) -> Iterator[tuple[Position, Seat]]:
    """Some decisions of a random game in which there is something to decide."""
    match = RandomGame(game, options, seed)
    found = 0
    for seat, _ in match.steps():
        if len(match.position.moves(seat)) > 1 and match.now_and_then(about):
            yield match.position, seat
            found += 1
            if found == most:
                return


SOLVED: list[tuple[Game, dict[str, object], str]] = [(game, {}, "exact") for game in GAMES if solves_matches(game)]
assert SOLVED
CASES = [(game, changes, bot) for game, changes in variants(GAMES) for bot in BOTS] + SOLVED


@pytest.mark.parametrize(("game", "changes", "bot"), CASES, ids=title)
def test_what_a_seat_cannot_tell_apart_it_answers_alike(game: Game, changes: dict[str, object], bot: str) -> None:
    options = game.options(changes)
    one = [find_player(bot, game, options, f"luck {seat}", timed=False) for seat in range(game.seats(options))]
    other = [find_player(bot, game, options, f"luck {seat}", timed=False) for seat in range(game.seats(options))]
    for position, seat in decisions(game, options, f"honest/{bot}", 12, 4):
        real = Chair(game, options, position, seat, Seeded("one deal"))
        imagined = position.imagine(seat, Seeded("somebody else's hand"))
        dreamt = Chair(game, options, imagined, seat, Seeded("another deal"))
        assert one[seat].decide(real) == other[seat].decide(dreamt)
        assert str(one[seat].explanation()) == str(other[seat].explanation())


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_a_chair_does_not_hold_the_position(game: Game) -> None:
    options = game.options()
    for position, seat in decisions(game, options, "nothing to peek at", 20, 3):
        chair = Chair(game, options, position, seat, Seeded("deal"))
        assert id(position) not in reachable(chair)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("game", GAMES, ids=title)
def test_deciding_changes_nothing_and_repeats(game: Game, bot: str) -> None:
    """The same chair and seed give the same move, and the real position and its luck stay as they were."""
    options = game.options()
    for position, seat in decisions(game, options, f"repeat/{bot}", 20, 3):
        before = position.save()
        chair = Chair(game, options, position, seat, Seeded("deal"))
        moves = [find_player(bot, game, options, "luck", timed=False).decide(chair) for _ in range(2)]
        assert moves[0] == moves[1]
        assert moves[0] in position.moves(seat)
        assert position.save() == before


def reachable(thing: object) -> set[int]:
    """The ids of everything one gets at from here, modules and classes left aside."""
    seen: set[int] = set()
    todo: list[object] = [thing]
    while todo:
        here = todo.pop()
        if id(here) in seen or isinstance(here, type) or type(here).__name__ in ("module", "function", "method"):
            continue
        seen.add(id(here))
        todo.extend(gc.get_referents(here))
    return seen
