"""Addresses blocked by the administrator."""

from __future__ import annotations

import asyncio
from ipaddress import IPv6Network, ip_network
from pathlib import Path

import msgspec
from starlette.types import ASGIApp, Receive, Scope, Send

from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.system.files import read_json, write_whole
from rumpus.service.runtime.clock import ServerClock
from rumpus.service.runtime.limits import address_block
from rumpus.service.runtime.metrics import Metrics
from rumpus.web.middleware import refuse

MAX_BYTES = 10_000_000
BLOCKED = "The administrator of this server has blocked your address."


class Blocklist:
    """Blocked address blocks, stored in a file."""

    def __init__(self, path: Path | None, clock: ServerClock | None = None) -> None:
        self.path = path
        self.clock = clock or ServerClock()
        self.since: dict[str, int] = {}
        """Time of each block, in milliseconds since 1970."""

    def load(self) -> None:
        """Reads the file. An unreadable file stops the server: it may list an attacker."""
        if self.path is None or not self.path.exists():
            return
        try:
            self.since = read_json(self.path, MAX_BYTES, "list of addresses", dict[str, int])
        except BadRecord as error:
            raise RumpusError(f"Cannot read the blocked addresses in {self.path}: {error}") from None

    async def block(self, address: str) -> None:
        await self._keep({**self.since, address: self.clock.now()})

    async def unblock(self, address: str) -> None:
        await self._keep({other: when for other, when in self.since.items() if other != address})

    async def _keep(self, since: dict[str, int]) -> None:
        """Writes the file first, then applies the change."""
        assert self.path is not None
        try:
            await asyncio.to_thread(write_whole, self.path, msgspec.json.encode(since))
        except OSError as error:
            raise RumpusError(f"Cannot write {self.path} ({error.strerror}). Nothing has changed.") from None
        self.since = since


def read_address_block(words: str) -> str:
    """Parses an address; an IPv6 address stands for its /64."""
    try:
        named = ip_network(words.partition("%")[0], strict=False)
    except ValueError:
        named = None
    usual = (64, 128) if isinstance(named, IPv6Network) else (32,)
    if named is None or named.prefixlen not in usual:
        known = "Write 203.0.113.7 or 2001:db8::7, which stands for its /64."
        raise RumpusError(f"Cannot read the address {words!r}. {known}")
    return address_block(str(named.network_address))


class BlocklistCheck:
    """Middleware that refuses blocked addresses."""

    def __init__(self, app: ASGIApp, blocked: Blocklist, metrics: Metrics) -> None:
        self.app = app
        self.blocked = blocked
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if not self.blocked.since or not client or address_block(client[0]) not in self.blocked.since:
            await self.app(scope, receive, send)
        else:
            self.metrics.count("blocked")
            await refuse(scope, receive, send, 403, BLOCKED)
