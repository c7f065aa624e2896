"""Learns a game in minutes: PPO with masks on the vector environment, by self-play and against bots.

    pip install 'rumpus[envs,train]'
    python -m examples.selfplay cat_brawl --minutes 5

It prints win rates against `random` and `greedy`, and writes the learning curve as JSON and as a picture.
`RECIPES` holds what makes the curve rise in each game: options, reward, opponents and imitation.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.distributions import Categorical

import rumpus
from rumpus import InfoState, SeededRng
from rumpus.envs import VectorEnv

matplotlib.use("Agg")

SELF, RANDOM, GREEDY = "self", "random", "greedy"
GAMMA, LAMBDA = 0.997, 0.95
EVALUATIONS = 10
MOVE_UNITS = 64


@dataclass(frozen=True)
class Recipe:
    """What to train with."""

    options: dict[str, object] = field(default_factory=dict)
    reward: str = "result"
    """`difference` adds each change of the evaluator's estimate (potential-based shaping)."""
    opponents: tuple[str, ...] = (SELF, SELF, RANDOM, GREEDY)
    """Who has the other seats, in equal parts of the environments."""
    imitation: float = 0.0
    """Weight of imitating the moves of `greedy` at first; it falls to 0 (kickstarting, Schmitt et al. 2018)."""
    rate: float = 1e-3
    """Learning rate at first; it falls with the time."""
    entropy: float = 0.01
    """Weight of the entropy bonus."""
    hidden: int = 256


RECIPES = {
    "cat_brawl": Recipe({"max_rounds": 20}),
    "battle_puno": Recipe({"mode": "death match", "players": 2, "hp": 50, "max_turns": 60}),
    "creature_wars": Recipe(
        {"strengths": "steep", "hp": 12, "witch_cards": 0}, opponents=(SELF, GREEDY), imitation=1.0
    ),
    "ultimatum": Recipe({"map": "arena", "squad": 1, "phase_limit": 15}, imitation=1.0),
    "defend_the_city": Recipe({"versus": True}),
}


