"""What a figure says while games are still being played, in plain words: for somebody who decides whether to stop."""

from __future__ import annotations

from math import isfinite

from rumpus.core.position import Plain

POINTS = "points"
SMALL = 0.01
"""A difference of at most so much counts as none: a point, or a hundredth of what it was."""


class Reading:
    """One difference and its interval, which may be looked at all the time."""

    def __init__(self, group: str, name: str, unit: str, before: float, value: float, half: float) -> None:
        self.group = group
        self.name = name
        self.unit = unit
        self.before = before
        self.value = value
        self.half = half

    @property
    def seen(self) -> bool:
        return isfinite(self.half) and abs(self.value) > self.half

    @property
    def _small(self) -> float:
        return SMALL if self.unit == POINTS else SMALL * abs(self.before)

    @property
    def certain(self) -> bool:
        """Whether more games would hardly change what is said."""
        return self.seen or abs(self.value) + self.half <= self._small

    def needed(self, done: int) -> float:
        """After how many deals it should be certain, if the difference is about what it looks like now."""
        if not isfinite(self.half) or not self.half:
            return float("inf")
        room = max(abs(self.value), self._small - abs(self.value))
        return done * (self.half / room) ** 2 if room > 0 else float("inf")

    def sentence(self, done: int, most: int, pace: float) -> list[str]:
        """What to think of it now; the second of the three pieces is the weighty one."""
        if self.seen:
            more = "more" if self.value > 0 else "less"
            who = f"{_begun(self.name)} wins" if self.group.startswith("win rate by ") else f"{_begun(self.name)}:"
            return [f"{who} ", f"{amount(abs(self.value), self.unit)} {more}", ": certain enough to stop."]
        if self.certain:
            return ["", "Hardly any difference", f": {amount(self._small, self.unit)} at most, up or down."]
        lean = "no way yet" if not self.value else "up" if self.value > 0 else "down"
        return ["Leans ", lean, f"; zero is still inside. {self._patience(done, most, pace)}"]

    def _patience(self, done: int, most: int, pace: float) -> str:
        needed = self.needed(done)
        if done >= most:
            return "All games are played: it stays open."
        if needed > most:
            return "It may stay open to the end."
        return f"About {span((needed - done) / pace)} more." if pace > 0 else ""


def amount(value: float, unit: str) -> str:
    return f"{value * 100:.1f} points" if unit == POINTS else f"{value:.2f} {unit}"


def span(seconds: float) -> str:
    whole = max(1, round(seconds))
    if whole < 90:
        return "a second" if whole == 1 else f"{whole} seconds"
    minutes = round(whole / 60)
    return f"{minutes} minutes" if minutes < 90 else f"{minutes / 60:.1f} hours"


def _begun(name: str) -> str:
    return name[:1].upper() + name[1:]


def disagreement(strengths: list[str], found: list[dict[str, Plain]]) -> list[str]:
    """A sentence in three pieces where the same figure differs between two strengths beyond both intervals."""
    if len(found) < 2:
        return []
    values = [(_number(one, "value"), _number(one, "half")) for one in found[:2]]
    (one, first), (other, second) = values
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


def _number(one: dict[str, Plain], key: str) -> float:
    value = one.get(key)
    return float(value) if isinstance(value, int | float) else float("inf")
