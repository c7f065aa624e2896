"""A static evaluator: expected HP in a sampled world against a mix of the three movements."""

from __future__ import annotations

from math import exp
from typing import Final

from rumpus.core.evaluator import Evaluator
from rumpus.core.position import Move, Position, Seat
from rumpus.games.cat_brawl.rules.abilities import ATTACKER
from rumpus.games.cat_brawl.rules.cards import CANT_GUARD, DOUBLE_SCRATCH, REVERSE_SCRATCH
from rumpus.games.cat_brawl.rules.cats import RAGDOLL, Cat
from rumpus.games.cat_brawl.rules.movements import GUARD, MOVEMENTS, NO_CARD, PURR, SCRATCH, Movement
from rumpus.games.cat_brawl.rules.moves import PLAY, TARGET, USE, USE_BONUS, USE_BOTH, USE_OWN
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.rules.ring import CAT, DRAWN, POSTLUDE, PRELUDE, STRATEGY, UNDECIDED

BREED_SCORES: Final[list[float]] = [1.0, 0.5, 0.7, 0.8, 0.4, 0.5]
"""Score of each breed as a pick, from games between bots."""
BREED_LEAD_HP: Final[list[float]] = [4.0, -1.5, -1.5, 4.5, -4.0, -2.0]
"""HP by which a healthy cat of this breed leads. Fitted to duels of greedy bots, then reduced."""
CARD_HP: Final[list[float]] = [0.35, 0.45, 0.25, 0.3, 0.25, 0.2, 0.1, 0.3, 0.4]
"""Value of each card in hand, in HP. Playing it must gain more."""
UNKNOWN_CARD_HP: Final = 0.45
"""Value of an unknown card, in HP."""
ELIMINATION_HP: Final = 2.0
"""Value of eliminating a cat or surviving, in HP on top of the points."""
KEEP_PROBABILITY: Final = 0.1
"""Probability that a player keeps a card whose play scores best."""
LEAD_SLOPE: Final = 0.28
"""Softmax slope of the win probability per HP of lead."""


class MovementPrior:
    """Probabilities that a cat purrs, guards or scratches this round. The rest is sitting out."""

    def __init__(self, brawl: Brawl, cat: Cat) -> None:
        duel = len(brawl.living) == 2
        self.purrs = 0.15 if duel else 0.4
        self.guards = 0.2
        self.scratches = 0.65 if duel else 0.4
        if cat.skips:
            self.purrs = 0.0
            self.guards = 0.0
            self.scratches = 0.0
        elif cat.critical:
            self.purrs = 0.1
            self.guards = 0.1
            self.scratches = 0.8
        elif cat.hp + 1 >= brawl.numbers.win_hp:
            self.purrs = 0.6
            self.scratches = 0.2
        elif cat.hp <= 2:
            self.purrs = 0.2
            self.guards = 0.4
            self.scratches = 0.4

    def hit_probability(self) -> float:
        return 1.0 - self.purrs - self.guards


