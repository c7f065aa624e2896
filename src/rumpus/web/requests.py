"""The desk: what a visitor may ask for, and under which conditions it is done."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time

import msgspec
from msgspec import Raw

from rumpus.core.contract import Seat
from rumpus.core.errors import IllegalMove, RumpusError
from rumpus.table import sight
from rumpus.table.chairs import bot_name, fingerprint
from rumpus.table.entries import (
    Back,
    Began,
    Clock,
    Dropped,
    Entry,
    Filled,
    Made,
    Moved,
    Named,
    Place,
    Rematched,
    Sat,
    Stood,
    StoodIn,
    UndoAnswered,
    UndoAsked,
)
from rumpus.table.moments import table_moments
from rumpus.table.table import Table
from rumpus.table.undo import moves_to_keep
from rumpus.web import messages as m
from rumpus.web.bots import Bots, check_bot
from rumpus.web.games import game_of
from rumpus.web.limits import Hourly, tidy_name
from rumpus.web.live import Hall, Live, Watcher, now
from rumpus.web.metrics import Metrics
from rumpus.web.settings import Settings

FRAME_BYTES = 400_000


class Stale(RumpusError):
    """An answer to a question that is no longer asked."""


class Visitor(Watcher):
    """Whoever is at the other end of a socket."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.in_lobby = False
        self.thinking = False


