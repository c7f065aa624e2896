"""Ratings per game and number of seats, derived from the results of listed tables. Needs the extra `people`.

Ratings depend on the order of results: time of the end, then id of the table. A result that comes late is put into its
place, and those after it are computed again from the ratings before them, which the store has. So the numbers are
always those that a computation from nothing gives, bit by bit.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from rumpus.core.catalogue import game_of
from rumpus.core.errors import OtherRules, RumpusError, UnknownName
from rumpus.core.extras import missing_extra
from rumpus.service.matchmaking.results import BOT, MatchResult, match_result
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.environment import RandomSource
from rumpus.service.store import JournalEntry, Store
from rumpus.service.store.profiles import Statement
from rumpus.table.entries import Entry, Made
from rumpus.table.table import Table, open_table

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MEAN, SCALE = 1000, 40
"""A new player's rating as shown, and shown points per point of openskill."""
START_MU = 25.0
PROVISIONAL_DEVIATION = 250
"""Largest shown standard deviation of a certain rating; others are provisional."""
LEADERS = 100
ATTEMPTS = 50
"""Attempts to write while other servers write ratings of the same game."""

VERSION = "SELECT version FROM rumpus_ladder WHERE game = $1 AND seats = $2"
NEW_LADDER = "INSERT INTO rumpus_ladder (game, seats, version, writer) VALUES ($1, $2, 0, '') ON CONFLICT DO NOTHING"
TAKE_LADDER = """
UPDATE rumpus_ladder SET version = version + 1, writer = $4 WHERE game = $1 AND seats = $2 AND version = $3
"""
WRITER = "SELECT 1 FROM rumpus_ladder WHERE game = $1 AND seats = $2 AND writer = $3"
MINE = "EXISTS (SELECT 1 FROM rumpus_ladder WHERE game = $1 AND seats = $2 AND writer = $3)"
INSERT_RESULT = f"""
INSERT INTO rumpus_result (game, seats, id, ended, players, before)
SELECT CAST($1 AS text), CAST($2 AS integer), CAST($4 AS text), CAST($5 AS bigint), CAST($6 AS text), CAST($7 AS text)
WHERE {MINE} ON CONFLICT (id) DO UPDATE SET before = excluded.before
"""
UPSERT_RATING = f"""
INSERT INTO rumpus_rating (game, seats, player, mu, sigma, games)
SELECT CAST($1 AS text), CAST($2 AS integer), CAST($4 AS text), CAST($5 AS double precision),
    CAST($6 AS double precision), CAST($7 AS integer)
WHERE {MINE} ON CONFLICT (game, seats, player) DO UPDATE
    SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
"""
CLEAR = f"DELETE FROM rumpus_rating WHERE game = $1 AND seats = $2 AND {MINE}"
CLEAR_RESULTS = f"DELETE FROM rumpus_result WHERE game = $1 AND seats = $2 AND {MINE}"
KNOWN = "SELECT 1 FROM rumpus_result WHERE id = $1"
LATER = """
SELECT id, game, seats, ended, players, before FROM rumpus_result
WHERE game = $1 AND seats = $2 AND (ended > $3 OR ended = $3 AND id > $4) ORDER BY ended, id
"""
ALL_RESULTS = "SELECT id, game, seats, ended, players, before FROM rumpus_result"
RATING = "SELECT mu, sigma, games FROM rumpus_rating WHERE game = $1 AND seats = $2 AND player = $3"
ALL_RATINGS = "SELECT game, seats, player, mu, sigma, games FROM rumpus_rating"
LADDERS = "SELECT game, seats FROM rumpus_ladder"
FINISHED = "SELECT id FROM rumpus_shelf WHERE state = 'over' AND listed"
BEST = """
SELECT rating.player, rating.mu, rating.sigma, rating.games, profile.name, profile.avatar, profile.colour
FROM rumpus_rating AS rating LEFT JOIN rumpus_profile AS profile
    ON profile.id = rating.player AND profile.deleted = 0
WHERE rating.game = $1 AND rating.seats = $2 AND (profile.id IS NOT NULL OR rating.player LIKE 'bot:%')
AND rating.sigma {} $3 ORDER BY rating.mu DESC, rating.player LIMIT $4
"""
SURE, UNSURE = BEST.format("<="), BEST.format(">")
"""In the order of an index, so that a hundred rows are read and not the whole ladder."""
COUNTS = "SELECT seats FROM rumpus_ladder WHERE game = $1 ORDER BY seats"


