"""Learning curves of the shipped networks, from the histories in their files.

`python -m benchmarks.training` draws docs/learning.svg and prints a summary of each network.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.curves import COLOURS, MARKS
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.game import Game
from rumpus.players.weights import TrainedNet, shipped_weights

PICTURE = Path("docs/learning.svg")


class Training:
    """One training of a network: minutes, games and curve."""

    def __init__(self, history: Mapping[str, Any]) -> None:
        self.history = history
        self.minutes = float(history["minutes"])
        self.games = int(history["games"])
        self.points = list(history["curve"])


def trainings(history: Mapping[str, Any]) -> list[Training]:
    """All trainings of a network, oldest first."""
    before = trainings(history["earlier"]) if "earlier" in history else []
    return [*before, Training(history)]


def curve_of(history: Mapping[str, Any]) -> list[tuple[float, float, float]]:
    """Minutes since the start, score against greedy in per cent, and half the interval."""
    points, start = [], 0.0
    for training in trainings(history):
        for point in training.points:
            points.append((start + point["seconds"] / 60, 100 * point["rate"], 100 * point["half"]))
        start += training.minutes
    return points


def name_of(game: Game, net: TrainedNet) -> str:
    changes = ", ".join(f"{name} {value}" for name, value in sorted(net.changes.items()))
    return f"{game.title} ({changes})" if changes else game.title


def sentence(game: Game, net: TrainedNet) -> str:
    made = trainings(net.history)
    minutes = " + ".join(f"{training.minutes:g}" for training in made)
    games = sum(training.games for training in made)
    _, rate, half = curve_of(net.history)[-1]
    return (
        f"{name_of(game, net)}: {minutes} minutes, {games:,} games, begun {made[0].history['began']}, plays by "
        f"{net.method}; in the end {rate:.0f} ± {half:.0f} % against greedy"
    )


def draw(found: list[tuple[Game, TrainedNet]], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "rumpus"
    matplotlib.rcParams["svg.fonttype"] = "none"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4.8))
    styles = ["-", "--", ":", "-."]
    drawn: dict[str, int] = {}
    for game, net in found:
        minutes, rates, halves = zip(*curve_of(net.history), strict=True)
        number = drawn[game.title] = drawn.get(game.title, -1) + 1
        colour = COLOURS[game.title]
        low, high = ([rate + sign * half for rate, half in zip(rates, halves, strict=True)] for sign in (-1, 1))
        axes.fill_between(minutes, low, high, color=colour, alpha=0.12)
        axes.plot(
            minutes,
            rates,
            color=colour,
            marker=MARKS[game.title],
            linestyle=styles[number % len(styles)],
            label=name_of(game, net),
        )
    axes.axhline(50, color="#999999", linestyle=":", linewidth=1)
    axes.set_xlim(left=0)
    axes.set_ylim(30, 100)
    axes.set_xlabel("minutes of training")
    axes.set_ylabel("percent of the points against greedy")
    axes.set_title("Strength while the shipped networks learnt", loc="left", fontweight="bold")
    axes.grid(axis="y", alpha=0.25)
    axes.legend(frameon=False, loc="lower right")
    figure.tight_layout()
    figure.savefig(path, format="svg", metadata={"Date": None})


def main() -> None:
    found: list[tuple[Game, TrainedNet]] = []
    for name in game_names():
        game = find_game(name)
        weights = shipped_weights(game)
        if weights is not None and game.title in COLOURS:
            found += [(game, net) for net in weights.nets]
    for game, net in found:
        print(sentence(game, net))
    draw(found, PICTURE)
    print(f"{PICTURE} is drawn")


if __name__ == "__main__":
    main()
