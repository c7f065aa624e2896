"""What one PostgreSQL does for many servers: commits with and without a notification, leases asked for, leases held.

    python -m benchmarks.database

The database is a fresh one with its usual settings (60 connections), on whatever cores are free.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import time

import asyncpg

from tests.web.house import Postgres

SECONDS = 3.0
LEASE = "SELECT pg_try_advisory_lock(hashtextextended($1, 7286787))"
"""As a server asks for a table."""
MOST = 200_000


async def commits(url: str, clients: int, rows: int, notify: bool) -> float:
    """A second, each of so many rows of 100 bytes."""
    done = 0
    until = time.monotonic() + SECONDS

    async def one(name: str) -> None:
        nonlocal done
        db = await asyncpg.connect(url)
        for number in itertools.count():
            if time.monotonic() > until:
                break
            async with db.transaction():
                await db.execute(
                    "INSERT INTO entries SELECT $1, $2, row, $3 FROM generate_series(1, $4) AS row",
                    name, number, b"x" * 100, rows,
                )  # fmt: skip
                if notify:
                    await db.execute("SELECT pg_notify('entries', $1)", "x" * 60)
            done += 1
        await db.close()

    await asyncio.gather(*(one(f"{clients} {rows} {notify} {client}") for client in range(clients)))
    return done / SECONDS


async def refused_leases(url: str) -> float:
    """Questions a second, one after the other, for tables that another server holds."""
    holder, other = await asyncpg.connect(url), await asyncpg.connect(url)
    await holder.fetchval(LEASE, "a table")
    done, until = 0, time.monotonic() + SECONDS
    while time.monotonic() < until:
        assert not await other.fetchval(LEASE, "a table")
        done += 1
    await holder.close()
    await other.close()
    return done / SECONDS


async def most_leases(url: str) -> int:
    """How many are held when the database has no room for another."""
    db = await asyncpg.connect(url)
    held = 0
    try:
        while held < MOST:
            await db.fetchval(
                "SELECT count(pg_try_advisory_lock(n)) FROM generate_series($1::int, $2) n", held, held + 99
            )
            held += 100
    except asyncpg.OutOfMemoryError:
        held = await db.fetchval("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
    await db.close()
    return held


async def measure(url: str) -> None:
    db = await asyncpg.connect(url)
    await db.execute("CREATE TABLE entries (id text, seq int, row int, entry bytea, PRIMARY KEY (id, seq, row))")
    await db.close()
    for clients, rows, notify in ((1, 1, False), (1, 1, True), (8, 1, False), (8, 1, True), (8, 50, True)):
        each = await commits(url, clients, rows, notify)
        with_it = "with a notification" if notify else "without"
        print(f"{clients} connections, commits of {rows} rows, {with_it}: {each:.0f} a second", flush=True)
    print(f"leases asked for in vain: {await refused_leases(url):.0f} a second")
    print(f"leases held at the same time: {await most_leases(url)}")
    print(f"load of the machine at the end: {os.getloadavg()[0]:.1f}")


def main() -> None:
    database = Postgres().start()
    try:
        asyncio.run(measure(database.url))
    finally:
        database.close()


if __name__ == "__main__":
    main()
