"""A match written down turn by turn, as one would in a notebook (N-3), for everybody or for one pair of eyes (N-4)."""

from __future__ import annotations

from rumpus.core.game import Game
from rumpus.core.position import Event, Seat
from rumpus.core.record import Record
from rumpus.games.ultimatum.rules.position import Ultimatum, as_ultimatum

TRAP = "Set trap"


class _Note:
    """One decision: whose, in which phase, its words, and for a trap its owner and hex while nobody else knows it."""

    def __init__(self, phase: int, seat: Seat, begins: bool, words: str) -> None:
        self.phase = phase
        self.seat = seat
        self.begins = begins
        self.words = words
        self.secret_of = ""
        self.hex = ""


def turn_lines(game: Game, record: Record, viewer: Seat | None = None, everything: bool = True) -> list[str]:
    """One line per turn: `4.1 Nyx move g5; attack 2.Bram`.

    With a viewer, or without `everything`, traps of others stand without their hex until they go off.
    """
    notes = _notes(game, record)
    lines: list[str] = []
    for note in notes:
        hide = note.secret_of and (note.seat != viewer if viewer is not None else not everything)
        words = note.words.removesuffix(f" {note.hex}") if hide else note.words
        if note.begins or not lines:
            lines.append(f"{note.phase}.{note.seat + 1} {words}")
        else:
            lines[-1] += f"; {words}"
    return lines


def _notes(game: Game, record: Record) -> list[_Note]:
    notes: list[_Note] = []
    previous: Ultimatum | None = None
    for step in record.walk(game):
        position = as_ultimatum(step.position)
        if step.seat is not None and previous is not None:
            goes_on = previous.active >= 0
            notes.append(_note(previous, step.seat, goes_on, step.words))
            _reveal(notes, position.take_events())
        else:
            position.take_events()
        previous = position.copy()
    return notes


def _note(before: Ultimatum, seat: Seat, goes_on: bool, words: str) -> _Note:
    """In a turn that goes on, the character is known and its name left out."""
    if goes_on:
        words = words.removeprefix(f"{before.character(before.active).name} ")
    note = _Note(before.phase, seat, not goes_on, words)
    start, _, last = words.rpartition(" ")
    if start.endswith(TRAP):
        note.secret_of, note.hex = f"{seat + 1}.Tamsin", last
    return note


def _reveal(notes: list[_Note], events: list[Event]) -> None:
    """A trap that went off is no secret any more: the latest that its owner set on that hex."""
    for event in events:
        if event.kind == "trap":
            _open(notes, str(event.args[1]), [str(event.args[2])])
        elif event.kind == "spring":
            _open(notes, str(event.args[0]), str(event.args[1]).split())


def _open(notes: list[_Note], owner: str, hexes: list[str]) -> None:
    for name in hexes:
        for note in reversed(notes):
            if note.secret_of == owner and note.hex == name:
                note.secret_of = ""
                break
