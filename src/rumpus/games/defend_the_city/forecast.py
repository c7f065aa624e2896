"""Forecast of a decision: Stamina and outcome probabilities."""

from __future__ import annotations

from rumpus.core.position import Move, Position, Seat
from rumpus.core.words import Forecast
from rumpus.games.defend_the_city.rules.house import stance
from rumpus.games.defend_the_city.rules.moves import FORFEIT, KEEP
from rumpus.games.defend_the_city.rules.numbers import BY_HAND, CUNNING
from rumpus.games.defend_the_city.rules.position import Siege, as_siege
from rumpus.games.defend_the_city.rules.scores import IDLE_PAIR, PAIRS, cost_of, outcomes, without_offense
from rumpus.games.defend_the_city.rules.stages import DEFENDER, ENEMY


def forecast(position: Position, seat: Seat, move: Move) -> Forecast:
    """Cost, Stamina left and outcome probabilities of a move.

    `slays`: only the other falls; `both`: both fall; `stands`: neither; `falls`: only this seat; `hits`: the other
    falls. Exact against house enemies if Offense is kept. Against a person there are no probabilities until both pairs
    are shown.
    """
    siege = as_siege(position)
    own = move
    other = siege.enemy_pair if seat == DEFENDER else siege.defender_pair
    if move in (KEEP, FORFEIT):
        own = siege.defender_pair if seat == DEFENDER else siege.enemy_pair
        if move == FORFEIT:
            own = without_offense(own)
        weights = _certain(other)
    else:
        weights = _opponent_weights(siege, seat)
    stamina = siege.defender if seat == DEFENDER else siege.enemy
    found: Forecast = {"costs": cost_of(own), "leaves": stamina - cost_of(own)}
    total = sum(weights)
    if total:
        slays = both = stands = 0.0
        for pair, weight in enumerate(weights):
            if weight:
                one, two, none = outcomes(own, pair, siege.numbers.die)
                slays += weight * one / total
                both += weight * two / total
                stands += weight * none / total
        falls = max(0.0, 1 - slays - both - stands)
        found.update({"hits": _round(slays + both), "slays": _round(slays), "both": _round(both)})
        found.update({"stands": _round(stands), "falls": _round(falls)})
    return found


def _opponent_weights(siege: Siege, seat: Seat) -> list[int]:
    """Weights of the other side's pairs; empty if they are secret."""
    if (siege.enemy if seat == DEFENDER else siege.defender) <= 0:
        return _certain(IDLE_PAIR)
    if seat == ENEMY or siege.kind == BY_HAND:
        return []
    if siege.kind == CUNNING:
        table = siege.numbers.equilibrium
        assert table is not None
        return table.weights(table.offset(siege.slain, siege.stand_offs, siege.enemy, siege.defender, siege.idle))
    return stance(siege.kind, siege.enemy, siege.defender).weights()


def _certain(pair: int) -> list[int]:
    weights = [0] * PAIRS
    weights[pair] = 1
    return weights


def _round(chance: float) -> float:
    return round(chance, 4)
