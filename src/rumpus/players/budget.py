"""How much a player may think per move: simulations, seconds, or both, whichever ends first."""

from __future__ import annotations

import re

from rumpus.core.errors import BadOption

MOST_SIMULATIONS = 10_000_000
MOST_SECONDS = 3600.0

TIME = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s)")
COUNT = re.compile(r"\d{1,9}")


class Budget:
    """At least one of the two is given; a budget without seconds decides alike on every machine."""

    def __init__(self, simulations: int | None, seconds: float | None = None) -> None:
        self.simulations = simulations
        self.seconds = seconds

    @property
    def timed(self) -> bool:
        return self.seconds is not None

    def __str__(self) -> str:
        parts = [] if self.simulations is None else [str(self.simulations)]
        if self.seconds is not None:
            parts.append(f"{self.seconds:g}s")
        return ",".join(parts)


def read_budget(text: str) -> Budget:
    """`2000`, `1s`, `500ms` or `2000,1s`."""
    simulations: int | None = None
    seconds: float | None = None
    for part in text.lower().replace("_", "").split(","):
        word = part.strip()
        time = TIME.fullmatch(word)
        if time and seconds is None:
            seconds = float(time[1]) / (1000 if time[2] == "ms" else 1)
        elif COUNT.fullmatch(word) and simulations is None:
            simulations = int(word)
        else:
            raise BadOption(f"a budget is written 2000 (simulations), 1s (time) or 2000,1s (both), not {text!r}")
    if simulations is not None and not 1 <= simulations <= MOST_SIMULATIONS:
        raise BadOption(f"a budget is 1 to {MOST_SIMULATIONS:,} simulations, not {simulations:,}")
    if seconds is not None and not 0.001 <= seconds <= MOST_SECONDS:
        raise BadOption(f"a budget is 1ms to {MOST_SECONDS:g}s of time, not {text!r}")
    return Budget(simulations, seconds)
