"""How many games does the same certainty need? `python -m benchmarks.fewer_games`

For one changed number of each game: how many pairs of games it takes until the widest of the headline win rates is
known to ± 1 point (95 %), with deals of their own on both sides (plain), with the same deals (common), and with luck
taken off as well (control). `--nulls 100` compares every game so often with itself, under different deals, and counts
how often any headline figure is claimed to differ: no more often than the stated error, if nothing here is biased.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import rumpus
from rumpus.core.catalogue import find_game
from rumpus.core.extensions import Lab
from rumpus.lab.experiments.comparison import Comparison
from rumpus.lab.experiments.measures import figures_of
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow, PlayRows
from rumpus.lab.simulation.workers import Workers, working
from rumpus.stats.estimates import Z95
from rumpus.stats.regression import POINTS, Figure, difference

CHANGES: dict[str, dict[str, object]] = {
    "cat_brawl": {"persian.hp": 9},
    "creature_wars": {"wolf_strength": 3},
    "battle_puno": {"draw_two": 3},
    "defend_the_city": {"stamina": 29},
    "ultimatum": {"bram.hp": 79},
}
WANTED = 0.01


class PlayWatched(PlayRows):
    """Tells luck apart in every game, whether or not that pays."""

    def __call__(self, chunk: range) -> list[GameRow]:
        kind: type[Lab] = type(self.plan.game.lab())
        kept, kind.control = kind.control, True
        try:
            return super().__call__(chunk)
        finally:
            kind.control = kept


def played(plan: Plan, workers: Workers, watched: bool) -> tuple[list[GameRow], float]:
    """The rows of a plan, and the seconds it took."""
    began, rows = time.perf_counter(), list[GameRow]()
    job = PlayWatched(plan) if watched else PlayRows(plan)
    for _, some in workers.map(job, plan.chunks()):
        rows += some
    return sorted(rows, key=lambda row: row.number), time.perf_counter() - began


def without_control(figure: Figure) -> Figure:
    return Figure(figure.group, figure.name, figure.unit, figure.top, figure.bottom, figure.headline)


def needed(before: Sequence[Figure], after: Sequence[Figure]) -> float:
    """Pairs of games until the widest headline rate is known to ± `WANTED`."""
    there = {figure.key: figure for figure in after}
    halves = [
        difference(figure, there[figure.key], Z95).half
        for figure in before
        if figure.headline and figure.unit == POINTS and figure.key in there
    ]
    return len(before[0].top) * (max(halves) / WANTED) ** 2


def measured(name: str, strength: str, games: int, seed: str, workers: Workers) -> str:
    game = find_game(name)
    plan = Plan(game, {}, [strength], games, seed)
    changed = plan.with_changes(CHANGES[name])
    base, quick = played(plan.with_seed(f"{seed}/cost"), workers, False)
    before, slow = played(plan, workers, True)
    after, _ = played(changed, workers, True)
    elsewhere, _ = played(changed.with_seed(f"{seed}/elsewhere"), workers, False)
    old, new, other = (figures_of(game, rows) for rows in (before, after, elsewhere))
    bare = [without_control(figure) for figure in old]
    alone = [without_control(figure) for figure in figures_of(game, base)]
    plain = (needed(bare, other) + needed(alone, other)) / 2
    common = needed(bare, [without_control(figure) for figure in new])
    control = needed(old, new)
    words = ", ".join(f"{number} = {value}" for number, value in CHANGES[name].items())
    return (
        f"{name}, {strength}, {words}: plain {plain:,.0f}, common {common:,.0f} "
        f"({plain / common:.1f} × fewer), with control {control:,.0f} ({plain / control:.1f} × fewer); a watched game "
        f"costs {slow / quick:.2f} × the time"
    )


def nulls(name: str, strength: str, games: int, repeats: int, seed: str, workers: Workers) -> str:
    game, wrong, claimed = find_game(name), 0, list[str]()
    for number in range(repeats):
        plan = Plan(game, {}, [strength], games, f"{seed}/null {number}")
        before, _ = played(plan, workers, True)
        after, _ = played(plan.with_seed(f"{plan.seed}/other"), workers, True)
        seen = [change.name for change in Comparison(game, before, after, 0.05, 1).headlines if change.seen]
        wrong += bool(seen)
        claimed += seen
    return f"{name}, {strength}: {wrong} of {repeats} nulls of {games:,} pairs claim something ({', '.join(claimed)})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fewer_games", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(CHANGES), help="which games; all, if none is named")
    parser.add_argument("--pairs", type=int, default=2000, help="pairs of games by which each is measured")
    parser.add_argument("--nulls", type=int, default=0, help="comparisons of a game with itself")
    parser.add_argument("--null-pairs", type=int, default=500, help="pairs of games in each of those")
    parser.add_argument("--players", default="greedy", help="who plays")
    parser.add_argument("--seed", default="fewer", help="other deals")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 is one per core")
    words = parser.parse_args()
    print(f"compiled: {rumpus.compiled()}; pairs of games for ± {WANTED * 100:g} point", flush=True)
    with working(words.jobs) as workers:
        for name in words.games:
            if words.pairs:
                print(measured(name, words.players, words.pairs, words.seed, workers), flush=True)
            if words.nulls:
                told = nulls(name, words.players, words.null_pairs, words.nulls, words.seed, workers)
                print(told, flush=True)


if __name__ == "__main__":
    main()
