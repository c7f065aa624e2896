"""Requests of visitors: their conditions, and the entries they write."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Raw

from rumpus.core.display_names import tidy_name_of
from rumpus.core.errors import IllegalMove, RumpusError
from rumpus.core.outcome import result_words
from rumpus.core.position import Seat
from rumpus.core.rng import SeededRng
from rumpus.core.words import NOT_A_LEGAL_MOVE
from rumpus.service.bots.pool import STAND_IN_BOT, BotPool
from rumpus.service.chat.chat import Chat
from rumpus.service.chat.moderation import Moderation
from rumpus.service.matchmaking.challenges import ChallengeBoard
from rumpus.service.matchmaking.counting import Counting
from rumpus.service.matchmaking.queue import Matchmaker
from rumpus.service.notifications.delivery import Delivery
from rumpus.service.notifications.requests import NotificationRequests
from rumpus.service.profiles.passkeys import Passkeys
from rumpus.service.profiles.profiles import Profiles
from rumpus.service.profiles.requests import answer_profile
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import Buckets, TooMuch
from rumpus.service.runtime.settings import REQUEST_BURST, REQUEST_RATE, REQUESTS_PER_TABLE, Settings
from rumpus.service.tables.creation import TableMaker
from rumpus.service.tables.live import LiveTable, LiveTables
from rumpus.service.tables.presence import Visitor
from rumpus.service.tables.replays import Replays
from rumpus.service.tables.reviews import Reviews
from rumpus.service.tournaments.organiser import Organiser
from rumpus.service.tournaments.requests import TournamentRequests
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
from rumpus.table.lessons import lesson_at, puzzle_texts
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table
from rumpus.table.undo import moves_to_keep

SEATING = (
    m.Make | m.Learn | m.Solve | m.Sit | m.Rematch | m.PlayOn | m.Seek | m.ChallengeNew | m.ChallengeAccept
    | m.TournamentNew | m.TournamentJoin
)  # fmt: skip
"""Requests for a seat, refused to banned people."""


async def my_tables(tables: LiveTables, keys: Sequence[m.Key]) -> m.MyTables:
    """The state of a visitor's own tables, in the order of keys. Wrong keys are skipped in silence."""
    found: list[m.MyTable] = []
    for key in keys:
        try:
            table = (await tables.open(key.table)).table
        except RumpusError:
            continue
        stands = _my_table(table, key.token)
        if stands is not None:
            found.append(stands)
    return m.MyTables(tables=found)


def _my_table(table: Table, token: str) -> m.MyTable | None:
    seat = table.seat_of(token)
    if seat is None:
        return None
    others = [place.name for other, place in enumerate(table.places) if other != seat and place.name]
    mine = m.MyTable(table.id, table.game.name, table.game.title, table.state, others)
    match = table.match
    if match is not None:
        mine.turn = seat in match.position.to_act() and not table.seats.stand_ins[seat]
        if match.over:
            mine.fared = result_words(match.record.ranking, seat)
    return mine


class Stale(RumpusError):
    """A move for a decision that is no longer open."""


