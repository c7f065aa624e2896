"""Tables that go on under changed rules: the same seed and the same moves, as far as they still fit."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from rumpus.core.catalogue import game_of
from rumpus.core.content.lesson import lesson_of
from rumpus.core.errors import BadOption, IllegalMove, RumpusError
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.words import with_names
from rumpus.devtools.diagnostics import mistake_of, within
from rumpus.service.runtime.clock import now
from rumpus.service.store import Store
from rumpus.service.tables.lobby import listing_of
from rumpus.table.entries import Began, Entry, Made, Moved, Person, Place, unpack
from rumpus.table.match import Match
from rumpus.table.seat_view import NOT_AMONG
from rumpus.table.seats import bot_name
from rumpus.table.table import Step, open_table
from rumpus.table.unknown_rules import Unruled

PATIENCE = 5.0
"""Seconds for all moves of a table together."""
BOT = "easy"
"""Who takes a chair that the changed rules have added."""


class Carried:
    """What a table has become: its new book, and a sentence if not all of it could be kept."""

    def __init__(self, entries: list[Entry], note: str) -> None:
        self.entries = entries
        self.note = note


def carried(id: str, game: Game, book: Sequence[tuple[Entry, int]], root: Path) -> Carried:
    """The table of this book under the rules of `game`; errors are told with the lines below `root`."""
    made = book[0][0]
    assert isinstance(made, Made)
    # What the moves meant only the old rules knew; who sits where and what was taken back they need not tell.
    old = open_table(id, Unruled(made, game.title), book)
    options, note = _options(game, made, old.places)
    fresh = Made(
        made.game, game.version, options.changed(), made.seed, _places(old.places, game.seats(options)), made.host,
        made.listed, made.clock, made.coach, made.undo, made.grace, made.base, made.source, made.lesson, made.puzzle,
    )  # fmt: skip
    lesson = lesson_of(game) if made.lesson else None
    if lesson is not None:
        fresh.seed = lesson.deal.seed
    if not old.chairs.begun:
        return Carried([fresh], note)
    replay = PlayedAgain(game, options, fresh, old.names, root)
    replay.go(old.steps)
    begun: list[Entry] = [Began(), *replay.moves] if replay.dealt else []
    return Carried([replay.made, *begun], replay.note or note)


class PlayedAgain:
    """A match played again by other rules, until a move does not fit."""

    def __init__(self, game: Game, options: Options, made: Made, names: Sequence[str], root: Path) -> None:
        self.game = game
        self.options = options
        self.made = made
        self.names = list(names)
        self.root = root
        self.dealt = False
        self.moves: list[Moved] = []
        self.note = ""

    def go(self, steps: Sequence[Step]) -> None:
        number = 0
        try:
            with within(PATIENCE):
                match = self._start()
                self.dealt = True
                number = self._past
                for step in steps:
                    number += 1
                    move = self._understood(match, step)
                    match.apply(step.seat, move)
                    _, words = match.record.moves[-1]
                    self.moves.append(Moved(step.seat, move, step.mid, cast(Person, step.by), words))
        except IllegalMove as error:
            why = with_names(str(error), self.names)
            self.note = f"Your change does not allow move {number} any more: {_back(number)}. {why}"
        except Exception as error:
            what = f"move {number}" if number else "the deal"
            self.note = f"Your change fails at {what} ({mistake_of(error, self.root)}): {_back(number)}."

    @property
    def _past(self) -> int:
        return 0 if self.made.base is None else len(self.made.base.moves)

    def _start(self) -> Match:
        """As it was dealt; the match that it went on from is forgotten where it does not fit any more."""
        base = self.made.base
        if base is not None:
            try:
                then = [*base.then, (len(base.moves), self.made.seed)]
                return Match(self.game, self.options, base.seed, self.names, base.moves, then)
            except RumpusError:
                self.made.base = None
        return Match(self.game, self.options, self.made.seed, self.names)

    def _understood(self, match: Match, step: Step) -> Move:
        """By its words where they still mean something, as a person would say it again, else by its number."""
        position, move = match.position, step.move
        offered = position.moves(step.seat) if step.seat in position.to_act() else []
        if offered and step.words:
            with contextlib.suppress(IllegalMove):
                move = match.game.read(position, step.seat, step.words)
        if move not in offered:
            # Rules that are just being changed may offer less than they say they allow.
            raise IllegalMove(position.why_not(step.seat, move) or NOT_AMONG)
        return move


def _back(number: int) -> str:
    if number == 0:
        return "nothing is dealt"
    return f"gone back to move {number - 1}" if number > 1 else "gone back to the deal"


def _options(game: Game, made: Made, places: Sequence[Place]) -> tuple[Options, str]:
    """The table's options; where they do not fit any more, the rulebook's for as many seats as can be."""
    try:
        options = game.options(made.options)
        if game.seats(options) == len(places):
            return options, ""
    except BadOption as error:
        why = f"The options of this table do not fit your change ({error}): the rulebook's are played."
    else:
        why = "Your change asks for another number of seats: the rulebook's options are played."
    counts = game.seat_counts()
    seats = len(places) if len(places) in counts else min(counts, key=lambda count: abs(count - len(places)))
    return game.options(None, seats), why


def _places(places: Sequence[Place], seats: int) -> list[Place]:
    """The same people; bots where chairs were added."""
    kept = list(places[:seats])
    return kept + [Place("bot", bot_name(BOT, seat), bot=BOT) for seat in range(len(kept), seats)]


def books_in(path: Path) -> dict[str, list[tuple[Entry, int]]]:
    """The books of a store that no server has open any more."""
    found: dict[str, list[tuple[Entry, int]]] = {}
    db = sqlite3.connect(path)
    try:
        for id, when, entry in db.execute("SELECT id, at, entry FROM book ORDER BY id, seq"):
            found.setdefault(id, []).append((unpack(entry), when))
    finally:
        db.close()
    return found


async def carry_over(path: Path, store: Store, game: Game, root: Path) -> dict[str, str]:
    """All tables of the old store in the new one, those of this game by its rules of now; says what was lost where."""
    notes: dict[str, str] = {}
    for id, book in books_in(path).items():
        made = book[0][0]
        assert isinstance(made, Made)
        if made.game == game.name:
            new = carried(id, game, book, root)
        else:
            new = Carried([entry for entry, _ in book], "")
        moment = now()
        table = open_table(id, game_of(made.game), [(entry, moment) for entry in new.entries])
        await store.append(id, 0, new.entries, moment, listing_of(table))
        if new.note:
            notes[id] = new.note
    return notes
