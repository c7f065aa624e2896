"""The examples that train with torch learn something in a few seconds."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rumpus.core.catalogue import game_names

pytestmark = [pytest.mark.long, pytest.mark.training]


def test_maskable_ppo_of_sb3_contrib() -> None:
    words = ["--steps", "12288", "--opponent", "random", "--games", "50"]
    assert import_module("examples.train_maskable_ppo").main(words) > 0.7


def test_ppo_in_one_file_beats_the_random_player() -> None:
    words = ["--steps", "16000", "--opponent", "random", "--num-envs", "16", "--length", "100"]
    assert import_module("examples.train_ppo").main(words) > 0.55


def test_self_play_rises_and_is_written(tmp_path: Path) -> None:
    words = ["cat_brawl", "--decisions", "60000", "--games", "60", "--to", str(tmp_path)]
    curve = import_module("examples.selfplay").main(words)
    first, last = curve.points[0], curve.points[-1]
    assert last["random"] > max(0.8, first["random"])
    written = json.loads((tmp_path / "cat_brawl.json").read_text(encoding="utf-8"))
    assert written["points"] == curve.points
    assert (written["seed"], written["recipe"]["options"]) == (1, {"max_rounds": 20})
    assert (tmp_path / "cat_brawl.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_recipe_that_runs(name: str, tmp_path: Path) -> None:
    words = [name, "--decisions", "8192", "--games", "4", "--to", str(tmp_path), "--reward", "difference"]
    curve = import_module("examples.selfplay").main(words)
    assert name in import_module("examples.selfplay").RECIPES
    assert [point["decisions"] for point in curve.points] == [0, 8192]


def test_advantages_follow_each_seat() -> None:
    """Two seats in turn, the second one a bot. Their game ends at the third step; then another goes on."""
    selfplay: Any = import_module("examples.selfplay")
    steps = {
        "seats": np.array([[0], [1], [0], [0]]),
        "own": np.array([[True], [False], [True], [True]]),
        "values": np.array([[0.2], [9.0], [0.4], [0.6]], np.float32),
        "estimates": np.array([[0.1], [0.0], [0.3], [0.5]], np.float32),
        "dones": np.array([[False], [False], [True], [False]]),
        "rewards": np.array([[[0.0, 0.0]], [[0.0, 0.0]], [[1.0, -1.0]], [[0.0, 0.0]]], np.float32),
    }
    found = selfplay.advantages(steps, np.array([[0.7, 0.0]], np.float32))
    gamma, lam = selfplay.GAMMA, selfplay.LAMBDA
    last = gamma * 0.7 - 0.6
    end = 1.0 - 0.3 - 0.4
    first = gamma * 0.3 - 0.1 + gamma * 0.4 - 0.2 + gamma * lam * end
    assert found[[3, 2, 0], 0] == pytest.approx([last, end, first], abs=1e-6)
