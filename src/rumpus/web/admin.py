"""The admin socket: a Unix socket for the server's user only."""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import socket
import sys
import time
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from rumpus.core.errors import RumpusError
from rumpus.core.system.files import check_folder
from rumpus.core.words import as_sentence
from rumpus.service.chat.moderation import Kind, Moderation, SanctionedPerson
from rumpus.service.runtime.metrics import BOUNDS, Histogram
from rumpus.service.store import is_postgres, sqlite_path
from rumpus.service.tables.live import LiveTables
from rumpus.table.entries import Closed
from rumpus.table.phrases import REPORT_REASONS
from rumpus.table.table import Table
from rumpus.web.blocklist import Blocklist, read_address_block
from rumpus.web.connections import ConnectionGuard
from rumpus.web.socket import Sockets, WebSocketSession

log = logging.getLogger("rumpus.admin")
IO_SECONDS = 10.0
"""Time limit for reading a request and for sending the reply."""
CLOSED_NOTICE = "The administrator has closed this table."
PATH_BYTES = 100
"""Longest path of a Unix socket on every system."""


class AdminRequest(Struct):
    """A request, one line of JSON. `what` is a table, an address, a report, or who is muted or banned."""

    do: Literal[
        "people", "tables", "load", "blocked", "close", "block", "unblock",
        "reports", "resolve", "bans", "mute", "unmute", "ban", "unban",
    ]  # fmt: skip
    what: str = ""


class AdminReply(Struct, omit_defaults=True):
    """The reply, one line of JSON: rows under `head`, a sentence, or a refusal."""

    head: list[str] = []
    rows: list[list[str]] = []
    said: str = ""
    refused: str = ""


_read_request = msgspec.json.Decoder(AdminRequest).decode
_write_reply = msgspec.json.Encoder().encode


