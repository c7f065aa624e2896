"""`rumpus play --at URL`: plays at a server's table."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rumpus.client import Remote, split_link
from rumpus.core.catalogue import find_game
from rumpus.core.errors import IllegalMove, RumpusError
from rumpus.core.game import Game
from rumpus.core.outcome import places
from rumpus.core.position import Json, Move, Seat, View
from rumpus.core.words import Line, tidy
from rumpus.table.lessons import LessonInfo
from rumpus.table.phrases import EMOTES, PHRASES, SAYABLE
from rumpus.table.seat_view import SeatView
from rumpus.table.table_view import TableView
from rumpus.terminal.input import choose
from rumpus.terminal.seating import PERSON
from rumpus.terminal.sessions import TableSession, write_record

OPEN = "open"
REPLY_SECONDS = 20.0
POLL_SECONDS = 0.5
"""Interval at which a wait checks for cancellation."""


def join(link: str, name: str, profile: str = "") -> RemoteSession:
    """Joins the table of a link, or watches if no seat is free. `profile`: the name of a profile to sign in to."""
    _, table, _ = split_link(link)
    if not table:
        raise RumpusError(f"{link} names no table. `rumpus play GAME --at {link}` creates one.")
    remote = Remote(link)
    try:
        if profile:
            remote.use_profile(profile)
        view = remote.attach(table).table_view
        if view.you is None and view.state == OPEN and any(seat.kind == OPEN for seat in view.seats):
            remote.sit(name)
            _wait_until(remote, lambda table_view: table_view.you is not None)
        return RemoteSession(remote)
    except BaseException:
        remote.close()
        raise


def make(
    url: str, game: Game, seats: Sequence[str], options: Mapping[str, object], coached: bool, profile: str = ""
) -> RemoteSession:
    """Creates a table at a server and joins it. `open` seats are for others."""
    _, table, _ = split_link(url)
    if table:
        raise RumpusError("Join a table by its link alone, without a game. To create one, give the server's address.")
    seat_kinds, name = seats_and_name(seats)
    remote = Remote(url)
    try:
        if profile:
            remote.use_profile(profile)
        remote.make(game.name, seat_kinds, name, options=dict(options), coach=coached)
        return RemoteSession(remote)
    except BaseException:
        remote.close()
        raise


def _wait_until(remote: Remote, done: Callable[[TableView], bool]) -> None:
    for _ in range(int(REPLY_SECONDS / POLL_SECONDS)):
        if remote.page is not None and done(remote.page.table_view):
            return
        remote.wait(POLL_SECONDS)
    raise RumpusError("The server did not answer in time. Use the table's link to return.")


def seats_and_name(seats: Sequence[str]) -> tuple[list[str], str]:
    """Seat kinds in the server's words, and the person's name."""
    people = [seat for seat in seats if seat.partition(":")[0].lower() == PERSON]
    if len(people) != 1:
        raise RumpusError(f"Name one person, not {len(people)}. The others join by the link.")
    seat_kinds = ["me" if seat in people else seat.lower() for seat in seats]
    return seat_kinds, people[0].partition(":")[2].strip()


class RemoteSession(TableSession):
    """A session at a server, which sends only what this seat may see."""

    def __init__(self, remote: Remote) -> None:
        self.remote = remote
        self._lines_shown = 0
        self._closed = threading.Event()
        game = find_game(self.table_view.game)
        people = [] if self.table_view.you is None else [self.table_view.you]
        super().__init__(game, game.options(self.table_view.options), people)
        self.coached = self.table_view.coach

    @property
    def table_view(self) -> TableView:
        page = self.remote.page
        assert page is not None
        return page.table_view

    def lesson(self, seat: Seat | None) -> LessonInfo | None:
        found = self.table_view.lesson
        return None if found is None or found.step == len(found.titles) else found

    @property
    def names(self) -> list[str]:
        return [one.name or "(free seat)" for one in self.table_view.seats]

    @property
    def over(self) -> bool:
        return self.table_view.state in ("over", "dropped")

    # --- turns ---

    def person_due(self) -> Seat | None:
        return self.table_view.you if self.table_view.moves and not self.over else None

    def compute_move(self) -> Callable[[], str]:
        """Waits until something happens at the table."""
        while not self._closed.is_set() and self._failed_seat() is None and not self.remote.wait(POLL_SECONDS):
            pass
        return self._replace_failed_bot

    def _failed_seat(self) -> Seat | None:
        """Seat of a failed bot if only this person can replace it, else None."""
        seats = self.table_view.seats
        if self.table_view.you is None or self.over or sum(one.kind == "person" for one in seats) > 1:
            return None
        return next((seat for seat, one in enumerate(seats) if one.failed), None)

    def _replace_failed_bot(self) -> str:
        """Replaces a failed bot: nothing can be typed between turns."""
        failed = self._failed_seat()
        if failed is not None:
            try:
                self.remote.ask("replace", seat=failed)
            except RumpusError:
                self.remote.wait(POLL_SECONDS)  # then tries again
        return ""

    # --- views ---

    def seat_view(self, seat: Seat | None) -> SeatView:
        table = self.table_view
        view: View = dict(table.view) if table.view is not None else self._waiting_room()
        result, ranking = table.result, list(table.places)
        if table.state == "dropped":
            view["outcome"] = table.notice or "The game was cancelled."
            result = [0.0] * len(table.seats)
            ranking = places(result)
        return SeatView(view, list(table.moves), list(table.waiting), result, ranking)

    def _waiting_room(self) -> View:
        seats: list[Json] = [{"here": one.here, "is": one.kind} for one in self.table_view.seats]
        return {
            "you": self.table_view.you,
            "phase": "waiting for players",
            "seats": seats,
            "link for friends": f"{self.remote.client.server}/t/{self.table_view.table}",
        }

    def log(self, seat: Seat | None) -> list[Line]:
        """The table's log, with the chat messages where they were heard."""
        page = self.remote.page
        if page is None:
            return []
        lines = [Line(line.text, line.clause) for line in page.log]
        for number, heard in enumerate(self.remote.client.chat):
            lines.insert(min(heard.after, len(page.log)) + number, Line(f"{heard.name}: {heard.words}"))
        return lines

    def new_lines(self, seat: Seat | None) -> list[Line]:
        lines = self.log(seat)
        # A move that was taken back takes its lines with it.
        since = min(self._lines_shown, len(lines))
        self._lines_shown = len(lines)
        return lines[since:]

    # --- decisions ---

    def parse_move(self, seat: Seat, text: str) -> Move:
        return choose(self.seat_view(seat).offers, text, self._read)

    def _read(self, words: str) -> Move:
        reason = self.remote.ask("why", words=words)["reasons"][0]
        if reason["why"]:
            raise IllegalMove(str(Line(reason["why"], reason.get("clause", ""))))
        return int(reason["move"])

    def decide(self, seat: Seat, move: Move) -> None:
        before = self.table_view.at
        self.remote.move(move)
        _wait_until(self.remote, lambda table_view: table_view.at != before or not table_view.moves)

    def say(self, words: str) -> str:
        """Says a phrase by its words, or the start of them; else a text where the table allows that."""
        wanted = tidy(words)
        found = [id for id, phrase in SAYABLE.items() if wanted and tidy(phrase).startswith(wanted)]
        if len(found) == 1:
            self.remote.say(found[0])
        elif wanted and self.table_view.free_text:
            self.remote.say(text=words)
        else:
            return f"You can say: {' '.join(PHRASES.values())} Or show: {', '.join(EMOTES.values())}."
        return ""

    def ask_hint(self, seat: Seat) -> Callable[[], str]:
        return lambda: str(self.remote.ask("hint")["sentence"])

    # --- before and after ---

    def summary(self) -> str:
        numbers = self.table_view.numbers
        moves = f"{sum(numbers.moves)} moves; " if numbers is not None else ""
        return f"{moves}the replay is at {self.remote.client.server}/r/{self.table_view.table}"

    def leaving_note(self) -> str:
        if self.table_view.you is None:
            return "The others keep playing."
        return f"Your seat stays yours: `rumpus play --at '{self.remote.client.link}'` returns to it."

    def save(self, path: Path) -> None:
        """Saves the record, which the server gives only after the end."""
        if self.table_view.state != "over":
            raise RumpusError("The server stores this game. Save its record after the end.")
        address = f"{self.remote.client.server}/api/tables/{self.table_view.table}/record"
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:
                text = answer.read().decode()
        except (OSError, UnicodeDecodeError, urllib.error.HTTPError) as error:
            raise RumpusError(f"The server did not send the record: {error}.") from None
        write_record(path, text)

    def rematch(self, seed: str) -> RemoteSession:
        """A rematch once everybody agrees; old tokens open the new seats."""
        answer = self.remote.ask("rematch")
        if "table" not in answer:
            raise RumpusError("The others have been asked. Once they agree, `Rematch` opens the new table.")
        self.remote.attach(str(answer["table"]))
        return RemoteSession(self.remote)

    def close(self) -> None:
        self._closed.set()
        self.remote.close()
