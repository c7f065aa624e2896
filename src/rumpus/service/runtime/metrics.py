"""Counters, gauges and histograms in Prometheus' text format."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable

from rumpus.service.runtime.loop_time import LoopTimer

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """Numbers of observed durations up to each of `BOUNDS`, in seconds."""

    def __init__(self) -> None:
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0
        """Sum of all durations."""
        self.count = 0

    def observe(self, seconds: float) -> None:
        self.count += 1
        self.seconds += seconds
        self.buckets[bisect.bisect_left(BOUNDS, seconds)] += 1

    def lines(self, name: str, label: str = "") -> list[str]:
        """Returns the samples. `label` is written as in `kind="move"`."""
        edges = [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
        first, alone = (f"{label},", f"{{{label}}}") if label else ("", "")
        found = [
            f'rumpus_{name}_bucket{{{first}le="{edge}"}} {total}'
            for edge, total in zip(edges, itertools.accumulate(self.buckets), strict=True)
        ]
        return [*found, f"rumpus_{name}_sum{alone} {self.seconds:g}", f"rumpus_{name}_count{alone} {self.count}"]


class Metrics:
    def __init__(self) -> None:
        self.counts: dict[str, float] = {}
        self.gauges: dict[str, Callable[[], float]] = {}
        self.moves = Histogram()
        """Committed moves: seconds from request to commit."""
        self.loop: dict[str, Histogram] = {}
        """Longest time that one message or periodic run held the event loop, by kind."""
        self.loop_cpu: dict[str, Histogram] = {}
        """The same in processor time."""

    def count(self, name: str, amount: float = 1) -> None:
        self.counts[name] = self.counts.get(name, 0) + amount

    def observe_loop(self, kind: str, timer: LoopTimer[object]) -> None:
        """Adds the longest steps of a message or periodic run."""
        self.loop.setdefault(kind, Histogram()).observe(timer.longest)
        self.loop_cpu.setdefault(kind, Histogram()).observe(timer.longest_cpu)

    def text(self) -> str:
        lines: list[str] = []
        for name, gauge in sorted(self.gauges.items()):
            lines += [f"# TYPE rumpus_{name} gauge", f"rumpus_{name} {gauge():g}"]
        for name, value in sorted(self.counts.items()):
            lines += [f"# TYPE rumpus_{name}_total counter", f"rumpus_{name}_total {value:g}"]
        lines += ["# TYPE rumpus_move_seconds histogram", *self.moves.lines("move_seconds")]
        for name, kinds in (("loop_seconds", self.loop), ("loop_cpu_seconds", self.loop_cpu)):
            if kinds:
                lines.append(f"# TYPE rumpus_{name} histogram")
            for kind, times in sorted(kinds.items()):
                lines += times.lines(name, f'kind="{kind}"')
        return "\n".join(lines) + "\n"
