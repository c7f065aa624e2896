"""Live tables: those that somebody is at, in memory, kept true to their books and shown to their visitors."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from msgspec import Raw

from rumpus.core.catalogue import game_of
from rumpus.core.errors import OtherRules, RumpusError, UnknownName
from rumpus.core.position import Seat
from rumpus.service.runtime import protocol
from rumpus.service.runtime.background import Aside
from rumpus.service.runtime.clock import now
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.runtime.settings import LOG_LINES, UNWATCHED_TABLES
from rumpus.service.store import DamagedBook, Listing, News, Store
from rumpus.service.tables.lobby import LobbyPage, listing_of
from rumpus.service.tables.presence import Presence, Visitor
from rumpus.service.tables.retired import Past
from rumpus.table.archive import read_keepsake
from rumpus.table.entries import Began, Closed, Entry, Made, Moved, RematchAnswered, Rematched
from rumpus.table.seat_view import StoryLine, WhyNot, story, why_nots
from rumpus.table.table import Table, open_table
from rumpus.table.table_view import sheet
from rumpus.table.unknown_rules import Unruled

log = logging.getLogger("rumpus.live")


def new_id() -> str:
    """60 bits: enough that the link of a private table cannot be guessed."""
    letters = "23456789abcdefghjkmnpqrstuvwxyz"
    return "".join(secrets.choice(letters) for _ in range(12))


class Told:
    """The story as one seat noticed it: how many lines there were, and the last of them as JSON."""

    def __init__(self) -> None:
        self.read = 0
        """How much of the table's story is in it."""
        self.count = 0
        self._last: deque[bytes] = deque(maxlen=LOG_LINES)

    @property
    def start(self) -> int:
        """The first line that is still kept."""
        return self.count - len(self._last)

    def add(self, line: bytes) -> None:
        self.count += 1
        self._last.append(line)

    def since(self, line: int) -> list[bytes]:
        return list(islice(self._last, line - self.start, None))


