"""What visitors ask of tournaments. A refused request changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.catalogue import game_of
from rumpus.core.display_names import shortened
from rumpus.core.errors import BadOption, RumpusError
from rumpus.service.bots.pool import UNIVERSAL_BOTS
from rumpus.service.matchmaking.queue import TOO_MANY as TOO_MANY_REQUESTS
from rumpus.service.matchmaking.queue import seek_id
from rumpus.service.matchmaking.rules import match_rules
from rumpus.service.profiles.profiles import Profiles
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import Buckets, HourlyLimit, TooMuch
from rumpus.service.tables.presence import SignedIn, Visitor
from rumpus.service.tournaments import journal
from rumpus.service.tournaments.entries import Ended, Joined, Left, Opened, TournamentEntry, TournamentSettings
from rumpus.service.tournaments.organiser import DAY_MS, SEATS, Organiser
from rumpus.service.tournaments.tournament import MIN_PLAYERS, Tournament
from rumpus.service.tournaments.view import MAX_PLAYERS, view_of
from rumpus.table.seats import fingerprint

PER_ADDRESS = 20
"""Tournaments made per hour and address."""
CHANGE_RATE, CHANGE_BURST = 0.5, 30.0
"""Requests per second, at once, of one profile."""
MAX_BOTS = 16
MAX_ENTRIES = 1000
"""Entries before the start. Who joins and leaves again and again must not fill the store."""
MAX_AHEAD_DAYS = 90
LISTED = 50
TITLE_LENGTH = 60

TOO_MANY_MADE = "{} tournaments were made from your network within an hour. Try again later."
TOO_MANY_OPEN = f"You have {journal.MAX_OPEN} tournaments that are not over. Finish or cancel one of them first."
TOO_MANY_CHANGES = "So many players have joined and left that nobody can any more. Its creator can start it."
TOO_MANY_BOTS = f"A tournament has at most {MAX_BOTS} bots."
NOT_YOURS = "Only the creator of the tournament can do that."
HAS_STARTED = "This tournament has started already."
IS_OVER = "This tournament is over."
TOO_FEW = f"A tournament needs at least {MIN_PLAYERS} players."
TOO_LATE = "This tournament has started, and takes no more players."
WITHDRAWN = "You have withdrawn from this tournament."
NOT_A_PLAYER = "You do not play in this tournament."
UNKNOWN_PLAYER = "This tournament has no player {}."
CANCELLED = "Its creator has cancelled it."
TABLES_OF_TWO = "Tournaments are played at tables for two. Leave out the number of players."
SWISS_ONLY = "Only a Swiss tournament has that choice. The others follow from the number of players."


class TournamentRequests:
    """Answers requests about tournaments."""

    def __init__(self, organiser: Organiser, profiles: Profiles) -> None:
        self.organiser = organiser
        self.journals = organiser.journals
        self.clock = organiser.clock
        self.rng = organiser.rng
        self.profiles = profiles
        self.hourly = HourlyLimit(PER_ADDRESS, organiser.clock, TOO_MANY_MADE)
        self.changes = Buckets(CHANGE_RATE, CHANGE_BURST, organiser.clock)

    async def answer(self, visitor: Visitor, asked: m.AnyTournamentMessage) -> m.ServerMessage:
        match asked:
            case m.TournamentsAsk():
                return await self._list(visitor)
            case m.TournamentAsk(tournament=""):
                self.organiser.watch(visitor, "", 0)
                return m.Done()
            case m.TournamentAsk(tournament=id):
                return await self._view(visitor, id)
            case m.TournamentNew():
                return await self._new(visitor, asked)
        who = await self.profiles.require(visitor)
        if not self.changes.take(who.profile):
            raise TooMuch(TOO_MANY_REQUESTS)
        async with self.journals.lock(asked.tournament):
            while True:
                tournament = await self.journals.read(asked.tournament)
                entries = await self._entries(tournament, who, asked)
                if not entries or await self.journals.append(tournament, entries, self.clock.now()):
                    break
        self.organiser.changed(asked.tournament)
        return await self._view(visitor, asked.tournament)

    async def _view(self, visitor: Visitor, id: str) -> m.TournamentReply:
        """The tournament, and from now on its changes."""
        tournament = await self.journals.read(id)
        entries, view = tournament.entries, view_of(tournament, await self.organiser.people(id))
        self.organiser.watch(visitor, id, entries)
        return view

    async def _list(self, visitor: Visitor) -> m.Tournaments:
        store = self.organiser.store
        listed = [journal.read_row(row) for (row,) in await store.query(journal.LISTED, LISTED)]
        own: list[m.TournamentRow] = []
        if visitor.profile is not None:
            values = visitor.profile.profile, self.clock.now() - DAY_MS, LISTED
            own = [journal.read_row(row) for (row,) in await store.query(journal.OF_PROFILE, *values)]
        return m.Tournaments(listed=listed, own=own)

    # --- making one ---

    async def _new(self, visitor: Visitor, asked: m.TournamentNew) -> m.TournamentReply:
        who = await self.profiles.require(visitor)
        settings = self._settings(asked)
        id = seek_id(fingerprint(asked.token))
        if not await self.journals.is_there(id):
            if not self.changes.take(who.profile):
                raise TooMuch(TOO_MANY_REQUESTS)
            self.hourly.take(visitor.address)
            joined = [Joined(who.profile)] if asked.join else []
            joined += [Joined(bot=bot) for bot in asked.bots]
            opened = Opened(settings, who.profile, self.rng.token(16))
            if not await self.journals.open(id, opened, joined, self.clock.now()):
                raise TooMuch(TOO_MANY_OPEN)
            self.organiser.changed(id)
        return await self._view(visitor, id)

    def _settings(self, asked: m.TournamentNew) -> TournamentSettings:
        if asked.options.get("players", SEATS) not in (SEATS, str(SEATS)):
            raise BadOption(TABLES_OF_TWO, "players")
        rules = match_rules(asked.game, asked.options, SEATS, asked.clock)
        most = MAX_PLAYERS[asked.format]
        if asked.format != "swiss" and (asked.rounds or asked.late):
            raise BadOption(SWISS_ONLY, "rounds" if asked.rounds else "late")
        if asked.rounds and asked.late >= asked.rounds:
            raise BadOption("Players must join before the last round.", "late")
        if asked.start_with == 1 or asked.start_with > most:
            raise BadOption(f"This tournament can start with {MIN_PLAYERS} to {most} players.", "start_with")
        now = self.clock.now()
        if asked.start_at and not now < asked.start_at <= now + MAX_AHEAD_DAYS * DAY_MS:
            raise BadOption(f"The start must be in the next {MAX_AHEAD_DAYS} days.", "start_at")
        for bot in asked.bots:
            _check_bot(bot)
        if len(asked.bots) + asked.join > most:
            raise BadOption(_full(most), "bots")
        title = shortened(asked.title, TITLE_LENGTH) or f"{game_of(asked.game).title} tournament"
        return TournamentSettings(
            title, rules, asked.format, asked.best_of, asked.rounds, asked.late, asked.no_show, asked.listed,
            asked.start_at, asked.start_with,
        )  # fmt: skip

    # --- changing one ---

    async def _entries(
        self, tournament: Tournament, who: SignedIn, asked: m.AnyTournamentMessage
    ) -> Sequence[TournamentEntry]:
        """The entries that carry out a request. Empty if nothing would change."""
        own = tournament.number_of(who.profile)
        match asked:
            case m.TournamentJoin():
                return self._join(tournament, who, own)
            case m.TournamentLeave():
                player = own if asked.player is None else asked.player
                if player is None:
                    raise RumpusError(NOT_A_PLAYER)
                if player != own:
                    _must_own(tournament, who)
                if player >= len(tournament.entrants):
                    raise RumpusError(UNKNOWN_PLAYER.format(player))
                return _leave(tournament, player)
        _must_own(tournament, who)
        if isinstance(asked, m.TournamentCancel):
            if tournament.state == "over":
                raise RumpusError(IS_OVER)
            return [] if tournament.ended else [Ended(CANCELLED)]
        if tournament.state != "open":
            if isinstance(asked, m.TournamentStart) and tournament.state == "running":
                return []  # a repeated message
            raise RumpusError(IS_OVER if tournament.ended else HAS_STARTED)
        if isinstance(asked, m.TournamentBot):
            _check_bot(asked.bot)
            if sum(bool(tournament.entrants[number].bot) for number in tournament.players) >= MAX_BOTS:
                raise RumpusError(TOO_MANY_BOTS)
            _check_room(tournament)
            return [Joined(bot=asked.bot)]
        if len(tournament.players) < MIN_PLAYERS:
            raise RumpusError(TOO_FEW)
        return [await self.organiser.start_entry(tournament)]

    def _join(self, tournament: Tournament, who: SignedIn, own: int | None) -> Sequence[TournamentEntry]:
        if tournament.ended:
            raise RumpusError(IS_OVER)
        if own is not None:
            if tournament.entrants[own].left:
                raise RumpusError(WITHDRAWN)
            return []  # a repeated message
        if not tournament.may_join:
            raise RumpusError(TOO_LATE)
        _check_room(tournament)
        return [Joined(who.profile)]


def _leave(tournament: Tournament, number: int) -> Sequence[TournamentEntry]:
    if tournament.ended:
        raise RumpusError(IS_OVER)
    return [] if tournament.entrants[number].left else [Left(number)]


def _must_own(tournament: Tournament, who: SignedIn) -> None:
    if tournament.owner != who.profile:
        raise RumpusError(NOT_YOURS)


def _check_room(tournament: Tournament) -> None:
    most = MAX_PLAYERS[tournament.settings.format]
    if len(tournament.players) >= most:
        raise RumpusError(_full(most))
    if tournament.state == "open" and tournament.entries >= MAX_ENTRIES:
        raise TooMuch(TOO_MANY_CHANGES)


def _check_bot(bot: str) -> None:
    if bot not in UNIVERSAL_BOTS:
        raise BadOption(f"There is no bot {bot!r} for tournaments. Choose from {', '.join(UNIVERSAL_BOTS)}.", "bots")


def _full(most: int) -> str:
    return f"A tournament of this kind has at most {most} players."
