"""The whole siege: encounters solved from the last enemy and the last stand-off back to the first."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rumpus.core.rng import Luck
from rumpus.core.solver import Progress
from rumpus.games.defend_the_city.rules.cunning import Mixtures
from rumpus.games.defend_the_city.rules.house import STANCES, stance
from rumpus.games.defend_the_city.rules.numbers import CUNNING, Numbers
from rumpus.games.defend_the_city.rules.scores import chances, cost_of
from rumpus.games.defend_the_city.solver.encounter import (
    Arena,
    Played,
    Prize,
    Weights,
    against_house,
    at_equilibrium,
)
from rumpus.games.defend_the_city.solver.exchange import Floats

SHARE = 1_000_000
"""A mixture is drawn from whole weights that add up to this."""


class SolvedSiege:
    """Every encounter of a siege, by the number slain and the stand-offs so far."""

    def __init__(self, numbers: Numbers, arena: Arena) -> None:
        self.numbers = numbers
        self.arena = arena
        self.encounters: dict[tuple[int, int], Played] = {}

    @property
    def value(self) -> float:
        """The defender's chance to save the city from the start."""
        return self.at_start(0, 0)

    def at_start(self, slain: int, stand_offs: int) -> float:
        """The defender's chance when a fresh enemy steps up."""
        if slain == self.numbers.enemies:
            return 1.0
        if stand_offs == self.numbers.stand_offs:
            return 0.0
        return self.encounters[slain, stand_offs].start

    def prize(self, slain: int, stand_offs: int) -> Prize:
        """What this encounter is about: the value of its ways out."""
        last = slain + 1 == self.numbers.enemies
        return Prize(self.at_start(slain + 1, stand_offs), 1.0 if last else 0.0, self.at_start(slain, stand_offs + 1))

    def backwards(self) -> list[tuple[int, int]]:
        """The encounters in an order in which each leads to earlier ones only."""
        numbers = self.numbers
        return [
            (slain, held) for slain in reversed(range(numbers.enemies)) for held in reversed(range(numbers.stand_offs))
        ]

    def keep(self, slain: int, stand_offs: int, values: Floats) -> None:
        """An encounter of which only the values are known."""
        played = self.encounters[slain, stand_offs] = Played(self.arena)
        played.values = values

    # --- how it is played ---

    def defender_mixture(self, slain: int, stand_offs: int, defender: int, enemy: int, idle: int) -> Floats:
        played = self.encounters[slain, stand_offs]
        mixture: Floats = played.defender[max(0, defender), max(0, enemy), idle]
        return mixture

    def enemy_mixture(self, slain: int, stand_offs: int, defender: int, enemy: int, idle: int) -> Floats:
        played = self.encounters[slain, stand_offs]
        mixture: Floats = played.enemy[max(0, defender), max(0, enemy), idle]
        return mixture

    def worth_of(self, slain: int, stand_offs: int, defender: int, enemy: int, own: int, other: int) -> float:
        """The defender's chance once these pairs stand and only the dice are to come; not for an idle turn."""
        kills, both, goes_on = chances(own, other, self.numbers.die)
        prize = self.prize(slain, stand_offs)
        values = self.encounters[slain, stand_offs].values
        after = float(values[max(0, defender - cost_of(own)), max(0, enemy - cost_of(other)), 0])
        return kills * prize.slain + both * prize.double + goes_on * after

    def matrix(self, slain: int, stand_offs: int, defender: int, enemy: int, idle: int) -> Floats:
        """What every pair against every pair is worth to the defender here, the best reaction included."""
        values = self.encounters[slain, stand_offs].values
        prize = self.prize(slain, stand_offs)
        own, other = max(0, defender), max(0, enemy)
        found: Floats = self.arena.payoffs(values, prize, np.array([own]), np.array([other]))[0]
        last = idle + 1 == self.numbers.idle_turns
        found[0, 0] = prize.stand_off if last else values[own, other, idle + 1]
        return found


def solve_against_house(numbers: Numbers, progress: Progress | None = None) -> SolvedSiege:
    """The defender's best play against the house enemies of these numbers."""
    solved = SolvedSiege(numbers, Arena(numbers.stamina, numbers.die, numbers.idle_turns))
    order = solved.backwards()
    for done, (slain, stand_offs) in enumerate(order):
        if progress is not None:
            progress(done / len(order), f"{slain} slain, {stand_offs} stand-offs")
        weights = house_weights(numbers, slain, stand_offs)
        solved.encounters[slain, stand_offs] = against_house(solved.arena, solved.prize(slain, stand_offs), weights)
    if progress is not None:
        progress(1.0, "done")
    return solved


def solve_equilibrium(numbers: Numbers, both_forfeit: bool, progress: Progress | None = None) -> SolvedSiege:
    """Best play of both sides; only in `versus` may the enemy forfeit too (DC-3, DC-25)."""
    solved = SolvedSiege(numbers, Arena(numbers.stamina, numbers.die, numbers.idle_turns, both_forfeit))
    order = solved.backwards()
    for done, (slain, stand_offs) in enumerate(order):
        told = _part(progress, done, len(order), f"{slain} slain, {stand_offs} stand-offs")
        prize = solved.prize(slain, stand_offs)
        solved.encounters[slain, stand_offs] = at_equilibrium(solved.arena, prize, told)
    if progress is not None:
        progress(1.0, "done")
    return solved


def _part(progress: Progress | None, done: int, parts: int, text: str) -> Callable[[float], None]:
    def told(share: float) -> None:
        if progress is not None:
            progress((done + share) / parts, text)

    return told


def house_weights(numbers: Numbers, slain: int, stand_offs: int) -> Weights:
    """The mixtures of the house enemy that stands there, as shares."""
    kind = numbers.kind_after(slain)
    if kind == CUNNING:
        table = numbers.equilibrium
        assert table is not None
        return _from_table(table, slain, stand_offs)
    shares = [np.array(manner.weights()) / sum(manner.weights()) for manner in STANCES]

    def weights(enemy: int, defender: int, idle: int) -> Floats:
        return shares[STANCES.index(stance(kind, enemy, defender))]

    return weights


def _from_table(table: Mixtures, slain: int, stand_offs: int) -> Weights:
    def weights(enemy: int, defender: int, idle: int) -> Floats:
        return np.array(table.weights(table.start(slain, stand_offs, enemy, defender, idle))) / SHARE

    return weights


def whole_weights(mixture: Floats) -> list[int]:
    """The mixture as whole numbers that add up to a million: rounded down, the rest to the largest remainders."""
    scaled = mixture * SHARE
    found = np.floor(scaled)
    short = SHARE - int(found.sum())
    found[np.argsort(found - scaled, kind="stable")[:short]] += 1
    return [int(weight) for weight in found]


def drawn(mixture: Floats, luck: Luck) -> int:
    """One pair by its share."""
    return luck.weighted(whole_weights(mixture))