class Requests:
    """Answers requests: checks under the table's lock, then replies after the commit."""

    def __init__(self, tables: LiveTables, bots: BotPool, settings: Settings, delivery: Delivery | None = None) -> None:
        self.tables = tables
        self.clock = tables.clock
        self.lobby = tables.lobby
        self.bots = bots
        self.creation = TableMaker(tables, bots, settings.tables_per_address)
        self.table_limits = Buckets(REQUEST_RATE, REQUEST_BURST, self.clock)
        self.replays = Replays(tables.store, settings.compute_limit, tables.executor)
        self.reviews = Reviews(bots, tables, settings.reviews_per_address)
        self.metrics = tables.metrics
        self.profiles = Profiles(tables, settings.keep_days)
        self.passkeys = Passkeys(self.profiles)
        self.notifications = NotificationRequests(self.profiles, delivery)
        self.counting = Counting(tables)
        self.matchmaker = Matchmaker(tables, bots, self.profiles, self.counting, settings.tables_per_address)
        self.challenges = ChallengeBoard(self.matchmaker)
        self.organiser = Organiser(tables, self.counting, settings.keep_days)
        self.tournaments = TournamentRequests(self.organiser, self.profiles)
        self.moderation = Moderation(tables)
        self.chat = Chat(tables, self.moderation)

    async def answer(self, visitor: Visitor, asked: m.AnyClientMessage) -> m.ServerMessage:
        """Carries out a request. Raises RumpusError if refused; then nothing has changed."""
        if visitor.profile is not None and isinstance(asked, m.Make | m.Learn | m.Solve | m.PlayOn | m.Sit):
            await self.profiles.require(visitor)  # another server may have deleted it
        if isinstance(asked, SEATING) and not (isinstance(asked, m.Rematch) and not asked.yes):
            await self.moderation.check_seat(visitor, getattr(asked, "token", ""))
        match asked:
            case m.Decide():
                return await self._decide(visitor, asked)
            case m.Ping():
                return m.Pong(now=self.clock.now())
            case m.Lobby():
                visitor.in_lobby = True
                self.lobby.visitors[visitor] = None
                await self.lobby.poll()
                visitor.wake()
                return m.Done()
            case m.Make():
                return await self.creation.make(visitor, asked)
            case m.Learn():
                return await self.creation.learn(visitor, asked)
            case m.Solve():
                return await self.creation.solve(visitor, asked)
            case m.Mine():
                return await my_tables(self.tables, asked.keys)
            case m.Attach():
                return await self._attach(visitor, asked)
            case m.Detach():
                visitor.unwatch()
                return m.Done()
            case m.Why():
                return await self._why(visitor, asked)
            case m.Replay():
                return await self.replays.show(visitor, asked)
            case m.Reviewing():
                return await self.reviews.show(visitor, asked)
            case m.Hint():
                return await self._hint(visitor)
            case m.WorldAsk():
                return await self._world(visitor)
            case m.Rematch():
                return await self.creation.rematch(visitor, asked.yes)
            case m.PlayOn():
                return await self.creation.play_on(visitor, asked)
            case m.Looking(looking=looking):
                visitor.looking = looking
                if visitor.live is not None:
                    visitor.live.look(visitor, looking)
                return m.Done()
            case _ if isinstance(asked, m.AnyNotificationMessage):
                return await self.notifications.answer(visitor, asked)
            case m.Seek():
                return await self.matchmaker.seek(visitor, asked)
            case m.SeekEnd():
                return await self.matchmaker.end(visitor)
            case m.ChallengeNew():
                return await self.challenges.new(visitor, asked)
            case m.ChallengesAsk():
                return await self.challenges.list(visitor)
            case m.ChallengeAccept():
                return await self.challenges.accept(visitor, asked)
            case m.ChallengeOut():
                return await self.challenges.withdraw(visitor, asked)
            case _ if isinstance(asked, m.AnyTournamentMessage):
                return await self.tournaments.answer(visitor, asked)
            case m.RatingsAsk():
                return await self.counting.ask(asked)
            case m.LeadersAsk():
                return await self.counting.leaders(asked)
            case m.Say():
                return await self.chat.say(visitor, asked)
            case m.ReportSeat():
                return await self.chat.report(visitor, asked)
            case _ if isinstance(asked, m.AnyProfileMessage):
                return await answer_profile(self.profiles, self.passkeys, visitor, asked)
            case _:
                return await self._at_table(visitor, asked)

    def leave(self, visitor: Visitor) -> None:
        """Called when the visitor's session has ended."""
        self.lobby.visitors.pop(visitor, None)
        visitor.unwatch()
        self.profiles.left(visitor)
        self.matchmaker.left(visitor)
        self.organiser.watch(visitor, "", 0)

    async def _attach(self, visitor: Visitor, asked: m.Attach) -> m.ServerMessage:
        live = await self.tables.open(asked.table)
        if live.table.made.puzzle and live.retired is None:
            # Fills its cache before the table's view needs it on the event loop.
            await self.tables.executor.run(puzzle_texts, live.table.game, live.table.made.puzzle)
        await self.profiles.confirm(visitor, live.table)
        visitor.unwatch()
        visitor.seat, visitor.host = visitor.claim(live.table, asked.token)
        visitor.epoch = asked.epoch if asked.lines else -1
        visitor.lines = asked.lines
        visitor.watch(live)
        live.quota_address = live.quota_address or visitor.address
        if visitor.seat is not None and live.retired is None:
            await self.tables.begin_if_all_present(live)
        return m.Done()

    # --- playing ---

    async def _decide(self, visitor: Visitor, asked: m.Decide) -> m.ServerMessage:
        began = self.clock.monotonic()
        live, seat = visitor.seated()
        table = live.table
        async with live.lock:
            while True:
                match = table.match
                if match is None:
                    raise RumpusError("The game has not started yet.")
                if table.seats.closed:
                    raise RumpusError("This game has ended.")
                if table.has_played(seat, asked.at, asked.id_):
                    return m.Done()  # a repeated message
                if table.seats.stand_ins[seat]:
                    raise RumpusError("A bot is playing for you. Please take your seat back first.")
                if asked.at != table.decision_id(seat):
                    raise Stale("This decision has been made already.")
                if asked.move is not None:
                    move = asked.move
                elif asked.words is not None:
                    move = seat_view.read(match, seat, asked.words)
                else:
                    raise RumpusError("This request has no move. Give its number or its words.")
                # Legality is asked once; the reason comes from the seat's own information and gives nothing away.
                if match.position.refusal(seat, move):
                    raise IllegalMove(seat_view.why_not(match, seat, move) or NOT_A_LEGAL_MOVE)
                lesson = lesson_at(table)
                if lesson is not None and (wrong := lesson.refusal(seat, move)):
                    raise IllegalMove(wrong)
                if await self.tables.append(live, [Moved(seat, move, asked.id_)]):
                    break
        self.metrics.moves.observe(self.clock.monotonic() - began)
        return m.Done()

    async def _why(self, visitor: Visitor, asked: m.Why) -> m.ServerMessage:
        live, seat = visitor.seated()
        match = live.table.match
        if match is None:
            raise RumpusError("The game has not started yet.")
        if asked.move is not None:
            return m.Reasons(reasons=[seat_view.reason_for(asked.move, "", seat_view.why_not(match, seat, asked.move))])
        if asked.words is not None:
            try:
                move = seat_view.read(match, seat, asked.words)
                why = seat_view.why_not(match, seat, move)
            except IllegalMove as refusal:
                move, why = -1, str(refusal)
            return m.Reasons(reasons=[seat_view.reason_for(move, asked.words, why)])
        await live.build_log(seat, self.tables.executor)
        return m.Reasons(reasons=live.reasons(seat))

    async def _hint(self, visitor: Visitor) -> m.ServerMessage:
        live, seat = visitor.seated()
        table = live.table
        if not table.made.coach:
            raise RumpusError("This table has no coach.")
        if table.match is None or table.state != "playing" or seat not in table.match.position.to_act():
            raise RumpusError("You have nothing to decide at the moment.")
        if visitor.has_asked_coach:
            raise RumpusError("The coach is thinking already.")
        visitor.has_asked_coach = True
        try:
            details = await self.bots.advise(table, seat, visitor.address)
        finally:
            visitor.has_asked_coach = False
        return m.HintReply(sentence=str(details.get("hint", "")), details=details)

    async def _world(self, visitor: Visitor) -> m.ServerMessage:
        live, seat = visitor.seated()
        if visitor.profile is None or not visitor.profile.bot:
            raise RumpusError("Only the account of a bot may ask for a position.")
        if live.table.match is None:
            raise RumpusError("The game has not started yet.")
        async with live.lock:
            # A seed of its own: nothing of the match's seed is in the world.
            return await self.tables.executor.run(sampled_world, live.table, seat, self.tables.rng.token(16))

    # --- at a table ---

    async def _at_table(self, visitor: Visitor, asked: m.AnyClientMessage) -> m.ServerMessage:
        live = visitor.at_table()
        bot = ""
        if isinstance(asked, m.Start | m.Stand | m.Replace | m.Leave) or (isinstance(asked, m.Fill) and asked.bot):
            request = "" if isinstance(asked, m.Leave) else asked.bot
            if isinstance(asked, m.Leave | m.Stand):
                request = request or STAND_IN_BOT
            # Before the lock: a check may wait in a bot's process for many seconds.
            bot = await self.bots.check(request, live.table.game, live.table.options, visitor.address)
        async with live.lock:
            paid = isinstance(asked, m.Undo)
            if paid:  # even if refused: it replays the match
                self._spend(visitor, live, asked)
            while True:
                if isinstance(asked, m.Undo):
                    entries = await self._undo(visitor)
                else:
                    entries = self._entries(visitor, live, asked, bot)
                if entries and not paid:
                    self._spend(visitor, live, asked)
                    paid = True
                if not entries or await self.tables.append(live, entries):
                    break
        if isinstance(asked, m.Sit):
            visitor.change_seat(*visitor.claim(live.table, asked.token))
        elif isinstance(asked, m.Leave) and live.table.state == "open":
            visitor.change_seat(None, visitor.host)
        return m.Done()

    async def _undo(self, visitor: Visitor) -> list[Entry]:
        live, seat = visitor.seated()
        return [UndoAsked(seat, await self.tables.executor.run(moves_to_keep, live.table, seat))]

    def _spend(self, visitor: Visitor, live: LiveTable, asked: m.AnyClientMessage) -> None:
        """Counts a request that is no move against the limits of table and address."""
        if isinstance(asked, m.Start | m.Drop):
            return  # happen only once
        if live.table.other_entries >= REQUESTS_PER_TABLE:
            raise TooMuch("This table has had too many requests. Only moves are possible now.")
        if not self.table_limits.take((live.table.id, visitor.address)):
            self.metrics.count("too_many_wishes")
            raise TooMuch("Too many requests at once. Wait a few seconds.")

    def _entries(self, visitor: Visitor, live: LiveTable, asked: m.AnyClientMessage, bot: str) -> list[Entry]:
        """The entries that carry out a request. Empty if nothing would change."""
        table = live.table
        match asked:
            case m.Sit():
                return _sit(visitor, live, asked)
            case m.Leave():
                _, seat = visitor.seated()
                if table.state == "open" and table.made.tournament:
                    raise RumpusError("This is a game of a tournament. Withdraw on the page of the tournament.")
                if table.state == "open":
                    return [Stood(seat)]
                return self._stand_in(live, seat, seat, bot)
            case m.Rename(name=name):
                _, seat = visitor.seated()
                taken = [other for s, other in enumerate(table.names) if s != seat]
                tidy = tidy_name_of(name, table.places[seat].bot_account, taken)
                return [] if tidy == table.places[seat].name else [Named(seat, tidy)]
            case m.Fill(seat=seat):
                visitor.must_be_host()
                if table.state != "open":
                    raise RumpusError("The game has started. Its seats are taken.")
                if seat >= len(table.places) or table.places[seat].kind == "person":
                    raise RumpusError("That seat is not free.")
                return _begin_if_complete(live, [Filled(seat, bot)])
            case m.Start():
                visitor.must_be_host()
                if table.state != "open":
                    return []
                free = [seat for seat, place in enumerate(table.places) if place.kind == "open"]
                return [*[Filled(seat, bot) for seat in free], Began()]
            case m.Drop():
                visitor.must_be_host()
                if table.state != "open":
                    raise RumpusError("The game has started. It can no longer be cancelled.")
                return [Dropped()]
            case m.Stand(seat=other):
                _, seat = visitor.seated()
                return self._stand_in(live, seat, other, bot)
            case m.ComeBack():
                _, seat = visitor.seated()
                return [Back(seat)] if table.seats.stand_ins[seat] else []
            case m.Replace(seat=other):
                return _replace(visitor, table, other, bot)
            case m.Agree(yes=yes):
                _, seat = visitor.seated()
                if table.undo_request is None:
                    raise RumpusError("No one has asked to take back a move.")
                return [] if seat in table.undo_agreed else [UndoAnswered(seat, yes)]
        raise RumpusError("This request is not possible at a table.")

    def _stand_in(self, live: LiveTable, seat: Seat, other: Seat, bot: str) -> list[Entry]:
        table = live.table
        if table.state != "playing":
            raise RumpusError("A bot can replace a player only during the game.")
        if other >= len(table.places) or table.places[other].kind != "person":
            raise RumpusError("There is no person in that seat to replace.")
        if table.seats.stand_ins[other]:
            return []
        if other != seat:
            gone = self.clock.now() - live.presence.away[other]
            if live.presence.is_here(other):
                raise RumpusError(f"{table.names[other]} is here. A bot can replace only a player who is away.")
            if gone < 1000 * table.made.grace:
                left = table.made.grace - gone // 1000
                raise RumpusError(f"Wait {left} more seconds for {table.names[other]}.")
        return [StoodIn(other, bot)]


