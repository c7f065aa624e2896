"""`python -m tests.simulation`: runs seeds until the simulated hours are over, and reports violations."""

from __future__ import annotations

import argparse
import logging
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from tests.simulation.invariants import Violation
from tests.simulation.planted import BUGS, first_seed_against
from tests.simulation.runs import shrink, simulate

RANGE_SEEDS = 100_000
"""Seeds between the first ones of two processes."""
PROGRESS_SECONDS = 60.0
"""Seconds between two lines of progress of a process."""


class Share:
    """What one process has run: its own range of seeds, one after the other."""

    def __init__(self, number: int, first: int) -> None:
        self.number = number
        self.first = first
        self.seeds = self.failed = 0
        self.simulated = 0.0
        """Virtual seconds, without those of twins."""
        self.cpu = 0.0
        """Seconds of processor time."""

    def __str__(self) -> str:
        return (
            f"process {self.number}: {self.seeds} seeds from {self.first}, {self.simulated / 3600:.2f} simulated hours "
            f"in {self.cpu:.0f} CPU seconds ({self.simulated / max(0.001, self.cpu):.0f} s per second), "
            f"{self.failed} violations"
        )


def run_share(number: int, first: int, seconds: float) -> Share:
    """Runs seeds from `first` on for so many virtual seconds. Prints each violation as soon as it is shrunk."""
    share, began, shown = Share(number, first), time.process_time(), time.monotonic()
    while share.simulated < seconds:
        seed = first + share.seeds
        share.seeds += 1
        try:
            share.simulated += simulate(seed).loop.now
        except Violation as found:
            share.failed += 1
            share.simulated += found.world.loop.now
            print(f"{shrink(seed, found).story()}\n", flush=True)
        share.cpu = time.process_time() - began
        if time.monotonic() - shown >= PROGRESS_SECONDS:
            shown = time.monotonic()
            print(share, file=sys.stderr, flush=True)
    return share


def run_hours(hours: float, first: int, processes: int) -> int:
    """Runs seeds in several processes. Prints a line for each, and the sum."""
    began = time.monotonic()
    firsts = [first + number * RANGE_SEEDS for number in range(processes)]
    shares: list[Share] = []
    with ProcessPoolExecutor(processes) as pool:
        for share in pool.map(run_share, range(processes), firsts, repeat(hours * 3600 / processes)):
            shares.append(share)
            print(share, flush=True)
    simulated, cpu = sum(share.simulated for share in shares), sum(share.cpu for share in shares)
    failed = sum(share.failed for share in shares)
    print(
        f"{sum(share.seeds for share in shares)} seeds, {simulated / 3600:.1f} simulated hours "
        f"in {time.monotonic() - began:.0f} s and {cpu:.0f} CPU seconds "
        f"({simulated / max(0.001, cpu):.0f} s per CPU second): {failed} violations"
    )
    return 1 if failed else 0


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
    parser.add_argument(
        "--processes", type=int, default=1, help=f"processes, {RANGE_SEEDS:,} seeds apart from each other; default 1"
    )
    parser.add_argument("--seed", type=int, help="run this seed alone and print its story")
    parser.add_argument("--planted", action="store_true", help="print which seed finds each planted bug")
    asked = parser.parse_args()
    logging.getLogger("rumpus").addHandler(logging.NullHandler())
    if asked.planted:
        return show_planted()
    if asked.seed is not None:
        return tell(asked.seed)
    return run_hours(asked.hours, asked.first, asked.processes)


if __name__ == "__main__":
    sys.exit(main())
