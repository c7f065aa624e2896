"""Learns Cat Brawl from nothing on a CPU, in minutes, until it beats the greedy bot; draws its learning curve.

    python examples/learn_cat_brawl.py --games 20000 --picture curve.png

A small network (numpy only) looks at what its seat knows and is pushed towards the moves of games that went better
than it expected (an actor and a critic, many games side by side). Its opponent in training is the greedy bot.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rumpus.envs.gym import RumpusEnv

Array = NDArray[np.float64]


class Network:
    """One hidden layer, a head for the moves and one for the expected result; trained by Adam."""

    def __init__(self, inputs: int, moves: int, hidden: int, seed: int) -> None:
        luck = np.random.default_rng(seed)
        self.weights: dict[str, Array] = {
            "in": luck.normal(0, (2 / inputs) ** 0.5, (inputs, hidden)),
            "in bias": np.zeros(hidden),
            "moves": luck.normal(0, 0.01, (hidden, moves)),
            "moves bias": np.zeros(moves),
            "worth": luck.normal(0, 0.01, (hidden, 1)),
            "worth bias": np.zeros(1),
        }
        self.mean = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.steps = 0

    def look(self, rows: Array, mask: Array) -> tuple[Array, Array, Array]:
        """Hidden layer, chances of the moves (0 where illegal), expected result."""
        w = self.weights
        hidden = np.maximum(0, rows @ w["in"] + w["in bias"])
        scores = np.where(mask > 0, hidden @ w["moves"] + w["moves bias"], -1e9)
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, (hidden @ w["worth"] + w["worth bias"])[:, 0]

    def learn(self, rows: Array, mask: Array, played: NDArray[np.int64], result: Array, rate: float) -> None:
        """One step towards what went better than expected, with a little push towards variety."""
        hidden, chances, worth = self.look(rows, mask)
        count = len(rows)
        better = result - worth
        spread = (better - better.mean()) / (better.std() + 1e-6)
        towards = -chances * spread[:, None]
        towards[np.arange(count), played] += spread
        log = np.log(np.maximum(chances, 1e-12))
        variety = -chances * (log - (chances * log).sum(axis=1, keepdims=True))
        push = -(towards + 0.01 * variety) / count
        error = -(better / count)[:, None]
        back = push @ self.weights["moves"].T + 0.5 * error @ self.weights["worth"].T
        back[hidden <= 0] = 0
        self._step(
            {
                "in": rows.T @ back,
                "in bias": back.sum(axis=0),
                "moves": hidden.T @ push,
                "moves bias": push.sum(axis=0),
                "worth": 0.5 * hidden.T @ error,
                "worth bias": 0.5 * error.sum(axis=0),
            },
            rate,
        )

    def _step(self, slopes: dict[str, Array], rate: float) -> None:
        self.steps += 1
        for name, slope in slopes.items():
            self.mean[name] += 0.1 * (slope - self.mean[name])
            self.square[name] += 0.001 * (slope * slope - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.steps)
            square = self.square[name] / (1 - 0.999**self.steps)
            self.weights[name] -= rate * mean / (np.sqrt(square) + 1e-8)


class Lane:
    """A game under way, and the decisions made in it so far."""

    def __init__(self, opponent: str, number: int) -> None:
        self.opponent = opponent
        self.env = RumpusEnv("cat_brawl", {"players": 2}, seat=number % 2, opponents=opponent)
        self.seed = number * 1_000_003
        self.start()

    def start(self) -> None:
        self.seed += 1
        self.observation, _ = self.env.reset(seed=self.seed)
        self.past: list[tuple[Array, Array, int]] = []

    def lesson(self, result: float) -> float:
        """What to learn from a finished game: the result, and by how much; losing narrowly is better than badly."""
        seat = self.env.seat
        standing = self.env.episode.game.lab().standing(self.env.episode.now)
        return 0.5 * result + 0.05 * max(-10.0, min(10.0, standing[seat] - standing[1 - seat]))

    def play(self, move: int) -> float | None:
        """Says the result when the game is over."""
        self.past.append((self.observation["observation"], self.observation["action_mask"], move))
        self.observation, reward, over, late, _ = self.env.step(move)
        return float(reward) if over or late else None


def train(games: int, lanes: int, seed: int, opponent: str) -> tuple[Network, list[tuple[int, float]]]:
    """The trained network, and its win rate over the last 500 games as it went."""
    # A beginner learns nothing from being crushed, so a part of the tables seats the random bot.
    tables = [Lane("random" if i % 4 == 0 else opponent, i) for i in range(lanes)]
    width, space = len(tables[0].observation["observation"]), len(tables[0].observation["action_mask"])
    network = Network(width, space, 128, seed)
    luck = np.random.default_rng(seed)
    recent: deque[float] = deque(maxlen=500)
    curve: list[tuple[int, float]] = []
    batch: list[tuple[Array, Array, int, float]] = []
    done, began = 0, time.monotonic()
    while done < games:
        rows = np.array([table.observation["observation"] for table in tables], dtype=float)
        mask = np.array([table.observation["action_mask"] for table in tables], dtype=float)
        _, chances, _ = network.look(rows, mask)
        moves = (chances.cumsum(axis=1) > luck.random((lanes, 1))).argmax(axis=1)
        for table, move in zip(tables, moves, strict=True):
            result = table.play(int(move))
            if result is None:
                continue
            lesson = table.lesson(result)
            batch += [(row, legal, played, lesson) for row, legal, played in table.past]
            done += 1
            if table.opponent == opponent:
                recent.append(result)
            table.start()
            if recent and done % 250 == 0:
                rate = sum(value > 0 for value in recent) / len(recent)
                curve.append((done, rate))
                print(
                    f"{done:7,} games, {time.monotonic() - began:4.0f} s: wins {rate:.1%} against {opponent}",
                    flush=True,
                )
        if len(batch) >= 2048:
            network.learn(
                np.array([row for row, _, _, _ in batch], dtype=float),
                np.array([legal for _, legal, _, _ in batch], dtype=float),
                np.array([played for _, _, played, _ in batch]),
                np.array([result for _, _, _, result in batch]),
                rate=0.002 if done < games / 2 else 0.0007,
            )
            batch = []
    return network, curve


def win_rate(network: Network, games: int, opponent: str) -> tuple[float, float]:
    """How often its best move wins in fresh games, and half the 95 % interval."""
    won = 0
    for number in range(games):
        table = Lane(opponent, 1_000 + number)
        result = None
        while result is None:
            rows = np.array([table.observation["observation"]], dtype=float)
            mask = np.array([table.observation["action_mask"]], dtype=float)
            result = table.play(int(network.look(rows, mask)[1].argmax()))
        won += result > 0
    rate = won / games
    return rate, 1.96 * (rate * (1 - rate) / games) ** 0.5


def draw(curve: list[tuple[int, float]], opponent: str, path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4))
    axes.plot([done for done, _ in curve], [rate * 100 for _, rate in curve], color="#c2410c", linewidth=2)
    axes.axhline(50, color="#1f2937", linestyle="--", linewidth=1)
    axes.set_xlabel("games played")
    axes.set_ylabel(f"percent won against {opponent}")
    axes.set_title("Learning Cat Brawl from nothing", loc="left", fontweight="bold")
    axes.set_ylim(0, 100)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, dpi=130)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--lanes", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--test-games", type=int, default=500)
    parser.add_argument("--picture", type=Path, default=Path("learning-cat-brawl.png"))
    words = parser.parse_args()
    network, curve = train(words.games, words.lanes, words.seed, words.opponent)
    if curve:
        draw(curve, words.opponent, words.picture)
    rate, half = win_rate(network, words.test_games, words.opponent)
    print(f"In {words.test_games} fresh games it wins {rate:.1%} ± {half:.1%} against {words.opponent}.")


if __name__ == "__main__":
    main()
