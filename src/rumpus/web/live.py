"""The hall: all tables that somebody is at, kept true to their books, and whoever watches them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine, Mapping, Sequence

from msgspec import Raw

from rumpus.core.contract import Seat
from rumpus.core.errors import RumpusError, UnknownName
from rumpus.table.entries import Entry, Made, Moved
from rumpus.table.sheet import row, sheet
from rumpus.table.sight import story
from rumpus.table.table import Table, open_table
from rumpus.web import messages
from rumpus.web.games import game_of
from rumpus.web.messages import Log, TableSheet, tell
from rumpus.web.metrics import Metrics
from rumpus.web.settings import LOBBY_ROWS, LOG_LINES, Settings
from rumpus.web.store import Card, News, Store

log = logging.getLogger("rumpus.hall")

REMOTE_SECONDS = 12.0
"""How long another process' word that somebody is here counts."""
IDLE_SECONDS = 120.0
"""How long a table nobody is at is kept in memory."""
LISTED_SECONDS = 90.0
"""How long a table stays in the lobby after the last person was there."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """60 bits: enough that the link of a private table cannot be guessed."""
    letters = "23456789abcdefghjkmnpqrstuvwxyz"
    return "".join(secrets.choice(letters) for _ in range(12))


class Watcher:
    """Somebody who is shown a table: a seat, or an onlooker."""

    def __init__(self) -> None:
        self.live: Live | None = None
        self.seat: Seat | None = None
        self.host = False
        self.epoch = -1
        self.lines = 0
        self.sheet = b""

    def wake(self) -> None:
        """There may be something new to see."""

    def turned_away(self, table: str, why: str) -> None:
        """The table is gone."""


class Live:
    """A table in memory."""

    def __init__(self, table: Table, card: bytes, moment: int) -> None:
        self.table = table
        self.card = card
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.away = [moment] * len(table.places)
        self.remote: dict[str, tuple[int, float]] = {}
        self.leased = False
        self.bots: dict[Seat, asyncio.Task[None]] = {}
        self.alarm: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self.sheets: dict[tuple[Seat | None, bool], bytes] = {}
        self.told: dict[Seat | None, tuple[int, list[bytes]]] = {}
        self.pages: dict[tuple[Seat | None, bool, int], bytes] = {}
        self.epoch = table.epoch
        self.films: dict[tuple[Seat | None, bool, int], list[bytes]] = {}

    def here(self, seat: Seat) -> bool:
        return bool(self.local_mask() >> seat & 1 or self.remote_mask() >> seat & 1)

    def local_mask(self) -> int:
        mask = 0
        for watcher in self.watchers:
            if watcher.seat is not None:
                mask |= 1 << watcher.seat
        return mask

    def remote_mask(self) -> int:
        mask = 0
        moment = time.monotonic()
        for seats, until in self.remote.values():
            if until > moment:
                mask |= seats
        return mask

    def lines(self, seat: Seat | None) -> list[bytes]:
        """The story as this seat noticed it, each line as JSON."""
        table = self.table
        done, known = self.told.get(seat, (0, []))
        if done < len(table.story):
            fresh = story(table.game, table.names, table.story[done:], seat)
            known.extend(messages.plain(line) for line in fresh)
            self.told[seat] = (len(table.story), known)
        return known

    def page(self, watcher: Watcher) -> bytes | None:
        """The next message for this watcher; None if there is nothing that it has not seen."""
        table = self.table
        key = (watcher.seat, watcher.host)
        shown = self.sheets.get(key)
        if shown is None:
            seats = range(len(table.places))
            here = [self.here(seat) for seat in seats]
            shown = messages.plain(sheet(table, watcher.seat, watcher.host, here, self.away))
            self.sheets[key] = shown
        lines = self.lines(watcher.seat)
        if watcher.epoch != table.epoch or watcher.lines > len(lines):
            watcher.epoch = table.epoch
            watcher.lines = max(0, len(lines) - LOG_LINES)
            watcher.sheet = b""
        if watcher.sheet == shown and watcher.lines == len(lines):
            return None
        page = self.pages.get((*key, watcher.lines))
        if page is None:
            fresh = [Raw(line) for line in lines[watcher.lines :]]
            page = tell(TableSheet(sheet=Raw(shown), log=Log(watcher.lines, fresh)))
            self.pages[(*key, watcher.lines)] = page
        watcher.sheet = shown
        watcher.lines = len(lines)
        return page

    def refresh(self) -> None:
        """Something has changed: whoever watches is shown it."""
        self.sheets.clear()
        self.pages.clear()
        if self.epoch != self.table.epoch:
            self.epoch = self.table.epoch
            self.told.clear()
        for watcher in self.watchers:
            watcher.wake()


class Driver:
    """Who plays bots and watches clocks; the hall tells it whenever a table has changed."""

    def changed(self, live: Live) -> None: ...

    def forget(self, live: Live) -> None: ...

    def stirred(self, id: str) -> None: ...


class Hall(News):
    """Every change goes through `append`: to the book first, then to memory, then to the watchers."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.lives: dict[str, Live] = {}
        self.driver = Driver()
        self.lobby: set[Watcher] = set()
        self.lobby_page = b""
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._lobby_due = False
        metrics.gauges["tables"] = lambda: len(self.lives)
        metrics.gauges["watchers"] = lambda: sum(len(live.watchers) for live in self.lives.values())

    # --- opening ---

    async def live(self, id: str) -> Live:
        """The table of that id, opened from its book if need be."""
        found = self.lives.get(id)
        if found is None:
            task = self._loading.get(id)
            if task is None:
                task = self._loading[id] = asyncio.create_task(self._load(id))
                task.add_done_callback(lambda _: self._loading.pop(id, None))
            found = await asyncio.shield(task)
        found.used = time.monotonic()
        return found

    async def _load(self, id: str) -> Live:
        filed = await self.store.read(id)
        if not filed:
            raise UnknownName("there is no such table (any more)")
        made = filed[0].entry
        assert isinstance(made, Made)
        game = game_of(made.game)
        table = await asyncio.to_thread(open_table, id, game, [(page.entry, page.when) for page in filed])
        live = Live(table, card_of(table, []).row, now())
        self.lives[id] = live
        self.driver.changed(live)
        return live

    # --- writing ---

    async def create(self, made: Made, entries: Sequence[Entry]) -> Live:
        """A new table with its first entries."""
        id = new_id()
        moment = now()
        table = Table(id, game_of(made.game), made, moment)
        for entry in entries:
            table.take(entry, moment)
        card = card_of(table, [])
        if not await self.store.append(id, 0, [made, *entries], moment, card):
            raise RumpusError("the table could not be made; please try again")
        live = self.lives[id] = Live(table, card.row, moment)
        self.metrics.count("tables_made")
        if made.listed:
            self.lobby_changed()
        self.driver.changed(live)
        return live

    async def append(self, live: Live, entries: Sequence[Entry]) -> bool:
        """Write down, then believe. False: somebody else was first, look again.

        The caller holds the table's lock and has found the moves among the entries legal.
        """
        table = live.table
        moment = max(now(), table.last_at)
        card: Card | None = None
        if not all(isinstance(entry, Moved) for entry in entries):
            card = card_of(table, entries)
            card = card if card.row != live.card else None
        if not await self.store.append(table.id, table.seq + 1, entries, moment, card):
            self.metrics.count("races_lost")
            await self.catch_up(live)
            return False
        for entry in entries:
            table.take(entry, moment, judged=True)
        self._taken(live, entries)
        return True

    async def catch_up(self, live: Live) -> None:
        """Take what others have written; the caller holds the lock."""
        table = live.table
        pages = await self.store.read(table.id, table.seq + 1)
        for page in pages:
            if page.seq == table.seq + 1:
                table.take(page.entry, page.when)
        if pages:
            self._taken(live, [page.entry for page in pages])

    def _taken(self, live: Live, entries: Sequence[Entry]) -> None:
        table = live.table
        over = table.state == "over"
        if over or not all(isinstance(entry, Moved) for entry in entries):
            card = card_of(table, [])
            if card.row != live.card:
                live.card = card.row
                if table.made.listed:
                    self.lobby_changed()
                if over:
                    self.mend(live)  # the last move wrote no card
        live.used = time.monotonic()
        live.films.clear()
        live.refresh()
        self.driver.changed(live)

    def mend(self, live: Live) -> None:
        """Put up the right card; if that is lost, the next opening of the table does it again."""
        self.spawn(self.store.shelve(live.table.id, now(), card_of(live.table, [])))

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Do this aside; what goes wrong is written to the log."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("something aside failed", exc_info=task.exception())

    # --- people come and go ---

    def watch(self, live: Live, watcher: Watcher) -> None:
        before = live.local_mask()
        watcher.live = live
        watcher.sheet = b""
        live.watchers.add(watcher)
        self._presence(live, before)
        watcher.wake()

    def unwatch(self, watcher: Watcher) -> None:
        live = watcher.live
        if live is None:
            return
        before = live.local_mask()
        live.watchers.discard(watcher)
        live.used = time.monotonic()
        watcher.live, watcher.seat, watcher.host = None, None, False
        self._presence(live, before)

    def reseat(self, watcher: Watcher, seat: Seat | None, host: bool) -> None:
        """The watcher has become somebody else at the same table."""
        live = watcher.live
        assert live is not None
        before = live.local_mask()
        watcher.seat, watcher.host = seat, host
        watcher.epoch = -1
        self._presence(live, before)
        watcher.wake()

    def _presence(self, live: Live, before: int) -> None:
        after = live.local_mask()
        if before == after:
            return
        moment = now()
        for seat in range(len(live.table.places)):
            if (before ^ after) >> seat & 1:
                live.away[seat] = moment
        live.refresh()
        self.spawn(self.store.announce(live.table.id, after))

    # --- news from other processes ---

    def written(self, tables: Mapping[str, int]) -> None:
        for id, seq in tables.items():
            self.driver.stirred(id)
            live = self.lives.get(id)
            if live is not None and live.table.seq < seq:
                self.spawn(self._look_again(live))

    async def _look_again(self, live: Live) -> None:
        async with live.lock:
            await self.catch_up(live)

    def shelved(self) -> None:
        self.lobby_changed()

    def present(self, process: str, table: str, seats: int) -> None:
        live = self.lives.get(table)
        if live is None:
            return
        before = live.remote_mask()
        live.remote[process] = (seats, time.monotonic() + REMOTE_SECONDS)
        if live.remote_mask() != before:
            live.refresh()

    def cut_off(self) -> None:
        for live in self.lives.values():
            live.leased = False
            self.spawn(self._look_again(live))
            self.driver.changed(live)

    # --- the lobby ---

    def lobby_changed(self) -> None:
        if not self._lobby_due:
            self._lobby_due = True
            self.spawn(self._show_lobby())

    async def _show_lobby(self) -> None:
        await asyncio.sleep(0.15)
        self._lobby_due = False
        await self.look_into_lobby()
        for watcher in list(self.lobby):
            watcher.wake()

    async def look_into_lobby(self) -> bytes:
        since = now() - int(1000 * LISTED_SECONDS)
        rows = await self.store.rows(since, LOBBY_ROWS)
        self.lobby_page = tell(messages.Tables(tables=[Raw(row) for row in rows]))
        return self.lobby_page

    # --- keeping house ---

    async def keep_house(self) -> None:
        """Every few seconds: who is still here, which tables may be put away, which were forgotten for good."""
        beats = 0
        while True:
            await asyncio.sleep(3)
            beats += 1
            try:
                await self._beat(beats)
            except RumpusError as error:
                log.warning("housekeeping failed", extra={"facts": {"error": str(error)}})

    async def _beat(self, beats: int) -> None:
        moment = time.monotonic()
        touched: list[str] = []
        for id, live in list(self.lives.items()):
            if live.watchers:
                touched.append(id)
                live.used = moment
                await self.store.announce(id, live.local_mask())
            if any(until <= moment for _, until in live.remote.values()):
                live.remote = {who: (seats, until) for who, (seats, until) in live.remote.items() if until > moment}
                live.refresh()
            self.driver.changed(live)
            idle = moment - live.used > IDLE_SECONDS
            if idle and not live.watchers and not live.bots and live.alarm is None and not live.lock.locked():
                self.driver.forget(live)
                del self.lives[id]
        if beats % 8 == 1:
            if touched:
                await self.store.touch(touched, now())
            self.lobby_changed()
        if beats % 1200 == 1:
            gone = await self.store.sweep(now() - self.settings.keep_days * 86_400_000)
            if gone:
                log.info("old tables forgotten", extra={"facts": {"tables": gone}})

    async def close(self) -> None:
        for live in self.lives.values():
            self.driver.forget(live)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def card_of(table: Table, entries: Sequence[Entry]) -> Card:
    """The shelf's card of a table once these entries are written."""
    chairs = table.chairs
    if entries:
        chairs = chairs.copy()
        for entry in entries:
            chairs.take(entry)
    over = table.match is not None and table.match.over
    shown = row(table.id, table.game, table.made, chairs, over)
    bots = any(chairs.bot_of(seat) for seat in range(len(chairs.places)))
    return Card(shown.state, table.made.listed, bots or table.made.clock is not None, messages.plain(shown))
