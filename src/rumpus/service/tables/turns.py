"""Bots' turns and clocks: for every table one process at a time keeps it going."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets

from rumpus.core.errors import RumpusError
from rumpus.core.position import Move, Seat
from rumpus.service.bots.pool import QUICK, BotPool
from rumpus.service.runtime.clock import HOUSE, now
from rumpus.service.store import StoreError
from rumpus.service.tables.live import LiveTable, LiveTables, TableListener
from rumpus.table.entries import BotFailed, Entry, Moved, Woke
from rumpus.table.lessons import lesson_at

log = logging.getLogger("rumpus.turns")
WEEK = 7 * 86_400_000
SWEEP_SECONDS = 2.0
AGAIN_SECONDS = 2.0
SLEPT = 2000
"""Milliseconds without an entry after which whoever takes a table over counts it as having been asleep."""


class KeptTable:
    """What is under way at one table."""

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.leased = False
        self.leasing = False
        self.thinking: dict[Seat, asyncio.Task[None]] = {}
        self.alarm: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        for task in self.thinking.values():
            task.cancel()
        self.stop_alarm()

    def stop_alarm(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None


class TurnKeeper(TableListener):
    """Keyed on what is stored, not on who is connected: after a restart the bots go on where they were."""

    def __init__(self, tables: LiveTables, bots: BotPool, pause: float) -> None:
        self.tables = tables
        self.bots = bots
        self.pause = pause
        self._kept: dict[str, KeptTable] = {}
        self._resting: set[str] = set()

    def changed(self, live: LiveTable) -> None:
        table = live.table
        if self.tables.lives.get(table.id) is not live:
            return  # put away meanwhile
        kept = self._kept.setdefault(table.id, KeptTable(table.epoch))
        if table.state != "playing":
            kept.stop()
            self.bots.forget(table.id)
            return
        if kept.epoch != table.epoch:
            kept.epoch = table.epoch
            self.bots.forget(table.id)
        if table.made.clock is None and not any(table.chairs.bot_of(seat) for seat in range(len(table.places))):
            return
        if kept.leased:
            self._go(live, kept)
        elif not kept.leasing:
            kept.leasing = True
            self.tables.aside.spawn(self._lease(live, kept))

    def waits(self, live: LiveTable) -> bool:
        """Whether nothing at this table happens by itself."""
        kept = self._kept.get(live.table.id)
        return kept is None or not (kept.thinking or kept.leasing or kept.alarm is not None)

    async def _lease(self, live: LiveTable, kept: KeptTable) -> None:
        try:
            if not await self.tables.store.lease(live.table.id):
                return
            if live.table.id not in self._kept:
                await self.tables.store.release(live.table.id)  # it was put away meanwhile
                return
            async with live.lock:
                await self.tables.catch_up(live)
                # Whoever kept it going before may have been gone for a while: that is on nobody's clock.
                slept = now() - live.table.last_at > SLEPT and live.table.seq > 0
                if live.table.made.clock is not None and live.table.state == "playing" and slept:
                    await self.tables.append(live, [Woke()])
            kept.leased = True
        finally:
            kept.leasing = False
        self.changed(live)

    def _go(self, live: LiveTable, kept: KeptTable) -> None:
        table = live.table
        assert table.match is not None
        owing = table.match.position.to_act()
        for seat in owing:
            if table.chairs.bot_of(seat) and seat not in kept.thinking and not table.stuck(seat):
                task = asyncio.create_task(self._bot_turn(live, seat))
                kept.thinking[seat] = task
                task.add_done_callback(lambda done, seat=seat: self._bot_done(live, kept, seat, done))  # type: ignore[misc]
        self._set_alarm(live, kept, [seat for seat in owing if not table.chairs.bot_of(seat)])

    # --- bots ---

    async def _bot_turn(self, live: LiveTable, seat: Seat) -> None:
        table = live.table
        at, bot, failed = table.at(seat), table.chairs.bot_of(seat), table.chairs.failed[seat]
        began = asyncio.get_running_loop().time()
        lesson = lesson_at(table)
        move = None if lesson is None else lesson.scripted(seat)
        if move is None:
            # One that failed where nobody may know that it was asked is helped out until it can be said.
            move = await self.bots.decide(table, seat, QUICK if failed else bot, live.owner)
        wish = self.pause * random.uniform(0.7, 1.3) - (asyncio.get_running_loop().time() - began)
        if wish > 0:
            await asyncio.sleep(wish)
        async with live.lock:
            if self._still(live, seat, at) and table.chairs.bot_of(seat) == bot:
                legal = self._legal(live, seat, move, bot)
                found: Entry = BotFailed(seat, bot)
                if legal is not None:
                    found = Moved(seat, legal, by="bot")
                elif failed:
                    found = self._lot(live, seat)
                await self.tables.append(live, [found])
                self.tables.metrics.count("bot_moves" if legal is not None else "bot_failures")

    def _still(self, live: LiveTable, seat: Seat, at: str) -> bool:
        """Whether this seat still owes the decision it owed then."""
        match = live.table.match
        if match is None or live.table.state != "playing":
            return False
        return live.table.at(seat) == at and seat in match.position.to_act()

    def _legal(self, live: LiveTable, seat: Seat, move: Move | None, bot: str) -> Move | None:
        """The bot's move, None if it has none or no legal one: a bot may be anybody's."""
        match = live.table.match
        assert match is not None
        why = "it gave up" if move is None else match.position.why_not(seat, move)
        if not why:
            return move
        log.warning("a bot failed", extra={"facts": {"table": live.table.id, "bot": bot, "why": why}})
        return None

    def _lot(self, live: LiveTable, seat: Seat) -> Moved:
        match = live.table.match
        assert match is not None
        return Moved(seat, secrets.choice(match.position.moves(seat)), by="lot")

    def _bot_done(self, live: LiveTable, kept: KeptTable, seat: Seat, task: asyncio.Task[None]) -> None:
        kept.thinking.pop(seat, None)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            log.error("a bot's turn failed", exc_info=error, extra={"facts": {"table": live.table.id}})
            kept.stop_alarm()
            kept.alarm = asyncio.get_running_loop().call_later(AGAIN_SECONDS, self._try_again, live, kept)
            return
        self.changed(live)

    def _try_again(self, live: LiveTable, kept: KeptTable) -> None:
        kept.alarm = None
        self.changed(live)

    # --- clocks ---

    def _set_alarm(self, live: LiveTable, kept: KeptTable, seats: list[Seat]) -> None:
        kept.stop_alarm()
        deadlines = [at for at in (live.table.clocks.deadline(seat) for seat in seats) if at is not None]
        if deadlines:
            wait = max(0.0, (min(deadlines) - now()) / 1000) + 0.02
            loop = asyncio.get_running_loop()
            kept.alarm = loop.call_later(wait, lambda: self.tables.aside.spawn(self._time_is_up(live, kept)))

    async def _time_is_up(self, live: LiveTable, kept: KeptTable) -> None:
        kept.alarm = None
        table = live.table
        if table.match is None or table.state != "playing" or not kept.leased:
            return
        for seat in table.match.position.to_act():
            deadline = table.clocks.deadline(seat)
            if table.chairs.bot_of(seat) or deadline is None or deadline > now():
                continue
            at = table.at(seat)
            move = await self.bots.decide(table, seat, QUICK, live.owner)
            async with live.lock:
                if self._still(live, seat, at) and not table.chairs.bot_of(seat):
                    legal = self._legal(live, seat, move, QUICK)
                    decided = self._lot(live, seat) if legal is None else Moved(seat, legal, by="clock")
                    await self.tables.append(live, [decided])
        self.changed(live)

    # --- tables nobody is connected to ---

    async def sweep(self) -> None:
        """Find tables that nobody keeps going: after a start, when another process has died, when there was no room."""
        driven = await self.tables.store.driven(HOUSE.surely() - WEEK)
        self._resting.intersection_update(driven)
        for id in driven:
            if id in self.tables.lives or id in self._resting:
                continue
            if self.tables.full():
                return
            if await self.tables.store.lease(id):
                await self._adopt(id)

    async def _adopt(self, id: str) -> None:
        try:
            live = await self.tables.open(id)
        except StoreError:
            raise
        except RumpusError as error:
            self._resting.add(id)
            log.warning("a table cannot go on", extra={"facts": {"table": id, "error": str(error)}})
            return
        if live.table.state == "over":
            self._resting.add(id)

    def put_away(self, live: LiveTable) -> None:
        """If it waits for a person, nobody needs to look after it; else it goes on when there is room again."""
        id = live.table.id
        if self.waits(live):
            self._resting.add(id)
        self.bots.forget(id)
        kept = self._kept.pop(id, None)
        if kept is not None:
            kept.stop()
            if kept.leased:
                self.tables.aside.spawn(self.tables.store.release(id))

    def stirred(self, id: str) -> None:
        self._resting.discard(id)

    def cut_off(self) -> None:
        for kept in self._kept.values():
            kept.leased = False
