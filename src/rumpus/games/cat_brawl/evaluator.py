"""A quick sense of what is good, for bots: expected HP against opponents who mix the three movements.

It is shown dreams, so it may look at the hands in them; what the others will choose it can only guess.
"""

from __future__ import annotations

from math import exp
from typing import Final

from rumpus.core.evaluator import Judge
from rumpus.core.position import Move, Position, Seat
from rumpus.games.cat_brawl.rules.abilities import ATTACKER
from rumpus.games.cat_brawl.rules.cards import CANT_GUARD, DOUBLE_SCRATCH, REVERSE_SCRATCH
from rumpus.games.cat_brawl.rules.cats import RAGDOLL, Cat
from rumpus.games.cat_brawl.rules.movements import GUARD, MOVEMENTS, NO_CARD, PURR, SCRATCH, Movement
from rumpus.games.cat_brawl.rules.moves import PLAY, TARGET, USE, USE_BONUS, USE_BOTH, USE_OWN
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.rules.ring import CAT, DRAWN, POSTLUDE, PRELUDE, STRATEGY, UNDECIDED

BREEDS_AT_A_GLANCE: Final[list[float]] = [1.0, 0.5, 0.7, 0.8, 0.4, 0.5]
"""How the breeds did in games between bots."""
BREED_EDGE: Final[list[float]] = [4.0, -1.5, -1.5, 4.5, -4.0, -2.0]
"""HP that a healthy cat of this breed is ahead of another, fitted to duels between greedy bots and taken less."""
CARD_PRICE: Final[list[float]] = [0.35, 0.45, 0.25, 0.3, 0.25, 0.2, 0.1, 0.3, 0.4]
"""HP that a card in hand is worth: what using it up must bring at least."""
A_CARD: Final = 0.45
"""HP that an unknown card is worth."""
LIFE: Final = 2.0
"""HP that putting a cat out, or not going out, is worth on top of the points."""
KEPT: Final = 0.1
"""How often, of 1, somebody keeps a card that looks better played."""
STEEPNESS: Final = 0.28
"""How fast a lead in HP turns into a won game."""


class Guess:
    """How a cat may act this round: the chances that it purrs, guards, and scratches (or sits out and is open)."""

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

    def open(self) -> float:
        """The chance that a scratch hits in full."""
        return 1.0 - self.purrs - self.guards


