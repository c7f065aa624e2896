"""`rumpus admin`: shows visitors, load and reports of a running server; closes tables, blocks, mutes and bans."""

from __future__ import annotations

import socket
import sys
from typing import Annotated

import msgspec
import typer

from rumpus.core.display_names import visible
from rumpus.core.errors import RumpusError
from rumpus.service.store import default_store
from rumpus.web.admin import AdminReply, AdminRequest, default_admin_socket

REPLY_SECONDS = 30.0
Who = Annotated[
    str,
    typer.Argument(
        metavar="WHO", help="A report, TABLE/SEAT with seats from 1, a profile, an address, or a seat's personal link."
    ),
]

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="A running server: visitors, tables, load, reports; close tables, block addresses, mute and ban people.",
)


@app.callback()
def find(
    ctx: typer.Context,
    at: Annotated[
        str,
        typer.Option(
            "--at",
            metavar="PATH",
            help="Admin socket of the server, as set by `rumpus serve --admin`. Default: beside the SQLite file.",
            envvar="RUMPUS_ADMIN",
        ),
    ] = "",
) -> None:
    ctx.obj = at or default_admin_socket(default_store())


@app.command(epilog="Example: rumpus admin --at /run/rumpus/admin people")
def people(ctx: typer.Context) -> None:
    """List the connected people: address, time, table."""
    _print_reply(ctx, AdminRequest("people"))


@app.command(epilog="Example: rumpus admin tables")
def tables(ctx: typer.Context) -> None:
    """List every table in memory, the most recently used first."""
    _print_reply(ctx, AdminRequest("tables"))


@app.command(epilog="Example: rumpus admin load")
def load(ctx: typer.Context) -> None:
    """Show the server's load and its refusals so far."""
    _print_reply(ctx, AdminRequest("load"))


@app.command(epilog="Example: rumpus admin blocked")
def blocked(ctx: typer.Context) -> None:
    """List blocked addresses."""
    _print_reply(ctx, AdminRequest("blocked"))


@app.command(epilog="Example: rumpus admin close TABLE")
def close(
    ctx: typer.Context,
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="Id of the table, as in its link and in `rumpus admin tables`.")
    ],
) -> None:
    """Close a table. Its players see why; its record stays."""
    _print_reply(ctx, AdminRequest("close", table))


@app.command(epilog="Example: rumpus admin block 203.0.113.7")
def block(
    ctx: typer.Context,
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="Address, as shown by `rumpus admin people`; for IPv6 its /64.")
    ],
) -> None:
    """Block an address, now and after restarts, and close its connections."""
    _print_reply(ctx, AdminRequest("block", address))


@app.command(epilog="Example: rumpus admin unblock 203.0.113.7")
def unblock(
    ctx: typer.Context,
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="Address, as shown by `rumpus admin blocked`.")],
) -> None:
    """Allow a blocked address again."""
    _print_reply(ctx, AdminRequest("unblock", address))


@app.command(epilog="Example: rumpus admin reports")
def reports(ctx: typer.Context) -> None:
    """List reports of players, the newest first, with the last chat messages."""
    _print_reply(ctx, AdminRequest("reports"))


@app.command(epilog="Example: rumpus admin resolve abcdefgh/2/1")
def resolve(
    ctx: typer.Context,
    report: Annotated[str, typer.Argument(metavar="REPORT", help="Report, as shown by `rumpus admin reports`.")],
) -> None:
    """Delete a report that is dealt with."""
    _print_reply(ctx, AdminRequest("resolve", report))


@app.command(epilog="Example: rumpus admin bans")
def bans(ctx: typer.Context) -> None:
    """List who is muted or banned."""
    _print_reply(ctx, AdminRequest("bans"))


@app.command(epilog="Example: rumpus admin mute abcdefgh/2/1")
def mute(ctx: typer.Context, who: Who) -> None:
    """Mute a person: no chat, at every server of the store."""
    _print_reply(ctx, AdminRequest("mute", who))


@app.command(epilog="Example: rumpus admin unmute abcdefgh/2")
def unmute(ctx: typer.Context, who: Who) -> None:
    """Let a muted person chat again."""
    _print_reply(ctx, AdminRequest("unmute", who))


@app.command(epilog="Example: rumpus admin ban abcdefgh/2/1")
def ban(ctx: typer.Context, who: Who) -> None:
    """Ban a person: no new seat and no chat, at every server of the store."""
    _print_reply(ctx, AdminRequest("ban", who))


@app.command(epilog="Example: rumpus admin unban 203.0.113.7")
def unban(ctx: typer.Context, who: Who) -> None:
    """Let a banned person take seats and chat again."""
    _print_reply(ctx, AdminRequest("unban", who))


def _print_reply(ctx: typer.Context, request: AdminRequest) -> None:
    if sys.platform == "win32" or not ctx.obj:
        raise RumpusError(
            "There is no default admin socket here. Name the server's with --at; `serve --admin PATH` sets it."
        )
    answer = _request(ctx.obj, request)
    if answer.refused:
        raise RumpusError(answer.refused)
    if answer.rows:
        typer.echo("\n".join(in_columns([answer.head, *answer.rows])))
    if answer.said:
        typer.echo(visible(answer.said))


def _request(path: str, request: AdminRequest) -> AdminReply:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(REPLY_SECONDS)
        try:
            line.connect(path)
            line.sendall(msgspec.json.encode(request) + b"\n")
            with line.makefile("rb") as reply:
                return msgspec.json.decode(reply.readline(), type=AdminReply)
        except PermissionError:
            raise RumpusError(f"Only the user that runs the server may open {path}.") from None
        except (OSError, msgspec.MsgspecError) as error:
            raise RumpusError(
                f"No server answers at {path} ({getattr(error, 'strerror', '') or error}). "
                "Start it, or name its admin socket with --at."
            ) from None


def in_columns(rows: list[list[str]]) -> list[str]:
    """Aligns cells in columns; the last column is not padded."""
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in shown) for column in range(len(shown[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in shown]