class BrawlEvaluator(Evaluator):
    def score_move(self, position: Position, seat: Seat, move: Move) -> float:
        assert isinstance(position, Brawl)
        if position.phase == CAT:
            return BREED_SCORES[move]
        if position.phase == POSTLUDE:
            return 1.0 if move == USE else 0.0
        cat = position.cats[seat]
        if position.phase == PRELUDE:
            return self.prelude_value(position, cat, move)
        play = PLAY[move]
        price = 0.0 if play.card == NO_CARD else CARD_HP[play.card]
        if play.kind == PURR:
            return self.purr_value(position, cat, play) - price
        if play.kind == GUARD:
            return self.guard_value(position, cat, play) - price
        return self.scratch_value(position, cat, position.cats[TARGET[move]], play) - price

    def value(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, Brawl)
        if position.winner != UNDECIDED:
            return 0.0 if position.winner == DRAWN else 1.0 if position.winner == seat else -1.0
        if not position.alive >> seat & 1:
            return -1.0
        mine = self.strength(position.cats[seat])
        total = 0.0
        for other in position.living:
            total += exp(LEAD_SLOPE * (self.strength(position.cats[other]) - mine))
        return 2.0 / total - 1.0

    def likelihood(self, position: Position, seat: Seat) -> float:
        """Lowers the likelihood of worlds with playable cards in other hands."""
        assert isinstance(position, Brawl)
        likelihood = 1.0
        if position.phase != STRATEGY or position.round == 1:
            return likelihood
        for other in position.owing:
            if other != seat and position.cats[other].size > 0 and self.prefers_a_card(position, other):
                likelihood *= KEEP_PROBABILITY
        return likelihood

    def prefers_a_card(self, brawl: Brawl, seat: Seat) -> bool:
        """True if the strategy with the highest score uses a card."""
        best = -1e300
        wanted = False
        for move in brawl.moves(seat):
            value = self.score_move(brawl, seat, move)
            if value > best:
                best = value
                wanted = PLAY[move].card != NO_CARD
        return wanted

    def strength(self, cat: Cat) -> float:
        hp = float(cat.hp)
        return hp + UNKNOWN_CARD_HP * float(cat.size) + BREED_LEAD_HP[cat.breed] * min(1.0, hp / 10.0)

    # --- prelude ---

    def prelude_value(self, brawl: Brawl, cat: Cat, move: Move) -> float:
        value = 0.0
        sits_out = cat.own.sits_out
        if move in (USE_OWN, USE_BOTH):
            value += self.sit_out_value(brawl, cat) if sits_out else self.spotlight_value(brawl)
        if move in (USE_BONUS, USE_BOTH):
            value += self.critical_hit_value(brawl, cat)
        if move == USE_BOTH and sits_out:
            value -= 1.0
        return value

    def sit_out_value(self, brawl: Brawl, cat: Cat) -> float:
        """Value of Loneliness: its cards, less the expected damage and the best movement."""
        instead = max(self.purr_value(brawl, cat, MOVEMENTS[PURR]), self.guard_value(brawl, cat, MOVEMENTS[GUARD]))
        for other in brawl.living:
            if other != cat.seat:
                instead = max(instead, self.scratch_value(brawl, cat, brawl.cats[other], MOVEMENTS[SCRATCH]))
        danger = self.expected_damage(brawl, cat)
        risk = ELIMINATION_HP if float(cat.hp) <= 2.0 * danger else 0.0
        return UNKNOWN_CARD_HP * brawl.numbers.loneliness_cards - danger - risk - instead

    def spotlight_value(self, brawl: Brawl) -> float:
        """Value of Spotlight: positive if somebody may go out or win."""
        for other in brawl.living:
            hp = brawl.cats[other].hp
            if hp <= 2 or hp + 2 >= brawl.numbers.win_hp:
                return 1.0
        return -0.1

    def critical_hit_value(self, brawl: Brawl, cat: Cat) -> float:
        """Value of a Critical Hit. It is announced, so it pays only if it eliminates."""
        cost = brawl.numbers.critical_cost
        if cat.hp <= cost:
            return -ELIMINATION_HP
        plain = brawl.numbers.scratch
        best = 0.0
        for other in brawl.living:
            target = brawl.cats[other]
            if other != cat.seat and plain < target.hp <= plain * brawl.numbers.critical_factor:
                prior = MovementPrior(brawl, target)
                hits = (
                    prior.hit_probability() + prior.guards
                    if cat.hand[CANT_GUARD] > 0
                    else 0.5 * prior.hit_probability()
                )
                best = max(best, hits * ELIMINATION_HP)
        return best * self.damage_weight(brawl) - cost

    # --- strategies ---

    def damage_weight(self, brawl: Brawl) -> float:
        """Returns the own value of a point lost by one opponent."""
        others = len(brawl.living) - 1
        return 1.0 if others <= 1 else 0.25 + 0.5 / others

    def calm_probability(self, brawl: Brawl, cat: Cat) -> float:
        calm = 1.0
        others = len(brawl.living) - 1
        for other in brawl.living:
            if other != cat.seat:
                calm *= 1.0 - MovementPrior(brawl, brawl.cats[other]).scratches / others
        return calm

    def expected_damage(self, brawl: Brawl, cat: Cat) -> float:
        """Returns the expected points lost without a guard."""
        danger = 0.0
        others = len(brawl.living) - 1
        for other in brawl.living:
            if other != cat.seat:
                opponent = brawl.cats[other]
                points = float(brawl.numbers.scratch)
                if opponent.critical:
                    points *= brawl.numbers.critical_factor
                if opponent.hand[DOUBLE_SCRATCH] > 0:
                    points *= 1.4
                danger += points * MovementPrior(brawl, opponent).scratches / others
        return danger

    def purr_value(self, brawl: Brawl, cat: Cat, play: Movement) -> float:
        numbers = brawl.numbers
        gain = play.gain(numbers)
        if play.unmoved:
            return gain + (ELIMINATION_HP if cat.hp + gain >= numbers.win_hp else 0.0)
        calm = self.calm_probability(brawl, cat)
        value = calm * gain - (1.0 - calm) * numbers.purr_loss
        value += calm * UNKNOWN_CARD_HP * play.cards(numbers)
        if cat.hp + gain >= numbers.win_hp:
            value += ELIMINATION_HP * calm
        if cat.hp <= numbers.purr_loss:
            value -= ELIMINATION_HP * (1.0 - calm)
        return value

    def guard_value(self, brawl: Brawl, cat: Cat, play: Movement) -> float:
        numbers = brawl.numbers
        scratched = 1.0 - self.calm_probability(brawl, cat)
        gain = play.gain(numbers)
        value = scratched * gain
        if cat.hp + gain >= numbers.win_hp:
            value += ELIMINATION_HP * scratched
        value += scratched * UNKNOWN_CARD_HP * play.cards(numbers)
        if play.reverses:
            value += self.expected_damage(brawl, cat) * self.damage_weight(brawl)
        if cat.breed == RAGDOLL:
            value += UNKNOWN_CARD_HP * max(0.0, self.expected_damage(brawl, cat) - 0.5)
        return value

    def scratch_value(self, brawl: Brawl, cat: Cat, target: Cat, play: Movement) -> float:
        numbers = brawl.numbers
        prior = MovementPrior(brawl, target)
        points = float(play.points(numbers))
        if cat.critical:
            points *= numbers.critical_factor
        hits = prior.hit_probability() + (prior.guards if play.unguardable else 0.0)
        value = hits * points + prior.purrs * (numbers.purr_loss + numbers.purr_gain)
        if float(target.hp) <= points:
            value += ELIMINATION_HP * hits
        if target.hp <= numbers.purr_loss:
            value += ELIMINATION_HP * prior.purrs
        if target.hp + 1 >= numbers.win_hp:
            value += ELIMINATION_HP * prior.purrs
        value *= self.damage_weight(brawl)
        if not play.unguardable and not play.irreversible and target.hand[REVERSE_SCRATCH] > 0:
            value -= 0.5 * prior.guards * points
        if cat.bonus is ATTACKER and points >= numbers.attacker_points:
            value += prior.hit_probability() * UNKNOWN_CARD_HP
        danger = self.expected_damage(brawl, cat)
        value -= danger
        if float(cat.hp) <= 2.0 * danger:
            value -= ELIMINATION_HP * min(1.0, danger)
        return value