def sampled_world(table: Table, seat: Seat, seed: str) -> m.WorldReply:
    """A position that agrees with all the seat knows. It depends on that and on the seed alone."""
    assert table.match is not None
    world = table.match.position.determinize(seat, SeededRng(seed))
    return m.WorldReply(at=table.decision_id(seat), position=Raw(m.to_json(world.save())))


def _sit(visitor: Visitor, live: LiveTable, asked: m.Sit) -> list[Entry]:
    table = live.table
    if visitor.claim(table, asked.token)[0] is not None:
        return []  # a repeated message
    if table.state != "open":
        raise RumpusError("The game has started. You can watch it.")
    free = [seat for seat, place in enumerate(table.places) if place.kind == "open"]
    if asked.seat is not None and asked.seat not in free:
        raise RumpusError("That seat is not free.")
    if not free:
        raise RumpusError("No seat is free. You can watch.")
    seat = free[0] if asked.seat is None else asked.seat
    taken = [place.name for place in table.places if place.name]
    place = visitor.sit_down(asked.name, fingerprint(asked.token), taken)
    sat = Sat(seat, place.name, place.lock, place.profile, place.avatar, place.colour, place.bot_account)
    return _begin_if_complete(live, [sat], seat)


def _begin_if_complete(live: LiveTable, entries: list[Entry], asking: Seat | None = None) -> list[Entry]:
    """Adds the beginning if all seats are taken. A clock also waits for absent people, unless a move may take hours."""
    seating = live.table.seats.copy()
    for entry in entries:
        seating.take(entry)
    clock = live.table.made.clock
    waits = clock is not None and clock.needs_presence
    for seat, place in enumerate(seating.places):
        absent = place.kind == "person" and seat != asking and not live.presence.is_here(seat)
        if place.kind == "open" or (absent and waits):
            return entries
    return [*entries, Began()]


def _replace(visitor: Visitor, table: Table, seat: Seat, bot: str) -> list[Entry]:
    if not visitor.host:
        visitor.seated()
    if seat >= len(table.places) or not table.stuck(seat):
        raise RumpusError("The bot of that seat has not failed.")
    return [BotReplaced(seat, bot)]
