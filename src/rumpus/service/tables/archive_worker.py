"""`python -m rumpus.service.tables.archive_worker`: archives finished tables in a separate process.

An archive holds every frame for every seat, which takes long. Requests come over standard input, replies go to standard
output, each after its length. The process ends with its input.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import IO

import msgspec
from msgspec import Struct

from rumpus.core.catalogue import game_of
from rumpus.core.errors import RumpusError
from rumpus.table.archive import pack_archive
from rumpus.table.entries import Entry, Made
from rumpus.table.table import open_table

LENGTH_BYTES = 4


class ArchiveRequest(Struct, array_like=True):
    table: str
    journal: list[tuple[Entry, int]]


class ArchiveReply(Struct, array_like=True):
    parts: list[bytes] = []
    trouble: str = ""


def archive_table(request: ArchiveRequest) -> ArchiveReply:
    """Returns the archive, or the reason why there is none."""
    made = request.journal[0][0]
    if not isinstance(made, Made):
        return ArchiveReply(trouble="its journal does not begin with its making")
    try:
        table = open_table(request.table, game_of(made.game), request.journal)
        if table.state != "over":
            return ArchiveReply(trouble=f"it is not over but {table.state}")
        return ArchiveReply(pack_archive(table))
    except RumpusError as error:
        return ArchiveReply(trouble=str(error))
    except Exception as error:  # a game may be anybody's
        return ArchiveReply(trouble=repr(error))


def with_length(message: Struct) -> bytes:
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(LENGTH_BYTES, "big") + data


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    while head := source.read(LENGTH_BYTES):
        request = msgspec.msgpack.decode(source.read(int.from_bytes(head, "big")), type=ArchiveRequest)
        sink.write(with_length(archive_table(request)))
        sink.flush()


if __name__ == "__main__":
    # Signals go to every process of a terminal or service; the server ends this one itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.nice(10)
    serve(sys.stdin.buffer, sys.stdout.buffer)
