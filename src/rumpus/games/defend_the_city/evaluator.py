"""Evaluator of Defend the City: one exchange of blows ahead, then a fitted win probability."""

from __future__ import annotations

from math import exp
from typing import Final

from rumpus.core.evaluator import Evaluator
from rumpus.core.position import Move, Position, Seat
from rumpus.games.defend_the_city.rules.house import STANCES, stance
from rumpus.games.defend_the_city.rules.moves import FORFEIT
from rumpus.games.defend_the_city.rules.numbers import BY_HAND, CUNNING
from rumpus.games.defend_the_city.rules.position import Siege
from rumpus.games.defend_the_city.rules.scores import PAIRS, cost_of, margin, may_forfeit, offense_of, without_offense
from rumpus.games.defend_the_city.rules.stages import DEFENDER, GOES_ON, REACTION, SAVED

DIE_FACES: Final = 5.0
FULL_STAMINA: Final = 30

# Logistic regression of the exact win probability in an encounter. Coefficients: constant; full Stamina of the defender
# and the enemy; their last ten points; no Stamina left.
EASY: Final = [3.55, 3.73, -1.90, 0.17, -2.39, -3.01, -0.45]
ROUGH: Final = [3.23, 4.16, -2.03, 0.11, -2.54, -6.12, -0.13]
TOUGH: Final = [2.77, 3.17, -1.77, 0.48, -2.27, -5.65, 0.29]
EVEN: Final = [-0.16, 3.65, -3.59, 0.96, -0.97, -2.83, 3.15]
CURVES: Final = [EASY, ROUGH, TOUGH, EVEN, EVEN]
"""Coefficients by kind of enemy; an enemy led by hand uses those of `cunning`."""


def logistic(row: list[float], defender: int, enemy: int) -> float:
    total = row[0] + row[1] * defender / FULL_STAMINA + row[2] * enemy / FULL_STAMINA
    total += row[3] * min(defender, 10) / 10.0 + row[4] * min(enemy, 10) / 10.0
    if defender == 0:
        total += row[5]
    if enemy == 0:
        total += row[6]
    return 1.0 / (1.0 + exp(-total))


ENCOUNTER_WIN: Final = [
    [logistic(row, d, e) for d in range(FULL_STAMINA + 1) for e in range(FULL_STAMINA + 1)] for row in CURVES
]
FRESH_ENCOUNTER_WIN: Final = [holds[-1] for holds in ENCOUNTER_WIN]
"""Probability of beating a rested enemy, by its kind."""


def hit_probability(attacker: int, target: int) -> float:
    return max(0, margin(attacker, target)) / DIE_FACES


def kill_probability(own: int, other: int) -> float:
    """Probability that the enemy dies and the defender lives."""
    if offense_of(own) > offense_of(other):
        return hit_probability(own, other)
    return hit_probability(own, other) * (1.0 - hit_probability(other, own))


def survival_probability(own: int, other: int) -> float:
    return (1.0 - hit_probability(own, other)) * (1.0 - hit_probability(other, own))


KILL_PROBABILITY: Final = [kill_probability(own, other) for own in range(PAIRS) for other in range(PAIRS)]
SURVIVAL_PROBABILITY: Final = [survival_probability(own, other) for own in range(PAIRS) for other in range(PAIRS)]
COSTS: Final = [cost_of(pair) for pair in range(PAIRS)]


def human_weights() -> list[int]:
    """Assumed weights of a human's pairs: a guard, a pause, or everything."""
    weights = [0] * PAIRS
    for offense, defense, weight in ((0, 4, 4), (0, 3, 2), (0, 5, 2), (5, 5, 4), (4, 4, 1), (5, 0, 1), (0, 0, 1)):
        weights[6 * offense + defense] = weight
    return weights


HUMAN_WEIGHTS: Final = human_weights()
IDLE_WEIGHTS: Final = [1] + [0] * (PAIRS - 1)
STANCE_WEIGHTS: Final = [each.weights() for each in STANCES]


