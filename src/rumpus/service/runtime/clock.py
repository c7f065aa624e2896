"""The server's time for entries, clocks and pages. It does not follow a jump of the machine's clock at once."""

from __future__ import annotations

import logging

from rumpus.service.runtime.environment import SYSTEM_CLOCK, TimeSource

log = logging.getLogger("rumpus.times")
JUMP_MS = 1000
"""Largest change of wall time against monotonic time that is followed at once. More is a jump."""
HOUR_MS = 3_600_000
"""Time until a jump is accepted. Until then nothing is deleted."""


class ServerClock:
    """Milliseconds since 1970, steady through jumps of wall time. Accepts a jump after an hour.

    Servers that share a store follow its clock (`follow`): theirs may differ, and a table's entries come from all.
    """

    def __init__(self, source: TimeSource = SYSTEM_CLOCK) -> None:
        self.source = source
        self._correction = 0
        """Milliseconds added to the machine's wall time: what the store's clock is ahead of it."""
        self._offset = self.wall_ms() - self._steady()
        """Milliseconds added to monotonic time."""
        self._newest: int | None = None
        """Offset of the store's newest entry at the start of the server."""
        self._jumped_at: int | None = None
        """Monotonic time of the jump that is not accepted yet."""
        self._jump = 0
        self._delete_after = 0
        """Monotonic time from which old tables may be deleted again."""
        self.missed_ms = 0
        """Milliseconds without a server before the start."""

    def wall_ms(self) -> int:
        return self.source.wall_ms() + self._correction

    def follow(self, shared_ms: int) -> None:
        """Follows the clock that all servers share, which shows `shared_ms` now."""
        self._correction = shared_ms - self.source.wall_ms()

    def monotonic(self) -> float:
        return self.source.monotonic()

    def thread_time(self) -> float:
        return self.source.thread_time()

    async def sleep(self, seconds: float) -> None:
        await self.source.sleep(seconds)

    def _steady(self) -> int:
        return round(self.source.monotonic() * 1000)

    def now(self) -> int:
        """Milliseconds since 1970."""
        jump = self.wall_ms() - self._steady() - self._offset
        if abs(jump) <= JUMP_MS:
            if self._jumped_at is not None:
                log.warning("the clock has leapt back to where it was")
                self._jumped_at = None
            self._offset += jump
        elif self._jumped_at is None or abs(jump - self._jump) > JUMP_MS:
            self._on_jump(jump)
        return self._steady() + self._offset

    def start_after(self, newest: int) -> None:
        """Restarts the clock with the time of the store's newest entry (0: none)."""
        self._newest, self._jumped_at, self.missed_ms = None, None, 0
        self._offset = self.wall_ms() - self._steady()
        self._delete_after = 0
        if not newest:
            return
        self._newest = newest - self._steady()
        gap = self._offset - self._newest
        self.missed_ms = max(0, gap)
        if gap < -JUMP_MS:
            self._offset = self._newest  # entries must not go back in time
            self._on_jump(gap)
        elif gap > HOUR_MS:
            self._delete_after = self._steady() + HOUR_MS
            log.warning("the newest entry is old, or the clock has leapt", extra={"facts": {"hours": gap // HOUR_MS}})

    def has_jumped(self) -> bool:
        """True if there was a jump that is not accepted yet."""
        self.now()
        return self._jumped_at is not None

    def accept_jump(self) -> bool:
        """Accepts a jump that has lasted for an hour. True if there was one: it is on nobody's clock."""
        if not self.has_jumped() or self._jumped_at is None or self._steady() - self._jumped_at < HOUR_MS:
            return False
        self._offset = self.wall_ms() - self._steady()
        self._jumped_at = None
        log.warning("the clock's leap is believed now", extra={"facts": {"seconds": self._jump // 1000}})
        return True

    def may_delete(self) -> bool:
        """True if no jump happened within the last hour."""
        self.now()
        return self._steady() >= self._delete_after

    def safe_now(self) -> int:
        """The earlier of server time and the store's newest entry plus uptime."""
        now = self.now()
        return now if self._newest is None else min(now, self._steady() + self._newest)

    def _on_jump(self, jump: int) -> None:
        self._jumped_at, self._jump = self._steady(), jump
        self._delete_after = self._steady() + HOUR_MS
        log.warning("the clock has leapt; that is waited out for an hour", extra={"facts": {"seconds": jump // 1000}})
