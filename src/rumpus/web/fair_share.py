"""Everybody's share of what the server answers over HTTP."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from rumpus.web.limits import Buckets, household


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
