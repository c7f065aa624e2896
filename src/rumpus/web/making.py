"""Making tables: a new one, a rematch, and one that goes on from a moment of a finished match."""

from __future__ import annotations

from rumpus.core.catalogue import game_of
from rumpus.core.contract import Seat
from rumpus.core.errors import OtherRules, RumpusError
from rumpus.core.lesson import lesson_of
from rumpus.core.luck import new_seed
from rumpus.core.people import tidy_name
from rumpus.table.chairs import bot_name, fingerprint
from rumpus.table.entries import Began, Clock, Made, Place, Rematched
from rumpus.table.lessons import opening
from rumpus.web import messages as m
from rumpus.web.bots import BotPool
from rumpus.web.limits import Hourly
from rumpus.web.live import LiveTables
from rumpus.web.presence import Visitor


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
            raise RumpusError("you can sit on one chair only")
        places: list[Place] = []
        mine: Seat | None = None
        lock = fingerprint(wish.token)
        for seat, chair in enumerate(chairs):
            if chair.kind == "me":
                mine = seat
                places.append(Place("person", tidy_name(wish.name, []), lock))
            elif chair.kind == "bot":
                bot = await self.bots.check(chair.bot, game, options, visitor.address)
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
        deal = lesson.deal
        options = game.options(deal.options)
        lock = fingerprint(wish.token)
        places = [Place("bot", bot_name(deal.bot, seat), bot=deal.bot) for seat in range(game.seats(options))]
        places[deal.seat] = Place("person", tidy_name(wish.name, []), lock)
        self.limit.take(visitor.address)
        made = Made(game.name, game.version, options.changed(), deal.seed, places, lock, undo=False, lesson=True)
        live = await self.tables.create(made, [Began(), *opening(game, lesson)], visitor.address)
        return m.TableMade(table=live.table.id, seat=deal.seat)

    async def rematch(self, visitor: Visitor) -> m.TableMade:
        """The same people once more; whoever asks second is led to the table of whoever asked first."""
        live, _ = visitor.seated()
        table = live.table
        async with live.lock:
            if table.state != "over":
                raise RumpusError("the game is still going on")
            if not table.rematch:
                self.limit.take(visitor.address)
            while not table.rematch:
                # Everybody moves one chair on, so that the first move goes round.
                places = [Place(p.kind, p.name, p.lock, p.bot) for p in table.places]
                places = [*places[1:], places[0]]
                for seat, place in enumerate(places):
                    if place.kind == "bot":
                        place.name = bot_name(place.bot, seat)
                old = table.made
                game = game_of(old.game)
                game.options(old.options)
                made = Made(
                    old.game, game.version, old.options, new_seed(), places, old.host,
                    False, old.clock, old.coach, old.undo, old.grace, source=table.id,
                )  # fmt: skip
                fresh = await self.tables.create(made, [Began()], visitor.address)
                await self.tables.append(live, [Rematched(fresh.table.id)])
        return m.TableMade(table=table.rematch)

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
