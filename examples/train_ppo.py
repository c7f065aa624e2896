"""PPO in one file, in the manner of CleanRL: many games of Cat Brawl side by side, one seat against the greedy bot.

    pip install 'rumpus[envs,train]'
    python examples/train_ppo.py --steps 300000

Actions that are not legal get no chance: their logits are set to minus infinity before anything is drawn from them.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from torch import nn
from torch.distributions import Categorical

import rumpus.envs  # noqa: F401  (so that Gymnasium knows the games)


class Agent(nn.Module):  # type: ignore[misc]
    """Two hidden layers for the chances of the actions, and two for the expected result."""

    def __init__(self, inputs: int, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.actor = nn.Sequential(
            nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, actions)
        )
        self.critic = nn.Sequential(
            nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, 1)
        )

    def choices(self, rows: Any, mask: Any) -> Any:
        return Categorical(logits=self.actor(rows).masked_fill(~mask, float("-inf")))

    def worth(self, rows: Any) -> Any:
        return self.critic(rows).squeeze(-1)


def seen(observation: dict[str, Any]) -> tuple[Any, Any]:
    """Rows and masks as tensors."""
    return torch.as_tensor(observation["observation"]), torch.as_tensor(observation["action_mask"]).bool()


def advantages(rewards: Any, worths: Any, over: Any, last: Any, gamma: float = 0.99, trace: float = 0.95) -> Any:
    """Generalised advantage estimation; `over[t]` ends the game that step t belongs to."""
    found, ahead = torch.zeros_like(rewards), torch.zeros_like(last)
    for t in reversed(range(len(rewards))):
        after = last if t == len(rewards) - 1 else worths[t + 1]
        goes_on = 1.0 - over[t]
        surprise = rewards[t] + gamma * after * goes_on - worths[t]
        ahead = surprise + gamma * trace * goes_on * ahead
        found[t] = ahead
    return found


def improve(agent: Agent, adam: Any, batch: dict[str, Any], epochs: int = 4, parts: int = 4, clip: float = 0.2) -> None:
    """Several passes over what was played, each in shuffled parts."""
    count = len(batch["action"])
    for _ in range(epochs):
        for part in torch.randperm(count).chunk(parts):
            some = {name: value[part] for name, value in batch.items()}
            chances = agent.choices(some["row"], some["mask"])
            ratio = (chances.log_prob(some["action"]) - some["log"]).exp()
            better = (some["better"] - some["better"].mean()) / (some["better"].std() + 1e-8)
            gain = torch.min(ratio * better, ratio.clamp(1 - clip, 1 + clip) * better).mean()
            miss = (agent.worth(some["row"]) - some["return"]).pow(2).mean()
            loss = 0.5 * miss - gain - 0.01 * chances.entropy().mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            adam.step()


def train(steps: int, opponent: str, lanes: int, length: int, seed: int) -> tuple[Agent, float]:
    """The agent, and how often it won of its last games (at most 500)."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    same_step = {"autoreset_mode": AutoresetMode.SAME_STEP}
    envs = gymnasium.make_vec(
        "rumpus/CatBrawl-v0", num_envs=lanes, vectorization_mode="sync", vector_kwargs=same_step, opponents=opponent
    )
    observation, _ = envs.reset(seed=seed)
    rows, mask = seen(observation)
    agent = Agent(rows.shape[1], mask.shape[1])
    adam = torch.optim.Adam(agent.parameters(), lr=1e-3, eps=1e-5)
    won: deque[bool] = deque(maxlen=500)
    began, done = time.monotonic(), 0
    while done < steps:
        kept: dict[str, list[Any]] = {name: [] for name in ("row", "mask", "action", "log", "worth", "reward", "over")}
        for _ in range(length):
            with torch.no_grad():
                chances, worth = agent.choices(rows, mask), agent.worth(rows)
            action = chances.sample()
            observation, reward, terminated, truncated, _ = envs.step(action.numpy())
            over = np.logical_or(terminated, truncated)
            won.extend(bool(value > 0) for value in reward[over])
            for name, value in zip(
                kept,
                (rows, mask, action, chances.log_prob(action), worth, torch.as_tensor(reward), torch.as_tensor(over)),
                strict=True,
            ):
                kept[name].append(value)
            rows, mask = seen(observation)
            done += lanes
        all_of = {name: torch.stack(values) for name, values in kept.items()}
        with torch.no_grad():
            last = agent.worth(rows)
        rewards, over_at = all_of.pop("reward").float(), all_of.pop("over").float()
        better = advantages(rewards, all_of["worth"], over_at, last)
        batch = {**all_of, "better": better, "return": better + all_of["worth"]}
        improve(agent, adam, {name: value.flatten(0, 1) for name, value in batch.items()})
        rate = sum(won) / max(1, len(won))
        print(f"{done:9,} decisions, {time.monotonic() - began:4.0f} s: wins {rate:.1%} against {opponent}", flush=True)
    envs.close()
    return agent, sum(won) / max(1, len(won))


def main(words: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--steps", type=int, default=300_000)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--lanes", type=int, default=16)
    parser.add_argument("--length", type=int, default=128, help="decisions per lane between two improvements")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args(words)
    _, rate = train(said.steps, said.opponent, said.lanes, said.length, said.seed)
    return rate


if __name__ == "__main__":
    main()
