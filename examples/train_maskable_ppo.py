"""Trains Cat Brawl with MaskablePPO of sb3-contrib against the greedy bot, and says how often it wins.

    pip install 'rumpus[envs,train]'
    python examples/train_maskable_ppo.py --steps 200000

Nothing here is about Rumpus but the name of the environment: masks are found through `action_masks`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

import rumpus.envs  # noqa: F401  (so that Gymnasium knows the games)


def make(opponent: str) -> Any:
    return gymnasium.make("rumpus/CatBrawl-v0", opponents=opponent)


def win_rate(model: Any, opponent: str, games: int) -> float:
    """How often its best moves win in fresh games."""
    env, won = make(opponent), 0
    for number in range(games):
        observation, _ = env.reset(seed=1_000_000 + number)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(observation, action_masks=get_action_masks(env), deterministic=True)
            observation, reward, terminated, truncated, _ = env.step(action)
            over = terminated or truncated
        won += reward > 0
    return won / games


def main(words: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--games", type=int, default=200, help="to try it out with afterwards")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args(words)
    env = make(said.opponent)
    assert is_masking_supported(env.unwrapped)
    batch = min(2048, said.steps)
    model = MaskablePPO("MultiInputPolicy", env, n_steps=batch, batch_size=256, seed=said.seed, device="cpu", verbose=0)
    model.learn(said.steps)
    rate = win_rate(model, said.opponent, said.games)
    print(f"After {said.steps:,} decisions it wins {rate:.1%} of {said.games} games against {said.opponent}.")
    return rate


if __name__ == "__main__":
    main()
