"""Store of an export: journals in the browser's IndexedDB."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence
from typing import Any, Protocol

import rumpus.service.store as base
from rumpus.service.store import (
    Append,
    JournalEntry,
    Listing,
    ListingRow,
    NewTable,
    NotArchived,
    StoreError,
    StoreListener,
)
from rumpus.service.store.profiles import Statement
from rumpus.table.entries import Entry

log = logging.getLogger("rumpus.store")
REASONS = {
    "QuotaExceededError": "This browser has no space left, so nothing has changed. Free some space to continue: "
    "delete files or the data of other pages.",
    "InvalidStateError": "This browser has deleted the data of this page, so nothing has changed. "
    "Reload the page to start again.",
}
"""Sentences for browser errors people can solve."""
Row = tuple[str, str, bool, bool, bytes, int, bool]
"""A listing's row: id, state, listed, driven, row, touched, kept."""


class BrowserDatabase(Protocol):
    """The JavaScript side of IndexedDB. Rows are lists of plain values with a key."""

    def open(self) -> Awaitable[None]: ...

    def add(self, lines: Any, rows: Any) -> Awaitable[bool | None]:
        """Writes rows of journals and listings, all or none. False if a number is taken, None if one before is missing.

        Only the number before the first row is looked up.
        """

    def put(self, store: str, rows: Any) -> Awaitable[None]:
        """Writes [key, row] pairs."""

    def between(self, store: str, first: Any, last: Any) -> Awaitable[Any]:
        """Rows between two keys, both included, in order."""

    def all(self, store: str) -> Awaitable[Any]: ...

    def remove(self, tables: Any) -> Awaitable[None]:
        """Deletes all rows of these tables."""


class IndexedStore(base.SingleProcessStore):
    """Store without other processes: one page leads. It has no profiles, so `changes` are none."""

    keeps_profiles = False

    def __init__(self, database: BrowserDatabase) -> None:
        self._database = database

    async def open(self, news: StoreListener) -> None:
        try:
            await self._database.open()
        except Exception as error:
            raise StoreError(f"This browser does not save data for this page: {error}") from None

    async def close(self) -> None:
        pass

    async def check_writable(self, when: int) -> None:
        await self._put("proof", [(0, [when])])

    async def append(
        self,
        table: str,
        seq: int,
        entries: Sequence[Entry],
        when: int,
        listing: Listing | None,
        created: NewTable | None = None,
        changes: Sequence[Statement] = (),
    ) -> bool:
        request = Append(table, seq, entries, when, listing, created)
        lines = [(line[:2], line) for line in request.lines]
        rows = [(row[0], await self._listed(row)) for row in request.listings]
        if seq and listing is None:
            rows += [
                (table, (*row[:5], when, row[6]))
                for row in await self._between("shelf", table, table)
                if row[5] < when - base.TOUCH_MS
            ]
        written = await self._write(self._database.add(_js(lines), _js(rows)))
        if written is None:
            raise base.TableDeleted
        return bool(written)

    async def list_table(self, table: str, when: int, listing: Listing) -> None:
        await self._put("shelf", [(table, await self._listed(base.listing_row(table, when, listing)))])

    async def _listed(self, row: ListingRow) -> Row:
        before = await self._between("shelf", row[0], row[0])
        return *row, bool(before) and before[0][6]

    async def state(self, table: str) -> str:
        found = await self._between("shelf", table, table)
        return found[0][1] if found else ""

    async def read(self, table: str, start: int = 0) -> list[JournalEntry]:
        return base.checked_entries(await self._between("book", [table, start], [table, 1e9]), start)

    async def rows(self, since: int, limit: int) -> list[bytes]:
        found = [row for row in await self._stored() if row[2] and row[1] in ("open", "playing") and row[5] >= since]
        found.sort(key=lambda row: (row[1], -row[5]))
        return [row[4] for row in found[:limit]]

    async def touch(self, tables: Sequence[str], when: int) -> None:
        rows = [(*row[:5], when, row[6]) for row in await self._stored() if row[0] in tables]
        await self._put("shelf", [(row[0], row) for row in rows])

    async def newest(self) -> int:
        return max((row[5] for row in await self._stored()), default=0)

    async def self_running(self, since: int) -> list[str]:
        found = [row for row in await self._stored() if row[3] and row[1] == "playing" and row[5] >= since]
        return [row[0] for row in sorted(found, key=lambda row: -row[5])]

    async def unarchived(self, after: str, limit: int) -> list[str]:
        found = [row[0] for row in await self._stored() if row[1] == "over" and not row[6] and row[0] > after]
        return sorted(found)[:limit]

    async def save_archive(self, table: str, parts: Sequence[bytes]) -> None:
        rows = [row for row in await self._stored() if row[0] == table]
        if rows:
            lines = [base.part_row(table, part, data) for part, data in enumerate(parts)]
            await self._put("keepsake", [(line[:2], line) for line in lines])
            await self._put("shelf", [(table, (*rows[0][:6], True))])

    async def save_part(self, table: str, part: int, data: bytes) -> None:
        if any(row[0] == table for row in await self._stored()):
            line = base.part_row(table, part, data)
            await self._put("keepsake", [(line[:2], line)])

    async def read_part(self, table: str, part: int) -> bytes | None:
        found = await self._between("keepsake", [table, part], [table, part])
        return base.checked_part(*found[0]) if found else None

    async def delete_untouched(self, before: int) -> int:
        old = [
            row[0]
            for row in await self._stored()
            if row[5] < before - (base.CLOCKED_MS if row[3] and row[1] == "playing" else 0)
        ]
        if old:
            await self._write(self._database.remove(_js(old)))
        return len(old)

    # --- over to the browser ---

    async def _put(self, store: str, rows: Sequence[Any]) -> None:
        if rows:
            await self._write(self._database.put(store, _js(rows)))

    async def _write(self, work: Awaitable[Any]) -> Any:
        try:
            answer = await work
        except Exception as error:
            self.failures += 1
            log.error("nothing could be written: %r", error)
            for name, sentence in REASONS.items():
                if name in str(error):
                    raise NotArchived(sentence) from None
            raise StoreError(base.WRITE_FAILED) from None
        self.commits += 1
        return answer

    async def _stored(self) -> list[Row]:
        return await self._read(self._database.all("shelf"))

    async def _between(self, store: str, first: object, last: object) -> list[Any]:
        return await self._read(self._database.between(store, _js(first), _js(last)))

    async def _read(self, work: Awaitable[Any]) -> list[Any]:
        try:
            found = await work
        except Exception as error:
            log.error("nothing could be read: %r", error)
            raise StoreError(base.READ_FAILED) from None
        return [tuple(_python(value) for value in row) for row in found.to_py()]


def _js(value: object) -> Any:
    from pyodide.ffi import to_js

    return to_js(value)


def _python(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value
