"""What this server is called: a page that some other name led to may be anybody's (DNS rebinding)."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send


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
