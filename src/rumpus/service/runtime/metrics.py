"""Counters and gauges in Prometheus' text form, without a library."""

from __future__ import annotations

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
        """A move was written down for good, so long after it was heard."""
        self.acknowledged += 1
        self.seconds += seconds
        for number, bound in enumerate(BOUNDS):
            if seconds <= bound:
                self.buckets[number] += 1
                return
        self.buckets[-1] += 1

    def text(self) -> str:
        lines: list[str] = []
        for name, gauge in sorted(self.gauges.items()):
            lines += [f"# TYPE rumpus_{name} gauge", f"rumpus_{name} {gauge():g}"]
        for name, value in sorted(self.counts.items()):
            lines += [f"# TYPE rumpus_{name}_total counter", f"rumpus_{name}_total {value:g}"]
        lines.append("# TYPE rumpus_move_seconds histogram")
        running = 0
        for bound, number in zip([*BOUNDS, None], self.buckets, strict=True):
            running += number
            edge = "+Inf" if bound is None else f"{bound:g}"
            lines.append(f'rumpus_move_seconds_bucket{{le="{edge}"}} {running}')
        lines += [f"rumpus_move_seconds_sum {self.seconds:g}", f"rumpus_move_seconds_count {self.acknowledged}"]
        return "\n".join(lines) + "\n"
