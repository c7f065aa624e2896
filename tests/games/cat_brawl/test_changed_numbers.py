"""The laws hold with other numbers too, the odd ones included."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.games.cat_brawl import game
from rumpus.testing.laws import LAWS

TABLES = [
    {"players": 3, "hunting.rounds": 3, "draw_every": 1, "max_rounds": 12},
    {"players": 4, "hunting.rounds": 1, "starting_cards": 6, "max_rounds": 12},
    {"players": 2, "loneliness.cooldown": 0, "spotlight.cooldown": 0, "critical_hit.cooldown": 0, "max_rounds": 15},
    {"players": 3, "critical_hit.cost": 5, "scratch.damage": 4, "purr.loss": 0, "purr.gain": 0, "max_rounds": 1},
    {"players": 2, "recycling.cooldown": 0, "attacker.points": 1, "gentleman.points": 1, "win_hp": 11},
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("changes", TABLES, ids=lambda changes: ",".join(changes))
def test_law(changes: dict[str, object], law: Callable[[Game, Options, int], None]) -> None:
    law(game, game.options(changes), 4)
