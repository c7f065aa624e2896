"""Live tables: tables in memory, in step with their journals and shown to their visitors.

A table's journal is its append-only list of entries in the store, numbered by `seq`. Several server processes may hold
the same table: the first to write a `seq` wins, the others catch up. One of them holds the table's lease: it alone runs
its bots and players' clocks. Taking moves back starts a new `epoch`. Times called `when` are wall-clock milliseconds.

- A visitor is one connection at a table: it sits at a seat, or is a spectator.
- A table's listing is its entry in the lobby. Its row is that entry as JSON.
- A table is retired if the version of its rules is not installed. It can be read, not played.
- A sealed move is a simultaneous move that other seats may not see yet.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec import Raw

from rumpus.core.catalogue import game_of
from rumpus.core.errors import OtherRules, RumpusError, UnknownName
from rumpus.core.game import Game
from rumpus.core.position import Event, Seat
from rumpus.core.words import Line, as_sentence
from rumpus.service.runtime import protocol
from rumpus.service.runtime.background import BackgroundTasks
from rumpus.service.runtime.clock import ServerClock
from rumpus.service.runtime.environment import Executor, RandomSource
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.runtime.settings import LOG_LINES, MAX_UNWATCHED_TABLES
from rumpus.service.store import (
    DamagedJournal,
    Listing,
    NewTable,
    SingleProcessStore,
    Store,
    StoreListener,
    TableDeleted,
)
from rumpus.service.store.chat import Said
from rumpus.service.store.profiles import Statement
from rumpus.service.tables.lobby import LobbyPage, listing_of
from rumpus.service.tables.presence import Presence, Visitor
from rumpus.service.tables.recent_chat import RecentChat
from rumpus.service.tables.retired import RetiredTable
from rumpus.table.archive import read_archive
from rumpus.table.entries import Began, Closed, Entry, Forgotten, Made, Moved, RematchAnswered, Rematched, Woke
from rumpus.table.seat_view import WhyNot, log_lines, why_nots
from rumpus.table.table import Table, open_table
from rumpus.table.table_view import table_view
from rumpus.table.unknown_rules import UnknownRules

log = logging.getLogger("rumpus.live")
LATE_MS = 2000
"""Milliseconds between an entry's time and this process's knowledge of it, from which on it is late."""
NEWS_MS = 60_000
"""Milliseconds for which news of other processes' entries are kept."""
MOVES = Moved | Woke
"""Entries that change no listing until the match is over."""
EVENTS_AT_ONCE = 300
"""Events whose log lines the event loop builds at once. An interpreted game takes 40 µs per line."""
RETIRED_ENTRIES = RematchAnswered | Rematched | Closed | Forgotten
"""Entries that a retired table still accepts."""


class LogBuffer:
    """The newest log lines of one seat as JSON, and the number of all its lines."""

    def __init__(self) -> None:
        self.events_read = 0
        """Number of table events already turned into lines."""
        self.count = 0
        """Lines so far, dropped ones included."""
        self._last: deque[bytes] = deque(maxlen=LOG_LINES)

    @property
    def start(self) -> int:
        """Number of the oldest line in the buffer."""
        return self.count - len(self._last)

    def extend(self, lines: Sequence[bytes], events_read: int) -> None:
        """Adds the lines of the events up to number `events_read`."""
        self.count += len(lines)
        self._last.extend(lines)
        self.events_read = events_read

    def since(self, line: int) -> list[bytes]:
        """Returns the lines from number `line` on, which is at least `start`."""
        return list(islice(self._last, line - self.start, None))


