"""The server's time, as entries, clocks and pages have it: no leap of the machine's clock is believed at once."""

from __future__ import annotations

import logging
import time

log = logging.getLogger("rumpus.times")
LEAP = 1000
"""Milliseconds by which the machine's clock may run away from the steady one; more is a leap."""
APART = 60_000
"""By which the clocks of several servers, and what they write, may differ."""
HOUR = 3_600_000
"""How long a leap is waited out, and nothing is deleted."""


class HouseTime:
    """Goes on steadily through a leap of the machine's clock; if that lasts for an hour, it is believed."""

    def __init__(self) -> None:
        self._ahead = _wall() - _steady()
        """What is added to the steady clock."""
        self._newest: int | None = None
        """The same for the clock that stood at the newest entry of the store when the server was opened."""
        self._leapt: int | None = None
        """When the leap that is being waited out was noticed, by the steady clock."""
        self._leap = 0
        self._settled = 0
        """When, by the steady clock, things may be deleted again."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        leap = _wall() - _steady() - self._ahead
        if abs(leap) <= LEAP:
            if self._leapt is not None:
                log.warning("the clock has leapt back to where it was")
                self._leapt = None
            self._ahead += leap
        elif self._leapt is None or abs(leap - self._leap) > LEAP:
            self._notice(leap)
        return _steady() + self._ahead

    def compare(self, newest: int) -> None:
        """At the start, with when the store was last written to (0: never)."""
        self._newest, self._leapt = None, None
        self._ahead = _wall() - _steady()
        self._settled = 0
        if not newest:
            return
        self._newest = newest - _steady()
        gap = self._ahead - self._newest
        if gap < -APART:
            self._ahead = self._newest  # the store's time goes on meanwhile
            self._notice(gap)
        elif gap > HOUR:
            self._settled = _steady() + HOUR
            log.warning("the newest entry is old, or the clock has leapt", extra={"facts": {"hours": gap // HOUR}})

    def believe(self) -> bool:
        """Take over a leap that has lasted for an hour; says whether there was one: it is on nobody's clock."""
        self.now()
        if self._leapt is None or _steady() - self._leapt < HOUR:
            return False
        self._ahead = _wall() - _steady()
        self._leapt = None
        log.warning("the clock's leap is believed now", extra={"facts": {"seconds": self._leap // 1000}})
        return True

    def settled(self) -> bool:
        """Whether there was no leap for an hour, so that something may be deleted because it is old."""
        self.now()
        return _steady() >= self._settled

    def surely(self) -> int:
        """A time that has come by both clocks: the machine's, and the store's with what has passed since the start."""
        moment = self.now()
        return moment if self._newest is None else min(moment, _steady() + self._newest)

    def _notice(self, leap: int) -> None:
        self._leapt, self._leap = _steady(), leap
        self._settled = _steady() + HOUR
        log.warning("the clock has leapt; that is waited out for an hour", extra={"facts": {"seconds": leap // 1000}})


def _wall() -> int:
    return time.time_ns() // 1_000_000


def _steady() -> int:
    return time.monotonic_ns() // 1_000_000


HOUSE = HouseTime()
now = HOUSE.now
