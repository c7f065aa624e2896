"""Timers: repeated measurements of CPU time, with a fixed job in between that shows noise.

It uses the standard library alone, because the peers' virtual environments run it too.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from random import Random

REPEATS = int(os.environ.get("BENCH_REPEATS", "5"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "0.8"))


def calibration() -> float:
    """Rounds per CPU second of a fixed pure-Python job: shuffle, sort into a dict, add up."""
    began = time.process_time()
    random = Random(7)
    total = 0
    for _ in range(600):
        deck = list(range(60))
        random.shuffle(deck)
        piles: dict[int, list[int]] = {}
        for card in deck:
            piles.setdefault(card % 7, []).append(card)
        for key in sorted(piles):
            total += sum(piles[key]) ^ key
    return 600 / (time.process_time() - began)


def emit(system: str, task: str, metric: str, values: list[float], calibrated: list[float], note: str) -> None:
    """Prints one line of JSON: median, spread, and the rate relative to the fixed job."""
    line = {
        "system": system,
        "task": task,
        "metric": metric,
        "median": statistics.median(values),
        "low": min(values),
        "high": max(values),
        "relative": statistics.median(value / speed for value, speed in zip(values, calibrated, strict=True)),
        "note": note,
    }
    print(json.dumps(line), flush=True)


def rate(
    system: str,
    task: str,
    metric: str,
    work: Callable[[], int],
    note: str = "",
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.process_time,
) -> None:
    """Reports work per second of `clock`. `work` does one piece and returns its amount."""
    work()
    rates: list[float] = []
    speeds: list[float] = []
    for _ in range(REPEATS):
        gc.collect()
        before = calibration()
        done = 0
        began = clock()
        while clock() - began < seconds:
            done += work()
        rates.append(done / (clock() - began))
        speeds.append((before + calibration()) / 2)
    emit(system, task, metric, rates, speeds, note)


def playouts(system: str, task: str, play: Callable[[], int], note: str = "", seconds: float = SECONDS) -> None:
    """Reports decisions per CPU second and per game. `play` plays a game and returns its decisions."""
    lengths: list[int] = []

    def one() -> int:
        moves = play()
        lengths.append(moves)
        return moves

    rate(system, task, "moves/s", one, note, seconds)
    mean = statistics.fmean(lengths)
    print(
        json.dumps({"system": system, "task": task, "metric": "moves/game", "median": mean, "note": note}), flush=True
    )


def cost(
    system: str, task: str, metric: str, action: Callable[[], object], note: str = "", times: int = 20_000
) -> None:
    """Microseconds of CPU for one `action`."""
    values: list[float] = []
    speeds: list[float] = []
    for _ in range(REPEATS):
        before = calibration()
        began = time.process_time()
        for _ in range(times):
            action()
        values.append((time.process_time() - began) / times * 1e6)
        speeds.append((before + calibration()) / 2)
    emit(system, task, metric, values, speeds, note)


def resident_bytes() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def bytes_each(copy: Callable[[], object]) -> float:
    """Bytes per kept copy: growth of the process over the second half, when no freed memory is reused."""
    count = 10_000
    while True:
        gc.collect()
        kept = [copy() for _ in range(count)]
        middle = resident_bytes()
        kept += [copy() for _ in range(count)]
        grown = resident_bytes() - middle
        del kept
        if grown > 16_000_000:
            return grown / count
        count *= 2


def memory(system: str, task: str, copy: Callable[[], object]) -> None:
    """Reports bytes per kept copy, on Linux only."""
    if not sys.platform.startswith("linux"):
        return
    each = bytes_each(copy)
    print(
        json.dumps({"system": system, "task": task, "metric": "bytes/position", "median": each, "note": ""}), flush=True
    )


def guarded(task: Callable[[], None], name: str) -> None:
    """Runs a measurement. A failure is reported and does not stop the others."""
    try:
        task()
    except Exception as error:
        line = {"system": name, "task": getattr(task, "__name__", ""), "metric": "error", "note": f"{error!r}"[:300]}
        print(json.dumps(line), flush=True)
