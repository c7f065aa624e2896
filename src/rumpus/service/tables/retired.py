"""Tables of other rules than are installed now: what was kept of them is shown, and nothing can be played."""

from __future__ import annotations

from msgspec import structs

from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.position import Seat
from rumpus.table.archive import Keepsake
from rumpus.table.seat_view import StoryLine
from rumpus.table.table import Table
from rumpus.table.table_view import Sheet


class Past:
    """With a keepsake: of a finished table, as it was when it ended. Without: of one that ends here."""

    def __init__(self, keepsake: Keepsake | None, why: str) -> None:
        self.keepsake = keepsake
        self.why = why
        """Why it cannot go on."""

    def sheet(self, bare: Sheet) -> Sheet:
        """In place of what is made of the book alone."""
        if self.keepsake is None:
            return structs.replace(
                bare, state="dropped", seed="", view=None, result=None, places=[], fared="", numbers=None,
                seats=[structs.replace(chair, fared="") for chair in bare.seats], notice=self.why,
            )  # fmt: skip
        kept = self.keepsake.sheets[0 if bare.you is None else 1 + bare.you]
        chairs = [
            structs.replace(then, here=now.here, away=now.away)
            for then, now in zip(kept.seats, bare.seats, strict=True)
        ]
        return structs.replace(kept, host=bare.host, seats=chairs, rematch=bare.rematch, rematch_wish=bare.rematch_wish)

    def story(self, seat: Seat | None) -> list[StoryLine]:
        return [] if self.keepsake is None else self.keepsake.stories[0 if seat is None else 1 + seat]

    def record(self, table: Table) -> str:
        if self.keepsake is not None:
            return self.keepsake.record
        if table.match is None:
            raise RumpusError("the game had not begun")
        if table.past or not all(step.words for step in table.steps):
            raise BadRecord("the moves of this table were kept without their words, so there is no record of it")
        record = table.match.record
        record.options = table.made.options
        record.moves = [(step.seat, step.words) for step in table.steps]
        record.result = None
        return record.dumps()
