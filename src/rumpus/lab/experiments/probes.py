"""One strength's share of an inquiry: deals are played on and on, and at any time it can be said what they show."""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadRecord
from rumpus.core.position import Plain
from rumpus.core.system.files import write_whole
from rumpus.lab.experiments.comparison import Change, Comparison
from rumpus.lab.experiments.interpretation import Reading
from rumpus.lab.experiments.saved import COMPARE, EFFECTS, Findings, Inquiry
from rumpus.lab.experiments.sensitivity import ENOUGH, PlayOpposites, Sensitivity, check_deals, levers_of
from rumpus.lab.experiments.treatments import PlayArms, PlayedDeals, RandomArms, Valuation, gifts_of
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow, gauge_for, play_row, read_part, write_part
from rumpus.stats.regression import POINTS
from rumpus.stats.sequential import ERROR, FEWEST, watched_bound

GROWTH = 1.1
"""The data is looked at again when it has grown by so much: what is shown moves, and looking costs little."""

DIGITS = 5
"""Of what was shown on the way; a page asks for it every second."""


class Probe:
    """Plays deals by their numbers, so that whoever goes on plays just those that are missing."""

    def __init__(self, inquiry: Inquiry, strength: int) -> None:
        self.inquiry = inquiry
        self.strength = strength
        self.done = 0
        self.fewest = FEWEST
        """Deals before which nothing is said."""
        self._looked = 0

    def plan(self, changes: dict[str, Any]) -> Plan:
        asked = self.inquiry
        game = find_game(asked.game)
        if game.version != asked.version:
            raise BadRecord(f"it was begun with version {asked.version} of {game.title}, and this is {game.version}")
        return Plan(game, {**asked.base, **changes}, [asked.strengths[self.strength]], asked.most, asked.seed)

    def play(self, deals: range) -> list[Any]:
        """One thing a deal, for `add` and `write`."""
        raise NotImplementedError

    def add(self, played: Sequence[Any]) -> None:
        self.done += len(played)

    def write(self, part: Path, played: Sequence[Any]) -> None:
        raise NotImplementedError

    def read(self, part: Path) -> list[Any]:
        raise NotImplementedError

    @property
    def due(self) -> bool:
        """Whether there is so much more that it is worth another look."""
        return self.done >= max(self.fewest, GROWTH * self._looked) or self.done == self.inquiry.most != self._looked

    def look(self, before: Findings) -> dict[str, Any]:
        """What is to be shown now, after what was shown before."""
        if self.done < self.fewest or self._looked == self.done:
            return before.found
        self._looked = self.done
        return self._found(before)

    def _found(self, before: Findings) -> dict[str, Plain]:
        raise NotImplementedError


class PairProbe(Probe):
    """The same deal by the book and changed."""

    def __init__(self, inquiry: Inquiry, strength: int) -> None:
        super().__init__(inquiry, strength)
        self._book, self._changed = self.plan({}), self.plan(dict(inquiry.changes))
        self._gauges = gauge_for(self._book), gauge_for(self._changed)
        """What tells luck apart, where that pays: known luck is taken off the difference."""
        self._rows: tuple[list[GameRow], list[GameRow]] = ([], [])

    def play(self, deals: range) -> list[tuple[GameRow, GameRow]]:
        book, changed = self._gauges
        return [
            (slim(play_row(self._book, deal, book)), slim(play_row(self._changed, deal, changed))) for deal in deals
        ]

    def add(self, played: Sequence[tuple[GameRow, GameRow]]) -> None:
        super().add(played)
        for pair in played:
            for side, row in zip(self._rows, pair, strict=True):
                side.append(row)

    def write(self, part: Path, played: Sequence[tuple[GameRow, GameRow]]) -> None:
        write_part(part, [row for pair in played for row in pair])

    def read(self, part: Path) -> list[tuple[GameRow, GameRow]]:
        rows = read_part(part)
        return list(zip(rows[::2], rows[1::2], strict=True))

    def _found(self, before: Findings) -> dict[str, Plain]:
        # Shared out over the strengths too: then all that the page shows holds together, and so do its differences.
        error = ERROR / len(self.inquiry.strengths)
        result = Comparison(self._book.game, *self._rows, error, looks=0)
        paths = _paths(before)
        pace = before.pace
        shown: list[Plain] = []
        for change in result.changes:
            key = f"{change.group}: {change.name}"
            half = _honest_half(change, result, error)
            if not isfinite(half):
                continue
            reading = Reading(change.group, change.name, change.unit, change.before, change.difference.value, half)
            one: dict[str, Plain] = {
                "group": change.group,
                "name": change.name,
                "unit": change.unit,
                "headline": change.headline,
                "before": change.before,
                "after": change.after,
                "value": change.difference.value,
                "half": half,
                "seen": reading.seen,
            }
            if change.headline:
                one["certain"] = reading.certain
                one["says"] = list[Plain](reading.sentence(self.done, self.inquiry.most, pace))
                point: list[Plain] = [self.done, round(change.difference.value, DIGITS), round(half, DIGITS)]
                one["path"] = [*_until(paths.get(key, []), self.done), point]
            shown.append(one)
        return {"changes": shown}


