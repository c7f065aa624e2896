"""The examples that train with torch learn something in a few seconds."""

from __future__ import annotations

from importlib import import_module

import pytest

pytestmark = [pytest.mark.long, pytest.mark.training]


def test_maskable_ppo_of_sb3_contrib() -> None:
    words = ["--steps", "512", "--opponent", "random", "--games", "10"]
    assert 0 <= import_module("examples.train_maskable_ppo").main(words) <= 1


def test_ppo_in_one_file_beats_the_random_player() -> None:
    words = ["--steps", "16000", "--opponent", "random", "--num-envs", "16", "--length", "100"]
    assert import_module("examples.train_ppo").main(words) > 0.55