class Skill(Struct, frozen=True):
    """A player's rating in the scale of openskill, and the number of rated games."""

    mu: float
    sigma: float
    games: int

    def shown(self) -> m.Rating:
        deviation = round(SCALE * self.sigma)
        rating = round(MEAN + SCALE * (self.mu - START_MU))
        return m.Rating(rating, deviation, self.games, deviation > PROVISIONAL_DEVIATION)


Ladder = tuple[str, int]
"""Game and number of seats."""


class RatedTable(Struct):
    """A result, with the ratings of its players before it."""

    result: MatchResult
    before: list[Skill]


_read_players = msgspec.json.Decoder(list[tuple[str, int]]).decode
_read_skills = msgspec.json.Decoder(list[Skill]).decode


@functools.cache
def is_installed() -> bool:
    return find_spec("openskill") is not None


@functools.cache
def _model() -> PlackettLuce:
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError as error:
        raise missing_extra(error, "people") from None
    return PlackettLuce()


def new_skill() -> Skill:
    fresh = _model().rating()
    return Skill(fresh.mu, fresh.sigma, 0)


def rate(result: MatchResult, before: Sequence[Skill]) -> list[Skill]:
    """The ratings of a table's players after it (Weng and Lin, 2011)."""
    model = _model()
    teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    after = model.rate(teams, ranks=[float(place) for _, place in result.players])
    return [Skill(team[0].mu, team[0].sigma, skill.games + 1) for team, skill in zip(after, before, strict=True)]


def rate_in_order(results: Iterable[MatchResult], skills: dict[str, Skill]) -> list[RatedTable]:
    """Rates tables one after the other, and changes `skills`."""
    rated: list[RatedTable] = []
    for result in results:
        names = [player for player, _ in result.players]
        before = [skills.get(name) or new_skill() for name in names]
        skills.update(zip(names, rate(result, before), strict=True))
        rated.append(RatedTable(result, before))
    return rated


def _read_row(row: Sequence[object]) -> RatedTable:
    id, game, seats, ended, players, before = row
    result = MatchResult(str(id), str(game), int(str(seats)), int(str(ended)), _read_players(str(players)))
    return RatedTable(result, _read_skills(str(before)))


class Ratings:
    """Ratings in the store."""

    def __init__(self, store: Store, rng: RandomSource) -> None:
        self.store = store
        self.rng = rng
        self._lock = asyncio.Lock()

    # --- writing ---

    async def add(self, result: MatchResult) -> None:
        """Counts a result, once."""
        async with self._lock:
            await self._add(result)

    async def _add(self, result: MatchResult) -> None:
        ladder = result.game, result.seats
        for _ in range(ATTEMPTS):
            version = await self._version(ladder)
            if await self.store.query(KNOWN, result.table):
                return
            later = [_read_row(row) for row in await self.store.query(LATER, *ladder, result.ended, result.table)]
            skills: dict[str, Skill] = {}
            for rated in later:  # the ratings before the first of them
                for (player, _), skill in zip(rated.result.players, rated.before, strict=True):
                    skills.setdefault(player, skill)
            for player, _ in result.players:
                if player not in skills:
                    skills[player] = await self._skill(ladder, player)
            everything = rate_in_order([result, *(rated.result for rated in later)], skills)
            if await self._write(ladder, version, everything, skills):
                return
        raise RumpusError(f"The result of table {result.table} could not be counted. It is tried again later.")

    async def _version(self, ladder: Ladder) -> int:
        found = await self.store.query(VERSION, *ladder)
        return int(found[0][0]) if found else 0

    async def _skill(self, ladder: Ladder, player: str) -> Skill:
        found = await self.store.query(RATING, *ladder, player)
        return Skill(*found[0]) if found else new_skill()

    async def _write(
        self,
        ladder: Ladder,
        version: int,
        rated: Sequence[RatedTable],
        skills: Mapping[str, Skill],
        clear: bool = False,
    ) -> bool:
        """Writes results and ratings, all or none. False if another server has changed the ladder since `version`."""
        writer = self.rng.token(8)
        mine = (*ladder, writer)
        statements: list[Statement] = [(NEW_LADDER, ladder), (TAKE_LADDER, (*ladder, version, writer))]
        if clear:
            statements += [(CLEAR, mine), (CLEAR_RESULTS, mine)]
        for one in rated:
            result, before = one.result, msgspec.json.encode(one.before).decode()
            players = msgspec.json.encode(result.players).decode()
            statements.append((INSERT_RESULT, (*mine, result.table, result.ended, players, before)))
        for player, skill in sorted(skills.items()):
            statements.append((UPSERT_RATING, (*mine, player, skill.mu, skill.sigma, skill.games)))
        return bool((await self.store.change([*statements, (WRITER, mine)]))[-1])

    # --- reading ---

    async def skills(self, ladder: Ladder, players: Iterable[str]) -> dict[str, Skill]:
        """The ratings of these players, without those who have none."""
        found: dict[str, Skill] = {}
        for player in dict.fromkeys(players):
            rows = await self.store.query(RATING, *ladder, player)
            if rows:
                found[player] = Skill(*rows[0])
        return found

    async def leaders(self, ladder: Ladder) -> m.Leaders:
        """The best players: first those whose rating is certain enough."""
        limit = (PROVISIONAL_DEVIATION + 0.5) / SCALE
        rows = await self.store.query(SURE, *ladder, limit, LEADERS)
        if len(rows) < LEADERS:
            rows += await self.store.query(UNSURE, *ladder, limit, LEADERS - len(rows))
        found: list[m.Leader] = []
        for player, mu, sigma, games, name, avatar, colour in rows:
            bot = player.removeprefix(BOT) if player.startswith(BOT) else ""
            rating = Skill(mu, sigma, games).shown()
            found.append(m.Leader(player, bot or name, rating, avatar or "", colour or "", bot))
        counts = [seats for (seats,) in await self.store.query(COUNTS, ladder[0])]
        return m.Leaders(leaders=found, counts=counts)