def _paths(before: Findings) -> dict[str, list[Plain]]:
    found: dict[str, list[Plain]] = {}
    changes = before.found.get("changes")
    for one in changes if isinstance(changes, list) else []:
        if isinstance(one, dict) and isinstance(path := one.get("path"), list):
            found[f"{one.get('group')}: {one.get('name')}"] = path
    return found


def _until(path: list[Plain], done: int) -> list[Plain]:
    """Without what was said of as many games before it was stopped."""
    return [point for point in path if isinstance(point, list) and isinstance(at := point[0], int) and at < done]


def _honest_half(change: Change, result: Comparison, error: float) -> float:
    """Games that never differed so far may still: no interval is a point."""
    half = change.difference.half
    if half or change.unit != POINTS:
        return half
    z = watched_bound(result.games, error / max(1, len(result.headlines)))
    return z * z / (2 * (result.games + z * z))


_NONE: Counter[Any] = Counter()


def slim(row: GameRow) -> GameRow:
    """Only what the figures of an inquiry need: there are many games, in memory too."""
    row.clauses = row.named = _NONE
    for seat in row.seats:
        seat.ledger = _NONE
        seat.course = seat.course[:1]
    return row


class LeverProbe(Probe):
    """Every number at once: each deal with a table of coin tosses and with its opposite."""

    def __init__(self, inquiry: Inquiry, strength: int) -> None:
        super().__init__(inquiry, strength)
        self._plan = self.plan(dict(inquiry.changes))
        self._levers = levers_of(self._plan, [])
        check_deals(self._plan, self._levers)
        self._job = PlayOpposites(self._plan, self._levers)
        self.fewest = max(FEWEST, ENOUGH * len(self._levers) + 2)
        self._played: list[tuple[list[int], GameRow, GameRow]] = []

    def play(self, deals: range) -> list[tuple[list[int], GameRow, GameRow]]:
        return [(coins, slim(one), slim(other)) for coins, one, other in self._job(deals)]

    def add(self, played: Sequence[tuple[list[int], GameRow, GameRow]]) -> None:
        super().add(played)
        self._played += played

    def write(self, part: Path, played: Sequence[tuple[list[int], GameRow, GameRow]]) -> None:
        write_part(part, [row for _, one, other in played for row in (one, other)])

    def read(self, part: Path) -> list[tuple[list[int], GameRow, GameRow]]:
        rows = read_part(part)
        pairs = zip(rows[::2], rows[1::2], strict=True)
        return [(self._job.tables(self._plan, one.number)[0], one, other) for one, other in pairs]

    def _found(self, before: Findings) -> dict[str, Plain]:
        result = Sensitivity(self._plan, self._levers, self._played, watched=True)
        shown: list[Plain] = [
            {
                "number": effect.number,
                "group": effect.group,
                "figure": effect.figure,
                "unit": effect.unit,
                "value": effect.per_step.value,
                "half": effect.per_step.half,
                "claimed": effect.claimed,
            }
            for effect in result.effects
            if effect.headline and isfinite(effect.per_step.half)
        ]
        figures: list[Plain] = [
            {"group": figure.group, "name": figure.name, "unit": figure.unit, "value": figure.value}
            for figure in result.figures
            if figure.headline and isfinite(figure.value)
        ]
        return {"effects": shown, "figures": figures}


class GiftProbe(Probe):
    """What a thing is worth: each deal several times over, with other gifts."""

    def __init__(self, inquiry: Inquiry, strength: int) -> None:
        super().__init__(inquiry, strength)
        self._plan = self.plan(dict(inquiry.changes))
        seats = len(self._plan.players)
        self._gifts = gifts_of(self._plan, inquiry.of)
        self._job = PlayArms(
            self._plan, self._gifts.kind, RandomArms(len(self._gifts.names), 1, seats, self._plan.seed)
        )
        self._deals = PlayedDeals(self._job, seats)

    def play(self, deals: range) -> list[list[int]]:
        return self._job(deals)

    def add(self, played: Sequence[list[int]]) -> None:
        super().add(played)
        self._deals.add(list(played))

    def write(self, part: Path, played: Sequence[list[int]]) -> None:
        write_whole(part, gzip.compress(msgspec.json.encode(list(played)), mtime=0))

    def read(self, part: Path) -> list[list[int]]:
        try:
            return msgspec.json.decode(gzip.decompress(part.read_bytes()), type=list[list[int]])
        except (OSError, EOFError, zlib.error, msgspec.MsgspecError) as error:
            raise BadRecord(f"{part.name} is damaged: {error}") from None

    def _found(self, before: Findings) -> dict[str, Plain]:
        error = ERROR / len(self.inquiry.strengths)
        result = Valuation(self._gifts, self._plan.players, self._deals, watched_bound(self.done, error))
        shown: list[Plain] = [
            {
                "name": worth.name,
                "value": worth.holding.value,
                "half": worth.holding.half,
                "facing": worth.facing.value,
                "facing half": worth.facing.half,
                "sure": worth.sure,
                "flagged": worth.flagged,
            }
            for worth in result.worths
            if isfinite(worth.holding.half) and isfinite(worth.facing.half)
        ]
        return {"kind": self._gifts.kind, "things": shown, "games": result.games}


def probe_of(inquiry: Inquiry, strength: int) -> Probe:
    kind = {COMPARE: PairProbe, EFFECTS: LeverProbe}.get(inquiry.kind, GiftProbe)
    return kind(inquiry, strength)
