"""The last chat messages of a table in memory, to recognise repeated ones and to quote them in a report."""

from __future__ import annotations

from collections import deque

from rumpus.core.position import Seat
from rumpus.service.store.chat import Said

KEPT = 20
"""Messages per seat. Whoever sends many pushes out only its own."""


class RecentChat:
    def __init__(self) -> None:
        self._said: dict[Seat, deque[tuple[str, Said]]] = {}
        """By seat: lock of who sat there, and the message."""

    def has(self, said: Said, lock: str) -> bool:
        """True if this seat has sent a message with this id."""
        return bool(said.mid) and any(one.mid == said.mid for one in self.of(said.seat, lock))

    def add(self, said: Said, lock: str) -> bool:
        """False if it is there already."""
        if self.has(said, lock):
            return False
        self._said.setdefault(said.seat, deque(maxlen=KEPT)).append((lock, said))
        return True

    def of(self, seat: Seat, lock: str) -> list[Said]:
        """Messages of whoever sits there with this lock, oldest first."""
        return [said for whose, said in self._said.get(seat, ()) if whose == lock]
