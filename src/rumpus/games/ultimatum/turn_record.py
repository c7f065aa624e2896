"""Prints a match turn by turn (N-3), for everybody or for one viewer (N-4)."""

from __future__ import annotations

from dataclasses import dataclass

from rumpus.core.game import Game
from rumpus.core.position import Event, Seat
from rumpus.core.record import Record
from rumpus.games.ultimatum.rules.position import Ultimatum, as_ultimatum

SET_TRAP = "Set trap"


@dataclass
class _Note:
    """One decision. `secret_of` and `hex`: owner and place of a trap still hidden."""

    phase: int
    seat: Seat
    begins: bool
    words: str
    secret_of: str = ""
    hex: str = ""


def turn_lines(game: Game, record: Record, viewer: Seat | None = None, everything: bool = True) -> list[str]:
    """One line per turn: `4.1 Nyx move g5; attack 2.Bram`. Others' hidden traps omit their hex."""
    lines: list[str] = []
    for note in _notes(game, record):
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
        events = position.take_events()
        if step.seat is not None and previous is not None:
            notes.append(_note(previous, step.seat, step.words))
            _reveal(notes, events)
        previous = position.copy()
    return notes


def _note(before: Ultimatum, seat: Seat, words: str) -> _Note:
    """Omits the character's name in a turn already begun."""
    goes_on = before.active >= 0
    if goes_on:
        words = words.removeprefix(f"{before.character(before.active).name} ")
    note = _Note(before.phase, seat, not goes_on, words)
    start, _, last = words.rpartition(" ")
    if start.endswith(SET_TRAP):
        note.secret_of, note.hex = f"{seat + 1}.Tamsin", last
    return note


def _reveal(notes: list[_Note], events: list[Event]) -> None:
    """Discloses traps that went off: the latest its owner set on the hex."""
    for event in events:
        if event.kind == "trap":
            _disclose(notes, str(event.args[1]), [str(event.args[2])])
        elif event.kind == "spring":
            _disclose(notes, str(event.args[0]), str(event.args[1]).split())


def _disclose(notes: list[_Note], owner: str, hexes: list[str]) -> None:
    for name in hexes:
        for note in reversed(notes):
            if note.secret_of == owner and note.hex == name:
                note.secret_of = ""
                break
