"""A small soak; `python -m tests.games.cat_brawl.soak` is the long one."""

from __future__ import annotations

import pytest

from rumpus.testing import rule
from tests.games.cat_brawl.soak import missing, soak

pytestmark = pytest.mark.soak


@rule("CB-31", "CB-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_games_end_and_use_everything(players: int) -> None:
    seen, _ = soak(players, 40)
    assert missing(seen) == []
    assert seen["won"] + seen["drawn"] == 40
