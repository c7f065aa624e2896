"""Bots' turns and clocks. One process at a time, the lease holder, runs them for a table."""

from __future__ import annotations

import asyncio
import logging

from rumpus.core.errors import RumpusError
from rumpus.core.position import Move, Seat
from rumpus.service.bots.pool import QUICK_BOT, BotPool
from rumpus.service.runtime.environment import choose
from rumpus.service.store import CLOCKED_MS, StoreError
from rumpus.service.store.health import StoreHealth
from rumpus.service.tables.live import LATE_MS, LiveTable, LiveTables, TableListener
from rumpus.table.entries import BotFailed, Entry, Moved, Paused, Woke
from rumpus.table.lessons import lesson_at

log = logging.getLogger("rumpus.turns")
SWEEP_SECONDS = 2.0
RETRY_SECONDS = 2.0
ROTATED = 5
"""Tables that a sweep loads in the place of others, if memory is full."""
REST_MS = 600_000
"""A table with a clock of days may leave memory if nobody's time runs out within this."""


class PendingTurns:
    """Running work at one table: lease, bots' turns and the alarm of its clocks."""

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.leased = False
        self.leasing = False
        self.waking = False
        self.deciding = 0
        """Number of alarms in progress: at each, a bot decides for a person without time."""
        self.bot_turns: dict[Seat, asyncio.Task[None]] = {}
        self.alarm: asyncio.TimerHandle | None = None

    @property
    def busy(self) -> bool:
        """True while bots decide or clocks run."""
        return bool(self.bot_turns or self.waking or self.deciding) or self.alarm is not None

    def stop(self) -> None:
        for task in self.bot_turns.values():
            task.cancel()
        self.stop_alarm()

    def stop_alarm(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None


class TurnScheduler(TableListener):
    """Plays bots and watches clocks. It depends on journals only, so it continues after a restart."""

    def __init__(self, tables: LiveTables, bots: BotPool, health: StoreHealth, pause: float) -> None:
        self.tables = tables
        self.health = health
        self.clock = tables.clock
        self.rng = tables.rng
        self.bots = bots
        self.pause = pause
        """Mean seconds between a bot's turn and its move."""
        self._pending: dict[str, PendingTurns] = {}
        self._resting: set[str] = set()
        """Self-running tables that wait for a person, so `sweep` leaves them out."""
        self._losses = 0
        """Number of times that all leases were lost."""
        self._leapt_at = 0
        """Server time just after its last leap; 0: none."""

    def table_changed(self, live: LiveTable) -> None:
        table = live.table
        if self.tables.by_id.get(table.id) is not live:
            return  # closed in between
        pending = self._pending.setdefault(table.id, PendingTurns(table.epoch))
        if table.state != "playing":
            pending.stop()
            self.bots.forget(table.id)
            return
        if pending.epoch != table.epoch:
            pending.epoch = table.epoch
            self.bots.forget(table.id)
        if table.made.clock is None and not any(table.seats.bot_of(seat) for seat in range(len(table.places))):
            return
        if pending.leased:
            self._start_turns(live, pending)
        elif not pending.leasing:
            pending.leasing = True
            self.tables.background.spawn(self._lease(live, pending))

    def may_evict(self, live: LiveTable) -> bool:
        """True if this process has nothing to do at this table without a person."""
        pending = self._pending.get(live.table.id)
        return pending is None or not pending.busy

    def runs_clocks(self) -> bool:
        """True if some table in memory is played with a clock."""
        return any(_has_clock(live) for live in self.tables.by_id.values())

    def is_running(self, live: LiveTable) -> bool:
        """True if this process runs the table's bots and clocks."""
        pending = self._pending.get(live.table.id)
        return pending is not None and pending.leased and live.table.state == "playing"

    async def _lease(self, live: LiveTable, pending: PendingTurns) -> None:
        id, losses = live.table.id, self._losses
        try:
            if not await self.tables.store.lease(id):
                return
            async with live.lock:
                await self.tables.catch_up(live)
            # The previous holder may have died: the time without a holder is on nobody's clock.
            live.late = live.late or self.clock.now() - live.table.last_at > LATE_MS
            pending.leased = losses == self._losses and self._pending.get(id) is pending
        except StoreError as error:
            log.warning("a table waits for the store", extra={"facts": {"table": id, "error": str(error)}})
        finally:
            pending.leasing = False
            if id not in self._pending:  # unloaded in between
                self.tables.background.spawn(self.tables.store.release(id))
        self.table_changed(live)

    def _start_turns(self, live: LiveTable, pending: PendingTurns) -> None:
        table = live.table
        assert table.match is not None
        owing = table.match.position.to_act()
        for seat in owing:
            if table.seats.bot_of(seat) and seat not in pending.bot_turns and not table.stuck(seat):
                task = asyncio.create_task(self._bot_turn(live, seat))
                pending.bot_turns[seat] = task
                task.add_done_callback(lambda done, seat=seat: self._on_turn_done(live, pending, seat, done))  # type: ignore[misc]
        self._set_alarm(live, pending, [seat for seat in owing if not table.seats.bot_of(seat)])

    # --- bots ---

    async def _bot_turn(self, live: LiveTable, seat: Seat) -> None:
        table = live.table
        at, bot, failed = table.decision_id(seat), table.seats.bot_of(seat), table.seats.failed[seat]
        began = self.clock.monotonic()
        lesson = lesson_at(table)
        move = None if lesson is None else lesson.bot_move(seat)
        # Without the table's lock: people's moves never wait for a bot. `_still_owes` finds out what has changed.
        if move is None:
            # At a sealed decision a failed bot is replaced in silence: its failure would tell that it was to act.
            move = await self.bots.decide(table, seat, QUICK_BOT if failed else bot, live.quota_address)
        pause = self.pause * self.rng.uniform(0.7, 1.3) - (self.clock.monotonic() - began)
        if pause > 0:
            await self.clock.sleep(pause)
        async with live.lock:
            if self._still_owes(live, seat, at) and table.seats.bot_of(seat) == bot:
                legal = self._legal_move(live, seat, move, bot)
                found: Entry = BotFailed(seat, bot)
                if legal is not None:
                    found = Moved(seat, legal, by="bot")
                elif failed:
                    found = self._random_move(live, seat)
                if await self.tables.append(live, [found]):
                    self.tables.metrics.count("bot_moves" if legal is not None else "bot_failures")

    def _still_owes(self, live: LiveTable, seat: Seat, at: str) -> bool:
        match = live.table.match
        if match is None or live.table.state != "playing":
            return False
        return live.table.decision_id(seat) == at and seat in match.position.to_act()

    def _legal_move(self, live: LiveTable, seat: Seat, move: Move | None, bot: str) -> Move | None:
        """The bot's move if it is legal, else None. Third-party bots may return anything."""
        match = live.table.match
        assert match is not None
        why = "it gave up" if move is None else match.position.refusal(seat, move)
        if not why:
            return move
        log.warning("a bot failed", extra={"facts": {"table": live.table.id, "bot": bot, "why": why}})
        return None

    def _random_move(self, live: LiveTable, seat: Seat) -> Moved:
        match = live.table.match
        assert match is not None
        return Moved(seat, choose(self.rng, match.position.moves(seat)), by="lot")

    def _on_turn_done(self, live: LiveTable, pending: PendingTurns, seat: Seat, task: asyncio.Task[None]) -> None:
        pending.bot_turns.pop(seat, None)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            log.error("a bot's turn failed", exc_info=error, extra={"facts": {"table": live.table.id}})
            pending.stop_alarm()
            pending.alarm = asyncio.get_running_loop().call_later(RETRY_SECONDS, self._retry, live, pending)
            return
        self.table_changed(live)

    def _retry(self, live: LiveTable, pending: PendingTurns) -> None:
        pending.alarm = None
        self.table_changed(live)

    # --- clocks ---

    def _set_alarm(self, live: LiveTable, pending: PendingTurns, seats: list[Seat]) -> None:
        pending.stop_alarm()
        deadlines = [at for at in (live.table.clocks.deadline(seat) for seat in seats) if at is not None]
        if not deadlines:
            return
        if self._is_late(live):
            if not pending.waking:
                pending.waking = True
                self.tables.background.spawn(self._wake(live, pending))
            return
        wait = max(0.0, (min(deadlines) - self.clock.now()) / 1000) + 0.02
        loop, spawn = asyncio.get_running_loop(), self.tables.background.spawn
        pending.alarm = loop.call_later(wait, lambda: spawn(self._on_deadline(live, pending)))

    def was_interrupted(self, live: LiveTable) -> bool:
        if not _has_clock(live):
            return False
        if _in_days(live):
            return self._is_late(live)
        # Since the clocks started, not since the last entry: another process may have written that one later. Public
        # clocks, so that `Woke` tells nothing about sealed moves.
        running = [since for since in live.table.clocks.public.since if since is not None]
        return live.late or self.health.interrupted_since(min(running, default=live.table.last_at))

    def _is_late(self, live: LiveTable) -> bool:
        """True if the time since the last entry must not count.

        Days are not given back for a minute without a server: `StoreHealth.made_up_at` makes up for longer ones.
        """
        if not _in_days(live):
            return live.late
        return any(since is not None and since < self._leapt_at for since in live.table.clocks.public.since)

    async def _wake(self, live: LiveTable, pending: PendingTurns) -> None:
        """Restarts the clocks: the time since the last entry is on nobody's."""
        try:
            async with live.lock:
                if pending.leased and _has_clock(live):
                    await self.tables.append(live, [Woke()])
        except StoreError as error:
            self._retry_later(live, pending, error)
            return
        finally:
            pending.waking = False
        self.table_changed(live)

    async def _on_deadline(self, live: LiveTable, pending: PendingTurns) -> None:
        """Moves for every person whose time has run out."""
        pending.alarm = None
        table = live.table
        if table.match is None:
            return
        pending.deciding += 1
        try:
            for seat in table.match.position.to_act():
                if not self._is_due(live, pending, seat):
                    continue
                at = table.decision_id(seat)
                until, vacation = await self.tables.watcher.spared_until(live, seat)
                if _in_days(live) and self.health.made_up_at > self.clock.now():
                    until = max(until, self.health.made_up_at)
                move = None if until else await self.bots.decide(table, seat, QUICK_BOT, live.quota_address)
                async with live.lock:
                    # Again, for what happened meanwhile: a move, `Woke` by another process, a lost lease.
                    if not self._still_owes(live, seat, at) or not self._is_due(live, pending, seat):
                        continue
                    if self.was_interrupted(live):
                        await self.tables.append(live, [Woke()])
                        break
                    if until:
                        await self.tables.append(live, [self._pause(live, seat, until, vacation)])
                        continue
                    legal = self._legal_move(live, seat, move, QUICK_BOT)
                    decided = self._random_move(live, seat) if legal is None else Moved(seat, legal, by="clock")
                    await self.tables.append(live, [decided])
        except StoreError as error:
            self._retry_later(live, pending, error)
            return
        finally:
            pending.deciding -= 1
        self.table_changed(live)

    def _is_due(self, live: LiveTable, pending: PendingTurns, seat: Seat) -> bool:
        """True if this process must decide for a person because of the clock."""
        if not pending.leased or live.table.state != "playing" or live.table.seats.bot_of(seat):
            return False
        deadline = live.table.clocks.deadline(seat)
        return deadline is not None and deadline <= self.clock.now()

    def _pause(self, live: LiveTable, seat: Seat, until: int, vacation: bool) -> Paused:
        """A pause by which a seat's time runs out at `until`, however long it has been out."""
        clocks = live.table.clocks
        deadline = clocks.deadline(seat)
        assert deadline is not None
        return Paused(seat, max(clocks.true.paused[seat], self.clock.now()) + until - deadline, vacation)

    def _retry_later(self, live: LiveTable, pending: PendingTurns, error: Exception) -> None:
        log.warning("a clock waits for the store", extra={"facts": {"table": live.table.id, "error": str(error)}})
        if self._pending.get(live.table.id) is pending:
            pending.stop_alarm()
            pending.alarm = asyncio.get_running_loop().call_later(RETRY_SECONDS, self._retry, live, pending)

    # --- tables without visitors ---

    async def sweep(self) -> None:
        """Loads self-running tables without a lease holder: after a start, a crash, or eviction.

        If memory is full, tables with clocks of days take turns in it.
        """
        running = await self.tables.store.self_running(self.clock.safe_now() - CLOCKED_MS)
        self._resting.intersection_update(running)
        absent = [id for id in running if id not in self.tables.by_id and id not in self._resting]
        if self.tables.is_full():
            absent.reverse()  # first those that were away longest
        rotated = 0
        for id in absent:
            resting = None
            if self.tables.is_full():
                resting = next((live for live in self.tables.unwatched() if self._may_rest(live)), None)
                rotated += 1
                if resting is None or rotated > ROTATED:
                    return
            if await self.tables.store.lease(id):
                if resting is not None:
                    self.tables.unload(resting)
                try:
                    await self._adopt(id)
                finally:
                    if id not in self._pending:
                        await self.tables.store.release(id)

    def _may_rest(self, live: LiveTable) -> bool:
        """True if nothing happens soon at this table, whose clock counts days."""
        pending = self._pending.get(live.table.id)
        if not _in_days(live) or live.lock.locked() or pending is None or not pending.leased:
            return False
        if pending.bot_turns or pending.waking or pending.deciding:
            return False
        deadlines = [live.table.clocks.deadline(seat) for seat in range(len(live.table.places))]
        return all(at is None or at > self.clock.now() + REST_MS for at in deadlines)

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

    def table_unloaded(self, live: LiveTable) -> None:
        """Stops the table's work. Unless it waits for a person, `sweep` loads it again."""
        id = live.table.id
        self.bots.forget(id)
        pending = self._pending.pop(id, None)
        if pending is not None:
            # Without the lease, nobody knows here: when the process that has it dies, `sweep` must find the table.
            if pending.leased and not pending.busy:
                self._resting.add(id)
            pending.stop()
            if pending.leased:
                self.tables.background.spawn(self.tables.store.release(id))

    def table_written(self, id: str) -> None:
        self._resting.discard(id)

    def clock_leapt(self) -> None:
        self._leapt_at = self.clock.now()
        self.leases_lost()

    def leases_lost(self) -> None:
        self._losses += 1
        for pending in self._pending.values():
            pending.leased = False


def _has_clock(live: LiveTable) -> bool:
    return live.table.made.clock is not None and live.table.state == "playing"


def _in_days(live: LiveTable) -> bool:
    clock = live.table.made.clock
    return clock is not None and clock.correspondence
