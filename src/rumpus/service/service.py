"""The house: tables, bots and clocks, and whatever is asked of them; a server opens it to many, an export to one."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from rumpus.core.catalogue import every_game
from rumpus.core.game import Game
from rumpus.service.bots.pool import BotPool, BotProcess
from rumpus.service.housekeeping import BEAT_SECONDS, Upkeep, WriteProof
from rumpus.service.info import Answers
from rumpus.service.requests import Requests
from rumpus.service.runtime.background import Aside, Rounds
from rumpus.service.runtime.clock import HOUSE
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.runtime.settings import Settings
from rumpus.service.store import Store
from rumpus.service.tables.live import LiveTables
from rumpus.service.tables.lobby import LobbyPage
from rumpus.service.tables.turns import TurnKeeper

log = logging.getLogger("rumpus.house")


class House:
    """Every part knows only those that were made before it. Its lobby offers these games, or else all there are."""

    def __init__(
        self, settings: Settings, store: Store, bots: Sequence[BotProcess], games: Sequence[Game] | None = None
    ) -> None:
        self.metrics = Metrics()
        self.store = store
        self.aside = Aside(self.metrics)
        self.rounds = Rounds(self.metrics)
        self.bots = BotPool(bots)
        self.tables = LiveTables(store, LobbyPage(store, self.aside), self.aside, self.metrics)
        self.keeper = TurnKeeper(self.tables, self.bots, settings.bot_pause)
        self.tables.listener = self.keeper
        self.proof = WriteProof(store)
        self.upkeep = Upkeep(self.tables, self.keeper, self.proof, settings.keep_days)
        self.requests = Requests(self.tables, self.bots, settings, self.metrics)
        offered = every_game(complain) if games is None else games
        self.answers = Answers(self.tables, self.bots, offered)

    async def open(self) -> None:
        """Before anything else: a RumpusError says why nothing can be kept."""
        await self.store.open(self.tables)
        HOUSE.compare(await self.store.newest())

    def begin(self) -> None:
        """What is done again and again from now on."""
        self.rounds.every(BEAT_SECONDS, "upkeep", self.upkeep.beat)
        self.aside.spawn(self.bots.warm())


def complain(sentence: str) -> None:
    log.error("a game is left out", extra={"facts": {"error": sentence}})
