"""Trains a short Cat Brawl with MaskablePPO of sb3-contrib, and prints win rates before and after.

    pip install 'rumpus[envs,train]'
    python examples/train_maskable_ppo.py --steps 50000

Only the environment is specific to Rumpus: `action_masks` provides the masks. A short game and shaped rewards make the
win rate rise within a minute.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

import rumpus.envs  # noqa: F401  (registers the environments)


def make(opponent: str) -> Any:
    return gymnasium.make("rumpus/CatBrawl-v0", opponents=opponent, max_rounds=20, reward="difference")


def win_rate(model: Any, opponent: str, games: int) -> float:
    """Returns the win rate of its best moves in new games."""
    env, won = make(opponent), 0
    for number in range(games):
        observation, _ = env.reset(seed=1_000_000 + number)
        over, info = False, {"result": 0.0}
        while not over:
            action, _ = model.predict(observation, action_masks=get_action_masks(env), deterministic=True)
            observation, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        won += info["result"] > 0
    return won / games


def main(words: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--steps", type=int, default=50_000)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--games", type=int, default=200, help="Games of each evaluation.")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    env = make(args.opponent)
    assert is_masking_supported(env.unwrapped)
    batch = min(2048, args.steps)
    model = MaskablePPO("MultiInputPolicy", env, n_steps=batch, batch_size=256, seed=args.seed, device="cpu", verbose=0)
    before = win_rate(model, args.opponent, args.games)
    model.learn(args.steps)
    rate = win_rate(model, args.opponent, args.games)
    print(f"It wins {before:.1%} of {args.games} games against {args.opponent}, and {rate:.1%} after training.")
    return rate


if __name__ == "__main__":
    main()
