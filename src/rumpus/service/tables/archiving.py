"""Archives finished tables, so that their replays survive a change of the rules."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from rumpus.core.errors import RumpusError
from rumpus.service.store import DamagedJournal, JournalEntry, Store
from rumpus.service.tables.archive_worker import LENGTH_BYTES, ArchiveReply, ArchiveRequest, with_length

log = logging.getLogger("rumpus.keeping")

ARCHIVE_PAUSE_SECONDS = 3.0
ARCHIVE_LATE_SECONDS = 3600.0
"""Seconds after which archiving counts as dead: one run may archive thousands of tables."""
TABLE_SECONDS = 300.0
"""Seconds per table."""
BATCH_TABLES = 20
LEASE = "the keeping of films"


class ArchiveWorker:
    async def archive(self, request: ArchiveRequest) -> ArchiveReply:
        raise NotImplementedError

    async def close(self) -> None:
        pass


class Archiver:
    """Archives finished tables one by one. One process at a time does it, by a lease."""

    def __init__(
        self,
        store: Store,
        start: Callable[[], Awaitable[ArchiveWorker]],
        before: Callable[[str, Sequence[JournalEntry]], Awaitable[None]] | None = None,
    ) -> None:
        self.store = store
        self._start = start
        self._before = before
        """Called with a finished table and its journal before it is archived. If it fails, the next run tries again."""
        self.failed: set[str] = set()
        """Tables that could not be archived. A restart tries them again."""
        self.trouble = ""
        """Reason of the last failure."""

    async def archive_finished(self) -> None:
        if await self.store.lease(LEASE):
            await self.archive_rest()

    async def archive_rest(self) -> None:
        """Archives finished tables without the lease: its holder may have other rules. Two archives are equal."""
        worker: ArchiveWorker | None = None
        after = ""
        before = len(self.failed)
        try:
            while tables := await self.store.unarchived(after, BATCH_TABLES):
                after = tables[-1]
                for table in tables:
                    if table not in self.failed:
                        worker = worker or await self._start()
                        worker = await self._archive(table, worker)
        finally:
            if worker is not None:
                await worker.close()
            if len(self.failed) > before:
                facts = {"tables": len(self.failed) - before, "for instance": self.trouble}
                log.error("some tables could not be archived", extra={"facts": facts})

    async def _archive(self, table: str, worker: ArchiveWorker) -> ArchiveWorker | None:
        """Archives a table. Returns the worker, or None if it broke."""
        left: ArchiveWorker | None = worker
        try:
            stored = await self.store.read(table)
            if stored and self._before is not None and not await self._prepared(table, stored):
                return worker
            journal = [(one.entry, one.when) for one in stored]
            reply = ArchiveReply(trouble="it has no journal")
            if journal:
                reply = await worker.archive(ArchiveRequest(table, journal))
            trouble = reply.trouble
            if not trouble:
                await self.store.save_archive(table, reply.parts)
        except (EOFError, OSError, TimeoutError) as error:
            # After a timeout too: the worker's late reply would be taken for the next table's.
            await worker.close()
            left, trouble = None, f"the archiving process ended: {error!r}"
        except DamagedJournal as error:
            trouble = str(error)
        if trouble:
            self.failed.add(table)
            self.trouble = f"{table}: {trouble}"
        return left

    async def _prepared(self, table: str, journal: Sequence[JournalEntry]) -> bool:
        assert self._before is not None
        try:
            await self._before(table, journal)
        except RumpusError as error:
            log.warning("a result is not counted yet", extra={"facts": {"table": table, "error": str(error)}})
            return False
        return True


class ArchiveProcess(ArchiveWorker):
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @staticmethod
    async def start() -> ArchiveProcess:
        pipe = asyncio.subprocess.PIPE
        words = (sys.executable, "-m", "rumpus.service.tables.archive_worker")
        return ArchiveProcess(await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe))

    async def archive(self, request: ArchiveRequest) -> ArchiveReply:
        source, sink = self.process.stdout, self.process.stdin
        assert source is not None
        assert sink is not None
        async with asyncio.timeout(TABLE_SECONDS):
            sink.write(with_length(request))
            await sink.drain()
            length = int.from_bytes(await source.readexactly(LENGTH_BYTES), "big")
            return msgspec.msgpack.decode(await source.readexactly(length), type=ArchiveReply)

    async def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
