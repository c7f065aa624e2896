"""Tables of the simulated PostgreSQL that are read and written in plain SQL: profiles and notifications.

SQLite executes their statements. It holds what is committed; a transaction executes its own statements first.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import asyncpg

from rumpus.service.store.postgres import SCHEMAS
from rumpus.service.store.profiles import Statement, for_sqlite, named
from rumpus.service.store.sqlite import connect

if TYPE_CHECKING:
    from tests.simulation.world import World

SCHEMA = for_sqlite("".join(SCHEMAS[2:]))
"""All that came after journals, listings and archives, which are simulated row by row."""
LISTINGS = "CREATE TABLE shelf (id text PRIMARY KEY, state text, listed, driven, row blob, touched bigint)"
CASCADES = re.findall(r"CREATE TABLE (\w+) \([^;]*REFERENCES shelf", SCHEMA)
"""Tables whose rows go with their listing."""
WRITES = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM) rumpus_(\w+)")
OWN = frozenset(re.findall(r"CREATE TABLE (\w+)", SCHEMA))


class PlainTables:
    """`listings` are those of the database: statements here may read them."""

    def __init__(self, listings: Mapping[str, Any]) -> None:
        self._listings = listings
        self._db = sqlite3.connect(":memory:", isolation_level=None)
        self._db.executescript(f"{LISTINGS}; {SCHEMA}")

    def rows(self, before: Sequence[Statement], statement: Statement) -> list[Any]:
        """Rows of a statement after the others of its transaction. Nothing is changed."""
        self._db.execute("BEGIN")
        try:
            for one in before:
                self.apply(one)
            return self._execute(statement)
        except sqlite3.IntegrityError as error:
            raise asyncpg.UniqueViolationError(str(error)) from None
        finally:
            self._db.execute("ROLLBACK")

    def apply(self, statement: Statement) -> None:
        self._execute(statement)

    def _execute(self, statement: Statement) -> list[Any]:
        if "rumpus_shelf" in statement[0]:
            self._copy_listings()
        return self._db.execute(for_sqlite(statement[0]), named(statement[1])).fetchall()

    def _copy_listings(self) -> None:
        self._db.execute("DELETE FROM shelf")
        names = ("id", "state", "listed", "driven", "row", "touched")
        rows = [[row[name] for name in names] for row in self._listings.values()]
        self._db.executemany("INSERT INTO shelf VALUES (?, ?, ?, ?, ?, ?)", rows)

    def forget_tables(self, ids: Sequence[str]) -> None:
        for name in CASCADES:
            self._db.executemany(f"DELETE FROM {name} WHERE id = ?", [(id,) for id in ids])

    def contents(self, name: str) -> list[tuple[Any, ...]]:
        """All committed rows of a table, sorted."""
        return sorted(self._db.execute(f"SELECT * FROM {name}"))

    def close(self) -> None:
        self._db.close()


def contents(world: World, name: str) -> list[tuple[Any, ...]]:
    """All committed rows of one of the tables for profiles and notifications."""
    if world.database is not None:
        return world.database.plain.contents(name)
    db = connect(world.path)
    try:
        return sorted(db.execute(f"SELECT * FROM {name}"))
    finally:
        db.close()


def changes_of(sql: str) -> bool:
    """True if a plain statement writes. An error if it writes to other tables."""
    found = WRITES.match(sql)
    if found is not None and found[1] not in OWN:
        raise AssertionError(f"The simulated PostgreSQL does not know: {sql}")
    return found is not None
