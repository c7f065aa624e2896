"""`rumpus store`: backs up, copies, checks and prunes the stored tables."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from typing import Annotated

import typer

from rumpus.core.errors import RumpusError
from rumpus.service.matchmaking.ratings import Ratings, Recomputed
from rumpus.service.matchmaking.ratings import recompute as recompute_ratings
from rumpus.service.runtime.environment import SYSTEM_CLOCK, SYSTEM_RANDOM
from rumpus.service.store import (
    StoreError,
    StoreListener,
    checking,
    default_store,
    is_postgres,
    open_store,
    sqlite_path,
)
from rumpus.service.store.checking import StoreCheck
from rumpus.service.store.copying import open_copy

HOUR_MS = 3_600_000
UNITS_MS = {"h": HOUR_MS, "d": 24 * HOUR_MS, "w": 7 * 24 * HOUR_MS}
MAX_SHOWN = 50
DAMAGE_FOUND = 1
"""Exit status of a successful command after it found damage."""

app = typer.Typer(
    no_args_is_help=True, add_completion=False, help="Stored tables: back up, restore, copy, check, prune."
)

StoreOption = Annotated[
    str, typer.Option("--store", metavar="STORE", help="File or postgresql://… Default: the store of `rumpus serve`.")
]
ReplaceOption = Annotated[bool, typer.Option("--replace", help="Replace the tables in the target.")]


@app.command(epilog="Example: rumpus store backup nightly.db --replace")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write, itself a store.")],
    store: StoreOption = "",
    replace: ReplaceOption = False,
) -> None:
    """Write a snapshot of all tables to one file, also while servers run."""
    _copy(store or default_store(), str(file), replace)


@app.command(epilog="Example: rumpus store restore nightly.db --store new/tables.db")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Backup, or any other store in a file.")],
    store: StoreOption = "",
    replace: ReplaceOption = False,
) -> None:
    """Fill a store from a backup, all or nothing. No server may use it."""
    _copy(str(file), store or default_store(), replace)


@app.command(epilog="Example: rumpus store copy tables.db postgresql://rumpus@db/rumpus")
def copy(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="File or postgresql://…")],
    target: Annotated[str, typer.Argument(metavar="TARGET", help="File or postgresql://… No server may use it.")],
    replace: ReplaceOption = False,
) -> None:
    """Copy a store: SQLite to PostgreSQL, back, or to a smaller file; all or nothing."""
    _copy(source, target, replace)


@app.command(epilog="Example: rumpus store check --replay nightly.db")
def check(
    store: Annotated[
        str, typer.Argument(metavar="STORE", help="File or postgresql://… Default: the store of `rumpus serve`.")
    ] = "",
    replay: Annotated[bool, typer.Option("--replay", help="Also replay every table with the installed rules.")] = False,
) -> None:
    """Read every journal and report damage."""

    async def read() -> StoreCheck:
        async with open_copy(store or default_store()) as source:
            return await checking.check_store(source, replay)

    found = asyncio.run(read())
    if found.others:
        typer.echo(f"{found.others} tables have other rules than those installed and were not replayed.")
    _report("Read", found)


@app.command(epilog="Example: rumpus store prune --older-than 90d")
def prune(
    older_than: Annotated[
        str, typer.Option(metavar="AGE", help="Time without visitors, in hours, days or weeks: 12h, 90d, 8w.")
    ],
    store: StoreOption = "",
) -> None:
    """Delete tables unused for the given time, with their replays; also while servers run."""
    age = re.fullmatch(r"([1-9][0-9]{0,5})([hdw])", older_than)
    if age is None:
        raise RumpusError(f"Cannot read the age {older_than!r}. Use hours, days or weeks: 12h, 90d, 8w.")

    async def delete() -> int:
        async with open_copy(store or default_store()) as archive:
            return await archive.prune(SYSTEM_CLOCK.wall_ms() - int(age[1]) * UNITS_MS[age[2]])

    gone = asyncio.run(delete())
    typer.echo(f"Deleted {gone} table{'' if gone == 1 else 's'} unused for {older_than}.")


@app.command(epilog="Example: rumpus store ratings --recompute")
def ratings(
    store: Annotated[
        str, typer.Argument(metavar="STORE", help="File or postgresql://… Default: the store of `rumpus serve`.")
    ] = "",
    recompute: Annotated[bool, typer.Option("--recompute", help="Replace the ratings that differ.")] = False,
) -> None:
    """Compute all ratings from the journals, and compare them with those shown. No server may use a file."""

    async def compute() -> Recomputed:
        opened = open_store(store or default_store())
        await opened.open(StoreListener())
        try:
            return await recompute_ratings(Ratings(opened, SYSTEM_RANDOM), recompute)
        finally:
            await opened.close()

    found = asyncio.run(compute())
    kept = f", {found.kept} of them without a journal" if found.kept else ""
    typer.echo(f"{found.results} results{kept}, {found.ladders} leaderboards.")
    if not found.differing:
        typer.echo("The ratings in the store are equal.")
        return
    names = ", ".join(f"{game} with {seats} seats" for game, seats in found.differing)
    typer.echo(f"{'Replaced' if recompute else 'The ratings differ'}: {names}.")
    if not recompute:
        raise typer.Exit(DAMAGE_FOUND)


def _copy(source: str, target: str, replace: bool) -> None:
    if source == target or _same_file(source, target):
        raise StoreError(f"Cannot copy {source} onto itself.")

    async def copy_tables() -> StoreCheck:
        async with open_copy(source) as archive, open_copy(target) as filled:
            return await checking.copy_store(archive, filled, replace)

    _report("Copied", asyncio.run(copy_tables()))


def _same_file(source: str, target: str) -> bool:
    if is_postgres(source) or is_postgres(target):
        return False
    return os.path.realpath(sqlite_path(source)) == os.path.realpath(sqlite_path(target))


def _report(done: str, found: StoreCheck) -> None:
    figures = f"{found.tables} tables, {found.entries} entries, {found.archived} kept replays"
    if not found.problems and not found.damage:
        typer.echo(f"{done}: {figures}. Everything is intact.")
        return
    if found.damage:
        typer.echo(found.damage, err=True)
    for table, why in sorted(found.problems.items())[:MAX_SHOWN]:
        typer.echo(f"table {table}: {why}", err=True)
    if len(found.problems) > MAX_SHOWN:
        typer.echo(f"… and {len(found.problems) - MAX_SHOWN} more", err=True)
    typer.echo(f"{done}: {figures}. {len(found.problems)} damaged; all others are intact.")
    raise typer.Exit(DAMAGE_FOUND)
