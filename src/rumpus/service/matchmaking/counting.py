"""Counts results of finished tables, and answers requests about ratings."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence

from rumpus.core.catalogue import game_of
from rumpus.core.errors import RumpusError
from rumpus.core.extensions import STRENGTHS
from rumpus.service.bots.pool import DEFAULT_BOT
from rumpus.service.matchmaking import ratings as store_ratings
from rumpus.service.matchmaking.ratings import START_MU, Ratings, Skill, is_installed, replay
from rumpus.service.matchmaking.results import BOT, match_result, players_of
from rumpus.service.runtime import protocol as m
from rumpus.service.store import JournalEntry
from rumpus.service.tables.live import LiveTables
from rumpus.table.entries import Entry, Made
from rumpus.table.table import Table

log = logging.getLogger("rumpus.opponents")
NO_RATINGS = "This server offers no ratings. Its host can install them: `pip install 'rumpus[people]'`."
EXPECTED_MU = dict(zip(STRENGTHS, (18.0, START_MU, 32.0, 36.0), strict=True))
"""Ratings of bots before their first rated game."""


class Counting:
    """Ratings on a server. A table is counted when it ends; otherwise before it is archived."""

    def __init__(self, tables: LiveTables) -> None:
        self.tables = tables
        self.ratings = Ratings(tables.store, tables.rng)
        tables.on_over.append(self._on_over)

    def _on_over(self, table: Table) -> None:
        if is_installed() and table.made.listed:
            self.tables.background.spawn(self._count(table))

    async def _count(self, table: Table) -> None:
        journal = [(one.entry, one.when) for one in await self.tables.store.read(table.id)]
        result = match_result(table, journal)
        if result is not None:
            await self.ratings.add(result)

    async def count_journal(self, id: str, journal: Sequence[JournalEntry]) -> None:
        """Counts a finished table, perhaps one of another server."""
        made = journal[0].entry
        entries: list[tuple[Entry, int]] = [(one.entry, one.when) for one in journal]
        if not is_installed() or not isinstance(made, Made) or not made.listed:
            return
        if all(not player or player.startswith(BOT) for player in players_of(entries)):
            return
        if await self.tables.store.query(store_ratings.KNOWN, id):
            return
        table = await self.tables.executor.run(replay, id, journal)
        result = table and match_result(*table)
        if result:
            await self.ratings.add(result)

    # --- requests ---

    async def ask(self, asked: m.RatingsAsk) -> m.RatingsReply:
        game = game_of(asked.game)
        if not is_installed():
            return m.RatingsReply(ratings={})
        found = await self.ratings.skills((game.name, asked.seats), asked.players)
        return m.RatingsReply(ratings={player: skill.shown() for player, skill in found.items()})

    async def leaders(self, asked: m.LeadersAsk) -> m.Leaders:
        game = game_of(asked.game)
        if not is_installed():
            raise RumpusError(NO_RATINGS)
        return await self.ratings.leaders((game.name, asked.seats))

    async def fitting_bot(self, game: str, seats: int, people: Iterable[str]) -> str:
        """The strength with the rating nearest to these people's mean."""
        if not is_installed():
            return DEFAULT_BOT
        names = list(people)
        strengths = await self.strengths(game, seats, [*names, *(BOT + bot for bot in STRENGTHS)])
        mean = sum(strengths[name] for name in names) / max(1, len(names))
        return min(STRENGTHS, key=lambda bot: abs(strengths[BOT + bot] - mean))

    async def strengths(self, game: str, seats: int, players: Sequence[str]) -> dict[str, float]:
        """Ratings of these players in the scale of openskill: expected ones as long as theirs are uncertain."""
        skills = await self.ratings.skills((game, seats), players) if is_installed() else {}
        return {player: _mu(skills.get(player), player) for player in players}


def _mu(skill: Skill | None, player: str) -> float:
    if skill is None or skill.shown().provisional:
        return EXPECTED_MU.get(player.removeprefix(BOT), START_MU) if player.startswith(BOT) else START_MU
    return skill.mu
