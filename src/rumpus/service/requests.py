"""What a visitor may ask for, and under which conditions it is done.

How somebody's own tables stand, for whoever comes back to the lobby.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from rumpus.core.display_names import tidy_name
from rumpus.core.errors import IllegalMove, RumpusError
from rumpus.core.outcome import fared
from rumpus.core.position import Seat
from rumpus.service.bots.pool import STAND_IN, BotPool
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.clock import now
from rumpus.service.runtime.limits import Buckets, TooMuch
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.runtime.settings import WISH_BURST, WISH_RATE, WISHES_PER_TABLE, Settings
from rumpus.service.tables.creation import TableMaker
from rumpus.service.tables.live import LiveTable, LiveTables
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.replays import Replays
from rumpus.service.tables.reviews import Reviews
from rumpus.table import seat_view
from rumpus.table.entries import (
    Back,
    Began,
    BotReplaced,
    Dropped,
    Entry,
    Filled,
    Moved,
    Named,
    Sat,
    Stood,
    StoodIn,
    UndoAnswered,
    UndoAsked,
)
from rumpus.table.lessons import lesson_at
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table
from rumpus.table.undo import moves_to_keep


async def my_tables(tables: LiveTables, keys: Sequence[m.Key]) -> m.MyTables:
    """In the order of the keys; a table that is gone, or a key that fits no chair there, is passed over in silence."""
    found: list[m.MyTable] = []
    for key in keys:
        try:
            table = (await tables.open(key.table)).table
        except RumpusError:
            continue
        stands = _stands(table, key.token)
        if stands is not None:
            found.append(stands)
    return m.MyTables(tables=found)


def _stands(table: Table, token: str) -> m.MyTable | None:
    seat = table.seat_of(token)
    if seat is None:
        return None
    others = [place.name for other, place in enumerate(table.places) if other != seat and place.name]
    mine = m.MyTable(table.id, table.game.name, table.game.title, table.state, others)
    match = table.match
    if match is not None:
        mine.turn = seat in match.position.to_act() and not table.chairs.stand_ins[seat]
        if match.over:
            mine.fared = fared(match.record.ranking, seat)
    return mine


class Stale(RumpusError):
    """An answer to a question that is no longer asked."""


class Requests:
    """Every request is checked again under the table's lock, and answered only after its entry is committed."""

    def __init__(self, tables: LiveTables, bots: BotPool, settings: Settings, metrics: Metrics) -> None:
        self.tables = tables
        self.lobby = tables.lobby
        self.bots = bots
        self.making = TableMaker(tables, bots, settings.tables_per_address)
        self.wishes = Buckets(WISH_RATE, WISH_BURST)
        self.replays = Replays(tables.store, settings.compute_limit)
        self.reviews = Reviews(bots, tables.aside, tables.store)
        self.metrics = metrics

    async def answer(self, visitor: Visitor, asked: m.AnyClientMessage) -> m.ServerMessage:
        """Do what was asked; a RumpusError says why not, and then nothing has changed."""
        match asked:
            case m.Decide():
                return await self._decide(visitor, asked)
            case m.Ping():
                return m.Pong(now=now())
            case m.Lobby():
                visitor.in_lobby = True
                self.lobby.visitors.add(visitor)
                await self.lobby.look()
                visitor.wake()
                return m.Done()
            case m.Make():
                return await self.making.make(visitor, asked)
            case m.Learn():
                return await self.making.learn(visitor, asked)
            case m.Solve():
                return await self.making.solve(visitor, asked)
            case m.Mine():
                return await my_tables(self.tables, asked.keys)
            case m.Attach():
                return await self._attach(visitor, asked)
            case m.Detach():
                visitor.look_away()
                return m.Done()
            case m.Why():
                return self._why(visitor, asked)
            case m.Replay():
                return await self.replays.show(visitor, asked)
            case m.Reviewing():
                return await self.reviews.show(visitor, asked)
            case m.Hint():
                return await self._hint(visitor)
            case m.Rematch():
                return await self.making.rematch(visitor, asked.yes)
            case m.PlayOn():
                return await self.making.play_on(visitor, asked)
            case _:
                return await self._at_table(visitor, asked)

    def leave(self, visitor: Visitor) -> None:
        """The socket is closed."""
        self.lobby.visitors.discard(visitor)
        visitor.look_away()

    async def _attach(self, visitor: Visitor, asked: m.Attach) -> m.ServerMessage:
        live = await self.tables.open(asked.table)
        visitor.look_away()
        visitor.seat = live.table.seat_of(asked.token) if asked.token else None
        visitor.host = live.table.is_host(asked.token) if asked.token else False
        visitor.epoch = asked.epoch if asked.lines else -1
        visitor.lines = asked.lines
        visitor.look_at(live)
        live.owner = live.owner or visitor.address
        if visitor.seat is not None and live.past is None:
            await self.tables.begin_if_all_are_here(live)
        return m.Done()

    # --- playing ---

    async def _decide(self, visitor: Visitor, asked: m.Decide) -> m.ServerMessage:
        began = time.perf_counter()
        live, seat = visitor.seated()
        table = live.table
        async with live.lock:
            while True:
                match = table.match
                if match is None:
                    raise RumpusError("the game has not begun yet")
                if table.chairs.dropped:
                    raise RumpusError("this game has ended")
                if table.has(seat, asked.at, asked.id_):
                    return m.Done()  # said before, and done before
                if table.chairs.stand_ins[seat]:
                    raise RumpusError("a bot is playing for you; take your seat back first")
                if asked.at != table.at(seat):
                    raise Stale("that question has been answered already")
                if asked.move is not None:
                    move = asked.move
                elif asked.words is not None:
                    move = seat_view.read(match, seat, asked.words)
                else:
                    raise RumpusError("a move is needed: its number or its words")
                # The one time that it is asked; if it is not, the seat hears why from what it knows itself.
                if match.position.why_not(seat, move):
                    raise IllegalMove(seat_view.why_not(match, seat, move) or seat_view.NOT_AMONG)
                lesson = lesson_at(table)
                if lesson is not None and (wrong := lesson.refusal(seat, move)):
                    raise IllegalMove(wrong)
                if await self.tables.append(live, [Moved(seat, move, asked.id_)]):
                    break
        self.metrics.acknowledge(time.perf_counter() - began)
        return m.Done()

    def _why(self, visitor: Visitor, asked: m.Why) -> m.ServerMessage:
        live, seat = visitor.seated()
        match = live.table.match
        if match is None:
            raise RumpusError("the game has not begun yet")
        if asked.move is not None:
            return m.Reasons(reasons=[seat_view.because(asked.move, "", seat_view.why_not(match, seat, asked.move))])
        if asked.words is not None:
            try:
                move = seat_view.read(match, seat, asked.words)
                why = seat_view.why_not(match, seat, move)
            except IllegalMove as refusal:
                move, why = -1, str(refusal)
            return m.Reasons(reasons=[seat_view.because(move, asked.words, why)])
        return m.Reasons(reasons=live.reasons(seat))

    async def _hint(self, visitor: Visitor) -> m.ServerMessage:
        live, seat = visitor.seated()
        table = live.table
        if not table.made.coach:
            raise RumpusError("at this table the coach is not at hand")
        if table.match is None or table.state != "playing" or seat not in table.match.position.to_act():
            raise RumpusError("you have nothing to decide at the moment")
        if visitor.has_asked_coach:
            raise RumpusError("the coach is thinking already")
        visitor.has_asked_coach = True
        try:
            details = await self.bots.advise(table, seat, visitor.address)
        finally:
            visitor.has_asked_coach = False
        return m.HintReply(sentence=str(details.get("hint", "")), details=details)

    # --- at a table ---

    async def _at_table(self, visitor: Visitor, asked: m.AnyClientMessage) -> m.ServerMessage:
        live = visitor.at_table()
        bot = ""
        if isinstance(asked, m.Start | m.Stand | m.Replace | m.Leave) or (isinstance(asked, m.Fill) and asked.bot):
            wish = "" if isinstance(asked, m.Leave) else asked.bot
            if isinstance(asked, m.Leave | m.Stand):
                wish = wish or STAND_IN
            bot = await self.bots.check(wish, live.table.game, live.table.options, visitor.address)
        async with live.lock:
            paid = isinstance(asked, m.Undo)
            if paid:  # also for an answer that is no: the match is gone through again for it
                self._pay(visitor, live, asked)
            while True:
                if isinstance(asked, m.Undo):
                    entries = await self._undo(visitor)
                else:
                    entries = self._entries(visitor, live, asked, bot)
                if entries and not paid:
                    self._pay(visitor, live, asked)
                    paid = True
                if not entries or await self.tables.append(live, entries):
                    break
        if isinstance(asked, m.Sit):
            visitor.become(live.table.seat_of(asked.token), live.table.is_host(asked.token))
        elif isinstance(asked, m.Leave) and live.table.state == "open":
            visitor.become(None, visitor.host)
        return m.Done()

    async def _undo(self, visitor: Visitor) -> list[Entry]:
        live, seat = visitor.seated()
        return [UndoAsked(seat, await asyncio.to_thread(moves_to_keep, live.table, seat))]

    def _pay(self, visitor: Visitor, live: LiveTable, asked: m.AnyClientMessage) -> None:
        """A book is for moves: of all else there may be so much in it, and so much at once from one address."""
        if isinstance(asked, m.Start | m.Drop):
            return  # can be had once
        if live.table.wishes >= WISHES_PER_TABLE:
            raise TooMuch("there has been so much coming and going at this table that only moves are possible now")
        if not self.wishes.take((live.table.id, visitor.address)):
            self.metrics.count("too_many_wishes")
            raise TooMuch("that was a lot at once; wait a few seconds")

    def _entries(self, visitor: Visitor, live: LiveTable, asked: m.AnyClientMessage, bot: str) -> list[Entry]:
        """What would have to be written down, with this bot where one is wanted; nothing if it is so already."""
        table = live.table
        match asked:
            case m.Sit():
                return _sit(table, asked)
            case m.Leave():
                _, seat = visitor.seated()
                if table.state == "open":
                    return [Stood(seat)]
                return _stand_in(live, seat, seat, bot)
            case m.Rename(name=name):
                _, seat = visitor.seated()
                tidy = tidy_name(name, [other for s, other in enumerate(table.names) if s != seat])
                return [] if tidy == table.places[seat].name else [Named(seat, tidy)]
            case m.Fill(seat=seat):
                visitor.must_be_host()
                if table.state != "open":
                    raise RumpusError("the game has begun; chairs are no longer given away")
                if seat >= len(table.places) or table.places[seat].kind == "person":
                    raise RumpusError("that chair is not free")
                filled: list[Entry] = [Filled(seat, bot)]
                return _begin_if_full(table, filled)
            case m.Start():
                visitor.must_be_host()
                if table.state != "open":
                    return []
                free = [seat for seat, place in enumerate(table.places) if place.kind == "open"]
                return [*[Filled(seat, bot) for seat in free], Began()]
            case m.Drop():
                visitor.must_be_host()
                if table.state != "open":
                    raise RumpusError("the game has begun; it can no longer be called off")
                return [Dropped()]
            case m.Stand(seat=other):
                _, seat = visitor.seated()
                return _stand_in(live, seat, other, bot)
            case m.ComeBack():
                _, seat = visitor.seated()
                return [Back(seat)] if table.chairs.stand_ins[seat] else []
            case m.Replace(seat=other):
                return _replace(visitor, table, other, bot)
            case m.Agree(yes=yes):
                _, seat = visitor.seated()
                if table.undo_wish is None:
                    raise RumpusError("nobody asks to take a move back")
                return [] if seat in table.undo_agreed else [UndoAnswered(seat, yes)]
        raise RumpusError("that cannot be asked here")


