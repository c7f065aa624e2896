"""A table of a server, played from this terminal: `rumpus play --at URL`."""

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
from rumpus.core.options import Options
from rumpus.core.outcome import places
from rumpus.core.position import Move, Plain, Seat, View
from rumpus.core.words import Line
from rumpus.table.lessons import LessonSheet
from rumpus.table.seat_view import Sight
from rumpus.table.table_view import Sheet
from rumpus.terminal.input import choose
from rumpus.terminal.seating import PERSON
from rumpus.terminal.sessions import Host, write_record

OPEN = "open"
PATIENCE = 20.0
BEAT = 0.5
"""Seconds after which a wait for news looks whether it is still wanted."""


def join(link: str, name: str) -> RemoteHost:
    """Sit down at the table of this link, or watch it where no chair is free."""
    _, table, _ = split_link(link)
    if not table:
        raise RumpusError(f"{link} names no table; say which game to make one there: `rumpus play GAME --at {link}`")
    remote = Remote(link)
    try:
        page = remote.attach(table)
        if page.sheet.you is None and page.sheet.state == OPEN and any(c.kind == OPEN for c in page.sheet.seats):
            remote.sit(name)
            _await(remote, lambda sheet: sheet.you is not None)
        return RemoteHost(remote)
    except BaseException:
        remote.close()
        raise


def make(url: str, game: Game, seats: Sequence[str], options: Mapping[str, object], coached: bool) -> RemoteHost:
    """Make a table at this server and sit down at it; `open` chairs are for whoever comes."""
    _, table, _ = split_link(url)
    if table:
        raise RumpusError("a table is joined by its link alone, and made at the address of a server")
    chairs, name = chairs_and_name(seats)
    remote = Remote(url)
    try:
        remote.make(game.name, chairs, name, options=dict(options), coach=coached)
        return RemoteHost(remote)
    except BaseException:
        remote.close()
        raise


def _await(remote: Remote, done: Callable[[Sheet], bool]) -> None:
    """What was said is true already; its page may still be on the way."""
    for _ in range(int(PATIENCE / BEAT)):
        if remote.page is not None and done(remote.page.sheet):
            return
        remote.wait(BEAT)
    raise RumpusError("the server has not answered in time; its link leads back to the table")


def chairs_and_name(seats: Sequence[str]) -> tuple[list[str], str]:
    """`you:Ann`, `open` and bots as the server calls them, and what the person is called."""
    people = [seat for seat in seats if seat.partition(":")[0].lower() == PERSON]
    if len(people) != 1:
        raise RumpusError(f"one person plays from one terminal; {len(people)} are named, the others join by the link")
    chairs = ["me" if seat in people else seat.lower() for seat in seats]
    return chairs, people[0].partition(":")[2].strip()


