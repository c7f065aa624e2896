"""Solves a whole siege, from the last enemy and stand-off back to the first."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rumpus.core.rng import Rng
from rumpus.core.solver import Progress
from rumpus.games.defend_the_city.rules.cunning import Mixtures
from rumpus.games.defend_the_city.rules.house import STANCES, stance
from rumpus.games.defend_the_city.rules.numbers import CUNNING, Numbers
from rumpus.games.defend_the_city.rules.scores import cost_of, outcomes
from rumpus.games.defend_the_city.solver.encounter import (
    EncounterRules,
    EnemyStrategy,
    ExitValues,
    SolvedEncounter,
    find_equilibrium,
    respond_to_house,
)
from rumpus.games.defend_the_city.solver.exchange import Floats

TOTAL_WEIGHT = 1_000_000
"""Sum of the integer weights of a mixture."""


class SolvedSiege:
    """Encounters by enemies slain and stand-offs."""

    def __init__(self, numbers: Numbers, rules: EncounterRules) -> None:
        self.numbers = numbers
        self.rules = rules
        self.encounters: dict[tuple[int, int], SolvedEncounter] = {}

    @property
    def value(self) -> float:
        """Probability that the city is saved, from the start."""
        return self.at_start(0, 0)

    def at_start(self, slain: int, stand_offs: int) -> float:
        """The defender's win probability against a fresh enemy."""
        if slain == self.numbers.enemies:
            return 1.0
        if stand_offs == self.numbers.stand_offs:
            return 0.0
        return float(self.encounters[slain, stand_offs].values[-1, -1, 0])

    def exit_values(self, slain: int, stand_offs: int) -> ExitValues:
        last = slain + 1 == self.numbers.enemies
        return ExitValues(
            self.at_start(slain + 1, stand_offs), 1.0 if last else 0.0, self.at_start(slain, stand_offs + 1)
        )

    def backward_order(self) -> list[tuple[int, int]]:
        """Encounters, ordered so that each leads to earlier ones only."""
        numbers = self.numbers
        return [
            (slain, held) for slain in reversed(range(numbers.enemies)) for held in reversed(range(numbers.stand_offs))
        ]

    def set_values(self, slain: int, stand_offs: int, values: Floats) -> None:
        """Stores an encounter with values only."""
        encounter = self.encounters[slain, stand_offs] = SolvedEncounter(self.rules)
        encounter.values = values

    # --- how it is played ---

    def defender_mixture(self, slain: int, stand_offs: int, defender: int, enemy: int, idle: int) -> Floats:
        encounter = self.encounters[slain, stand_offs]
        mixture: Floats = encounter.defender[max(0, defender), max(0, enemy), idle]
        return mixture

    def enemy_mixture(self, slain: int, stand_offs: int, defender: int, enemy: int, idle: int) -> Floats:
        encounter = self.encounters[slain, stand_offs]
        mixture: Floats = encounter.enemy[max(0, defender), max(0, enemy), idle]
        return mixture

    def value_of_pairs(self, slain: int, stand_offs: int, defender: int, enemy: int, own: int, other: int) -> float:
        """The defender's win probability with these pairs, before the dice. Not for idle turns."""
        kills, both, goes_on = outcomes(own, other, self.numbers.die)
        exits = self.exit_values(slain, stand_offs)
        values = self.encounters[slain, stand_offs].values
        after = float(values[max(0, defender - cost_of(own)), max(0, enemy - cost_of(other)), 0])
        return kills * exits.slain + both * exits.double + goes_on * after

    def matrix(self, slain: int, stand_offs: int, defender: int, enemy: int, idle: int) -> Floats:
        """The defender's payoffs of all pairs against all pairs, with optimal reactions."""
        values = self.encounters[slain, stand_offs].values
        exits = self.exit_values(slain, stand_offs)
        own, other = max(0, defender), max(0, enemy)
        found: Floats = self.rules.payoffs(values, exits, np.array([own]), np.array([other]))[0]
        last = idle + 1 == self.numbers.idle_turns
        found[0, 0] = exits.stand_off if last else values[own, other, idle + 1]
        return found


def solve_against_house(numbers: Numbers, progress: Progress | None = None) -> SolvedSiege:
    """Best response of the defender to the house enemies of these numbers."""
    solved = SolvedSiege(numbers, EncounterRules(numbers.stamina, numbers.die, numbers.idle_turns))
    order = solved.backward_order()
    for done, (slain, stand_offs) in enumerate(order):
        if progress is not None:
            progress(done / len(order), f"{slain} slain, {stand_offs} stand-offs")
        weights = house_weights(numbers, slain, stand_offs)
        solved.encounters[slain, stand_offs] = respond_to_house(
            solved.rules, solved.exit_values(slain, stand_offs), weights
        )
    if progress is not None:
        progress(1.0, "done")
    return solved


def solve_equilibrium(numbers: Numbers, both_forfeit: bool, progress: Progress | None = None) -> SolvedSiege:
    """Equilibrium of both sides; the enemy may forfeit only in `versus` (DC-3, DC-25)."""
    solved = SolvedSiege(numbers, EncounterRules(numbers.stamina, numbers.die, numbers.idle_turns, both_forfeit))
    order = solved.backward_order()
    for done, (slain, stand_offs) in enumerate(order):
        on_progress = _progress_of_part(progress, done, len(order), f"{slain} slain, {stand_offs} stand-offs")
        exits = solved.exit_values(slain, stand_offs)
        solved.encounters[slain, stand_offs] = find_equilibrium(solved.rules, exits, on_progress)
    if progress is not None:
        progress(1.0, "done")
    return solved


def _progress_of_part(progress: Progress | None, done: int, parts: int, text: str) -> Callable[[float], None]:
    def on_progress(share: float) -> None:
        if progress is not None:
            progress((done + share) / parts, text)

    return on_progress


def house_weights(numbers: Numbers, slain: int, stand_offs: int) -> EnemyStrategy:
    kind = numbers.kind_after(slain)
    if kind == CUNNING:
        table = numbers.equilibrium
        assert table is not None
        return _from_table(table, slain, stand_offs)
    shares = [np.array(each.weights()) / sum(each.weights()) for each in STANCES]

    def weights(enemy: int, defender: int, idle: int) -> Floats:
        return shares[STANCES.index(stance(kind, enemy, defender))]

    return weights


def _from_table(table: Mixtures, slain: int, stand_offs: int) -> EnemyStrategy:
    def weights(enemy: int, defender: int, idle: int) -> Floats:
        return np.array(table.weights(table.offset(slain, stand_offs, enemy, defender, idle))) / TOTAL_WEIGHT

    return weights


def integer_weights(mixture: Floats) -> list[int]:
    """A mixture as integers with sum `TOTAL_WEIGHT`, by largest remainders."""
    scaled = mixture * TOTAL_WEIGHT
    found = np.floor(scaled)
    short = TOTAL_WEIGHT - int(found.sum())
    found[np.argsort(found - scaled, kind="stable")[:short]] += 1
    return [int(weight) for weight in found]


def sample_pair(mixture: Floats, rng: Rng) -> int:
    """Samples a pair. A sure pair needs no draw."""
    pair = int(mixture.argmax())
    return pair if mixture[pair] == 1.0 else rng.weighted(integer_weights(mixture))
