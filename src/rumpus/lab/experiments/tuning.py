"""Searches the table for numbers that come nearer to a target, and says what it found and what it cost.

What a designer wants, in plain words, as a distance from it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import INT, Field
from rumpus.core.position import Plain
from rumpus.lab.experiments.measures import figures_of
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow, PlayRows
from rumpus.lab.simulation.rules_patch import Variant
from rumpus.lab.simulation.workers import Workers
from rumpus.stats.regression import Figure

EVEN = re.compile(r"win rate of every (.+?) within ([\d.]+) points?", re.IGNORECASE)
ONE = re.compile(r"win rate of (.+?) within ([\d.]+) points? of ([\d.]+)(?: ?%| percent)?", re.IGNORECASE)
LENGTH = re.compile(r"length (?:between )?([\d.]+)\s*(?:to|and|-|–|\.\.)\s*([\d.]+)", re.IGNORECASE)


class Target:
    """A distance of 0 is reached: every win rate of a kind near the others', one near a number, or a length."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        one, even, length = ONE.fullmatch(self.text), EVEN.fullmatch(self.text), LENGTH.match(self.text)
        self.one = one.group(1).strip() if one else ""
        self.kind = even.group(1).lower() if even and not one else ""
        self.goal = float(one.group(3)) / 100 if one else 0.0
        found = one or even
        self.within = float(found.group(2)) / 100 if found else 0.0
        self.shortest, self.longest = (float(length.group(1)), float(length.group(2))) if length else (0.0, 0.0)
        if not found and not length:
            raise BadOption(
                f"the target {text!r} is not understood; write "
                '"win rate of every cat within 2 points", "win rate of NAME within 2 points of 50", '
                'or "length 8 to 12"'
            )

    def figures(self, figures: Sequence[Figure]) -> list[Figure]:
        """Those that the target speaks of."""
        rates = [figure for figure in figures if figure.group.startswith("win rate by ")]
        if self.one:
            named = [figure for figure in rates if figure.name.lower() == self.one.lower()]
            if not named:
                names = [figure.name for figure in rates]
                near = difflib.get_close_matches(self.one, names, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; there is {', '.join(names)}"
                raise BadOption(f"these games have no win rate of {self.one!r}{hint}")
            return named[:1]
        if self.kind:
            found = [figure for figure in rates if figure.group == f"win rate by {self.kind}"]
            if not found:
                kinds = ", ".join(sorted({figure.group.removeprefix("win rate by ") for figure in rates}))
                raise BadOption(f"these games have no win rate by {self.kind}; there is {kinds}")
            return found
        lengths = [figure for figure in figures if figure.name == "length"]
        if not lengths:
            raise BadOption("this game has no length in rounds to aim at")
        return lengths

    def off(self, figures: Sequence[Figure]) -> list[float]:
        """How far each of them is from where it should be, with its sign."""
        return self.off_values([figure.value for figure in self.figures(figures)])

    def off_values(self, values: Sequence[float]) -> list[float]:
        """The same of values in the order of `figures`."""
        if self.one:
            return [values[0] - self.goal]
        if self.kind:
            middle = sum(values) / len(values)
            return [value - middle for value in values]
        return [values[0] - min(max(values[0], self.shortest), self.longest)]

    def reached(self, distance: float) -> bool:
        return distance <= self.within

    def shown(self, distance: float) -> str:
        return f"{distance * 100:.1f} points" if self.kind or self.one else f"{distance:.2f}"


MOST_LEAPS = 6
FARTHEST = 4
"""No number leaps farther than this at once."""
LEAST_SLOPE = 0.1
"""Directions in which numbers do less than this share of what the strongest do are not leapt in."""

Steps = NDArray[np.int64]


class Trial:
    """A table that was tried."""

    def __init__(self, changes: Mapping[str, int], off: Sequence[float], games: int) -> None:
        self.changes = dict(changes)
        self.off = np.array(off, dtype=float)
        """How far each figure is from the target."""
        self.games = games

    @property
    def distance(self) -> float:
        """How far the worst of them is."""
        return float(np.abs(self.off).max())

    @property
    def misfit(self) -> float:
        """How far they are all together (root mean square): what the search makes small, as it feels all."""
        return float(np.sqrt(np.square(self.off).mean()))

    def plain(self) -> dict[str, Plain]:
        changes: dict[str, Plain] = dict(self.changes)
        return {"changes": changes, "distance": self.distance, "misfit": self.misfit, "games": self.games}


class Tuning:
    """What was found."""

    def __init__(self, target: Target, trials: Sequence[Trial], best: Trial, again: Trial) -> None:
        self.target = target
        self.trials = list(trials)
        self.best = best
        self.again = again
        """The best table under fresh deals: the search has seen the others, so only this one counts."""

    @property
    def reached(self) -> bool:
        return self.target.reached(self.again.distance)

    @property
    def games(self) -> int:
        return sum(trial.games for trial in [*self.trials, self.again])

    def plain(self) -> dict[str, Plain]:
        return {
            "target": self.target.text,
            "reached": self.reached,
            "best": self.best.plain(),
            "best under fresh deals": self.again.plain(),
            "start": self.trials[0].plain(),
            "tables tried": len(self.trials),
            "games played": self.games,
        }


def tune(
    game: Game,
    base: Mapping[str, object],
    target: Target,
    may_change: Sequence[str],
    lineups: Sequence[Sequence[str]],
    workers: Workers,
    games: int = 4_000,
    most_tables: int = 60,
    seed: str = "tune",
    progress: Callable[[Trial, Trial], None] = lambda trial, best: None,
    variant: Variant | None = None,
) -> Tuning:
    """Feels what every number does, leaps to where the target should be, corrects itself, and then goes by ones.

    All tables get the same deals; the best one is played again under fresh deals. Of several line-ups each has to reach
    the target with the same table.
    """
    fields = [_field(game, name) for name in may_change]
    if not fields:
        raise BadOption(f"name the numbers that may change: `rumpus games {game.name}` lists them all")
    options = game.options(base)
    trials: list[Trial] = []

    def played(changes: Mapping[str, int], deals: str) -> Trial:
        off: list[float] = []
        for players in lineups:
            plan = Plan(game, {**base, **changes}, players, games, deals, variant=variant)
            rows: list[GameRow] = []
            for _, some in workers.map(PlayRows(plan), plan.chunks()):
                rows += some
            rows.sort(key=lambda row: row.number)
            off += target.off(figures_of(game, rows))
        return Trial(changes, off, games * len(lineups))

    def tried(values: Steps) -> Trial | None:
        """The table with these values; None if it is not allowed, was tried already, or nothing more may be tried."""
        changes = {field.name: int(value) for field, value in zip(fields, values, strict=True)}
        inside = all(field.low <= changes[field.name] <= field.high for field in fields)
        if not inside or len(trials) >= most_tables or any(trial.changes == changes for trial in trials):
            return None
        try:
            trial = played(changes, seed)
        except BadOption:
            return None  # the rules refuse this table
        trials.append(trial)
        progress(trial, _best(trials))
        return trial

    start = played({field.name: options.number(field.name) for field in fields}, seed)
    trials.append(start)
    progress(start, start)
    if not target.reached(start.distance):
        _leap(fields, start, tried, target)
        _go_by_ones(fields, trials, tried, target)
    best = _best(trials)
    return Tuning(target, trials, best, played(best.changes, f"{seed}/fresh"))


def _best(trials: Sequence[Trial]) -> Trial:
    return min(trials, key=lambda trial: trial.misfit)


def _values(fields: Sequence[Field], trial: Trial) -> Steps:
    return np.array([trial.changes[field.name] for field in fields])


def _leap(fields: Sequence[Field], start: Trial, tried: Callable[[Steps], Trial | None], target: Target) -> None:
    """Try each number once, then go where the target would be if every number did what it did there, and learn."""
    slopes = np.zeros((len(start.off), len(fields)))
    origin = _values(fields, start)
    for place, field in enumerate(fields):
        step = np.zeros(len(fields), dtype=int)
        step[place] = 1 if origin[place] < field.high else -1
        felt = tried(origin + step)
        if felt is not None:
            slopes[:, place] = (felt.off - start.off) * step[place]
    here = start
    for _ in range(MOST_LEAPS):
        wish = np.linalg.lstsq(slopes, -here.off, rcond=LEAST_SLOPE)[0]
        step = np.clip(np.rint(wish), -FARTHEST, FARTHEST).astype(int)
        there = tried(_values(fields, here) + step) if step.any() else None
        if there is None:
            return
        # What the step did, in place of what it was thought to do (Broyden's correction).
        surprise = there.off - here.off - slopes @ step
        slopes += np.outer(surprise, step) / (step @ step)
        if there.misfit < here.misfit:
            here = there
        if target.reached(here.distance):
            return


def _go_by_ones(
    fields: Sequence[Field], trials: Sequence[Trial], tried: Callable[[Steps], Trial | None], target: Target
) -> None:
    """One number up or down at a time, while that helps."""
    better = True
    while better and not target.reached(_best(trials).distance):
        better = False
        for place in range(len(fields)):
            for step in (1, -1):
                best = _best(trials)
                values = _values(fields, best)
                values[place] += step
                trial = tried(values)
                better = better or (trial is not None and trial.misfit < best.misfit)


def _field(game: Game, name: str) -> Field:
    for field in game.fields:
        if field.name == name:
            if field.kind != INT:
                raise BadOption(f"{name} is no number, so it cannot be tuned")
            return field
    raise BadOption(f"{game.title} has no number {name!r} to change; `rumpus games {game.name}` lists them")