def _sit(table: Table, asked: m.Sit) -> list[Entry]:
    if table.seat_of(asked.token) is not None:
        return []  # said before, and done before
    if table.state != "open":
        raise RumpusError("the game has begun; you can watch it")
    free = [seat for seat, place in enumerate(table.places) if place.kind == "open"]
    if asked.seat is not None and asked.seat not in free:
        raise RumpusError("that chair is not free")
    if not free:
        raise RumpusError("no chair is free; you can watch")
    seat = free[0] if asked.seat is None else asked.seat
    name = tidy_name(asked.name, [place.name for place in table.places if place.name])
    return _begin_if_full(table, [Sat(seat, name, fingerprint(asked.token))])


def _begin_if_full(table: Table, entries: list[Entry]) -> list[Entry]:
    chairs = table.chairs.copy()
    for entry in entries:
        chairs.take(entry)
    return entries if any(place.kind == "open" for place in chairs.places) else [*entries, Began()]


def _replace(visitor: Visitor, table: Table, seat: Seat, bot: str) -> list[Entry]:
    if not visitor.host:
        visitor.seated()
    if seat >= len(table.places) or not table.stuck(seat):
        raise RumpusError("no bot has failed there")
    return [BotReplaced(seat, bot)]


def _stand_in(live: LiveTable, seat: Seat, other: Seat, bot: str) -> list[Entry]:
    table = live.table
    if table.state != "playing":
        raise RumpusError("a bot can play on only while the game goes on")
    if other >= len(table.places) or table.places[other].kind != "person":
        raise RumpusError("nobody sits there for whom a bot could play")
    if table.chairs.stand_ins[other]:
        return []
    if other != seat:
        gone = now() - live.presence.away[other]
        if live.presence.here(other):
            raise RumpusError(f"{table.names[other]} is here")
        if gone < 1000 * table.made.grace:
            left = table.made.grace - gone // 1000
            raise RumpusError(f"wait {left} seconds more for {table.names[other]}")
    return [StoodIn(other, bot)]
