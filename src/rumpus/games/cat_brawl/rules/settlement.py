"""From the Showing to the postlude's question: strategies are revealed and settled, and the round is paid for."""

from __future__ import annotations

from mypy_extensions import i64

from rumpus.core.position import Event
from rumpus.core.rng import Luck
from rumpus.games.cat_brawl.rules.cats import Cat
from rumpus.games.cat_brawl.rules.movements import IDLE, NO_CARD, SCRATCH
from rumpus.games.cat_brawl.rules.moves import NO_MOVE, NOBODY, PLAY, TARGET
from rumpus.games.cat_brawl.rules.ring import UNDECIDED, Ring
from rumpus.games.cat_brawl.rules.seats import SEATS, order_of


class Settlement(Ring):
    """Steps 4 to 9 of a round (CB-41)."""

    def settle(self, luck: Luck) -> None:
        """Nothing more happens in a round once the game is decided (CB-37)."""
        self.show_strategies()
        self.draw_order(luck)
        self.settle_scratches()
        if self.winner == UNDECIDED:
            self.settle_gains(luck)
        if self.winner == UNDECIDED:
            self.pay_for_critical_hits()
        if self.winner == UNDECIDED:
            self.reward(luck)
            self.hunt(luck)

    # --- 4 ---

    def show_strategies(self) -> None:
        """All strategies are revealed together, and shown cards go to the pile, seats upwards (CB-8)."""
        for seat in self.living:
            cat = self.cats[seat]
            move = cat.answer
            cat.strategy = move
            cat.before = cat.hp
            if move == NO_MOVE:
                cat.take_up(IDLE, NOBODY)
                continue
            cat.answer = NO_MOVE
            play = PLAY[move]
            cat.take_up(play, TARGET[move])
            if play.card != NO_CARD:
                cat.show(play.card)
                self.pile.append(play.card)
            if self.events is not None:
                self.events.append(Event("showed", [seat, play.kind, cat.target, play.card]))

    # --- 5 ---

    def draw_order(self, luck: Luck) -> None:
        """A Spotlight user starts, or else anyone alive, and all follow in a random direction (CB-9)."""
        spotlit: i64 = 0
        for seat in self.living:
            if self.cats[seat].spotlit:
                spotlit |= 1 << seat
        starters = SEATS[spotlit] if spotlit else self.living
        starter = starters[luck.below(len(starters))]
        downwards = luck.below(2) == 1
        self.order = order_of(self.alive, starter, downwards)
        if self.events is not None:
            self.events.append(Event("order", [1 if downwards else 0, *self.order]))

    # --- 6 ---

    def settle_scratches(self) -> None:
        """Scratches act when their owner is reached; a cat that is out attacks nobody (CB-10, CB-11)."""
        for seat in self.order:
            cat = self.cats[seat]
            if cat.play.kind != SCRATCH:
                continue
            target = self.cats[cat.target]
            if cat.hp <= 0:
                if self.events is not None:
                    self.events.append(Event("too_late", [seat]))
            elif target.hp <= 0:
                if self.events is not None:
                    self.events.append(Event("missed", [seat, cat.target]))
            else:
                target.play.scratched(self, target, cat, self.points(cat))
                if self.winner != UNDECIDED:
                    return

    def points(self, cat: Cat) -> int:
        """What this cat's scratch deals (CB-13, CB-28)."""
        points = cat.play.points(self.numbers)
        return points * self.numbers.critical_factor if cat.critical else points

    def settle_gains(self, luck: Luck) -> None:
        """Only now it is known who was attacked: each cat's gain and then its own draw, in order (CB-11)."""
        for seat in self.order:
            cat = self.cats[seat]
            if cat.hp <= 0:
                continue
            cat.play.settles(self, cat, luck)
            if self.winner != UNDECIDED:
                return

    # --- 7 ---

    def pay_for_critical_hits(self) -> None:
        """All living users pay at the same moment, so they can all go out together (CB-12, CB-30, CB-42)."""
        out: i64 = 0
        for seat in self.living:
            cat = self.cats[seat]
            if cat.critical:
                cat.hp -= self.numbers.critical_cost
                if cat.hp <= 0:
                    out |= 1 << seat
                if self.events is not None:
                    self.events.append(Event("paid", [seat, self.numbers.critical_cost, cat.hp]))
        if out:
            for seat in SEATS[out]:
                self.put_out(self.cats[seat])
            self.see_who_is_left()

    # --- 8, 9 ---

    def reward(self, luck: Luck) -> None:
        """Bonus abilities and then the breeds' own pay off, cat by cat in order (CB-22, CB-27)."""
        for seat in self.order:
            cat = self.cats[seat]
            if cat.hp <= 0:
                continue
            cat.bonus.earn(self, cat, luck)
            cat.own.earn(self, cat, luck)

    def hunt(self, luck: Luck) -> None:
        """Those who hunt count the rounds without claws, in order (CB-23)."""
        for seat in self.order:
            cat = self.cats[seat]
            if cat.hp > 0:
                cat.own.hunt(self, cat, luck)
