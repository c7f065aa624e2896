"""`./start` with a game of examples/, which nobody has installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bootstrap import examples_named


def rumpus(*words: str, **told: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "rumpus", *words], capture_output=True, text=True, env={**os.environ, **told}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_of_the_examples_that_is_named_is_found_where_it_lies(tmp_path: Path) -> None:
    told = examples_named(["rules", "kuhn"], tmp_path)
    assert "kuhn" in rumpus("games", **told)
    assert "The smallest poker in which one must bluff." in rumpus("rules", "kuhn", **told)


def test_no_other_game_is(tmp_path: Path) -> None:
    assert examples_named(["play", "../kuhn", "tests"], tmp_path) == {}
    assert "floes" not in rumpus("games", **examples_named(["kuhn"], tmp_path))