class Network(nn.Module):  # type: ignore[misc]
    """One network for policy and value.

    If the game describes moves by features, a second head scores each legal move from them. So what is learned of a
    card holds wherever it lies.
    """

    def __init__(self, env: VectorEnv, hidden: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(env.width, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.actor, self.critic = nn.Linear(hidden, env.episode.space), nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)
        self.described = len(env.episode.features.move_names)
        if self.described:
            self.query, self.key = nn.Linear(hidden, MOVE_UNITS), nn.Linear(self.described, MOVE_UNITS)
            self.score = nn.Linear(MOVE_UNITS, 1)
            nn.init.orthogonal_(self.score.weight, 0.01)

    def observe(self, env: VectorEnv) -> tuple[NDArray[np.float32], Any, NDArray[np.int64], Any]:
        """Returns rows, masks, seats, and the features of all legal moves."""
        rows, masks, seats = env.observe()
        return (
            rows,
            masks,
            seats,
            env.move_features() if self.described else np.zeros((int(masks.sum()), 0), np.float32),
        )

    def forward(self, rows: Any, masks: Any, moves: Any) -> tuple[Any, Any]:
        """Returns the masked policy and the values."""
        found = self.body(rows)
        logits = self.actor(found)
        if self.described:
            row, move = masks.nonzero(as_tuple=True)
            scores = self.score(torch.relu(self.query(found)[row] + self.key(moves))).squeeze(-1)
            logits = logits.index_put((row, move), scores, accumulate=True)
        logits = logits.masked_fill(~masks, float("-inf"))
        return Categorical(logits=logits, validate_args=False), self.critic(found).squeeze(-1)

    def values(self, rows: Any) -> Any:
        return self.critic(self.body(rows)).squeeze(-1)


class Bots:
    """The bots at the other seats of each environment. The learner's seat is the number of the environment."""

    def __init__(self, env: VectorEnv, opponents: Sequence[str], seed: int) -> None:
        self.env, self.seed = env, seed
        self.names = [opponents[index * len(opponents) // env.count] for index in range(env.count)]
        self.bots = np.array([name != SELF for name in self.names])
        self.greedy = np.array([name == GREEDY for name in self.names])
        self.rng = SeededRng(f"bots/{seed}")
        self.players: dict[int, Any] = {}
        self.games = 0
        self.renew(range(env.count))

    def renew(self, indices: Sequence[int]) -> None:
        """Seats new bots where a new game begins."""
        episode = self.env.episode
        for index in indices:
            if self.names[index] not in (SELF, RANDOM):
                self.games += 1
                seed = f"bot/{self.seed}/{self.games}"
                self.players[index] = rumpus.player(self.names[index], episode.game, episode.options, seed)

    def waiting(self, seats: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Returns where a bot is to decide."""
        learner = np.arange(self.env.count) % len(self.env.episode.seats)
        waiting: NDArray[np.bool_] = self.bots & (seats != learner)
        return waiting

    def decide(self, moves: NDArray[np.int64], seats: NDArray[np.int64], where: NDArray[np.bool_]) -> None:
        """Replaces moves by those of bots."""
        episode, batch = self.env.episode, self.env.batch
        for index in np.flatnonzero(where).tolist():
            seat, name = int(seats[index]), self.names[index]
            if name == RANDOM:
                moves[index] = batch.positions[index].random_move(seat, self.rng)
            else:
                info = InfoState(episode.game, episode.options, batch.positions[index], seat, self.rng)
                moves[index] = self.players[index].decide(info)


class Trainer:
    """Collects decisions of all environments and learns from those of the learner."""

    def __init__(self, game: str, recipe: Recipe, seed: int, num_envs: int = 128, length: int = 64) -> None:
        torch.manual_seed(seed)
        self.env = VectorEnv(game, recipe.options, num_envs, seed)
        self.recipe, self.length, self.decisions = recipe, length, 0
        self.network = Network(self.env, recipe.hidden)
        self.adam = torch.optim.Adam(self.network.parameters(), lr=recipe.rate, eps=1e-5)
        self.bots = Bots(self.env, recipe.opponents, seed)
        self.estimate_rng = SeededRng(f"estimates/{seed}")

    def estimates(self, seats: NDArray[np.int64], own: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Estimates the learner's results, in worlds sampled from what the seats know."""
        found = np.zeros(self.env.count, np.float32)
        if self.recipe.reward == "difference":
            for index in np.flatnonzero(own):
                seat = int(seats[index])
                world = self.env.batch.positions[index].determinize(seat, self.estimate_rng)
                found[index] = self.env.episode.evaluator.value(world, seat)
        return found

    def collect(self) -> dict[str, Any]:
        """Plays `length` decisions in every environment."""
        steps: dict[str, list[Any]] = {}
        listed = []
        everyone = len(self.env.episode.seats)
        for _ in range(self.length):
            rows, masks, seats, described = self.network.observe(self.env)
            with torch.no_grad():
                policy, values = self.network(*tensors(rows, masks, described))
            moves = sampled(policy)
            own = ~self.bots.waiting(seats)
            self.bots.decide(moves, seats, ~own)
            estimates = self.estimates(seats, own)
            finished = self.env.step(moves)
            self.bots.renew(finished.indices)
            step = {
                "rows": rows, "masks": masks, "seats": seats, "moves": moves, "own": own,
                "greedy": self.bots.greedy & ~own, "values": values.numpy(),
                "log_probs": policy.log_prob(torch.from_numpy(moves)).numpy(), "estimates": estimates,
                "dones": finished.dones, "rewards": finished.rewards,
            }  # fmt: skip
            for name, value in step.items():
                steps.setdefault(name, []).append(value)
            listed.append(described)
            self.decisions += self.env.count
        found = {name: np.stack(values) for name, values in steps.items()}
        found["described"] = np.concatenate(listed)
        with torch.no_grad():
            every = [self.network.values(torch.from_numpy(self.env.observations_of(seat))) for seat in range(everyone)]
        found["advantages"] = advantages(found, torch.stack(every, 1).numpy())
        return found

    def learn(self, progress: float, epochs: int = 3, minibatch: int = 1024, clip: float = 0.2) -> None:
        """Collects and learns once. The learning rate falls with `progress`, from 0 to 1."""
        for group in self.adam.param_groups:
            group["lr"] = self.recipe.rate * max(0.05, 1.0 - progress)
        steps = self.collect()
        batch = Samples(steps, "own", "log_probs", "values", "advantages")
        shown = Samples(steps, "greedy")
        imitation = self.recipe.imitation * max(0.0, 1.0 - 2.0 * progress) if len(shown.picked) else 0.0
        targets = batch["advantages"] + batch["values"]
        scale = batch["advantages"].std() + 1e-8
        gains = (batch["advantages"] - batch["advantages"].mean()) / scale
        for _ in range(epochs):
            for some in torch.randperm(len(gains)).split(minibatch):
                policy, values = self.network(*batch.inputs(some))
                ratio = (policy.log_prob(batch["moves"][some]) - batch["log_probs"][some]).exp()
                gain = torch.min(ratio * gains[some], ratio.clamp(1 - clip, 1 + clip) * gains[some]).mean()
                loss = 0.5 * (values - targets[some]).pow(2).mean() - gain
                loss = loss - self.recipe.entropy * entropy(policy).mean()
                if imitation:
                    like = torch.randint(len(shown.picked), (len(some),))
                    policy, _ = self.network(*shown.inputs(like))
                    loss = loss - imitation * policy.log_prob(shown["moves"][like]).mean()
                self.adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.adam.step()


def tensors(rows: Any, masks: Any, described: Any) -> tuple[Any, Any, Any]:
    return torch.from_numpy(rows), torch.from_numpy(masks).bool(), torch.from_numpy(described)


class Samples:
    """Decisions that were collected, at the steps and environments marked by `where`."""

    def __init__(self, steps: dict[str, Any], where: str, *names: str) -> None:
        marked = steps[where].reshape(-1)
        self.arrays = {
            name: torch.from_numpy(steps[name].reshape(marked.size, *steps[name].shape[2:])[marked])
            for name in ("rows", "masks", "moves", *names)
        }
        self.picked = torch.from_numpy(np.flatnonzero(marked))
        self.described = torch.from_numpy(steps["described"])
        counts = steps["masks"].sum(-1, dtype=np.int64).reshape(-1)
        self.counts = torch.from_numpy(counts[marked])
        self.starts = torch.from_numpy((counts.cumsum() - counts)[marked])
        """Where the moves of each decision begin in `described`."""

    def __getitem__(self, name: str) -> Any:
        return self.arrays[name]

    def inputs(self, some: Any) -> tuple[Any, Any, Any]:
        """Returns what the network reads at some decisions."""
        counts = self.counts[some]
        firsts = (self.starts[some] - (counts.cumsum(0) - counts)).repeat_interleave(counts)
        return self["rows"][some], self["masks"][some].bool(), self.described[firsts + torch.arange(len(firsts))]


def sampled(policy: Any) -> NDArray[np.int64]:
    """Draws a move each, with the Gumbel-max trick: `Categorical.sample` is slow for many moves."""
    found: NDArray[np.int64] = (policy.logits - torch.empty_like(policy.logits).exponential_().log()).argmax(-1).numpy()
    return found


def entropy(policy: Any) -> Any:
    """Entropy of a masked policy. Impossible actions add nothing."""
    return -(policy.probs * policy.logits.clamp(min=-1e4)).sum(-1)


def advantages(steps: dict[str, Any], last_values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Generalised advantage estimation (Schulman et al. 2016), from each seat's decision to its next.

    Backwards in time, every environment and seat holds what follows: reward, value, advantage and estimate.
    """
    count, seats = last_values.shape
    every = np.arange(count)
    result: NDArray[np.float32] = np.zeros_like(steps["values"])
    reward, value, advantage = np.zeros((count, seats), np.float32), last_values.copy(), np.zeros((count, seats))
    estimate, known = np.zeros((count, seats), np.float32), np.zeros((count, seats), np.bool_)
    for t in reversed(range(len(result))):
        done, seat, own = steps["dones"][t], steps["seats"][t], steps["own"][t]
        reward[done], value[done], advantage[done] = steps["rewards"][t][done], 0.0, 0.0
        estimate[done], known[done] = 0.0, True
        shaped = np.where(known[every, seat], GAMMA * estimate[every, seat] - steps["estimates"][t], 0.0)
        delta = reward[every, seat] + shaped + GAMMA * value[every, seat] - steps["values"][t]
        result[t] = delta + GAMMA * LAMBDA * advantage[every, seat]
        mine, theirs = every[own], seat[own]
        reward[mine, theirs] = 0.0
        value[mine, theirs], advantage[mine, theirs] = steps["values"][t][own], result[t][own]
        estimate[mine, theirs], known[mine, theirs] = steps["estimates"][t][own], True
    return result


def win_rate(network: Network, game: str, recipe: Recipe, opponent: str, games: int, seed: int) -> float:
    """Returns the network's share of wins against a bot, with moves drawn from its policy. A draw is half a win."""
    env = VectorEnv(game, recipe.options, games, seed)
    bots = Bots(env, [opponent], seed)
    running, won = np.ones(games, np.bool_), 0.0
    while running.any():
        rows, masks, seats, described = network.observe(env)
        with torch.no_grad():
            moves = sampled(network(*tensors(rows, masks, described))[0])
        bots.decide(moves, seats, bots.waiting(seats) & running)
        ours = env.step(np.where(running | ~bots.waiting(seats), moves, env.sample()))
        for index in ours.indices:
            if running[index]:
                won += 0.5 + 0.5 * float(np.sign(ours.rewards[index, index % len(env.episode.seats)]))
                running[index] = False
    return won / games


def wilson(rate: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Returns the interval of a rate at 95 % (Wilson 1927)."""
    middle, scale = rate + z * z / (2 * games), 1 + z * z / games
    half = z * (rate * (1 - rate) / games + z * z / (4 * games * games)) ** 0.5
    return (middle - half) / scale, (middle + half) / scale


@dataclass
class Curve:
    """A learning curve, as it is written."""

    game: str
    recipe: dict[str, Any]
    seed: int
    games: int
    points: list[dict[str, float]] = field(default_factory=list)
    """Minutes of training, decisions, and win rates against `random` and `greedy`."""
    machine: str = ""

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.game}.json").write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")
        self.draw(folder / f"{self.game}.png")

    def draw(self, path: Path) -> None:
        from matplotlib import pyplot

        figure, axes = pyplot.subplots(figsize=(7, 4))
        minutes = [point["minutes"] for point in self.points]
        for opponent, mark in ((RANDOM, "o"), (GREEDY, "s")):
            wins = [100 * point[opponent] for point in self.points]
            ends = [wilson(point[opponent], self.games) for point in self.points]
            axes.plot(minutes, wins, marker=mark, label=f"against {opponent}")
            axes.fill_between(minutes, [100 * low for low, _ in ends], [100 * high for _, high in ends], alpha=0.2)
        axes.set(title=self.game, xlabel="minutes of training", ylabel="games won, %", ylim=(0, 100))
        axes.legend()
        figure.tight_layout()
        figure.savefig(path)
        pyplot.close(figure)


def train(
    game: str, recipe: Recipe, minutes: float, seed: int, games: int, folder: Path | None, decisions: int = 0
) -> Curve:
    """Trains for minutes, or for so many decisions if given. Evaluations take no time of it."""
    trainer = Trainer(game, recipe, seed)
    env = trainer.env
    build = "compiled" if rumpus.compiled() else "interpreted"
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    machine = f"cores: {cores}, threads: {torch.get_num_threads()}, Python {platform.python_version()}, {build}"
    curve = Curve(game, asdict(recipe), seed, games, machine=machine)
    print(f"{env!r}: rows of {env.width}, {env.episode.space} actions, opponents {', '.join(recipe.opponents)}")
    spent, evaluated = 0.0, 0
    while True:
        progress = trainer.decisions / decisions if decisions else spent / (60 * minutes)
        if progress * EVALUATIONS >= evaluated or progress >= 1:
            evaluated += 1
            point = {"minutes": round(spent / 60, 3), "decisions": float(trainer.decisions)}
            for opponent in (RANDOM, GREEDY):
                point[opponent] = win_rate(trainer.network, game, recipe, opponent, games, seed)
            curve.points.append(point)
            said = f"{point[RANDOM]:6.1%} against random, {point[GREEDY]:6.1%} against greedy"
            print(f"{spent / 60:6.2f} min {trainer.decisions:10,} decisions: wins {said}", flush=True)
            if folder is not None:
                curve.write(folder)
        if progress >= 1:
            return curve
        begun = time.monotonic()
        trainer.learn(progress)
        spent += time.monotonic() - begun


def main(words: Sequence[str] | None = None) -> Curve:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", help=f"A game; there are recipes for {', '.join(RECIPES)}.")
    parser.add_argument("--minutes", type=float, default=5.0, help="Minutes of training.")
    parser.add_argument("--decisions", type=int, default=0, help="Decisions instead of minutes, for equal runs.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=200, help="Games per evaluation and opponent.")
    parser.add_argument("--reward", choices=["result", "difference"], help="Reward, instead of the recipe's.")
    parser.add_argument("--opponents", help="Opponents with commas, as in self,greedy, instead of the recipe's.")
    parser.add_argument("--imitation", type=float, help="Weight of imitating greedy, instead of the recipe's.")
    parser.add_argument("--rate", type=float, help="Learning rate, instead of the recipe's.")
    parser.add_argument("--entropy", type=float, help="Weight of the entropy bonus, instead of the recipe's.")
    parser.add_argument("-o", "--option", action="append", default=[], help="name=value, instead of the recipe's.")
    parser.add_argument("--to", type=Path, default=Path("curves"), help="Folder for the curve.")
    args = parser.parse_args(words)
    recipe = RECIPES.get(args.game, Recipe())
    changes: dict[str, Any] = {
        name: value for name in ("reward", "imitation", "rate", "entropy") if (value := getattr(args, name)) is not None
    }
    if args.opponents:
        changes["opponents"] = tuple(args.opponents.split(","))
    if args.option:
        changes["options"] = {**recipe.options, **dict(text.split("=", 1) for text in args.option)}
    recipe = replace(recipe, **changes)
    return train(args.game, recipe, args.minutes, args.seed, args.games, args.to, args.decisions)


if __name__ == "__main__":
    main()
