"""How much a player may think per move: simulations, seconds, or both, whichever ends first.

How a search looks ahead, as one writes it behind its budget: `search:150/depth=4/regret=0`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rumpus.core.errors import BadOption
from rumpus.core.extensions import Manner

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


BOUNDS: dict[str, tuple[float, float]] = {
    "exploration": (0.0, 100.0),
    "care": (0.0, 1000.0),
    "depth": (0.0, 1_000_000.0),
    "share": (1.0, 1_000_000.0),
    "trust": (0.0, 600.0),
    "steps": (1.0, 1_000_000.0),
    "regret": (0.0, 1.0),
    "belief": (0.0, 1.0),
    "doubt": (0.0, 2.0),
    "hindsight": (0.0, 1000.0),
}
"""What may be changed, and from where to where."""
WHOLE = ("care", "depth", "share", "steps", "hindsight")
NUMBER = re.compile(r"\d{1,7}(\.\d{1,9})?")


def read_manner(changes: Sequence[str], usual: Manner) -> Manner:
    """The usual manner with these changes, each written `name=number`."""
    numbers: dict[str, float] = {name: getattr(usual, name) for name in BOUNDS}
    for change in changes:
        name, _, text = (part.strip() for part in change.partition("="))
        if name not in BOUNDS or not NUMBER.fullmatch(text):
            raise BadOption(f"a manner is changed as in depth=4, by {', '.join(BOUNDS)}, not by {change!r}")
        low, high = BOUNDS[name]
        number = float(text)
        if not low <= number <= high or (name in WHOLE and number != int(number)):
            kind = "a whole number" if name in WHOLE else "a number"
            raise BadOption(f"{name} is {kind} from {low:g} to {high:,.0f}, not {text}")
        numbers[name] = number
    return Manner(
        exploration=numbers["exploration"],
        care=int(numbers["care"]),
        depth=int(numbers["depth"]),
        share=int(numbers["share"]),
        trust=numbers["trust"],
        steps=int(numbers["steps"]),
        regret=numbers["regret"],
        belief=numbers["belief"],
        doubt=numbers["doubt"],
        hindsight=int(numbers["hindsight"]),
    )
