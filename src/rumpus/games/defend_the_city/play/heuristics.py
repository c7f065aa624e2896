"""A rough sense of what is good in a siege, for bots: look one exchange ahead, and mind the Stamina."""

from __future__ import annotations

from typing import Final

from rumpus.core.contract import Judge, Move, Position, Seat
from rumpus.games.defend_the_city.rules.house import STANCES, stance
from rumpus.games.defend_the_city.rules.numbers import BY_HAND, CUNNING
from rumpus.games.defend_the_city.rules.scores import PAIRS, cost_of, margin, may_forfeit, offense_of, without_offense
from rumpus.games.defend_the_city.rules.siege import DEFENDER, FORFEIT, REACTION, SAVED, Siege

PRICE: Final = 0.02
"""What a point of Stamina is worth, where a life is 1."""
DIE: Final = 5.0
HELD: Final = [0.90, 0.80, 0.90, 0.62, 0.62]
"""How often a good defender gets past a rested enemy, by its kind."""


def chance(attacker: int, target: int) -> float:
    return max(0, margin(attacker, target)) / DIE


def exchange(own: int, other: int) -> float:
    """The chance to kill less the chance to die in one exchange of blows (DC-12), less what it costs."""
    mine = chance(own, other)
    theirs = chance(other, own)
    if offense_of(own) > offense_of(other):
        theirs *= 1.0 - mine
    elif offense_of(own) < offense_of(other):
        mine *= 1.0 - theirs
    return mine - theirs - PRICE * cost_of(own)


def best_exchange(own: int, other: int) -> float:
    """The same with the choice to forfeit, where there is one."""
    kept = exchange(own, other)
    if may_forfeit(own, other):
        return max(kept, exchange(without_offense(own), other))
    return kept


BEST: Final = [best_exchange(own, other) for own in range(PAIRS) for other in range(PAIRS)]


def outlook(own: int, weights: list[int]) -> float:
    """What a pair is worth against pairs of these weights."""
    total = 0
    value = 0.0
    for other in range(PAIRS):
        if weights[other] > 0:
            total += weights[other]
            value += weights[other] * BEST[own * PAIRS + other]
    return value / total


OUTLOOKS: Final = [[outlook(own, manner.weights()) for own in range(PAIRS)] for manner in STANCES]
UNKNOWN: Final = OUTLOOKS[0]
"""Against somebody of whom nothing is known, every pair is as likely as any other."""


class SiegeJudge(Judge):
    """Knows what everybody at the table knows: the kind of the enemy and its weights."""

    def appraise(self, position: Position, seat: Seat, move: Move) -> float:
        assert isinstance(position, Siege)
        siege = position
        if siege.phase == REACTION:
            own = siege.defender_pair if seat == DEFENDER else siege.enemy_pair
            other = siege.enemy_pair if seat == DEFENDER else siege.defender_pair
            return exchange(without_offense(own) if move == FORFEIT else own, other)
        rival = siege.enemy if seat == DEFENDER else siege.defender
        if rival <= 0:
            return BEST[move * PAIRS]
        if siege.kind == BY_HAND:
            return UNKNOWN[move]
        if siege.kind == CUNNING:
            table = siege.numbers.equilibrium
            assert table is not None
            state = table.start(siege.slain, siege.stand_offs, siege.enemy, siege.defender, siege.idle)
            return outlook(move, table.weights(state))
        return OUTLOOKS[STANCES.index(stance(siege.kind, siege.enemy, siege.defender))][move]

    def worth(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, Siege)
        value = self.defenders_hope(position)
        return value if seat == DEFENDER else -value

    def defenders_hope(self, siege: Siege) -> float:
        """From -1 to 1: the enemies still to come, and who is fresher in this encounter."""
        if siege.ending != 0:
            return 1.0 if siege.ending == SAVED else -1.0
        numbers = siege.numbers
        lead = (max(0, siege.defender) - max(0, siege.enemy)) / float(numbers.stamina)
        now = HELD[siege.kind]
        now += (1.0 - now) * lead if lead > 0.0 else now * 0.8 * lead
        hope = now
        for slain in range(siege.slain + 1, numbers.enemies):
            hope *= HELD[numbers.kind_after(slain)]
        hope *= 1.0 - 0.1 * siege.stand_offs
        return 2.0 * hope - 1.0