# --- from nothing ---


class Recomputed(Struct):
    """Ratings computed from the journals, beside those of the store."""

    ladders: int
    results: int
    differing: list[Ladder]
    """Ladders with other ratings in the store."""
    kept: int
    """Results with a deleted journal, or with rules that are not installed."""


async def recompute(ratings: Ratings, write: bool) -> Recomputed:
    """Computes all ratings from the journals and compares them with the store's. `write` replaces those."""
    store = ratings.store
    new_skill()  # says what is missing before anything is read
    versions = {(game, seats): await ratings._version((game, seats)) for game, seats in await store.query(LADDERS)}
    stored = {row.result.table: row.result for row in map(_read_row, await store.query(ALL_RESULTS))}
    results: dict[str, MatchResult] = {}
    replayed: set[str] = set()
    for (id,) in await store.query(FINISHED):
        table = replay(id, await store.read(id))
        if table is not None:
            replayed.add(id)
            result = match_result(*table)
            if result is not None:
                results[id] = result
    kept = {id: result for id, result in stored.items() if id not in replayed}
    results |= kept
    ladders: dict[Ladder, list[MatchResult]] = {ladder: [] for ladder in versions}
    for result in sorted(results.values(), key=lambda one: one.key):
        ladders.setdefault((result.game, result.seats), []).append(result)
    known: dict[Ladder, dict[str, Skill]] = {}
    for game, seats, player, *skill in await store.query(ALL_RATINGS):
        known.setdefault((game, seats), {})[player] = Skill(*skill)
    differing: list[Ladder] = []
    for ladder, some in sorted(ladders.items()):
        skills: dict[str, Skill] = {}
        rated = rate_in_order(some, skills)
        if skills != known.get(ladder, {}):
            differing.append(ladder)
        if write and not await ratings._write(ladder, versions.get(ladder, 0), rated, skills, clear=True):
            raise RumpusError("A server has counted a result meanwhile. Please run this again.")
    return Recomputed(len(ladders), len(results), differing, len(kept))


def replay(id: str, journal: Sequence[JournalEntry]) -> tuple[Table, list[tuple[Entry, int]]] | None:
    """Replays a table. None if its rules are not installed, or its journal is empty."""
    entries = [(one.entry, one.when) for one in journal]
    if not entries or not isinstance(entries[0][0], Made):
        return None
    try:
        return open_table(id, game_of(entries[0][0].game), entries), entries
    except (OtherRules, UnknownName):
        return None
