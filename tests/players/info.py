"""Information states for tests of players."""

from __future__ import annotations

from collections.abc import Mapping

from pigeons import game as pigeons
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.rng import SeededRng


def first_info_state(
    game: Game = pigeons, changes: Mapping[str, object] | None = None, deal: str = "deal"
) -> InfoState:
    options = game.options(changes)
    return InfoState(game, options, game.start(options, SeededRng(deal)), 0, SeededRng("chair"))
