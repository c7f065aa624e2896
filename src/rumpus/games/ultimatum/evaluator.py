"""Evaluator of Ultimatum: applies a move, scores the map.

Each HP counts more if few are left, so attacks concentrate. Standing in reach of several enemies costs, and so does
standing too far away to attack.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from rumpus.core.evaluator import Evaluator
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.effects import amount_of, bearer_of, kind_of, turns_of
from rumpus.games.ultimatum.rules.moves import PLACE
from rumpus.games.ultimatum.rules.position import Ultimatum
from rumpus.games.ultimatum.rules.terrain.board import PHYSICAL
from rumpus.games.ultimatum.rules.turns import ACTING, GOING_ON, PLACING

# Relative strength of the characters, in roster order; used for picks.
CHARACTER_PRIOR: Final = [1.1, 2.3, 1.5, -2.4, -2.4, 3.0, 1.6, -2.9, 2.0, -0.3, -1.3, -2.1]

# Cost of a turn under an effect, by kind; effects with an amount are computed from it.
EFFECT_COST: Final = [0.0, 0.0, 0.0, 9.0, 3.5, 4.0, 5.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, -4.0, -6.0]

RESULT_SCORE: Final = 1000.0
"""Score of a win, above any map's."""

OPPONENT_WEIGHT: Final = [0.0, 0.0, 1.0, 0.75, 0.65]
"""Weight of one opponent's loss, by number of players."""


class MedianRng(Rng):
    """Returns the middle of each range, so rare events do not happen."""

    def below(self, n: int) -> int:
        return n // 2


class UltimatumEvaluator(Evaluator):
    def __init__(self) -> None:
        self.rng = MedianRng()

    def score_move(self, position: Position, seat: Seat, move: Move) -> float:
        assert isinstance(position, Ultimatum)
        if position.stage < PLACING:
            kind = move % len(CHARACTER_PRIOR)
            return CHARACTER_PRIOR[kind]
        if position.stage == PLACING:
            return self._score_placement(position, seat, move)
        after = position.copy()
        after.events = None
        after.apply(seat, move, self.rng)
        result = after.result()
        if result is not None:
            return RESULT_SCORE * result[seat]
        value = self.balance(after, seat)
        if after.stage == GOING_ON and after.turn == seat:
            value += self._follow_up_value(after)
        return value

    def value(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, Ultimatum)
        result = position.result()
        if result is not None:
            return result[seat]
        if position.stage < ACTING:
            return 0.0
        value = self.balance(position, seat)
        return value / (abs(value) + 45.0)

    # --- before the fight ---

    def _score_placement(self, p: Ultimatum, seat: Seat, move: Move) -> float:
        """Melee characters go to the front, ranged ones behind."""
        space = p.space
        unit = seat * p.squad + (move - PLACE) // space.camp
        place = p.ground.spawns[seat][(move - PLACE) % space.camp]
        steps = 0
        camps = 0
        for other in range(p.n.players):
            if other != seat:
                camps += 1
                steps += p.ground.distance(place, p.ground.spawns[other][0])
        return -steps / camps if p.character(unit).melee else steps / camps * 0.5

    # --- what stands on the map ---

    def balance(self, p: Ultimatum, seat: Seat) -> float:
        """Value of the own side minus the weighted value of the others."""
        total = 0.0
        others = OPPONENT_WEIGHT[p.n.players]
        for unit in range(p.units):
            if p.hp[unit] == 0:
                continue
            value = self._unit_value(p, unit)
            if unit // p.squad == seat:
                total += value + self._place_value(p, unit)
            else:
                total -= value * others
        for effect in p.effects:
            cost = self._effect_cost(p, effect)
            total += -cost if bearer_of(effect) // p.squad == seat else cost * others
        for trap in p.traps:
            total += 3.0 if trap.owner // p.squad == seat else -3.0
        return total

    def _unit_value(self, p: Ultimatum, unit: int) -> float:
        """Value of a living character; each HP counts more if few are left."""
        hp = float(p.hp[unit])
        value = 8.0 + p.n.attack[p.kind[unit]] + 0.7 * hp + 3.5 * sqrt(hp) + 0.7 * p.shield[unit] + p.charges[unit]
        return value - 0.5 * p.normal_wait[unit] - 0.7 * p.ultimatum_wait[unit]

    def _effect_cost(self, p: Ultimatum, effect: int) -> float:
        """Expected cost of an effect to its bearer; negative if it helps."""
        kind = kind_of(effect)
        turns = turns_of(effect)
        if kind == fx.POISON:
            return 0.85 * amount_of(effect) * turns
        if kind == fx.DRAIN:
            return 1.5 * amount_of(effect) * turns
        if kind == fx.REGROWTH:
            return -0.85 * amount_of(effect) * turns
        if turns == 0:
            return 0.0
        if fx.is_stat(kind):
            return -0.5 * amount_of(effect)
        return EFFECT_COST[kind]

    def _place_value(self, p: Ultimatum, unit: int) -> float:
        """Value of a character's hex: near enough to attack, out of reach of many enemies."""
        place = p.place[unit]
        if place < 0:
            return 0.0
        seat = unit // p.squad
        hp = p.hp[unit] + p.shield[unit]
        nearest = 99
        danger = 0.0
        total = 0
        hidden = p.effects and p.bears(unit, fx.INVISIBLE)
        for other in range(p.units):
            if other // p.squad == seat or p.place[other] < 0:
                continue
            distance = p.ground.distance(place, p.place[other])
            if distance < nearest:
                nearest = distance
            if hidden:
                continue
            kind = p.kind[other]
            reach = p.n.range[kind]
            if distance > reach + p.n.speed[kind]:
                continue
            loss = p.loss(unit, p.n.attack[kind], PHYSICAL)
            total += loss
            weight = 0.35 if p.taken[other] else 0.6
            danger += weight * loss * (1.0 if p.reaches(other, unit, reach) else 0.35)
        if total >= hp:
            danger += 6.0
        wanted = p.n.range[p.kind[unit]]
        if not p.character(unit).melee:
            wanted -= 1
        far = nearest - wanted
        return -0.2 * danger - (float(far) if far > 0 else 0.0)

    # --- what may follow in the same turn ---

    def _follow_up_value(self, p: Ultimatum) -> float:
        """Value of the best attack after a first action; a move still open counts a little."""
        space = p.space
        unit = p.active
        base = space.base(unit % p.squad)
        attack = p.attack_of(unit)
        best = 0.0
        for move in p.moves(p.turn):
            code = move - base
            if code < space.attack:
                if p.struck:
                    return 1.5
                continue
            if code >= space.normal:
                if code < space.end and best < 5.0:
                    best = 5.0
                continue
            target = code - space.attack
            if target // p.squad == unit // p.squad:
                value = 0.8 * min(attack, p.max_hp(target) - p.hp[target])
            else:
                value = self._attack_value(p, target, attack)
            if value > best:
                best = value
        return 0.9 * best

    def _attack_value(self, p: Ultimatum, target: int, attack: int) -> float:
        loss = p.loss(target, max(0, attack - p.character(target).damage_reduction(p, target)), PHYSICAL)
        absorbed = min(loss, p.shield[target])
        lost = loss - absorbed
        hp = p.hp[target]
        if lost >= hp:
            return self._unit_value(p, target)
        return 0.7 * (absorbed + lost) + 3.5 * (sqrt(float(hp)) - sqrt(float(hp - lost)))
