"""Whether the store takes what is written: nothing else than writing tells."""

from __future__ import annotations

import asyncio
import time

from rumpus.web.store import NotKept, Store, StoreError
from rumpus.web.times import now

PAUSED = "Nothing can be written down at the moment, so no move can be made. It goes on as soon as that works again."
FRESH_SECONDS = 2.0
PATIENCE_SECONDS = 5.0


class WriteProof:
    """Found out by a durable write, and believed for two seconds, however many ask."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._trouble = ""
        self._until = 0.0
        self._asking = asyncio.Lock()

    async def trouble(self) -> str:
        """Nothing if it can be written, else a sentence for people."""
        async with self._asking:
            if time.monotonic() > self._until:
                self._trouble = await self._try()
                self._until = time.monotonic() + FRESH_SECONDS
            return self._trouble

    async def _try(self) -> str:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self.store.prove(now())
        except NotKept as error:
            return str(error)
        except (StoreError, TimeoutError):
            return PAUSED
        return ""
