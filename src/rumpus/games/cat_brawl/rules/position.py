"""A brawl in progress: who is asked what, what may be answered, and how a round goes on (CB-39, CB-40, CB-41)."""

from __future__ import annotations

from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Event, Move, Plain, Position, Seat, View, check_seat
from rumpus.core.rng import Luck
from rumpus.games.cat_brawl.rules.abilities import BONUSES
from rumpus.games.cat_brawl.rules.cats import Cat
from rumpus.games.cat_brawl.rules.determinize import deal_anew
from rumpus.games.cat_brawl.rules.moves import (
    NO_MOVE,
    PICKS,
    POSTLUDES,
    PRELUDES,
    USE,
    USE_BONUS,
    USE_BOTH,
    USE_OWN,
    strategies,
)
from rumpus.games.cat_brawl.rules.numbers import Numbers
from rumpus.games.cat_brawl.rules.reasons import WHY_ROUND, WHY_START
from rumpus.games.cat_brawl.rules.refusals import why_forbidden
from rumpus.games.cat_brawl.rules.ring import BY_ROUNDS, DRAWN, POSTLUDE, PRELUDE, STRATEGY, UNDECIDED
from rumpus.games.cat_brawl.rules.saving import save_of
from rumpus.games.cat_brawl.rules.seats import NO_SEATS, without
from rumpus.games.cat_brawl.rules.settlement import Settlement
from rumpus.games.cat_brawl.rules.view import seats_waiting, view_of


def new_brawl(numbers: Numbers) -> Brawl:
    """Cats are about to be picked; nothing is dealt before they are (CB-40)."""
    brawl = Brawl(numbers, [Cat(seat) for seat in range(numbers.players)])
    brawl.owing = brawl.asked()
    return brawl


