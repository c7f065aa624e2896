"""How a search looks ahead, as one writes it behind its budget: `search:150/depth=4/regret=0`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rumpus.core.contract import Manner
from rumpus.core.errors import BadOption

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
