"""What environments promise of a game before it is played: how long it gets, and whether results add up to 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Position
from rumpus.core.rng import Rng, SeededRng
from rumpus.testing import configurations, title
from tests.catalogue import GAMES

Chooser = Callable[[Sequence[int], Rng], int]
CHOOSERS: dict[str, Chooser] = {
    "first": lambda moves, rng: moves[0],
    "last": lambda moves, rng: moves[-1],
    "any_of": lambda moves, rng: moves[rng.below(len(moves))],
}


def played(game: Game, options: Options, choose: Chooser, most: int) -> tuple[Position, int]:
    """A match to its end, and how many decisions it took; given up after one more than `most`."""
    rng, decisions = SeededRng("how long"), 0
    position = game.start(options, rng)
    while (acting := position.to_act()) and decisions <= most:
        for seat in acting:
            position.apply(seat, choose(position.moves(seat), rng), rng)
            decisions += 1
    return position, decisions


@pytest.mark.parametrize("choose", CHOOSERS.values(), ids=CHOOSERS)
@pytest.mark.parametrize(("game", "changes"), configurations(GAMES), ids=title)
def test_no_match_is_longer_than_its_game_says(game: Game, changes: dict[str, object], choose: Chooser) -> None:
    options = game.options(changes)
    position, decisions = played(game, options, choose, game.max_decisions(options))
    assert decisions <= game.max_decisions(options)
    result = position.result()
    assert result is not None
    if game.zero_sum(options):
        assert sum(result) == 0


@pytest.mark.parametrize(
    ("name", "changes", "most"),
    [
        ("cat_brawl", {"max_rounds": 3}, 20),
        ("defend_the_city", {"versus": True, "enemies": 1, "stamina": 2, "idle_turns": 1, "stand_offs": 1}, 30),
        ("ultimatum", {"phase_limit": 2, "squad": 1}, 12),
        ("battle_puno", {"mode": "death match", "max_turns": 20}, 40),
        ("creature_wars", {"turn_limit": 1}, 214),
    ],
)
def test_what_ends_a_match_early_is_in_the_bound(name: str, changes: dict[str, object], most: int) -> None:
    game = next(game for game in GAMES if game.name == name)
    assert game.max_decisions(game.options(changes)) == most
    assert game.max_decisions(game.options(changes)) < game.max_decisions(game.options())
