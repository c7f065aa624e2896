"""Settings of a server, and limits for visitors."""

from __future__ import annotations

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True):
    store: str = "rumpus.db"
    admin: str = ""
    """Socket for `rumpus admin`; the blocklist lies beside it. Empty: none."""
    lab: str = ""
    """Folder of runs for the lab page. Empty: none."""
    experiments: bool = False
    """Lets visitors start experiments, in the folder of runs or in one of their own."""
    for_this_machine: bool = False
    """True if nobody else can reach the lab: no limits per address there."""
    host: str = "127.0.0.1"
    port: int = 8484
    origins: tuple[str, ...] = ()
    """Other sites whose pages may connect."""
    host_names: tuple[str, ...] = ()
    """Names of the server besides localhost, this machine's name and bare addresses. "*": any."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of trusted proxies."""
    private_targets: bool = False
    """Lets notifications go to private addresses, and over HTTP without encryption."""
    metrics_token: str = ""
    """Token for `/metrics`. Empty: no metrics."""
    bot_workers: int = 2
    """Processes for bots. At least two: no address gets all of them."""
    bot_pause: float = 0.2
    """Mean seconds a bot takes for a move, at least."""
    message_bytes: int = 65_536
    rate: float = 20.0
    """Messages per second and connection, on average."""
    burst: float = 60.0
    sockets_per_address: int = 100
    """WebSockets per address. Connections: twice as many. Messages: ten times one socket's."""
    waiting_bytes: int = 64_000_000
    """Bytes held for connections in total: unread answers, and messages not yet handled.

    Beyond it, connections with the most are cut.
    """
    tables_per_address: int = 60
    """Tables made per hour and address."""
    reviews_per_address: int = 30
    """Reviews worked out per hour and address."""
    keep_days: int = 90
    compute_limit: int = 8
    """Replays computed at the same time."""


REQUEST_RATE, REQUEST_BURST = 0.2, 40.0
"""Requests per second, at once, of one address at one table. Moves do not count."""
REQUESTS_PER_TABLE = 1_000
"""Requests in a table's whole life. Moves do not count."""
CHAT_RATE, CHAT_BURST = 1 / 3, 5.0
"""Chat messages per second, at once, of one seat."""
CHAT_ADDRESS_RATE, CHAT_ADDRESS_BURST = 1.0, 20.0
"""Chat messages per second, at once, of one address."""
REPORTS_PER_ADDRESS = 10
"""Reports of players per hour and address."""
MAX_UNWATCHED_TABLES = 200
"""Tables in memory without visitors: self-running ones, or just left."""
REPLAY_CACHE_BYTES = 32_000_000
"""Bytes of cached replays."""
REVIEW_CACHE_BYTES = 8_000_000
"""Bytes of cached reviews."""
LOBBY_ROWS = 100
LOG_LINES = 400
