"""Open challenges: games for two. Anybody may accept whose rating fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rumpus.core.catalogue import game_of
from rumpus.core.errors import BadOption, RumpusError
from rumpus.service.matchmaking import pairing
from rumpus.service.matchmaking.queue import Matchmaker, read_place, seek_id
from rumpus.service.matchmaking.ratings import MEAN, Skill
from rumpus.service.matchmaking.rules import match_rules, read_rules
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import TooMuch
from rumpus.service.tables.presence import Visitor
from rumpus.table.seats import fingerprint

MAX_OPEN = 5
"""Open challenges of one profile."""
LISTED = 100
HOUR_MS = 3_600_000
SEATS = 2

GONE = "This challenge is no longer open."
OWN = "This is your own challenge."
TOO_MANY = f"You have {MAX_OPEN} open challenges. Withdraw one of them first."

INSERT = """
INSERT INTO rumpus_seek
    (id, profile, queue, game, rules, place, low, high, created, expires, bot_at, pairing, paired)
SELECT CAST($1 AS text), id, '', CAST($3 AS text), CAST($4 AS text), CAST($5 AS text), CAST($6 AS integer),
    CAST($7 AS integer), CAST($8 AS bigint), CAST($9 AS bigint), 0, '', 0
FROM rumpus_profile WHERE id = $2 AND deleted = 0 AND (SELECT count(*) FROM rumpus_seek
    WHERE profile = $2 AND queue = '' AND pairing = '' AND expires > $8) < $10
ON CONFLICT (id) DO NOTHING
"""
FIND = "SELECT profile, game, low, high, pairing, expires FROM rumpus_seek WHERE id = $1 AND queue = ''"
TAKE = """
UPDATE rumpus_seek SET pairing = $2, paired = $3
WHERE id = $1 AND queue = '' AND pairing = '' AND expires > $3
AND NOT EXISTS (SELECT 1 FROM rumpus_seek WHERE pairing = $2)
"""
JOIN = """
INSERT INTO rumpus_seek
    (id, profile, queue, game, rules, place, low, high, created, expires, bot_at, pairing, paired)
SELECT CAST($3 AS text), CAST($4 AS text), '', game, rules, CAST($5 AS text), low, high, CAST($6 AS bigint),
    CAST($6 AS bigint), 0, pairing, paired
FROM rumpus_seek WHERE id = $1 AND pairing = $2 ON CONFLICT (id) DO NOTHING
"""
WITHDRAW = "DELETE FROM rumpus_seek WHERE id = $1 AND profile = $2 AND queue = '' AND pairing = '' RETURNING id"
COLUMNS = """
SELECT seek.id, seek.profile, seek.rules, seek.place, seek.low, seek.high, seek.created, seek.expires, seek.pairing,
    rating.mu, rating.sigma, rating.games
FROM rumpus_seek AS seek LEFT JOIN rumpus_rating AS rating
    ON rating.game = seek.game AND rating.seats = 2 AND rating.player = seek.profile
