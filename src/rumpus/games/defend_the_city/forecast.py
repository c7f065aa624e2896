"""What would come of a decision: Stamina, and the chances against whoever stands there."""

from __future__ import annotations

from rumpus.core.position import Move, Seat
from rumpus.core.words import Forecast
from rumpus.games.defend_the_city.rules.house import stance
from rumpus.games.defend_the_city.rules.moves import FORFEIT, KEEP
from rumpus.games.defend_the_city.rules.numbers import BY_HAND, CUNNING
from rumpus.games.defend_the_city.rules.position import Siege
from rumpus.games.defend_the_city.rules.scores import IDLE_PAIR, PAIRS, chances, cost_of, without_offense
from rumpus.games.defend_the_city.rules.stages import DEFENDER, ENEMY


def forecast(siege: Siege, seat: Seat, move: Move) -> Forecast:
    """What it `costs` and `leaves`; the chances that one `slays`, `both` fall, nobody (`stands`), or one `falls`.

    Exact against the house's enemies, if Offense is not given up; against somebody's hand only once both pairs are
    shown. `hits` is the chance that the other falls, with you or without.
    """
    own = move
    other = siege.enemy_pair if seat == DEFENDER else siege.defender_pair
    if move in (KEEP, FORFEIT):
        own = siege.defender_pair if seat == DEFENDER else siege.enemy_pair
        if move == FORFEIT:
            own = without_offense(own)
        weights = _surely(other)
    else:
        weights = _expected(siege, seat)
    stamina = siege.defender if seat == DEFENDER else siege.enemy
    found: Forecast = {"costs": cost_of(own), "leaves": stamina - cost_of(own)}
    total = sum(weights)
    if total:
        slays = both = stands = 0.0
        for pair, weight in enumerate(weights):
            if weight:
                one, two, none = chances(own, pair, siege.numbers.die)
                slays += weight * one / total
                both += weight * two / total
                stands += weight * none / total
        falls = max(0.0, 1 - slays - both - stands)
        found.update({"hits": _round(slays + both), "slays": _round(slays), "both": _round(both)})
        found.update({"stands": _round(stands), "falls": _round(falls)})
    return found


def _expected(siege: Siege, seat: Seat) -> list[int]:
    """How likely the other shows each pair; no weights at all where that is somebody's secret."""
    if (siege.enemy if seat == DEFENDER else siege.defender) <= 0:
        return _surely(IDLE_PAIR)
    if seat == ENEMY or siege.kind == BY_HAND:
        return []
    if siege.kind == CUNNING:
        table = siege.numbers.equilibrium
        assert table is not None
        return table.weights(table.start(siege.slain, siege.stand_offs, siege.enemy, siege.defender, siege.idle))
    return stance(siege.kind, siege.enemy, siege.defender).weights()


def _surely(pair: int) -> list[int]:
    weights = [0] * PAIRS
    weights[pair] = 1
    return weights


def _round(chance: float) -> float:
    return round(chance, 4)
