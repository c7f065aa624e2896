"""A rough sense of what is good in a siege, for bots: one exchange of blows ahead, then a glance at both Staminas."""

from __future__ import annotations

from math import exp
from typing import Final

from rumpus.core.evaluator import Judge
from rumpus.core.position import Move, Position, Seat
from rumpus.games.defend_the_city.rules.house import STANCES, stance
from rumpus.games.defend_the_city.rules.moves import FORFEIT
from rumpus.games.defend_the_city.rules.numbers import BY_HAND, CUNNING
from rumpus.games.defend_the_city.rules.position import Siege
from rumpus.games.defend_the_city.rules.scores import PAIRS, cost_of, margin, may_forfeit, offense_of, without_offense
from rumpus.games.defend_the_city.rules.stages import DEFENDER, GOES_ON, REACTION, SAVED

DIE: Final = 5.0
FULL: Final = 30

# How likely the defender gets past the present enemy, as a logistic curve through what the exact solution says: a
# constant, then what a full Stamina, the last ten points of it and having none at all add, for either side.
EASY: Final = [3.55, 3.73, -1.90, 0.17, -2.39, -3.01, -0.45]
ROUGH: Final = [3.23, 4.16, -2.03, 0.11, -2.54, -6.12, -0.13]
TOUGH: Final = [2.77, 3.17, -1.77, 0.48, -2.27, -5.65, 0.29]
EVEN: Final = [-0.16, 3.65, -3.59, 0.96, -0.97, -2.83, 3.15]
CURVES: Final = [EASY, ROUGH, TOUGH, EVEN, EVEN]
"""By the kind of the enemy; whoever is led by hand is taken for cunning."""


def curve(row: list[float], defender: int, enemy: int) -> float:
    total = row[0] + row[1] * defender / FULL + row[2] * enemy / FULL
    total += row[3] * min(defender, 10) / 10.0 + row[4] * min(enemy, 10) / 10.0
    if defender == 0:
        total += row[5]
    if enemy == 0:
        total += row[6]
    return 1.0 / (1.0 + exp(-total))


HOLDS: Final = [[curve(row, d, e) for d in range(FULL + 1) for e in range(FULL + 1)] for row in CURVES]
PASSES: Final = [holds[-1] for holds in HOLDS]
"""The chance to get past a rested enemy, by its kind."""


def chance(attacker: int, target: int) -> float:
    return max(0, margin(attacker, target)) / DIE


def kills(own: int, other: int) -> float:
    """How likely the enemy dies and the defender lives, with these pairs."""
    if offense_of(own) > offense_of(other):
        return chance(own, other)
    return chance(own, other) * (1.0 - chance(other, own))


def both_live(own: int, other: int) -> float:
    return (1.0 - chance(own, other)) * (1.0 - chance(other, own))


KILLS: Final = [kills(own, other) for own in range(PAIRS) for other in range(PAIRS)]
BOTH_LIVE: Final = [both_live(own, other) for own in range(PAIRS) for other in range(PAIRS)]
COSTS: Final = [cost_of(pair) for pair in range(PAIRS)]


def guess() -> list[int]:
    """What people are taken to play: a guard, a pause, or everything."""
    weights = [0] * PAIRS
    for offense, defense, weight in ((0, 4, 4), (0, 3, 2), (0, 5, 2), (5, 5, 4), (4, 4, 1), (5, 0, 1), (0, 0, 1)):
        weights[6 * offense + defense] = weight
    return weights


GUESS: Final = guess()
IDLE: Final = [1] + [0] * (PAIRS - 1)
STANCE_WEIGHTS: Final = [manner.weights() for manner in STANCES]


class SiegeJudge(Judge):
    """Knows what everybody at the table knows: the kind of the enemy and its weights."""

    def appraise(self, position: Position, seat: Seat, move: Move) -> float:
        """The chance to get past this enemy, or for the enemy to stop the defender, with this move."""
        assert isinstance(position, Siege)
        siege = position
        if siege.phase == REACTION:
            own = siege.defender_pair
            other = siege.enemy_pair
            if seat == DEFENDER:
                return self.standing(siege, without_offense(own) if move == FORFEIT else own, other)
            return 1.0 - self.standing(siege, own, without_offense(other) if move == FORFEIT else other)
        weights = self.rival_weights(siege, seat)
        total = 0
        value = 0.0
        for pair in range(PAIRS):
            weight = weights[pair]
            if weight > 0:
                total += weight
                shown = self.shown(siege, move, pair) if seat == DEFENDER else 1.0 - self.shown(siege, pair, move)
                value += weight * shown
        return value / total

    def rival_weights(self, siege: Siege, seat: Seat) -> list[int]:
        """How likely the other side sets which pair, as far as that is public."""
        if (siege.enemy if seat == DEFENDER else siege.defender) <= 0:
            return IDLE
        if siege.kind == BY_HAND:
            return GUESS
        if siege.kind == CUNNING:
            table = siege.numbers.equilibrium
            assert table is not None
            return table.weights(table.start(siege.slain, siege.stand_offs, siege.enemy, siege.defender, siege.idle))
        return STANCE_WEIGHTS[STANCES.index(stance(siege.kind, siege.enemy, siege.defender))]

    def shown(self, siege: Siege, own: int, other: int) -> float:
        """The defender's chance when these pairs are shown, whoever may forfeit doing so if it helps."""
        kept = self.standing(siege, own, other)
        if may_forfeit(own, other):
            return max(kept, self.standing(siege, without_offense(own), other))
        if siege.kind == BY_HAND and may_forfeit(other, own):
            return min(kept, self.standing(siege, own, without_offense(other)))
        return kept

    def standing(self, siege: Siege, own: int, other: int) -> float:
        """The defender's chance once these pairs stand and are paid for."""
        index = own * PAIRS + other
        return KILLS[index] + BOTH_LIVE[index] * self.holds(
            siege, siege.defender - COSTS[own], siege.enemy - COSTS[other]
        )

    def holds(self, siege: Siege, defender: int, enemy: int) -> float:
        """The defender's chance to get past this enemy with these Staminas."""
        full = siege.numbers.stamina
        if full != FULL:
            defender = (defender * FULL + full - 1) // full
            enemy = (enemy * FULL + full - 1) // full
        return HOLDS[siege.kind][max(0, defender) * (FULL + 1) + max(0, enemy)]

    def worth(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, Siege)
        value = self.defenders_hope(position)
        return value if seat == DEFENDER else -value

    def defenders_hope(self, siege: Siege) -> float:
        """From -1 to 1: getting past this enemy and all that are still to come, while the line holds."""
        if siege.ending != GOES_ON:
            return 1.0 if siege.ending == SAVED else -1.0
        numbers = siege.numbers
        if siege.phase == REACTION:
            hope = self.shown(siege, siege.defender_pair, siege.enemy_pair)
        else:
            hope = self.holds(siege, siege.defender, siege.enemy)
        for slain in range(siege.slain + 1, numbers.enemies):
            hope *= PASSES[numbers.kind_after(slain)]
        return 2.0 * hope * self.line_holds(siege) - 1.0

    def line_holds(self, siege: Siege) -> float:
        """What stand-offs cost, beside the exact solution: little, until the next one breaks the line."""
        left = siege.numbers.stand_offs - siege.stand_offs
        if left >= 3:
            return 1.0
        return 0.985 if left == 2 else max(0.5, 0.92 - 0.02 * (siege.numbers.enemies - siege.slain))
