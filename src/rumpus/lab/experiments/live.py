"""Live experiments: results can be read at any time while deals are played."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadRecord
from rumpus.core.position import Json
from rumpus.core.system.files import decode_json, read_bounded, unpack_gzip, write_whole
from rumpus.lab.experiments.comparison import Comparison, MeasureDifference
from rumpus.lab.experiments.interpretation import Interpretation
from rumpus.lab.experiments.saved import COMPARE, EFFECTS, ExperimentState, SavedExperiment
from rumpus.lab.experiments.sensitivity import (
    MIN_DEALS_PER_FACTOR,
    Opposites,
    PlayOpposites,
    Sensitivity,
    check_deals,
    factors_of,
)
from rumpus.lab.experiments.treatments import PlayArms, RandomArms, TreatmentEffects, check_count, treatments_of
from rumpus.lab.simulation.deals import estimator_for, play_row
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import MAX_PACKED_BYTES, MAX_PART_BYTES, GameRow, read_part, write_part
from rumpus.stats.regression import POINTS
from rumpus.stats.sequential import ERROR, MIN_GAMES, sequential_z

# An update is linear in the deals. With this growth all updates together cost about eleven times the last.
UPDATE_GROWTH = 1.1
"""Growth of the data before results are computed again."""

DIGITS = 5
"""Decimals stored per point of a chart's history. Pages poll it every second."""


class LiveExperiment:
    """Plays the deals of one strength by number; an interrupted experiment can resume."""

    def __init__(self, experiment: SavedExperiment, strength: int) -> None:
        self.experiment = experiment
        self.strength = strength
        self.fewest = MIN_GAMES
        """Deals before the first result."""
        self._played: list[Any] = []
        self._updated = 0

    @property
    def done(self) -> int:
        """Deals played so far."""
        return len(self._played)

    def plan(self, changes: dict[str, Any]) -> Plan:
        asked = self.experiment
        game = find_game(asked.game)
        if game.version != asked.version:
            raise BadRecord(f"it was begun with version {asked.version} of {game.title}, and this is {game.version}")
        return Plan(game, {**asked.base, **changes}, [asked.strengths[self.strength]], asked.most, asked.seed)

    def play(self, deals: range) -> list[Any]:
        """Plays deals and returns one item per deal, for `add` and `write`."""
        raise NotImplementedError

    def add(self, played: Sequence[Any]) -> None:
        self._played += played

    def write(self, part: Path, played: Sequence[Any]) -> None:
        raise NotImplementedError

    def read(self, part: Path) -> list[Any]:
        raise NotImplementedError

    @property
    def due(self) -> bool:
        """True if the data has grown enough for new results."""
        grown = self.done >= max(self.fewest, UPDATE_GROWTH * self._updated)
        return grown or self.done == self.experiment.most != self._updated

    def update(self, before: ExperimentState) -> dict[str, Any]:
        """Results now; those of `before` if nothing is new."""
        if self.done < self.fewest or self._updated == self.done:
            return before.found
        self._updated = self.done
        return self._found(before)

    def _found(self, before: ExperimentState) -> dict[str, Json]:
        raise NotImplementedError


class LivePairs(LiveExperiment):
    """Plays each deal twice. An item ends with the rows of both games."""

    def write(self, part: Path, played: Sequence[tuple[Any, ...]]) -> None:
        write_part(part, [row for item in played for row in item[-2:]])

    def read(self, part: Path) -> list[Any]:
        rows = read_part(part)
        return list(zip(rows[::2], rows[1::2], strict=True))


class LiveComparison(LivePairs):
    """Compares the same deals with and without the changes."""

    def __init__(self, experiment: SavedExperiment, strength: int) -> None:
        super().__init__(experiment, strength)
        self._baseline, self._changed = self.plan({}), self.plan(dict(experiment.changes))
        self._baseline_estimator = estimator_for(self._baseline)
        self._changed_estimator = estimator_for(self._changed)

    def play(self, deals: range) -> list[tuple[GameRow, GameRow]]:
        played: list[tuple[GameRow, GameRow]] = []
        for deal in deals:
            before = play_row(self._baseline, deal, self._baseline_estimator)
            after = play_row(self._changed, deal, self._changed_estimator)
            played.append((slimmed(before), slimmed(after)))
        return played

    def _found(self, before: ExperimentState) -> dict[str, Json]:
        # Shared out over the strengths too: then all that the page shows holds together, and so do its differences.
        error = ERROR / len(self.experiment.strengths)
        played_before, played_after = zip(*self._played, strict=True)
        result = Comparison(self._baseline.game, played_before, played_after, error, analyses=0)
        paths = _paths(before)
        shown: list[Json] = []
        for one in result.differences:
            value, half = one.difference.value, _nonzero_half_width(one, result, error)
            if not isfinite(half):
                continue
            interpretation = Interpretation(one.group, one.name, one.unit, one.before, value, half)
            plain: dict[str, Json] = {
                "group": one.group,
                "name": one.name,
                "unit": one.unit,
                "headline": one.headline,
                "before": one.before,
                "after": one.after,
                "value": value,
                "half": half,
                "seen": interpretation.significant,
            }
            if one.headline:
                plain["certain"] = interpretation.certain
                plain["says"] = list[Json](interpretation.sentence(self.done, self.experiment.most, before.pace))
                path = _points_before(paths.get(f"{one.group}: {one.name}", []), self.done)
                plain["path"] = [*path, [self.done, round(value, DIGITS), round(half, DIGITS)]]
            shown.append(plain)
        return {"changes": shown}


