"""Tournaments in the store. Of several servers that write the next entry, one succeeds; the others read it."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Sequence

import msgspec

from rumpus.core.errors import UnknownName
from rumpus.service.profiles.profiles import LOCK_PROFILE
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.environment import RandomSource
from rumpus.service.store import Store
from rumpus.service.store.profiles import Statement
from rumpus.service.tournaments.entries import Joined, Left, Opened, TournamentEntry, pack, unpack
from rumpus.service.tournaments.tournament import Tournament, replay
from rumpus.service.tournaments.view import row_of

MAX_OPEN = 3
"""Tournaments of one creator that are not over."""
NOT_FOUND = "Tournament not found. It may have expired."

INSERT = """
INSERT INTO rumpus_tournament (id, owner, state, public, active, due, version, writer, created, changed, row)
SELECT CAST($1 AS text), id, 'open', CAST($3 AS integer), 1, CAST($9 AS bigint), CAST($8 AS integer), CAST($4 AS text),
    CAST($5 AS bigint), CAST($5 AS bigint), CAST($6 AS text)
FROM rumpus_profile WHERE id = $2 AND deleted = 0 AND (SELECT count(*) FROM rumpus_tournament
    WHERE owner = $2 AND state IN ('open', 'running')) < $7
ON CONFLICT (id) DO NOTHING
"""
TAKE = """
UPDATE rumpus_tournament SET version = version + $4, writer = $3, state = $5, changed = $6, row = $7, due = $8
WHERE id = $1 AND version = $2
"""
"""PostgreSQL locks the row until the transaction ends; SQLite has one writer."""
WROTE = "SELECT 1 FROM rumpus_tournament WHERE id = $1 AND writer = $2"
INSERT_ENTRY = f"""
INSERT INTO rumpus_tournament_entry (id, seq, at, entry)
SELECT CAST($1 AS text), CAST($3 AS integer), CAST($4 AS bigint), CAST($5 AS text) WHERE EXISTS ({WROTE})
ON CONFLICT DO NOTHING
"""
INSERT_ENTRANT = f"""
INSERT INTO rumpus_entrant (id, profile) SELECT CAST($1 AS text), CAST($3 AS text) WHERE EXISTS ({WROTE})
ON CONFLICT DO NOTHING
"""
DELETE_ENTRANT = f"DELETE FROM rumpus_entrant WHERE id = $1 AND profile = $3 AND EXISTS ({WROTE})"
FIND = "SELECT 1 FROM rumpus_tournament WHERE id = $1"
READ = "SELECT entry, at FROM rumpus_tournament_entry WHERE id = $1 AND seq >= $2 ORDER BY seq"
ACTIVE = """
SELECT id, version FROM rumpus_tournament
WHERE active = 1 AND (state <> 'open' OR due > 0 AND due <= $1) ORDER BY id
"""
"""Tournaments with something to do. Open ones wait for their creator, without being looked at."""
FINISH = "UPDATE rumpus_tournament SET active = 0 WHERE id = $1 AND version = $2"
LISTED = """
SELECT row FROM rumpus_tournament WHERE public = 1 AND active = 1 AND state <> 'cancelled'
ORDER BY created DESC LIMIT $1
"""
OF_PROFILE = """
SELECT row FROM rumpus_tournament WHERE (owner = $1 OR id IN (SELECT id FROM rumpus_entrant WHERE profile = $1))
AND (active = 1 OR changed > $2) ORDER BY created DESC LIMIT $3
"""
TIDY = (
    "DELETE FROM rumpus_tournament WHERE changed < $1 AND (active = 0 OR state = 'open')",
    "DELETE FROM rumpus_tournament_entry WHERE id NOT IN (SELECT id FROM rumpus_tournament)",
    "DELETE FROM rumpus_entrant WHERE id NOT IN (SELECT id FROM rumpus_tournament)",
)


class Journals:
    """Reads and writes tournaments. Those that somebody uses stay in memory."""

    def __init__(self, store: Store, rng: RandomSource) -> None:
        self.store = store
        self.rng = rng
        self._known: dict[str, Tournament] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    def lock(self, id: str) -> asyncio.Lock:
        """Serialises the decisions of this process about a tournament."""
        return self._locks.setdefault(id, asyncio.Lock())

    def forget_all_but(self, ids: Sequence[str]) -> None:
        kept = set(ids)
        self._known = {id: one for id, one in self._known.items() if id in kept}
        self._locks = {id: lock for id, lock in self._locks.items() if id in kept or lock.locked()}

    async def open(self, id: str, opened: Opened, joined: Sequence[Joined], when: int) -> bool:
        """Writes a new tournament with its first players, once. False if its creator has too many."""
        mine = id, self.rng.token(8)
        entries: list[TournamentEntry] = [opened, *joined]
        made = replay(id, [(entry, when) for entry in entries])
        listed = int(opened.settings.listed)
        values = (id, opened.owner, listed, mine[1], when, _row_text(made), MAX_OPEN, len(entries), made.due)
        statements: list[Statement] = [(LOCK_PROFILE, (opened.owner, when)), (INSERT, values)]
        for seq, entry in enumerate(entries):
            statements.append((INSERT_ENTRY, (*mine, seq, when, pack(entry))))
        statements += [(INSERT_ENTRANT, (*mine, one.profile)) for one in joined if one.profile]
        await self.store.change(statements)
        return await self.is_there(id)

    async def is_there(self, id: str) -> bool:
        return bool(await self.store.query(FIND, id))

    async def read(self, id: str) -> Tournament:
        """The tournament as the store has it now. Raises UnknownName."""
        known = self._known.get(id)
        start = known.entries if known else 0
        # With the last known entry: without it, the tournament was deleted.
        rows = await self.store.query(READ, id, max(0, start - 1))
        if not rows:
            self._known.pop(id, None)
            raise UnknownName(NOT_FOUND)
        entries = [(unpack(text), at) for text, at in rows]
        if known is None:
            return self._known.setdefault(id, replay(id, entries))
        if known is not self._known.get(id) or known.entries != start:
            return await self.read(id)  # another task has read it meanwhile
        for entry, at in entries[1:]:
            known.take(entry, at)
        return known

    async def append(self, tournament: Tournament, entries: Sequence[TournamentEntry], when: int) -> bool:
        """Writes entries after those that this tournament has. False if another server was first.

        The caller holds the tournament's lock. Afterwards the tournament has caught up in any case.
        """
        mine, first, after = (tournament.id, self.rng.token(8)), tournament.entries, copy.deepcopy(tournament)
        statements: list[Statement] = []
        for seq, entry in enumerate(entries, first):
            statements.append((INSERT_ENTRY, (*mine, seq, when, pack(entry))))
            if isinstance(entry, Joined) and entry.profile:
                statements.append((INSERT_ENTRANT, (*mine, entry.profile)))
            elif isinstance(entry, Left) and after.state == "open":
                statements.append((DELETE_ENTRANT, (*mine, after.entrants[entry.number].profile)))
            after.take(entry, when)
        taken = (tournament.id, first, mine[1], len(entries), after.state, when, _row_text(after), after.due)
        written = (await self.store.change([(TAKE, taken), *statements, (WROTE, mine)]))[-1]
        await self.read(tournament.id)
        return bool(written)

    async def finish(self, tournament: Tournament) -> None:
        """Records that nothing is left to do."""
        await self.store.change([(FINISH, (tournament.id, tournament.entries))])


def _row_text(tournament: Tournament) -> str:
    return msgspec.json.encode(row_of(tournament)).decode()


_read_row = msgspec.json.Decoder(m.TournamentRow).decode


def read_row(text: str) -> m.TournamentRow:
    return _read_row(text)
