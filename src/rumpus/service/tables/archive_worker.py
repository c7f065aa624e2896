"""`python -m rumpus.service.tables.archive_worker`: makes keepsakes of finished tables in a process of its own.

A film is the whole match through everybody's eyes, which is work; nobody at a live table is to wait for it. Books come
in over standard input and keepsakes go out over standard output, each message after its length; with the end of the
input it ends.
"""

from __future__ import annotations

import os
import sys
from typing import IO

import msgspec
from msgspec import Struct

from rumpus.core.catalogue import game_of
from rumpus.core.errors import RumpusError
from rumpus.table.archive import pack_keepsake
from rumpus.table.entries import Entry, Made
from rumpus.table.table import open_table

LENGTH = 4


class FilmWish(Struct, array_like=True):
    table: str
    book: list[tuple[Entry, int]]


class FilmAnswer(Struct, array_like=True):
    parts: list[bytes] = []
    trouble: str = ""


def film(wish: FilmWish) -> FilmAnswer:
    """The keepsake, or why there is none."""
    made = wish.book[0][0]
    if not isinstance(made, Made):
        return FilmAnswer(trouble="its book does not begin with its making")
    try:
        table = open_table(wish.table, game_of(made.game), wish.book)
        if table.state != "over":
            return FilmAnswer(trouble=f"it is not over but {table.state}")
        return FilmAnswer(pack_keepsake(table))
    except RumpusError as error:
        return FilmAnswer(trouble=str(error))
    except Exception as error:  # a game may be anybody's
        return FilmAnswer(trouble=repr(error))


def frame(message: Struct) -> bytes:
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(LENGTH, "big") + data


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    while head := source.read(LENGTH):
        wish = msgspec.msgpack.decode(source.read(int.from_bytes(head, "big")), type=FilmWish)
        sink.write(frame(film(wish)))
        sink.flush()


if __name__ == "__main__":
    os.nice(10)
    serve(sys.stdin.buffer, sys.stdout.buffer)
