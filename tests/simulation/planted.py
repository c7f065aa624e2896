"""Planted bugs: each breaks the service in a way that the simulation must find.

A first simulation, of an older service, found ten defects. Each came back as a planted bug, or needs two of them:

1. News that arrives while a table is loaded is dropped: `news_lost_while_loading`.
2. An equal entry by another server counts as this one's, with its own time: `an_equal_entry_is_our_own`.
3. Queued alarms write a flag after the clocks have started again: `flags_not_checked_again`.
4. A lease that is lost while a server waits for the table's lock is kept: `play_on_without_a_lease`.
5. A caller is cancelled after its commit, and memory lacks the entry: `cancelled_inside_an_append`.
6. Entries are dated before an append that waits out an outage: `clocks_run_through_slow_commits`.
7. Clocks run on while the database is down: `clocks_run_through_interruptions`.
8. A server that was paused writes a flag when it wakes up: `clocks_run_through_interruptions`.
9. A rematch's table is made before the rematch is written: `rematch_in_two_steps`.
10. Nothing is asked over a half-open connection: `half_open_connections_unnoticed`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from unittest.mock import patch

import rumpus.service.store as store_module
from rumpus.service.bots import worker
from rumpus.service.bots.worker import BotQuestion
from rumpus.service.notifications import outbox
from rumpus.service.notifications.watching import Watcher
from rumpus.service.profiles import profiles as profiles_module
from rumpus.service.profiles.profiles import Profiles
from rumpus.service.requests import Requests
from rumpus.service.runtime.clock import ServerClock
from rumpus.service.runtime.protocol import Done, Replay
from rumpus.service.store import NewTable, StoreError, postgres
from rumpus.service.store.health import StoreHealth
from rumpus.service.store.postgres import PostgresStore, UnansweredCommit
from rumpus.service.tables import live as live_module
from rumpus.service.tables.live import LiveTable, LiveTables
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.replays import Replays
from rumpus.service.tables.turns import PendingTurns, TurnScheduler
from rumpus.table.entries import Entry, Rematched, Woke
from rumpus.table.lessons import LessonMatch
from rumpus.table.table import Table
from rumpus.table.table_view import table_view as real_table_view
from tests.simulation.invariants import Violation
from tests.simulation.runs import simulate

Bug = Callable[[], contextlib.AbstractContextManager[Any]]


def acknowledge_before_commit() -> contextlib.AbstractContextManager[Any]:
    """A move is acknowledged before its commit."""

    async def append(
        tables: LiveTables, live: LiveTable, entries: Sequence[Entry], created: NewTable | None = None
    ) -> bool:
        when = max(tables.clock.now(), live.table.last_at)
        seq = live.table.seq + 1
        tables.background.spawn(_write(tables, live, seq, entries, when, created))
        tables._apply(live, [(entry, when) for entry in entries], checked=True)
        return True

    return patch.object(LiveTables, "append", append)


async def _write(
    tables: LiveTables, live: LiveTable, seq: int, entries: Sequence[Entry], when: int, created: NewTable | None
) -> None:
    with contextlib.suppress(StoreError):
        await tables.store.append(live.table.id, seq, entries, when, None, created)


def ignore_a_taken_number() -> contextlib.AbstractContextManager[Any]:
    """An entry whose number is taken counts as written."""
    whole = PostgresStore.append

    async def append(store: PostgresStore, *arguments: Any) -> bool:
        await whole(store, *arguments)
        return True

    return patch.object(PostgresStore, "append", append)


def no_reading_after_lost_news() -> contextlib.AbstractContextManager[Any]:
    """Journals are not read again after the listening connection broke."""

    def connection_lost(tables: LiveTables) -> None:
        tables.listener.leases_lost()

    return patch.object(LiveTables, "connection_lost", connection_lost)


def play_on_without_a_lease() -> contextlib.AbstractContextManager[Any]:
    """A server that lost its leases runs bots and clocks as before."""
    return patch.object(TurnScheduler, "leases_lost", lambda turns: None)


def unanswered_means_not_written() -> contextlib.AbstractContextManager[Any]:
    """A commit without an answer counts as not written."""
    whole = PostgresStore._commit

    async def commit(store: PostgresStore, appends: Any) -> Any:
        try:
            return await whole(store, appends)
        except UnansweredCommit:
            raise StoreError("not written") from None

    return patch.object(PostgresStore, "_commit", commit)


def an_equal_entry_is_our_own() -> contextlib.AbstractContextManager[Any]:
    """An entry that is there after an unanswered commit counts as our own."""

    async def drop_written(store: PostgresStore, appends: Any) -> Any:
        assert store._pool is not None
        numbers = [[request.table for request in appends], [request.seq for request in appends]]
        found = {(record["id"], record["seq"]) for record in await store._pool.fetch(postgres.FIND_LINES, *numbers)}
        for request in appends:
            if (request.table, request.seq) in found:
                request.set_outcome(True)
        return [request for request in appends if (request.table, request.seq) not in found]

    return patch.object(PostgresStore, "_drop_written", drop_written)


def one_page_for_all_seats() -> contextlib.AbstractContextManager[Any]:
    """Everybody sees the table as the first seat does."""
    whole = real_table_view

    def table_view(table: Table, _seat: Any, *others: Any) -> Any:
        return whole(table, 0, *others)

    return patch.object(live_module, "table_view", table_view)


def time_of_the_wall_clock() -> contextlib.AbstractContextManager[Any]:
    """Entries are dated by the wall clock, jumps included."""
    return patch.object(ServerClock, "now", ServerClock.wall_ms)


def message_ids_ignored() -> contextlib.AbstractContextManager[Any]:
    """A repeated move is not recognised."""
    return patch.object(Table, "has_played", lambda table, seat, at, mid: False)


def clocks_run_through_interruptions() -> contextlib.AbstractContextManager[Any]:
    """Interruptions of server and store are on the players' clocks."""
    return patch.object(StoreHealth, "interrupted_since", lambda health, when: False)