class AdminHandler:
    """Serves admin requests while the server runs. Without a path it does nothing."""

    def __init__(
        self,
        path: Path | None,
        tables: LiveTables,
        sockets: Sockets,
        guard: ConnectionGuard,
        blocklist: Blocklist,
        moderation: Moderation,
    ) -> None:
        self.path = path
        self.tables = tables
        self.sockets = sockets
        self.guard = guard
        self.metrics = tables.metrics
        self.blocklist = blocklist
        self.moderation = moderation
        self._started_at = time.monotonic()
        self._changing = asyncio.Lock()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self.blocklist.load()
        if self.path is not None:
            self._server = await asyncio.start_unix_server(self._serve_client, sock=_bind(self.path))

    async def close(self) -> None:
        if self._server is not None and self.path is not None:
            self._server.close()
            self.path.unlink(missing_ok=True)

    async def _serve_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(IO_SECONDS):
                line = await reader.readline()
            answer = await self._reply(line)
            writer.write(_write_reply(answer) + b"\n")
            async with asyncio.timeout(IO_SECONDS):
                await writer.drain()
        except (OSError, ValueError, TimeoutError):
            pass  # the client has gone, or sent too much
        finally:
            writer.close()

    async def _reply(self, line: bytes) -> AdminReply:
        try:
            request = _read_request(line)
            answer = await self.handle(request)
        except msgspec.MsgspecError as error:
            return AdminReply(refused=f"Unknown request: {error}.")
        except RumpusError as error:
            return AdminReply(refused=as_sentence(str(error)))
        except Exception:
            self.metrics.count("failures")
            log.exception("an admin request failed")
            return AdminReply(refused="The request failed. The server's log has the reason.")
        if request.what:
            facts = {"do": request.do, "what": request.what, "said": answer.said}
            log.warning("admin request done", extra={"facts": facts})
        return answer

    async def handle(self, request: AdminRequest) -> AdminReply:
        match request.do:
            case "people":
                return self._people()
            case "tables":
                return self._tables()
            case "load":
                return self._load()
            case "blocked":
                now = self.tables.clock.now()
                since = sorted(self.blocklist.since.items())
                rows = [[address, format_duration(now - when)] for address, when in since]
                return AdminReply(["address", "for"], rows, "" if rows else "No address is blocked.")
            case "close":
                return await self._close(request.what)
            case "block":
                return await self._block(read_address_block(request.what))
            case "unblock":
                return await self._unblock(read_address_block(request.what))
            case "reports":
                return await self._reports()
            case "resolve":
                await self.moderation.resolve(request.what)
                return AdminReply(said=f"Report {request.what} is deleted.")
            case "bans":
                return await self._bans()
            case "mute" | "ban":
                return await self._impose(request.do, request.what)
            case "unmute" | "unban":
                return await self._lift("mute" if request.do == "unmute" else "ban", request.what)

    # --- queries ---

    def _people(self) -> AdminReply:
        found = sorted(self.sockets.sessions(), key=lambda one: (one.address, one.connected_at))
        moment = time.monotonic()
        rows = [
            [one.address, format_duration(int(1000 * (moment - one.connected_at))), *_location(one)] for one in found
        ]
        addresses = len({one.address for one in found})
        said = f"{_count(len(rows), 'connection')} from {_count(addresses, 'address', 'addresses')}."
        return AdminReply(["address", "for", "table", "as"], rows, said)

    def _tables(self) -> AdminReply:
        rows: list[list[str]] = []
        for id, live in sorted(self.tables.by_id.items(), key=lambda pair: -pair[1].table.last_at):
            table = live.table
            state = "closed" if table.seats.close_reason else table.state
            here = str(len(live.presence.visitors))
            quiet = format_duration(self.tables.clock.now() - table.last_at)
            rows.append([id, table.game.name, state, str(len(table.steps)), here, quiet, ", ".join(_seat_names(table))])
        said = f"{_count(len(rows), 'table')} in the memory of this server."
        return AdminReply(["table", "game", "state", "moves", "here", "quiet", "who"], rows, said)

    def _load(self) -> AdminReply:
        metrics = self.metrics
        playing = sum(live.table.state == "playing" for live in self.tables.by_id.values())
        rows = [
            ["open for", format_duration(int(1000 * (time.monotonic() - self._started_at)))],
            ["addresses", str(len({one.address for one in self.sockets.sessions()}))],
            ["tables being played", str(playing)],
            ["moves saved", f"{metrics.moves.count}{_latency(metrics.moves)}"],
            ["peak memory", _memory()],
            ["addresses blocked", str(len(self.blocklist.since))],
        ]
        rows += [[name.replace("_", " "), f"{gauge():g}"] for name, gauge in sorted(metrics.gauges.items())]
        rows += [[f"{name.replace('_', ' ')} so far", f"{value:g}"] for name, value in sorted(metrics.counts.items())]
        return AdminReply(["what", "how much"], rows)

    async def _reports(self) -> AdminReply:
        now = self.tables.clock.now()
        rows = [
            [one.id, format_duration(now - one.at), one.name, one.profile, REPORT_REASONS.get(one.reason, one.reason),
             one.reporter, one.source, " · ".join(one.said)]
            for one in await self.moderation.reports()
        ]  # fmt: skip
        head = ["report", "for", "who", "profile", "reason", "by", "from", "said"]
        return AdminReply(head, rows, _count(len(rows), "report") + "." if rows else "There are no reports.")

    async def _bans(self) -> AdminReply:
        now = self.tables.clock.now()
        rows = [
            [one.kind, format_duration(now - one.since), one.name, one.who] for one in await self.moderation.sanctions()
        ]
        return AdminReply(["what", "for", "name", "who"], rows, "" if rows else "Nobody is muted or banned.")

    # --- changes ---

    async def _impose(self, kind: Kind, words: str) -> AdminReply:
        person = await self._find(words)
        await self.moderation.impose(kind, person)
        name = person.name or person.who
        if kind == "mute":
            return AdminReply(said=f"{name} is muted: no chat, at every server of this store.")
        return AdminReply(said=f"{name} is banned: no new seat and no chat, at every server of this store.")

    async def _lift(self, kind: Kind, words: str) -> AdminReply:
        person = await self._find(words)
        await self.moderation.lift(kind, person)
        return AdminReply(said=f"{person.name or person.who} is no longer {'muted' if kind == 'mute' else 'banned'}.")

    async def _find(self, words: str) -> SanctionedPerson:
        """Whom these words mean: an address, or whom the store knows by them."""
        try:
            address = read_address_block(words.removeprefix("address:"))
        except RumpusError:
            return await self.moderation.find(words)
        self._refuse_proxy(address, "This would concern everyone.")
        return SanctionedPerson(f"address:{address}", address)

    def _refuse_proxy(self, address: str, why: str) -> None:
        if self.guard.is_proxy(address.partition("/")[0]):
            raise RumpusError(f"{address} is a proxy of this server. {why}")

    async def _close(self, id: str) -> AdminReply:
        live = await self.tables.open(id)
        async with live.lock:
            while live.table.state in ("open", "playing"):
                if await self.tables.append(live, [Closed(CLOSED_NOTICE)]):
                    return AdminReply(said=f"Table {id} is closed. Its visitors were told; its record is kept.")
        raise RumpusError(f"Table {id} has ended already.")

    async def _block(self, address: str) -> AdminReply:
        self._refuse_proxy(address, "Blocking it would block everyone.")
        async with self._changing:
            if address not in self.blocklist.since:
                await self.blocklist.block(address)
        closed = self.sockets.disconnect(address)
        return AdminReply(said=f"{address} is blocked; {_count(closed, 'connection')} closed.")

    async def _unblock(self, address: str) -> AdminReply:
        async with self._changing:
            if address not in self.blocklist.since:
                raise RumpusError(f"{address} is not blocked.")
            await self.blocklist.unblock(address)
        return AdminReply(said=f"{address} is no longer blocked.")


