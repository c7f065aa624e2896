"""Tables whose rules are no longer installed: shown from their archive, never played."""

from __future__ import annotations

from msgspec import structs

from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.position import Seat
from rumpus.table.archive import ArchivedTable
from rumpus.table.seat_view import LogLine
from rumpus.table.table import Table
from rumpus.table.table_view import TableView


class RetiredTable:
    """A finished table with its archive, or an unfinished one without."""

    def __init__(self, archived: ArchivedTable | None, why: str) -> None:
        self.archived = archived
        self.why = why
        """Why it cannot go on."""

    def table_view(self, bare: TableView) -> TableView:
        """Replaces a table view made from the journal alone."""
        if self.archived is None:
            return structs.replace(
                bare, state="dropped", seed="", view=None, result=None, places=[], fared="", numbers=None,
                seats=[structs.replace(info, fared="") for info in bare.seats], notice=self.why,
            )  # fmt: skip
        kept = self.archived.views[0 if bare.you is None else 1 + bare.you]
        seats = [
            structs.replace(then, here=now.here, away=now.away)
            for then, now in zip(kept.seats, bare.seats, strict=True)
        ]
        return structs.replace(
            kept, host=bare.host, seats=seats, rematch=bare.rematch, rematch_request=bare.rematch_request
        )

    def log(self, seat: Seat | None) -> list[LogLine]:
        return [] if self.archived is None else self.archived.logs[0 if seat is None else 1 + seat]

    def record(self, table: Table) -> str:
        if self.archived is not None:
            return self.archived.record
        if table.match is None:
            raise RumpusError("There is no record: the game had not started.")
        if table.inherited_moves or not all(step.words for step in table.steps):
            raise BadRecord("The moves of this table were kept without their names, so it has no record.")
        record = table.match.record
        record.options = table.made.options
        record.moves = [(step.seat, step.words) for step in table.steps]
        record.result = None
        return record.dumps()
