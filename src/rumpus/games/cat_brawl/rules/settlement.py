"""From the Showing to the postlude's question: strategies are revealed and settled, and the round is paid for."""

from __future__ import annotations

from rumpus.core.contract import Event, Seat
from rumpus.core.luck import Luck
from rumpus.games.cat_brawl.rules.abilities import ATTACKER
from rumpus.games.cat_brawl.rules.cards import (
    CANT_GUARD,
    CANT_REVERSE,
    CLAW_KINDS,
    DOUBLE_PURRING,
    DOUBLE_SCRATCH,
    GUARANTEED_PURRING,
    GUARD_AND_DRAW,
    GUARD_AND_HEAL,
    NO_CARD,
    PURR_AND_DRAW,
    REVERSE_SCRATCH,
    is_claw,
)
from rumpus.games.cat_brawl.rules.cats import MAINE_COON, RAGDOLL, Cat
from rumpus.games.cat_brawl.rules.moves import (
    CARD,
    GUARD,
    MOVEMENT,
    NO_MOVE,
    NO_MOVEMENT,
    NOBODY,
    PURR,
    SCRATCH,
    TARGET,
)
from rumpus.games.cat_brawl.rules.ring import (
    UNDECIDED,
    WHY_ATTACKER,
    WHY_GENTLEMAN,
    WHY_GUARD,
    WHY_PURR,
    Ring,
)


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
            self.reward_attackers_and_gentlemen(luck)
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
                cat.take_up(NO_MOVEMENT, NOBODY, NO_CARD)
                continue
            cat.answer = NO_MOVE
            card = CARD[move]
            cat.take_up(MOVEMENT[move], TARGET[move], card)
            if card != NO_CARD:
                cat.show(card)
                self.pile.append(card)
            if self.events is not None:
                self.events.append(Event("showed", [seat, cat.movement, cat.target, card]))

    # --- 5 ---

    def draw_order(self, luck: Luck) -> None:
        """A Spotlight user starts, or else anyone alive, and all follow in a random direction (CB-9)."""
        living = self.living
        starter = NOBODY
        spotlit = [seat for seat in living if self.cats[seat].spotlit]
        if spotlit:
            starter = spotlit[luck.below(len(spotlit))]
        else:
            starter = living[luck.below(len(living))]
        downwards = luck.below(2) == 1
        place = living.index(starter)
        if downwards:
            after = living[:place]
            rest = living[place + 1 :]
            after.reverse()
            rest.reverse()
            self.order = [starter, *after, *rest]
        else:
            self.order = living[place:] + living[:place]
        if self.events is not None:
            self.events.append(Event("order", [1 if downwards else 0, *self.order]))

    # --- 6 ---

    def settle_scratches(self) -> None:
        """Scratches act when their owner is reached; a cat that is out attacks nobody (CB-10, CB-11)."""
        for seat in self.order:
            cat = self.cats[seat]
            if cat.movement != SCRATCH:
                continue
            target = self.cats[cat.target]
            if cat.hp <= 0:
                if self.events is not None:
                    self.events.append(Event("too_late", [seat]))
            elif target.hp <= 0:
                if self.events is not None:
                    self.events.append(Event("missed", [seat, cat.target]))
            else:
                self.scratch(cat, target)
                if self.winner != UNDECIDED:
                    return

    def scratch(self, cat: Cat, target: Cat) -> None:
        """A scratch that found its target: Purr, Guard and the rest each take it in their own way."""
        points = self.points(cat)
        if target.movement == PURR:
            self.startle(cat, target)
        elif target.movement == GUARD and cat.card != CANT_GUARD:
            self.dodge(cat, target, points)
        else:
            cat.taken += points
            if self.events is not None:
                kind = "unguarded" if target.movement == GUARD else "hit"
                self.events.append(Event(kind, [cat.seat, target.seat, points, target.hp - points]))
            self.lose(target, points)

    def points(self, cat: Cat) -> int:
        """What this cat's scratch deals (CB-13, CB-28)."""
        points = self.numbers.scratch
        if cat.card == DOUBLE_SCRATCH:
            points *= self.numbers.double_scratch
        if cat.critical:
            points *= self.numbers.critical_factor
        return points

    def startle(self, cat: Cat, target: Cat) -> None:
        """The first attack on a purring cat takes all that attacks can take from it (CB-14); none if guaranteed."""
        first = not target.attacked
        target.attacked = True
        if not first or target.card == GUARANTEED_PURRING:
            if self.events is not None:
                kind = "unmoved" if target.card == GUARANTEED_PURRING else "startled_already"
                self.events.append(Event(kind, [cat.seat, target.seat]))
            return
        loss = self.numbers.purr_loss
        cat.taken += loss
        if self.events is not None:
            self.events.append(Event("startled", [cat.seat, target.seat, loss, target.hp - loss]))
        self.lose(target, loss)

    def dodge(self, cat: Cat, target: Cat, points: int) -> None:
        """A guard dodges, and Reverse Scratch hands the points back (CB-15, CB-18, CB-19, CB-34)."""
        target.dodges += 1
        target.dodged += points
        if target.card != REVERSE_SCRATCH or cat.card == CANT_REVERSE:
            if self.events is not None:
                kind = "not_reversed" if target.card == REVERSE_SCRATCH else "dodged"
                self.events.append(Event(kind, [cat.seat, target.seat, points]))
            return
        if self.events is not None:
            self.events.append(Event("reversed", [cat.seat, target.seat, points, cat.hp - points]))
        self.lose(cat, points)

    def settle_gains(self, luck: Luck) -> None:
        """Only now it is known who was attacked: each cat's gain and then its own draw, in order (CB-11)."""
        for seat in self.order:
            cat = self.cats[seat]
            if cat.hp <= 0:
                continue
            if cat.movement == PURR:
                self.settle_purr(cat, luck)
            elif cat.movement == GUARD and cat.dodges > 0:
                if cat.card == GUARD_AND_HEAL:
                    self.gain(cat, self.numbers.guard_and_heal, WHY_GUARD)
                elif cat.card == GUARD_AND_DRAW:
                    self.draw(cat, self.numbers.guard_and_draw, WHY_GUARD, luck)
            if self.winner != UNDECIDED:
                return

    def settle_purr(self, cat: Cat, luck: Luck) -> None:
        """What an undisturbed or guaranteed purr brings (CB-14, CB-17)."""
        if cat.card == GUARANTEED_PURRING:
            self.gain(cat, self.numbers.guaranteed_purring, WHY_PURR)
        elif cat.attacked:
            return
        elif cat.card == DOUBLE_PURRING:
            self.gain(cat, self.numbers.double_purring, WHY_PURR)
        else:
            self.gain(cat, self.numbers.purr_gain, WHY_PURR)
            if cat.card == PURR_AND_DRAW and self.winner == UNDECIDED:
                self.draw(cat, self.numbers.purr_and_draw, WHY_PURR, luck)

    # --- 7 ---

    def pay_for_critical_hits(self) -> None:
        """All living users pay at the same moment, so they can all go out together (CB-12, CB-30, CB-42)."""
        out: list[Seat] = []
        for seat in self.living:
            cat = self.cats[seat]
            if cat.critical:
                cat.hp -= self.numbers.critical_cost
                if cat.hp <= 0:
                    out.append(seat)
                if self.events is not None:
                    self.events.append(Event("paid", [seat, self.numbers.critical_cost, cat.hp]))
        if out:
            for seat in out:
                self.put_out(self.cats[seat])
            self.see_who_is_left()

    # --- 8 ---

    def reward_attackers_and_gentlemen(self, luck: Luck) -> None:
        """Passive draws, in order (CB-22, CB-27)."""
        for seat in self.order:
            cat = self.cats[seat]
            if cat.hp <= 0:
                continue
            if cat.taken >= self.numbers.attacker_points:
                if cat.bonus == ATTACKER:
                    cat.shown = True
                    self.draw(cat, self.numbers.attacker_cards, WHY_ATTACKER, luck)
                elif not cat.shown:
                    self.conclude_critical_hit(cat)
            if cat.breed == RAGDOLL and cat.dodged >= self.numbers.gentleman_points:
                self.draw(cat, self.numbers.gentleman_cards, WHY_GENTLEMAN, luck)

    # --- 9 ---

    def hunt(self, luck: Luck) -> None:
        """A Maine Coon without claws for the second postlude running finds one (CB-23); in order."""
        for seat in self.order:
            cat = self.cats[seat]
            if cat.breed != MAINE_COON or cat.hp <= 0:
                continue
            cat.lean = 1 if is_claw(cat.card) else cat.lean + 1
            if cat.has_claws():
                cat.hunger = 0
            else:
                cat.hunger += 1
            if cat.hunger >= self.numbers.hunting_rounds:
                self.find_claws(cat, luck)
            elif cat.lean >= self.numbers.hunting_rounds and cat.claws == 0:
                # Without claws it would have found some just now, so everybody knows that it holds one.
                cat.claws = 1

    def find_claws(self, cat: Cat, luck: Luck) -> None:
        card = CANT_REVERSE + luck.below(CLAW_KINDS)
        cat.claws = 1
        cat.tame = cat.size
        cat.take(card)
        cat.hunger = 0
        cat.lean = 0
        if self.events is not None:
            self.events.append(Event("hunted", [cat.seat, card], 1 << cat.seat, "hunts", [cat.seat]))
