"""Exact solutions, for games small enough to have one: what can be solved, and what comes of it.

What is to be learned from exact solutions, as plain data that a page can draw.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from rumpus.core.errors import UnknownName
from rumpus.core.extras import lacking
from rumpus.core.options import Options
from rumpus.core.position import Move, Plain, View
from rumpus.core.rng import Luck

if TYPE_CHECKING:
    from rumpus.core.game import Game
    from rumpus.core.info_state import Chair


class Grid:
    """A map: a value from 0 to 1 for every row and column, shown in percent unless there are words for it."""

    def __init__(
        self,
        title: str,
        rows: Sequence[str],
        columns: Sequence[str],
        values: Sequence[Sequence[float]],
        row_word: str = "",
        column_word: str = "",
        words: Sequence[Sequence[str]] | None = None,
        colours: Sequence[Sequence[str]] | None = None,
        top: float = 1.0,
    ) -> None:
        self.title = title
        self.rows = list(rows)
        self.columns = list(columns)
        self.values = [list(row) for row in values]
        self.row_word = row_word
        self.column_word = column_word
        self.words = None if words is None else [list(row) for row in words]
        """What stands in each cell instead of a percentage."""
        self.colours = None if colours is None else [list(row) for row in colours]
        """#rrggbb for each cell, where the value does not say it."""
        self.top = top
        """The value that has the last colour of the scale."""


class Finding:
    """A question, its maps, the answer in a sentence, and what of it is out of line."""

    def __init__(self, question: str, maps: Sequence[Grid], sentence: str, flags: Sequence[str] = ()) -> None:
        self.question = question
        self.maps = list(maps)
        self.sentence = sentence
        self.flags = list(flags)


class Study:
    """What an exact report says about a game."""

    def __init__(self, lead: Sequence[str], findings: Sequence[Finding]) -> None:
        self.lead = list(lead)
        self.findings = list(findings)


LIMIT = 300_000
"""Without a solver of its own, so many positions are looked at before a game is called too large,"""
PRECISION = 1e-7
"""it is solved when nobody could gain more than this by playing otherwise, in payoffs,"""
ROUNDS = 10_000
"""and after so many rounds it is left at what could be found."""

Progress = Callable[[float, str], None]
"""Told now and then how much is done, from 0 to 1, and what is being done."""


Strategy = Callable[["Chair"], Mapping[Move, float]]
"""How likely each move is for whoever sits on this chair; what is not named is never played."""
Samples = Sequence[Strategy]
"""The same player, asked again: the best answer is chosen by the first sample and paid by the last."""


class Exposed:
    """What a player gets in one of its seats where its opponents do their best against it, as a chance to win."""

    def __init__(self, seated: str, gets: float, could: float, against: str) -> None:
        self.seated = seated
        """As in "as the defender"."""
        self.gets = gets
        self.could = could
        """What the best play gets there."""
        self.against = against
        """Whom it met, as in "against the best answer"."""


class Solution:
    """A solved game: its value for one seat, and how that seat gets it."""

    name = ""
    """What was solved, as in `Solver.names`."""
    seat = 0
    """Whose policy it is."""
    value = 0.0
    """The chance that this seat wins, if it follows the policy."""
    options: Options
    """The match in which the policy earns this value."""

    def figures(self) -> dict[str, Plain]:
        """The result as plain data, for a program."""
        raise NotImplementedError

    def sentences(self) -> list[str]:
        """The result for a person, a sentence each."""
        raise NotImplementedError

    def picture(self) -> bytes:
        """A picture of the policy, as the content of a PNG file."""
        raise NotImplementedError

    def policy(self, view: View, luck: Luck) -> Move:
        """The move for the seat that sees this; luck decides where mixing is best."""
        raise NotImplementedError

    def mixture(self, view: View) -> list[tuple[Move, float]]:
        """All moves of the policy for the seat that sees this, each with its share; empty if that is not kept."""
        return []

    def worths(self, view: View) -> Mapping[Move, float]:
        """The chance to win with each move of whoever sees this, all following the policy later; empty if not kept."""
        return {}

    def chance(self, view: View) -> float | None:
        """The chance to win of whoever sees this and decides now, if all follow the policy; None if it is not kept."""
        return None


class Solver:
    """What a game that can be solved hands out."""

    def names(self) -> Sequence[str]:
        """What can be solved, the usual one first."""
        raise NotImplementedError

    def solve(self, name: str, progress: Progress | None = None) -> Solution:
        """The exact solution of that name."""
        raise NotImplementedError

    def effort(self, options: Options) -> float:
        """About how many seconds `solve_match` takes for these options; infinite where there is no solution."""
        return math.inf

    def solve_match(self, options: Options, progress: Progress | None = None) -> Solution:
        """The exact solution of a match with these very options; refused where there is none."""
        raise UnknownName("a match with these options cannot be solved exactly")

    def solve_rest(self, options: Options, view: View) -> Solution | None:
        """The exact solution of a match that has come to this view, where there is one though not for every match."""
        return None

    def exposed(
        self, what: str, options: Options, samples: Samples, progress: Progress | None = None
    ) -> Sequence[Exposed] | None:
        """What a player gets in the part of the game of that name (in a match, if empty); None if it is too large."""
        return None

    def study(self, changes: Mapping[str, object], progress: Progress | None = None) -> Study:
        """What all solutions together say about the rules, with these numbers changed."""
        raise UnknownName("there is no exact report of this game")

    def checked(self, name: str) -> str:
        """The name as it is in `names`; refused if it is not there."""
        wanted = name.strip().lower()
        if wanted not in self.names():
            raise UnknownName(f"there is no {name.strip()!r} to solve; there is {', '.join(self.names())}")
        return wanted


def solver_of(game: Game) -> Solver | None:
    """The game's own solver, None if it has none; where a library is missing, a refusal that says which."""
    try:
        return game.solver()
    except ModuleNotFoundError as error:
        raise lacking(error) from None
