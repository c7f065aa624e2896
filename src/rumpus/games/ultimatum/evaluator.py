"""A sense of what is good in Ultimatum: play the move in the head, then weigh what stands on the map.

Each HP counts more, the fewer are left, so blows go where blows have gone already. Standing where several enemies can
strike costs, standing too far off to strike costs too, so nobody walks into a crossfire for nothing.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from rumpus.core.evaluator import Judge
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Luck
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.board import PHYSICAL
from rumpus.games.ultimatum.rules.effects import amount_of, bearer_of, kind_of, turns_of
from rumpus.games.ultimatum.rules.moves import PLACE
from rumpus.games.ultimatum.rules.position import Ultimatum
from rumpus.games.ultimatum.rules.turns import ACTING, GOING_ON, PLACING

# In the order of the roster: how much one would rather have this character than another.
LIKED: Final = [1.1, 2.3, 1.5, -2.4, -2.4, 3.0, 1.6, -2.9, 2.0, -0.3, -1.3, -2.1]

# What a turn under an effect costs its bearer, by kind; those with an amount are weighed by it.
COSTS: Final = [0.0, 0.0, 0.0, 9.0, 3.5, 4.0, 5.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, -4.0, -6.0]

DECIDED: Final = 1000.0
"""More than anything on the map can be worth."""

OTHERS: Final = [0.0, 0.0, 1.0, 0.75, 0.65]
"""By the number of players: how much the loss of one other player is one's own gain."""


class Typical(Luck):
    """Chance as it mostly comes: nothing rare happens."""

    def below(self, n: int) -> int:
        return n // 2


class UltimatumJudge(Judge):
    def __init__(self) -> None:
        self.luck = Typical()

    def appraise(self, position: Position, seat: Seat, move: Move) -> float:
        assert isinstance(position, Ultimatum)
        if position.stage < PLACING:
            kind = move % len(LIKED)
            return LIKED[kind]
        if position.stage == PLACING:
            return self._appraise_place(position, seat, move)
        after = position.copy()
        after.events = None
        after.apply(seat, move, self.luck)
        result = after.result()
        if result is not None:
            return DECIDED * result[seat]
        value = self.balance(after, seat)
        if after.stage == GOING_ON and after.turn == seat:
            value += self._what_may_follow(after)
        return value

    def worth(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, Ultimatum)
        result = position.result()
        if result is not None:
            return result[seat]
        if position.stage < ACTING:
            return 0.0
        value = self.balance(position, seat)
        return value / (abs(value) + 45.0)

    # --- before the fight ---

    def _appraise_place(self, p: Ultimatum, seat: Seat, move: Move) -> float:
        """Melee characters to the front, ranged ones behind them."""
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
        """How much better off this player is than the others."""
        total = 0.0
        others = OTHERS[p.n.players]
        for unit in range(p.units):
            if p.hp[unit] == 0:
                continue
            value = self._strength(p, unit)
            if unit // p.squad == seat:
                total += value + self._standing(p, unit)
            else:
                total -= value * others
        for effect in p.effects:
            cost = self._burden(p, effect)
            total += -cost if bearer_of(effect) // p.squad == seat else cost * others
        for trap in p.traps:
            total += 3.0 if trap.owner // p.squad == seat else -3.0
        return total

    def _strength(self, p: Ultimatum, unit: int) -> float:
        """What a living character is worth; each HP counts more, the fewer are left."""
        hp = float(p.hp[unit])
        value = 8.0 + p.n.attack[p.kind[unit]] + 0.7 * hp + 3.5 * sqrt(hp) + 0.7 * p.shield[unit] + p.charges[unit]
        return value - 0.5 * p.normal_wait[unit] - 0.7 * p.ultimatum_wait[unit]

    def _burden(self, p: Ultimatum, effect: int) -> float:
        """What an effect will cost its bearer; less than nothing if it helps."""
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
        return COSTS[kind]

    def _standing(self, p: Ultimatum, unit: int) -> float:
        """How well a character stands: near enough to strike, and not where too many can strike it."""
        place = p.place[unit]
        if place < 0:
            return 0.0
        seat = unit // p.squad
        hp = p.hp[unit] + p.shield[unit]
        nearest = 99
        danger = 0.0
        worst = 0
        hidden = p.effects and p.bears(unit, fx.INVISIBLE)
        for other in range(p.units):
            if other // p.squad == seat or p.place[other] < 0:
                continue
            apart = p.ground.distance(place, p.place[other])
            if apart < nearest:
                nearest = apart
            if hidden:
                continue
            kind = p.kind[other]
            reach = p.n.range[kind]
            if apart > reach + p.n.speed[kind]:
                continue
            loss = p.loss(unit, p.n.attack[kind], PHYSICAL)
            worst += loss
            soon = 0.35 if p.taken[other] else 0.6
            danger += soon * loss * (1.0 if p.reaches(other, unit, reach) else 0.35)
        if worst >= hp:
            danger += 6.0
        wanted = p.n.range[p.kind[unit]]
        if not p.character(unit).melee:
            wanted -= 1
        far = nearest - wanted
        return -0.2 * danger - (float(far) if far > 0 else 0.0)

    # --- what may follow in the same turn ---

    def _what_may_follow(self, p: Ultimatum) -> float:
        """The best blow that is open after a first action; a move that is still open is worth a little."""
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
                value = 0.8 * min(attack, p.most_hp(target) - p.hp[target])
            else:
                value = self._blow(p, target, attack)
            if value > best:
                best = value
        return 0.9 * best

    def _blow(self, p: Ultimatum, target: int, attack: int) -> float:
        """What a basic attack takes from its target in worth."""
        loss = p.loss(target, max(0, attack - p.character(target).softens(p, target)), PHYSICAL)
        absorbed = min(loss, p.shield[target])
        lost = loss - absorbed
        hp = p.hp[target]
        if lost >= hp:
            return self._strength(p, target)
        return 0.7 * (absorbed + lost) + 3.5 * (sqrt(float(hp)) - sqrt(float(hp - lost)))
