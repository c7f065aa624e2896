"""What must hold during and after every simulated run."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple

from rumpus.core.catalogue import game_of
from rumpus.service.store import JournalEntry, StoreError
from rumpus.service.tables.live import LiveTable
from rumpus.table.entries import Made, Moved
from rumpus.table.table import Table
from tests.simulation.history import History, digest, read_journal, table_ids
from tests.simulation.notices import Post
from tests.simulation.profile_checks import ProfileNotes

if TYPE_CHECKING:
    from tests.simulation.clients import Client
    from tests.simulation.servers import SimulatedServer
    from tests.simulation.world import World

SHORT_OUTAGE_SECONDS = 4.5
"""Shorter outages may be on a player's clock (`INTERRUPTION_MS`, and the time between two checks)."""
AFTERMATH_SECONDS = 15.0
"""Seconds for which a fault that is over may still have effects."""
CLOCK_SECONDS = 2.6
"""Seconds that a player may lose to slow commits and late news (`LATE_MS`, and delays of the network)."""
BEHIND_SECONDS = 3.0
"""Seconds after which a server in calm times must know an entry."""
FAULT_MESSAGES = (
    "nothing could be written", "nothing could be read", "a round failed", "something aside failed",
    "The server cannot save", "The server cannot read its data", "a bot's turn failed",
    "some tables could not be archived",
)  # fmt: skip
"""Starts of error messages that faults of the store explain."""


class Violation(AssertionError):
    """An invariant does not hold. `kind` is its name."""

    def __init__(self, world: World, text: str) -> None:
        super().__init__(f"seed {world.seed}: {text}")
        self.world = world
        self.kind = text.split(":")[0]
        self.text = text

    def story(self) -> str:
        """The schedule, what happened, and the violation."""
        return f"{self.world.story(self.text)}\n{self.text}"


class Outage(NamedTuple):
    """Virtual seconds during which a server was paused; without a name: no server or no store worked."""

    start: float
    end: float
    server: str


