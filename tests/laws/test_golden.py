"""Golden games come out the same, byte for byte, interpreted and compiled, and from one version to the next."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rumpus
from rumpus.core.catalogue import find_game, game_names
from rumpus.testing import check_golden

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", game_names())
def test_golden_games_come_out_the_same(name: str) -> None:
    check_golden(find_game(name), FOLDER)


def test_the_build_under_test_is_the_one_that_was_asked_for() -> None:
    assert rumpus.compiled() == (os.environ.get("RUMPUS_EXPECT") == "compiled")