class LiveTable:
    """A table in memory, its visitors, and the cached messages for them."""

    def __init__(
        self,
        table: Table,
        lobby_row: bytes,
        when: int,
        announce: Callable[[LiveTable], None],
        clock: ServerClock,
        retired: RetiredTable | None = None,
    ) -> None:
        self.table = table
        self.retired = retired
        """Read-only stand-in for a table whose rules are not installed; None if it can be played."""
        self.lobby_row = lobby_row
        """This table's lobby row, as last computed. A new one is written to the listing."""
        self.lock = asyncio.Lock()
        """Serialises writes of this process: `append` and `catch_up` need it. Not reentrant."""
        self.clock = clock
        self.presence = Presence(len(table.places), when, self._presence_changed, clock)
        self.chat = RecentChat()
        self.loaded_at = self.last_used = clock.monotonic()
        """Monotonic time of the last use by a person. Bots' moves do not count."""
        self.quota_address = ""
        """Network address charged for bots' computing time: the maker's, after a reload the first visitor's."""
        self.notice = ""
        """Message about the server for everybody at the table."""
        self.alone = True
        """True if no other server can have visitors of this table."""
        self.late = False
        """True if this process learnt of the last entry late, so that clocks must not count the time since then."""
        self._announce = announce
        self._epoch = table.epoch
        """Epoch of the cached logs. A new one restarts them."""
        # Cache keys: seat (None: spectators), whether the visitor is the table's host, number of the first log line.
        self._table_views: dict[tuple[Seat | None, bool], bytes] = {}
        self._logs: dict[Seat | None, LogBuffer] = {}
        self._building_log = asyncio.Lock()
        self._updates: dict[tuple[Seat | None, bool, int], bytes] = {}
        self._reasons: dict[Seat, tuple[bytes, list[WhyNot]]] = {}

    def seats_here(self) -> list[bool]:
        return [self.presence.is_here(seat) for seat in range(len(self.table.places))]

    def touch(self) -> None:
        self.last_used = self.clock.monotonic()

    def _presence_changed(self, _seat_bits: int) -> None:
        self.refresh()
        self._announce(self)

    def look(self, visitor: Visitor, looking: bool) -> None:
        """Notes that a visitor's page was hidden, or shown again."""
        visitor.looking = looking
        self._announce(self)

    def set_notice(self, notice: str) -> None:
        if notice != self.notice:
            self.notice = notice
            self.refresh()

    def rewrite_log(self) -> None:
        """Sends every visitor the whole log anew: names in it have changed."""
        self._logs.clear()
        self._reasons.clear()
        for visitor in self.presence.visitors:
            visitor.epoch = -1
        self.refresh()

    def refresh(self) -> None:
        """Drops cached messages and wakes all visitors."""
        self._table_views.clear()
        self._updates.clear()
        if self._epoch != self.table.epoch:
            self._epoch = self.table.epoch
            self._logs.clear()
        for visitor in self.presence.visitors:
            visitor.wake()

    def update_for(self, visitor: Visitor) -> bytes | None:
        """Returns the next `TableUpdate` for this visitor and marks it as sent. None if nothing is new.

        `build_log` comes first: a long log takes too long for the event loop.

        Response times must not tell whether somebody has made a sealed move. Such a move clears the caches although no
        view changes, so a faster answer from a cache would tell that nobody has. Therefore a visitor's first update is
        always encoded anew, and `drop_caches` drops view and log of a seat when its last visitor leaves.
        """
        table = self.table
        key = (visitor.seat, visitor.host)
        view_json = self._table_views.get(key)
        if view_json is None:
            view = table_view(table, visitor.seat, visitor.host, self.seats_here(), self.presence.away)
            view.notice = view.notice or self.notice
            if self.retired is not None:
                view = self.retired.table_view(view)
            view_json = self._table_views[key] = protocol.to_json(view)
        buffer = self._log_for(visitor.seat)
        if visitor.epoch != table.epoch or not buffer.start <= visitor.lines <= buffer.count:
            visitor.epoch = table.epoch
            visitor.lines = buffer.start
            visitor.last_view = b""
        if visitor.last_view == view_json and visitor.lines == buffer.count:
            return None
        update = self._updates.get((*key, visitor.lines))
        if update is None or not visitor.last_view:
            fresh = [Raw(line) for line in buffer.since(visitor.lines)]
            update = protocol.encode(protocol.TableUpdate(sheet=Raw(view_json), log=protocol.Log(visitor.lines, fresh)))
            self._updates[(*key, visitor.lines)] = update
        visitor.last_view = view_json
        visitor.lines = buffer.count
        return update

    def drop_caches(self, seat: Seat | None, host: bool) -> None:
        """Drops view and log of a seat without visitors: see `update_for`."""
        if not any((visitor.seat, visitor.host) == (seat, host) for visitor in self.presence.visitors):
            self._table_views.pop((seat, host), None)
        if not any(visitor.seat == seat for visitor in self.presence.visitors):
            self._logs.pop(seat, None)

    def reasons(self, seat: Seat) -> list[WhyNot]:
        """Returns why this seat's unavailable moves are refused. Cached until its view changes."""
        table = self.table
        assert table.match is not None
        key = self.view_key(seat) + table.decision_id(seat).encode()
        cached_key, reasons = self._reasons.get(seat, (b"", []))
        if cached_key != key:
            reasons = why_nots(table.match, seat)
            self._reasons[seat] = (key, reasons)
        return reasons

    def view_key(self, seat: Seat | None) -> bytes:
        """Returns a cache key that changes with the seat's view of the match, and only then."""
        table = self.table
        assert table.match is not None
        position = table.match.position
        lines = self._log_for(seat).count
        return protocol.to_json([table.epoch, table.names, lines, position.view(seat), position.visible_to_act(seat)])

    async def build_log(self, seat: Seat | None, executor: Executor) -> None:
        """Builds the log of a seat in the executor if many lines are missing."""
        while self.retired is None and (missing := self._missing_events(seat)) > EVENTS_AT_ONCE:
            async with self._building_log:
                buffer = self._logs.setdefault(seat, LogBuffer())
                first = buffer.events_read
                events = self.table.log[first:]
                if len(events) < missing:
                    continue  # somebody else has built it meanwhile
                lines = await executor.run(_encode_lines, self.table.game, self.table.names, events, seat)
                if self._logs.get(seat) is buffer and buffer.events_read == first:
                    buffer.extend(lines, first + len(events))

    def _missing_events(self, seat: Seat | None) -> int:
        buffer = self._logs.get(seat)
        return len(self.table.log) - (0 if buffer is None else buffer.events_read)

    def _log_for(self, seat: Seat | None) -> LogBuffer:
        table = self.table
        buffer = self._logs.setdefault(seat, LogBuffer())
        if self.retired is not None:
            if buffer.count == 0:
                buffer.extend([protocol.to_json(line) for line in self.retired.log(seat)], 0)
        elif buffer.events_read < len(table.log):
            lines = _encode_lines(table.game, table.names, table.log[buffer.events_read :], seat)
            buffer.extend(lines, len(table.log))
        return buffer


