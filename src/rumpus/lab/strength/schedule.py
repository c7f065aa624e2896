"""Divides a time budget among rungs to shrink their standard errors fastest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from msgspec import Struct

from rumpus.core.catalogue import find_game
from rumpus.lab.simulation.workers import Workers
from rumpus.lab.strength.ladder import SEED, Rung, letter
from rumpus.lab.strength.tournament import Pairing, PlayPairing, plan

BATCH_TIME_FRACTION = 0.4
"""Fraction of the remaining time given out per batch. Later batches know the costs better."""
MIN_TIME_FRACTION = 0.03
"""Smallest remaining fraction of the time to start a batch."""


class Round(Struct):
    """A round: all seatings of one deal."""

    number: int
    game: str
    changes: dict[str, Any]
    names: list[str]
    games: list[Pairing]


def play_round(heat: Round) -> tuple[str, float]:
    """Job: plays a round. Returns its letters for the second entrant, and the seconds spent."""
    begun = perf_counter()
    play = PlayPairing(heat.game, heat.changes, heat.names)
    said = "".join(letter(pairing, play(pairing)) for pairing in heat.games)
    return said, perf_counter() - begun


class PairingSchedule:
    """A rung being played: its rounds and their cost."""

    def __init__(self, rung: Rung, most: int) -> None:
        game = find_game(rung.game)
        rung.find_best()
        self.rung = rung
        self.alone = rung.alone
        self._deals: dict[str, list[Pairing]] = {}
        for one in plan(2, game.seats(game.options(rung.changes)), most, f"{SEED}/{rung.game}"):
            self._deals.setdefault(one.deal, []).append(one)
        self.max_rounds = len(self._deals)
        self.rounds = self._stored_rounds()
        self.rounds_played = 0
        self.seconds = 0.0

    @property
    def cost(self) -> float:
        return self.seconds / self.rounds_played if self.rounds_played else 0.0

    def _stored_rounds(self) -> list[str]:
        said = self.rung.outcomes
        if self.alone:
            half = len(said) // 2
            return [said[i] + said[half + i] for i in range(half)]
        # An incomplete last round is dropped and played again.
        size = len(self._deals[f"{SEED}/{self.rung.game}/deal 0"])
        return [said[at : at + size] for at in range(0, len(said) - size + 1, size)]

    def add(self, said: str, seconds: float) -> None:
        self.rounds.append(said)
        self.rounds_played += 1
        self.seconds += seconds

    def next_round(self, number: int, at: int) -> Round:
        rung = self.rung
        games = self._deals[f"{SEED}/{rung.game}/deal {at}"]
        return Round(number, rung.game, rung.changes, [rung.weaker, rung.stronger], games)

    def write(self) -> None:
        """Writes all rounds to the rung."""
        rounds = self.rounds
        self.rung.outcomes = "".join(rounds)
        self.rung.games = len(self.rung.outcomes)
        if self.alone:
            self.rung.games = len(rounds)
            self.rung.outcomes = "".join(one[0] for one in rounds) + "".join(one[1] for one in rounds)


def play_within(
    rungs: Sequence[Rung], most: int, seconds: float, workers: Workers, told: Callable[[Sequence[Rung]], None]
) -> None:
    """Plays rungs for about `seconds`, each at most `most` games. Stored rounds are kept.

    The next round goes to the rung with the largest reduction of variance per second. Calls `told` after each batch.
    """
    begun = perf_counter()
    rows = [PairingSchedule(rung, most) for rung in rungs]
    # The first batch is one round of every unfinished rung, whatever it takes: it measures the costs.
    portion = [(row, len(row.rounds)) for row in rows if len(row.rounds) < row.max_rounds]
    while portion:
        heats = [row.next_round(number, at) for number, (row, at) in enumerate(portion)]
        found = {heat.number: result for heat, result in workers.map(play_round, heats)}
        for number, (row, _) in enumerate(portion):
            row.add(*found[number])
        for row in rows:
            row.write()
        told(rungs)
        left = seconds - (perf_counter() - begun)
        enough = left >= MIN_TIME_FRACTION * seconds
        portion = _next_batch(rows, left * BATCH_TIME_FRACTION * workers.jobs) if enough else []


def _next_batch(rows: Sequence[PairingSchedule], seconds: float) -> list[tuple[PairingSchedule, int]]:
    """Rounds of about `seconds` core-seconds, longest first: all cores finish together."""
    asked = [len(row.rounds) for row in rows]
    found: list[tuple[PairingSchedule, int]] = []
    while True:
        best = -1
        high = 0.0
        for number, row in enumerate(rows):
            if asked[number] >= row.max_rounds or row.cost > seconds:
                continue
            # One more round reduces the variance of a mean by σ² / (n (n + 1)); σ² is taken as equal for all rungs.
            # No division by 0: the first batch gave every unfinished rung a round and a cost.
            merit = 1.0 / (asked[number] * (asked[number] + 1) * row.cost)
            if merit > high:
                best, high = number, merit
        if best < 0:
            break
        seconds -= rows[best].cost
        found.append((rows[best], asked[best]))
        asked[best] += 1
    # The sort is stable. Rounds of one rung must stay in order: `add` appends them without their number.
    return sorted(found, key=lambda one: -one[0].cost)
