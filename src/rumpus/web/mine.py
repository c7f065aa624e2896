"""How somebody's own tables stand, for whoever comes back to the lobby."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.errors import RumpusError
from rumpus.core.outcome import fared
from rumpus.table.table import Table
from rumpus.web import messages as m
from rumpus.web.live import LiveTables


async def my_tables(tables: LiveTables, keys: Sequence[m.Key]) -> m.MyTables:
    """In the order of the keys; a table that is gone, or a key that fits no chair there, is passed over in silence."""
    found: list[m.MyTable] = []
    for key in keys:
        try:
            table = (await tables.open(key.table)).table
        except RumpusError:
            continue
        stands = _stands(table, key.token)
        if stands is not None:
            found.append(stands)
    return m.MyTables(tables=found)


def _stands(table: Table, token: str) -> m.MyTable | None:
    seat = table.seat_of(token)
    if seat is None:
        return None
    others = [place.name for other, place in enumerate(table.places) if other != seat and place.name]
    mine = m.MyTable(table.id, table.game.name, table.game.title, table.state, others)
    match = table.match
    if match is not None:
        mine.turn = seat in match.position.to_act() and not table.chairs.stand_ins[seat]
        if match.over:
            mine.fared = fared(match.record.ranking, seat)
    return mine
