"""A small soak; `python -m tests.games.creature_wars.soak` is the long one."""

from __future__ import annotations

import pytest

from rumpus.testing import rule
from tests.games.creature_wars.soak import MANY_WITCHES, soak


@rule("CW-96", "ER-10", "CW-90")
def test_random_games_end_and_never_contradict_themselves() -> None:
    tally = soak(40, 1)
    assert len(tally.turns) == 40
    assert max(tally.turns) <= 100


@pytest.mark.soak
@rule("CW-7", "CW-96", "ER-10")
def test_every_witch_is_played_and_leaves_the_table_in_order() -> None:
    tally = soak(60, 1, MANY_WITCHES)
    assert tally.missing() == []