def check_admin_socket(path: Path) -> None:
    """Refuses a path at which no socket can be made. Changes nothing."""
    if len(os.fsencode(path)) > PATH_BYTES:
        raise RumpusError(f"The path {path} is too long for a socket. Choose one of at most {PATH_BYTES} bytes.")
    if os.path.exists(path) and not path.is_socket():
        raise RumpusError(f"{path} exists and is no socket. Choose another path with --admin.")
    check_folder(path.parent)


def _bind(path: Path) -> socket.socket:
    """Binds the socket. It listens only after others have lost access to the file."""
    if sys.platform == "win32":
        raise RumpusError("--admin needs a system with Unix sockets.")
    if _answers(path):
        raise RumpusError(f"Another server answers at {path}. Choose another path with --admin.")
    found = socket.socket(socket.AF_UNIX)
    try:
        if path.is_socket():
            path.unlink()
        found.bind(str(path))
        path.chmod(0o600)
        found.listen()
    except OSError as error:
        found.close()
        why = error.strerror or error
        raise RumpusError(f"Cannot create {path} ({why}). Choose another path with --admin.") from None
    return found


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(IO_SECONDS)
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True


def _location(visitor: WebSocketSession) -> list[str]:
    if visitor.live is None:
        return ["", "in the lobby" if visitor.in_lobby else "elsewhere"]
    table = visitor.live.table
    name = "spectator" if visitor.seat is None else table.names[visitor.seat]
    return [table.id, f"{name} (host)" if visitor.host else name]


def _seat_names(table: Table) -> list[str]:
    stand_ins = table.seats.stand_ins
    return [
        "(free)" if place.kind == "open" else f"{place.name} ({stand_ins[seat]})" if stand_ins[seat] else place.name
        for seat, place in enumerate(table.places)
    ]


def _latency(moves: Histogram) -> str:
    for bound, total in zip(BOUNDS, itertools.accumulate(moves.buckets), strict=False):
        if total and total >= 0.99 * moves.count:
            return f", 99 % of them within {bound:g} s"
    return f", 1 % of them after more than {BOUNDS[-1]:g} s" if moves.count else ""


def _memory() -> str:
    if sys.platform == "win32":
        return "unknown"
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"{most / (1_000_000 if sys.platform == 'darwin' else 1_000):.0f} MB"


def format_duration(milliseconds: int) -> str:
    """Formats a duration in the largest unit of at least two: `3 h`."""
    for unit, length in (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000)):
        if milliseconds >= 2 * length:
            return f"{milliseconds // length} {unit}"
    return f"{max(0, milliseconds) // 1000} s"


def _count(number: int, noun: str, nouns: str = "") -> str:
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def default_admin_socket(store: str) -> str:
    """Path beside the SQLite file. Empty for PostgreSQL, Windows and paths that are too long."""
    if sys.platform == "win32" or is_postgres(store):
        return ""
    path = f"{sqlite_path(store)}.admin"
    return path if len(os.fsencode(path)) <= PATH_BYTES else ""
