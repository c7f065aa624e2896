"""Time at a table: two ledgers, one true and one of what everybody may know."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.position import Seat
from rumpus.table.entries import Clock


class Ledger:
    """How much time each seat has used, in milliseconds, and since when it is using more."""

    def __init__(self, seats: int) -> None:
        self.used = [0] * seats
        self.decisions = [0] * seats
        self.since: list[int | None] = [None] * seats

    def owes(self, seats: Sequence[Seat], now: int) -> None:
        """From now on exactly these seats use time; one that goes on owing the same decision keeps its start."""
        for seat, since in enumerate(self.since):
            if since is None:
                if seat in seats:
                    self.since[seat] = now
            elif seat not in seats:
                self.stop(seat, now)

    def stop(self, seat: Seat, now: int) -> None:
        since = self.since[seat]
        if since is not None:
            self.used[seat] += max(0, now - since)
            self.decisions[seat] += 1
            self.since[seat] = None

    def skip(self, until: int) -> None:
        """Nothing that ran before `until` counts from its old start: the table was asleep."""
        for seat, since in enumerate(self.since):
            if since is not None:
                self.since[seat] = until


class Clocks:
    """`true` follows who really owes a decision, `public` who, for all an onlooker knows, does.

    A seat is told its own true time; of the others it is told the public one, because who is asked, and who has
    already answered in secret, must not be read off a clock.
    """

    def __init__(self, rule: Clock | None, seats: int) -> None:
        self.rule = rule
        self.true = Ledger(seats)
        self.public = Ledger(seats)

    def decided(self, seat: Seat, owing: Sequence[Seat], waiting: Sequence[Seat], now: int) -> None:
        """A seat has decided; these owe now, and these seem to."""
        self.true.stop(seat, now)
        self.owe(owing, waiting, now)

    def owe(self, owing: Sequence[Seat], waiting: Sequence[Seat], now: int) -> None:
        self.true.owes(owing, now)
        self.public.owes(waiting, now)

    def skip(self, now: int) -> None:
        self.true.skip(now)
        self.public.skip(now)

    def deadline(self, seat: Seat) -> int | None:
        """When the time of a seat that owes a decision runs out, in milliseconds."""
        since = self.true.since[seat]
        if self.rule is None or since is None:
            return None
        if self.rule.kind == "move":
            return since + 1000 * self.rule.seconds
        return since + self._budget(self.true, seat)

    def face(self, seat: Seat, viewer: Seat | None) -> tuple[int, int]:
        """Milliseconds this seat had left when its last decision came up, and when they run out (0: not running).

        Both as far as the viewer may know; neither changes as time passes.
        """
        if self.rule is None:
            return 0, 0
        ledger = self.true if seat == viewer else self.public
        left = 1000 * self.rule.seconds if self.rule.kind == "move" else max(0, self._budget(ledger, seat))
        since = ledger.since[seat]
        return left, 0 if since is None else since + left

    def _budget(self, ledger: Ledger, seat: Seat) -> int:
        """What is left before the present decision."""
        assert self.rule is not None
        return 1000 * (self.rule.seconds + self.rule.plus * ledger.decisions[seat]) - ledger.used[seat]
