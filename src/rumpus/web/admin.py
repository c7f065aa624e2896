"""The desk: what whoever keeps the server may see and do, over a socket in a file that only its user can open."""

from __future__ import annotations

import asyncio
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
from rumpus.service.runtime.clock import now
from rumpus.service.runtime.metrics import BOUNDS, Metrics
from rumpus.service.tables.live import LiveTables
from rumpus.table.entries import Closed
from rumpus.table.table import Table
from rumpus.web.blocklist import Blocked, read_household
from rumpus.web.connections import Door
from rumpus.web.socket import Socket, Sockets

log = logging.getLogger("rumpus.admin")
SECONDS = 10.0
"""For a wish to be said, and for its answer to be taken."""
CLOSED = "Whoever keeps this server has closed this table."
PATH_BYTES = 100
"""Longer paths no system takes for a socket."""


class DeskWish(Struct):
    """One line of JSON; `what` is a table or an address."""

    do: Literal["people", "tables", "load", "blocked", "close", "block", "unblock"]
    what: str = ""


class DeskAnswer(Struct, omit_defaults=True):
    """Another one: rows under their headings, a sentence, or why not."""

    head: list[str] = []
    rows: list[list[str]] = []
    said: str = ""
    refused: str = ""


_read_wish = msgspec.json.Decoder(DeskWish).decode
_write_answer = msgspec.json.Encoder().encode


