"""Which configuration to learn first, and how fast the example learns it.

`python -m benchmarks.learning --configurations` writes measurements/configurations.json in a minute: lengths, and how
often `random` wins against `greedy`. `python -m benchmarks.learning --minutes 5` trains with `examples.selfplay` and
writes measurements/first-curves.json. `--read FOLDER` takes the curves that `examples.selfplay --to` has written
below a folder, from several machines or seeds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import rumpus
from benchmarks.study import FOLDER, Row, Study, rules_of, this_machine, today, write_study
from rumpus.core.catalogue import find_game
from rumpus.core.game import Game
from rumpus.core.outcome import win_shares
from rumpus.stats.estimates import MeanEstimate, Rate, estimate

selfplay: Any = import_module("examples.selfplay")
"""Examples are no package, so type checkers would take this for two modules."""
GREEDY, RANDOM, RECIPES = selfplay.GREEDY, selfplay.RANDOM, selfplay.RECIPES


def text_of(changes: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value}" for name, value in changes.items()) or "the default"


def lengths_and_wins(
    game: Game, changes: Mapping[str, object], players: Sequence[str], games: int
) -> tuple[MeanEstimate, Rate]:
    """Returns the decisions of a game, and the wins of the first player. Seats are taken in turn."""
    lengths, wins = [], 0.0
    for number in range(games):
        seat = number % len(players)
        seated = [*players[len(players) - seat :], *players[: len(players) - seat]]
        match = rumpus.play(game, seated, options=game.options(changes), seed=f"configurations/{number}")
        lengths.append(float(len(match.record.moves)))
        wins += win_shares(match.record.ranking)[seat]
    return estimate(lengths), Rate(wins, games)


def configurations_study(games: int) -> Study:
    rows = []
    default: dict[str, object] = {}
    for name, recipe in RECIPES.items():
        game = find_game(name)
        for changes in (recipe.options, default):
            seats, said = game.seats(game.options(changes)), text_of(changes)
            length, _ = lengths_and_wins(game, changes, [RANDOM] * seats, games)
            _, wins = lengths_and_wins(game, changes, [RANDOM] + [GREEDY] * (seats - 1), games)
            low, high = (round(length.value + step * 1.96 * length.error, 1) for step in (-1, 1))
            rows.append(Row(name, f"{said}: random game", round(length.value, 1), "decisions", low, high, games))
            low, high = (round(100 * end, 2) for end in wins.interval)
            against = "random against greedy" if seats > 1 else "random alone"
            rows.append(Row(name, f"{said}: {against}", round(100 * wins.rate, 2), "% won", low, high, games))
    return Study(
        "configurations",
        "researcher",
        "Which configuration should a learner start with?",
        "python -m benchmarks.learning --configurations",
        rules_of(rows),
        rumpus.__version__,
        today(),
        this_machine(),
        "95 % interval",
        "The first configuration of each game is the recipe of examples.selfplay, the second the default. Short games "
        "that random sometimes wins are the easiest. A shared win counts in parts.",
        rows,
    )


def written_curves(folder: Path) -> list[Any]:
    """Reads all curves below a folder, in the order of the recipes and seeds."""
    found = [selfplay.Curve(**json.loads(path.read_text(encoding="utf-8"))) for path in folder.rglob("*.json")]
    return sorted(found, key=lambda curve: (list(RECIPES).index(curve.game), curve.seed))


def curves_study(curves: Sequence[Any]) -> Study:
    rows = []
    for curve in curves:
        for point in curve.points:
            for opponent in (RANDOM, GREEDY):
                wins = Rate(point[opponent] * curve.games, curve.games)
                low, high = (round(100 * end, 2) for end in wins.interval)
                label = f"seed {curve.seed}, minute {point['minutes']:.2f}: against {opponent}"
                rows.append(Row(curve.game, label, round(100 * wins.rate, 2), "% won", low, high, curve.games))
    recipes = "; ".join(sorted({f"{curve.game}: {text_of(curve.recipe['options'])}" for curve in curves}))
    return Study(
        "first-curves",
        "researcher",
        "How far does the self-play example learn in minutes?",
        "python -m benchmarks.learning --minutes 5",
        rules_of(rows),
        rumpus.__version__,
        today(),
        "; ".join(sorted({curve.machine for curve in curves})),
        "95 % interval",
        f"A draw counts half. The network's moves are drawn from its policy. {recipes}.",
        rows,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning", description=__doc__)
    parser.add_argument("--configurations", action="store_true", help="measure the configurations, train nothing")
    parser.add_argument("--minutes", type=float, default=5.0, help="minutes of training per game")
    parser.add_argument("--games", type=int, default=300, help="games per rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default=",".join(RECIPES), help="games, separated by commas")
    parser.add_argument("--read", type=Path, help="folder of curves that are written already; trains nothing")
    parser.add_argument("--to", type=Path, default=FOLDER, help="folder of the study")
    args = parser.parse_args()
    if args.configurations:
        study = configurations_study(args.games)
    elif args.read:
        study = curves_study(written_curves(args.read))
    else:
        names = args.only.split(",")
        study = curves_study(
            [selfplay.train(name, RECIPES[name], args.minutes, args.seed, args.games, None) for name in names]
        )
    print(f"Wrote {write_study(study, args.to)}.")


if __name__ == "__main__":
    main()
