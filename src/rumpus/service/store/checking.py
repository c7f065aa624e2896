"""Checks a whole store and reports damaged tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from rumpus.core.catalogue import game_of
from rumpus.core.errors import OtherRules, RumpusError, UnknownName
from rumpus.service.store import ARCHIVE_TIME, DamagedJournal, checked_entry, fingerprint
from rumpus.service.store.copying import Row, StoreCopy
from rumpus.service.store.profiles import sat_down
from rumpus.table.archive import read_archive, read_part
from rumpus.table.entries import Entry, Forgotten, Made
from rumpus.table.table import open_table


class StoreCheck:
    """Checks rows in their order. `replay`: also plays every journal by the installed rules."""

    def __init__(self, replay: bool = False) -> None:
        self.replay = replay
        self.entries = self.archived = self.others = 0
        self.problems: dict[str, str] = {}
        """The first problem of each table."""
        self.damage = ""
        """Damage of the whole store, as a sentence."""
        self._listed: set[str] = set()
        self._kept: set[str] = set()
        self._journals: set[str] = set()
        self._archives: set[str] = set()
        self._profiles: set[str] = set()
        self._sat: dict[tuple[str, str], int] = {}
        """Seats of profiles by table and profile, as the journals say."""
        self._seats: dict[tuple[str, str], int] = {}
        self._id = ""
        self._journal: list[tuple[Entry, int]] = []

    @property
    def tables(self) -> int:
        return len(self._listed | self._journals)

    def is_listed(self, table: str) -> bool:
        return table in self._listed

    def check_rows(self, table: str, rows: Iterable[Row]) -> None:
        checks: dict[str, Callable[..., None]] = {
            "shelf": self._check_listing,
            "book": self._check_entry,
            "keepsake": self._check_part,
            "profile": self._check_profile,
            "device": self._check_owned,
            "link": self._check_owned,
            "passkey": self._check_owned,
            "seat": self._check_seat,
            "target": self._check_nothing,
            "preference": self._check_nothing,
            "muted": self._check_nothing,
            "vacation": self._check_nothing,
            "due": self._check_nothing,
            "outbox": self._check_nothing,
            "setting": self._check_nothing,
            "seek": self._check_nothing,
            "result": self._check_nothing,
            "rating": self._check_nothing,
            "ladder": self._check_nothing,
            "tournament": self._check_nothing,
            "tournament_entry": self._check_nothing,
            "entrant": self._check_nothing,
            "report": self._check_nothing,
            "sanction": self._check_nothing,
        }
        for row in rows:
            checks[table](*row)

    def _check_listing(
        self, id: str, _state: str, _listed: object, _driven: object, row: bytes, _touched: int, kept: object
    ) -> None:
        self._listed.add(id)
        if kept:
            self._kept.add(id)
        try:
            msgspec.json.decode(row, type=dict)
        except (msgspec.MsgspecError, TypeError):
            self._report(id, "its listing cannot be read")

    def _check_entry(self, id: str, seq: int, when: int, data: bytes, mark: bytes) -> None:
        if id != self._id:
            self._close_journal()
            self._id = id
            self._journals.add(id)
        self.entries += 1
        if id in self.problems:
            return
        try:
            entry = checked_entry(len(self._journal), (id, seq, when, data, mark))
            self._journal.append((entry, when))
            self._sat.update({(id, profile): seat for profile, seat in sat_down(entry)})
            if isinstance(entry, Forgotten):
                self._sat.pop((id, entry.profile), None)
        except DamagedJournal as why:
            self._report(id, str(why))

    def _close_journal(self) -> None:
        journal, self._journal = self._journal, []
        if not journal or self._id in self.problems:
            return
        made = journal[0][0]
        if not isinstance(made, Made):
            self._report(self._id, "its journal does not begin with its making")
        elif self.replay:
            try:
                open_table(self._id, game_of(made.game), journal)
            except (OtherRules, UnknownName):
                self.others += 1
            except Exception as error:  # a game may be anybody's
                why = str(error) if isinstance(error, RumpusError) else repr(error)
                self._report(self._id, f"it cannot be played again: {why}")

    def _check_part(self, id: str, part: int, data: bytes, mark: bytes) -> None:
        self.archived += part == 0
        self._archives.add(id)
        if not isinstance(data, bytes) or fingerprint(id, part, ARCHIVE_TIME, data) != mark:
            self._report(id, f"part {part} of its archive is not what was written")
            return
        try:
            if part < 0:
                msgspec.json.decode(data)
            elif part:
                read_part(data)
            else:
                read_archive(data)
                self._kept.discard(id)
        except Exception as error:
            self._report(id, f"part {part} of its archive cannot be read ({error})")

    def _check_profile(self, id: str, *_: object) -> None:
        self._profiles.add(id)

    def _check_owned(self, _key: str, profile: str, *_: object) -> None:
        if profile not in self._profiles:
            self._report(profile, "it is a profile that does not exist, but has devices, links or passkeys")

    def _check_seat(self, id: str, profile: str, seat: int, _started: int) -> None:
        self._seats[id, profile] = seat

    def _check_nothing(self, *_: object) -> None:
        """For rows that go with a profile, sooner or later."""

    def finish(self) -> None:
        """Checks what needs all rows."""
        self._close_journal()
        for id in sorted(self._listed - self._journals):
            self._report(id, "it is listed, but has no journal")
        for id in sorted(self._journals - self._listed):
            self._report(id, "it has a journal, but is not listed")
        for id in sorted(self._archives - self._listed):
            self._report(id, "it has an archive, but is not listed")
        for id in sorted(self._kept):
            self._report(id, "its archive is missing")
        for key in sorted(self._sat.keys() | self._seats.keys()):
            if self._sat.get(key) != self._seats.get(key):
                self._report(key[0], f"its journal and the list of games of profile {key[1]} differ")

    def _report(self, id: str, why: str) -> None:
        self.problems.setdefault(id, why)


async def check_store(source: StoreCopy, replay: bool = False) -> StoreCheck:
    found = StoreCheck(replay)
    await source.begin_reading()
    found.damage = source.damage
    for table in ORDER:
        async for rows in source.read(table):
            found.check_rows(table, rows)
    found.finish()
    return found


async def copy_store(source: StoreCopy, target: StoreCopy, replace: bool = False) -> StoreCheck:
    """Copies a store row by row, damaged rows included. Returns the check of its rows."""
    found = StoreCheck()
    await source.begin_reading()
    found.damage = source.damage
    await target.begin_filling(replace)
    for table in ORDER:
        async for rows in source.read(table):
            found.check_rows(table, rows)
            if table in ("seat", "muted", "due"):  # PostgreSQL takes none without a listing
                rows = [row for row in rows if found.is_listed(row[0])]
            await target.fill(table, rows)
    found.finish()
    await target.finish()
    return found


# Listings first: `_check_part` removes from `_kept` what `_check_listing` has added.
ORDER: Sequence[str] = (
    "shelf", "book", "keepsake", "profile", "device", "link", "passkey", "seat", "target", "preference", "muted",
    "vacation", "due", "outbox", "setting", "seek", "result", "rating", "ladder", "tournament",
    "tournament_entry", "entrant", "report", "sanction",
)  # fmt: skip
