"""Reads search settings, as in `search:150/rollout_depth=4`. Budgets limit simulations, seconds or both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rumpus.core.display_names import quoted
from rumpus.core.errors import BadOption
from rumpus.core.extensions import SearchConfig

MAX_SIMULATIONS = 10_000_000
MAX_SECONDS = 3600.0

TIME_PATTERN = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(ms|s)")
COUNT_PATTERN = re.compile(r"[0-9]{1,9}")


@dataclass
class Budget:
    """A limit per decision. Without seconds, decisions are equal on every machine."""

    simulations: int | None
    seconds: float | None = None


def read_budget(text: str) -> Budget:
    """Reads `2000`, `1s`, `500ms` or `2000,1s`."""
    simulations: int | None = None
    seconds: float | None = None
    for part in text.lower().replace("_", "").split(","):
        word = part.strip()
        time = TIME_PATTERN.fullmatch(word)
        if time and seconds is None:
            seconds = float(time[1]) / (1000 if time[2] == "ms" else 1)
        elif COUNT_PATTERN.fullmatch(word) and simulations is None:
            simulations = int(word)
        else:
            raise BadOption(
                f"Cannot read the budget {quoted(text)}. Write 2000 (simulations), 1s (time) or 2000,1s (both)."
            )
    if simulations is not None and not 1 <= simulations <= MAX_SIMULATIONS:
        raise BadOption(f"A budget is 1 to {MAX_SIMULATIONS:,} simulations, not {simulations:,}.")
    if seconds is not None and not 0.001 <= seconds <= MAX_SECONDS:
        raise BadOption(f"A budget is 1ms to {MAX_SECONDS:g}s of time, not {quoted(text)}.")
    return Budget(simulations, seconds)


BOUNDS: dict[str, tuple[float, float]] = {
    "exploration": (0.0, 100.0),
    "rollout_candidates": (0.0, 1000.0),
    "rollout_depth": (0.0, 1_000_000.0),
    "sims_per_world": (1.0, 1_000_000.0),
    "prior_weight": (0.0, 600.0),  # exp(-746) is 0, and `prior_penalty` needs the log of the lowest prior
    "tree_depth": (1.0, 1_000_000.0),
    "regret_exploration": (0.0, 1.0),
    "opponent_greedy": (0.0, 1.0),
    "prior_penalty": (0.0, 2.0),
    "resamples": (0.0, 1000.0),
}
"""Settings with their least and greatest values."""
INTEGERS = ("rollout_candidates", "rollout_depth", "sims_per_world", "tree_depth", "resamples")
OLD_NAMES = {
    "care": "rollout_candidates",
    "depth": "rollout_depth",
    "share": "sims_per_world",
    "trust": "prior_weight",
    "steps": "tree_depth",
    "regret": "regret_exploration",
    "belief": "opponent_greedy",
    "doubt": "prior_penalty",
    "hindsight": "resamples",
}
"""Names of settings in old ladders, runs and commands, which must stay readable."""
NUMBER_PATTERN = re.compile(r"[0-9]{1,7}(\.[0-9]{1,9})?")


def read_search_config(changes: Sequence[str], defaults: SearchConfig) -> SearchConfig:
    """Applies changes, each written `name=number`, to the default settings."""
    settings: dict[str, Any] = {name: getattr(defaults, name) for name in BOUNDS}
    for change in changes:
        name, _, text = (part.strip() for part in change.partition("="))
        name = OLD_NAMES.get(name, name)
        if name not in BOUNDS or not NUMBER_PATTERN.fullmatch(text):
            raise BadOption(
                f"Cannot read the search setting {quoted(change)}. "
                f"Write it as in rollout_depth=4; settings: {', '.join(BOUNDS)}."
            )
        low, high = BOUNDS[name]
        number = float(text)
        if not low <= number <= high or (name in INTEGERS and number != int(number)):
            kind = "a whole number" if name in INTEGERS else "a number"
            raise BadOption(f"{name} is {kind} from {low:g} to {high:,.0f}, not {text}.")
        settings[name] = int(number) if name in INTEGERS else number
    return SearchConfig(**settings)
