"""Settlement of a round, from the Showing to the postlude."""

from __future__ import annotations

from mypy_extensions import i64

from rumpus.core.position import Event
from rumpus.core.rng import Rng
from rumpus.games.cat_brawl.rules.cats import Cat
from rumpus.games.cat_brawl.rules.movements import IDLE, NO_CARD, SCRATCH
from rumpus.games.cat_brawl.rules.moves import NO_MOVE, NO_TARGET, PLAY, TARGET
from rumpus.games.cat_brawl.rules.ring import UNDECIDED, Ring
from rumpus.games.cat_brawl.rules.seats import SEATS, order_of


class Settlement(Ring):
    """Steps 4 to 9 of a round (CB-41)."""

    def settle(self, rng: Rng) -> None:
        """Runs the steps until the game is decided (CB-37)."""
        self.reveal_strategies()
        self.draw_order(rng)
        self.settle_scratches()
        if self.winner == UNDECIDED:
            self.settle_gains(rng)
        if self.winner == UNDECIDED:
            self.pay_for_critical_hits()
        if self.winner == UNDECIDED:
            self.reward(rng)
            self.hunt(rng)

    # --- 4 ---

    def reveal_strategies(self) -> None:
        """Reveals all strategies, and moves shown cards to the pile (CB-8)."""
        for seat in self.living:
            cat = self.cats[seat]
            move = cat.answer
            cat.strategy = move
            cat.before = cat.hp
            if move == NO_MOVE:
                cat.begin_play(IDLE, NO_TARGET)
                continue
            cat.answer = NO_MOVE
            play = PLAY[move]
            cat.begin_play(play, TARGET[move])
            if play.card != NO_CARD:
                cat.show(play.card)
                self.pile.append(play.card)
            if self.events is not None:
                self.events.append(Event("showed", [seat, play.kind, cat.target, play.card]))

    # --- 5 ---

    def draw_order(self, rng: Rng) -> None:
        """Draws the starter, a Spotlight user if any, then the direction (CB-9)."""
        spotlit: i64 = 0
        for seat in self.living:
            if self.cats[seat].spotlit:
                spotlit |= 1 << seat
        starters = SEATS[spotlit] if spotlit else self.living
        starter = starters[rng.below(len(starters))]
        downwards = rng.below(2) == 1
        self.order = order_of(self.alive, starter, downwards)
        if self.events is not None:
            self.events.append(Event("order", [1 if downwards else 0, *self.order]))

    # --- 6 ---

    def settle_scratches(self) -> None:
        """Applies the scratches in order. Cats that are out attack nobody (CB-10, CB-11)."""
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
        points = cat.play.points(self.numbers)
        return points * self.numbers.critical_factor if cat.critical else points

    def settle_gains(self, rng: Rng) -> None:
        """Applies each cat's gain, then its draw, in order (CB-11)."""
        for seat in self.order:
            cat = self.cats[seat]
            if cat.hp <= 0:
                continue
            cat.play.settles(self, cat, rng)
            if self.winner != UNDECIDED:
                return

    # --- 7 ---

    def pay_for_critical_hits(self) -> None:
        """Charges all living users at once: they can go out together (CB-12, CB-30, CB-42)."""
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
            self.check_survivors()

    # --- 8, 9 ---

    def reward(self, rng: Rng) -> None:
        """Rewards bonus abilities, then the breeds' own, in order (CB-22, CB-27)."""
        for seat in self.order:
            cat = self.cats[seat]
            if cat.hp <= 0:
                continue
            cat.bonus.earn(self, cat, rng)
            cat.own.earn(self, cat, rng)

    def hunt(self, rng: Rng) -> None:
        """Lets Hunting count rounds without claws, in order (CB-23)."""
        for seat in self.order:
            cat = self.cats[seat]
            if cat.hp > 0:
                cat.own.hunt(self, cat, rng)
