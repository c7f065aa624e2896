"""A simulated server: the real service on simulated time, store, bots and network."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from rumpus.service.bots.pool import BotProcess
from rumpus.service.runtime.background import cancel_all
from rumpus.service.runtime.settings import Settings
from rumpus.service.service import GameService
from rumpus.service.session import Session
from rumpus.service.store import TOUCH_MS, Append, Store
from rumpus.service.store.postgres import PostgresStore
from rumpus.service.store.sqlite import SqliteStore
from rumpus.service.tables.archive_worker import ArchiveReply, ArchiveRequest, archive_table
from rumpus.service.tables.archiving import Archiver, ArchiveWorker
from tests.simulation.environment import SimulatedBots, SimulatedClock, SimulatedExecutor, SimulatedRandom, derived
from tests.simulation.loop import Process
from tests.simulation.notices import SimulatedTransport

if TYPE_CHECKING:
    from tests.simulation.clients import Line
    from tests.simulation.world import World

Result = TypeVar("Result")
RESTART_SECONDS = 2.0
"""Seconds after which a supervisor starts a server again that could not start."""
SETTINGS = Settings(bot_pause=0.2, tables_per_address=1000)


class SimulatedDisk(SimulatedExecutor):
    """Runs SQLite's statements, and notes when each entry was committed."""

    def __init__(self, world: World, rng: Random) -> None:
        super().__init__(rng)
        self.world = world

    async def run(self, work: Callable[..., Result], *arguments: object) -> Result:
        await asyncio.sleep(0.0005)
        if self.world.disk_fails:
            raise sqlite3.OperationalError("disk I/O error")
        result = work(*arguments)
        for append in _appends_in(arguments):
            for line in append.lines:
                self.world.committed_at.setdefault((line[0], line[1]), self.world.loop.now)
        await asyncio.sleep(0.0005 + 0.003 * self.rng.random())
        return result


def _appends_in(arguments: Sequence[object]) -> list[Append]:
    batch = arguments[0] if arguments else None
    return [work for work in batch if isinstance(work, Append)] if isinstance(batch, list) else []


class SimulatedArchiveWorker(ArchiveWorker):
    async def archive(self, request: ArchiveRequest) -> ArchiveReply:
        await asyncio.sleep(0.5)
        return archive_table(request)


async def start_archive_worker() -> ArchiveWorker:
    return SimulatedArchiveWorker()


class SimulatedServer:
    """One machine. It can crash, start again, and pause."""

    def __init__(self, world: World, name: str, skew_ms: int) -> None:
        self.world = world
        self.name = name
        self.clock = SimulatedClock(world.loop, skew_ms)
        self.starts = 0
        self.process = Process(name)
        self.process.alive = False
        self.service: GameService | None = None
        self.sessions: dict[SimulatedSession, None] = {}

    @property
    def serving(self) -> bool:
        return self.process.alive and self.service is not None

    def start(self) -> asyncio.Task[None]:
        self.starts += 1
        self.process = self.world.loop.add_process(f"{self.name}.{self.starts}")
        return self.world.loop.start(self.process, self._start())

    async def _start(self) -> None:
        world, name = self.world, self.process.name
        rng = SimulatedRandom(derived(world.seed, name, "rng"))
        executor = SimulatedExecutor(derived(world.seed, name, "executor"))
        store: Store
        if world.database is not None:
            driver = world.database.driver(name)
            store = PostgresStore("postgresql://simulated", driver, self.clock, rng)
            world.process_names[store.name] = self
        else:
            disk = SimulatedDisk(world, derived(world.seed, name, "disk"))
            store = SqliteStore(world.path, disk, disk)
            world.sqlite_stores.append(store)
        bots: list[BotProcess] = [
            SimulatedBots(derived(world.seed, name, "bots", number), world.bot_failures) for number in range(2)
        ]
        # Only with profiles: other runs stay as they were.
        transport = SimulatedTransport(world) if world.with_profiles else None
        service = GameService(
            SETTINGS, store, bots, (), clock=self.clock, rng=rng, executor=executor, transport=transport
        )
        try:
            await service.open()
        except Exception as error:  # the database is down
            world.note(f"{self.name} cannot start: {error}")
            world.loop.at(world.loop.world, world.loop.now + RESTART_SECONDS, self.start)
            self.crash(power_lost=False)
            return
        archiver = Archiver(store, start_archive_worker)
        service.requests.organiser.poll = _nothing  # type: ignore[method-assign]  # nobody plays tournaments here
        service.begin(archiver.archive_finished)
        self.service = service
        world.note(f"{self.name} serves")
        if self.starts > 1:
            # With a clock that was set back meanwhile, time may stand until it reaches that of the last entry.
            world.checker.calm_from = max(world.checker.calm_from, world.loop.now + TOUCH_MS / 1000)
        if world.nobody_serves_since is not None:
            world.checker.outage(world.nobody_serves_since, world.loop.now, "")
            world.nobody_serves_since = None

    def crash(self, power_lost: bool) -> None:
        if self.service is not None:
            self.world.note(f"{self.name} crashes" + (" without power" if power_lost else ""))
        self.process.crash()
        self.service = None
        self.world.checker.end_outages(self.name)
        if not any(server.serving for server in self.world.servers) and self.world.nobody_serves_since is None:
            self.world.nobody_serves_since = self.world.loop.now
        if self.world.database is not None:
            self.world.database.crash_client(self.process, power_lost)
        for session in list(self.sessions):
            session.line.cut()
        self.sessions.clear()
        for store in self.world.sqlite_stores:
            close_files(store)
        self.world.sqlite_stores.clear()

    def pause(self, until: float) -> None:
        """Stops the process for a while: it sleeps, and believes that nothing has happened."""
        if self.process.alive:
            self.process.paused_until = max(self.process.paused_until, until)
            self.world.checker.outage(self.world.loop.now, until, self.name)

    def connect(self, line: Line) -> SimulatedSession:
        assert self.service is not None
        session = SimulatedSession(line, self)
        self.sessions[session] = None
        self.world.loop.start(self.process, session.serve())
        return session


def close_files(store: Any) -> None:
    """Closes a crashed server's files, as its system does. An open transaction is rolled back."""
    for name in ("_writes", "_reads", "_lock"):
        file = getattr(store, name, None)
        if file is not None:
            file.close()


class SimulatedSession(Session):
    """A session over a simulated line, served as `WebSocketSession` does it."""

    def __init__(self, line: Line, server: SimulatedServer) -> None:
        assert server.service is not None
        super().__init__(line.address, server.service.requests)
        self.line = line
        self.server = server
        self.inbox: asyncio.Queue[str | None] = asyncio.Queue()

    async def serve(self) -> None:
        self.greet()
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await cancel_all((writer, reader))
            self.requests.leave(self)
            self.server.sessions.pop(self, None)
            self.line.cut()

    async def send(self, data: bytes) -> None:
        if self.line.broken:
            raise OSError("the connection is broken")
        self.line.to_client(data)
        await asyncio.sleep(0)

    async def _write(self) -> None:
        try:
            while not self.line.broken:  # a failed ping ends the writer too, and so the reader, wherever it is
                await self.send_pending()
        except OSError:
            return

    async def _read(self) -> None:
        while (text := await self.inbox.get()) is not None:
            await self.handle(text)


async def _nothing() -> None:
    pass
