"""What a process that plays is asked for, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from rumpus.players.net import Real

Arrays = dict[str, NDArray[Any]]
"""Named columns of what there is to learn, a row each."""


class Rival:
    """Somebody who is no learner: in this share of the games all other seats are theirs, and exams are against them.

    `others` are met as well, each in a share of their own, but not examined against.
    """

    def __init__(self, name: str = "greedy", share: float = 1 / 8, others: Sequence[Rival] = ()) -> None:
        self.name = name
        self.share = share
        self.others = list(others)

    def met_in(self, lanes: int, share: float = 0.0) -> list[str | None]:
        """By lane, who is met there; None where the learner meets itself. `share`: this rival's, if more than usual."""
        met: list[str | None] = []
        for rival in self.others:
            met += [rival.name] * int(lanes * rival.share)
        examined = min(int(lanes * max(share, self.share)), lanes - len(met))
        return [None] * (lanes - len(met) - examined) + [self.name] * examined + met

    @property
    def attacked(self) -> bool:
        """Whether nobody else is met: then it is about them alone, and nobody answers as the learner would."""
        return self.share == 1


class Practice:
    """Play for a while: against yourself, or, without weights, as the greedy bot would."""

    def __init__(
        self,
        arrays: dict[str, Real] | None,
        straying: float,
        seconds: float,
        past: dict[str, Real] | None = None,
        share: float = 0.0,
    ) -> None:
        self.arrays = arrays
        self.straying = straying
        self.seconds = seconds
        """Then it sends what there is, if there is anything."""
        self.past = past
        """An earlier self, for games in which it is an opponent."""
        self.share = share
        """Of the games in which the rival is met, if more than usual."""


class Practised:
    def __init__(self, batch: Arrays, games: int, watched: bool) -> None:
        self.batch = batch
        self.games = games
        self.watched = watched
        """Whether these were the greedy bot's games."""


class Exam:
    """Play these games (their seeds) against the rival, for at most so many seconds, in the way of this `method`.

    `point`: of the curve.
    """

    def __init__(
        self, point: int, method: str, arrays: dict[str, Real], games: range, seconds: float, decisions: int = 0
    ) -> None:
        self.point = point
        self.method = method
        self.arrays = arrays
        self.games = games
        self.seconds = seconds
        self.decisions = decisions
        """For which it plays promising moves on."""


class Examined:
    """Points of the learner, by game; a shared first place is shared."""

    def __init__(self, point: int, method: str, points: list[float]) -> None:
        self.point = point
        self.method = method
        self.points = points
