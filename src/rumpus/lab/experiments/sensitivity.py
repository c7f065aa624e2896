"""What one more or less of every number does, all numbers at once, from one design of experiments.

Every deal is played twice. For the first game a coin is tossed for each number: one more than the rulebook has, or one
less; the second game has the opposite table and the same luck. What the two differ by is shared out among the numbers
by least squares. As many games tell of a hundred numbers as would tell of one, and since the tables are each other's
opposite, whatever two numbers do together cancels out of what each does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.options import INT, Field
from rumpus.core.position import Plain
from rumpus.core.rng import Seeded
from rumpus.lab.experiments.measures import figures_of
from rumpus.lab.experiments.tuning import Target
from rumpus.lab.simulation.plan import Plan, plan_of
from rumpus.lab.simulation.rows import GameRow, PlayRows, play_row
from rumpus.lab.simulation.rules_patch import mistakes_in
from rumpus.lab.simulation.workers import Workers
from rumpus.stats.estimates import Z95, Estimate
from rumpus.stats.multiple_testing import chance, claims
from rumpus.stats.regression import Column, Figure
from rumpus.stats.sequential import watched_bound, watched_chance

PIECE = 10
"""Deals per piece of work."""
TOSSES = 50
"""So often coins are tossed again for tables that the rules refuse."""
ENOUGH = 4
"""Deals there must be at least for each number."""
FARTHEST = 4
"""A single change that is proposed goes no farther than this: beyond, what one step did says little."""


class Lever:
    """A number and its two values: one less and one more, where both are allowed, else the rulebook's and a step."""

    def __init__(self, field: Field, middle: int) -> None:
        self.name = field.name
        self.middle = middle
        self.lowest, self.highest = field.low, field.high
        self.less = max(field.low, middle - 1)
        self.more = min(field.high, middle + 1)

    @property
    def stride(self) -> float:
        """Half of what lies between its values."""
        return (self.more - self.less) / 2


def levers_of(plan: Plan, names: Sequence[str]) -> list[Lever]:
    """The numbers by these names, or all that can be changed without changing who plays."""
    known = {field.name: field for field in plan.game.fields}
    for name in names:
        if name not in known or known[name].kind != INT:
            raise BadOption(
                f"{plan.game.title} has no number {name!r}; `rumpus games {plan.game.name}` lists them all", name
            )
    found: list[Lever] = []
    for field in plan.game.fields:
        if field.kind != INT or (names and field.name not in names):
            continue
        lever = Lever(field, plan.options.number(field.name))
        if _allowed(plan, {field.name: lever.less}) and _allowed(plan, {field.name: lever.more}):
            found.append(lever)
        elif names:
            raise BadOption(f"{field.name} cannot be one more and one less here with all else as it is", field.name)
    return found


def _allowed(plan: Plan, changes: Mapping[str, int]) -> bool:
    """Whether the rules take this table, with as many seats as before."""
    try:
        options = plan.game.options({**plan.options.changed(), **changes})
    except BadOption:
        return False
    return plan.game.seats(options) == len(plan.players)


class PlayOpposites:
    """A job for any process: for some deals, the coins that were tossed and the two games."""

    def __init__(self, plan: Plan, levers: Sequence[Lever]) -> None:
        self.text = plan.manifest().text()
        self.values = [(lever.name, lever.less, lever.more) for lever in levers]

    def __call__(self, deals: range) -> list[tuple[list[int], GameRow, GameRow]]:
        plan = plan_of(self.text)
        found: list[tuple[list[int], GameRow, GameRow]] = []
        with mistakes_in(plan.variant):
            for deal in deals:
                coins, table, opposite = self.tables(plan, deal)
                one, other = (play_row(plan.with_changes(changes), deal) for changes in (table, opposite))
                found.append((coins, one, other))
        return found

    def tables(self, plan: Plan, deal: int) -> tuple[list[int], dict[str, int], dict[str, int]]:
        """Coins (1 or -1 for each number) whose table and opposite the rules both take."""
        luck = Seeded(f"{plan.seed}/{deal}/coins")
        for _ in range(TOSSES):
            coins = [2 * luck.below(2) - 1 for _ in self.values]
            both = [
                {
                    name: more if coin == sign else less
                    for coin, (name, less, more) in zip(coins, self.values, strict=True)
                }
                for sign in (1, -1)
            ]
            if all(_allowed(plan, table) for table in both):
                return coins, both[0], both[1]
        raise BadOption("these numbers cannot be changed together: the rules refuse almost every table; name fewer")