def clocks_run_through_slow_commits() -> contextlib.AbstractContextManager[Any]:
    """The time that a slow commit or late news took is on the players' clocks."""
    return patch.object(live_module, "LATE_MS", 1 << 60)


def news_lost_while_loading() -> contextlib.AbstractContextManager[Any]:
    """News that arrives while a table is loaded is dropped."""
    whole = LiveTables._lock_and_catch_up

    async def catch_up(tables: LiveTables, live: LiveTable) -> None:
        if live.table.id not in tables._loading:
            await whole(tables, live)

    return patch.object(LiveTables, "_lock_and_catch_up", catch_up)


def cancelled_inside_an_append() -> contextlib.AbstractContextManager[Any]:
    """A caller that is cancelled leaves a written entry out of memory."""

    async def append(
        tables: LiveTables, live: LiveTable, entries: Sequence[Entry], created: NewTable | None = None
    ) -> bool:
        if tables.listener.was_interrupted(live) and not isinstance(entries[0], Woke):
            entries = [Woke(), *entries]
        return await tables._append(live, entries, created)

    return patch.object(LiveTables, "append", append)


def flags_not_checked_again() -> contextlib.AbstractContextManager[Any]:
    """Flags are not checked again once the table is locked."""

    def is_due(turns: TurnScheduler, live: LiveTable, pending: PendingTurns, seat: int) -> bool:
        return live.table.state == "playing" and not live.table.seats.bot_of(seat)

    def set_alarm(turns: TurnScheduler, live: LiveTable, pending: PendingTurns, seats: list[int]) -> None:
        # Several alarms of one table may be under way, as they were without `stop_alarm`.
        deadlines = [at for at in (live.table.clocks.deadline(seat) for seat in seats) if at is not None]
        if deadlines:
            wait = max(0.0, (min(deadlines) - turns.clock.now()) / 1000) + 0.02
            spawn = turns.tables.background.spawn
            loop = asyncio.get_running_loop()
            pending.alarm = loop.call_later(wait, lambda: spawn(turns._on_deadline(live, pending)))

    return _both(patch.object(TurnScheduler, "_is_due", is_due), patch.object(TurnScheduler, "_set_alarm", set_alarm))


