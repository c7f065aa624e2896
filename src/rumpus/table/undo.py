"""Undo: allowed only if the move revealed nothing and involved no chance.

The answer uses the requester's knowledge only, and ignores sealed moves made since. If undo is granted, those seats
decide again.
"""

from __future__ import annotations

from rumpus.core.errors import RumpusError
from rumpus.core.position import Event, Position, Seat
from rumpus.core.rng import CountingRng, SeededRng
from rumpus.table.table import Step, Table

WORLDS = 12
"""Worlds in which the steps to undo are replayed."""


def moves_to_keep(table: Table, seat: Seat) -> int:
    """Returns the number of moves left after undoing this seat's last one. Raises if unfair."""
    if not table.made.undo:
        raise RumpusError("Moves cannot be taken back at this table.")
    if table.state != "playing":
        raise RumpusError("There is nothing to take back: no game is being played.")
    last = max((number for number, step in enumerate(table.steps) if step.seat == seat), default=-1)
    if last < 0 or table.steps[last].by != "person":
        raise RumpusError("You have made no move to take back.")
    noticed = _last_noticed(table, seat, last)
    before = table.match_after(last).position
    worlds = [before.determinize(seat, SeededRng(f"undo {number}")) for number in range(WORLDS)]
    if noticed > last:
        if any(other != seat for other in table.seats.people):
            raise RumpusError("You cannot take your last move back: others have decided since then.")
        if any(world.save() != worlds[0].save() for world in worlds):
            raise RumpusError("You cannot take your last move back: since then you may have seen something hidden.")
    assert table.match is not None
    now = table.match.position.view(seat)
    for world in worlds:
        _check_unchanged(world, table.steps[last : noticed + 1], seat, now)
    return last


def _last_noticed(table: Table, seat: Seat, last: int) -> int:
    """Returns the last step from this one on with an event visible to the seat."""
    end = len(table.log)
    for number in range(len(table.steps) - 1, last, -1):
        begin = table.steps[number].log
        if any(isinstance(item, Event) and item.seen_by(seat) is not None for item in table.log[begin:end]):
            return number
        end = begin
    return last


def _check_unchanged(world: Position, steps: list[Step], seat: Seat, view: object) -> None:
    """Raises unless these steps look the same to the seat in this world."""
    rng = CountingRng(SeededRng("undo"))
    for step in steps:
        if world.refusal(step.seat, step.move):
            raise RumpusError("You cannot take your last move back: since then you have seen something hidden.")
        world.apply(step.seat, step.move, rng)
    if rng.draws:
        raise RumpusError("You cannot take your last move back: chance has decided something since then.")
    if world.view(seat) != view:
        raise RumpusError("You cannot take your last move back: since then you have seen something hidden.")