class Effect:
    """What one more of a number does to a figure."""

    def __init__(self, number: str, figure: Figure, per_step: Estimate) -> None:
        self.number = number
        self.group = figure.group
        self.figure = figure.name
        self.unit = figure.unit
        self.headline = figure.headline
        self.per_step = per_step
        self.claimed = False

    @property
    def clarity(self) -> float:
        """How far from nothing, in half-widths of its interval."""
        return abs(self.per_step.value) / self.per_step.half if self.per_step.half else 0.0

    def plain(self) -> dict[str, Plain]:
        return {
            "number": self.number,
            "group": self.group,
            "figure": self.figure,
            "unit": self.unit,
            "per step": self.per_step.value,
            "plus or minus": self.per_step.half,
            "claimed": self.claimed,
        }


class Proposal:
    """A single change that brings a target nearer: what is expected of it, and what came of it under fresh deals."""

    def __init__(self, lever: Lever, steps: int, expected: float) -> None:
        self.number = lever.name
        self.before = lever.middle
        self.after = lever.middle + steps
        self.expected = expected
        """How far off the target would be by what one step does (root mean square)."""
        self.figures: list[Figure] = []
        """What the target speaks of, played with it."""
        self.off = float("nan")
        """How far off it was when played."""

    def plain(self) -> dict[str, Plain]:
        return {
            "number": self.number,
            "before": self.before,
            "after": self.after,
            "expected to be off by": self.expected,
            "off by": self.off,
        }


class Sensitivity:
    """All effects, as bots of one strength play; the clearest first. `watched`: one may look all the time."""

    def __init__(
        self,
        plan: Plan,
        levers: Sequence[Lever],
        played: Sequence[tuple[list[int], GameRow, GameRow]],
        watched: bool = False,
    ) -> None:
        self.plan = plan
        self.players = plan.players
        self.levers = list(levers)
        self.deals = len(played)
        count = len(played)
        rows = [one for _, one, _ in played] + [other for _, _, other in played]
        self.figures = [figure for figure in figures_of(plan.game, rows) if _told(figure)]
        strides = np.array([lever.stride for lever in levers])
        table = np.array([coins for coins, _, _ in played], dtype=float) * strides
        inverse = np.linalg.pinv(table.T @ table)
        z = watched_bound(count) if watched else Z95
        self.slopes = np.zeros((len(self.figures), len(levers)))
        self.effects: list[Effect] = []
        for place, figure in enumerate(self.figures):
            moved = figure.influence()
            halves = (moved[:count] - moved[count:]) / 2
            slopes, errors = _least_squares(table, inverse, halves)
            self.slopes[place] = slopes
            for lever, slope, error in zip(levers, slopes, errors, strict=True):
                self.effects.append(Effect(lever.name, figure, Estimate(float(slope), z * float(error), count)))
        chances = [(watched_chance if watched else chance)(one.per_step) for one in self.effects]
        for effect, claimed in zip(self.effects, claims(chances), strict=True):
            effect.claimed = claimed
        self._by_name = {(one.number, one.group, one.figure): one for one in self.effects}
        self.effects.sort(key=lambda effect: -effect.clarity)

    @property
    def claimed(self) -> list[Effect]:
        return [effect for effect in self.effects if effect.claimed]

    def of(self, number: str, figure: Figure) -> Effect:
        return self._by_name[number, figure.group, figure.name]

    def proposals(self, target: Target, most: int) -> list[Proposal]:
        """The single changes after which the target should be nearest, the best first."""
        wanted = target.figures(self.figures)
        places = [self.figures.index(figure) for figure in wanted]
        values = np.array([figure.value for figure in wanted])
        found: list[Proposal] = []
        for column, lever in enumerate(self.levers):
            tried: list[Proposal] = []
            for steps in range(-FARTHEST, FARTHEST + 1):
                after = lever.middle + steps
                if not steps or not lever.lowest <= after <= lever.highest:
                    continue
                if not _allowed(self.plan, {lever.name: after}):
                    continue
                off = target.off_values(list(values + steps * self.slopes[places, column]))
                tried.append(Proposal(lever, steps, _size(off)))
            if tried:
                found.append(min(tried, key=lambda one: (one.expected, abs(one.after - one.before))))
        return sorted(found, key=lambda one: one.expected)[:most]

    def plain(self) -> dict[str, Plain]:
        return {
            "players": list[Plain](self.players),
            "deals": self.deals,
            "effects": [effect.plain() for effect in self.effects],
        }


