"""`rumpus serve` and `rumpus export`."""

from __future__ import annotations

import errno
import os
import socket
import sys
from pathlib import Path
from typing import Annotated

import typer

from rumpus.core.errors import RumpusError
from rumpus.lab.simulation.manifest import RUNS

MAX_KEEP_DAYS = 36_500
"""A hundred years."""


def check_address(host: str, port: int) -> None:
    """Refuses an address on which this machine cannot listen."""
    if not host.strip():
        raise RumpusError("Name an address to listen on with --host.")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise RumpusError(f"There is no host {host!r}. Choose an address of this machine with --host.") from None
    # A name such as localhost has several addresses; some machines lack IPv6.
    family, kind, protocol, _, address = min(found, key=lambda one: one[0] != socket.AF_INET)
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise RumpusError(f"{host!r} is no address of this machine. Choose another with --host.") from None
            raise RumpusError(f"Port {port} of {host} is taken or not allowed. Choose another with --port.") from None


def serve(
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8484,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    store: Annotated[
        str,
        typer.Option(
            metavar="STORE",
            help="SQLite file, or postgresql://… shared by several servers. Default: in your data folder.",
        ),
    ] = "",
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the lobby in the browser.")] = True,
    bots: Annotated[
        int, typer.Option(help="Processes for bots; 0: one per core but one, at least 2.", min=0, max=64)
    ] = 0,
    pause: Annotated[float, typer.Option(help="Minimum seconds per move of a bot.", min=0, max=10)] = 0.2,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Origin of another site whose pages may connect. Repeatable."),
    ] = None,
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Host name of this server, such as games.example.org; * for any. Repeatable."
        ),
    ] = None,
    proxies: Annotated[
        str,
        typer.Option(
            metavar="ADDRESSES",
            help="Addresses and networks of trusted proxies (X-Forwarded-For), separated by commas.",
        ),
    ] = "",
    metrics_token: Annotated[
        str,
        typer.Option(
            metavar="TOKEN",
            help="Token for /metrics (Authorization: Bearer …). Default: no metrics.",
            envvar="RUMPUS_METRICS_TOKEN",
        ),
    ] = "",
    rate: Annotated[
        float,
        typer.Option(help="Messages per second and connection; bursts of three times as many.", min=1, max=1_000_000),
    ] = 20,
    sockets: Annotated[int, typer.Option(help="Connections per address.", min=1, max=1_000_000)] = 100,
    tables: Annotated[int, typer.Option(help="New tables per address and hour.", min=1, max=100_000_000)] = 60,
    keep_days: Annotated[
        int, typer.Option(help="Days after which an unused table is deleted.", min=1, max=MAX_KEEP_DAYS)
    ] = 90,
    admin: Annotated[
        str,
        typer.Option(
            metavar="PATH", help="Socket for `rumpus admin`. Default: beside the SQLite file.", envvar="RUMPUS_ADMIN"
        ),
    ] = "",
    lab: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Folder of runs to show under /lab. Default: runs/, for this machine only."
        ),
    ] = None,
    experiments: Annotated[
        bool | None,
        typer.Option(
            help="Let visitors run experiments under /lab, kept in experiments/ or the folder of --lab. "
            "Default: this machine only."
        ),
    ] = None,
    private_targets: Annotated[
        bool,
        typer.Option("--private-targets", help="Let notifications go to private addresses, also without encryption."),
    ] = False,
    log: Annotated[str, typer.Option(metavar="LEVEL", help="Log level: debug, info, warning or error.")] = "warning",
) -> None:
    """Start the server: lobby, tables and replays in the browser, on one port."""
    from rumpus.service.runtime.settings import Settings
    from rumpus.service.store import default_store
    from rumpus.web.admin import check_admin_socket, default_admin_socket
    from rumpus.web.connections import check_origins, check_proxies
    from rumpus.web.run import run

    if log not in ("debug", "info", "warning", "error"):
        raise RumpusError(f"Cannot log at {log!r}. Choose debug, info, warning or error.")
    check_address(host, port)
    if admin:
        check_admin_socket(Path(admin))
    if lab is not None and not os.path.isdir(lab):
        raise RumpusError(f"There is no folder {lab}. Name a folder of runs with --lab.")
    own = host in ("127.0.0.1", "::1", "localhost") and not (proxies or host_name or origin or experiments)
    settings = Settings(
        store=store or default_store(),
        admin=admin or default_admin_socket(store or default_store()),
        lab=str(lab or (RUNS if own else "")),
        experiments=own if experiments is None else experiments,
        for_this_machine=own,
        host=host,
        port=port,
        origins=check_origins(origin or ()),
        host_names=tuple(host_name or ()),
        proxies=check_proxies(proxies),
        metrics_token=metrics_token,
        bot_workers=bots or max(2, (os.cpu_count() or 2) - 1),
        bot_pause=pause,
        rate=rate,
        burst=3 * rate,
        sockets_per_address=sockets,
        tables_per_address=tables,
        keep_days=keep_days,
        private_targets=private_targets,
    )
    run(settings, log, opened=open_ and sys.stdout.isatty())


def export(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Folder to write: new, empty, or an earlier export.")
    ],
    source: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FOLDER", help="Folder with Pyodide and its wheels, for machines without network."
        ),
    ] = None,
) -> None:
    """Write a static site that plays all games without a server, also offline."""
    from rumpus.offline.export import export

    size = export(folder, source, typer.echo)
    typer.echo(f"{folder} holds {size / 1e6:.1f} MB; to try it: python -m http.server --directory {folder}")


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Play", epilog="Example: rumpus serve --host 0.0.0.0")(serve)
    app.command(rich_help_panel="Play", epilog="Example: rumpus export site")(export)
