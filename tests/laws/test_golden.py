"""Golden games come out the same, byte for byte, interpreted and compiled, and from one version to the next."""

from __future__ import annotations

import json
import os

import pytest

import rumpus
from rumpus.core.catalogue import find_game, game_names
from tests.laws.golden import FOLDER, fingerprints


@pytest.mark.parametrize("name", game_names())
def test_golden_games_come_out_the_same(name: str) -> None:
    game = find_game(name)
    golden = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert golden["version"] == game.version, "write the golden games anew together with a raised version"
    assert fingerprints(game) == golden["games"], "the same luck and moves give another game: raise the game's version"


def test_the_build_under_test_is_the_one_that_was_asked_for() -> None:
    assert rumpus.compiled() == (os.environ.get("RUMPUS_EXPECT") == "compiled")
