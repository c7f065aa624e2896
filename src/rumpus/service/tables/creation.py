"""Creation of tables: new ones, lessons, puzzles, rematches, and branches of a finished match."""

from __future__ import annotations

from msgspec import structs

from rumpus.core.catalogue import game_of
from rumpus.core.content.lesson import Lesson, lesson_of
from rumpus.core.content.puzzle import puzzle_of, todays_puzzle
from rumpus.core.errors import BadOption, OtherRules, RumpusError
from rumpus.core.game import Game
from rumpus.core.position import Seat
from rumpus.service.bots.pool import BotPool
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import HourlyLimit
from rumpus.service.tables.live import Draft, LiveTables
from rumpus.service.tables.presence import Visitor
from rumpus.table.entries import Began, Clock, Made, Place, RematchAnswered, Rematched
from rumpus.table.lessons import opening_entries, puzzle_texts
from rumpus.table.seats import bot_name, fingerprint
from rumpus.table.table import Table

DAY_MS = 86_400_000
MIN_CLOCK_SECONDS, MAX_CLOCK_SECONDS = 5, 30 * 86_400
NO_FREE_TEXT = "Free text is possible only at tables that are not listed."
BAD_CLOCK = "A clock of {} seconds is not possible. Choose from 5 seconds to 30 days."