def _encode_lines(game: Game, names: Sequence[str], events: Sequence[Event | Line], seat: Seat | None) -> list[bytes]:
    return [protocol.to_json(line) for line in log_lines(game, names, events, seat)]


def _add_notation(table: Table, entry: Entry) -> None:
    """Writes a move's notation into its entry, so that it stays readable after a change of rules."""
    if isinstance(entry, Moved) and table.match is not None:
        entry.words = table.game.format_move(table.match.position, entry.seat, entry.move)


def _new_table(id: str, made: Made, entries: Sequence[Entry], when: int) -> Table:
    table = Table(id, game_of(made.game), made, when)
    for entry in entries:
        _add_notation(table, entry)
        table.take(entry, when)
    return table


class Draft(NamedTuple):
    """A new table, before and after it is written."""

    table: Table
    new: NewTable


class Unfinished(RumpusError):
    """The game is not over yet."""


class TableListener:
    """Callbacks for changes of tables in memory."""

    def table_changed(self, live: LiveTable) -> None:
        """The table was loaded, its journal has new entries, or leases were lost."""

    def table_unloaded(self, live: LiveTable) -> None:
        """The table leaves memory."""

    def table_written(self, id: str) -> None:
        """Another process wrote to the table's journal."""

    def was_interrupted(self, live: LiveTable) -> bool:
        """True if store or server did not work since the table's last entry, and its clocks must not count that."""
        return False

    def leases_lost(self) -> None:
        """The store lost its connection, and this process the right to run bots and clocks of its tables."""


