"""What must hold at the end of a simulated run: nothing lost, nothing stuck, nothing left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.service.housekeeping import BEAT_SECONDS, IDLE_SECONDS
from rumpus.table.entries import Made, Moved, Rematched
from tests.simulation.history import History
from tests.simulation.notices import check_notices
from tests.simulation.profile_checks import check_profiles

if TYPE_CHECKING:
    from tests.simulation.clients import Client, Sent
    from tests.simulation.invariants import Checker

STALL_SECONDS = 12.0
"""Seconds within which, in calm times, a bot or a clock that ran out decides."""


def check_settled(checker: Checker) -> None:
    """Checks what holds when everything has come to rest."""
    checker.advance()
    for client in checker.world.clients:
        for sent in client.sent.values():
            _check_sent(checker, client, sent)
        _check_order(checker, client)
    for history in checker.histories.values():
        _check_once(checker, history)
        _check_goes_on(checker, history)
    _check_rematches(checker)
    _check_seats_shown(checker)
    check_profiles(checker)
    check_notices(checker)


def _numbers(history: History, id: str) -> list[int]:
    """Numbers of the entries with this message's move."""
    return [one.seq for one in history.entries if isinstance(one.entry, Moved) and one.entry.mid == id]


def _check_sent(checker: Checker, client: Client, sent: Sent) -> None:
    history = checker.histories[sent.table]
    numbers = _numbers(history, sent.id)
    for seq in numbers:
        move = history.entries[seq].entry
        assert isinstance(move, Moved)
        checker.require(move.seat == sent.seat, f"journal: move {sent.id} was written for another seat")
    if "done" in sent.outcomes:
        checker.require(len(numbers) == 1, f"lost move: {sent.id} was acknowledged, written {len(numbers)} times")
        checker.require(
            checker.committed(history, numbers[0]) <= sent.done_at, f"lost move: {sent.id} was acknowledged too early"
        )
    if numbers and history.table is not None and history.table.epoch == 0:
        checker.require("stale" not in sent.outcomes, f"repeated message: {sent.id} was written, but answered as stale")
    if numbers and sent.outcomes and "nothing has changed" in sent.outcomes[-1].lower():
        checker.fail(f"refused move: {sent.id} was written, but refused: {sent.outcomes[-1]}")


def _check_order(checker: Checker, client: Client) -> None:
    """A move that was sent after another's acknowledgement stands after it in the journal."""
    last: dict[str, tuple[float, int, str]] = {}
    for sent in sorted((sent for sent in client.sent.values() if sent.done_at >= 0), key=lambda sent: sent.sent_at):
        [seq] = _numbers(checker.histories[sent.table], sent.id)
        done_at, before, id = last.get(sent.table, (sent.sent_at, -1, ""))
        if done_at <= sent.sent_at:
            checker.require(
                before < seq, f"order: {id} was acknowledged before {sent.id} was sent, but stands after it"
            )
        last[sent.table] = (sent.done_at, seq, sent.id)


def _check_once(checker: Checker, history: History) -> None:
    ids = [one.entry.mid for one in history.entries if isinstance(one.entry, Moved) and one.entry.mid]
    checker.require(len(ids) == len(set(ids)), f"doubled move: {history.id}")
    times = [one.when for one in history.entries]
    checker.require(times == sorted(times), f"order: the journal of {history.id} goes back in time")


def _check_goes_on(checker: Checker, history: History) -> None:
    """In calm times, bots move and clocks run out."""
    table, world = history.table, checker.world
    assert table is not None
    if table.state != "playing":
        return
    assert table.match is not None
    last = checker.committed(history, len(history.entries) - 1)
    for seat in table.match.position.to_act():
        if table.seats.bot_of(seat) and not table.stuck(seat):
            still = world.loop.now - last
            checker.require(still < STALL_SECONDS, f"stall: the bot of seat {seat} at {history.id} does not move")
        elif not table.seats.bot_of(seat) and table.made.clock is not None:
            deadline, since = table.clocks.deadline(seat), table.clocks.true.since[seat]
            assert deadline is not None
            assert since is not None
            over = world.loop.now - history.opened[seat] - (deadline - since) / 1000
            checker.require(over < STALL_SECONDS, f"stall: the clock of seat {seat} at {history.id} ran out")


def _check_rematches(checker: Checker) -> None:
    """One rematch, one table: each names one that exists, and none is made without being named."""
    named: dict[str, str] = {}
    for history in checker.histories.values():
        found = [one.entry.table for one in history.entries if isinstance(one.entry, Rematched)]
        checker.require(len(found) < 2, f"rematch: {history.id} has {len(found)} of them")
        named.update(dict.fromkeys(found, history.id))
    missing = named.keys() - checker.histories.keys()
    checker.require(not missing, f"rematch: {sorted(missing)} do not exist")
    for history in checker.histories.values():
        made = history.entries[0].entry
        assert isinstance(made, Made)
        if made.source and made.base is None:
            checker.require(
                named.get(history.id) == made.source, f"rematch: {history.id} is an orphan of {made.source}"
            )
    for table, rematch in checker.rematches.items():
        checker.require(named.get(rematch) == table, f"rematch: {table} does not name {rematch}")


def _check_seats_shown(checker: Checker) -> None:
    for (token, id, seat), name in checker.seats_shown.items():
        table = checker.histories[id].table
        assert table is not None
        own = table.seat_of(token)
        checker.require(seat in (own, None), f"leak: {name} was shown seat {seat} of {id}, its own is {own}")


def check_left(checker: Checker) -> None:
    """Checks that servers let go of clients that have gone, and of the tables that nobody needs."""
    for server, live in checker.live_tables():
        checker.require(not live.presence.visitors, f"memory: {server.name} keeps visitors of {live.table.id}")
    for server in checker.world.servers:
        if server.service is not None:
            checker.require(not server.sessions, f"memory: {server.name} keeps sessions")
            checker.require(
                not server.service.requests.profiles._visitors, f"memory: {server.name} keeps signed-in visitors"
            )
            checker.require(
                not server.service.tables.lobby.visitors, f"memory: {server.name} keeps visitors of its lobby"
            )


def idle_tables(checker: Checker) -> set[tuple[str, str]]:
    """Servers and the tables that they keep although nobody uses them and nothing happens there."""
    found: set[tuple[str, str]] = set()
    for server, live in checker.live_tables():
        assert server.service is not None
        unused = server.service.clock.monotonic() - live.last_used
        if unused > IDLE_SECONDS + 2 * BEAT_SECONDS and server.service.turns.may_evict(live):
            found.add((server.name, live.table.id))
    return found


def check_closed(checker: Checker) -> None:
    """Checks that closed servers keep nothing."""
    for server in checker.world.servers:
        service = server.service
        if service is None:
            continue
        left = server.process.running_tasks()
        checker.require(not left, f"memory: {server.name} leaves {len(left)} tasks: {left[:2]}")
        checker.require(not service.tables.by_id, f"memory: {server.name} keeps tables")
        checker.require(not service.tables._loading, f"memory: {server.name} keeps tables that it loads")
        checker.require(not service.turns._pending, f"memory: {server.name} keeps turns")
        checker.require(not service.bots._bound, f"memory: {server.name} keeps bots' bindings")
        checker.require(not service.bots.waiting, f"memory: {server.name} keeps bots' jobs")
    if checker.world.database is not None:
        backends = [one.name for one in checker.world.database.backends.values()]
        checker.require(not backends, f"memory: connections are left open: {backends}")
    checker.check_logs()
