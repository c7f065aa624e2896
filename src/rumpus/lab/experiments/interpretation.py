"""Explains an interim result in plain words, to help stop in time."""

from __future__ import annotations

from math import isfinite

from msgspec import Struct

from rumpus.core.position import Json

# A copy of `stats.regression.POINTS`: that module imports numpy, and the web server imports this one without it.
POINTS = "points"
NEGLIGIBLE = 0.01
"""Largest difference counted as none: a percentage point, or 1 % of the old value."""


class Interpretation(Struct):
    """A difference and its interval, valid at any time (a confidence sequence)."""

    group: str
    name: str
    unit: str
    before: float
    value: float
    half_width: float

    @property
    def significant(self) -> bool:
        return abs(self.value) > self.half_width

    @property
    def _negligible(self) -> float:
        return NEGLIGIBLE if self.unit == POINTS else NEGLIGIBLE * abs(self.before)

    @property
    def certain(self) -> bool:
        """True if more games would hardly change the statement."""
        return self.significant or abs(self.value) + self.half_width <= self._negligible

    def deals_needed(self, done: int) -> float:
        """Estimated number of deals until the result is certain, at the current difference."""
        if not isfinite(self.half_width) or not self.half_width:
            return float("inf")
        # The half-width shrinks with the square root of the deals. It has to fall below |value|, or below the distance
        # from |value| to the negligible difference, whichever comes sooner.
        room = max(abs(self.value), self._negligible - abs(self.value))
        return done * (self.half_width / room) ** 2 if room > 0 else float("inf")

    def sentence(self, done: int, max_deals: int, pace: float) -> list[str]:
        """The statement in three pieces. Pages emphasise the second."""
        if self.significant:
            more = "more" if self.value > 0 else "less"
            who = self.name[:1].upper() + self.name[1:]
            verb = " wins " if self.group.startswith("win rate by ") else ": "
            return [f"{who}{verb}", f"{amount_text(abs(self.value), self.unit)} {more}", ": certain enough to stop."]
        if self.certain:
            return ["", "Hardly any difference", f": {amount_text(self._negligible, self.unit)} at most, up or down."]
        lean = "no way yet" if not self.value else "up" if self.value > 0 else "down"
        return ["Leans ", lean, f"; zero is still inside. {self._games_needed(done, max_deals, pace)}"]

    def _games_needed(self, done: int, max_deals: int, pace: float) -> str:
        needed = self.deals_needed(done)
        if done >= max_deals:
            return "All games are played: it stays open."
        if needed > max_deals:
            return "It may stay open to the end."
        return f"About {duration_text((needed - done) / pace)} more." if pace > 0 else ""


def amount_text(value: float, unit: str) -> str:
    return f"{value * 100:.1f} points" if unit == POINTS else f"{value:.2f} {unit}"


def duration_text(seconds: float) -> str:
    whole = max(1, round(seconds))
    if whole < 90:
        return "a second" if whole == 1 else f"{whole} seconds"
    minutes = round(whole / 60)
    return f"{minutes} minutes" if minutes < 90 else f"{minutes / 60:.1f} hours"


def disagreement(strengths: list[str], found: list[dict[str, Json]]) -> list[str]:
    """A warning in three pieces if two strengths differ beyond both intervals; else empty."""
    if len(found) < 2:
        return []
    (one, first), (other, second) = ((_number(one, "value"), _number(one, "half")) for one in found[:2])
    # Not the root of the squares: both intervals hold together, so they prove a difference only if disjoint.
    apart, half = abs(one - other), first + second
    if not apart > half:
        return []
    unit = str(found[0].get("unit"))
    scale, digits = (100, 1) if unit == POINTS else (1, 2)
    words = f"{apart * scale:.{digits}f} ± {half * scale:.{digits}f} {unit}"
    what = "has the opposite sign" if one * other < 0 else "is of another size"
    return [
        "The two strengths differ by ",
        words,
        f": what is found among {strengths[0]} bots {what} among {strengths[1]} ones. Do not decide by one alone.",
    ]


def _number(one: dict[str, Json], key: str) -> float:
    value = one.get(key)
    return float(value) if isinstance(value, int | float) else float("inf")
