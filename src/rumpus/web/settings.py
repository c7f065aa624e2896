"""How a server is run, and the bounds on what a visitor may do."""

from __future__ import annotations

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True):
    store: str = "rumpus.db"
    lab: str = "runs"
    """The folder whose runs the lab page shows."""
    host: str = "127.0.0.1"
    port: int = 8484
    origins: tuple[str, ...] = ()
    """Other sites whose pages may connect, besides our own."""
    behind_proxy: bool = False
    bot_workers: int = 1
    bot_pause: float = 0.7
    """Seconds that a bot seems to think at least, so that people can follow."""
    message_bytes: int = 65_536
    rate: float = 20.0
    """Messages a second per connection, in the long run."""
    burst: float = 60.0
    sockets_per_address: int = 100
    tables_per_address: int = 60
    """Tables made in an hour."""
    keep_days: int = 90
    compute_limit: int = 8
    """Replays and reasons worked out at the same time."""


NAME_LENGTH = 24
LOBBY_ROWS = 100
LOG_LINES = 400
