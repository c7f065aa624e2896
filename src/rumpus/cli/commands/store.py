"""`rumpus store`: what a host does with the tables that are kept."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from typing import Annotated

import typer

from rumpus.core.errors import RumpusError
from rumpus.service.runtime.clock import now
from rumpus.service.store import StoreError, default_store, is_postgres, sqlite_path
from rumpus.service.store import checking as surveys
from rumpus.service.store.checking import Survey
from rumpus.service.store.copying import open_archive

HOUR = 3_600_000
UNITS = {"h": HOUR, "d": 24 * HOUR, "w": 7 * 24 * HOUR}
SHOWN = 50
WRONG = 1
"""The exit status of a command that did its work and found damage."""

app = typer.Typer(
    no_args_is_help=True, add_completion=False, help="Tables that are kept: back up, restore, copy, check, forget."
)

Where = Annotated[str, typer.Option("--store", help="A file or postgresql://…; without it, where `serve` keeps them.")]
Replace = Annotated[bool, typer.Option("--replace", help="Put it in the place of the tables that are there.")]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write: a store of its own, whole or not at all.")],
    store: Where = "",
    replace: Replace = False,
) -> None:
    """Write all tables into one file, also while servers run; it is as they are at this moment."""
    _copy(store or default_store(), str(file), replace)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup, or any other store in a file.")],
    store: Where = "",
    replace: Replace = False,
) -> None:
    """Fill a store from a backup, all or nothing; no server may be using it."""
    _copy(str(file), store or default_store(), replace)


@app.command()
def copy(
    source: Annotated[str, typer.Argument(help="A file or postgresql://…")],
    target: Annotated[str, typer.Argument(help="A file or postgresql://…; no server may be using it.")],
    replace: Replace = False,
) -> None:
    """From SQLite to PostgreSQL, back, or into a smaller file: everything, or nothing."""
    _copy(source, target, replace)


@app.command()
def check(
    store: Annotated[str, typer.Argument(help="A file or postgresql://…; without it, where `serve` keeps them.")] = "",
    replay: Annotated[bool, typer.Option("--replay", help="Also play every table again by today's rules.")] = False,
) -> None:
    """Read every book, and say what is wrong."""

    async def look() -> Survey:
        async with open_archive(store or default_store()) as source:
            return await surveys.survey(source, replay)

    found = asyncio.run(look())
    if found.others:
        typer.echo(f"{found.others} tables are of other rules than are installed, and were not played again.")
    _report("Read", found)


@app.command()
def prune(
    older: Annotated[str, typer.Option("--older", help="Hours, days or weeks that nobody was there: 12h, 90d, 8w.")],
    store: Where = "",
) -> None:
    """Forget tables that nobody has been at for so long, with their replays; also while servers run."""
    age = re.fullmatch(r"([1-9][0-9]{0,5})([hdw])", older)
    if age is None:
        raise RumpusError(f"so long is not understood: {older!r}; say 12h, 90d or 8w")

    async def forget() -> int:
        async with open_archive(store or default_store()) as archive:
            return await archive.prune(now() - int(age[1]) * UNITS[age[2]])

    gone = asyncio.run(forget())
    typer.echo(f"{gone} table{'' if gone == 1 else 's'} nobody was at for {older}: forgotten.")


def _copy(source: str, target: str, replace: bool) -> None:
    if source == target or _same_file(source, target):
        raise StoreError(f"{source} cannot be copied onto itself")

    async def carry() -> Survey:
        async with open_archive(source) as archive, open_archive(target) as filled:
            return await surveys.copy(archive, filled, replace)

    _report("Copied", asyncio.run(carry()))


def _same_file(source: str, target: str) -> bool:
    if is_postgres(source) or is_postgres(target):
        return False
    return os.path.realpath(sqlite_path(source)) == os.path.realpath(sqlite_path(target))


def _report(done: str, found: Survey) -> None:
    figures = f"{found.tables} tables, {found.entries} entries, {found.keepsakes} kept replays"
    if not found.troubles:
        typer.echo(f"{done}: {figures}. All is as it was written.")
        return
    for table, why in sorted(found.troubles.items())[:SHOWN]:
        typer.echo(f"table {table}: {why}", err=True)
    if len(found.troubles) > SHOWN:
        typer.echo(f"… and {len(found.troubles) - SHOWN} more", err=True)
    typer.echo(f"{done}: {figures}. {len(found.troubles)} damaged; the other tables are well.")
    raise typer.Exit(WRONG)
