"""Solves one encounter by backward induction on Stamina.

Every turn spends Stamina or is one of a few idle turns. A state is [defender's Stamina, enemy's Stamina, idle turns];
Stamina 0 includes negative values (DC-7). The values of all exits are known: enemy slain, double death, stand-off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rumpus.games.defend_the_city.rules.scores import IDLE_PAIR, PAIRS
from rumpus.games.defend_the_city.solver.exchange import LOWER, MAX_COST, Exchange, Floats, Ints
from rumpus.games.defend_the_city.solver.matrix_game import MatrixSolution, solve, still_solves

COSTS = np.arange(MAX_COST + 1)
IDLE_STRATEGY = np.eye(PAIRS)[IDLE_PAIR]
"""Mixed strategy of a side that cannot act."""

EnemyStrategy = Callable[[int, int, int], Floats]
"""Mixed strategy of a house enemy, by enemy's Stamina, defender's Stamina and idle turns."""


class ExitValues(NamedTuple):
    """The defender's value at each exit of an encounter."""

    slain: float
    double: float
    stand_off: float


class EncounterRules:
    """Rules shared by all encounters: exchanges, full Stamina and idle turns."""

    def __init__(self, stamina: int, die: int, idle_turns: int, both_forfeit: bool = False) -> None:
        self.stamina = stamina
        self.idle_turns = idle_turns
        self.both_forfeit = both_forfeit
        self.kept = Exchange(die)
        self.defender_forfeits = Exchange(die, defender_forfeits=True)
        self.enemy_forfeits = Exchange(die, enemy_forfeits=True)
        self.enemy_lower = LOWER.T
        self.defender_lower = LOWER

    def payoffs(self, values: Floats, exits: ExitValues, defender: Ints, enemy: Ints) -> Floats:
        """Payoffs of all pairs, with optimal reactions. Callers fill in the idle turn [:, 0, 0], which is 0."""
        kept = self.exchange_values(self.kept, values, exits, defender, enemy)
        best: Floats = np.maximum(kept, self.exchange_values(self.defender_forfeits, values, exits, defender, enemy))
        if self.both_forfeit:
            forfeited = self.exchange_values(self.enemy_forfeits, values, exits, defender, enemy)
            best = np.where(self.enemy_lower, np.minimum(kept, forfeited), best)
        return best

    def exchange_values(
        self, exchange: Exchange, values: Floats, exits: ExitValues, defender: Ints, enemy: Ints
    ) -> Floats:
        # Costs are at most 10: values after each pair of costs first, then a lookup for every pair of pairs.
        defender_left = np.maximum(defender[:, None, None] - COSTS[:, None], 0)
        enemy_left = np.maximum(enemy[:, None, None] - COSTS, 0)
        left = values[defender_left, enemy_left, 0].reshape(len(defender), -1)
        after: Floats = left.take(exchange.costs, axis=1).reshape(len(defender), PAIRS, PAIRS)
        after[:, 0, 0] = 0.0
        after *= exchange.goes_on
        after += exchange.kills * exits.slain + exchange.both * exits.double
        return after


class SolvedEncounter:
    def __init__(self, rules: EncounterRules) -> None:
        full = rules.stamina + 1
        shape = (full, full, rules.idle_turns)
        self.values = np.zeros(shape)
        self.defender = np.zeros((*shape, PAIRS))
        """Mixed strategy of the defender, by state."""
        self.enemy = np.zeros((*shape, PAIRS))
        """Mixed strategy of the enemy, by state."""


def by_total_stamina(rules: EncounterRules) -> list[tuple[Ints, Ints]]:
    """Pairs of Staminas, ordered so that every cost leads to an earlier group."""
    groups = []
    for total in range(1, 2 * rules.stamina + 1):
        low = max(0, total - rules.stamina)
        defender = np.arange(low, min(rules.stamina, total) + 1)
        groups.append((defender, total - defender))
    return groups


def respond_to_house(rules: EncounterRules, exits: ExitValues, weights: EnemyStrategy) -> SolvedEncounter:
    """Best response to a known enemy strategy."""
    encounter = SolvedEncounter(rules)
    encounter.values[0, 0, :] = exits.stand_off
    for defenders, enemies in by_total_stamina(rules):
        payoffs = rules.payoffs(encounter.values, exits, defenders, enemies)
        after: Floats = np.full(len(defenders), exits.stand_off)
        for idle in reversed(range(rules.idle_turns)):
            payoffs[:, 0, 0] = after
            states = zip(enemies.tolist(), defenders.tolist(), strict=True)
            mixtures = np.array([weights(enemy, own, idle) if enemy > 0 else IDLE_STRATEGY for enemy, own in states])
            values = np.einsum("nij,nj->ni", payoffs, mixtures)
            pairs = np.where(defenders > 0, fastest_best_pairs(values, mixtures @ rules.kept.kills.T), IDLE_PAIR)
            after = values[np.arange(len(pairs)), pairs]
            encounter.values[defenders, enemies, idle] = after
            encounter.defender[defenders, enemies, idle, pairs] = 1.0
            encounter.enemy[defenders, enemies, idle] = mixtures
    return encounter


def fastest_best_pairs(values: Floats, kills: Floats) -> Ints:
    """Best pair per state; ties go to the likeliest kill, then to the first."""
    best = values >= values.max(axis=1, keepdims=True) - 1e-12
    found: Ints = np.where(best, kills, -1.0).argmax(axis=1)
    return found


def find_equilibrium(rules: EncounterRules, exits: ExitValues, on_progress: Callable[[float], None]) -> SolvedEncounter:
    """Equilibrium of both sides, by one matrix game per state. `on_progress` gets the share done."""
    encounter = SolvedEncounter(rules)
    encounter.values[0, 0, :] = exits.stand_off
    groups = by_total_stamina(rules)
    for number, (defenders, enemies) in enumerate(groups, 1):
        payoffs = rules.payoffs(encounter.values, exits, defenders, enemies)
        for place in range(len(defenders)):
            defender, enemy = int(defenders[place]), int(enemies[place])
            rows = payoffs[place] if defender > 0 else payoffs[place][:1]
            matrix = rows if enemy > 0 else rows[:, :1]
            after = exits.stand_off
            found: MatrixSolution | None = None
            for idle in reversed(range(rules.idle_turns)):
                # Only this cell depends on idle turns, so one solution usually fits all of them.
                matrix[0, 0] = after
                if found is None or not still_solves(matrix, found):
                    found = solve(matrix)
                after = found.value
                encounter.values[defender, enemy, idle] = found.value
                encounter.defender[defender, enemy, idle, : len(found.rows)] = found.rows
                encounter.enemy[defender, enemy, idle, : len(found.columns)] = found.columns
        on_progress(number / len(groups))
    return encounter
