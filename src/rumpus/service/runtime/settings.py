"""How a server is run, and the bounds on what a visitor may do."""

from __future__ import annotations

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True):
    store: str = "rumpus.db"
    admin: str = ""
    """The file of the socket at which `rumpus admin` is answered, and beside it who is blocked; none if it is empty."""
    lab: str = ""
    """The folder whose runs the lab page shows; none if it is empty."""
    experiments: bool = False
    """Whether visitors may have the lab play games for them, in that folder."""
    host: str = "127.0.0.1"
    port: int = 8484
    origins: tuple[str, ...] = ()
    """Other sites whose pages may connect, besides our own."""
    host_names: tuple[str, ...] = ()
    """What the server is called, besides localhost, this machine's name and bare addresses; "*": anything."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of the proxies in front, whose word on where a visitor comes from is believed."""
    metrics_token: str = ""
    """Opens `/metrics`, which nobody sees without it."""
    bot_workers: int = 2
    """At least two, so that no address has them all."""
    bot_pause: float = 0.2
    """Seconds that a bot seems to think at least; how fast people see it is up to their page."""
    message_bytes: int = 65_536
    rate: float = 20.0
    """Messages a second per connection, in the long run."""
    burst: float = 60.0
    sockets_per_address: int = 100
    """Of any connections twice as many; of their messages and requests ten times what one may send."""
    waiting_bytes: int = 64_000_000
    """That wait for slow readers, in all; whoever has most of them is cut off."""
    tables_per_address: int = 60
    """Tables made in an hour."""
    keep_days: int = 90
    compute_limit: int = 8
    """Replays and reasons worked out at the same time."""


SOCKET_BYTES = 262_144
"""Of answers that wait on one socket; it is heard again when fewer do."""
WISH_RATE, WISH_BURST = 0.2, 40.0
"""Changes of a table that are no moves, a second, of one address at one table."""
WISHES_PER_TABLE = 1_000
"""Such changes in a table's whole life."""
UNWATCHED_TABLES = 200
"""In memory although nobody is at them: because they go on by themselves, or somebody just left."""
FILM_BYTES = 32_000_000
"""Of replays that are kept in case somebody asks for more of them."""
REVIEW_BYTES = 8_000_000
"""Of reviews that are kept in case somebody looks at one again."""
LOBBY_ROWS = 100
LOG_LINES = 400
