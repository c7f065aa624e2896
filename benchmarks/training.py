"""Learning curves of the shipped networks, from the histories in their files.

`python -m benchmarks.training` writes measurements/training-curves.json and prints a summary of each network.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import rumpus
from benchmarks.study import Row, Study, rules_of, write_study
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.game import Game
from rumpus.players.weights import TrainedNet, shipped_weights


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


class Exam(NamedTuple):
    """Games against greedy during a training."""

    minutes: float
    """Since the start of the first training."""
    percent: float
    half_width: float
    games: int


def curve_of(history: Mapping[str, Any]) -> list[Exam]:
    """The exams of all trainings of a network."""
    points, start = [], 0.0
    for training in trainings(history):
        for point in training.points:
            percent, half_width = 100 * point["rate"], 100 * point["half"]
            points.append(Exam(start + point["seconds"] / 60, percent, half_width, point["exam"]))
        start += training.minutes
    return points


def name_of(game: Game, net: TrainedNet) -> str:
    changes = ", ".join(f"{name} {value}" for name, value in sorted(net.changes.items()))
    return f"{game.title} ({changes})" if changes else game.title


def sentence(game: Game, net: TrainedNet) -> str:
    made = trainings(net.history)
    minutes = " + ".join(f"{training.minutes:g}" for training in made)
    games = sum(training.games for training in made)
    last = curve_of(net.history)[-1]
    return (
        f"{name_of(game, net)}: {minutes} minutes, {games:,} games, begun {made[0].history['began']}, plays by "
        f"{net.method}; in the end {last.percent:.0f} ± {last.half_width:.0f} % against greedy"
    )


def training_study(found: list[tuple[Game, TrainedNet]]) -> Study:
    rows = [exam_row(game, net, exam) for game, net in found for exam in curve_of(net.history)]
    return Study(
        "training-curves",
        "researcher",
        "How do the shipped networks improve while they train?",
        "python -m benchmarks.training",
        rules_of(rows),
        rumpus.__version__,
        None,
        None,
        "95 % interval",
        "Win rates against greedy, from the histories in the shipped files. The command reads them again.",
        rows,
    )


def exam_row(game: Game, net: TrainedNet, exam: Exam) -> Row:
    low, high = max(0.0, exam.percent - exam.half_width), min(100.0, exam.percent + exam.half_width)
    label = f"{name_of(game, net)}: minute {exam.minutes:.1f}"
    return Row(game.name, label, round(exam.percent, 2), "%", round(low, 2), round(high, 2), exam.games)


def main() -> None:
    found: list[tuple[Game, TrainedNet]] = []
    for name in game_names():
        game = find_game(name)
        weights = shipped_weights(game)
        if weights is not None:
            found += [(game, net) for net in weights.nets]
    for game, net in found:
        print(sentence(game, net))
    print(f"{write_study(training_study(found))} is written.")


if __name__ == "__main__":
    main()
