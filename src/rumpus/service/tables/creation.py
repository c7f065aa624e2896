"""Making tables: a new one, a rematch, and one that goes on from a moment of a finished match."""

from __future__ import annotations

from rumpus.core.catalogue import game_of
from rumpus.core.content.lesson import Lesson, lesson_of
from rumpus.core.content.puzzle import puzzle_of, todays_puzzle
from rumpus.core.display_names import tidy_name
from rumpus.core.errors import BadOption, OtherRules, RumpusError
from rumpus.core.game import Game
from rumpus.core.position import Seat
from rumpus.core.rng import new_seed
from rumpus.service.bots.pool import BotPool
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.clock import now
from rumpus.service.runtime.limits import Hourly
from rumpus.service.tables.live import LiveTable, LiveTables
from rumpus.service.tables.presence import Visitor
from rumpus.table.entries import Began, Clock, Made, Place, RematchAnswered, Rematched
from rumpus.table.lessons import opening
from rumpus.table.seats import bot_name, fingerprint
from rumpus.table.table import Table

DAY = 86_400_000


class TableMaker:
    """Only so many tables an hour are made for one address."""

    def __init__(self, tables: LiveTables, bots: BotPool, most: int) -> None:
        self.tables = tables
        self.bots = bots
        self.limit = Hourly(most)

    async def make(self, visitor: Visitor, wish: m.Make) -> m.TableMade:
        game = game_of(wish.game)
        chairs = [chair for chair in wish.chairs if chair.kind != "closed"]
        options = game.options(wish.options, seats=len(chairs))
        if sum(chair.kind == "me" for chair in chairs) > 1:
            raise BadOption("you can sit on one chair only", "players")
        places: list[Place] = []
        mine: Seat | None = None
        lock = fingerprint(wish.token)
        for number, chair in enumerate(wish.chairs, 1):
            seat = len(places)
            if chair.kind == "closed":
                continue
            if chair.kind == "me":
                mine = seat
                places.append(Place("person", tidy_name(wish.name, []), lock))
            elif chair.kind == "bot":
                try:
                    bot = await self.bots.check(chair.bot, game, options, visitor.address)
                except RumpusError as refusal:
                    raise BadOption(str(refusal), f"chair {number}") from None
                places.append(Place("bot", bot_name(bot, seat), bot=bot))
            else:
                places.append(Place("open"))
        self.limit.take(visitor.address)
        clock = Clock(wish.clock.kind, wish.clock.seconds, wish.clock.plus) if wish.clock else None
        made = Made(
            game.name, game.version, options.changed(), new_seed(), places, lock,
            wish.listed, clock, wish.coach, wish.undo, wish.grace,
        )  # fmt: skip
        begin = [] if any(p.kind == "open" for p in places) else [Began()]
        live = await self.tables.create(made, begin, visitor.address)
        return m.TableMade(table=live.table.id, seat=mine)

    async def learn(self, visitor: Visitor, wish: m.Learn) -> m.TableMade:
        """A guided first game, dealt as the lesson says."""
        game = game_of(wish.game)
        lesson = lesson_of(game)
        if lesson is None:
            raise RumpusError(f"{game.title} has no lesson yet")
        return await self._taught(visitor, game, lesson, wish.token, wish.name)

    async def solve(self, visitor: Visitor, wish: m.Solve) -> m.TableMade:
        """A puzzle: the match up to the moment in question, and then whatever becomes of it."""
        game = game_of(wish.game)
        puzzle = puzzle_of(game, wish.puzzle) if wish.puzzle else todays_puzzle(game, now() // DAY)
        return await self._taught(visitor, game, puzzle.lesson(game), wish.token, wish.name, puzzle.name)

    async def _taught(
        self, visitor: Visitor, game: Game, lesson: Lesson, token: str, name: str, puzzle: str = ""
    ) -> m.TableMade:
        deal = lesson.deal
        options = game.options(deal.options)
        lock = fingerprint(token)
        places = [Place("bot", bot_name(deal.bot, seat), bot=deal.bot) for seat in range(game.seats(options))]
        places[deal.seat] = Place("person", tidy_name(name, []), lock)
        self.limit.take(visitor.address)
        made = Made(
            game.name, game.version, options.changed(), deal.seed, places, lock,
            undo=False, lesson=not puzzle, puzzle=puzzle,
        )  # fmt: skip
        live = await self.tables.create(made, [Began(), *opening(game, lesson)], visitor.address)
        return m.TableMade(table=live.table.id, seat=deal.seat)

    async def rematch(self, visitor: Visitor, yes: bool) -> m.ServerMessage:
        """Asked, and answered by everybody who is here; then there is a table, and all are led to it."""
        live, seat = visitor.seated()
        table = live.table
        async with live.lock:
            if table.state != "over":
                raise RumpusError("the game is still going on")
            while not table.rematch and table.rematch_answers.get(seat) != yes and (yes or table.rematch_answers):
                if await self.tables.append(live, [RematchAnswered(seat, yes)]):
                    break
            here = [live.presence.here(other) for other in range(len(table.places))]
            if not table.rematch and table.rematch_is_due(here):
                self.limit.take(visitor.address)
            while not table.rematch and table.rematch_is_due(here):
                fresh = await self._once_more(table, visitor.address)
                await self.tables.append(live, [Rematched(fresh.table.id)])
        return m.TableMade(table=table.rematch) if table.rematch else m.Done()

    async def _once_more(self, table: Table, address: str) -> LiveTable:
        """The same people; for whoever would rather not, or had left, a bot plays."""
        old = table.made
        game = game_of(old.game)
        options = game.options(old.options)
        places: list[Place] = []
        for seat, place in enumerate(table.places):
            said = table.rematch_answers.get(seat)
            left = said is False or (table.chairs.stand_ins[seat] and not said)
            bot = await self.bots.check(table.chairs.stand_ins[seat], game, options, address) if left else place.bot
            places.append(Place("bot", bot=bot) if left else Place(place.kind, place.name, place.lock, bot))
        # Everybody moves one chair on, so that the first move goes round.
        places = [*places[1:], places[0]]
        for seat, place in enumerate(places):
            if place.kind == "bot":
                place.name = bot_name(place.bot, seat)
        made = Made(
            old.game, game.version, old.options, new_seed(), places, old.host,
            False, old.clock, old.coach, old.undo, old.grace, source=table.id,
        )  # fmt: skip
        alone = sum(place.kind == "person" for place in places) < 2
        return await self.tables.create(made, [Began()] if alone else [], address)

    async def play_on(self, visitor: Visitor, wish: m.PlayOn) -> m.TableMade:
        live = visitor.at_table()
        if live.past is not None:
            raise OtherRules(live.past.why)
        table = live.table
        if table.match is None or table.state != "over":
            raise RumpusError("one can go on from a moment of a finished game only")
        if not table.past <= wish.number < table.past + len(table.steps):
            raise RumpusError("there is no such moment to go on from")
        if wish.seat >= len(table.places):
            raise RumpusError("there is no such seat")
        bot = await self.bots.check(wish.bot, table.game, table.options, visitor.address)
        lock = fingerprint(wish.token)
        places = [Place("bot", bot_name(bot, seat), bot=bot) for seat in range(len(table.places))]
        places[wish.seat] = Place("person", tidy_name(wish.name, []), lock)
        self.limit.take(visitor.address)
        made = table.made
        branch = Made(
            made.game, made.version, made.options, new_seed(), places, lock,
            base=table.base_after(wish.number), source=table.id,
        )  # fmt: skip
        fresh = await self.tables.create(branch, [Began()], visitor.address)
        return m.TableMade(table=fresh.table.id, seat=wish.seat)