class Desk:
    """Open from before the first visitor until after the last; without a path there is none."""

    def __init__(
        self, path: Path | None, tables: LiveTables, sockets: Sockets, door: Door, metrics: Metrics, blocked: Blocked
    ) -> None:
        self.path = path
        self.tables = tables
        self.sockets = sockets
        self.door = door
        self.metrics = metrics
        self.blocked = blocked
        self._began = time.monotonic()
        self._changing = asyncio.Lock()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self.blocked.load()
        if self.path is not None:
            self._server = await asyncio.start_unix_server(self._hear, sock=_bind(self.path))

    async def close(self) -> None:
        if self._server is not None and self.path is not None:
            self._server.close()
            self.path.unlink(missing_ok=True)

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One wish, one answer."""
        try:
            async with asyncio.timeout(SECONDS):
                line = await reader.readline()
            answer = await self._answer(line)
            writer.write(_write_answer(answer) + b"\n")
            async with asyncio.timeout(SECONDS):
                await writer.drain()
        except (OSError, ValueError, TimeoutError):
            pass  # whoever it was has gone, or says too much
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> DeskAnswer:
        try:
            wish = _read_wish(line)
            answer = await self.obey(wish)
        except msgspec.MsgspecError as error:
            return DeskAnswer(refused=f"that is no wish I know: {error}")
        except RumpusError as error:
            return DeskAnswer(refused=str(error))
        except Exception:
            self.metrics.count("failures")
            log.exception("a wish at the desk could not be answered")
            return DeskAnswer(refused="something went wrong here; the log says what")
        if wish.what:
            log.warning("done at the desk", extra={"facts": {"do": wish.do, "what": wish.what, "said": answer.said}})
        return answer

    async def obey(self, wish: DeskWish) -> DeskAnswer:
        match wish.do:
            case "people":
                return self._people()
            case "tables":
                return self._tables()
            case "load":
                return self._load()
            case "blocked":
                rows = [[address, ago(now() - when)] for address, when in sorted(self.blocked.since.items())]
                return DeskAnswer(["address", "for"], rows, "" if rows else "Nobody is blocked.")
            case "close":
                return await self._close(wish.what)
            case "block":
                return await self._block(read_household(wish.what))
            case "unblock":
                return await self._unblock(read_household(wish.what))

    # --- what is so ---

    def _people(self) -> DeskAnswer:
        found = sorted(self.sockets.everybody(), key=lambda one: (one.address, one.since))
        moment = time.monotonic()
        rows = [[one.address, ago(int(1000 * (moment - one.since))), *_where(one)] for one in found]
        addresses = len({one.address for one in found})
        said = f"{_count(len(rows), 'connection')} from {_count(addresses, 'address', 'addresses')}."
        return DeskAnswer(["address", "for", "table", "as"], rows, said)

    def _tables(self) -> DeskAnswer:
        rows: list[list[str]] = []
        for id, live in sorted(self.tables.lives.items(), key=lambda pair: -pair[1].table.last_at):
            table = live.table
            here = str(len(live.presence.visitors))
            quiet = ago(now() - table.last_at)
            rows.append(
                [id, table.game.name, _state(table), str(len(table.steps)), here, quiet, ", ".join(_who(table))]
            )
        said = f"{_count(len(rows), 'table')} in the memory of this server."
        return DeskAnswer(["table", "game", "state", "moves", "here", "quiet", "who"], rows, said)

    def _load(self) -> DeskAnswer:
        metrics = self.metrics
        playing = sum(live.table.state == "playing" for live in self.tables.lives.values())
        rows = [
            ["open for", ago(int(1000 * (time.monotonic() - self._began)))],
            ["addresses", str(len({one.address for one in self.sockets.everybody()}))],
            ["tables being played", str(playing)],
            ["moves written down", f"{metrics.acknowledged}{_promptness(metrics)}"],
            ["memory at its highest", _memory()],
            ["addresses blocked", str(len(self.blocked.since))],
        ]
        rows += [[name.replace("_", " "), f"{gauge():g}"] for name, gauge in sorted(metrics.gauges.items())]
        rows += [[f"{name.replace('_', ' ')} so far", f"{value:g}"] for name, value in sorted(metrics.counts.items())]
        return DeskAnswer(["what", "how much"], rows)

    # --- what is done ---

    async def _close(self, id: str) -> DeskAnswer:
        live = await self.tables.open(id)
        async with live.lock:
            while live.table.state in ("open", "playing"):
                if await self.tables.append(live, [Closed(CLOSED)]):
                    return DeskAnswer(said=f"Table {id} is closed; whoever is there has been told. Its record is kept.")
        raise RumpusError(f"table {id} has ended already")

    async def _block(self, address: str) -> DeskAnswer:
        if self.door.is_proxy(address.partition("/")[0]):
            raise RumpusError(f"{address} is a proxy of this server: everybody comes through it")
        async with self._changing:
            if address not in self.blocked.since:
                await self.blocked.block(address)
        closed = self.sockets.turn_out(address)
        return DeskAnswer(said=f"{address} is blocked; {_count(closed, 'connection')} closed.")

    async def _unblock(self, address: str) -> DeskAnswer:
        async with self._changing:
            if address not in self.blocked.since:
                raise RumpusError(f"{address} is not blocked")
            await self.blocked.unblock(address)
        return DeskAnswer(said=f"{address} is let in again.")


def _bind(path: Path) -> socket.socket:
    """Nobody else can open it at any moment: it hears nobody before it is closed to others."""
    if sys.platform == "win32":
        raise RumpusError("--admin needs a system with unix sockets")
    if _answers(path):
        raise RumpusError(f"another server answers at {path}; say another place with --admin")
    found = socket.socket(socket.AF_UNIX)
    try:
        if path.is_socket():
            path.unlink()
        found.bind(str(path))
        path.chmod(0o600)
        found.listen()
    except OSError as error:
        found.close()
        raise RumpusError(
            f"{path} cannot be made ({error.strerror or error}); say another place with --admin"
        ) from None
    return found


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(SECONDS)
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True


def _where(visitor: Socket) -> list[str]:
    """At which table, and as whom."""
    if visitor.live is None:
        return ["", "in the lobby" if visitor.in_lobby else "elsewhere"]
    table = visitor.live.table
    name = "onlooker" if visitor.seat is None else table.names[visitor.seat]
    return [table.id, f"{name}, who made it" if visitor.host else name]


def _who(table: Table) -> list[str]:
    stand_ins = table.chairs.stand_ins
    return [
        "(free)" if place.kind == "open" else f"{place.name} ({stand_ins[seat]})" if stand_ins[seat] else place.name
        for seat, place in enumerate(table.places)
    ]


def _state(table: Table) -> str:
    return "closed" if table.chairs.closed else table.state


def _promptness(metrics: Metrics) -> str:
    running = 0
    for bound, number in zip(BOUNDS, metrics.buckets, strict=False):
        running += number
        if running and running >= 0.99 * metrics.acknowledged:
            return f", 99 % of them within {bound:g} s"
    return f", 1 % of them after more than {BOUNDS[-1]:g} s" if metrics.acknowledged else ""


def _memory() -> str:
    if sys.platform == "win32":
        return "unknown"
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"{most / (1_000_000 if sys.platform == 'darwin' else 1_000):.0f} MB"


def ago(milliseconds: int) -> str:
    """In the largest unit of which there are two."""
    for unit, length in (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000)):
        if milliseconds >= 2 * length:
            return f"{milliseconds // length} {unit}"
    return f"{max(0, milliseconds) // 1000} s"


def _count(number: int, noun: str, nouns: str = "") -> str:
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def default_desk(store: str) -> str:
    """Beside the file of the tables; nowhere for a database, or where a path is too long for a socket."""

    from rumpus.service.store import is_postgres, sqlite_path

    if sys.platform == "win32" or is_postgres(store):
        return ""
    path = f"{sqlite_path(store)}.admin"
    return path if len(os.fsencode(path)) <= PATH_BYTES else ""