class LiveTable:
    """A table in memory, and what its visitors are shown of it."""

    def __init__(
        self, table: Table, row: bytes, moment: int, announce: Callable[[str, int], None], past: Past | None = None
    ) -> None:
        self.table = table
        self.past = past
        """What there is of a table whose rules are not here any more."""
        self.row = row
        """How the store lists it."""
        self.lock = asyncio.Lock()
        self.presence = Presence(len(table.places), moment, self._seats_changed)
        self.used = time.monotonic()
        """When somebody last needed it; bots' moves do not count."""
        self.owner = ""
        """The address whose share its bots use up: of whoever made it, or came first since it was opened."""
        self.notice = ""
        """What everybody at the table should know of the server just now."""
        self._announce = announce
        self._epoch = table.epoch
        self._sheets: dict[tuple[Seat | None, bool], bytes] = {}
        self._stories: dict[Seat | None, Told] = {}
        self._pages: dict[tuple[Seat | None, bool, int], bytes] = {}
        self._reasons: dict[Seat, tuple[bytes, list[WhyNot]]] = {}

    def touch(self) -> None:
        """Somebody needs it now, so it stays in memory for a while."""
        self.used = time.monotonic()

    def _seats_changed(self, seats: int) -> None:
        self.refresh()
        self._announce(self.table.id, seats)

    def warn(self, notice: str) -> None:
        if notice != self.notice:
            self.notice = notice
            self.refresh()

    def refresh(self) -> None:
        """Something has changed: whoever watches is shown it."""
        self._sheets.clear()
        self._pages.clear()
        if self._epoch != self.table.epoch:
            self._epoch = self.table.epoch
            self._stories.clear()
        for visitor in self.presence.visitors:
            visitor.wake()

    def page(self, visitor: Visitor) -> bytes | None:
        """The next message for this visitor; None if there is nothing that it has not seen."""
        table = self.table
        key = (visitor.seat, visitor.host)
        shown = self._sheets.get(key)
        if shown is None:
            here = [self.presence.here(seat) for seat in range(len(table.places))]
            made = sheet(table, visitor.seat, visitor.host, here, self.presence.away)
            made.notice = made.notice or self.notice
            if self.past is not None:
                made = self.past.sheet(made)
            shown = self._sheets[key] = protocol.plain(made)
        told = self._told(visitor.seat)
        if visitor.epoch != table.epoch or not told.start <= visitor.lines <= told.count:
            visitor.epoch = table.epoch
            visitor.lines = told.start
            visitor.sheet = b""
        if visitor.sheet == shown and visitor.lines == told.count:
            return None
        page = self._pages.get((*key, visitor.lines))
        if page is None or not visitor.sheet:  # whoever has just come, as in `forget`
            fresh = [Raw(line) for line in told.since(visitor.lines)]
            page = protocol.tell(protocol.TableSheet(sheet=Raw(shown), log=protocol.Log(visitor.lines, fresh)))
            self._pages[(*key, visitor.lines)] = page
        visitor.sheet = shown
        visitor.lines = told.count
        return page

    def forget(self, seat: Seat | None, host: bool) -> None:
        """If nobody is left who sees it so, what was made for them goes: whoever comes next costs the same, whether or
        not something was sealed meanwhile."""
        if not any((visitor.seat, visitor.host) == (seat, host) for visitor in self.presence.visitors):
            self._sheets.pop((seat, host), None)
        if not any(visitor.seat == seat for visitor in self.presence.visitors):
            self._stories.pop(seat, None)

    def reasons(self, seat: Seat) -> list[WhyNot]:
        """Why this seat may not make what it might expect; worked out once, until it notices something or decides."""
        table = self.table
        assert table.match is not None
        noticed = self.noticed(seat) + table.at(seat).encode()
        known, reasons = self._reasons.get(seat, (b"", []))
        if known != noticed:
            reasons = why_nots(table.match, seat)
            self._reasons[seat] = (noticed, reasons)
        return reasons

    def noticed(self, seat: Seat | None) -> bytes:
        """Changes with what this seat sees or hears of the match, and never otherwise."""
        table = self.table
        assert table.match is not None
        position = table.match.position
        told = self._told(seat)
        return protocol.plain([table.epoch, table.names, told.count, position.view(seat), position.waiting(seat)])

    def _told(self, seat: Seat | None) -> Told:
        """The story as this seat noticed it, up to now."""
        table = self.table
        told = self._stories.setdefault(seat, Told())
        fresh: Sequence[StoryLine] = ()
        if self.past is not None:
            fresh = self.past.story(seat) if told.count == 0 else ()
        elif told.read < len(table.story):
            fresh = story(table.game, table.names, table.story[told.read :], seat)
            told.read = len(table.story)
        for line in fresh:
            told.add(protocol.plain(line))
        return told


def _put_into_words(table: Table, entry: Entry) -> None:
    if isinstance(entry, Moved) and table.match is not None:
        entry.words = table.game.write(table.match.position, entry.seat, entry.move)


class Unfinished(RumpusError):
    """It goes on, and what is asked for is told only afterwards."""


class TableListener:
    """Is told what becomes of tables in memory."""

    def changed(self, live: LiveTable) -> None:
        """It was opened, or something new stands in its book."""

    def put_away(self, live: LiveTable) -> None:
        """It is no longer in memory."""

    def stirred(self, id: str) -> None:
        """Another process has written in its book."""

    def cut_off(self) -> None:
        """Leases are lost."""


