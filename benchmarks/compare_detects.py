"""Does `rumpus lab compare` see what is there, and nothing else? `python -m benchmarks.compare_detects`

Repeats two comparisons in Cat Brawl under different seeds and counts: Persian's HP raised by 1, which has to be seen
with the right sign, and a change of nothing, where no headline figure may be seen to differ. So that the second is no
foregone conclusion, its two sides get different deals.
"""

from __future__ import annotations

import argparse
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import rumpus
from rumpus.core.catalogue import find_game
from rumpus.lab.experiments.comparison import Comparison, compare
from rumpus.lab.experiments.measures import shown_difference
from rumpus.lab.simulation.workers import Made, Piece, Workers, workers_for

CHANGE = "persian.hp"


class Remembering(Workers):
    """The same piece of work is done once: both comparisons of a repetition begin with the same games."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.known: dict[tuple[bytes, Any], Any] = {}

    def map(self, job: Callable[[Piece], Made], pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Made]]:
        same = pickle.dumps(job)
        for piece, made in self.workers.map(job, [one for one in pieces if (same, one) not in self.known]):
            self.known[same, piece] = made
        for piece in pieces:
            yield piece, self.known[same, piece]

    def close(self) -> None:
        self.workers.close()


def persian(result: Comparison) -> str:
    """What the comparison says about the Persian: up, down, or no difference seen."""
    change = next(one for one in result.headlines if one.name == "Persian")
    if not change.seen:
        return "nothing"
    return "up" if change.difference.value > 0 else "down"


def repeat(workers: Workers, seed: str, pairs: int, error: float, planted: bool) -> Comparison:
    game = find_game("cat_brawl")
    usual = game.options({}).number(CHANGE)
    changes: dict[str, object] = {CHANGE: usual + 1 if planted else usual}
    deals_after = "" if planted else f"{seed}/after"
    return compare(game, {}, changes, ["greedy"], workers, pairs, seed, error, deals_after=deals_after)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare_detects", description=__doc__)
    parser.add_argument("--repeats", type=int, default=20, help="comparisons of either kind")
    parser.add_argument("--first", type=int, default=0, help="the number of the first, to share them out")
    parser.add_argument("--pairs", type=int, default=1500, help="pairs of games in each")
    parser.add_argument("--error", type=float, default=0.05, help="the error that compare states")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 is one per core")
    words = parser.parse_args()
    print(f"compiled: {rumpus.compiled()}; {words.pairs:,} pairs each; stated error {words.error:g}", flush=True)
    workers = Remembering(workers_for("", words.jobs))
    seen = quiet = 0
    began = time.perf_counter()
    try:
        for number in range(words.first, words.first + words.repeats):
            workers.known.clear()
            result = repeat(workers, f"detect/{number}", words.pairs, words.error, planted=True)
            seen += persian(result) == "up"
            change = next(one for one in result.headlines if one.name == "Persian")
            print(f"+1 HP  {number + 1:2}: Persian {shown_difference(change.difference, change.unit)}", flush=True)
            result = repeat(workers, f"detect/{number}", words.pairs, words.error, planted=False)
            false = [one.name for one in result.headlines if one.seen]
            quiet += not false
            print(f"+0 HP  {number + 1:2}: {', '.join(false) or 'no difference seen'}", flush=True)
    finally:
        workers.close()
    spent = time.perf_counter() - began
    print(f"+1 HP seen, with the right sign: {seen} of {words.repeats}")
    print(f"+0 HP, no difference seen: {quiet} of {words.repeats}")
    print(f"{spent:.0f} s")


if __name__ == "__main__":
    main()
