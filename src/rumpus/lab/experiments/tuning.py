"""Searches for numbers of the rules to reach a target."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import INT, Field
from rumpus.core.position import Json
from rumpus.lab.experiments.measures import measures_of
from rumpus.lab.simulation.deals import PlayRows, play_deals
from rumpus.lab.simulation.plan import CHUNK_GAMES, Plan
from rumpus.lab.simulation.rules_patch import RulesPatch
from rumpus.lab.simulation.workers import Workers
from rumpus.stats.regression import Column, Measure

NUMBER = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)"
EVEN = re.compile(rf"win rate of every (.+?) within {NUMBER} points?", re.IGNORECASE)
ONE = re.compile(rf"win rate of (.+?) within {NUMBER} points? of {NUMBER}(?: ?%| percent)?", re.IGNORECASE)
LENGTH = re.compile(rf"length (?:between )?{NUMBER}\s*(?:to|and|-|–|\.\.)\s*{NUMBER}", re.IGNORECASE)


class Target:
    """A goal and the distance from it.

    Goals are equal win rates, one win rate, or a length.
    """

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        one, even, length = ONE.fullmatch(self.text), EVEN.fullmatch(self.text), LENGTH.match(self.text)
        self.one = one.group(1).strip() if one else ""
        self.kind = even.group(1).lower() if even and not one else ""
        self.goal = float(one.group(3)) / 100 if one else 0.0
        found = one or even
        # 0 for a length: its range is the tolerance.
        self.within = float(found.group(2)) / 100 if found else 0.0
        self.min_rounds, self.max_rounds = (float(length.group(1)), float(length.group(2))) if length else (0.0, 0.0)
        if not found and not length:
            raise BadOption(
                f"The target {text!r} is not understood. Write "
                '"win rate of every cat within 2 points", "win rate of NAME within 2 points of 50", '
                'or "length 8 to 12".'
            )

    def measures(self, measures: Sequence[Measure]) -> list[Measure]:
        """The measures the target names."""
        rates = [measure for measure in measures if measure.group.startswith("win rate by ")]
        if self.one:
            named = [measure for measure in rates if measure.name.lower() == self.one.lower()]
            if not named:
                names = [measure.name for measure in rates]
                near = difflib.get_close_matches(self.one, names, n=1)
                hint = f"Did you mean {near[0]!r}?" if near else f"There is {', '.join(names)}."
                raise BadOption(f"These games have no win rate of {self.one!r}. {hint}")
            return named[:1]
        if self.kind:
            found = [measure for measure in rates if measure.group == f"win rate by {self.kind}"]
            if not found:
                kinds = ", ".join(sorted({measure.group.removeprefix("win rate by ") for measure in rates}))
                raise BadOption(f"These games have no win rate by {self.kind}. There is {kinds}.")
            return found
        lengths = [measure for measure in measures if measure.name == "length"]
        if not lengths:
            raise BadOption("This game has no length in rounds. Choose a win rate as target.")
        return lengths

    def distances(self, measures: Sequence[Measure]) -> list[float]:
        """Signed distance of each measure from the target."""
        return self.distances_of([measure.value for measure in self.measures(measures)])

    def distances_of(self, values: Sequence[float]) -> list[float]:
        """Signed distances of values, in the order of `measures`."""
        if self.one:
            return [values[0] - self.goal]
        if self.kind:
            middle = sum(values) / len(values)
            return [value - middle for value in values]
        return [values[0] - min(max(values[0], self.min_rounds), self.max_rounds)]

    def reached(self, distance: float) -> bool:
        return distance <= self.within

    def text_of(self, distance: float) -> str:
        return f"{distance * 100:.1f} points" if self.kind or self.one else f"{distance:.2f}"


MAX_NEWTON_STEPS = 6
MAX_STEP = 4
"""Largest change of a number in one step."""
MIN_SLOPE_RATIO = 0.1
"""Directions with singular values below this fraction of the largest are left out."""

Steps = NDArray[np.int64]


def rms(distances: Sequence[float] | Column) -> float:
    """Root mean square."""
    return float(np.sqrt(np.square(np.array(distances)).mean()))


class Trial:
    """A table already played."""

    def __init__(self, changes: Mapping[str, int], off: Sequence[float], games: int) -> None:
        self.changes = dict(changes)
        self.distances = np.array(off, dtype=float)
        """Signed distance of each measure from the target."""
        self.games = games

    @property
    def max_distance(self) -> float:
        """Distance of the worst measure."""
        return float(np.abs(self.distances).max())

    @property
    def rms_distance(self) -> float:
        """Root mean square distance. The search minimises this: it responds to every measure."""
        return rms(self.distances)

    def to_json(self) -> dict[str, Json]:
        changes: dict[str, Json] = dict(self.changes)
        return {"changes": changes, "distance": self.max_distance, "misfit": self.rms_distance, "games": self.games}


class Tuning(Struct):
    """Result of a search."""

    target: Target
    trials: list[Trial]
    best: Trial
    validation: Trial
    """The best table under fresh deals. Only this is unbiased: the search selected the others."""

    @property
    def reached(self) -> bool:
        return self.target.reached(self.validation.max_distance)

    @property
    def games(self) -> int:
        return sum(trial.games for trial in [*self.trials, self.validation])

    def to_json(self) -> dict[str, Json]:
        return {
            "target": self.target.text,
            "reached": self.reached,
            "best": self.best.to_json(),
            "best under fresh deals": self.validation.to_json(),
            "start": self.trials[0].to_json(),
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
    rules_patch: RulesPatch | None = None,
) -> Tuning:
    """Estimates slopes, takes Newton steps with Broyden updates, then searches by single steps.

    All tables get the same deals; the best is validated under fresh deals. Of several line-ups each has to reach the
    target with the same table.
    """
    fields = [_field(game, name) for name in may_change]
    if not fields:
        raise BadOption(f"Name the numbers that may change. `rumpus games {game.name}` lists them all.")
    options = game.options(base)
    trials: list[Trial] = []

    def played(changes: Mapping[str, int], deals: str) -> Trial:
        off: list[float] = []
        for players in lineups:
            plan = Plan(game, {**base, **changes}, players, games, deals, rules_patch=rules_patch)
            rows = list(play_deals(PlayRows(plan), range(games), workers, CHUNK_GAMES))
            off += target.distances(measures_of(game, rows))
        return Trial(changes, off, games * len(lineups))

    def tried(values: Steps) -> Trial | None:
        """Plays a table; None if it is refused or known, or the budget is spent."""
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

    # Not by `tried`, which takes a `BadOption` for a refused table: here it is the caller's mistake.
    start = played({field.name: options.number(field.name) for field in fields}, seed)
    trials.append(start)
    progress(start, start)
    if not target.reached(start.max_distance):
        _newton_steps(fields, start, tried, target)
        _coordinate_search(fields, trials, tried, target)
    best = _best(trials)
    return Tuning(target, trials, best, played(best.changes, f"{seed}/fresh"))


def _best(trials: Sequence[Trial]) -> Trial:
    return min(trials, key=lambda trial: trial.rms_distance)


def _values(fields: Sequence[Field], trial: Trial) -> Steps:
    return np.array([trial.changes[field.name] for field in fields])


def _newton_steps(
    fields: Sequence[Field], start: Trial, tried: Callable[[Steps], Trial | None], target: Target
) -> None:
    """Measures the slope of each number, then takes least-squares Newton steps."""
    slopes = np.zeros((len(start.distances), len(fields)))
    origin = _values(fields, start)
    for place, field in enumerate(fields):
        step = np.zeros(len(fields), dtype=int)
        step[place] = 1 if origin[place] < field.high else -1
        felt = tried(origin + step)
        # The slope of a refused table stays 0, so Newton steps leave that number alone.
        if felt is not None:
            slopes[:, place] = (felt.distances - start.distances) * step[place]
    here = start
    for _ in range(MAX_NEWTON_STEPS):
        wish = np.linalg.lstsq(slopes, -here.distances, rcond=MIN_SLOPE_RATIO)[0]
        step = np.clip(np.rint(wish), -MAX_STEP, MAX_STEP).astype(int)
        there = tried(_values(fields, here) + step) if step.any() else None
        if there is None:
            return
        # Broyden's update of rank one (1965): the slopes now predict this step exactly, and change little else.
        surprise = there.distances - here.distances - slopes @ step
        slopes += np.outer(surprise, step) / (step @ step)
        # A worse table corrects the slopes only: the next step starts from `here` again.
        if there.rms_distance < here.rms_distance:
            here = there
        if target.reached(here.max_distance):
            return


def _coordinate_search(
    fields: Sequence[Field], trials: Sequence[Trial], tried: Callable[[Steps], Trial | None], target: Target
) -> None:
    """Changes one number by ±1 at a time as long as it helps."""
    better = True
    while better and not target.reached(_best(trials).max_distance):
        better = False
        for place in range(len(fields)):
            for step in (1, -1):
                best = _best(trials)
                values = _values(fields, best)
                values[place] += step
                trial = tried(values)
                better = better or (trial is not None and trial.rms_distance < best.rms_distance)


def _field(game: Game, name: str) -> Field:
    for field in game.fields:
        if field.name == name:
            if field.kind != INT:
                raise BadOption(f"{name} is no number, so it cannot be tuned. Name another.")
            return field
    raise BadOption(f"{game.title} has no number {name!r} to change. `rumpus games {game.name}` lists them.")
