"""One encounter, solved backwards from spent Stamina: every turn spends some, or is one of a few idle ones.

A state is [defender's Stamina, enemy's Stamina, idle turns]; a Stamina of 0 stands for anything below it too (DC-7).
What an encounter leads to is known beforehand: a slain enemy, a double death and a stand-off have their values.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rumpus.games.defend_the_city.rules.scores import IDLE_PAIR, PAIRS
from rumpus.games.defend_the_city.solver.exchange import MOST_COST, Exchange, Floats, where_lower
from rumpus.games.defend_the_city.solver.matrix_game import Solved, solve, still_solves

COSTS = np.arange(MOST_COST + 1)
IDLE = np.eye(PAIRS)[IDLE_PAIR]
"""The mixture of a side that cannot act."""

Weights = Callable[[int, int, int], Floats]
"""The mixture of a house enemy, by the Stamina of the enemy and the defender and the idle turns."""


class Prize:
    """What the ways out of an encounter are worth to the defender."""

    def __init__(self, slain: float, double: float, stand_off: float) -> None:
        self.slain = slain
        self.double = double
        self.stand_off = stand_off


class Arena:
    """What is the same in every encounter: the exchanges under these numbers, and how far Stamina and patience go."""

    def __init__(self, stamina: int, die: int, idle_turns: int, both_forfeit: bool = False) -> None:
        self.stamina = stamina
        self.idle_turns = idle_turns
        self.both_forfeit = both_forfeit
        self.kept = Exchange(die)
        self.defender_forfeits = Exchange(die, defender_forfeits=True)
        self.enemy_forfeits = Exchange(die, enemy_forfeits=True)
        self.enemy_lower = where_lower(defender=False)
        self.defender_lower = where_lower(defender=True)

    def payoffs(self, values: Floats, prize: Prize, defender: NDArray[np.int64], enemy: NDArray[np.int64]) -> Floats:
        """What every pair against every pair is worth in these states, the best reaction included.

        An idle turn (0/0 against 0/0) counts as worth nothing here; its place is [:, 0, 0].
        """
        kept = self.worth(self.kept, values, prize, defender, enemy)
        best: Floats = np.maximum(kept, self.worth(self.defender_forfeits, values, prize, defender, enemy))
        if self.both_forfeit:
            forfeited = self.worth(self.enemy_forfeits, values, prize, defender, enemy)
            best = np.where(self.enemy_lower, np.minimum(kept, forfeited), best)
        return best

    def worth(
        self,
        exchange: Exchange,
        values: Floats,
        prize: Prize,
        defender: NDArray[np.int64],
        enemy: NDArray[np.int64],
    ) -> Floats:
        """The same if the reaction is known."""
        # A cost is at most 10: first what is left after each, then which of these it is for every pair of pairs.
        defender_left = np.maximum(defender[:, None, None] - COSTS[:, None], 0)
        enemy_left = np.maximum(enemy[:, None, None] - COSTS, 0)
        left = values[defender_left, enemy_left, 0].reshape(len(defender), -1)
        after: Floats = left.take(exchange.costs, axis=1).reshape(len(defender), PAIRS, PAIRS)
        after[:, 0, 0] = 0.0
        after *= exchange.goes_on
        after += exchange.kills * prize.slain + exchange.both * prize.double
        return after


class Played:
    """An encounter solved: the value of every state, and how the sides play there."""

    def __init__(self, arena: Arena) -> None:
        full = arena.stamina + 1
        shape = (full, full, arena.idle_turns)
        self.values = np.zeros(shape)
        self.defender = np.zeros((*shape, PAIRS))
        """The defender's mixture in every state."""
        self.enemy = np.zeros((*shape, PAIRS))
        """The enemy's mixture in every state."""

    @property
    def start(self) -> float:
        """What it is worth to the defender when both are rested."""
        return float(self.values[-1, -1, 0])


def by_total(arena: Arena) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """The pairs of Staminas in an order in which every turn with a cost leads to an earlier group."""
    groups = []
    for total in range(1, 2 * arena.stamina + 1):
        low = max(0, total - arena.stamina)
        defender = np.arange(low, min(arena.stamina, total) + 1)
        groups.append((defender, total - defender))
    return groups


def against_house(arena: Arena, prize: Prize, weights: Weights) -> Played:
    """The defender's best play against an enemy whose mixtures are known."""
    played = Played(arena)
    played.values[0, 0, :] = prize.stand_off
    for defenders, enemies in by_total(arena):
        payoffs = arena.payoffs(played.values, prize, defenders, enemies)
        after: Floats = np.full(len(defenders), prize.stand_off)
        for idle in reversed(range(arena.idle_turns)):
            payoffs[:, 0, 0] = after
            states = zip(enemies.tolist(), defenders.tolist(), strict=True)
            mixtures = np.array([weights(enemy, own, idle) if enemy > 0 else IDLE for enemy, own in states])
            worths = np.einsum("nij,nj->ni", payoffs, mixtures)
            pairs = np.where(defenders > 0, quickest_best(worths, mixtures @ arena.kept.kills.T), IDLE_PAIR)
            after = worths[np.arange(len(pairs)), pairs]
            played.values[defenders, enemies, idle] = after
            played.defender[defenders, enemies, idle, pairs] = 1.0
            played.enemy[defenders, enemies, idle] = mixtures
    return played


def quickest_best(worths: Floats, kills: Floats) -> NDArray[np.int64]:
    """In each state the best pair; of equally good ones that which most likely kills at once, then the first."""
    best = worths >= worths.max(axis=1, keepdims=True) - 1e-12
    found: NDArray[np.int64] = np.where(best, kills, -1.0).argmax(axis=1)
    return found


def at_equilibrium(arena: Arena, prize: Prize, told: Callable[[float], None]) -> Played:
    """Best play of both sides, a matrix game in every state; `told` hears how much of it is done."""
    played = Played(arena)
    played.values[0, 0, :] = prize.stand_off
    groups = by_total(arena)
    for number, (defenders, enemies) in enumerate(groups, 1):
        payoffs = arena.payoffs(played.values, prize, defenders, enemies)
        for place in range(len(defenders)):
            defender, enemy = int(defenders[place]), int(enemies[place])
            rows = payoffs[place] if defender > 0 else payoffs[place][:1]
            matrix = rows if enemy > 0 else rows[:, :1]
            after = prize.stand_off
            found: Solved | None = None
            for idle in reversed(range(arena.idle_turns)):
                # Only this one cell knows of idle turns, so a solution mostly serves for all of them.
                matrix[0, 0] = after
                if found is None or not still_solves(matrix, found):
                    found = solve(matrix)
                after = found.value
                played.values[defender, enemy, idle] = found.value
                played.defender[defender, enemy, idle, : len(found.rows)] = found.rows
                played.enemy[defender, enemy, idle, : len(found.columns)] = found.columns
        told(number / len(groups))
    return played