class SiegeEvaluator(Evaluator):
    """Uses public facts only: the kind of the enemy and its weights."""

    def score_move(self, position: Position, seat: Seat, move: Move) -> float:
        """Probability of winning this encounter with the move."""
        assert isinstance(position, Siege)
        siege = position
        if siege.phase == REACTION:
            own = siege.defender_pair
            other = siege.enemy_pair
            if seat == DEFENDER:
                return self.value_of_final(siege, without_offense(own) if move == FORFEIT else own, other)
            return 1.0 - self.value_of_final(siege, own, without_offense(other) if move == FORFEIT else other)
        weights = self.opponent_weights(siege, seat)
        total = 0
        value = 0.0
        for pair in range(PAIRS):
            weight = weights[pair]
            if weight > 0:
                total += weight
                shown = (
                    self.value_of_shown(siege, move, pair)
                    if seat == DEFENDER
                    else 1.0 - self.value_of_shown(siege, pair, move)
                )
                value += weight * shown
        return value / total

    def opponent_weights(self, siege: Siege, seat: Seat) -> list[int]:
        if (siege.enemy if seat == DEFENDER else siege.defender) <= 0:
            return IDLE_WEIGHTS
        if siege.kind == BY_HAND:
            return HUMAN_WEIGHTS
        if siege.kind == CUNNING:
            table = siege.numbers.equilibrium
            assert table is not None
            return table.weights(table.offset(siege.slain, siege.stand_offs, siege.enemy, siege.defender, siege.idle))
        return STANCE_WEIGHTS[STANCES.index(stance(siege.kind, siege.enemy, siege.defender))]

    def value_of_shown(self, siege: Siege, own: int, other: int) -> float:
        """The defender's win probability with these pairs shown and optimal forfeits."""
        kept = self.value_of_final(siege, own, other)
        if may_forfeit(own, other):
            return max(kept, self.value_of_final(siege, without_offense(own), other))
        if siege.kind == BY_HAND and may_forfeit(other, own):
            return min(kept, self.value_of_final(siege, own, without_offense(other)))
        return kept

    def value_of_final(self, siege: Siege, own: int, other: int) -> float:
        """The defender's win probability after reactions and before payment."""
        index = own * PAIRS + other
        return KILL_PROBABILITY[index] + SURVIVAL_PROBABILITY[index] * self.value_of_staminas(
            siege, siege.defender - COSTS[own], siege.enemy - COSTS[other]
        )

    def value_of_staminas(self, siege: Siege, defender: int, enemy: int) -> float:
        full = siege.numbers.stamina
        if full != FULL_STAMINA:
            defender = (defender * FULL_STAMINA + full - 1) // full
            enemy = (enemy * FULL_STAMINA + full - 1) // full
        return ENCOUNTER_WIN[siege.kind][max(0, defender) * (FULL_STAMINA + 1) + max(0, enemy)]

    def value(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, Siege)
        value = self.defender_value(position)
        return value if seat == DEFENDER else -value

    def defender_value(self, siege: Siege) -> float:
        """Value from -1 to 1: beat this enemy and all later ones before the line breaks."""
        if siege.ending != GOES_ON:
            return 1.0 if siege.ending == SAVED else -1.0
        numbers = siege.numbers
        if siege.phase == REACTION:
            value = self.value_of_shown(siege, siege.defender_pair, siege.enemy_pair)
        else:
            value = self.value_of_staminas(siege, siege.defender, siege.enemy)
        for slain in range(siege.slain + 1, numbers.enemies):
            value *= FRESH_ENCOUNTER_WIN[numbers.kind_after(slain)]
        return 2.0 * value * self.stand_off_factor(siege) - 1.0

    def stand_off_factor(self, siege: Siege) -> float:
        """Factor for past stand-offs, fitted to the exact solution."""
        left = siege.numbers.stand_offs - siege.stand_offs
        if left >= 3:
            return 1.0
        return 0.985 if left == 2 else max(0.5, 0.92 - 0.02 * (siege.numbers.enemies - siege.slain))