class Checker:
    """Notes what happens in a run, replays its journals, and compares servers with them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.histories: dict[str, History] = {}
        self.outages: list[Outage] = []
        self.calm_from = 0.0
        """Virtual time from which no fault so far has an effect."""
        self.seats_shown: dict[tuple[str, str, int | None], str] = {}
        """Name of the client by its secret, a table in play, and the seat shown to the client."""
        self.rematches: dict[str, str] = {}
        """Rematches that clients were told of, by finished table."""
        self.profiles = ProfileNotes()
        self.posts: list[Post] = []
        """Notifications that webhooks got."""
        self.found: Violation | None = None
        """The first violation: in a client's task nobody else would raise it."""

    def fail(self, text: str) -> None:
        self.found = self.found or Violation(self.world, text)
        raise self.found

    def require(self, condition: bool, text: str) -> None:
        if not condition:
            self.fail(text)

    # --- noted during the run ---

    def outage(self, start: float, end: float, server: str) -> None:
        self.outages.append(Outage(start, end, server))

    def end_outages(self, server: str) -> None:
        """A crash ends a pause: the server's next process runs at once."""
        now = self.world.loop.now
        self.outages = [one._replace(end=min(one.end, now)) if one.server == server else one for one in self.outages]

    def on_sheet(self, client: Client, sheet: dict[str, Any]) -> None:
        if sheet["state"] == "playing":
            self.seats_shown[client.token, sheet["table"], sheet["you"]] = client.name
            if sheet["you"] is None:
                self.require(not sheet.get("moves"), f"leak: a spectator is offered moves ({client.name})")

    def on_refusal(self, client: Client, why: str) -> None:
        """A refusal to attach. No table of a run is ever deleted."""
        self.require("Table not found" not in why, f"lost table: {client.name} does not find {client.table}: {why}")

    def on_rematch(self, client: Client, table: str, rematch: str) -> None:
        told = self.rematches.setdefault(table, rematch)
        self.require(told == rematch, f"rematch: {client.name} is sent from {table} to {rematch}, others to {told}")

    # --- the journal ---

    def advance(self) -> None:
        """Replays what was written since the last check, and checks every flag."""
        if self.found is not None:
            raise self.found
        for id in table_ids(self.world):
            history = self.histories.setdefault(id, History(id))
            for entry in read_journal(self.world, id, len(history.entries)):
                self._take(history, entry)

    def committed(self, history: History, seq: int) -> float:
        """Virtual time of an entry's commit."""
        return self.world.committed_at[history.id, seq]

    def writer(self, id: str, seq: int) -> str:
        """Name of the server that wrote an entry."""
        database = self.world.database
        if database is None:
            return self.world.servers[0].name
        return self.world.process_names[database.committed_by[id, seq]].name

    def _take(self, history: History, stored: JournalEntry) -> None:
        entry = stored.entry
        history.entries.append(stored)
        if history.table is None:
            assert isinstance(entry, Made)
            history.table = Table(history.id, game_of(entry.game), entry, stored.when)
        else:
            table = history.table
            clocks = table.clocks.true
            since, used = list(clocks.since), list(clocks.used)
            if (
                isinstance(entry, Moved)
                and entry.by in ("clock", "lot")
                and table.made.clock is not None
                and not table.seats.bot_of(entry.seat)
            ):
                self._check_flag(history, stored, entry)
            try:
                table.take(entry, stored.when)
            except Exception as error:
                self.fail(f"replay: entry {stored.seq} of {history.id} cannot be replayed: {error!r}")
            if isinstance(entry, Moved) and entry.by == "person" and table.made.clock is not None:
                self._check_charge(history, stored.seq, entry.seat, clocks.used[entry.seat] - used[entry.seat])
            history.turns.advance(table, self.committed(history, stored.seq))
            for seat, start in enumerate(clocks.since):
                if start is not None and start != since[seat]:
                    history.opened[seat] = self.committed(history, stored.seq)
        history.digests.append(digest(history.table))

    def _outage_seconds(self, start: float, end: float, server: str) -> float:
        """Seconds within which long outages of the store or of this server overlap."""
        spans = sorted(
            (max(one.start, start), min(one.end, end))
            for one in self.outages
            if one.server in ("", server) and one.end > start and one.start < end
        )
        merged: list[list[float]] = []
        for a, b in spans:
            if merged and a <= merged[-1][1] + 0.5:
                merged[-1][1] = max(merged[-1][1], b)
            else:
                merged.append([a, b])
        return sum(b - a for a, b in merged if b - a > SHORT_OUTAGE_SECONDS)

    def _check_flag(self, history: History, stored: JournalEntry, entry: Moved) -> None:
        """A flag falls after the whole time, without the time that outages took."""
        table = history.table
        assert table is not None
        deadline = table.clocks.deadline(entry.seat)
        self.require(
            deadline is not None and stored.when >= deadline,
            f"early flag: entry {stored.seq} of {history.id} at {stored.when}, deadline {deadline}",
        )
        assert deadline is not None
        since = table.clocks.true.since[entry.seat]
        assert since is not None
        opened = history.opened[entry.seat]
        now = self.committed(history, stored.seq)
        allowed = (deadline - since) / 1000
        lost = self._outage_seconds(opened, now, self.writer(history.id, stored.seq))
        self.require(
            now - opened - lost >= allowed - CLOCK_SECONDS,
            f"early flag: entry {stored.seq} of {history.id} after {now - opened:.1f} s, {lost:.1f} s of them lost to "
            f"outages, of {allowed:.1f} s",
        )

    def _check_charge(self, history: History, seq: int, seat: int, charged_ms: int) -> None:
        opened = history.opened.get(seat)
        if opened is None:
            return
        now = self.committed(history, seq)
        lost = self._outage_seconds(opened, now, self.writer(history.id, seq))
        # A move that waited for the end of an outage may have been made and dated before the outage was noticed.
        waited = lost > self._outage_seconds(opened, now - CLOCK_SECONDS, self.writer(history.id, seq))
        slack = SHORT_OUTAGE_SECONDS if waited else CLOCK_SECONDS
        self.require(
            charged_ms / 1000 <= max(0.0, now - opened - lost) + slack,
            f"lost time: entry {seq} of {history.id} costs {charged_ms / 1000:.1f} s of {now - opened:.1f} s, "
            f"{lost:.1f} s of them lost to outages",
        )
        if opened > self.calm_from:
            self.require(
                charged_ms / 1000 >= now - opened - CLOCK_SECONDS,
                f"free time: entry {seq} of {history.id} costs {charged_ms / 1000:.1f} s of {now - opened:.1f} s",
            )

    # --- servers ---

    def live_tables(self) -> list[tuple[SimulatedServer, LiveTable]]:
        return [
            (server, live)
            for server in self.world.servers
            if server.service is not None
            for live in server.service.tables.by_id.values()
        ]

    def check_running(self, calm: bool) -> None:
        """Checks what holds at any moment; `calm`: no fault since a while."""
        self.advance()
        now = self.world.loop.now
        for server, live in self.live_tables():
            id, seq = live.table.id, live.table.seq
            history = self.histories.get(id)
            self.require(history is not None, f"journal: {server.name} shows {id}, which was never written")
            assert history is not None
            self.require(
                seq < len(history.entries), f"journal: {server.name} has entry {seq} of {id}, which was never written"
            )
            self.require(
                history.digests[seq] == digest(live.table),
                f"divergence: {server.name} differs from the journal of {id} at entry {seq}",
            )
            behind = [
                n for n in range(seq + 1, len(history.entries)) if now - self.committed(history, n) > BEHIND_SECONDS
            ]
            self.require(
                not (calm and behind), f"behind: {server.name} does not know entry {seq + 1} of {id} in calm times"
            )
        if calm:
            self._check_leases()
        self.require(not self.world.loop.failures, f"crash: {self.world.loop.failures[:1]}")
        self.check_logs()

    def _check_leases(self) -> None:
        holders: dict[str, list[str]] = {}
        for server, live in self.live_tables():
            assert server.service is not None
            pending = server.service.turns._pending.get(live.table.id)
            if pending is not None and pending.leased and live.table.state == "playing":
                holders.setdefault(live.table.id, []).append(server.name)
        for id, names in holders.items():
            self.require(len(names) < 2, f"leases: {' and '.join(names)} both run {id} in calm times")

    def check_logs(self) -> None:
        faulty = bool(self.world.faults)
        for record in self.world.logs:
            if record.levelno >= logging.ERROR:
                text = record.getMessage()
                known = faulty and text.startswith(FAULT_MESSAGES)
                why = f"{record.exc_info[1]!r}" if record.exc_info else getattr(record, "facts", "")
                self.require(known, f"log: {text} ({why})")
                if record.exc_info:
                    self.require(isinstance(record.exc_info[1], StoreError), f"log: {text} ({why})")
