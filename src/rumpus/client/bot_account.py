"""A bot's account at a server: takes free seats at listed tables, accepts challenges, and plays several at a time.

A player gets the seat's information state and nothing else: its position is a determinization that the server samples
from what the seat knows.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from rumpus.client import Client, Refusal, TablePage, new_token
from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.rng import SeededRng, new_seed

OPEN_SECONDS = 600.0
"""Seconds a bot waits for a table to begin."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds between two tries to reach a server. They double."""
LOOK_SECONDS, CHALLENGE_SECONDS = 1.0, 5.0
"""Seconds between two looks at the listed tables, and at the challenges."""


def is_away(error: BaseException | None) -> bool:
    """True if the server could not be reached."""
    return isinstance(error, RumpusError) and str(error).startswith("No Rumpus server answers")


class Decider(Protocol):
    """What plays a seat: `rumpus.players` has such players, and a class of yours may be one."""

    def decide(self, info: InfoState) -> Move: ...


MakePlayer = Callable[[Game, Options, str], Decider]
"""Makes a player for one seat of one match, with a seed."""


class BotAccount:
    """Plays at most `limit` tables at a time, of these games only."""

    def __init__(
        self,
        url: str,
        name: str,
        make_player: MakePlayer,
        games: Sequence[str],
        limit: int = 4,
        report: Callable[[str], object] = print,
        after: float = 10.0,
        tournament: str = "",
    ) -> None:
        """`after`: seconds for which it leaves a free seat to people. `tournament`: link of one that it joins."""
        self.url = url
        self.name = name
        self.make_player = make_player
        self.games = frozenset(games)
        self.limit = limit
        self.report = report
        self.after = after
        self.tournament = tournament.rstrip("/").rpartition("/")[2]
        self._joined = False
        self.profile = ""
        """Id of its profile, once it is signed in."""
        self._first_seen: dict[str, float] = {}
        self._look_at = 0.0
        """Time of the next look at the challenges."""
        self._round_at = 0.0
        """Time of the next look for its table in the tournament."""
        self.tables: dict[str, asyncio.Task[None]] = {}
        """The tables at which it plays."""
        self.left: set[str] = set()
        """Tables at which it does not sit down again."""

    async def run(self) -> None:
        """Plays until it is cancelled. Connects again if the server is away."""
        wait = FIRST_WAIT
        while True:
            try:
                async with Client(self.url) as lobby:
                    profile = await lobby.use_profile(self.name, bot=True)
                    self.profile = str(profile["profile"])
                    self.report(f"{profile['name']} is at {lobby.server}.")
                    wait = FIRST_WAIT
                    await self._serve(lobby)
            except Refusal:
                raise
            except RumpusError as error:
                if not is_away(error):
                    raise
                self.report(f"{error} Trying again in {wait:.0f} s.")
            finally:
                await self._stop_tables()
            await asyncio.sleep(wait * (0.75 + random.random() / 2))
            wait = min(LONGEST_WAIT, 2 * wait)

    async def _accept_challenges(self, lobby: Client) -> None:
        """Accepts open challenges while it has time, at most once in `CHALLENGE_SECONDS`."""
        now = asyncio.get_running_loop().time()
        if len(self.tables) >= self.limit or now < self._look_at:
            return
        self._look_at = now + CHALLENGE_SECONDS
        for challenge in (await lobby.ask("challenges"))["challenges"]:
            id = str(challenge["challenge"])
            if challenge["profile"] == self.profile or challenge["game"] not in self.games or id in self.left:
                continue
            if len(self.tables) >= self.limit:
                return
            if now - self._first_seen.setdefault(id, now) < self.after:
                continue
            self.left.add(id)
            with contextlib.suppress(Refusal):  # somebody was quicker, or it is for other ratings
                found = await lobby.ask("challenge_accept", challenge=id, token=new_token())
                self._begin(str(found["table"]))

    async def _stop_tables(self) -> None:
        for task in self.tables.values():
            task.cancel()
        await asyncio.gather(*self.tables.values(), return_exceptions=True)
        self.tables.clear()

    async def _join(self, lobby: Client) -> None:
        """Joins the tournament, once."""
        if self.tournament and not self._joined:
            await lobby.ask("tournament_join", tournament=self.tournament)
            self._joined = True

    async def _play_rounds(self, lobby: Client) -> None:
        """Goes to the tables of its tournament, whatever the limit."""
        now = asyncio.get_running_loop().time()
        if self.tournament and now >= self._round_at:
            self._round_at = now + CHALLENGE_SECONDS
            for game in await lobby.my_games():
                if game["game"] in self.games and game["table"] not in self.left:
                    self._begin(str(game["table"]))

    async def _serve(self, lobby: Client) -> None:
        await self._join(lobby)
        for game in await lobby.my_games():  # of an earlier run
            if game["game"] in self.games:
                self._begin(str(game["table"]))
        await lobby.ask("lobby")
        while True:
            for row in lobby.tables:
                if len(self.tables) < self.limit and self._wants(row):
                    self._begin(str(row["table"]))
            await self._accept_challenges(lobby)
            await self._play_rounds(lobby)
            news = asyncio.ensure_future(lobby.news())
            waiting = {news, *self.tables.values()}
            done, _ = await asyncio.wait(waiting, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if news not in done:
                news.cancel()
                await asyncio.gather(news, return_exceptions=True)
            else:
                news.result()
            for table, task in list(self.tables.items()):
                if task.done():
                    del self.tables[table]
                    self._note(table, task)

    def _note(self, table: str, task: asyncio.Task[None]) -> None:
        error = task.exception()
        if error is not None:
            self.report(f"Table {table}: {error}")
        if is_away(error):
            self._begin(table)
        else:
            self.left.add(table)

    def _wants(self, row: Mapping[str, Any]) -> bool:
        table = row["table"]
        if row["state"] != "open" or row["game"] not in self.games or table in self.tables or table in self.left:
            return False
        if not any(seat["kind"] == "open" for seat in row["seats"]):
            return False
        now = asyncio.get_running_loop().time()
        return now - self._first_seen.setdefault(table, now) >= self.after

    def _begin(self, table: str) -> None:
        if table not in self.tables:
            self.tables[table] = asyncio.create_task(self._play(table))

    # --- one table ---

    async def _play(self, table: str) -> None:
        async with Client(self.url, wait=LONGEST_WAIT) as client:
            await client.use_profile(self.name, bot=True)
            page = await client.attach(table)
            if page.table_view.you is None:
                try:
                    await client.sit()
                except Refusal:
                    return  # somebody else was quicker
            await BotSeat(client, self.make_player, self.report).play()


class BotSeat:
    """A client's seat at a table, played by a player."""

    def __init__(self, client: Client, make_player: MakePlayer, report: Callable[[str], object]) -> None:
        self.client = client
        self.make_player = make_player
        self.report = report
        self._player: Decider | None = None
        self._epoch = -1

    async def play(self) -> None:
        """Plays to the end. Leaves a table that does not begin, and one at which its player fails."""
        pages = self.client.pages()
        begun = False
        while True:
            try:
                page = await asyncio.wait_for(anext(pages), None if begun else OPEN_SECONDS)
            except StopAsyncIteration:
                return
            except TimeoutError:
                with contextlib.suppress(Refusal):  # nobody leaves a tournament's table
                    await self.client.ask("leave")
                return
            begun = page.table_view.state != "open"
            if page.moves:
                await self._decide(page)

    async def _decide(self, page: TablePage) -> None:
        try:
            info = await self.info(page)
            if info is None:
                return
            move = await asyncio.to_thread(self._decision, page, info)
            with contextlib.suppress(Refusal):  # the clock was quicker, or somebody took back a move
                await self.client.move(int(move))
        except Refusal:
            return
        except Exception as error:
            self.report(f"Table {page.table_view.table}: the player failed, so it leaves: {error!r}")
            with contextlib.suppress(Refusal):
                await self.client.ask("leave")
            raise RumpusError(f"The player failed: {error!r}.") from error

    async def info(self, page: TablePage) -> InfoState | None:
        """The seat's information state. None if the decision is over already."""
        view = page.table_view
        world = await self.client.ask("world")
        if world["at"] != view.at or view.you is None:
            return None
        game = find_game(view.game)
        options = game.options(view.options)
        position = game.load(options, world["position"])
        names = [seat.name for seat in view.seats]
        return InfoState(game, options, position, view.you, SeededRng(new_seed()), names)

    def _decision(self, page: TablePage, info: InfoState) -> Move:
        moves = info.moves()
        if len(moves) == 1:
            return moves[0]
        if self._player is None or self._epoch != page.table_view.epoch:  # after an undo
            self._player = self.make_player(info.game, info.options, new_seed())
            self._epoch = page.table_view.epoch
        return self._player.decide(info)
