"""Bots cannot cheat: equal information gives equal decisions, and an `InfoState` hides the rest."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.players import find_player
from rumpus.players.exact import solves_matches
from rumpus.testing import configurations, title
from rumpus.testing.random_games import RandomGame
from tests.catalogue import GAMES

BOTS = ["random", "greedy", "search:6"]


def decisions(game: Game, options: Options, seed: str, about: int, most: int) -> Iterator[tuple[Position, Seat]]:
    match = RandomGame(game, options, seed)
    found = 0
    for seat, _ in match.steps():
        if len(match.position.moves(seat)) > 1 and match.now_and_then(about):
            yield match.position, seat
            found += 1
            if found == most:
                return


def two_info_states(game: Game, options: Options, position: Position, seat: Seat) -> list[InfoState]:
    """One of the real position, and one of another that the seat cannot tell from it."""
    world = position.determinize(seat, SeededRng("somebody else's hand"))
    return [
        InfoState(game, options, position, seat, SeededRng("one deal")),
        InfoState(game, options, world, seat, SeededRng("another deal")),
    ]


SOLVED: list[tuple[Game, dict[str, object], str]] = [(game, {}, "exact") for game in GAMES if solves_matches(game)]
assert SOLVED
CASES = [(game, changes, bot) for game, changes in configurations(GAMES) for bot in BOTS] + SOLVED


@pytest.mark.parametrize(("game", "changes", "bot"), CASES, ids=title)
def test_what_a_seat_cannot_tell_apart_it_answers_alike(game: Game, changes: dict[str, object], bot: str) -> None:
    options = game.options(changes)
    seats = range(game.seats(options))
    one, other = ([find_player(bot, game, options, f"luck {seat}", timed=False) for seat in seats] for _ in range(2))
    for position, seat in decisions(game, options, f"honest/{bot}", 12, 4):
        real, sampled = two_info_states(game, options, position, seat)
        assert one[seat].decide(real) == other[seat].decide(sampled)
        assert str(one[seat].explanation()) == str(other[seat].explanation())


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_an_info_state_does_not_hold_the_position(game: Game) -> None:
    options = game.options()
    for position, seat in decisions(game, options, "nothing to peek at", 20, 3):
        info = InfoState(game, options, position, seat, SeededRng("deal"))
        assert id(position) not in reachable(info)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("game", GAMES, ids=title)
def test_deciding_changes_nothing_and_repeats(game: Game, bot: str) -> None:
    """Equal information and seed give equal moves; the real position and its rng are unchanged."""
    options = game.options()
    for position, seat in decisions(game, options, f"repeat/{bot}", 20, 3):
        before = position.save()
        info = InfoState(game, options, position, seat, SeededRng("deal"))
        moves = [find_player(bot, game, options, "luck", timed=False).decide(info) for _ in range(2)]
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
