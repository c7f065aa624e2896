"""Middleware: security headers, check of the host name (against DNS rebinding), rate limit, time limit of bodies."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rumpus.service.runtime.limits import Buckets, address_block

POLICY_VIOLATION = 1008
"""Close code of a WebSocket that breaks a rule of this server (RFC 6455)."""
BODY_SECONDS = 10.0
"""Time limit for the body of a request."""
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Headers that proxies add."""


async def refuse(
    scope: Scope, receive: Receive, send: Send, status: int, why: str, headers: Mapping[str, str] | None = None
) -> None:
    """Answers an HTTP request with one sentence, or closes a WebSocket."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
    else:
        await PlainTextResponse(f"{why}\n", status, headers)(scope, receive, send)


class SecurityHeaders:
    """Forbids foreign scripts, frames and content sniffing."""

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


class AllowedHosts:
    """Host names of this server. A bare IP address is always allowed: DNS cannot rebind it."""

    def __init__(self, configured: Sequence[str]) -> None:
        self.configured = {name.lower().rstrip(".") for name in configured}
        machine = socket.gethostname().lower().rstrip(".")
        short = machine.partition(".")[0]
        self.names = {"localhost", machine, short, f"{short}.local", *self.configured} - {""}

    def allows(self, host: str) -> bool:
        """True if a `Host` header names this server."""
        name = _name(f"//{host}")
        return "*" in self.configured or name in self.names or name.endswith(".localhost") or _is_address(name)

    def allows_origin(self, origin: str, host: str) -> bool:
        """True if a page of this origin may connect to `host`."""
        if not origin.startswith(("http://", "https://")):
            return False
        return _name(origin) in self.configured or (origin.partition("://")[2] == host and self.allows(host))


def _name(address: str) -> str:
    """Host name without port and brackets; empty if unreadable."""
    try:
        return (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def is_from_this_machine(request: HTTPConnection) -> bool:
    """True if a program of this machine sent a request to it, and no proxy passed it on."""
    client = request.client.host if request.client else ""
    host = _name(f"//{request.headers.get('host', '')}")
    passed_on = any(name in request.headers for name in FORWARDED)
    return _is_loopback(client) and (host == "localhost" or _is_loopback(host)) and not passed_on


def _is_loopback(address: str) -> bool:
    # A dual-stack socket shows IPv4 visitors as ::ffff:a.b.c.d.
    return _is_address(address) and ip_address(address.removeprefix("::ffff:").partition("%")[0]).is_loopback


class HostCheck:
    """Refuses requests for other host names; clients without a `Host` header are allowed."""

    def __init__(self, app: ASGIApp, hosts: AllowedHosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = Headers(scope=scope).get("host") if scope["type"] in ("http", "websocket") else None
        if host is None or self.hosts.allows(host):
            await self.app(scope, receive, send)
        else:
            why = "This server has no such host name. Its administrator can add it with --host-name."
            await refuse(scope, receive, send, 421, why)


class RateLimit:
    """Limits requests and messages per second and address block."""

    def __init__(self, app: ASGIApp, buckets: Buckets) -> None:
        self.app = app
        self.buckets = buckets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if scope["type"] != "http" or self.buckets.take(address_block(client[0] if client else "")):
            await self.app(scope, receive, send)
        else:
            why = "Too many requests from your address. Wait a moment."
            await refuse(scope, receive, send, 429, why, {"Retry-After": "1"})


class BodyDeadline:
    """Refuses a request whose body takes longer than `BODY_SECONDS`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        deadline = asyncio.get_running_loop().time() + BODY_SECONDS
        complete = False

        async def receive_in_time() -> Message:
            nonlocal complete
            # After the body a handler waits here for the end of the connection.
            if complete:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                why = f"This request did not arrive within {BODY_SECONDS:g} seconds. Send it again."
                raise HTTPException(408, why, {"Connection": "close"}) from None
            complete = not message.get("more_body", False)
            return message

        await self.app(scope, receive_in_time, send)
