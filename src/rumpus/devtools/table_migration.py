"""Moves tables to changed rules: replays the same seed and moves until one is refused."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from rumpus.core.catalogue import game_of
from rumpus.core.content.lesson import lesson_of
from rumpus.core.errors import BadOption, IllegalMove, RumpusError
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.core.words import NOT_A_LEGAL_MOVE, with_names
from rumpus.devtools.diagnostics import mistake_of, time_limit
from rumpus.service.runtime.environment import SYSTEM_CLOCK
from rumpus.service.store import Store
from rumpus.service.tables.lobby import listing_of
from rumpus.table.entries import Began, Entry, Made, Moved, Place, unpack
from rumpus.table.match import Match
from rumpus.table.seats import bot_name
from rumpus.table.table import Step, open_table
from rumpus.table.unknown_rules import UnknownRules

REPLAY_SECONDS = 5.0
"""Time limit for all moves of a table."""
BOT = "easy"
"""Bot for seats without a person."""


class MigratedTable(NamedTuple):
    """The new journal of a table, and a note on anything lost."""

    entries: list[Entry]
    note: str


def migrate_table(id: str, game: Game, journal: Sequence[tuple[Entry, int]], root: Path) -> MigratedTable:
    """Writes the journal anew for `game`; errors cite lines below `root`."""
    made = journal[0][0]
    assert isinstance(made, Made)
    # Seats and undone moves can be read without the old rules, which are gone.
    old = open_table(id, UnknownRules(made, game.title), journal)
    steps, places, note = old.steps, list(old.places), ""
    try:
        options = game.options(made.options)
        if game.seats(options) != len(places):
            raise BadOption(f"{game.title} has {game.seats(options)} seats, this table {len(places)}")
    except BadOption as error:
        options, steps, made = game.options(), [], replace(made, base=None)
        note = f"This table does not fit your change ({error}): a new one is dealt with the rulebook's options."
    seats = game.seats(options)
    places = [*places, *(Place("bot", bot_name(BOT, seat), bot=BOT) for seat in range(len(places), seats))][:seats]
    lesson = lesson_of(game) if made.lesson else None
    seed = made.seed if lesson is None else lesson.deal.seed
    made = replace(made, version=game.version, options=options.changed(), places=places, seed=seed)
    if not old.seats.begun:
        return MigratedTable([made], note)
    entries, failure = _replay(game, options, made, old.names, steps, root)
    return MigratedTable([made, *entries], failure or note)


def _replay(
    game: Game, options: Options, made: Made, names: list[str], steps: Sequence[Step], root: Path
) -> tuple[list[Entry], str]:
    """Plays the moves until one is refused; returns the entries and the reason."""
    entries: list[Entry] = []
    number = 0
    try:
        with time_limit(REPLAY_SECONDS):
            match = _deal(game, options, made, names)
            entries.append(Began())
            number = 0 if made.base is None else len(made.base.moves)
            for step in steps:
                number += 1
                move = _move_of(match, step)
                match.apply(step.seat, move)
                _, words = match.record.moves[-1]
                entries.append(Moved(step.seat, move, step.mid, step.by, words))
    except IllegalMove as error:
        return entries, f"Your change does not allow move {number} any more: {_back_to(number)}. " + with_names(
            str(error), names
        )
    except Exception as error:
        where = f"move {number}" if number else "the deal"
        return entries, f"Your change fails at {where} ({mistake_of(error, root)}): {_back_to(number)}."
    return entries, ""


def _deal(game: Game, options: Options, made: Made, names: list[str]) -> Match:
    """Deals from the same seed, after the moves of `made.base`. Drops a base that does not fit."""
    base = made.base
    if base is not None:
        try:
            return Match(game, options, base.seed, names, base.moves, [*base.then, (len(base.moves), made.seed)])
        except RumpusError:
            made.base = None
    return Match(game, options, made.seed, names)


def _move_of(match: Match, step: Step) -> Move:
    """The move by its words if they are still understood, else by its number."""
    position, move = match.position, step.move
    offered = position.moves(step.seat) if step.seat in position.to_act() else []
    if offered and step.words:
        with contextlib.suppress(IllegalMove):
            move = match.game.parse_move(position, step.seat, step.words)
    if move not in offered:
        # Unfinished rules may offer fewer moves than `refusal` allows.
        raise IllegalMove(position.refusal(step.seat, move) or NOT_A_LEGAL_MOVE)
    return move


def _back_to(number: int) -> str:
    if number == 0:
        return "nothing is dealt"
    return f"gone back to move {number - 1}" if number > 1 else "gone back to the deal"


def read_journals(path: Path) -> dict[str, list[tuple[Entry, int]]]:
    """Reads all journals of a store not open in a server."""
    found: dict[str, list[tuple[Entry, int]]] = {}
    with contextlib.closing(sqlite3.connect(path)) as db:
        for id, when, entry in db.execute("SELECT id, at, entry FROM book ORDER BY id, seq"):
            found.setdefault(id, []).append((unpack(entry), when))
    return found


async def migrate_tables(path: Path, store: Store, game: Game, root: Path) -> dict[str, str]:
    """Copies all tables to `store`, those of `game` under its new rules. Returns notes by table."""
    notes: dict[str, str] = {}
    for id, journal in read_journals(path).items():
        made = journal[0][0]
        assert isinstance(made, Made)
        if made.game == game.name:
            new = migrate_table(id, game, journal, root)
        else:
            new = MigratedTable([entry for entry, _ in journal], "")
        moment = SYSTEM_CLOCK.wall_ms()
        table = open_table(id, game_of(made.game), [(entry, moment) for entry in new.entries])
        await store.append(id, 0, new.entries, moment, listing_of(table))
        if new.note:
            notes[id] = new.note
    return notes
