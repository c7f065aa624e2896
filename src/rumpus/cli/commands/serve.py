"""`rumpus serve`, `rumpus export` and `rumpus verify`.

`rumpus serve` opens the house in the browser, `rumpus export` writes it down, `rumpus verify` checks a deal: the
web's own commands.
"""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Annotated

import typer

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.record import Record
from rumpus.lab.simulation.manifest import RUNS


def free_port(host: str, wanted: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, wanted))
        except OSError:
            return False
    return True


def serve(
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8484,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    store: Annotated[
        str, typer.Option(help="A file for SQLite, or postgresql://… shared by any number of servers.")
    ] = "",
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the lobby in the browser.")] = True,
    bots: Annotated[int, typer.Option(help="Processes in which bots think; 0: as many as fit.", min=0, max=64)] = 0,
    pause: Annotated[float, typer.Option(help="Seconds a bot seems to think at least.", min=0, max=10)] = 0.2,
    origin: Annotated[list[str] | None, typer.Option(help="Another site whose pages may connect.")] = None,
    host_name: Annotated[
        list[str] | None, typer.Option(help="What this server is called, such as games.example.org; * for anything.")
    ] = None,
    proxies: Annotated[
        str, typer.Option(help="Addresses and networks of proxies in front whose X-Forwarded-For is believed.")
    ] = "",
    metrics_token: Annotated[
        str, typer.Option(help="Opens /metrics (Authorization: Bearer …).", envvar="RUMPUS_METRICS_TOKEN")
    ] = "",
    rate: Annotated[float, typer.Option(help="Messages a second that one connection may send.", min=1)] = 20,
    sockets: Annotated[int, typer.Option(help="Connections from one address.", min=1)] = 100,
    tables: Annotated[int, typer.Option(help="Tables that one address may make in an hour.", min=1)] = 60,
    keep_days: Annotated[int, typer.Option(help="Days after which an abandoned table is forgotten.", min=1)] = 90,
    admin: Annotated[
        str,
        typer.Option(help="Where `rumpus admin` finds it; without it beside the file.", envvar="RUMPUS_ADMIN"),
    ] = "",
    lab: Annotated[
        Path | None,
        typer.Option(help="A folder of runs to show under /lab; without it runs/, to this machine only."),
    ] = None,
    experiments: Annotated[
        bool | None,
        typer.Option(help="Let visitors compare numbers under /lab; without it, those of this machine only."),
    ] = None,
    log: Annotated[str, typer.Option(help="How much to log: debug, info, warning or error.")] = "warning",
) -> None:
    """Open the house: lobby, tables and replays in the browser, on one port, with nothing else to set up."""
    from rumpus.service.runtime.settings import Settings
    from rumpus.service.store import default_store
    from rumpus.web.admin import default_desk
    from rumpus.web.connections import check_proxies
    from rumpus.web.run import run

    if log not in ("debug", "info", "warning", "error"):
        raise RumpusError(f"the log can be debug, info, warning or error, not {log!r}")
    if not free_port(host, port):
        raise RumpusError(f"port {port} of {host} is taken or not allowed; choose another with --port")
    own = host in ("127.0.0.1", "::1", "localhost") and not proxies and not host_name
    settings = Settings(
        store=store or default_store(),
        admin=admin or default_desk(store or default_store()),
        lab=str(lab or (RUNS if own or experiments else "")),
        experiments=own if experiments is None else experiments,
        host=host,
        port=port,
        origins=tuple(origin or ()),
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
    )
    run(settings, log, opened=open_ and sys.stdout.isatty())


def verify(
    record: Annotated[Path, typer.Argument(help="The record of a finished match.")],
    promised: Annotated[str, typer.Option("--hash", help="The hash shown before the first move.")] = "",
) -> None:
    """Check a record: that the deal came from the seed that was promised, and that its moves end as it says."""
    from rumpus.table.seats import promise

    checked = Record.read(record)
    if checked.result is None:
        raise BadRecord(f"{record} is a game that is not over; its seed is not to be shown yet")
    seed = checked.then[-1][1] if checked.then else checked.seed
    shown = promise(seed)
    if promised and promised.strip().lower() != shown:
        raise BadRecord(f"the seed of this record hashes to {shown}, which is not what was promised")
    game = find_game(checked.game)
    moves = sum(1 for _ in checked.walk(game)) - 1
    typer.echo(f"{game.title}: {moves} moves, every one legal, ending as the record says.")
    if promised:
        typer.echo("The seed is the one whose hash was shown before the first move.")
    else:
        typer.echo(f"The seed hashes to {shown}: compare it with the hash shown before the first move.")


def export(
    folder: Annotated[Path, typer.Argument(help="The folder to write: new, empty, or an earlier export.")],
    source: Annotated[
        Path | None,
        typer.Option("--from", help="A folder that holds Pyodide and the wheels for it, where there is no network."),
    ] = None,
) -> None:
    """Write a folder for any static host in which all games are played without a server, offline too."""
    from rumpus.offline.export import export

    size = export(folder, source, typer.echo)
    typer.echo(f"{folder} holds {size / 1e6:.1f} MB; to try it: python -m http.server --directory {folder}")


def add_to(app: typer.Typer) -> None:
    """Register the commands with the command line."""
    app.command(rich_help_panel="Play")(serve)
    app.command(rich_help_panel="Play")(export)
    app.command(rich_help_panel="Play")(verify)
