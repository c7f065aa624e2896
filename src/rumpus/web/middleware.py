"""What every answer says about itself to a browser.

What this server is called: a page that some other name led to may be anybody's (DNS rebinding).

Everybody's share of what the server answers over HTTP.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rumpus.service.runtime.limits import Buckets, household


class SecurityHeaders:
    """No foreign script, no frame, no guessing of types."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        policy = _policy(Headers(scope=scope).get("host", ""))

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", policy)
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
                headers["Cross-Origin-Opener-Policy"] = "same-origin"
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        await self.app(scope, receive, with_headers)


def _policy(host: str) -> str:
    safe = host if all(c.isalnum() or c in ".-:[]" for c in host) else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"connect-src 'self' ws://{safe} wss://{safe}; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


class Hosts:
    """A bare address is always ours: no foreign name can stand for it."""

    def __init__(self, told: Sequence[str]) -> None:
        self.told = {name.lower().rstrip(".") for name in told}
        machine = socket.gethostname().lower().rstrip(".")
        short = machine.partition(".")[0]
        self.names = {"localhost", machine, short, f"{short}.local", *self.told} - {""}

    def knows(self, host: str) -> bool:
        """Whether a `Host` header names this server."""
        name = _name(f"//{host}")
        return "*" in self.told or name in self.names or name.endswith(".localhost") or _bare(name)

    def has_page(self, origin: str, host: str) -> bool:
        """Whether a page of this origin, connecting to this host, is one of ours."""
        if not origin.startswith(("http://", "https://")):
            return False
        return _name(origin) in self.told or (origin.partition("://")[2] == host and self.knows(host))


def _name(address: str) -> str:
    """Without port and brackets; nothing if it cannot be read."""
    try:
        return (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _bare(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


class KnownHosts:
    """Nothing is answered to whoever asks for another server; a program that names none is let in."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = Headers(scope=scope).get("host") if scope["type"] in ("http", "websocket") else None
        if host is None or self.hosts.knows(host):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            words = "this server is not known by that name; whoever hosts it can name it with --host-name\n"
            await PlainTextResponse(words, 421)(scope, receive, send)


class FairShare:
    """Pages cost too: an address has so many messages and requests a second, and is told to wait if it wants more."""

    def __init__(self, app: ASGIApp, shares: Buckets) -> None:
        self.app = app
        self.shares = shares

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if scope["type"] != "http" or self.shares.take(household(client[0] if client else "")):
            await self.app(scope, receive, send)
        else:
            words = "too many requests from your address; wait a moment\n"
            await PlainTextResponse(words, 429, {"Retry-After": "1"})(scope, receive, send)