def rematch_in_two_steps() -> contextlib.AbstractContextManager[Any]:
    """A rematch's table is made before the rematch is written."""
    whole = LiveTables.append

    async def append(
        tables: LiveTables, live: LiveTable, entries: Sequence[Entry], created: NewTable | None = None
    ) -> bool:
        if created is not None and isinstance(entries[-1], Rematched):
            await tables.store.append(created.table, 0, created.entries, created.when, created.listing)
            return await whole(tables, live, entries)
        return await whole(tables, live, entries, created)

    return patch.object(LiveTables, "append", append)


def half_open_connections_unnoticed() -> contextlib.AbstractContextManager[Any]:
    """Nothing is asked over a silent listening connection."""

    async def is_listening(store: PostgresStore) -> bool:
        return store._listening is not None and not store._listening.is_closed()

    return patch.object(PostgresStore, "_is_listening", is_listening)


def leases_kept_after_unloading() -> contextlib.AbstractContextManager[Any]:
    """Every server takes itself for the holder of every lease."""

    async def release(store: PostgresStore, table: str) -> None:
        pass

    return _both(patch.object(PostgresStore, "release", release), patch.object(PostgresStore, "lease", _always))


async def _always(store: PostgresStore, table: str) -> bool:
    return True


def news_ignored() -> contextlib.AbstractContextManager[Any]:
    """News of other servers' entries is ignored."""

    def written(tables: LiveTables, news: Mapping[str, int]) -> None:
        pass

    return patch.object(LiveTables, "written", written)


def bots_not_started_again() -> contextlib.AbstractContextManager[Any]:
    """A failed bot's turn is not tried again, and no table is adopted."""

    async def sweep(turns: TurnScheduler) -> None:
        pass

    def on_turn_done(turns: TurnScheduler, live: LiveTable, pending: PendingTurns, seat: int, task: Any) -> None:
        pass

    return _both(
        patch.object(TurnScheduler, "sweep", sweep), patch.object(TurnScheduler, "_on_turn_done", on_turn_done)
    )


def every_machine_has_its_own_time() -> contextlib.AbstractContextManager[Any]:
    """Servers date entries by their machines' clocks, right or wrong, instead of the database's."""
    return patch.object(ServerClock, "follow", lambda clock, shared_ms: None)


def tables_of_other_servers_stay() -> contextlib.AbstractContextManager[Any]:
    """An idle table that another server runs never leaves memory."""

    def may_evict(turns: TurnScheduler, live: LiveTable) -> bool:
        pending = turns._pending.get(live.table.id)
        return pending is None or not (pending.busy or pending.leasing)

    return patch.object(TurnScheduler, "may_evict", may_evict)


def stand_ins_ignore_the_lesson() -> contextlib.AbstractContextManager[Any]:
    """A bot that stands in for a learner plays freely, so that the script no longer fits."""
    return patch.object(LessonMatch, "bot_move", LessonMatch.scripted)


def replays_keep_the_lock() -> contextlib.AbstractContextManager[Any]:
    """A replay keeps the table locked."""

    async def show(replays: Replays, visitor: Visitor, request: Replay) -> Any:
        live = visitor.at_table()
        await live.lock.acquire()
        return Done()

    return patch.object(Replays, "show", show)


def sealed_moves_are_marked() -> contextlib.AbstractContextManager[Any]:
    """The table shows everybody a mark that depends on the last move, sealed or not."""
    whole = real_table_view

    def table_view(table: Table, *others: Any) -> Any:
        view = whole(table, *others)
        if table.steps and table.state == "playing":
            view.notice = "!" if table.steps[-1].move % 2 else ""
        return view

    return patch.object(live_module, "table_view", table_view)


def sealed_moves_delay_answers() -> contextlib.AbstractContextManager[Any]:
    """How fast the server answers depends on the last move, sealed or not."""
    whole = Requests.answer

    async def answer(requests: Requests, visitor: Visitor, asked: Any) -> Any:
        steps = visitor.live.table.steps if visitor.live is not None else []
        if steps and steps[-1].move % 2:
            await asyncio.sleep(0.01)
        return await whole(requests, visitor, asked)

    return patch.object(Requests, "answer", answer)