class TableWatcher:
    """Callbacks that decide on notifications to people away from a table."""

    def marks(self, live: LiveTable, entries: Sequence[Entry]) -> Sequence[Statement]:
        """Statements to commit together with these entries."""
        return ()

    def marks_of_new(self, new: NewTable) -> Sequence[Statement]:
        """Statements to commit together with a new table."""
        return ()

    def written(self, live: LiveTable, first: int) -> None:
        """Entries from number `first` on, with marks, are committed and in memory."""

    async def spared_until(self, live: LiveTable, seat: Seat) -> tuple[int, bool]:
        """Grace of a seat after its time has run out: its end, and whether it is on vacation.

        0: a bot moves for it now.
        """
        return 0, False

    def presence_changed(self, live: LiveTable) -> None:
        """Somebody may have come, gone, or hidden the page, in any process."""


class LiveTables(StoreListener):
    """All tables in memory. `append` writes entries to the journal, then to memory, then to visitors."""

    def __init__(
        self,
        store: Store,
        lobby: LobbyPage,
        background: BackgroundTasks,
        metrics: Metrics,
        clock: ServerClock,
        rng: RandomSource,
        executor: Executor,
    ) -> None:
        self.store = store
        self.lobby = lobby
        self.background = background
        self.metrics = metrics
        self.clock = clock
        self.rng = rng
        self.executor = executor
        self.by_id: dict[str, LiveTable] = {}
        """Tables in memory."""
        self.listener = TableListener()
        self.watcher = TableWatcher()
        self.on_over: list[Callable[[Table], None]] = []
        """Called when a move of this process has ended a match."""
        self.on_chat: Callable[[LiveTable, Said], None] = lambda live, said: None
        """Called for each chat message of another process."""
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._creating: dict[str, int] = {}
        """Number of the last entry of each new table being written by this process."""
        self._news: dict[str, tuple[int, int]] = {}
        """By table, new ones and those of other processes: number of the last entry, time of its news. Oldest first."""
        self._unlisted: dict[str, Table] = {}
        """Tables whose listing is not written yet."""
        self._closed = False
        metrics.gauges["tables"] = lambda: len(self.by_id)
        metrics.gauges["watchers"] = lambda: sum(len(live.presence.visitors) for live in self.by_id.values())

    # --- loading and unloading ---

    async def open(self, id: str) -> LiveTable:
        """Returns the table, loaded from its journal if necessary."""
        live = self.by_id.get(id)
        if live is None:
            task = self._loading.get(id)
            if task is None:
                task = self._loading[id] = asyncio.create_task(self._load(id))
                task.add_done_callback(lambda done: self._loaded(id, done))
            live = await asyncio.shield(task)
        live.touch()
        return live

    def _loaded(self, id: str, task: asyncio.Task[LiveTable]) -> None:
        self._loading.pop(id, None)
        if not task.cancelled():
            task.exception()  # all who waited for it may have gone

    async def _load(self, id: str) -> LiveTable:
        entries = await self.store.read(id)
        if not entries:
            raise UnknownName("Table not found. It may have expired.")
        journal = [(stored.entry, stored.when) for stored in entries]
        made = entries[0].entry
        if not isinstance(made, Made):
            raise DamagedJournal("The journal of this table does not begin with its creation.")
        retired: RetiredTable | None = None
        try:
            table = await self.executor.run(open_table, id, game_of(made.game), journal)
        except RumpusError as rules_error:
            table, retired = await self._load_retired(id, made, journal, rules_error)
        except Exception as error:
            raise self._damaged(id, error) from error
        live = self._add(table, listing_of(table).row, self.clock.now(), retired)
        if retired is None and table.state == "over":
            self.update_listing(live)
        # Entries that others wrote since the journal was read: their news came before the table was in memory.
        await self._lock_and_catch_up(live)
        if id in self._creating:
            self._hear(id, self._creating[id])
        self._note_late_news(live)
        return live

    async def _load_retired(
        self, id: str, made: Made, journal: Sequence[tuple[Entry, int]], rules_error: RumpusError
    ) -> tuple[Table, RetiredTable]:
        """Loads a table without its rules: from its archive, or as a table ended by `rules_error`."""
        head = await self.store.read_part(id, 0)  # the first part of the archive
        # An archive needs no rules: it is shown whatever the error was.
        if head is None and not isinstance(rules_error, OtherRules | UnknownName):
            raise rules_error
        archived = None if head is None else read_archive(head)
        title = made.game
        with contextlib.suppress(UnknownName):
            title = archived.views[0].title if archived else game_of(made.game).title
        table = await self.executor.run(open_table, id, UnknownRules(made, title), journal)
        return table, RetiredTable(archived, as_sentence(str(rules_error)))

    def _damaged(self, id: str, error: Exception) -> DamagedJournal:
        """Logs and counts a table that cannot be played. Returns the error for its visitors."""
        self.metrics.count("table_failures")
        log.error("a table cannot go on", exc_info=error, extra={"facts": {"table": id}})
        return DamagedJournal("This table cannot continue: its journal cannot be replayed.")

    def _add(
        self, table: Table, row: bytes, when: int, retired: RetiredTable | None = None, maker_address: str = ""
    ) -> LiveTable:
        """Adds a table to memory. `when`: time of its reading or of its first entries.

        A new one is there already if it was opened while its maker waited for the answer.
        """
        known = self.by_id.get(table.id)
        if known is not None:
            return known
        live = self.by_id[table.id] = LiveTable(table, row, when, self._announce_presence, self.clock, retired)
        live.quota_address = maker_address
        live.alone = isinstance(self.store, SingleProcessStore)
        self._notify_listener(live)
        self.evict()
        return live

    def _notify_listener(self, live: LiveTable) -> None:
        """Calls the listener. Its failure is logged: the entries are committed already."""
        try:
            self.listener.table_changed(live)
        except Exception:
            self.metrics.count("table_failures")
            log.exception("a table cannot be kept going", extra={"facts": {"table": live.table.id}})

    def unload(self, live: LiveTable) -> None:
        """Removes a table from memory. Its journal stays; `live` is not used again."""
        if self.by_id.get(live.table.id) is live:
            self.listener.table_unloaded(live)
            del self.by_id[live.table.id]

    def is_full(self) -> bool:
        """True if the cache of unwatched tables is full: loading one more evicts another."""
        return len(self.unwatched()) >= MAX_UNWATCHED_TABLES

    def evict(self) -> None:
        """Unloads the least recently used tables without visitors until `MAX_UNWATCHED_TABLES` are left.

        Locked ones stay.
        """
        unwatched = self.unwatched()
        for live in unwatched[: max(0, len(unwatched) - MAX_UNWATCHED_TABLES)]:
            if not live.lock.locked():
                self.unload(live)

    def unwatched(self) -> list[LiveTable]:
        """Tables without visitors, least recently used first."""
        found = [live for live in self.by_id.values() if not live.presence.visitors]
        return sorted(found, key=lambda live: live.last_used)

    def close(self) -> None:
        self._closed = True
        for live in list(self.by_id.values()):
            self.unload(live)

    # --- writing ---

    async def prepare(self, made: Made, entries: Sequence[Entry], id: str = "") -> Draft:
        """Builds a table in memory that is not written yet."""
        id, when = id or self.rng.id(), self.clock.now()
        # A branch replays the moves that it inherits.
        if made.base:
            table = await self.executor.run(_new_table, id, made, entries, when)
        else:
            table = _new_table(id, made, entries, when)
        return Draft(table, NewTable(id, [made, *entries], when, listing_of(table)))

    async def create(
        self, made: Made, entries: Sequence[Entry], maker_address: str = "", changes: Sequence[Statement] = ()
    ) -> LiveTable:
        """Creates a table with its first entries. `changes` are committed together with them."""
        live = await self._create(await self.prepare(made, entries), maker_address, changes)
        if live is None:
            raise RumpusError("The table could not be created. Please try again.")
        return live

    async def create_once(
        self,
        id: str,
        made: Made,
        entries: Sequence[Entry],
        maker_address: str = "",
        changes: Sequence[Statement] = (),
    ) -> None:
        """Creates a table with this id, unless there is one: then nothing changes."""
        await self._create(await self.prepare(made, entries, id), maker_address, changes)

    async def _create(self, draft: Draft, maker_address: str, changes: Sequence[Statement]) -> LiveTable | None:
        new = draft.new
        marks = self.watcher.marks_of_new(new)
        writing = self.store.append(new.table, 0, new.entries, new.when, new.listing, None, [*marks, *changes])
        if not await self._write_new(new, writing):
            return None
        live = self.add_created(draft, maker_address)
        if marks:
            self.watcher.written(live, 0)
        return live

    async def _write_new(self, new: NewTable, writing: Awaitable[bool]) -> bool:
        """Awaits the store's answer for a new table. Others may load the table before it arrives."""
        last = self._creating[new.table] = len(new.entries) - 1
        try:
            written = await writing
        finally:
            del self._creating[new.table]
        if written:
            self._hear(new.table, last)
        return written

    def add_created(self, draft: Draft, maker_address: str) -> LiveTable:
        """Adds a table that was just written."""
        self.metrics.count("tables_made")
        if draft.table.made.listed:
            self.lobby.changed()
        live = self._add(draft.table, draft.new.listing.row, draft.new.when, maker_address=maker_address)
        self._note_late_news(live)
        return live

    async def append(self, live: LiveTable, entries: Sequence[Entry], created: NewTable | None = None) -> bool:
        """Writes entries to the journal, then applies them. False if another process was first.

        The caller holds the table's lock and has checked the entries. After False the table has caught up: check again.
        `created` is written together with the entries, or not at all.
        """
        if self.listener.was_interrupted(live) and not isinstance(entries[0], Woke):
            entries = [Woke(), *entries]
        writing = asyncio.create_task(self._append(live, entries, created))
        try:
            return await asyncio.shield(writing)
        except asyncio.CancelledError:
            # The caller keeps the lock until the written entries are in memory.
            while not (writing.done() or self._closed):
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.wait({writing})
            writing.cancel()
            writing.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody waits for it any more
            raise

    async def _append(self, live: LiveTable, entries: Sequence[Entry], created: NewTable | None) -> bool:
        table = live.table
        if live.retired is not None and not all(isinstance(entry, RETIRED_ENTRIES) for entry in entries):
            raise OtherRules(live.retired.why)
        for entry in entries:
            _add_notation(table, entry)
            moves_left = table.undone_by(entry)
            if moves_left is not None:
                await self.executor.run(table.prepare_undo, moves_left)
        when = max(self.clock.now(), table.last_at)
        listing: Listing | None = None
        if not all(isinstance(entry, MOVES) for entry in entries):
            listing = listing_of(table, entries)
            listing = listing if listing.row != live.lobby_row else None
        first = table.seq + 1
        marks = [*self.watcher.marks(live, entries), *(self.watcher.marks_of_new(created) if created else ())]
        try:
            writing = self.store.append(table.id, first, entries, when, listing, created, marks)
            written = await (writing if created is None else self._write_new(created, writing))
        except TableDeleted:
            self.unload(live)
            raise
        if not written:
            self.metrics.count("races_lost")
            await self.catch_up(live)
            return False
        self._apply(live, [(entry, when) for entry in entries], checked=True)
        if table.state == "over" and isinstance(entries[-1], Moved):
            for callback in self.on_over:
                callback(table)
        if marks:
            self.watcher.written(live, first)
        return True

    async def begin_if_all_present(self, live: LiveTable) -> None:
        """Begins an open table with all seats taken once all its people are here.

        Such tables are rematches, and tables with a clock whose people were not all here before.
        """
        table = live.table
        async with live.lock:
            while table.state == "open" and all(
                place.kind == "bot" or (place.kind == "person" and live.presence.is_here(seat))
                for seat, place in enumerate(table.places)
            ):
                if await self.append(live, [Began()]):
                    return

    async def record(self, live: LiveTable) -> str:
        """Returns the match record. Refused during the game: its seed gives every card away.

        A retired table in play is closed first: a process that still has its rules could play on.
        """
        table = live.table
        async with live.lock:
            if live.retired is not None and live.retired.archived is None and table.match is not None:
                over = await self.store.state(table.id) == "over"
                while not (over or table.seats.closed):  # set by `Closed`, from this process or another
                    await self.append(live, [Closed()])
        if live.retired is not None:
            return live.retired.record(table)
        if table.match is None or table.state == "playing":
            raise Unfinished("The record can be downloaded once the game is over.")
        return table.match.record.dumps()

    async def catch_up(self, live: LiveTable) -> None:
        """Applies entries of other processes. The caller holds the lock."""
        table = live.table
        stored = await self.store.read(table.id, table.seq + 1)
        if stored:
            self._apply(live, [(one.entry, one.when) for one in stored], checked=False)

    def _apply(self, live: LiveTable, entries: Sequence[tuple[Entry, int]], checked: bool) -> None:
        """Applies committed entries to memory and shows them. `checked`: their moves are known to be legal."""
        try:
            for entry, when in entries:
                live.table.take(entry, when, checked)
        except Exception as error:
            self.unload(live)
            raise self._damaged(live.table.id, error) from error
        live.late = self.clock.now() - live.table.last_at > LATE_MS
        try:
            self._show(live, all(isinstance(entry, MOVES) for entry, _ in entries))
            if any(isinstance(entry, Forgotten) for entry, _ in entries):
                live.rewrite_log()
        except Exception:  # the entries are committed already
            self.metrics.count("table_failures")
            log.exception("a table cannot be shown", extra={"facts": {"table": live.table.id}})
        self._notify_listener(live)

    def _show(self, live: LiveTable, moves_only: bool) -> None:
        table = live.table
        over = table.state == "over"
        if over or not moves_only:
            row = listing_of(table).row
            if row != live.lobby_row:
                live.lobby_row = row
                if table.made.listed:
                    self.lobby.changed()
                if over:
                    self.update_listing(live)  # `append` writes no listing with moves
        live.refresh()

    def update_listing(self, live: LiveTable) -> None:
        """Writes the table's listing in the background. If this fails, the next load writes it again."""
        self._unlisted[live.table.id] = live.table
        self.background.spawn(self._write_listing(live.table))

    async def _write_listing(self, table: Table) -> None:
        await self.store.list_table(table.id, self.clock.now(), listing_of(table))
        self._unlisted.pop(table.id, None)

    async def write_listings(self) -> None:
        """Writes listings whose background task has not succeeded. The archiver finds tables by them."""
        for table in list(self._unlisted.values()):
            await self._write_listing(table)

    def _announce_presence(self, live: LiveTable) -> None:
        presence = live.presence
        self.background.spawn(self.store.announce(live.table.id, presence.seats(), presence.hidden()))
        self.watcher.presence_changed(live)

    # --- callbacks of the store ---

    def written(self, tables: Mapping[str, int]) -> None:
        for id, seq in tables.items():
            self.listener.table_written(id)
            self._hear(id, seq)
            live = self.by_id.get(id)
            if live is None:
                continue
            if live.table.seq < seq:
                self.background.spawn(self._lock_and_catch_up(live))
            else:
                self._note_late_news(live)

    def _hear(self, id: str, seq: int) -> None:
        """Notes the time of a table's news."""
        now = self.clock.now()
        self._news.pop(id, None)
        self._news[id] = seq, now
        while (oldest := next(iter(self._news))) and self._news[oldest][1] < now - NEWS_MS:
            del self._news[oldest]

    def _note_late_news(self, live: LiveTable) -> None:
        """Marks a table as late if its last entry was committed late: its news came before or after it was read."""
        seq, heard = self._news.get(live.table.id, (-1, 0))
        if seq == live.table.seq and heard - live.table.last_at > LATE_MS and not live.late:
            live.late = True
            self._notify_listener(live)

    async def _lock_and_catch_up(self, live: LiveTable) -> None:
        async with live.lock:
            await self.catch_up(live)

    def listing_changed(self) -> None:
        self.lobby.changed()

    def present(self, process: str, table: str, seat_bits: int, hidden_bits: int = 0) -> None:
        live = self.by_id.get(table)
        if live is None:
            return
        if live.presence.set_remote(process, seat_bits, hidden_bits):
            live.refresh()
            self.background.spawn(self.begin_if_all_present(live))
        self.watcher.presence_changed(live)

    def chatted(self, table: str, said: Said) -> None:
        live = self.by_id.get(table)
        if live is not None:
            self.on_chat(live, said)

    def connection_lost(self) -> None:
        self.listener.leases_lost()
        for live in list(self.by_id.values()):
            self.background.spawn(self._lock_and_catch_up(live))
            self._notify_listener(live)