"""
OPEN = f"""
{COLUMNS} WHERE seek.queue = '' AND seek.pairing = '' AND seek.expires > $1 ORDER BY seek.created DESC LIMIT $2
"""
ACCEPTED = f"""
{COLUMNS} JOIN rumpus_shelf AS shelf ON shelf.id = seek.pairing
WHERE seek.queue = '' AND seek.profile = $1 AND seek.paired > $2 AND shelf.state = 'open' ORDER BY seek.paired DESC
"""


class ChallengeBoard:
    """Offers, lists, accepts and withdraws challenges."""

    def __init__(self, matchmaker: Matchmaker) -> None:
        self.matchmaker = matchmaker
        self.store = matchmaker.store
        self.clock = matchmaker.clock
        self.profiles = matchmaker.profiles
        self.ratings = matchmaker.counting.ratings

    async def new(self, visitor: Visitor, asked: m.ChallengeNew) -> m.Challenges:
        who = await self.profiles.require(visitor)
        rules = match_rules(asked.game, asked.options, SEATS, asked.clock)
        if asked.low > asked.high:
            raise BadOption("The lowest rating must not be above the highest.", "low")
        place = visitor.sit_down(asked.name, fingerprint(asked.token))
        id, now = seek_id(place.lock), self.clock.now()
        if not await self.store.query(pairing.STATE, id):
            self.matchmaker.count(visitor)
            self.matchmaker.tidy_at_times()
            texts = msgspec.json.encode(rules).decode(), msgspec.json.encode(place).decode()
            expires = now + asked.hours * HOUR_MS
            values = (id, who.profile, rules.game, *texts, asked.low, asked.high, now, expires, MAX_OPEN)
            await self.store.change([pairing.LOCK, (INSERT, values)])
            if not await self.store.query(pairing.STATE, id):
                raise TooMuch(TOO_MANY)
        return await self.list(visitor)

    async def list(self, visitor: Visitor) -> m.Challenges:
        """The visitor's accepted challenges, with their tables, then all open ones."""
        now = self.clock.now()
        profile = visitor.profile.profile if visitor.profile else ""
        rows = await self.store.query(OPEN, now, LISTED)
        if profile:
            rows = [*await self.store.query(ACCEPTED, profile, now - HOUR_MS), *rows]
        mine: dict[str, int] = {}
        found: list[m.ChallengeInfo] = []
        for row in rows:
            info = _info(row, profile)
            if info is None:
                continue
            if info.game not in mine:
                mine[info.game] = await self._rating(info.game, profile)
            info.open_to_you = info.low <= mine[info.game] <= info.high
            found.append(info)
        return m.Challenges(challenges=found)

    async def accept(self, visitor: Visitor, asked: m.ChallengeAccept) -> m.Found:
        who = await self.profiles.require(visitor)
        place = visitor.sit_down(asked.name, fingerprint(asked.token))
        id, now = seek_id(place.lock), self.clock.now()
        if not await self.store.query(pairing.STATE, id):
            found = await self.store.query(FIND, asked.challenge)
            if not found or found[0][4] or found[0][5] <= now:
                raise RumpusError(GONE)
            owner, game, low, high, *_ = found[0]
            if owner == who.profile:
                raise RumpusError(OWN)
            rating = await self._rating(game, who.profile)
            if not low <= rating <= high:
                raise RumpusError(f"This challenge is for ratings from {low} to {high}. Yours is {rating}.")
            self.matchmaker.count(visitor)
            table = self.matchmaker.tables.rng.id()
            joined = msgspec.json.encode(place).decode()
            await self.store.change(
                [
                    pairing.LOCK,
                    (pairing.DELETE, (who.profile,)),
                    (TAKE, (asked.challenge, table, now)),
                    (JOIN, (asked.challenge, table, id, who.profile, joined, now)),
                ]
            )
        state = await self.store.query(pairing.STATE, id)
        if not state or not state[0][0]:
            raise RumpusError(GONE)
        table = state[0][0]
        seats = await self.matchmaker.open_table(table, visitor.address)
        return m.Found(table=table, seat=seats.get(id))

    async def withdraw(self, visitor: Visitor, asked: m.ChallengeOut) -> m.Challenges:
        who = await self.profiles.require(visitor)
        _, gone = await self.store.change([pairing.LOCK, (WITHDRAW, (asked.challenge, who.profile))])
        if not gone and await self.store.query(FIND, asked.challenge):
            raise RumpusError(GONE)
        return await self.list(visitor)

    async def _rating(self, game: str, profile: str) -> int:
        skills = await self.ratings.skills((game, SEATS), [profile] if profile else [])
        return skills[profile].shown().rating if profile in skills else MEAN


def _info(row: Sequence[Any], profile: str) -> m.ChallengeInfo | None:
    """A challenge as it is listed. None if its game is not installed here."""
    id, owner, rules_text, place_text, low, high, created, expires, table, mu, sigma, games = row
    rules, place = read_rules(rules_text), read_place(place_text)
    try:
        title = game_of(rules.game).title
    except RumpusError:
        return None
    return m.ChallengeInfo(
        id, rules.game, title, place.name, owner, rules.options, low, high, created, expires, rules.clock,
        place.avatar, place.colour, None if mu is None else Skill(mu, sigma, games).shown(), owner == profile,
        table=table,
    )  # fmt: skip
