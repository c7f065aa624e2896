"""Keeping what finished tables show, so that their replays outlive the rules they were played under."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Awaitable, Callable

import msgspec

from rumpus.service.store import DamagedBook, Store
from rumpus.service.tables.archive_worker import LENGTH, FilmAnswer, FilmWish, frame

log = logging.getLogger("rumpus.keeping")

PAUSE_SECONDS = 3.0
LONGEST_SECONDS = 300.0
"""For the film of one table."""
AT_ONCE = 20
LEASE = "the keeping of films"


class Camera:
    """Where films are made."""

    async def film(self, wish: FilmWish) -> FilmAnswer:
        raise NotImplementedError

    async def close(self) -> None:
        """No more films for now."""


class Keeping:
    """One process at a time looks for tables that have ended and has their films made, one after the other."""

    def __init__(self, store: Store, start: Callable[[], Awaitable[Camera]]) -> None:
        self.store = store
        self._start = start
        self.failed: set[str] = set()
        """Tables of which no film could be made; they are tried again after a restart."""
        self.trouble = ""
        """What was wrong with the last of them."""

    async def look(self) -> None:
        """Keep what is not kept yet."""
        if not await self.store.lease(LEASE):
            return
        camera: Camera | None = None
        after = ""
        before = len(self.failed)
        try:
            while tables := await self.store.unkept(after, AT_ONCE):
                after = tables[-1]
                for table in tables:
                    if table not in self.failed:
                        camera = camera or await self._start()
                        camera = await self._keep(table, camera)
        finally:
            if camera is not None:
                await camera.close()
            if len(self.failed) > before:
                facts = {"tables": len(self.failed) - before, "for instance": self.trouble}
                log.error("of some tables no film could be kept", extra={"facts": facts})

    async def _keep(self, table: str, camera: Camera) -> Camera | None:
        """Afterwards the camera, unless it broke."""
        left: Camera | None = camera
        try:
            book = [(page.entry, page.when) for page in await self.store.read(table)]
            answer = await camera.film(FilmWish(table, book)) if book else FilmAnswer(trouble="it has no book")
            trouble = answer.trouble
            if not trouble:
                await self.store.keep(table, answer.parts)
        except (EOFError, OSError, TimeoutError) as error:
            await camera.close()
            left, trouble = None, f"the process that films it ended: {error!r}"
        except DamagedBook as error:
            trouble = str(error)
        if trouble:
            self.failed.add(table)
            self.trouble = f"{table}: {trouble}"
        return left


class CameraProcess(Camera):
    """A process of their own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @staticmethod
    async def start() -> CameraProcess:
        pipe = asyncio.subprocess.PIPE
        words = (sys.executable, "-m", "rumpus.service.tables.archive_worker")
        return CameraProcess(await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe))

    async def film(self, wish: FilmWish) -> FilmAnswer:
        source, sink = self.process.stdout, self.process.stdin
        assert source is not None
        assert sink is not None
        async with asyncio.timeout(LONGEST_SECONDS):
            sink.write(frame(wish))
            await sink.drain()
            length = int.from_bytes(await source.readexactly(LENGTH), "big")
            return msgspec.msgpack.decode(await source.readexactly(length), type=FilmAnswer)

    async def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
