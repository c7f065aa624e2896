"""Learns a game in minutes: PPO with masks on the vector environment, by self-play and against bots.

    pip install 'rumpus[envs,train]'
    python -m examples.selfplay cat_brawl --minutes 5

It prints win rates against `random` and `greedy`, and writes the learning curve as JSON and as a picture.
`RECIPES` holds what makes the curve rise in each game: options, reward, opponents and imitation.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
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
    hidden: int = 256


RECIPES = {
    "cat_brawl": Recipe({"max_rounds": 20}),
    "battle_puno": Recipe({"mode": "death match", "players": 2, "hp": 50, "max_turns": 60}),
    "creature_wars": Recipe({"strengths": "steep", "hp": 12}, "difference", (SELF, GREEDY), 1.0),
    "ultimatum": Recipe({"map": "arena", "squad": 1, "phase_limit": 15}, imitation=1.0),
    "defend_the_city": Recipe({"versus": True}),
}


class Network(nn.Module):  # type: ignore[misc]
    """One network for policy and value."""

    def __init__(self, inputs: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.actor, self.critic = nn.Linear(hidden, actions), nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)

    def forward(self, rows: Any, masks: Any) -> tuple[Any, Any]:
        """Returns the masked policy and the values."""
        found = self.body(rows)
        logits = self.actor(found).masked_fill(~masks, float("-inf"))
        return Categorical(logits=logits, validate_args=False), self.critic(found).squeeze(-1)

    def values(self, rows: Any) -> Any:
        return self.critic(self.body(rows)).squeeze(-1)


class Bots:
    """The bots at the other seats of each environment. The learner's seat is the number of the environment."""

    def __init__(self, env: VectorEnv, opponents: Sequence[str]) -> None:
        self.env = env
        self.names = [opponents[index * len(opponents) // env.count] for index in range(env.count)]
        self.greedy = np.array([name == GREEDY for name in self.names])
        self.rng = SeededRng("bots")
        self.players: dict[int, Any] = {}
        self.games = 0
        self.renew(range(env.count))

    def renew(self, indices: Sequence[int]) -> None:
        """Seats new bots where a new game begins."""
        episode = self.env.episode
        for index in indices:
            if self.names[index] not in (SELF, RANDOM):
                self.games += 1
                self.players[index] = rumpus.player(
                    self.names[index], episode.game, episode.options, f"bot/{self.games}"
                )

    def decide(self, moves: NDArray[np.int64], seats: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Replaces the moves of bots. Returns where the learner has decided."""
        own = np.ones(self.env.count, np.bool_)
        episode, batch = self.env.episode, self.env.batch
        for index, name in enumerate(self.names):
            seat = int(seats[index])
            if name == SELF or seat == index % len(episode.seats):
                continue
            own[index] = False
            if name == RANDOM:
                moves[index] = batch.positions[index].random_move(seat, self.rng)
            else:
                info = InfoState(episode.game, episode.options, batch.positions[index], seat, self.rng)
                moves[index] = self.players[index].decide(info)
        return own


class Trainer:
    """Collects decisions of all environments and learns from those of the learner."""

    def __init__(self, game: str, recipe: Recipe, seed: int, num_envs: int = 128, length: int = 64) -> None:
        torch.manual_seed(seed)
        self.env = VectorEnv(game, recipe.options, num_envs, seed)
        self.recipe, self.length, self.decisions = recipe, length, 0
        self.network = Network(self.env.width, self.env.episode.space, recipe.hidden)
        self.adam = torch.optim.Adam(self.network.parameters(), lr=1e-3, eps=1e-5)
        self.bots = Bots(self.env, recipe.opponents)
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
        everyone = len(self.env.episode.seats)
        for _ in range(self.length):
            rows, masks, seats = self.env.observe()
            with torch.no_grad():
                policy, values = self.network(torch.from_numpy(rows), torch.from_numpy(masks).bool())
            moves = policy.sample().numpy()
            own = self.bots.decide(moves, seats)
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
            self.decisions += self.env.count
        found = {name: np.stack(values) for name, values in steps.items()}
        with torch.no_grad():
            every = [self.network.values(torch.from_numpy(self.env.observations_of(seat))) for seat in range(everyone)]
        found["advantages"] = advantages(found, torch.stack(every, 1).numpy())
        return found

    def learn(self, progress: float, epochs: int = 3, minibatch: int = 1024, clip: float = 0.2) -> None:
        """Collects and learns once. The learning rate falls with `progress`, from 0 to 1."""
        for group in self.adam.param_groups:
            group["lr"] = 1e-3 * max(0.05, 1.0 - progress)
        steps = self.collect()
        batch = chosen(steps, "own", "rows", "masks", "moves", "log_probs", "values", "advantages")
        shown = chosen(steps, "greedy", "rows", "masks", "moves")
        imitation = self.recipe.imitation * max(0.0, 1.0 - 2.0 * progress) if len(shown["moves"]) else 0.0
        targets = batch["advantages"] + batch["values"]
        scale = batch["advantages"].std() + 1e-8
        gains = (batch["advantages"] - batch["advantages"].mean()) / scale
        for _ in range(epochs):
            for some in torch.randperm(len(gains)).split(minibatch):
                policy, values = self.network(batch["rows"][some], batch["masks"][some].bool())
                ratio = (policy.log_prob(batch["moves"][some]) - batch["log_probs"][some]).exp()
                gain = torch.min(ratio * gains[some], ratio.clamp(1 - clip, 1 + clip) * gains[some]).mean()
                loss = 0.5 * (values - targets[some]).pow(2).mean() - gain - 0.01 * entropy(policy).mean()
                if imitation:
                    like = torch.randint(len(shown["moves"]), (len(some),))
                    policy, _ = self.network(shown["rows"][like], shown["masks"][like].bool())
                    loss = loss - imitation * policy.log_prob(shown["moves"][like]).mean()
                self.adam.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.adam.step()


def chosen(steps: dict[str, Any], where: str, *names: str) -> dict[str, Any]:
    """Returns some arrays as tensors, at the steps and environments marked by `where`."""
    marked = steps[where].reshape(-1)
    return {name: torch.from_numpy(steps[name].reshape(marked.size, *steps[name].shape[2:])[marked]) for name in names}


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


def win_rate(network: Network, game: Any, options: Any, opponent: str, games: int, seed: int) -> float:
    """Returns the network's share of wins against a bot, with moves drawn from its policy. A draw is half a win."""
    features, space, seats = game.bots().features(options), game.move_count(options), game.seats(options)
    rngs = [SeededRng(f"evaluation/{seed}/{number}") for number in range(games)]
    worlds = SeededRng(f"worlds/{seed}")
    positions = [game.start(options, rng) for rng in rngs]
    bots = [rumpus.player(opponent, game, options, f"{seed}/{number}") for number in range(games)]
    running = list(range(games))
    while running:
        own = [number for number in running if positions[number].to_act()[0] == number % seats]
        moves = sampled_moves(network, features, [positions[number] for number in own], [n % seats for n in own], space)
        chosen = dict(zip(own, moves, strict=True))
        for number in running:
            position = positions[number]
            seat = position.to_act()[0]
            if number not in chosen:
                info = InfoState(game, options, position, seat, worlds)
                chosen[number] = bots[number].decide(info)
            position.apply(seat, chosen[number], rngs[number])
        running = [number for number in running if positions[number].to_act()]
    results = [(positions[number].result() or [0.0] * seats)[number % seats] for number in range(games)]
    won: float = sum(0.5 + 0.5 * ((result > 0) - (result < 0)) for result in results)
    return won / games


def sampled_moves(network: Network, features: Any, positions: list[Any], seats: list[int], space: int) -> list[int]:
    if not positions:
        return []
    rows = np.array([features.of(*pair) for pair in zip(positions, seats, strict=True)], np.float32)
    masks = np.zeros((len(positions), space), np.bool_)
    for place, (position, seat) in enumerate(zip(positions, seats, strict=True)):
        masks[place, position.moves(seat)] = True
    with torch.no_grad():
        policy, _ = network(torch.from_numpy(rows), torch.from_numpy(masks))
    found: list[int] = policy.sample().tolist()
    return found


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
    episode = trainer.env.episode
    curve = Curve(game, asdict(recipe), seed, games)
    print(f"{episode!r}: rows of {trainer.env.width}, {episode.space} actions, opponents {', '.join(recipe.opponents)}")
    spent, evaluated = 0.0, 0
    while True:
        progress = trainer.decisions / decisions if decisions else spent / (60 * minutes)
        if progress * EVALUATIONS >= evaluated or progress >= 1:
            evaluated += 1
            point = {"minutes": round(spent / 60, 3), "decisions": float(trainer.decisions)}
            for opponent in (RANDOM, GREEDY):
                point[opponent] = win_rate(trainer.network, episode.game, episode.options, opponent, games, seed)
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
    parser.add_argument("-o", "--option", action="append", default=[], help="name=value, instead of the recipe's.")
    parser.add_argument("--to", type=Path, default=Path("curves"), help="Folder for the curve.")
    args = parser.parse_args(words)
    recipe = RECIPES.get(args.game, Recipe())
    recipe = Recipe(
        {**recipe.options, **dict(text.split("=", 1) for text in args.option)},
        args.reward or recipe.reward,
        tuple(args.opponents.split(",")) if args.opponents else recipe.opponents,
        recipe.imitation,
        recipe.hidden,
    )
    return train(args.game, recipe, args.minutes, args.seed, args.games, args.to, args.decisions)


if __name__ == "__main__":
    main()