class TableMaker:
    """Creates tables, at most `tables_per_hour` per address."""

    def __init__(self, tables: LiveTables, bots: BotPool, tables_per_hour: int) -> None:
        self.tables = tables
        self.bots = bots
        refusal = "You have created {} tables within an hour. Play at one of them first."
        self.limit = HourlyLimit(tables_per_hour, tables.clock, refusal)

    async def make(self, visitor: Visitor, request: m.Make) -> m.TableMade:
        game = game_of(request.game)
        if request.free_text and request.listed:
            raise BadOption(NO_FREE_TEXT, "free_text")
        taken = [wanted for wanted in request.seats if wanted.kind != "closed"]
        options = game.options(request.options, seats=len(taken))
        if sum(wanted.kind == "me" for wanted in taken) > 1:
            raise BadOption("You can take only one seat.", "players")
        places: list[Place] = []
        mine: Seat | None = None
        lock = fingerprint(request.token)
        for number, wanted in enumerate(request.seats, 1):
            seat = len(places)
            if wanted.kind == "me":
                mine = seat
                places.append(visitor.sit_down(request.name, lock))
            elif wanted.kind == "bot":
                try:
                    bot = await self.bots.check(wanted.bot, game, options, visitor.address)
                except RumpusError as refusal:
                    raise BadOption(str(refusal), f"chair {number}") from None
                places.append(Place("bot", bot_name(bot, seat), bot=bot))
            elif wanted.kind == "open":
                places.append(Place("open"))
        self.limit.take(visitor.address)
        clock = checked_clock(request.clock) if request.clock else None
        made = Made(
            game.name, game.version, options.changed(), self.tables.rng.match_seed(), places, lock,
            request.listed, clock, request.coach, request.undo, request.grace, free_text=request.free_text,
        )  # fmt: skip
        begin = [] if any(p.kind == "open" for p in places) else [Began()]
        live = await self.tables.create(made, begin, visitor.address)
        return m.TableMade(table=live.table.id, seat=mine)

    async def learn(self, visitor: Visitor, request: m.Learn) -> m.TableMade:
        game = game_of(request.game)
        lesson = lesson_of(game)
        if lesson is None:
            raise RumpusError(f"{game.title} has no lesson yet.")
        self.limit.take(visitor.address)
        return await self._make_dealt(visitor, game, lesson, request.token, request.name)

    async def solve(self, visitor: Visitor, request: m.Solve) -> m.TableMade:
        game = game_of(request.game)
        today = self.tables.clock.now() // DAY_MS
        puzzle = puzzle_of(game, request.puzzle) if request.puzzle else todays_puzzle(game, today)
        self.limit.take(visitor.address)  # before the work
        texts = await self.tables.executor.run(puzzle_texts, game, puzzle.name)
        return await self._make_dealt(visitor, game, texts.lesson, request.token, request.name, puzzle.name)

    async def _make_dealt(
        self, visitor: Visitor, game: Game, lesson: Lesson, token: str, name: str, puzzle: str = ""
    ) -> m.TableMade:
        """Makes a table for a lesson or puzzle. The caller has counted it against the limit."""
        deal = lesson.deal
        options = game.options(deal.options)
        lock = fingerprint(token)
        places = [Place("bot", bot_name(deal.bot, seat), bot=deal.bot) for seat in range(game.seats(options))]
        places[deal.seat] = visitor.sit_down(name, lock)
        opening = await self.tables.executor.run(opening_entries, game, lesson)
        made = Made(
            game.name, game.version, options.changed(), deal.seed, places, lock,
            undo=False, lesson=not puzzle, puzzle=puzzle,
        )  # fmt: skip
        live = await self.tables.create(made, [Began(), *opening], visitor.address)
        return m.TableMade(table=live.table.id, seat=deal.seat)

    async def rematch(self, visitor: Visitor, yes: bool) -> m.ServerMessage:
        """Asks for a rematch or answers. Creates its table once everybody present has agreed."""
        live, seat = visitor.seated()
        table = live.table
        async with live.lock:
            if table.state != "over":
                raise RumpusError("You can ask for a rematch once the game is over.")
            while not table.rematch and table.rematch_answers.get(seat) != yes and (yes or table.rematch_answers):
                if await self.tables.append(live, [RematchAnswered(seat, yes)]):
                    break
            here = live.seats_here()
            if not table.rematch and table.rematch_is_due(here):
                self.limit.take(visitor.address)
            while not table.rematch and table.rematch_is_due(here):
                draft = await self._draft_rematch(table, visitor.address)
                # In one commit: of two servers that try, one creates its table, and the other creates none.
                if await self.tables.append(live, [Rematched(draft.table.id)], draft.new):
                    self.tables.add_created(draft, visitor.address)
        return m.TableMade(table=table.rematch) if table.rematch else m.Done()

    async def _draft_rematch(self, table: Table, address: str) -> Draft:
        """Prepares a table for the same people. Bots replace those who declined or left."""
        old = table.made
        game = game_of(old.game)
        options = game.options(old.options)
        places: list[Place] = []
        for seat, place in enumerate(table.places):
            said = table.rematch_answers.get(seat)
            left = said is False or (table.seats.stand_ins[seat] and not said)
            bot = await self.bots.check(table.seats.stand_ins[seat], game, options, address) if left else place.bot
            places.append(Place("bot", bot=bot) if left else structs.replace(place, bot=bot))
        # Everybody moves one seat on, so that the first move rotates.
        places = [*places[1:], places[0]]
        for seat, place in enumerate(places):
            if place.kind == "bot":
                place.name = bot_name(place.bot, seat)
        made = Made(
            old.game, game.version, old.options, self.tables.rng.match_seed(), places, old.host,
            False, old.clock, old.coach, old.undo, old.grace, source=table.id, free_text=old.free_text,
        )  # fmt: skip
        alone = sum(place.kind == "person" for place in places) < 2
        return await self.tables.prepare(made, [Began()] if alone else [])

    async def play_on(self, visitor: Visitor, request: m.PlayOn) -> m.TableMade:
        live = visitor.at_table()
        if live.retired is not None:
            raise OtherRules(live.retired.why)
        table = live.table
        if table.match is None or table.state != "over":
            raise RumpusError("You can play only from a move of a finished game.")
        if not table.inherited_moves <= request.number < table.inherited_moves + len(table.steps):
            raise RumpusError(f"This table has no move {request.number} to play from.")
        if request.seat >= len(table.places):
            raise RumpusError(f"This table has no seat {request.seat + 1}.")
        bot = await self.bots.check(request.bot, table.game, table.options, visitor.address)
        lock = fingerprint(request.token)
        places = [Place("bot", bot_name(bot, seat), bot=bot) for seat in range(len(table.places))]
        places[request.seat] = visitor.sit_down(request.name, lock)
        self.limit.take(visitor.address)
        made = table.made
        branch = Made(
            made.game, made.version, made.options, self.tables.rng.match_seed(), places, lock,
            base=table.base_after(request.number), source=table.id,
        )  # fmt: skip
        fresh = await self.tables.create(branch, [Began()], visitor.address)
        return m.TableMade(table=fresh.table.id, seat=request.seat)


def checked_clock(asked: m.MakeClock) -> Clock:
    """The clock of a request. Raises BadOption for one of no time, or of years."""
    if not MIN_CLOCK_SECONDS <= asked.seconds <= MAX_CLOCK_SECONDS:
        raise BadOption(BAD_CLOCK.format(asked.seconds), "clock")
    return Clock(asked.kind, asked.seconds, asked.plus)
