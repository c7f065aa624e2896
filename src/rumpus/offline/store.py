"""The store of an export: books in the browser's IndexedDB, as append-only as on a server."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence
from typing import Any, Protocol

from rumpus.service.store import (
    KEPT,
    UNREAD,
    UNWRITTEN,
    Append,
    Filed,
    Line,
    Listing,
    News,
    NotKept,
    StoreError,
    filed,
    fingerprint,
    kept_part,
)
from rumpus.table.entries import Entry

log = logging.getLogger("rumpus.store")
REASONS = {
    "QuotaExceededError": "This browser has no room left, so nothing has changed. It goes on as soon as there is some: "
    "delete files, or what other pages keep.",
    "InvalidStateError": "This browser has taken away what it kept for this page, so nothing has changed. "
    "Load the page anew to begin again.",
}
"""What a browser calls what went wrong, as far as somebody can do something about it."""
Row = tuple[str, str, bool, bool, bytes, int, bool]
"""A table as it is listed: id, state, listed, driven, row, touched, kept."""


class Shelf(Protocol):
    """What static/offline/shelf.js does. Rows are lists of plain values, each under its key."""

    def open(self) -> Awaitable[None]: ...

    def add(self, lines: Any, row: Any) -> Awaitable[bool]:
        """These lines of a book and the row of its table, all or none; False if the number of one is taken."""
        ...

    def put(self, store: str, rows: Any) -> Awaitable[None]:
        """Write these [key, row] for good."""
        ...

    def between(self, store: str, first: Any, last: Any) -> Awaitable[Any]:
        """The rows from key to key, both included, in order."""
        ...

    def all(self, store: str) -> Awaitable[Any]: ...

    def remove(self, tables: Any) -> Awaitable[None]:
        """All that is kept of these tables."""
        ...


class IndexedStore:
    """One page leads, so there is nobody to tell of anything."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.commits = 0
        self.failures = 0

    async def open(self, news: News) -> None:
        try:
            await self._shelf.open()
        except Exception as error:
            raise StoreError(f"this browser keeps nothing for this page: {error}") from None

    async def close(self) -> None:
        return None

    async def prove(self, when: int) -> None:
        await self._put("proof", [(0, [when])])

    async def append(self, table: str, seq: int, entries: Sequence[Entry], when: int, listing: Listing | None) -> bool:
        lines: list[tuple[tuple[str, int], Line]] = [
            (line[:2], line) for line in Append(table, seq, entries, when, listing).lines
        ]
        row = None if listing is None else (table, await self._listed(table, when, listing))
        return bool(await self._write(self._shelf.add(_js(lines), _js(row))))

    async def list_table(self, table: str, when: int, listing: Listing) -> None:
        await self._put("shelf", [(table, await self._listed(table, when, listing))])

    async def _listed(self, table: str, when: int, listing: Listing) -> Row:
        before = await self._between("shelf", table, table)
        kept = bool(before) and before[0][6]
        return table, listing.state, listing.listed, listing.driven, listing.row, when, kept

    async def read(self, table: str, start: int = 0) -> list[Filed]:
        return filed(await self._between("book", [table, start], [table, 1e9]), start)

    async def rows(self, since: int, limit: int) -> list[bytes]:
        found = [row for row in await self._shelved() if row[2] and row[1] in ("open", "playing") and row[5] >= since]
        found.sort(key=lambda row: (row[1], -row[5]))
        return [row[4] for row in found[:limit]]

    async def touch(self, tables: Sequence[str], when: int) -> None:
        rows = [(*row[:5], when, row[6]) for row in await self._shelved() if row[0] in tables]
        await self._put("shelf", [(row[0], row) for row in rows])

    async def newest(self) -> int:
        return max((row[5] for row in await self._shelved()), default=0)

    async def driven(self, since: int) -> list[str]:
        found = [row for row in await self._shelved() if row[3] and row[1] == "playing" and row[5] >= since]
        return [row[0] for row in sorted(found, key=lambda row: -row[5])]

    async def lease(self, table: str) -> bool:
        return True

    async def release(self, table: str) -> None:
        return None

    async def announce(self, table: str, seats: int) -> None:
        return None

    async def unkept(self, after: str, limit: int) -> list[str]:
        found = [row[0] for row in await self._shelved() if row[1] == "over" and not row[6] and row[0] > after]
        return sorted(found)[:limit]

    async def keep(self, table: str, parts: Sequence[bytes]) -> None:
        rows = [row for row in await self._shelved() if row[0] == table]
        if rows:
            lines = [(table, part, data, fingerprint(table, part, KEPT, data)) for part, data in enumerate(parts)]
            await self._put("keepsake", [(line[:2], line) for line in lines])
            await self._put("shelf", [(table, (*rows[0][:6], True))])

    async def add(self, table: str, part: int, data: bytes) -> None:
        if any(row[0] == table for row in await self._shelved()):
            line = (table, part, data, fingerprint(table, part, KEPT, data))
            await self._put("keepsake", [(line[:2], line)])

    async def kept(self, table: str, part: int) -> bytes | None:
        found = await self._between("keepsake", [table, part], [table, part])
        return kept_part(*found[0]) if found else None

    async def sweep(self, before: int) -> int:
        old = [row[0] for row in await self._shelved() if row[5] < before]
        if old:
            await self._write(self._shelf.remove(_js(old)))
        return len(old)

    # --- over to the browser ---

    async def _put(self, store: str, rows: Sequence[Any]) -> None:
        if rows:
            await self._write(self._shelf.put(store, _js(rows)))

    async def _write(self, work: Awaitable[Any]) -> Any:
        try:
            answer = await work
        except Exception as error:
            self.failures += 1
            log.error("nothing could be written: %r", error)
            for name, sentence in REASONS.items():
                if name in str(error):
                    raise NotKept(sentence) from None
            raise StoreError(UNWRITTEN) from None
        self.commits += 1
        return answer

    async def _shelved(self) -> list[Row]:
        return await self._look(self._shelf.all("shelf"))

    async def _between(self, store: str, first: object, last: object) -> list[Any]:
        return await self._look(self._shelf.between(store, _js(first), _js(last)))

    async def _look(self, work: Awaitable[Any]) -> list[Any]:
        try:
            found = await work
        except Exception as error:
            log.error("nothing could be read: %r", error)
            raise StoreError(UNREAD) from None
        return [tuple(_python(value) for value in row) for row in found.to_py()]


def _js(value: object) -> Any:
    from pyodide.ffi import to_js

    return to_js(value)


def _python(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value
