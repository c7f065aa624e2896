"""Counters and gauges in Prometheus' text format."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    def __init__(self) -> None:
        self.counts: dict[str, float] = {}
        self.gauges: dict[str, Callable[[], float]] = {}
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0
        self.acknowledged = 0

    def count(self, name: str, amount: float = 1) -> None:
        self.counts[name] = self.counts.get(name, 0) + amount

    def acknowledge(self, seconds: float) -> None:
        """Counts a committed move and its seconds from request to commit."""
        self.acknowledged += 1
        self.seconds += seconds
        self.buckets[bisect.bisect_left(BOUNDS, seconds)] += 1

    def text(self) -> str:
        lines: list[str] = []
        for name, gauge in sorted(self.gauges.items()):
            lines += [f"# TYPE rumpus_{name} gauge", f"rumpus_{name} {gauge():g}"]
        for name, value in sorted(self.counts.items()):
            lines += [f"# TYPE rumpus_{name}_total counter", f"rumpus_{name}_total {value:g}"]
        lines.append("# TYPE rumpus_move_seconds histogram")
        edges = [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
        for edge, total in zip(edges, itertools.accumulate(self.buckets), strict=True):
            lines.append(f'rumpus_move_seconds_bucket{{le="{edge}"}} {total}')
        lines += [f"rumpus_move_seconds_sum {self.seconds:g}", f"rumpus_move_seconds_count {self.acknowledged}"]
        return "\n".join(lines) + "\n"
