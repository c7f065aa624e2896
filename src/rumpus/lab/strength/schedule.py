"""Comparisons played side by side within a time: each gets as many games as serve all of them best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

from rumpus.core.catalogue import find_game
from rumpus.lab.simulation.workers import Workers
from rumpus.lab.strength.ladder import SEED, Rung, letter
from rumpus.lab.strength.tournament import Pairing, PlayPairing, plan

SHARE = 0.4
"""Of the time that is left, so much is given out at once; what games cost is known better afterwards."""
LEAST = 0.03
"""With so little of the time left nothing more is begun."""


class Heat:
    """A round of a comparison: the same deal, everybody in every seat."""

    def __init__(
        self, number: int, game: str, changes: dict[str, object], names: list[str], games: list[Pairing]
    ) -> None:
        self.number = number
        self.game = game
        self.changes = changes
        self.names = names
        self.games = games


class PlayHeat:
    """A job for any process: the letters of a round's games for the second entrant, and the seconds that it took."""

    def __call__(self, heat: Heat) -> tuple[str, float]:
        begun = perf_counter()
        play = PlayPairing(heat.game, heat.changes, heat.names)
        said = "".join(letter(pairing, play(pairing)) for pairing in heat.games)
        return said, perf_counter() - begun


class Series:
    """A comparison on its way: its rounds so far, and what they cost."""

    def __init__(self, rung: Rung, most: int) -> None:
        game = find_game(rung.game)
        rung.look_up_best()
        self.rung = rung
        self.alone = rung.alone
        self._deals: dict[str, list[Pairing]] = {}
        for one in plan(2, game.seats(game.options(rung.changes)), most, f"{SEED}/{rung.game}"):
            self._deals.setdefault(one.deal, []).append(one)
        self.most = len(self._deals)
        self.rounds = self._played_before()
        self.made = 0
        self.seconds = 0.0

    @property
    def cost(self) -> float:
        return self.seconds / self.made if self.made else 0.0

    def _played_before(self) -> list[str]:
        """The whole rounds that the rung holds already."""
        said = self.rung.outcomes
        if self.alone:
            half = len(said) // 2
            return [said[i] + said[half + i] for i in range(half)]
        size = len(self._deals[f"{SEED}/{self.rung.game}/deal 0"])
        return [said[at : at + size] for at in range(0, len(said) - size + 1, size)]

    def add(self, said: str, seconds: float) -> None:
        self.rounds.append(said)
        self.made += 1
        self.seconds += seconds

    def heat(self, number: int, at: int) -> Heat:
        rung = self.rung
        games = self._deals[f"{SEED}/{rung.game}/deal {at}"]
        return Heat(number, rung.game, rung.changes, [rung.weaker, rung.stronger], games)

    def write(self) -> None:
        """The rung with all that was played so far."""
        rounds = self.rounds
        self.rung.outcomes = "".join(rounds)
        self.rung.games = len(self.rung.outcomes)
        if self.alone:
            self.rung.games = len(rounds)
            self.rung.outcomes = "".join(one[0] for one in rounds) + "".join(one[1] for one in rounds)


def play_within(
    rungs: Sequence[Rung], most: int, seconds: float, workers: Workers, told: Callable[[Sequence[Rung]], None]
) -> None:
    """Play all of them side by side for about so many seconds, each at most so many games.

    The next round goes to the comparison whose error it lessens most for what it costs. `told` after every portion.
    What the rungs hold already is not played again.
    """
    begun = perf_counter()
    rows = [Series(rung, most) for rung in rungs]
    portion = [(row, len(row.rounds)) for row in rows if len(row.rounds) < row.most]
    while portion:
        heats = [row.heat(number, at) for number, (row, at) in enumerate(portion)]
        found: dict[int, tuple[str, float]] = {}
        for heat, result in workers.map(PlayHeat(), heats):
            found[heat.number] = result
        for number, (row, _) in enumerate(portion):
            said, took = found[number]
            row.add(said, took)
        for row in rows:
            row.write()
        told(rungs)
        left = seconds - (perf_counter() - begun)
        portion = [] if left < LEAST * seconds else _portion(rows, left * SHARE * workers.jobs)


def _portion(rows: Sequence[Series], seconds: float) -> list[tuple[Series, int]]:
    """Rounds that take about so many seconds of one core, the longest first so that all cores end together."""
    asked = [len(row.rounds) for row in rows]
    found: list[tuple[Series, int]] = []
    while True:
        best = -1
        high = 0.0
        for number, row in enumerate(rows):
            if asked[number] >= row.most or row.cost > seconds:
                continue
            merit = 1.0 / (asked[number] * (asked[number] + 1) * row.cost)
            if merit > high:
                best, high = number, merit
        if best < 0:
            break
        seconds -= rows[best].cost
        found.append((rows[best], asked[best]))
        asked[best] += 1
    return sorted(found, key=lambda one: -one[0].cost)
