"""Taking a move back: fair only where nobody learned anything by it and chance had no say."""

from __future__ import annotations

from rumpus.core.contract import Position, Seat
from rumpus.core.errors import RumpusError
from rumpus.core.luck import Counted, Seeded
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
    since = table.steps[last:]
    for step in since[1:]:
        if step.by == "person":
            raise RumpusError(f"{table.names[step.seat]} has decided since")
    before = table.match_after(last)
    luck = Counted(before.luck)
    dreams = [before.position.imagine(seat, Seeded(f"undo {number}")) for number in range(DREAMS)]
    for step in since:
        before.position.play(step.seat, step.move, luck)
    if luck.asked:
        raise RumpusError("chance has decided something since")
    now = before.position.view(seat)
    if not all(_leads_to(dream, since, seat, now) for dream in dreams):
        raise RumpusError("something hidden was revealed to you since")
    return last


def _leads_to(dream: Position, steps: list[Step], seat: Seat, view: object) -> bool:
    """Whether these moves would have shown the seat the same, had the hidden things been as it dreamt them."""
    luck = Counted(Seeded("undo"))
    for step in steps:
        if dream.why_not(step.seat, step.move):
            return False
        dream.apply(step.seat, step.move, luck)
    return not luck.asked and dream.view(seat) == view
