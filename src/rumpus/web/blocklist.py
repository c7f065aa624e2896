"""Addresses that are not let in, because whoever keeps the server has said so."""

from __future__ import annotations

import asyncio
from ipaddress import IPv6Network, ip_network
from pathlib import Path

import msgspec
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from rumpus.core.errors import RumpusError
from rumpus.core.system.files import write_whole
from rumpus.service.runtime.clock import now
from rumpus.service.runtime.limits import household
from rumpus.service.runtime.metrics import Metrics

POLICY = 1008


class Blocked:
    """By household, as limits are; kept in a file, so that the next start knows them too."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.since: dict[str, int] = {}
        """When each of them was blocked, in milliseconds since 1970."""

    def load(self) -> None:
        """A file that cannot be read is a reason not to open: somebody in it was to stay outside."""
        if self.path is None or not self.path.exists():
            return
        try:
            self.since = msgspec.json.decode(self.path.read_bytes(), type=dict[str, int])
        except (OSError, msgspec.MsgspecError) as error:
            raise RumpusError(f"the blocked addresses in {self.path} cannot be read: {error}") from None

    async def block(self, address: str) -> None:
        await self._keep({**self.since, address: now()})

    async def unblock(self, address: str) -> None:
        await self._keep({other: when for other, when in self.since.items() if other != address})

    async def _keep(self, since: dict[str, int]) -> None:
        """In the file first, then it holds."""
        assert self.path is not None
        try:
            await asyncio.to_thread(write_whole, self.path, msgspec.json.encode(since))
        except OSError as error:
            raise RumpusError(f"{self.path} cannot be written ({error.strerror}), so nothing has changed") from None
        self.since = since


def read_household(words: str) -> str:
    """Whom an address means: itself, or the /64 that it lies in."""
    try:
        named = ip_network(words.partition("%")[0], strict=False)
    except ValueError:
        named = None
    usual = (64, 128) if isinstance(named, IPv6Network) else (32,)
    if named is None or named.prefixlen not in usual:
        raise RumpusError(f"an address is like 203.0.113.7 or 2001:db8::7 (which means its /64), not {words!r}")
    return household(str(named.network_address))


class KeptOut:
    """Whoever is blocked gets no page and no socket."""

    def __init__(self, app: ASGIApp, blocked: Blocked, metrics: Metrics) -> None:
        self.app = app
        self.blocked = blocked
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if not self.blocked.since or not client or household(client[0]) not in self.blocked.since:
            await self.app(scope, receive, send)
            return
        self.metrics.count("blocked")
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": POLICY})
        else:
            words = "whoever keeps this server has blocked your address\n"
            await PlainTextResponse(words, 403)(scope, receive, send)
