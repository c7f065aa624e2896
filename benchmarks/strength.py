"""Strength of the search by budget: `python3 -m benchmarks.strength` plays searches of 50 to 5,000 simulations.

The opponent is always `search:100`, of medium strength: there a curve is steepest. In a game for one they play alone.
Seeds, seating and intervals are the ladder's. The next game is always the one that reduces the error most per second.
--game selects games, and the file keeps its figures of the others. --show prints the table of the file.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

from benchmarks.study import FOLDER
from rumpus.core.catalogue import find_game, game_names
from rumpus.lab.simulation.workers import working
from rumpus.lab.strength.ladder import Rung, changes_for, read_json, write_json
from rumpus.lab.strength.schedule import play_within
from rumpus.stats.estimates import Z95

BUDGETS = (50, 100, 200, 500, 1000, 2000, 5000)
OPPONENT = "search:100"
ITSELF = "search:101"
"""The opponent's own budget, plus one: a name can enter a tournament only once."""


def comparisons(name: str) -> list[Rung]:
    """A rung per budget. `stronger` is the search with that budget."""
    changes = changes_for(find_game(name))
    names = [f"search:{budget}" for budget in BUDGETS]
    return [Rung(name, changes, OPPONENT, ITSELF if one == OPPONENT else one, 0) for one in names]


def budget_of(rung: Rung) -> int:
    return int(rung.stronger.removeprefix("search:")) // 10 * 10


def fall(rungs: Sequence[Rung]) -> tuple[float, float]:
    """Loss from the best earlier point to the last one, with its error (95 %)."""
    rates = [rung.rates()[1] for rung in rungs]
    best = max(rates[:-1], key=lambda rate: rate.rate)
    last = rates[-1]
    error = Z95 * sqrt(sum(max(0.01, one.rate * (1 - one.rate)) / max(1, one.games) for one in (best, last)))
    return best.rate - last.rate, error


def table(rungs: Sequence[Rung]) -> list[str]:
    """A row for each game, a column for each budget."""
    lines = [
        "| game | " + " | ".join(f"{budget:,}" for budget in BUDGETS) + " | from the best to the last |",
        "|---|" + "--:|" * len(BUDGETS) + "---|",
    ]
    for name in dict.fromkeys(rung.game for rung in rungs):
        mine = sorted((rung for rung in rungs if rung.game == name), key=budget_of)
        cells = []
        for rung in mine:
            low, high = rung.rates()[1].interval
            cells.append(f"{100 * rung.rates()[1].rate:.0f} % ({100 * low:.0f} – {100 * high:.0f}), {rung.games}")
        less, error = fall(mine)
        verdict = "falls" if less > error else "does not fall beyond noise"
        lines.append(
            f"| {find_game(name).title} | {' | '.join(cells)} | {-100 * less:+.0f} ± {100 * error:.0f}: {verdict} |"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m benchmarks.strength", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="duration")
    parser.add_argument("--games", type=int, default=1000, help="maximum per point")
    parser.add_argument("--game", action="append", choices=game_names(), help="only this game; may be repeated")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0: one per core")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder of strength.json")
    parser.add_argument("--continue", dest="resume", action="store_true", help="add games to those in the file")
    parser.add_argument("--show", action="store_true", help="print the table without playing")
    args = parser.parse_args()
    data = args.out / "strength.json"
    kept = read_json(data) if data.exists() else []
    if not args.show:
        wanted = args.game or game_names()
        fresh = [rung for name in wanted for rung in comparisons(name)]
        if args.resume:
            before = {(rung.game, rung.stronger): rung for rung in kept}
            fresh = [before.get((rung.game, rung.stronger), rung) for rung in fresh]
        others = [rung for rung in kept if rung.game not in wanted]

        def save(rungs: Sequence[Rung]) -> None:
            write_json(data, sorted([*others, *rungs], key=lambda rung: rung.game))
            print(f"{sum(rung.games for rung in rungs):,} games", flush=True)

        with working(args.jobs) as workers:
            play_within(fresh, args.games, 60 * args.minutes, workers, save)
        kept = read_json(data)
    print("\n".join(table(kept)))


if __name__ == "__main__":
    main()