class RemoteHost(Host):
    """The server knows everything; here is only what it shows this seat."""

    def __init__(self, remote: Remote) -> None:
        self.remote = remote
        self._game = find_game(self.sheet.game)
        self._options = self._game.options(self.sheet.options)
        self._told = 0
        self._closed = threading.Event()
        super().__init__([] if self.sheet.you is None else [self.sheet.you])
        self.coached = self.sheet.coach

    @property
    def sheet(self) -> Sheet:
        page = self.remote.page
        assert page is not None
        return page.sheet

    def lesson(self, seat: Seat | None) -> LessonSheet | None:
        found = self.sheet.lesson
        return None if found is None or found.step == len(found.titles) else found

    # --- what everyone knows ---

    @property
    def game(self) -> Game:
        return self._game

    @property
    def options(self) -> Options:
        return self._options

    @property
    def names(self) -> list[str]:
        return [chair.name or "(free chair)" for chair in self.sheet.seats]

    @property
    def over(self) -> bool:
        return self.sheet.state in ("over", "dropped")

    # --- whose turn it is ---

    def person_due(self) -> Seat | None:
        return self.sheet.you if self.sheet.moves and not self.over else None

    def ponder(self) -> Callable[[], str]:
        """Wait until something happens at the table."""
        while not self._closed.is_set() and self._failed() is None and not self.remote.wait(BEAT):
            pass
        return self._mend

    def _failed(self) -> Seat | None:
        """The seat of a bot that has failed, where nobody but this person could choose another."""
        seats = self.sheet.seats
        if self.sheet.you is None or self.over or sum(chair.kind == "person" for chair in seats) > 1:
            return None
        return next((seat for seat, chair in enumerate(seats) if chair.failed), None)

    def _mend(self) -> str:
        """Between turns nothing can be typed, so a usual bot takes over, and the story tells so."""
        failed = self._failed()
        if failed is not None:
            try:
                self.remote.ask("replace", seat=failed)
            except RumpusError:
                self.remote.wait(BEAT)  # and then it is tried again
        return ""

    # --- what a seat sees ---

    def sight(self, seat: Seat | None) -> Sight:
        sheet = self.sheet
        view: View = dict(sheet.view) if sheet.view is not None else self._waiting_room()
        if sheet.state == "dropped":
            view["outcome"] = sheet.notice or "The table was called off."
            nothing = [0.0] * len(sheet.seats)
            return Sight(view, list(sheet.moves), list(sheet.waiting), nothing, places(nothing))
        return Sight(view, list(sheet.moves), list(sheet.waiting), sheet.result, list(sheet.places))

    def _waiting_room(self) -> View:
        seats: list[Plain] = [{"here": chair.here, "is": chair.kind} for chair in self.sheet.seats]
        return {
            "you": self.sheet.you,
            "phase": "waiting for players",
            "seats": seats,
            "link for friends": f"{self.remote.client.server}/t/{self.sheet.table}",
        }

    def log(self, seat: Seat | None) -> list[Line]:
        page = self.remote.page
        return [Line(line.text, line.clause) for line in page.story] if page is not None else []

    def news(self, seat: Seat | None) -> list[Line]:
        lines = self.log(seat)
        # A move that was taken back takes its lines with it.
        since = min(self._told, len(lines))
        self._told = len(lines)
        return lines[since:]

    # --- deciding ---

    def understand(self, seat: Seat, text: str) -> Move:
        return choose(self.sight(seat).offers, text, self._read)

    def _read(self, words: str) -> Move:
        reason = self.remote.ask("why", words=words)["reasons"][0]
        if reason["why"]:
            raise IllegalMove(str(Line(reason["why"], reason.get("clause", ""))))
        return int(reason["move"])

    def decide(self, seat: Seat, move: Move) -> None:
        before = self.sheet.at
        self.remote.move(move)
        _await(self.remote, lambda sheet: sheet.at != before or not sheet.moves)

    def ask_hint(self, seat: Seat) -> Callable[[], str]:
        return lambda: str(self.remote.ask("hint")["sentence"])

    # --- before and after ---

    def summary(self) -> str:
        numbers = self.sheet.numbers
        moves = f"{sum(numbers.moves)} moves; " if numbers is not None else ""
        return f"{moves}the replay is at {self.remote.client.server}/r/{self.sheet.table}"

    def farewell(self) -> str:
        if self.sheet.you is None:
            return "The others play on."
        return f"The seat stays yours: `rumpus play --at '{self.remote.client.link}'` leads back to it."

    def save(self, path: Path) -> None:
        """The server keeps a game that goes on; its record can be had afterwards."""
        if self.sheet.state != "over":
            raise RumpusError("the server keeps this game; its record can be saved when it is over")
        address = f"{self.remote.client.server}/api/tables/{self.sheet.table}/record"
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:
                text = answer.read().decode()
        except (OSError, UnicodeDecodeError, urllib.error.HTTPError) as error:
            raise RumpusError(f"the server did not give the record: {error}") from None
        write_record(path, text)

    def again(self, seed: str) -> RemoteHost:
        """The same people once more, when all of them like; the old tokens open the new chairs."""
        answer = self.remote.ask("rematch")
        if "table" not in answer:
            raise RumpusError("the others are asked; once they are in, `again` leads to the new table")
        self.remote.attach(str(answer["table"]))
        return RemoteHost(self.remote)

    def close(self) -> None:
        self._closed.set()
        self.remote.close()