class LiveTables(News):
    """Every change goes through `append`: to the book first, then to memory, then to the visitors."""

    def __init__(self, store: Store, lobby: LobbyPage, aside: Aside, metrics: Metrics) -> None:
        self.store = store
        self.lobby = lobby
        self.aside = aside
        self.metrics = metrics
        self.lives: dict[str, LiveTable] = {}
        self.listener = TableListener()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        metrics.gauges["tables"] = lambda: len(self.lives)
        metrics.gauges["watchers"] = lambda: sum(len(live.presence.visitors) for live in self.lives.values())

    # --- opening and putting away ---

    async def open(self, id: str) -> LiveTable:
        """The table of that id, from its book if it is not in memory."""
        found = self.lives.get(id)
        if found is None:
            task = self._loading.get(id)
            if task is None:
                task = self._loading[id] = asyncio.create_task(self._load(id))
                task.add_done_callback(lambda _: self._loading.pop(id, None))
            found = await asyncio.shield(task)
        found.touch()
        return found

    async def _load(self, id: str) -> LiveTable:
        filed = await self.store.read(id)
        if not filed:
            raise UnknownName("there is no such table (any more)")
        book = [(page.entry, page.when) for page in filed]
        made = filed[0].entry
        if not isinstance(made, Made):
            raise DamagedBook("the book of this table does not begin with its making")
        past: Past | None = None
        try:
            table = await asyncio.to_thread(open_table, id, game_of(made.game), book)
        except RumpusError as trouble:
            table, past = await self._look_back(id, made, book, trouble)
        except Exception as error:
            raise self._unreadable(id, error) from error
        live = self._keep(table, listing_of(table).row, now(), past)
        if past is None and table.state == "over":
            self.list_again(live)
        return live

    async def _look_back(
        self, id: str, made: Made, book: Sequence[tuple[Entry, int]], trouble: RumpusError
    ) -> tuple[Table, Past]:
        """A table that today's rules cannot open: what was kept of it, if it had ended, or the word that it ends."""
        head = await self.store.kept(id, 0)
        if head is None and not isinstance(trouble, OtherRules | UnknownName):
            raise trouble
        keepsake = None if head is None else read_keepsake(head)
        title = made.game
        with contextlib.suppress(UnknownName):
            title = keepsake.sheets[0].title if keepsake else game_of(made.game).title
        table = await asyncio.to_thread(open_table, id, Unruled(made, title), book)
        return table, Past(keepsake, f"{str(trouble)[:1].upper()}{str(trouble)[1:]}.")

    def _unreadable(self, id: str, error: Exception) -> DamagedBook:
        """Set aside: named in the log and counted, and nothing else is touched by it."""
        self.metrics.count("table_failures")
        log.error("a table cannot go on", exc_info=error, extra={"facts": {"table": id}})
        live = self.lives.get(id)
        if live is not None:
            self.put_away(live)
        return DamagedBook("this table cannot go on: what stands in its book cannot be played")

    def _keep(self, table: Table, row: bytes, moment: int, past: Past | None = None, maker: str = "") -> LiveTable:
        live = self.lives[table.id] = LiveTable(table, row, moment, self._announce, past)
        live.owner = maker
        self._tell(live)
        self.make_room()
        return live

    def _tell(self, live: LiveTable) -> None:
        """What is written is written, whatever becomes of bots and clocks."""
        try:
            self.listener.changed(live)
        except Exception:
            self.metrics.count("table_failures")
            log.exception("a table cannot be kept going", extra={"facts": {"table": live.table.id}})

    def put_away(self, live: LiveTable) -> None:
        """Out of memory; its book is all that is needed to go on."""
        self.listener.put_away(live)
        del self.lives[live.table.id]

    def full(self) -> bool:
        """Whether no more tables that nobody is at have room in memory."""
        return len(self._unwatched()) >= UNWATCHED_TABLES

    def make_room(self) -> None:
        """Where there are more tables that nobody is at, those that nobody needed for longest are put away."""
        unwatched = self._unwatched()
        if len(unwatched) <= UNWATCHED_TABLES:
            return
        unwatched.sort(key=lambda live: live.used)
        for live in unwatched[: len(unwatched) - UNWATCHED_TABLES]:
            if not live.lock.locked():
                self.put_away(live)

    def _unwatched(self) -> list[LiveTable]:
        return [live for live in self.lives.values() if not live.presence.visitors]

    def close(self) -> None:
        for live in list(self.lives.values()):
            self.put_away(live)

    # --- writing ---

    async def create(self, made: Made, entries: Sequence[Entry], maker: str = "") -> LiveTable:
        """A new table with its first entries, made from this address."""
        id = new_id()
        moment = now()
        table = Table(id, game_of(made.game), made, moment)
        for entry in entries:
            _put_into_words(table, entry)
            table.take(entry, moment)
        listing = listing_of(table)
        if not await self.store.append(id, 0, [made, *entries], moment, listing):
            raise RumpusError("the table could not be made; please try again")
        self.metrics.count("tables_made")
        if made.listed:
            self.lobby.changed()
        return self._keep(table, listing.row, moment, maker=maker)

    async def append(self, live: LiveTable, entries: Sequence[Entry]) -> bool:
        """Write down, then believe. False: somebody else was first, look again.

        The caller holds the table's lock and has found the moves among the entries legal.
        """
        table = live.table
        if live.past is not None and not all(
            isinstance(entry, RematchAnswered | Rematched | Closed) for entry in entries
        ):
            raise OtherRules(live.past.why)
        for entry in entries:
            _put_into_words(table, entry)
        moment = max(now(), table.last_at)
        listing: Listing | None = None
        if not all(isinstance(entry, Moved) for entry in entries):
            listing = listing_of(table, entries)
            listing = listing if listing.row != live.row else None
        if not await self.store.append(table.id, table.seq + 1, entries, moment, listing):
            self.metrics.count("races_lost")
            await self.catch_up(live)
            return False
        self._take(live, [(entry, moment) for entry in entries], judged=True)
        return True

    async def begin_if_all_are_here(self, live: LiveTable) -> None:
        """A rematch has no free chairs, but its people come one after the other: no clock runs before the last."""
        table = live.table
        async with live.lock:
            while table.state == "open" and all(
                place.kind == "bot" or (place.kind == "person" and live.presence.here(seat))
                for seat, place in enumerate(table.places)
            ):
                if await self.append(live, [Began()]):
                    return

    async def record(self, live: LiveTable) -> str:
        """Once nobody can play on: it holds the seed, and with it every card."""
        table = live.table
        async with live.lock:
            if live.past is not None and live.past.keepsake is None and table.match is not None:
                while not table.chairs.dropped:  # other processes may still have its rules
                    await self.append(live, [Closed()])
        if live.past is not None:
            return live.past.record(table)
        if table.match is None or table.state == "playing":
            raise Unfinished("the record can be had when the game is over")
        return table.match.record.dumps()

    async def catch_up(self, live: LiveTable) -> None:
        """Take what others have written; the caller holds the lock."""
        table = live.table
        pages = await self.store.read(table.id, table.seq + 1)
        if pages:
            self._take(live, [(page.entry, page.when) for page in pages], judged=False)

    def _take(self, live: LiveTable, entries: Sequence[tuple[Entry, int]], judged: bool) -> None:
        """Believe what is written."""
        try:
            for entry, when in entries:
                live.table.take(entry, when, judged)
            self._show(live, all(isinstance(entry, Moved) for entry, _ in entries))
        except Exception as error:
            raise self._unreadable(live.table.id, error) from error
        self._tell(live)

    def _show(self, live: LiveTable, moves_only: bool) -> None:
        table = live.table
        over = table.state == "over"
        if over or not moves_only:
            row = listing_of(table).row
            if row != live.row:
                live.row = row
                if table.made.listed:
                    self.lobby.changed()
                if over:
                    self.list_again(live)  # the last move changed no listing
        live.refresh()

    def list_again(self, live: LiveTable) -> None:
        """Put its listing right; if that is lost, the next opening of the table does it again."""
        self.aside.spawn(self.store.list_table(live.table.id, now(), listing_of(live.table)))

    def _announce(self, id: str, seats: int) -> None:
        self.aside.spawn(self.store.announce(id, seats))

    # --- news from other processes ---

    def written(self, tables: Mapping[str, int]) -> None:
        for id, seq in tables.items():
            self.listener.stirred(id)
            live = self.lives.get(id)
            if live is not None and live.table.seq < seq:
                self.aside.spawn(self._look_again(live))

    async def _look_again(self, live: LiveTable) -> None:
        async with live.lock:
            await self.catch_up(live)

    def listing_changed(self) -> None:
        self.lobby.changed()

    def present(self, process: str, table: str, seats: int) -> None:
        live = self.lives.get(table)
        if live is not None and live.presence.hear(process, seats):
            live.refresh()
            self.aside.spawn(self.begin_if_all_are_here(live))

    def cut_off(self) -> None:
        self.listener.cut_off()
        for live in self.lives.values():
            self.aside.spawn(self._look_again(live))
            self._tell(live)
