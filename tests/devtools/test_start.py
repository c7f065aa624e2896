"""`./start` with a game of examples/, which nobody has installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bootstrap import example_games


def rumpus(*words: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "rumpus", *words], capture_output=True, text=True, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_of_the_examples_that_is_named_is_found_where_it_lies(tmp_path: Path) -> None:
    environment = example_games(["rules", "kuhn"], tmp_path)
    assert "kuhn" in rumpus("games", **environment)
    assert "The smallest poker in which one must bluff." in rumpus("rules", "kuhn", **environment)


def test_no_other_game_is(tmp_path: Path) -> None:
    assert example_games(["play", "../kuhn", "tests"], tmp_path) == {}
    assert "floes" not in rumpus("games", **example_games(["kuhn"], tmp_path))
