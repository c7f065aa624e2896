"""Random games end and keep the laws, on every map with all players, squads and picks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.games.ultimatum import game
from rumpus.testing import rule
from rumpus.testing.laws import LAWS
from tests.games.ultimatum.soak import soak

QUICK = [law for law in LAWS if law.__name__ not in ("determinizations_vary", "notation_reads_back")]

pytestmark = pytest.mark.soak


@rule("UL-41")
@pytest.mark.parametrize("map", ["arena", "causeway", "crossroads", "ruins"])
def test_random_games_end_on_every_map(map: str) -> None:
    moves, _, _ = soak(map, 27)
    assert moves > 1000


@pytest.mark.parametrize("law", QUICK, ids=lambda law: law.__name__)
@pytest.mark.parametrize(
    ("map", "players"),
    [(m, n) for m, counts in (("arena", (2, 3, 4)), ("causeway", (2,)), ("ruins", (2, 3))) for n in counts],
)
def test_the_laws_hold_on_every_map_for_every_number_of_players(
    map: str, players: int, law: Callable[[Game, Options, int], None]
) -> None:
    for squad, pick in ((1, "blind"), (3, "draft"), (6 if players < 4 else 4, "random")):
        law(game, game.options({"map": map, "players": players, "squad": squad, "pick": pick, "phase_limit": 2}), 1)
