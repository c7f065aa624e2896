"""The examples that train with torch learn something in a few seconds."""

from __future__ import annotations

from importlib import import_module

import pytest

pytestmark = pytest.mark.long


def test_the_example_without_torch() -> None:
    learner = import_module("examples.learn_cat_brawl")
    network, curve = learner.train(games=250, lanes=8, seed=1, opponent="random")
    assert curve[-1][0] == 250
    rate, half = learner.win_rate(network, 10, "random")
    assert 0 <= rate <= 1
    assert half >= 0


@pytest.mark.training
def test_maskable_ppo_of_sb3_contrib() -> None:
    rate = import_module("examples.train_maskable_ppo").main(
        ["--steps", "512", "--opponent", "random", "--games", "10"]
    )
    assert 0 <= rate <= 1


@pytest.mark.training
def test_ppo_in_one_file_beats_whoever_plays_at_random() -> None:
    words = ["--steps", "16000", "--opponent", "random", "--lanes", "16", "--length", "100"]
    assert import_module("examples.train_ppo").main(words) > 0.55