class Brawl(Settlement):
    """The whole game."""

    # --- decisions ---

    def to_act(self) -> list[Seat]:
        return self.owing

    def moves(self, seat: Seat) -> list[Move]:
        if seat not in self.owing:
            check_seat(seat, len(self.cats))
            return []
        return self.offered(self.cats[seat])

    def offered(self, cat: Cat) -> list[Move]:
        """What the question of this phase offers a cat that it goes to."""
        if self.phase == STRATEGY:
            return strategies(cat.held, self.alive & ~(1 << cat.seat))
        if self.phase == PRELUDE:
            own = 1 if cat.own_prelude_ready(self.round) else 0
            bonus = 2 if cat.bonus_prelude_ready(self.round) else 0
            return PRELUDES[own + bonus]
        return POSTLUDES if self.phase == POSTLUDE else PICKS

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.cats[seat].answer = move
        owing = self.owing
        if len(owing) > 1:
            self.owing = without(owing, seat)
            return
        self.owing = NO_SEATS
        while not self.owing and self.winner == UNDECIDED:
            self.go_on(luck)

    def forbids(self, seat: Seat, move: Move) -> str:
        return "" if move in self.moves(seat) else why_forbidden(self, seat, move)

    def result(self) -> list[float] | None:
        if self.winner == UNDECIDED:
            return None
        if self.winner == DRAWN:
            return [0.0] * len(self.cats)
        result = [-1.0] * len(self.cats)
        result[self.winner] = 1.0
        return result

    # --- the course of the game ---

    def go_on(self, luck: Luck) -> None:
        """Everyone has answered: what follows from it, up to the next question, which may be to nobody."""
        if self.phase == STRATEGY:
            self.settle(luck)
            if self.winner == UNDECIDED:
                self.ask(POSTLUDE)
        elif self.phase == POSTLUDE:
            self.use_postlude_abilities(luck)
            if self.winner == UNDECIDED and self.round >= self.numbers.max_rounds:
                self.count_hp()
            if self.winner == UNDECIDED:
                self.begin_round(luck)
        elif self.phase == PRELUDE:
            self.use_prelude_abilities(luck)
            self.ask(STRATEGY)
        else:
            self.set_up(luck)
            self.begin_round(luck)

    def ask(self, phase: int) -> None:
        self.phase = phase
        self.owing = self.asked()

    def set_up(self, luck: Luck) -> None:
        """Cats are shown, then bonus abilities and starting cards dealt, seat by seat (CB-40)."""
        for cat in self.cats:
            cat.be(cat.answer)
            cat.answer = NO_MOVE
            cat.hp = self.numbers.starting_hp[cat.breed]
            cat.before = cat.hp
            if self.events is not None:
                self.events.append(Event("picked", [cat.seat, cat.breed]))
        for cat in self.cats:
            if self.numbers.bonus:
                cat.bonus = BONUSES[luck.below(len(BONUSES))]
                if self.events is not None:
                    self.events.append(
                        Event("dealt", [cat.seat, cat.bonus.number], 1 << cat.seat, "is_dealt", [cat.seat])
                    )
            else:
                cat.shown = True
        for cat in self.cats:
            self.draw(cat, self.numbers.starting_cards, WHY_START, luck)

    def begin_round(self, luck: Luck) -> None:
        """Round + 1, a card for everyone if the option says so, and the prelude's question (CB-41)."""
        self.round += 1
        if self.events is not None:
            self.events.append(Event("round", [self.round]))
        for seat in self.living:
            cat = self.cats[seat]
            cat.skips = False
            cat.spotlit = False
            cat.critical = False
        if self.drew_this_round():
            for seat in self.living:
                self.draw(self.cats[seat], 1, WHY_ROUND, luck)
        self.ask(PRELUDE)

    def use_prelude_abilities(self, luck: Luck) -> None:
        """The uses are announced and start to rest; then those who sit out draw, seats upwards (CB-6, CB-41)."""
        for seat in self.living:
            cat = self.cats[seat]
            use = cat.answer
            if use == NO_MOVE:
                continue
            cat.answer = NO_MOVE
            if use in (USE_OWN, USE_BOTH):
                cat.own.use(self, cat, luck)
            if use in (USE_BONUS, USE_BOTH):
                cat.bonus.use(self, cat, luck)
        for seat in self.living:
            cat = self.cats[seat]
            if cat.skips:
                cat.own.while_out(self, cat, luck)

    def use_postlude_abilities(self, luck: Luck) -> None:
        """The uses take effect in settlement order (CB-12)."""
        for seat in self.order:
            cat = self.cats[seat]
            use = cat.answer
            cat.answer = NO_MOVE
            if use == USE:
                cat.own.use(self, cat, luck)
            if self.winner != UNDECIDED:
                return

    def count_hp(self) -> None:
        """The rounds are over: most HP wins, equal HP is a draw (CB-31)."""
        best = self.living[0]
        level = False
        for seat in self.living[1:]:
            if self.cats[seat].hp > self.cats[best].hp:
                best = seat
                level = False
            elif self.cats[seat].hp == self.cats[best].hp:
                level = True
        if level:
            self.end_in_a_draw(BY_ROUNDS)
        else:
            self.win(best, BY_ROUNDS)

    # --- knowing ---

    def copy(self) -> Brawl:
        twin = Brawl(self.numbers, [cat.copy() for cat in self.cats])
        twin.round = self.round
        twin.phase = self.phase
        twin.pile = self.pile.copy()
        twin.living = self.living
        twin.alive = self.alive
        twin.order = self.order
        twin.owing = self.owing
        twin.winner = self.winner
        twin.ending = self.ending
        if self.events is not None:
            twin.events = []
        return twin

    def view(self, seat: Seat | None) -> View:
        if seat is not None:
            check_seat(seat, len(self.cats))
        return view_of(self, seat)

    def waiting(self, viewer: Seat | None) -> list[Seat]:
        return seats_waiting(self, viewer)

    def imagine(self, seat: Seat, luck: Luck) -> Brawl:
        check_seat(seat, len(self.cats))
        dream = self.copy()
        dream.events = None
        deal_anew(dream, seat, luck)
        return dream

    def save(self) -> dict[str, Plain]:
        return save_of(self)

    def of_game(self) -> tuple[str, Options] | None:
        return "cat_brawl", self.numbers.options


def as_brawl(position: Position) -> Brawl:
    """The position as ours, or a plain refusal."""
    if not isinstance(position, Brawl):
        raise RumpusError("that is no position of Cat Brawl")
    return position
