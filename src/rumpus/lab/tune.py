"""Searches the table for numbers that come nearer to a target, and says what it found and what it cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from rumpus.core.contract import Plain
from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import INT, Field
from rumpus.lab.figures import Figure, figures_of
from rumpus.lab.plan import Plan
from rumpus.lab.play import GameRow
from rumpus.lab.workers import Workers

EVEN = re.compile(r"win rate of every (.+?) within ([\d.]+) points?", re.IGNORECASE)
LENGTH = re.compile(r"length (?:between )?([\d.]+)\s*(?:to|and|-|–|\.\.)\s*([\d.]+)", re.IGNORECASE)


class Target:
    """What a designer wants, as a distance from it: 0 is reached."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        even, length = EVEN.fullmatch(self.text), LENGTH.match(self.text)
        self.kind = even.group(1).lower() if even else ""
        self.within = float(even.group(2)) / 100 if even else 0.0
        self.shortest, self.longest = (float(length.group(1)), float(length.group(2))) if length else (0.0, 0.0)
        if not even and not length:
            raise BadOption(
                f"the target {text!r} is not understood; "
                'write "win rate of every cat within 2 points", or "length 8 to 12"'
            )

    def figures(self, figures: Sequence[Figure]) -> list[Figure]:
        if not self.kind:
            return [figure for figure in figures if figure.name == "length"]
        groups = sorted({figure.group for figure in figures if figure.group.startswith("win rate by ")})
        found = [figure for figure in figures if figure.group == f"win rate by {self.kind}"]
        if not found:
            kinds = ", ".join(group.removeprefix("win rate by ") for group in groups)
            raise BadOption(f"these games have no win rate by {self.kind}; there is {kinds}")
        return found

    def distance(self, figures: Sequence[Figure]) -> float:
        """How far the worst of them is outside the target."""
        values = [figure.value for figure in self.figures(figures)]
        if not values:
            raise BadOption("this game has no length in rounds to aim at")
        if not self.kind:
            return max(0.0, self.shortest - values[0], values[0] - self.longest)
        middle = sum(values) / len(values)
        return max(abs(value - middle) for value in values)

    def reached(self, distance: float) -> bool:
        return distance <= self.within

    def shown(self, distance: float) -> str:
        return f"{distance * 100:.1f} points" if self.kind else f"{distance:.2f}"


class Trial:
    """A table that was tried."""

    def __init__(self, changes: Mapping[str, int], distance: float, games: int) -> None:
        self.changes = dict(changes)
        self.distance = distance
        self.games = games

    def plain(self) -> dict[str, Plain]:
        changes: dict[str, Plain] = dict(self.changes)
        return {"changes": changes, "distance": self.distance, "games": self.games}


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
    players: Sequence[str],
    workers: Workers,
    games: int = 4_000,
    most_tables: int = 60,
    seed: str = "tune",
    progress: Callable[[Trial, Trial], None] = lambda trial, best: None,
) -> Tuning:
    """Steps of one up or down in one number at a time, kept while they help; all tables get the same deals."""
    fields = [_field(game, name) for name in may_change]
    start = game.options(base)
    values = {field.name: start.number(field.name) for field in fields}
    trials: list[Trial] = []

    def played(changes: Mapping[str, int], deals: str) -> Trial:
        plan = Plan(game, {**base, **changes}, players, games, deals)
        rows: list[GameRow] = []
        for _, some in workers.play(plan, plan.chunks()):
            rows += some
        rows.sort(key=lambda row: row.number)
        return Trial(changes, target.distance(figures_of(game, rows)), games)

    def tried(changes: Mapping[str, int]) -> Trial:
        for trial in trials:
            if trial.changes == dict(changes):
                return trial
        trial = played(changes, seed)
        trials.append(trial)
        progress(trial, min(trials, key=lambda one: one.distance))
        return trial

    best = tried(values)
    better = True
    while better and not target.reached(best.distance) and len(trials) < most_tables:
        better = False
        for field in fields:
            for step in (1, -1):
                value = best.changes[field.name] + step
                if not field.low <= value <= field.high or len(trials) >= most_tables:
                    continue
                trial = tried({**best.changes, field.name: value})
                if trial.distance < best.distance:
                    best, better = trial, True
                    break
            if target.reached(best.distance):
                break
    return Tuning(target, trials, best, played(best.changes, f"{seed}/fresh"))


def _field(game: Game, name: str) -> Field:
    for field in game.fields:
        if field.name == name:
            if field.kind != INT:
                raise BadOption(f"{name} is no number, so it cannot be tuned")
            return field
    raise BadOption(f"{game.title} has no number {name!r} to change")
