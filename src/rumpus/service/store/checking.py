"""Looking through all that a store keeps, and saying what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from rumpus.core.catalogue import game_of
from rumpus.core.errors import OtherRules, RumpusError, UnknownName
from rumpus.service.store import KEPT, fingerprint
from rumpus.service.store.copying import Archive, Row
from rumpus.table.archive import read_keepsake, read_part
from rumpus.table.entries import Entry, Made, unpack
from rumpus.table.table import open_table


class Survey:
    """Is shown every row in its order; `replay`: every book is also played again by today's rules."""

    def __init__(self, replay: bool = False) -> None:
        self.replay = replay
        self.entries = self.keepsakes = self.others = 0
        self.troubles: dict[str, str] = {}
        """What is wrong first of all, by table."""
        self._listed: set[str] = set()
        self._kept: set[str] = set()
        self._books: set[str] = set()
        self._id = ""
        self._book: list[tuple[Entry, int]] = []

    @property
    def tables(self) -> int:
        return len(self._listed | self._books)

    def see(self, table: str, rows: Iterable[Row]) -> None:
        looks: dict[str, Callable[..., None]] = {
            "shelf": self._see_listing,
            "book": self._see_entry,
            "keepsake": self._see_part,
        }
        for row in rows:
            looks[table](*row)

    def _see_listing(
        self, id: str, _state: str, _listed: object, _driven: object, row: bytes, _touched: int, kept: object
    ) -> None:
        self._listed.add(id)
        if kept:
            self._kept.add(id)
        try:
            msgspec.json.decode(row, type=dict)
        except (msgspec.MsgspecError, TypeError):
            self._complain(id, "its listing cannot be read")

    def _see_entry(self, id: str, seq: int, when: int, data: bytes, mark: bytes) -> None:
        if id != self._id:
            self._close_book()
            self._id = id
            self._books.add(id)
        self.entries += 1
        if id in self.troubles:
            return
        number = len(self._book)
        if seq != number:
            self._complain(id, f"entry {number} is missing")
        elif not isinstance(data, bytes) or fingerprint(id, seq, when, data) != mark:
            self._complain(id, f"entry {seq} is not what was written there")
        else:
            try:
                self._book.append((unpack(data), when))
            except msgspec.MsgspecError as error:
                self._complain(id, f"entry {seq} cannot be read ({error})")

    def _close_book(self) -> None:
        book, self._book = self._book, []
        if not book or self._id in self.troubles:
            return
        made = book[0][0]
        if not isinstance(made, Made):
            self._complain(self._id, "its book does not begin with its making")
        elif self.replay:
            try:
                open_table(self._id, game_of(made.game), book)
            except (OtherRules, UnknownName):
                self.others += 1
            except Exception as error:  # a game may be anybody's
                why = str(error) if isinstance(error, RumpusError) else repr(error)
                self._complain(self._id, f"it cannot be played again: {why}")

    def _see_part(self, id: str, part: int, data: bytes, mark: bytes) -> None:
        self.keepsakes += part == 0
        if not isinstance(data, bytes) or fingerprint(id, part, KEPT, data) != mark:
            self._complain(id, f"part {part} of its keepsake is not what was kept")
            return
        try:
            if part < 0:
                msgspec.json.decode(data)
            elif part:
                read_part(data)
            else:
                read_keepsake(data)
                self._kept.discard(id)
        except Exception as error:
            self._complain(id, f"part {part} of its keepsake cannot be read ({error})")

    def end(self) -> None:
        """After the last row."""
        self._close_book()
        for id in self._listed - self._books:
            self._complain(id, "it is listed, but has no book")
        for id in self._books - self._listed:
            self._complain(id, "it has a book, but is not listed")
        for id in self._kept:
            self._complain(id, "its keepsake is missing")

    def _complain(self, id: str, why: str) -> None:
        self.troubles.setdefault(id, why)


async def survey(source: Archive, replay: bool = False) -> Survey:
    """All of it, once."""
    found = Survey(replay)
    await source.begin_reading()
    for table in ORDER:
        async for rows in source.read(table):
            found.see(table, rows)
    found.end()
    return found


async def copy(source: Archive, target: Archive, replace: bool = False) -> Survey:
    """Row for row, what is damaged included, so that it is still seen to be; the survey says what that was."""
    found = Survey()
    await source.begin_reading()
    await target.begin_filling(replace)
    for table in ORDER:
        async for rows in source.read(table):
            found.see(table, rows)
            await target.fill(table, rows)
    found.end()
    await target.finish()
    return found


ORDER: Sequence[str] = ("shelf", "book", "keepsake")
