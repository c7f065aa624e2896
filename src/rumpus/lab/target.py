"""What a designer wants, in plain words, as a distance from it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from rumpus.core.errors import BadOption
from rumpus.stats.regression import Figure

EVEN = re.compile(r"win rate of every (.+?) within ([\d.]+) points?", re.IGNORECASE)
ONE = re.compile(r"win rate of (.+?) within ([\d.]+) points? of ([\d.]+)(?: ?%| percent)?", re.IGNORECASE)
LENGTH = re.compile(r"length (?:between )?([\d.]+)\s*(?:to|and|-|–|\.\.)\s*([\d.]+)", re.IGNORECASE)


class Target:
    """A distance of 0 is reached: every win rate of a kind near the others', one near a number, or a length."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        one, even, length = ONE.fullmatch(self.text), EVEN.fullmatch(self.text), LENGTH.match(self.text)
        self.one = one.group(1).strip() if one else ""
        self.kind = even.group(1).lower() if even and not one else ""
        self.goal = float(one.group(3)) / 100 if one else 0.0
        found = one or even
        self.within = float(found.group(2)) / 100 if found else 0.0
        self.shortest, self.longest = (float(length.group(1)), float(length.group(2))) if length else (0.0, 0.0)
        if not found and not length:
            raise BadOption(
                f"the target {text!r} is not understood; write "
                '"win rate of every cat within 2 points", "win rate of NAME within 2 points of 50", '
                'or "length 8 to 12"'
            )

    def figures(self, figures: Sequence[Figure]) -> list[Figure]:
        """Those that the target speaks of."""
        rates = [figure for figure in figures if figure.group.startswith("win rate by ")]
        if self.one:
            named = [figure for figure in rates if figure.name.lower() == self.one.lower()]
            if not named:
                names = [figure.name for figure in rates]
                near = difflib.get_close_matches(self.one, names, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; there is {', '.join(names)}"
                raise BadOption(f"these games have no win rate of {self.one!r}{hint}")
            return named[:1]
        if self.kind:
            found = [figure for figure in rates if figure.group == f"win rate by {self.kind}"]
            if not found:
                kinds = ", ".join(sorted({figure.group.removeprefix("win rate by ") for figure in rates}))
                raise BadOption(f"these games have no win rate by {self.kind}; there is {kinds}")
            return found
        lengths = [figure for figure in figures if figure.name == "length"]
        if not lengths:
            raise BadOption("this game has no length in rounds to aim at")
        return lengths

    def off(self, figures: Sequence[Figure]) -> list[float]:
        """How far each of them is from where it should be, with its sign."""
        return self.off_values([figure.value for figure in self.figures(figures)])

    def off_values(self, values: Sequence[float]) -> list[float]:
        """The same of values in the order of `figures`."""
        if self.one:
            return [values[0] - self.goal]
        if self.kind:
            middle = sum(values) / len(values)
            return [value - middle for value in values]
        return [values[0] - min(max(values[0], self.shortest), self.longest)]

    def reached(self, distance: float) -> bool:
        return distance <= self.within

    def shown(self, distance: float) -> str:
        return f"{distance * 100:.1f} points" if self.kind or self.one else f"{distance:.2f}"
