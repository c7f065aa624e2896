"""PPO in one file, after CleanRL: parallel games of Cat Brawl against the greedy bot.

    pip install 'rumpus[envs,train]'
    python examples/train_ppo.py --steps 300000

Illegal actions have probability 0: their logits are masked with minus infinity.
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

import rumpus.envs  # noqa: F401  (registers the environments)


class Agent(nn.Module):  # type: ignore[misc]
    """Separate networks for policy and value, with two hidden layers each."""

    def __init__(self, inputs: int, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.actor = nn.Sequential(
            nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, actions)
        )
        self.critic = nn.Sequential(
            nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, 1)
        )

    def policy(self, observations: Any, mask: Any) -> Any:
        return Categorical(logits=self.actor(observations).masked_fill(~mask, float("-inf")))

    def value(self, observations: Any) -> Any:
        return self.critic(observations).squeeze(-1)


def tensors(observation: dict[str, Any]) -> tuple[Any, Any]:
    """Returns observations and action masks as tensors."""
    return torch.as_tensor(observation["observation"]), torch.as_tensor(observation["action_mask"]).bool()


def advantages(rewards: Any, values: Any, dones: Any, last_value: Any, gamma: float = 0.99, lam: float = 0.95) -> Any:
    """Generalised advantage estimation (Schulman et al. 2016). `dones[t]`: step t ends its game."""
    result, advantage = torch.zeros_like(rewards), torch.zeros_like(last_value)
    for t in reversed(range(len(rewards))):
        next_value = last_value if t == len(rewards) - 1 else values[t + 1]
        running = 1.0 - dones[t]
        delta = rewards[t] + gamma * next_value * running - values[t]
        advantage = delta + gamma * lam * running * advantage
        result[t] = advantage
    return result


def update(
    agent: Agent, adam: Any, batch: dict[str, Any], epochs: int = 4, minibatches: int = 4, clip: float = 0.2
) -> None:
    """Several epochs over the batch, in shuffled minibatches."""
    count = len(batch["action"])
    for _ in range(epochs):
        for indices in torch.randperm(count).chunk(minibatches):
            minibatch = {name: value[indices] for name, value in batch.items()}
            policy = agent.policy(minibatch["observation"], minibatch["mask"])
            ratio = (policy.log_prob(minibatch["action"]) - minibatch["log_prob"]).exp()
            advantage = (minibatch["advantage"] - minibatch["advantage"].mean()) / (minibatch["advantage"].std() + 1e-8)
            gain = torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
            value_loss = (agent.value(minibatch["observation"]) - minibatch["return"]).pow(2).mean()
            loss = 0.5 * value_loss - gain - 0.01 * policy.entropy().mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            adam.step()


def train(steps: int, opponent: str, num_envs: int, length: int, seed: int) -> tuple[Agent, float]:
    """Returns the agent and its win rate in the last 500 games."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    same_step = {"autoreset_mode": AutoresetMode.SAME_STEP}
    envs = gymnasium.make_vec(
        "rumpus/CatBrawl-v0", num_envs=num_envs, vectorization_mode="sync", vector_kwargs=same_step, opponents=opponent
    )
    observation, _ = envs.reset(seed=seed)
    observations, mask = tensors(observation)
    agent = Agent(observations.shape[1], mask.shape[1])
    adam = torch.optim.Adam(agent.parameters(), lr=1e-3, eps=1e-5)
    won: deque[bool] = deque(maxlen=500)
    started, steps_done = time.monotonic(), 0
    while steps_done < steps:
        rollout: dict[str, list[Any]] = {
            name: [] for name in ("observation", "mask", "action", "log_prob", "value", "reward", "done")
        }
        for _ in range(length):
            with torch.no_grad():
                policy, value = agent.policy(observations, mask), agent.value(observations)
            action = policy.sample()
            observation, reward, terminated, truncated, _ = envs.step(action.numpy())
            done = np.logical_or(terminated, truncated)
            won.extend(bool(value > 0) for value in reward[done])
            for name, tensor in zip(
                rollout,
                (
                    observations,
                    mask,
                    action,
                    policy.log_prob(action),
                    value,
                    torch.as_tensor(reward),
                    torch.as_tensor(done),
                ),
                strict=True,
            ):
                rollout[name].append(tensor)
            observations, mask = tensors(observation)
            steps_done += num_envs
        stacked = {name: torch.stack(values) for name, values in rollout.items()}
        with torch.no_grad():
            last_value = agent.value(observations)
        rewards, dones = stacked.pop("reward").float(), stacked.pop("done").float()
        advantage = advantages(rewards, stacked["value"], dones, last_value)
        batch = {**stacked, "advantage": advantage, "return": advantage + stacked["value"]}
        update(agent, adam, {name: value.flatten(0, 1) for name, value in batch.items()})
        rate = sum(won) / max(1, len(won))
        print(
            f"{steps_done:9,} decisions, {time.monotonic() - started:4.0f} s: wins {rate:.1%} against {opponent}",
            flush=True,
        )
    envs.close()
    return agent, sum(won) / max(1, len(won))


def main(words: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--steps", type=int, default=300_000)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--num-envs", type=int, default=16)
    parser.add_argument("--length", type=int, default=128, help="Decisions per environment between two updates.")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    _, rate = train(args.steps, args.opponent, args.num_envs, args.length, args.seed)
    return rate


if __name__ == "__main__":
    main()