def _paths(before: ExperimentState) -> dict[str, list[Json]]:
    """Charts' histories of an earlier state. Its file may be older or damaged, so malformed entries are left out."""
    found: dict[str, list[Json]] = {}
    changes = before.found.get("changes")
    for one in changes if isinstance(changes, list) else []:
        if isinstance(one, dict) and isinstance(path := one.get("path"), list):
            found[f"{one.get('group')}: {one.get('name')}"] = path
    return found


def _points_before(path: list[Json], done: int) -> list[Json]:
    """Drops points recorded before an interruption, at the same or a later deal, and malformed ones."""
    points = [point for point in path if isinstance(point, list) and point]
    return [point for point in points if isinstance(point[0], int) and point[0] < done]


def _nonzero_half_width(one: MeasureDifference, result: Comparison, error: float) -> float:
    """Half-width of a rate's difference, never 0: games without a difference so far may still differ."""
    half = one.difference.half_width
    if half or one.unit != POINTS:
        return half
    # Wilson's half-width at a rate of 0, with the z of the confidence sequence.
    z = sequential_z(result.pairs, error / max(1, len(result.headlines)))
    return z * z / (2 * (result.pairs + z * z))


_NO_COUNTS: dict[str, int] = {}
_NO_LEDGER: list[tuple[str, str, int]] = []


def slimmed(row: GameRow) -> GameRow:
    """Drops fields not used by experiments, to save memory and disk."""
    row.clauses = row.named = _NO_COUNTS  # shared, to save memory
    for seat in row.seats:
        seat.ledger = _NO_LEDGER
        # One value stays: `measures_of` counts changes of the lead only in games with a course.
        seat.course = seat.course[:1]
    return row


class LiveSensitivity(LivePairs):
    """Varies all numbers at once: each deal with a random table and its opposite."""

    def __init__(self, experiment: SavedExperiment, strength: int) -> None:
        super().__init__(experiment, strength)
        self._plan = self.plan(dict(experiment.changes))
        self._factors = factors_of(self._plan, [])
        check_deals(self._plan, self._factors)
        self._job = PlayOpposites(self._plan, self._factors)
        self.fewest = max(MIN_GAMES, MIN_DEALS_PER_FACTOR * len(self._factors) + 2)

    def play(self, deals: range) -> list[Opposites]:
        return [(coins, slimmed(one), slimmed(other)) for coins, one, other in self._job(deals)]

    def read(self, part: Path) -> list[Opposites]:
        # Parts do not store the coins: seed and deal number give them again.
        return [(self._job.tables(self._plan, one.number)[0], one, other) for one, other in super().read(part)]

    def _found(self, before: ExperimentState) -> dict[str, Json]:
        result = Sensitivity(self._plan, self._factors, self._played, watched=True)
        effects: list[Json] = [
            {
                "number": one.number,
                "group": one.group,
                "figure": one.measure,
                "unit": one.unit,
                "value": one.per_step.value,
                "half": one.per_step.half_width,
                "claimed": one.claimed,
            }
            for one in result.effects
            if one.headline and isfinite(one.per_step.half_width)
        ]
        measures: list[Json] = [
            {"group": measure.group, "name": measure.name, "unit": measure.unit, "value": measure.value}
            for measure in result.measures
            if measure.headline and isfinite(measure.value)
        ]
        return {"effects": effects, "figures": measures}


class LiveTreatments(LiveExperiment):
    """Values treatments: each deal is played several times with other treatments."""

    def __init__(self, experiment: SavedExperiment, strength: int) -> None:
        super().__init__(experiment, strength)
        self._plan = self.plan(dict(experiment.changes))
        self._treatments = treatments_of(self._plan, experiment.of)
        check_count(self._treatments)
        self._design = RandomArms(len(self._treatments.names), 1, len(self._plan.players), self._plan.seed)
        self._job = PlayArms(self._plan, self._treatments.kind, self._design)

    def play(self, deals: range) -> list[list[int]]:
        return self._job(deals)

    def write(self, part: Path, played: Sequence[list[int]]) -> None:
        write_whole(part, gzip.compress(msgspec.json.encode(list(played)), mtime=0))

    def read(self, part: Path) -> list[list[int]]:
        trouble = f"{part.name} is damaged"
        packed = read_bounded(part, MAX_PACKED_BYTES, "part of an experiment")
        return decode_json(unpack_gzip(packed, MAX_PART_BYTES, trouble), trouble, list[list[int]])

    def _found(self, before: ExperimentState) -> dict[str, Json]:
        z = sequential_z(self.done, ERROR / len(self.experiment.strengths))
        result = TreatmentEffects(self._treatments, self._plan.players, self._design, self._played, z)
        shown: list[Json] = [
            {
                "name": one.name,
                "value": one.holding.value,
                "half": one.holding.half_width,
                "facing": one.facing.value,
                "facing half": one.facing.half_width,
                "sure": one.holding.sign,
                "flagged": one.flagged,
            }
            for one in result.effects
            if isfinite(one.holding.half_width) and isfinite(one.facing.half_width)
        ]
        return {"kind": self._treatments.kind, "things": shown, "games": result.games}


def live_experiment_for(experiment: SavedExperiment, strength: int) -> LiveExperiment:
    kind = {COMPARE: LiveComparison, EFFECTS: LiveSensitivity}.get(experiment.kind, LiveTreatments)
    return kind(experiment, strength)
