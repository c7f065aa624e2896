"""One simulated run: servers, database, tables, clients and faults, all from one seed."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import tempfile
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from rumpus.core.catalogue import game_of
from rumpus.service.housekeeping import BEAT_SECONDS, IDLE_SECONDS
from rumpus.service.store.sqlite import SqliteStore
from rumpus.table.entries import Base, Began, Clock, Made, Place
from rumpus.table.seats import bot_name, fingerprint
from tests.simulation.deals import DEALT_GAME, indistinguishable_deals
from tests.simulation.endings import check_closed, check_left, check_settled, idle_tables
from tests.simulation.environment import derived
from tests.simulation.faults import Fault, apply_fault, draw_faults
from tests.simulation.invariants import AFTERMATH_SECONDS, Checker
from tests.simulation.loop import SimulatedLoop
from tests.simulation.people import Person
from tests.simulation.postgres import SimulatedPostgres
from tests.simulation.servers import SimulatedServer, close_files

ACTIVE_SECONDS = 45.0
"""Seconds during which faults begin."""
SETTLE_SECONDS = 30.0
"""Seconds without faults before the last checks."""
CHECK_SECONDS = 5.0
MAX_LINE = 160
"""Letters of one line of a story."""
MEMORY = "/dev/shm"
"""A file system without slow syncs: what SQLite does is the same there."""
PROFILES_EVERY = 3
"""Every so many seeds some people have profiles, and some tables are open at first."""
IDLE_EVERY = 8
"""Every so many seeds go on for two minutes after everybody has left."""

GAMES: Sequence[tuple[str, dict[str, Any], int]] = (
    ("defend_the_city", {"versus": True, "stamina": 6}, 2),
    ("cat_brawl", {"players": 2, "persian.hp": 3, "ragdoll.hp": 3, "siamese.hp": 3}, 2),
    ("battle_puno", {"players": 2, "hand": 4, "hp": 50}, 2),
    ("battle_puno", {"players": 3, "hand": 4, "hp": 50}, 3),
    ("creature_wars", {"hp": 8, "hand": 3, "witch_cards": 4}, 2),
    ("ultimatum", {"players": 2, "squad": 1, "phase_limit": 4}, 2),
    DEALT_GAME,
)
"""Game, options and seats."""
WEIGHTS = (8, 6, 6, 2, 1, 1, 2)


class World:
    """Servers, store and clients of one seed.

    With `records`, clients keep all messages. A twin run ends at `end`, with other moves or deals.
    """

    def __init__(
        self, seed: int, faults: Sequence[Fault] | None = None, records: bool = False, end: float | None = None
    ) -> None:
        self.seed = seed
        self.records = records
        self.end = end
        """Virtual time at which the run is broken off, without checks."""
        self.other_moves: dict[tuple[str, str, str], int] = {}
        """Moves instead of those drawn, by client, table and decision."""
        self.other_deals: dict[int, str] = {}
        """Seeds instead of those drawn, by number of the table."""
        rng = self.rng = derived(seed, "world")
        self.loop = SimulatedLoop(derived(seed, "loop"))  # type: ignore[abstract]
        self.events: list[tuple[float, str]] = []
        """What happened, with its virtual time."""
        self._trace = hashlib.sha256()
        self.with_profiles = seed % PROFILES_EVERY == 2
        self.bot_failures = rng.choice((0.0, 0.0, 0.05))
        self.pace = rng.choice((0.3, 0.7, 1.5))
        """Acts of a client per second."""
        self.idleness = rng.choice((0.1, 0.3, 0.7))
        """Probability that a client does not move although it could."""
        self.database: SimulatedPostgres | None = None
        self.committed_at: dict[tuple[Any, ...], float] = {}
        """Virtual time of each entry's commit, by table and number."""
        self.disk_fails = False
        """True while SQLite's disk refuses everything."""
        self.nobody_serves_since: float | None = None
        self.settled_at = 0.0
        """Virtual time at which clients began to leave for good."""
        self.path = ""
        self.sqlite_stores: list[SqliteStore] = []
        self.process_names: dict[str, SimulatedServer] = {}
        count = 1
        if rng.random() < 0.85:
            self.database = SimulatedPostgres(self.loop, derived(seed, "database"))
            self.committed_at = self.database.committed_at
            count = rng.choice((2, 2, 3))
        self.servers = [SimulatedServer(self, f"server {n}", _draw_skew_ms(rng)) for n in range(count)]
        self.faults = draw_faults(seed, count, self.database is not None, ACTIVE_SECONDS) if faults is None else faults
        self.clients: list[Person] = []
        self.tables: dict[str, Made] = {}
        self.checker = Checker(self)
        self.until: dict[str, float] = {}
        """Virtual time at which the last fault of each kind ends."""
        self.logs: list[logging.LogRecord] = []

    # --- what happens ---

    def over(self, kind: str) -> bool:
        """True if no fault of this kind is left: they may overlap."""
        return self.loop.now >= self.until[kind]

    def note(self, text: str) -> None:
        self.events.append((self.loop.now, text))
        self._trace.update(f"{self.loop.now:.6f} {text}".encode())

    def trace(self, name: str, data: bytes) -> None:
        self._trace.update(f"{self.loop.now:.6f} {name} ".encode() + data)

    @property
    def fingerprint(self) -> str:
        return self._trace.hexdigest()[:16]

    def story(self, about: str = "") -> str:
        """Tables, schedule, events and journals; the journals only of tables that `about` names, if it names any."""
        store = "SQLite" if self.database is None else "PostgreSQL"
        found = [f"seed {self.seed}: {len(self.servers)} servers with {store}"]
        for id, made in self.tables.items():
            seats = ", ".join(place.name for place in made.places)
            clock = "no clock" if made.clock is None else f"{made.clock.seconds} s per {made.clock.kind}"
            found.append(f"table {id}: {made.game}, {clock}, {seats}")
        found += [f"fault at {fault}" for fault in self.faults] or ["no faults"]
        histories = self.checker.histories
        named = [id for id in histories if id in about] or list(histories)
        events = list(self.events)
        for id in named:
            for stored in histories[id].entries:
                text = f"{self.checker.writer(id, stored.seq)} writes entry {stored.seq} of {id}: {stored.entry}"
                events.append((self.committed_at[id, stored.seq], text[:MAX_LINE]))
        return "\n".join([*found, *(f"{when:8.2f} {text}" for when, text in sorted(events))])

    # --- a run ---

    def run(self) -> None:
        """Runs the whole schedule and all checks. Raises Violation."""
        with (
            tempfile.TemporaryDirectory(dir=MEMORY if os.path.isdir(MEMORY) else None) as folder,
            self._captured_logs(),
        ):
            self.path = os.path.join(folder, "tables.db")
            try:
                self._run()
            finally:
                self.loop.close()
                for store in self.sqlite_stores:
                    close_files(store)

    def _run(self) -> None:
        loop = self.loop
        for server in self.servers:
            loop.run_task(server.start())
        self._make_tables()
        for client in self.clients:
            loop.start(loop.world, client.live())
        start = loop.now
        for fault in self.faults:
            loop.at(loop.world, start + fault.at, apply_fault, self, fault)
        if self.end is not None:
            loop.run_until(self.end)
            self.checker.advance()
            return
        end = start + ACTIVE_SECONDS
        if self.faults:
            end = max(end, max(start + fault.at + fault.seconds for fault in self.faults))
        while loop.now < end + SETTLE_SECONDS:
            loop.run_until(loop.now + CHECK_SECONDS)
            self.checker.check_running(calm=not self.faults or loop.now > end + AFTERMATH_SECONDS)
        self.settled_at = loop.now
        check_settled(self.checker)
        self._close()

    def _make_tables(self) -> None:
        rng = self.rng
        for number in range(rng.choice((1, 2, 2, 3))):
            game_name, options, seats = rng.choices(GAMES, WEIGHTS)[0]
            game = game_of(game_name)
            people = rng.randrange(1, seats + 1)
            base: Base | None = None
            if (game_name, options, seats) == DEALT_GAME:
                seed = rng.choice(indistinguishable_deals()).first
                base = Base(self.other_deals.get(number, seed), [])
                people = seats  # bots would decide by their cards at once
            names = [f"p{number}{seat}" for seat in range(people)]
            clients = [Person(self, name, "") for name in names]
            places = [Place("person", one.name, fingerprint(one.token)) for one in clients]
            places += [Place("bot", bot_name("random", seat), bot="random") for seat in range(people, seats)]
            clock = rng.choice((None, Clock("move", 12), Clock("move", 20), Clock("game", 40, 3)))
            lock = fingerprint(clients[0].token)
            waits = self.with_profiles and base is None and derived(self.seed, "open", number).random() < 0.8
            if waits:
                places[:people] = [Place("open")] * people
            seed = f"{rng.getrandbits(64):016x}"
            made = Made(
                game.name, game.version, game.options(options).changed(), seed, places, lock, rng.random() < 0.5,
                clock, grace=10, base=base,
            )  # fmt: skip
            server = rng.choice(self.servers)
            assert server.service is not None
            task = self.loop.start(
                server.process, server.service.tables.create(made, [] if waits else [Began()], "10.1.1.1")
            )
            id = self.loop.run_task(task).table.id
            self.tables[id] = made
            for client in clients:
                client.home = client.table = id
                self.clients.append(client)
            for watcher in range(rng.choice((0, 0, 1))):
                self.clients.append(Person(self, f"w{number}{watcher}", id, watches=True))

    def _close(self) -> None:
        """Clients leave, servers stop, and nothing may be left."""
        loop = self.loop
        for task in loop.world.running_tasks():
            task.cancel()
        for client in self.clients:
            if client.line is not None:
                client.line.cut()
        loop.run_until(loop.now + 3.0)
        check_left(self.checker)
        if self.seed % IDLE_EVERY == 0:
            loop.run_until(loop.now + IDLE_SECONDS + 3 * BEAT_SECONDS)
            idle = idle_tables(self.checker)
            loop.run_until(loop.now + 2 * BEAT_SECONDS)
            idle &= idle_tables(self.checker)
            self.checker.require(not idle, f"memory: these tables stay in memory: {sorted(idle)}")
        for server in self.servers:
            if server.service is not None:
                loop.run_task(loop.start(server.process, server.service.close()), 60.0)
        self.sqlite_stores.clear()
        loop.run_until(loop.now + 1.0)
        check_closed(self.checker)

    @contextlib.contextmanager
    def _captured_logs(self) -> Iterator[None]:
        handler = _Collect(self.logs)
        logger = logging.getLogger("rumpus")
        level, propagate = logger.level, logger.propagate
        logger.addHandler(handler)
        logger.setLevel(logging.WARNING)
        logger.propagate = False
        try:
            yield
        finally:
            logger.removeHandler(handler)
            logger.setLevel(level)
            logger.propagate = propagate


def _draw_skew_ms(rng: Random) -> int:
    """Error of a machine's wall clock: mostly small, at times minutes."""
    return rng.randrange(-200, 200) + rng.choice((0, 0, 0, 1)) * rng.randrange(-600_000, 600_000)


class _Collect(logging.Handler):
    def __init__(self, records: list[logging.LogRecord]) -> None:
        super().__init__(logging.WARNING)
        self.records = records

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)
