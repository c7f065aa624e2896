"""`rumpus admin`: who is at a running server, and the door for whoever does not behave."""

from __future__ import annotations

import socket
import sys
from typing import Annotated

import msgspec
import typer

from rumpus.core.display_names import visible
from rumpus.core.errors import RumpusError
from rumpus.service.store import default_store
from rumpus.web.admin import DeskAnswer, DeskWish, default_desk

PATIENCE = 30.0

app = typer.Typer(
    no_args_is_help=True, add_completion=False, help="A running server: who is here, tables, load, close, block."
)


@app.callback()
def find(
    ctx: typer.Context,
    at: Annotated[
        str,
        typer.Option("--at", help="Where the server was told to be (`serve --admin`).", envvar="RUMPUS_ADMIN"),
    ] = "",
) -> None:
    ctx.obj = at or default_desk(default_store())


@app.command()
def people(ctx: typer.Context) -> None:
    """Everybody who is connected: from where, since when, at which table."""
    _ask(ctx, DeskWish("people"))


@app.command()
def tables(ctx: typer.Context) -> None:
    """Every table in memory, the liveliest first."""
    _ask(ctx, DeskWish("tables"))


@app.command()
def load(ctx: typer.Context) -> None:
    """What the server carries, and what it has refused so far."""
    _ask(ctx, DeskWish("load"))


@app.command()
def blocked(ctx: typer.Context) -> None:
    """Who is not let in."""
    _ask(ctx, DeskWish("blocked"))


@app.command()
def close(ctx: typer.Context, table: Annotated[str, typer.Argument(help="As `tables` and its link name it.")]) -> None:
    """End a table for good; those who sit there are told, and its record is kept."""
    _ask(ctx, DeskWish("close", table))


@app.command()
def block(
    ctx: typer.Context, address: Annotated[str, typer.Argument(help="As `people` names it; of IPv6 the whole /64.")]
) -> None:
    """Let an address in no more, now and after the next start, and close its connections."""
    _ask(ctx, DeskWish("block", address))


@app.command()
def unblock(ctx: typer.Context, address: Annotated[str, typer.Argument(help="As `blocked` names it.")]) -> None:
    """Let an address in again."""
    _ask(ctx, DeskWish("unblock", address))


def _ask(ctx: typer.Context, wish: DeskWish) -> None:
    if sys.platform == "win32" or not ctx.obj:
        raise RumpusError("say where the server was told to be with --at; it is `serve --admin PATH` that tells it")
    answer = _say(ctx.obj, wish)
    if answer.refused:
        raise RumpusError(answer.refused)
    if answer.rows:
        typer.echo("\n".join(lay_out([answer.head, *answer.rows])))
    if answer.said:
        typer.echo(visible(answer.said))


def _say(path: str, wish: DeskWish) -> DeskAnswer:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        try:
            line.connect(path)
            line.sendall(msgspec.json.encode(wish) + b"\n")
            with line.makefile("rb") as heard:
                return msgspec.json.decode(heard.readline(), type=DeskAnswer)
        except PermissionError:
            raise RumpusError(f"{path} is for the user whom the server runs as, and nobody else") from None
        except (OSError, msgspec.MsgspecError) as error:
            raise RumpusError(
                f"no server answers at {path} ({getattr(error, 'strerror', '') or error}); "
                "is it running? say with --at where it was told to be (`serve --admin`)"
            ) from None


def lay_out(rows: list[list[str]]) -> list[str]:
    """In columns, as wide as they need to be; the last one as it comes."""
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in shown) for column in range(len(shown[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in shown]
