"""What a change of the numbers does: the same deals under both tables, and every difference with its error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from statistics import NormalDist

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.position import Plain
from rumpus.lab.experiments.measures import figures_of, shown, shown_difference
from rumpus.lab.simulation.plan import CHUNK, Plan
from rumpus.lab.simulation.rows import GameRow, PlayRows, check_variant
from rumpus.lab.simulation.rules_patch import Variant
from rumpus.lab.simulation.workers import Workers
from rumpus.stats.estimates import Estimate
from rumpus.stats.regression import POINTS, Figure, difference
from rumpus.stats.sequential import watched_bound

FIRST_LOOK = 500


class Change:
    """One figure before and after."""

    def __init__(self, before: Figure, after: Figure, z: float) -> None:
        self.group = before.group
        self.name = before.name
        self.unit = before.unit
        self.headline = before.headline
        self.before = before.value
        self.after = after.value
        self.difference = difference(before, after, z)

    @property
    def seen(self) -> bool:
        """Whether the interval leaves out zero."""
        return isfinite(self.difference.half) and abs(self.difference.value) > self.difference.half

    @property
    def sure(self) -> int:
        """1 or -1 if it is seen to rise or fall, else 0."""
        if not self.seen:
            return 0
        return 1 if self.difference.value > 0 else -1

    @property
    def shown(self) -> str:
        return shown_difference(self.difference, self.unit)

    @property
    def sentence(self) -> str:
        if not self.seen:
            return f"{self.name}: no difference seen ({self.shown})"
        words = f"{shown(self.before, self.unit)} → {shown(self.after, self.unit)}"
        return f"{self.name}: {self.shown} ({words})"

    def plain(self) -> dict[str, Plain]:
        estimate: Estimate = self.difference
        return {
            "group": self.group,
            "name": self.name,
            "unit": self.unit,
            "headline": self.headline,
            "before": self.before,
            "after": self.after,
            "difference": estimate.value,
            "plus or minus": estimate.half,
            "seen": self.seen,
        }


class Comparison:
    """All figures that both sets of games have, with intervals that hold together.

    The error is shared out over all headline figures and over all looks at the growing data (Bonferroni), so the
    chance that any of them claims a difference where there is none is at most `error`. The other figures are for
    exploring: each has that error of its own. With `looks=0` one may look all the time (`stats/sequential`).
    """

    def __init__(
        self, game: Game, before: Sequence[GameRow], after: Sequence[GameRow], error: float, looks: int
    ) -> None:
        old, new = figures_of(game, before), {figure.key: figure for figure in figures_of(game, after)}
        shared = [figure for figure in old if figure.key in new]
        headlines = sum(figure.headline for figure in shared)
        if looks:
            strict = NormalDist().inv_cdf(1 - error / (2 * looks * max(1, headlines)))
            loose = NormalDist().inv_cdf(1 - error / 2)
        else:
            strict, loose = (watched_bound(len(before), share) for share in (error / max(1, headlines), error))
        self.players = [seat.player for seat in before[0].seats]
        self.games = len(before)
        self.error = error
        self.looks = looks
        self.changes = [Change(figure, new[figure.key], strict if figure.headline else loose) for figure in shared]

    @property
    def headlines(self) -> list[Change]:
        return [change for change in self.changes if change.headline]

    def like(self, change: Change) -> Change | None:
        """The same figure here; None if these games have none of it."""
        same = [one for one in self.changes if (one.group, one.name) == (change.group, change.name)]
        return same[0] if same else None

    @property
    def widest(self) -> float:
        """The largest half-width among the headline rates."""
        return max((change.difference.half for change in self.headlines if change.unit == POINTS), default=0.0)

    @property
    def verdict(self) -> str:
        """One sentence: what changed most, or that nothing was seen to."""
        seen = [change for change in self.headlines if change.seen]
        if not seen:
            return f"No difference seen in {self.games:,} pairs of games."
        seen.sort(key=lambda change: -abs(change.difference.value / change.difference.half))
        return "; ".join(f"{change.name} {change.shown}" for change in seen[:3]) + "."

    def plain(self) -> dict[str, Plain]:
        return {
            "players": list[Plain](self.players),
            "pairs": self.games,
            "error": self.error,
            "verdict": self.verdict,
            "changes": [change.plain() for change in self.changes],
        }


def looks_until(games: int) -> list[int]:
    """After how many pairs the growing data is looked at: 500, 1,000, 2,000 … and at the end."""
    looks = [FIRST_LOOK]
    while looks[-1] < games:
        looks.append(min(games, looks[-1] * 2))
    return [min(look, games) for look in looks]


def compare(
    game: Game,
    base: Mapping[str, object],
    changes: Mapping[str, object],
    players: Sequence[str],
    workers: Workers,
    games: int = 16_000,
    seed: str = "compare",
    error: float = 0.05,
    precision: float = 0.015,
    progress: Callable[[int, int], None] = lambda done, total: None,
    deals_after: str = "",
    variant: Variant | None = None,
    apart: Workers | None = None,
) -> Comparison:
    """Play pairs of games until every headline rate is known to ± `precision`, or until `games` pairs are played.

    With `deals_after` the second games get deals of their own: differences are less sharp, and as honest. A `variant`
    is played by workers that are `apart`.
    """
    if not changes and variant is None:
        raise BadOption(
            f"there is nothing to compare: name a change, --change NUMBER=VALUE; `rumpus games {game.name}` lists them"
        )
    if not 0 < error < 1 or not 0 < precision < 1:
        raise BadOption("error and precision lie between 0 and 1")
    before = Plan(game, base, players, games, seed)
    changed = game if variant is None else variant.book(game)
    after = Plan(changed, {**base, **changes}, players, games, deals_after or seed, variant=variant)
    if len(before.players) != len(after.players):
        raise BadOption("a change of the number of players cannot be compared in pairs")
    check_variant(after, apart or workers)
    rows: tuple[list[GameRow], list[GameRow]] = ([], [])
    looks = looks_until(games)
    for look in looks:
        _play_until(before, rows[0], look, workers, progress, 0, games)
        _play_until(after, rows[1], look, apart or workers, progress, look, games)
        result = Comparison(game, rows[0], rows[1], error, len(looks))
        if result.widest <= precision:
            break
    return result


def _play_until(
    plan: Plan,
    rows: list[GameRow],
    count: int,
    workers: Workers,
    progress: Callable[[int, int], None],
    done: int,
    games: int,
) -> None:
    """So many games of this plan, in order of their numbers."""
    chunks = [range(first, min(first + CHUNK, count)) for first in range(len(rows), count, CHUNK)]
    done += len(rows)
    fresh: list[GameRow] = []
    for chunk, played in workers.map(PlayRows(plan), chunks):
        fresh += played
        done += len(chunk)
        progress(done, 2 * games)
    rows += sorted(fresh, key=lambda row: row.number)