class Desk:
    """Every request is checked again under the table's lock, and answered only after its entry is committed."""

    def __init__(self, hall: Hall, bots: Bots, settings: Settings, metrics: Metrics) -> None:
        self.hall = hall
        self.bots = bots
        self.made = Hourly(settings.tables_per_address)
        self.busy = asyncio.Semaphore(settings.compute_limit)
        self.metrics = metrics

    async def answer(self, visitor: Visitor, said: m.Said) -> m.Tell:
        """Do what was asked; a RumpusError says why not, and then nothing has changed."""
        match said:
            case m.MoveIt():
                return await self._move(visitor, said)
            case m.Ping():
                return m.Pong(now=now())
            case m.Lobby():
                visitor.in_lobby = True
                self.hall.lobby.add(visitor)
                await self.hall.look_into_lobby()
                visitor.wake()
                return m.Done()
            case m.Make():
                return await self._make(visitor, said)
            case m.Attach():
                return await self._attach(visitor, said)
            case m.Detach():
                self.hall.unwatch(visitor)
                return m.Done()
            case m.Why():
                return await self._why(visitor, said)
            case m.Replay():
                return await self._replay(visitor, said)
            case m.Hint():
                return await self._hint(visitor)
            case m.Rematch():
                return await self._rematch(visitor)
            case m.PlayOn():
                return await self._play_on(visitor, said)
            case _:
                return await self._at_table(visitor, said)

    # --- making and finding tables ---

    async def _make(self, visitor: Visitor, said: m.Make) -> m.Tell:
        game = game_of(said.game)
        chairs = [chair for chair in said.chairs if chair.kind != "closed"]
        options = game.options(said.options, seats=len(chairs))
        if sum(chair.kind == "me" for chair in chairs) > 1:
            raise RumpusError("you can sit on one chair only")
        places: list[Place] = []
        mine: Seat | None = None
        lock = fingerprint(said.token)
        for seat, chair in enumerate(chairs):
            if chair.kind == "me":
                mine = seat
                places.append(Place("person", tidy_name(said.name, []), lock))
            elif chair.kind == "bot":
                bot = check_bot(chair.bot, game, options)
                places.append(Place("bot", bot_name(bot, seat), bot=bot))
            else:
                places.append(Place("open"))
        self.made.take(visitor.address)
        clock = Clock(said.clock.kind, said.clock.seconds, said.clock.plus) if said.clock else None
        made = Made(
            game.name, game.version, options.changed(), secrets.token_hex(16), places, lock,
            said.listed, clock, said.coach, said.undo, said.grace,
        )  # fmt: skip
        live = await self.hall.create(made, [] if any(p.kind == "open" for p in places) else [Began()])
        return m.MadeIt(table=live.table.id, seat=mine)

    async def _attach(self, visitor: Visitor, said: m.Attach) -> m.Tell:
        live = await self.hall.live(said.table)
        self.hall.unwatch(visitor)
        table = live.table
        visitor.seat = table.seat_of(said.token) if said.token else None
        visitor.host = table.is_host(said.token) if said.token else False
        visitor.epoch = said.epoch if said.lines else -1
        visitor.lines = said.lines
        self.hall.watch(live, visitor)
        return m.Done()

    # --- playing ---

    async def _move(self, visitor: Visitor, said: m.MoveIt) -> m.Tell:
        began = time.perf_counter()
        live, seat = self._seated(visitor)
        table = live.table
        async with live.lock:
            while True:
                match = table.match
                if match is None:
                    raise RumpusError("the game has not begun yet")
                if table.has(seat, said.at, said.id_):
                    return m.Done()  # said before, and done before
                if table.chairs.stand_ins[seat]:
                    raise RumpusError("a bot is playing for you; take your seat back first")
                if said.at != table.at(seat):
                    raise Stale("that question has been answered already")
                if said.move is not None:
                    move = said.move
                elif said.words is not None:
                    move = sight.read(match, seat, said.words)
                else:
                    raise RumpusError("a move is needed: its number or its words")
                if match.position.why_not(seat, move):
                    raise IllegalMove(sight.why_not(match, seat, move) or sight.NOT_AMONG)
                if await self.hall.append(live, [Moved(seat, move, said.id_)]):
                    break
        self.metrics.acknowledge(time.perf_counter() - began)
        return m.Done()

    async def _why(self, visitor: Visitor, said: m.Why) -> m.Tell:
        live, seat = self._seated(visitor)
        match = live.table.match
        if match is None:
            raise RumpusError("the game has not begun yet")
        if said.move is not None:
            return m.Reasons(reasons=[sight.WhyNot(said.move, "", sight.why_not(match, seat, said.move))])
        if said.words is not None:
            try:
                move = sight.read(match, seat, said.words)
                why = sight.why_not(match, seat, move)
            except IllegalMove as refusal:
                move, why = -1, str(refusal)
            return m.Reasons(reasons=[sight.WhyNot(move, said.words, why)])
        return m.Reasons(reasons=sight.why_nots(match, seat))

    async def _hint(self, visitor: Visitor) -> m.Tell:
        live, seat = self._seated(visitor)
        table = live.table
        if not table.made.coach:
            raise RumpusError("at this table the coach is not at hand")
        if table.match is None or seat not in table.match.position.to_act():
            raise RumpusError("you have nothing to decide at the moment")
        if visitor.thinking:
            raise RumpusError("the coach is thinking already")
        visitor.thinking = True
        try:
            details = await self.bots.advise(table.game, table.options, table.match.position, seat)
        except TimeoutError:
            raise RumpusError("the coach is too busy; please ask again") from None
        finally:
            visitor.thinking = False
        return m.Advice(sentence=str(details.get("hint", "")), details=details)

    # --- at a table ---

    async def _at_table(self, visitor: Visitor, said: m.Said) -> m.Tell:
        live = self._watching(visitor)
        async with live.lock:
            while True:
                entries = self._entries(visitor, live, said)
                if not entries or await self.hall.append(live, entries):
                    break
        if isinstance(said, m.Sit):
            self.hall.reseat(visitor, live.table.seat_of(said.token), live.table.is_host(said.token))
        elif isinstance(said, m.Leave) and live.table.state == "open":
            self.hall.reseat(visitor, None, visitor.host)
        return m.Done()

    def _entries(self, visitor: Visitor, live: Live, said: m.Said) -> list[Entry]:
        """What would have to be written down; nothing if it is so already."""
        table = live.table
        match said:
            case m.Sit():
                return self._sit(table, said)
            case m.Leave():
                _, seat = self._seated(visitor)
                if table.state == "open":
                    return [Stood(seat)]
                return self._stand_in(live, seat, seat, "")
            case m.Rename(name=name):
                _, seat = self._seated(visitor)
                tidy = tidy_name(name, [other for s, other in enumerate(table.names) if s != seat])
                return [] if tidy == table.places[seat].name else [Named(seat, tidy)]
            case m.Fill(seat=seat, bot=bot):
                self._host(visitor, table)
                if table.state != "open":
                    raise RumpusError("the game has begun; chairs are no longer given away")
                if seat >= len(table.places) or table.places[seat].kind == "person":
                    raise RumpusError("that chair is not free")
                filled: list[Entry] = [Filled(seat, check_bot(bot, table.game, table.options) if bot else "")]
                return self._begin_if_full(table, filled)
            case m.Start(bot=bot):
                self._host(visitor, table)
                if table.state != "open":
                    return []
                name = check_bot(bot, table.game, table.options)
                free = [seat for seat, place in enumerate(table.places) if place.kind == "open"]
                return [*[Filled(seat, name) for seat in free], Began()]
            case m.Drop():
                self._host(visitor, table)
                if table.state != "open":
                    raise RumpusError("the game has begun; it can no longer be called off")
                return [Dropped()]
            case m.Stand(seat=other, bot=bot):
                _, seat = self._seated(visitor)
                return self._stand_in(live, seat, other, bot)
            case m.ComeBack():
                _, seat = self._seated(visitor)
                return [Back(seat)] if table.chairs.stand_ins[seat] else []
            case m.Undo():
                _, seat = self._seated(visitor)
                return [UndoAsked(seat, moves_to_keep(table, seat))]
            case m.Agree(yes=yes):
                _, seat = self._seated(visitor)
                if table.undo_wish is None:
                    raise RumpusError("nobody asks to take a move back")
                return [] if seat in table.undo_agreed else [UndoAnswered(seat, yes)]
        raise RumpusError("that cannot be asked here")

    def _sit(self, table: Table, said: m.Sit) -> list[Entry]:
        if table.seat_of(said.token) is not None:
            return []  # said before, and done before
        if table.state != "open":
            raise RumpusError("the game has begun; you can watch it")
        free = [seat for seat, place in enumerate(table.places) if place.kind == "open"]
        if said.seat is not None and said.seat not in free:
            raise RumpusError("that chair is not free")
        if not free:
            raise RumpusError("no chair is free; you can watch")
        seat = free[0] if said.seat is None else said.seat
        name = tidy_name(said.name, [place.name for place in table.places if place.name])
        return self._begin_if_full(table, [Sat(seat, name, fingerprint(said.token))])

    def _begin_if_full(self, table: Table, entries: list[Entry]) -> list[Entry]:
        chairs = table.chairs.copy()
        for entry in entries:
            chairs.take(entry)
        return entries if any(place.kind == "open" for place in chairs.places) else [*entries, Began()]

    def _stand_in(self, live: Live, seat: Seat, other: Seat, bot: str) -> list[Entry]:
        table = live.table
        if table.state != "playing":
            raise RumpusError("a bot can play on only while the game goes on")
        if other >= len(table.places) or table.places[other].kind != "person":
            raise RumpusError("nobody sits there for whom a bot could play")
        if table.chairs.stand_ins[other]:
            return []
        if other != seat:
            gone = now() - live.away[other]
            if live.here(other):
                raise RumpusError(f"{table.names[other]} is here")
            if gone < 1000 * table.made.grace:
                left = table.made.grace - gone // 1000
                raise RumpusError(f"wait {left} seconds more for {table.names[other]}")
        return [StoodIn(other, check_bot(bot, table.game, table.options))]

    # --- after the game ---

    async def _rematch(self, visitor: Visitor) -> m.Tell:
        live, _ = self._seated(visitor)
        table = live.table
        async with live.lock:
            if table.state != "over":
                raise RumpusError("the game is still going on")
            while not table.rematch:
                # Everybody moves one chair on, so that the first move goes round.
                places = [Place(p.kind, p.name, p.lock, p.bot) for p in table.places]
                places = [*places[1:], places[0]]
                for seat, place in enumerate(places):
                    if place.kind == "bot":
                        place.name = bot_name(place.bot, seat)
                old = table.made
                made = Made(
                    old.game, table.game.version, old.options, secrets.token_hex(16), places, old.host,
                    False, old.clock, old.coach, old.undo, old.grace, source=table.id,
                )  # fmt: skip
                fresh = await self.hall.create(made, [Began()])
                await self.hall.append(live, [Rematched(fresh.table.id)])
        return m.MadeIt(table=table.rematch)

    async def _play_on(self, visitor: Visitor, said: m.PlayOn) -> m.Tell:
        live = self._watching(visitor)
        table = live.table
        if table.match is None or table.state != "over":
            raise RumpusError("one can go on from a moment of a finished game only")
        made = table.made
        moves = len(made.base.moves) if made.base else 0
        if not moves <= said.number < moves + len(table.steps):
            raise RumpusError("there is no such moment to go on from")
        if said.seat >= len(table.places):
            raise RumpusError("there is no such seat")
        bot = check_bot(said.bot, table.game, table.options)
        places = [Place("bot", bot_name(bot, seat), bot=bot) for seat in range(len(table.places))]
        places[said.seat] = Place("person", tidy_name(said.name, []), fingerprint(said.token))
        self.made.take(visitor.address)
        branch = Made(
            made.game, made.version, made.options, secrets.token_hex(16), places, fingerprint(said.token),
            base=table.base_after(said.number), source=table.id,
        )  # fmt: skip
        fresh = await self.hall.create(branch, [Began()])
        return m.MadeIt(table=fresh.table.id, seat=said.seat)

    async def _replay(self, visitor: Visitor, said: m.Replay) -> m.Tell:
        live = self._watching(visitor)
        table = live.table
        if table.match is None:
            raise RumpusError("the game has not begun yet")
        over = table.match.over
        if said.seat is not None and said.seat >= len(table.places):
            raise RumpusError("there is no such seat")
        if not over and (said.everything or said.seat not in (None, visitor.seat)):
            raise RumpusError("other seats' views, and all cards, are shown when the game is over")
        key = (said.seat, said.everything, table.seq)
        if key not in live.films:
            async with self.busy, live.lock:
                if len(live.films) > 3:
                    live.films.clear()
                live.films[key] = await asyncio.to_thread(_film, table, said.seat, said.everything)
        film = live.films[key]
        some: list[bytes] = []
        size = 0
        for frame in film[said.start : said.start + said.count]:
            size += len(frame)
            if some and size > FRAME_BYTES:
                break
            some.append(frame)
        return m.Frames(
            start=said.start,
            total=len(film),
            frames=[Raw(frame) for frame in some],
            seat=said.seat,
            everything=said.everything,
        )

    # --- who is asking ---

    def _watching(self, visitor: Visitor) -> Live:
        if visitor.live is None:
            raise RumpusError("say first which table you mean (attach)")
        return visitor.live

    def _seated(self, visitor: Visitor) -> tuple[Live, Seat]:
        live = self._watching(visitor)
        if visitor.seat is None or live.table.places[visitor.seat].kind != "person":
            raise RumpusError("you are only watching")
        return live, visitor.seat

    def _host(self, visitor: Visitor, table: Table) -> None:
        if not visitor.host:
            raise RumpusError("only whoever made the table can do that")

    def leave(self, visitor: Visitor) -> None:
        """The socket is closed."""
        with contextlib.suppress(KeyError):
            self.hall.lobby.remove(visitor)
        self.hall.unwatch(visitor)


def _film(table: Table, seat: Seat | None, everything: bool) -> list[bytes]:
    return [msgspec.json.encode(moment) for moment in table_moments(table, seat, everything)]
