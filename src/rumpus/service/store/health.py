"""Health of the store, and interruptions of store, process and clock."""

from __future__ import annotations

import asyncio

from rumpus.service.runtime.clock import ServerClock
from rumpus.service.store import NotArchived, Store, StoreError

PAUSED = "The server cannot save at the moment, so no move can be made. The game continues once it can."
HEALTH_SECONDS = 0.9
"""Seconds for which the result of a write check is valid."""
HEALTH_TIMEOUT_SECONDS = 5.0
WATCH_SECONDS = 1.0
INTERRUPTION_MS = 3000
"""Milliseconds without a successful check that count as an interruption: players' clocks do not count it."""

MAX_MADE_UP_MS = 30 * 86_400_000


class StoreHealth:
    """Checks by a durable write that the store works. Caches the result and remembers interruptions."""

    def __init__(self, store: Store, clock: ServerClock) -> None:
        self.store = store
        self.clock = clock
        self._trouble = ""
        self._fresh_until = 0.0
        self._lock = asyncio.Lock()
        self._worked_at = clock.now()
        """Server time at which store and process last worked."""
        self._steady_since = 0
        """Server time since which they have worked without an interruption."""
        self.made_up_at = 0
        """Server time at which the last interruption is made up for: they have worked for as long again."""

    def begin(self) -> None:
        """Counts the time before this moment as an interruption: no server may have run."""
        self._worked_at = self._steady_since = self.clock.now()
        self.make_up_for(self.clock.missed_ms)

    def make_up_for(self, missed_ms: int) -> None:
        """Notes an interruption that ends now. Nobody loses days before as much time has passed again."""
        self.made_up_at = max(self.made_up_at, self.clock.now() + min(missed_ms, MAX_MADE_UP_MS))

    async def trouble(self) -> str:
        """A sentence for people, or an empty string if the store works."""
        async with self._lock:
            if self.clock.monotonic() > self._fresh_until:
                self._trouble = await self._try()
                self._fresh_until = self.clock.monotonic() + HEALTH_SECONDS
            return self._trouble

    async def _try(self) -> str:
        try:
            async with asyncio.timeout(HEALTH_TIMEOUT_SECONDS):
                await self.store.check_writable(self.clock.now())
        except NotArchived as error:
            return str(error)
        except (StoreError, TimeoutError):
            return PAUSED
        return ""

    async def watch(self, probe: bool) -> None:
        """Notes that process and store work; with `probe`, after a write. Called every `WATCH_SECONDS`."""
        if await self.trouble() if probe else self.store.is_silent():
            return
        now = self.clock.now()
        if now - self._worked_at > INTERRUPTION_MS:
            self._steady_since = now
            self.make_up_for(now - self._worked_at)
        self._worked_at = now

    def interrupted_since(self, when: int) -> bool:
        """True if store, process or clock were interrupted after `when`, in server time."""
        return self._steady_since > when or self.clock.now() - self._worked_at > INTERRUPTION_MS