def _told(figure: Figure) -> bool:
    """Win rates, length and what else is said of the game; not how often each card was played."""
    return figure.group.startswith("win rate by ") or figure.group == "the game"


def _least_squares(table: Column, inverse: Column, halves: Column) -> tuple[Column, Column]:
    """What each number does, and its error whatever the spread of single deals (a sandwich)."""
    slopes = inverse @ (table.T @ halves)
    left = halves - table @ slopes
    count, numbers = table.shape
    weighted: NDArray[np.float64] = table * left[:, None]
    spread = inverse @ (weighted.T @ weighted) @ inverse * (count / max(1, count - numbers))
    return slopes, np.sqrt(np.maximum(0.0, np.diag(spread)))


def _size(off: Sequence[float]) -> float:
    return float(np.sqrt(np.square(np.array(off)).mean()))


def sensitivity(
    plan: Plan,
    levers: Sequence[Lever],
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Sensitivity:
    """Play as many deals as the plan has games, twice each."""
    check_deals(plan, levers)
    pieces = [range(first, min(first + PIECE, plan.games)) for first in range(0, plan.games, PIECE)]
    done: list[tuple[range, list[tuple[list[int], GameRow, GameRow]]]] = []
    for piece, played in workers.map(PlayOpposites(plan, levers), pieces):
        done.append((piece, played))
        progress(sum(len(some) for some, _ in done), plan.games)
    done.sort(key=lambda piece: piece[0].start)
    return Sensitivity(plan, levers, [deal for _, played in done for deal in played])


def check_deals(plan: Plan, levers: Sequence[Lever]) -> None:
    if not levers:
        raise BadOption(f"{plan.game.title} has no number that could be one more or less here")
    if plan.games < ENOUGH * len(levers) + 2:
        raise BadOption(
            f"{len(levers)} numbers at once need at least {ENOUGH * len(levers) + 2} deals, not {plan.games}; "
            "raise --deals, or name fewer numbers with --numbers"
        )


def try_out(
    found: Sensitivity,
    target: Target,
    proposals: Sequence[Proposal],
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> None:
    """Play each proposal under fresh deals, the same for all of them."""
    for number, proposal in enumerate(proposals):
        plan = found.plan.with_seed(f"{found.plan.seed}/fresh").with_changes({proposal.number: proposal.after})
        rows: list[GameRow] = []
        for _, some in workers.map(PlayRows(plan), plan.chunks()):
            rows += some
            progress(number * plan.games + len(rows), len(proposals) * plan.games)
        rows.sort(key=lambda row: row.number)
        proposal.figures = target.figures(figures_of(plan.game, rows))
        proposal.off = _size(target.off(proposal.figures))