def bots_know_what_is_hidden() -> contextlib.AbstractContextManager[Any]:
    """Bots decide by the whole position, hidden cards and sealed moves included."""
    whole = worker.decide_once

    def decide_once(question: BotQuestion, bot: str, seed: str) -> Any:
        return whole(question, bot, f"{seed} {question.saved}")

    return patch.object(worker, "decide_once", decide_once)


def replays_count_sealed_moves() -> contextlib.AbstractContextManager[Any]:
    """A spectator's replay has as many frames as moves were made, sealed ones included, if the last one is odd."""
    whole = Replays.show

    async def show(replays: Replays, visitor: Visitor, request: Replay) -> Any:
        found = await whole(replays, visitor, request)
        steps = visitor.at_table().table.steps
        found.total += len(steps) if steps and steps[-1].move % 2 else 0
        return found

    return patch.object(Replays, "show", show)


def seats_of_profiles_not_noted() -> contextlib.AbstractContextManager[Any]:
    """Seats of profiles are not written together with the entries that take them."""
    return patch.object(store_module, "seat_statements", lambda table, entries, when: [])


def profiles_open_no_seat() -> contextlib.AbstractContextManager[Any]:
    """A seat opens by its token alone."""
    return patch.object(Table, "seat_of_profile", lambda table, profile: None)


def signed_out_devices_stay() -> contextlib.AbstractContextManager[Any]:
    """Signing a device out is acknowledged, and nothing is written."""

    async def sign_device_out(profiles: Profiles, visitor: Visitor, asked: Any) -> Any:
        await profiles.require(visitor)
        return Done()

    return patch.object(Profiles, "sign_device_out", sign_device_out)


def deleted_profiles_keep_their_seats() -> contextlib.AbstractContextManager[Any]:
    """A deletion is acknowledged before the tables of the profile know."""

    async def forget(tables: LiveTables, profile: str) -> None:
        pass

    return patch.object(profiles_module, "forget_profile", forget)


def turns_not_marked() -> contextlib.AbstractContextManager[Any]:
    """Nobody is told that it is their turn."""
    return patch.object(Watcher, "marks", lambda watcher, live, entries: ())


def notifications_without_a_lease() -> contextlib.AbstractContextManager[Any]:
    """Every server sends what waits, whether or not another one is sending it."""
    free = [statement.replace("leased <= $", "0 < $") for statement in (outbox.WAITING, outbox.CLAIM)]
    free[0] = free[0].replace("item.0", "0")
    return _both(patch.object(outbox, "WAITING", free[0]), patch.object(outbox, "CLAIM", free[1]))


@contextlib.contextmanager
def _both(*managers: contextlib.AbstractContextManager[Any]) -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        for manager in managers:
            stack.enter_context(manager)
        yield


BUGS: dict[str, Bug] = {
    bug.__name__: bug
    for bug in (
        acknowledge_before_commit,
        ignore_a_taken_number,
        no_reading_after_lost_news,
        play_on_without_a_lease,
        unanswered_means_not_written,
        an_equal_entry_is_our_own,
        one_page_for_all_seats,
        time_of_the_wall_clock,
        message_ids_ignored,
        clocks_run_through_interruptions,
        clocks_run_through_slow_commits,
        news_lost_while_loading,
        cancelled_inside_an_append,
        flags_not_checked_again,
        rematch_in_two_steps,
        half_open_connections_unnoticed,
        leases_kept_after_unloading,
        news_ignored,
        bots_not_started_again,
        every_machine_has_its_own_time,
        tables_of_other_servers_stay,
        stand_ins_ignore_the_lesson,
        replays_keep_the_lock,
        sealed_moves_are_marked,
        sealed_moves_delay_answers,
        bots_know_what_is_hidden,
        replays_count_sealed_moves,
        seats_of_profiles_not_noted,
        profiles_open_no_seat,
        signed_out_devices_stay,
        deleted_profiles_keep_their_seats,
        turns_not_marked,
        notifications_without_a_lease,
    )
}
SEEDS = 200
"""Every planted bug is found by a seed below."""


def first_seed_against(bug: Bug, seeds: Iterable[int] = range(SEEDS)) -> Violation | None:
    """Runs seeds with the bug until one finds it. Returns its violation."""
    with bug():
        for seed in seeds:
            try:
                simulate(seed)
            except Violation as found:
                return found
    return None
