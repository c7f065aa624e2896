"""Runs tournaments: starts them, makes their tables, and takes results. Any server may repeat every step.

A step is decided from the journal and the tables alone, and written as the next entries. Of two servers that decide the
same step, one writes it. Tables have known ids, and the store takes each once. So a server that dies between two steps
leaves nothing half done: the next look of any server goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from rumpus.core.catalogue import game_of
from rumpus.core.errors import RumpusError
from rumpus.service.matchmaking.counting import Counting
from rumpus.service.matchmaking.queue import NOTICE_MS
from rumpus.service.matchmaking.ratings import replay
from rumpus.service.matchmaking.results import BOT, final_places
from rumpus.service.notifications.watching import has_seen_others
from rumpus.service.store import StoreError, TableDeleted
from rumpus.service.store.notifications import Notice, notification
from rumpus.service.tables.live import LiveTables
from rumpus.service.tables.presence import Visitor
from rumpus.service.tournaments import journal
from rumpus.service.tournaments.entries import Ended, Left, Paired, Played, Started, TournamentEntry
from rumpus.service.tournaments.journal import Journals
from rumpus.service.tournaments.pairings import DRAW, LOSS, WIN, Points, lot
from rumpus.service.tournaments.tournament import MIN_PLAYERS, OpenGame, Tournament
from rumpus.service.tournaments.view import PROFILES, EntrantProfile, People, places_of, view_of
from rumpus.table.entries import Began, Closed, Made, Place
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table

log = logging.getLogger("rumpus.tournaments")
SEARCH_POLLS = 3
"""Polls between two looks for tournaments that other servers have made."""
LEASE = "tournaments"
"""Lease of the one server that judges who has not come."""
PAUSE_MS = 10_000
"""Milliseconds without a poll after which everybody gets the whole time again: the server may have been down."""
TIDY_POLLS = 1800
DAY_MS = 86_400_000
SEATS = 2

TOO_FEW = "Too few players had joined when it was to start."
OTHER_RULES = "The rules of its game have changed on this server."
SETTLED = (
    "This game of the tournament is settled: somebody did not come in time or has withdrawn, or the tournament is over."
)
STATES = "SELECT id, state FROM rumpus_shelf WHERE id IN ({})"


class Organiser:
    """The tournaments of one server, and their visitors."""

    def __init__(self, tables: LiveTables, counting: Counting, keep_days: int) -> None:
        self.tables = tables
        self.store = tables.store
        self.clock = tables.clock
        self.rng = tables.rng
        self.counting = counting
        self.keep_ms = keep_days * DAY_MS
        self.journals = Journals(tables.store, tables.rng)
        self._active: dict[str, int] = {}
        """Tournaments that are not over, with the number of their entries."""
        self._watchers: dict[str, dict[Visitor, None]] = {}
        self._shown: dict[str, int] = {}
        """Number of entries of each watched tournament as its visitors have seen it."""
        self._closed: set[str] = set()
        """Tables of settled games that are known to be closed."""
        self._polls = 0
        self._judges_since = 0
        """Time since this server judges absences without a pause. 0: it does not."""
        self._polled_at = 0
        tables.on_over.append(self._on_over)

    # --- visitors ---

    def watch(self, visitor: Visitor, id: str, entries: int) -> None:
        """Tells a visitor of every change from now on. An empty id ends that."""
        for other in [other for other, visitors in self._watchers.items() if visitor in visitors]:
            del self._watchers[other][visitor]
            if not self._watchers[other]:
                del self._watchers[other]
                self._shown.pop(other, None)
        if id:
            self._watchers.setdefault(id, {})[visitor] = None
            self._shown.setdefault(id, entries)

    async def people(self, id: str) -> People:
        """The profiles of a tournament that still exist."""
        return {
            profile: EntrantProfile(name, avatar, colour, bool(bot))
            for profile, name, avatar, colour, bot in await self.store.query(PROFILES, id)
        }

    async def _show(self, id: str) -> None:
        """Tells visitors here of a change."""
        if not self._watchers.get(id):
            return
        tournament = await self.journals.read(id)
        if self._shown.get(id, 0) >= tournament.entries:
            return
        entries, view = tournament.entries, view_of(tournament, await self.people(id))
        self._shown[id] = entries
        for visitor in self._watchers.get(id, ()):
            visitor.tell(view)

    def changed(self, id: str) -> None:
        """Goes on with a tournament soon: this server has written to it."""
        self.tables.background.spawn(self._advance_soon(id))

    def _on_over(self, table: Table) -> None:
        if table.made.tournament:
            self.changed(table.made.tournament)

    async def _advance_soon(self, id: str) -> None:
        try:
            await self.advance(id)
        except RumpusError as error:  # the next poll tries again
            log.warning("a tournament waits", extra={"facts": {"tournament": id, "error": str(error)}})

    # --- going on ---

    async def poll(self) -> None:
        """Goes on with all tournaments. Looks for those of other servers from time to time."""
        self._polls += 1
        if not (self._active or self._watchers or self._polls % SEARCH_POLLS == 1):
            return
        await self._update_judge()
        self._active = dict(await self.store.query(journal.ACTIVE, self.clock.now()))
        for id in list(self._active):
            try:
                await self.advance(id)
            except StoreError:
                raise
            except Exception as error:  # one must not stop the others
                self.tables.metrics.count("round_failures")
                log.exception(
                    "a tournament cannot go on", extra={"facts": {"tournament": id, "error": repr(error)[:200]}}
                )
        for id in list(self._watchers):
            if id not in self._active:
                await self._show(id)
        self.journals.forget_all_but([*self._active, *self._watchers])
        if not self._active:
            self._closed.clear()
        if self._polls % TIDY_POLLS == 1 and self.clock.may_delete():
            before = self.clock.safe_now() - self.keep_ms
            await self.store.change([(journal.TIDY[0], (before,)), *((one, ()) for one in journal.TIDY[1:])])

    async def _update_judge(self) -> None:
        now = self.clock.now()
        if not await self.store.lease(LEASE):
            self._judges_since = 0
        elif not self._judges_since or now - self._polled_at > PAUSE_MS:
            self._judges_since = now
        self._polled_at = now

    async def advance(self, id: str) -> None:
        """Takes all steps that are possible now."""
        async with self.journals.lock(id):
            while True:
                tournament = await self.journals.read(id)
                entries = await self._decide(tournament)
                if not entries:
                    break
                await self.journals.append(tournament, entries, self.clock.now())
            self._active[id] = tournament.entries
            await self._make_tables(tournament)
            await self._close_settled(tournament)
            if tournament.ended:
                await self.journals.finish(tournament)
                self._active.pop(id, None)
        await self._show(id)

    async def _decide(self, tournament: Tournament) -> Sequence[TournamentEntry]:
        """The next entries; none if it waits for somebody."""
        if tournament.ended:
            return ()
        if not _can_be_played(tournament):
            return [Ended(OTHER_RULES)]
        if tournament.state == "open":
            return await self._due_start(tournament)
        following = await self.tables.executor.run(tournament.next_entry)
        if following is not None:
            gone = await self._gone(tournament) if isinstance(following, Paired) else ()
            return gone or [following]
        return await self._results(tournament)

    # --- the start ---

    async def _due_start(self, tournament: Tournament) -> Sequence[TournamentEntry]:
        settings = tournament.settings
        due = bool(settings.start_at) and self.clock.now() >= settings.start_at
        if not due and not tournament.is_full_for_start:
            return ()
        gone = await self._gone(tournament)
        if gone:
            return gone
        if len(tournament.players) < MIN_PLAYERS:
            return [Ended(TOO_FEW)]
        return [await self.start_entry(tournament)]

    async def start_entry(self, tournament: Tournament) -> Started:
        """The start with everybody who has joined. Seeds are by rating, then by lot."""
        names = {
            number: BOT + tournament.entrants[number].bot if tournament.entrants[number].bot
            else tournament.entrants[number].profile
            for number in tournament.players
        }  # fmt: skip
        strengths = await self.counting.strengths(tournament.settings.rules.game, SEATS, list(names.values()))
        return Started(sorted(names, key=lambda number: (-strengths[names[number]], lot(tournament.seed, number))))

    async def _gone(self, tournament: Tournament) -> list[Left]:
        """Players whose profiles were deleted."""
        people = await self.people(tournament.id)
        return [
            Left(number)
            for number in tournament.players
            if (profile := tournament.entrants[number].profile) and profile not in people
        ]

    # --- results ---

    async def _results(self, tournament: Tournament) -> list[Played]:
        games = tournament.open_games()
        states = await self._states([game.table for game in games])
        found: list[Played] = []
        for game in games:
            state = states.get(game.table, "")
            played: Played | None = None
            if state == "over":
                played = await self._result(game)
            elif state == "dropped":
                played = _played(game, (DRAW, DRAW), "void")
            elif state == "open":
                played = await self._no_show(tournament, game)
            if played is not None:
                found.append(played)
        return found

    async def _states(self, tables: Sequence[str]) -> Mapping[str, str]:
        """States of those tables that exist. Listings of finished ones are late."""
        if not tables:
            return {}
        places = ", ".join(f"${number}" for number in range(1, len(tables) + 1))
        found: dict[str, str] = dict(await self.store.query(STATES.format(places), *tables))
        here = {id: self.tables.by_id[id].table.state for id in tables if id in self.tables.by_id}
        return found | {id: state for id, state in here.items() if state in ("over", "dropped")}

    async def _result(self, game: OpenGame) -> Played:
        replayed = await self.tables.executor.run(replay, game.table, await self.store.read(game.table))
        if replayed is None or replayed[0].match is None:
            return _played(game, (DRAW, DRAW), "void")
        first, second = final_places(*replayed)
        return _played(game, (WIN, LOSS) if first < second else (LOSS, WIN) if second < first else (DRAW, DRAW))

    async def _no_show(self, tournament: Tournament, game: OpenGame) -> Played | None:
        """Judges a table that has not begun, once everybody has had time to come. Whoever is there wins."""
        if not self._judges_since:
            return None
        since = max(game.since, self._judges_since)
        if self.clock.now() < since + 1000 * tournament.settings.no_show:
            return None
        live = await self.tables.open(game.table)
        if live.table.state != "open" or not has_seen_others(live):
            return None
        here = [place.kind == "bot" or live.presence.is_here(seat) for seat, place in enumerate(live.table.places)]
        if all(here):
            await self.tables.begin_if_all_present(live)
            return None
        first, second = here
        return _played(game, (WIN if first else LOSS, WIN if second else LOSS), "missed")

    # --- tables ---

    async def _make_tables(self, tournament: Tournament) -> None:
        games = tournament.open_games()
        states = await self._states([game.table for game in games])
        missing = [game for game in games if game.table not in states]
        if missing:
            people = await self.people(tournament.id)
            places = places_of(tournament, people)
            for game in missing:
                await self._make(tournament, game, [places[number] for number in game.seats])

    async def _make(self, tournament: Tournament, game: OpenGame, places: Sequence[Place]) -> None:
        rules = tournament.settings.rules
        played, options = rules.checked()
        made = Made(
            played.name, played.version, options.changed(), self.rng.match_seed(), list(places),
            fingerprint(self.rng.token(16)), tournament.settings.listed, rules.clock, coach=False, undo=False,
            tournament=tournament.id,
        )  # fmt: skip
        waits = (
            any(place.kind == "person" for place in places) and rules.clock is not None and rules.clock.needs_presence
        )
        notice = Notice("round", tournament.settings.title, f"/t/{game.table}", game.table)
        now = self.clock.now()
        told = [
            notification(f"round {game.table}", place.profile, notice, now, now + NOTICE_MS)
            for place in places
            if place.profile
        ]
        await self.tables.create_once(game.table, made, [] if waits else [Began()], tournament.owner, told)

    async def _close_settled(self, tournament: Tournament) -> None:
        """Closes the tables of games that were settled without being played to their end."""
        settled = [table for table in tournament.settled_tables() if table not in self._closed]
        states = await self._states(settled)
        for table in settled:
            if states.get(table) in ("open", "playing"):
                await self._close(table)
            self._closed.add(table)

    async def _close(self, id: str) -> None:
        live = await self.tables.open(id)
        async with live.lock:
            while live.table.state in ("open", "playing"):
                try:
                    if await self.tables.append(live, [Closed(SETTLED)]):
                        return
                except TableDeleted:
                    return


def _can_be_played(tournament: Tournament) -> bool:
    """True if the rules with which it was made are those of this server."""
    rules = tournament.settings.rules
    try:
        rules.checked()
        return game_of(rules.game).version == rules.version
    except RumpusError:
        return False


def _played(game: OpenGame, by_seat: Points, reason: str = "") -> Played:
    """A result by seat as one of the pair, whose seats are swapped in every second game."""
    points = by_seat if game.game % 2 == 0 else (by_seat[1], by_seat[0])
    return Played(game.board, game.game, points, reason)  # type: ignore[arg-type]