class BrawlJudge(Judge):
    """Good enough to beat random play clearly, quick enough to steer a playout."""

    def appraise(self, position: Position, seat: Seat, move: Move) -> float:
        assert isinstance(position, Brawl)
        if position.phase == CAT:
            return BREEDS_AT_A_GLANCE[move]
        if position.phase == POSTLUDE:
            return 1.0 if move == USE else 0.0
        cat = position.cats[seat]
        if position.phase == PRELUDE:
            return self.prelude(position, cat, move)
        play = PLAY[move]
        price = 0.0 if play.card == NO_CARD else CARD_PRICE[play.card]
        if play.kind == PURR:
            return self.purr(position, cat, play) - price
        if play.kind == GUARD:
            return self.guard(position, cat, play) - price
        return self.scratch(position, cat, position.cats[TARGET[move]], play) - price

    def worth(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, Brawl)
        if position.winner != UNDECIDED:
            return 0.0 if position.winner == DRAWN else 1.0 if position.winner == seat else -1.0
        if not position.alive >> seat & 1:
            return -1.0
        mine = self.strength(position.cats[seat])
        all_of_them = 0.0
        for other in position.living:
            all_of_them += exp(STEEPNESS * (self.strength(position.cats[other]) - mine))
        return 2.0 / all_of_them - 1.0

    def likely(self, position: Position, seat: Seat) -> float:
        """A card that looks good is mostly played at once: what the others still hold are those that do not."""
        assert isinstance(position, Brawl)
        likely = 1.0
        if position.phase != STRATEGY or position.round == 1:
            return likely
        for other in position.owing:
            if other != seat and position.cats[other].size > 0 and self.wants_a_card(position, other):
                likely *= KEPT
        return likely

    def wants_a_card(self, brawl: Brawl, seat: Seat) -> bool:
        """Whether the strategy that looks best is one with a card."""
        best = -1e300
        wanted = False
        for move in brawl.moves(seat):
            value = self.appraise(brawl, seat, move)
            if value > best:
                best = value
                wanted = PLAY[move].card != NO_CARD
        return wanted

    def strength(self, cat: Cat) -> float:
        """HP, what the hand will bring, and what the breed will, in the rounds that are left."""
        hp = float(cat.hp)
        return hp + A_CARD * float(cat.size) + BREED_EDGE[cat.breed] * min(1.0, hp / 10.0)

    # --- prelude ---

    def prelude(self, brawl: Brawl, cat: Cat, move: Move) -> float:
        value = 0.0
        sits_out = cat.own.sits_out
        if move in (USE_OWN, USE_BOTH):
            value += self.sitting_out(brawl, cat) if sits_out else self.being_first(brawl)
        if move in (USE_BONUS, USE_BOTH):
            value += self.hitting_hard(brawl, cat)
        if move == USE_BOTH and sits_out:
            value -= 1.0
        return value

    def sitting_out(self, brawl: Brawl, cat: Cat) -> float:
        """Cards, for a round under fire and without whatever else this round could have brought."""
        instead = max(self.purr(brawl, cat, MOVEMENTS[PURR]), self.guard(brawl, cat, MOVEMENTS[GUARD]))
        for other in brawl.living:
            if other != cat.seat:
                instead = max(instead, self.scratch(brawl, cat, brawl.cats[other], MOVEMENTS[SCRATCH]))
        danger = self.danger(brawl, cat)
        risk = LIFE if float(cat.hp) <= 2.0 * danger else 0.0
        return A_CARD * brawl.numbers.loneliness_cards - danger - risk - instead

    def being_first(self, brawl: Brawl) -> float:
        """To be first matters when somebody may go out or win."""
        for other in brawl.living:
            hp = brawl.cats[other].hp
            if hp <= 2 or hp + 2 >= brawl.numbers.win_hp:
                return 1.0
        return -0.1

    def hitting_hard(self, brawl: Brawl, cat: Cat) -> float:
        """Everybody hears of it and ducks, so it pays only where it puts a cat out."""
        cost = brawl.numbers.critical_cost
        if cat.hp <= cost:
            return -LIFE
        plain = brawl.numbers.scratch
        best = 0.0
        for other in brawl.living:
            target = brawl.cats[other]
            if other != cat.seat and plain < target.hp <= plain * brawl.numbers.critical_factor:
                guess = Guess(brawl, target)
                hits = guess.open() + guess.guards if cat.hand[CANT_GUARD] > 0 else 0.5 * guess.open()
                best = max(best, hits * LIFE)
        return best * self.share(brawl) - cost

    # --- strategies ---

    def share(self, brawl: Brawl) -> float:
        """What a point that one opponent loses is worth to oneself."""
        others = len(brawl.living) - 1
        return 1.0 if others <= 1 else 0.25 + 0.5 / others

    def calm(self, brawl: Brawl, cat: Cat) -> float:
        """The chance that nobody scratches this cat."""
        calm = 1.0
        others = len(brawl.living) - 1
        for other in brawl.living:
            if other != cat.seat:
                calm *= 1.0 - Guess(brawl, brawl.cats[other]).scratches / others
        return calm

    def danger(self, brawl: Brawl, cat: Cat) -> float:
        """The points that a cat without cover may expect to lose."""
        danger = 0.0
        others = len(brawl.living) - 1
        for other in brawl.living:
            if other != cat.seat:
                rival = brawl.cats[other]
                points = float(brawl.numbers.scratch)
                if rival.critical:
                    points *= brawl.numbers.critical_factor
                if rival.hand[DOUBLE_SCRATCH] > 0:
                    points *= 1.4
                danger += points * Guess(brawl, rival).scratches / others
        return danger

    def purr(self, brawl: Brawl, cat: Cat, play: Movement) -> float:
        numbers = brawl.numbers
        gain = play.gain(numbers)
        if play.unmoved:
            return gain + (LIFE if cat.hp + gain >= numbers.win_hp else 0.0)
        calm = self.calm(brawl, cat)
        value = calm * gain - (1.0 - calm) * numbers.purr_loss
        value += calm * A_CARD * play.cards(numbers)
        if cat.hp + gain >= numbers.win_hp:
            value += LIFE * calm
        if cat.hp <= numbers.purr_loss:
            value -= LIFE * (1.0 - calm)
        return value

    def guard(self, brawl: Brawl, cat: Cat, play: Movement) -> float:
        numbers = brawl.numbers
        scratched = 1.0 - self.calm(brawl, cat)
        gain = play.gain(numbers)
        value = scratched * gain
        if cat.hp + gain >= numbers.win_hp:
            value += LIFE * scratched
        value += scratched * A_CARD * play.cards(numbers)
        if play.reverses:
            value += self.danger(brawl, cat) * self.share(brawl)
        if cat.breed == RAGDOLL:
            value += A_CARD * max(0.0, self.danger(brawl, cat) - 0.5)
        return value

    def scratch(self, brawl: Brawl, cat: Cat, target: Cat, play: Movement) -> float:
        numbers = brawl.numbers
        guess = Guess(brawl, target)
        points = float(play.points(numbers))
        if cat.critical:
            points *= numbers.critical_factor
        hits = guess.open() + (guess.guards if play.unguardable else 0.0)
        value = hits * points + guess.purrs * (numbers.purr_loss + numbers.purr_gain)
        if float(target.hp) <= points:
            value += LIFE * hits
        if target.hp <= numbers.purr_loss:
            value += LIFE * guess.purrs
        if target.hp + 1 >= numbers.win_hp:
            value += LIFE * guess.purrs
        value *= self.share(brawl)
        if not play.unguardable and not play.irreversible and target.hand[REVERSE_SCRATCH] > 0:
            value -= 0.5 * guess.guards * points
        if cat.bonus is ATTACKER and points >= numbers.attacker_points:
            value += guess.open() * A_CARD
        danger = self.danger(brawl, cat)
        value -= danger
        if float(cat.hp) <= 2.0 * danger:
            value -= LIFE * min(1.0, danger)
        return value
