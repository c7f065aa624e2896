"""Taking a move back: fair only where nobody learned anything by it and chance had no say.

Whoever asks is answered from what it has noticed. What others have sealed since is neither looked at nor told; if the
wish is granted, they decide again.
"""

from __future__ import annotations

from rumpus.core.errors import RumpusError
from rumpus.core.position import Event, Position, Seat
from rumpus.core.rng import Counted, Seeded
from rumpus.table.table import Step, Table

DREAMS = 12


def moves_to_keep(table: Table, seat: Seat) -> int:
    """How many moves stay if this seat takes its last one back; refused where that would not be fair."""
    if not table.made.undo:
        raise RumpusError("at this table no move is taken back")
    if table.state != "playing":
        raise RumpusError("there is nothing to take back: the game is not going on")
    last = max((number for number, step in enumerate(table.steps) if step.seat == seat), default=-1)
    if last < 0 or table.steps[last].by != "person":
        raise RumpusError("you have made no move that could be taken back")
    noticed = _last_noticed(table, seat, last)
    before = table.match_after(last).position
    dreams = [before.imagine(seat, Seeded(f"undo {number}")) for number in range(DREAMS)]
    if noticed > last:
        if any(other != seat for other in table.chairs.people):
            raise RumpusError("others have decided since")
        if any(dream.save() != dreams[0].save() for dream in dreams):
            raise RumpusError("something hidden may have been revealed to you since")
    assert table.match is not None
    now = table.match.position.view(seat)
    for dream in dreams:
        _check(dream, table.steps[last : noticed + 1], seat, now)
    return last


def _last_noticed(table: Table, seat: Seat, last: int) -> int:
    """The last step from this one on of which the seat heard something."""
    end = len(table.story)
    for number in range(len(table.steps) - 1, last, -1):
        begin = table.steps[number].story
        if any(isinstance(item, Event) and item.seen_by(seat) is not None for item in table.story[begin:end]):
            return number
        end = begin
    return last


def _check(dream: Position, steps: list[Step], seat: Seat, view: object) -> None:
    """Whether these steps would have shown the seat the same, had the hidden things been as it dreamt them."""
    luck = Counted(Seeded("undo"))
    for step in steps:
        if dream.why_not(step.seat, step.move):
            raise RumpusError("something hidden was revealed to you since")
        dream.apply(step.seat, step.move, luck)
    if luck.asked:
        raise RumpusError("chance has decided something since")
    if dream.view(seat) != view:
        raise RumpusError("something hidden was revealed to you since")
