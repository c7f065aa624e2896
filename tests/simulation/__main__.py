"""`python -m tests.simulation`: runs seeds until the simulated hours are over, and reports violations."""

from __future__ import annotations

import argparse
import gc
import logging
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.invariants import Violation
from tests.simulation.planted import BUGS, first_seed_against
from tests.simulation.runs import shrink, simulate

SEEDS_PER_JOB = 8
PROGRESS_SECONDS = 60.0
"""Seconds between two lines of progress, where they cannot overwrite each other."""


class Progress:
    """One line that overwrites itself on a terminal; elsewhere one line a minute."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.seeds = self.failed = 0
        self.simulated = 0.0
        self._shown_at = 0.0

    def __str__(self) -> str:
        wall = max(0.001, time.monotonic() - self.began)
        return (
            f"{self.seeds} seeds, {self.simulated / 3600:.1f} simulated hours in {wall:.0f} s "
            f"({self.simulated / wall:.0f} s per second): {self.failed} violations"
        )

    def show(self) -> None:
        if sys.stderr.isatty():
            print(f"\r\x1b[K{self}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self._shown_at >= PROGRESS_SECONDS:
            self._shown_at = time.monotonic()
            print(self, file=sys.stderr, flush=True)

    def clear(self) -> None:
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def run_seed(seed: int) -> tuple[float, str]:
    """Simulated seconds, and the story of a violation or an empty string."""
    try:
        return simulate(seed).loop.now, ""
    except Violation as found:
        return found.world.loop.now, shrink(seed, found).story()


def run_hours(hours: float, first: int, jobs: int) -> int:
    progress = Progress()
    with ProcessPoolExecutor(jobs, initializer=gc.freeze) as pool:
        while progress.simulated < hours * 3600:
            start = first + progress.seeds
            for seconds, story in pool.map(run_seed, range(start, start + SEEDS_PER_JOB * jobs)):
                progress.seeds += 1
                progress.simulated += seconds
                if story:
                    progress.failed += 1
                    progress.clear()
                    print(f"{story}\n", flush=True)
                progress.show()
    progress.clear()
    print(progress)
    return 1 if progress.failed else 0


def tell(seed: int) -> int:
    """Prints the story of one seed."""
    try:
        world = simulate(seed)
    except Violation as found:
        print(found.story())
        return 1
    print(world.story())
    print(f"Nothing is violated. The fingerprint of all events and messages is {world.fingerprint}.")
    return 0


def show_planted() -> int:
    """Prints a table of the planted bugs: the first seed that finds each, the violation, and what is broken."""
    print("| planted bug | seed | violation | what it breaks |")
    print("| --- | --- | --- | --- |")
    missed = 0
    for name, bug in BUGS.items():
        found = first_seed_against(bug)
        missed += found is None
        seed, kind = ("none", "") if found is None else (found.world.seed, found.kind)
        print(f"| {name.replace('_', ' ')} | {seed} | {kind} | {bug.__doc__} |", flush=True)
    return 1 if missed else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0, help="simulated hours; default 1")
    parser.add_argument("--first", type=int, default=0, help="first seed; default 0")
    parser.add_argument("--jobs", type=int, default=1, help="processes; default 1")
    parser.add_argument("--seed", type=int, help="run this seed alone and print its story")
    parser.add_argument("--planted", action="store_true", help="print which seed finds each planted bug")
    asked = parser.parse_args()
    logging.getLogger("rumpus").addHandler(logging.NullHandler())
    if asked.planted:
        return show_planted()
    if asked.seed is not None:
        return tell(asked.seed)
    return run_hours(asked.hours, asked.first, asked.jobs)


if __name__ == "__main__":
    sys.exit(main())
