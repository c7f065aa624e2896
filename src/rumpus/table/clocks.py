"""Clocks of a table: real times, and the times everybody may know."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.position import Seat
from rumpus.table.entries import Clock


class Ledger:
    """Time used by each seat, in milliseconds, and the start of running clocks."""

    def __init__(self, seats: int) -> None:
        self.used = [0] * seats
        self.decisions = [0] * seats
        self.since: list[int | None] = [None] * seats
        """Time from which each running clock counts; in the future during a pause."""
        self.paused = [0] * seats
        """Time until which each seat's clock stands."""

    def set_running(self, seats: Sequence[Seat], now: int) -> None:
        """Lets exactly these seats' clocks run. Running ones keep their start."""
        for seat, since in enumerate(self.since):
            if since is None:
                if seat in seats:
                    self.since[seat] = max(now, self.paused[seat])
            elif seat not in seats:
                self.stop(seat, now)

    def stop(self, seat: Seat, now: int) -> None:
        since = self.since[seat]
        if since is not None:
            self.used[seat] += max(0, now - since)
            self.decisions[seat] += 1
            self.since[seat] = None

    def skip(self, until: int) -> None:
        """Restarts running clocks at `until`: the server was down before."""
        for seat, since in enumerate(self.since):
            if since is not None:
                self.since[seat] = max(until, self.paused[seat])

    def pause(self, seat: Seat, until: int, now: int) -> None:
        """Stops a seat's clock until a time; a past time starts it again. A new pause replaces the last one."""
        before = max(self.paused[seat], now)
        self.paused[seat] = until
        since = self.since[seat]
        if since is not None:
            self.since[seat] = since + max(until, now) - before


class Clocks:
    """Clocks of a match: `true` for the seats to act, `public` as a spectator knows them.

    A seat sees its own true time and the public time of the others: a clock must not reveal who is asked, or who has
    already made a sealed move.
    """

    def __init__(self, rule: Clock | None, seats: int) -> None:
        self.rule = rule
        self.true = Ledger(seats)
        self.public = Ledger(seats)

    def decided(self, seat: Seat, owing: Sequence[Seat], waiting: Sequence[Seat], now: int) -> None:
        """Updates the clocks after a decision. `waiting` are the seats publicly to act."""
        self.true.stop(seat, now)
        self.true.paused[seat] = self.public.paused[seat]  # a pause for this decision alone is over
        self.set_running(owing, waiting, now)

    def set_running(self, owing: Sequence[Seat], waiting: Sequence[Seat], now: int) -> None:
        self.true.set_running(owing, now)
        self.public.set_running(waiting, now)

    def skip(self, now: int) -> None:
        self.true.skip(now)
        self.public.skip(now)

    def pause(self, seat: Seat, until: int, now: int, vacation: bool) -> None:
        """Both clocks stand in a vacation. A pause for one decision must not tell others that it is still open."""
        self.true.pause(seat, until, now)
        if vacation:
            self.public.pause(seat, until, now)

    def deadline(self, seat: Seat) -> int | None:
        """Returns the time at which this seat's clock runs out, in milliseconds; None if it stands."""
        since = self.true.since[seat]
        if self.rule is None or since is None:
            return None
        if self.rule.kind == "move":
            return since + 1000 * self.rule.seconds
        return since + self._budget(self.true, seat)

    def face(self, seat: Seat, viewer: Seat | None) -> tuple[int, int]:
        """Returns milliseconds left at the start of the decision, and the end time (0: not running).

        Both are as far as the viewer may know. Neither changes as time passes.
        """
        if self.rule is None:
            return 0, 0
        ledger = self.true if seat == viewer else self.public
        left = 1000 * self.rule.seconds if self.rule.kind == "move" else max(0, self._budget(ledger, seat))
        since = ledger.since[seat]
        return left, 0 if since is None else since + left

    def _budget(self, ledger: Ledger, seat: Seat) -> int:
        """Returns the milliseconds left at the start of the current decision."""
        assert self.rule is not None
        return 1000 * (self.rule.seconds + self.rule.plus * ledger.decisions[seat]) - ledger.used[seat]
