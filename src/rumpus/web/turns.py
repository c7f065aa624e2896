"""Bots' turns and clocks: for every table one process at a time keeps it going."""

from __future__ import annotations

import asyncio
import logging
import random

from rumpus.core.contract import Seat
from rumpus.core.errors import RumpusError
from rumpus.table.entries import Moved, Woke
from rumpus.web.bots import QUICK, Bots
from rumpus.web.live import Driver, Hall, Live, now

log = logging.getLogger("rumpus.driver")
WEEK = 7 * 86_400_000


class TableDriver(Driver):
    """Keyed on what is stored, not on who is connected: after a restart the bots go on where they were."""

    def __init__(self, hall: Hall, bots: Bots, pause: float) -> None:
        self.hall = hall
        self.bots = bots
        self.pause = pause
        self._leasing: set[str] = set()
        self._resting: set[str] = set()

    def changed(self, live: Live) -> None:
        table = live.table
        if table.match is None or table.match.over:
            self._stop(live)
            return
        needs = table.made.clock is not None or any(table.chairs.bot_of(seat) for seat in range(len(table.places)))
        if not needs:
            return
        if live.leased:
            self._go(live)
        elif table.id not in self._leasing:
            self._leasing.add(table.id)
            self.hall.spawn(self._lease(live))

    async def _lease(self, live: Live) -> None:
        id = live.table.id
        try:
            if not await self.hall.store.lease(id):
                return
            async with live.lock:
                await self.hall.catch_up(live)
                # Whoever drove it before may have been gone for a while: that is on nobody's clock.
                slept = now() - live.table.last_at > 2000 and live.table.seq > 0
                if live.table.made.clock is not None and live.table.state == "playing" and slept:
                    await self.hall.append(live, [Woke()])
            live.leased = True
        finally:
            self._leasing.discard(id)
        self.changed(live)

    def _go(self, live: Live) -> None:
        table = live.table
        assert table.match is not None
        owing = table.match.position.to_act()
        for seat in owing:
            bot = table.chairs.bot_of(seat)
            if bot and seat not in live.bots:
                task = asyncio.create_task(self._bot_turn(live, seat, bot))
                live.bots[seat] = task
                task.add_done_callback(lambda done, seat=seat: self._bot_done(live, seat, done))  # type: ignore[misc]
        self._set_alarm(live, [seat for seat in owing if not table.chairs.bot_of(seat)])

    async def _bot_turn(self, live: Live, seat: Seat, bot: str) -> None:
        table = live.table
        at = table.at(seat)
        began = asyncio.get_running_loop().time()
        assert table.match is not None
        move = await self.bots.decide(table.game, table.options, table.match.position, seat, bot)
        wish = self.pause * random.uniform(0.7, 1.3) - (asyncio.get_running_loop().time() - began)
        if wish > 0:
            await asyncio.sleep(wish)
        async with live.lock:
            if self._still(live, seat, at) and table.chairs.bot_of(seat) == bot:
                await self.hall.append(live, [Moved(seat, move, by="bot")])
                self.hall.metrics.count("bot_moves")

    def _still(self, live: Live, seat: Seat, at: str) -> bool:
        """Whether this seat still owes the decision it owed then."""
        table = live.table
        playing = table.match is not None and not table.match.over
        return playing and table.at(seat) == at and seat in table.match.position.to_act()  # type: ignore[union-attr]

    def _bot_done(self, live: Live, seat: Seat, task: asyncio.Task[None]) -> None:
        live.bots.pop(seat, None)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            log.error("a bot's turn failed", exc_info=error, extra={"facts": {"table": live.table.id}})
            asyncio.get_running_loop().call_later(2, self.changed, live)
            return
        self.changed(live)

    # --- clocks ---

    def _set_alarm(self, live: Live, seats: list[Seat]) -> None:
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        deadlines = [at for at in (live.table.clocks.deadline(seat) for seat in seats) if at is not None]
        if deadlines:
            wait = max(0.0, (min(deadlines) - now()) / 1000) + 0.02
            loop = asyncio.get_running_loop()
            live.alarm = loop.call_later(wait, lambda: self.hall.spawn(self._time_is_up(live)))

    async def _time_is_up(self, live: Live) -> None:
        live.alarm = None
        table = live.table
        if table.match is None or table.match.over:
            return
        for seat in table.match.position.to_act():
            deadline = table.clocks.deadline(seat)
            if table.chairs.bot_of(seat) or deadline is None or deadline > now():
                continue
            at = table.at(seat)
            move = await self.bots.decide(table.game, table.options, table.match.position, seat, QUICK)
            async with live.lock:
                if self._still(live, seat, at) and not table.chairs.bot_of(seat):
                    await self.hall.append(live, [Moved(seat, move, by="clock")])
        self.changed(live)

    # --- tables nobody is connected to ---

    async def sweep(self) -> None:
        """Find tables that nobody drives: after a start, and when another process has died."""
        while True:
            try:
                for id in await self.hall.store.driven(now() - WEEK):
                    if id in self.hall.lives or id in self._resting or not await self.hall.store.lease(id):
                        continue
                    await self._adopt(id)
            except RumpusError as error:
                log.warning("the sweep failed", extra={"facts": {"error": str(error)}})
            await asyncio.sleep(2)

    async def _adopt(self, id: str) -> None:
        try:
            live = await self.hall.live(id)
        except RumpusError as error:
            self._resting.add(id)
            log.warning("a table cannot go on", extra={"facts": {"table": id, "error": str(error)}})
            return
        if live.table.state == "over":
            self._resting.add(id)
            self.hall.mend(live)

    def forget(self, live: Live) -> None:
        """The table is put away; it waits for a person, so nobody needs to look after it."""
        self._stop(live)
        self._resting.add(live.table.id)
        if live.leased:
            live.leased = False
            self.hall.spawn(self.hall.store.release(live.table.id))

    def stirred(self, id: str) -> None:
        """Another process has written in its book, so it may need looking after again."""
        self._resting.discard(id)

    def _stop(self, live: Live) -> None:
        for task in live.bots.values():
            task.cancel()
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
