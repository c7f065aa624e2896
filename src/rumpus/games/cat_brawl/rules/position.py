"""The position: decisions and the course of a round (CB-39, CB-40, CB-41)."""

from __future__ import annotations

from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Event, Json, Move, Position, Seat, View, check_seat
from rumpus.core.rng import Rng
from rumpus.games.cat_brawl.rules.abilities import BONUSES
from rumpus.games.cat_brawl.rules.cats import Cat
from rumpus.games.cat_brawl.rules.determinize import determinize
from rumpus.games.cat_brawl.rules.moves import (
    CAT_MOVES,
    NO_MOVE,
    POSTLUDE_MOVES,
    PRELUDE_MOVES,
    USE,
    USE_BONUS,
    USE_BOTH,
    USE_OWN,
    strategies,
)
from rumpus.games.cat_brawl.rules.numbers import Numbers
from rumpus.games.cat_brawl.rules.reasons import WHY_ROUND, WHY_START
from rumpus.games.cat_brawl.rules.refusals import refusal
from rumpus.games.cat_brawl.rules.ring import BY_ROUNDS, DRAWN, POSTLUDE, PRELUDE, STRATEGY, UNDECIDED
from rumpus.games.cat_brawl.rules.saving import save
from rumpus.games.cat_brawl.rules.seats import NO_SEATS, without
from rumpus.games.cat_brawl.rules.settlement import Settlement
from rumpus.games.cat_brawl.rules.view import seats_waiting, view_of


def start(numbers: Numbers) -> Brawl:
    """Returns the position before cats are picked. Nothing is dealt yet (CB-40)."""
    brawl = Brawl(numbers, [Cat(seat) for seat in range(numbers.players)])
    brawl.owing = brawl.asked()
    return brawl


class Brawl(Settlement):
    # --- decisions ---

    def to_act(self) -> list[Seat]:
        return self.owing

    def moves(self, seat: Seat) -> list[Move]:
        if seat not in self.owing:
            check_seat(seat, len(self.cats))
            return []
        return self.offered(self.cats[seat])

    def offered(self, cat: Cat) -> list[Move]:
        if self.phase == STRATEGY:
            return strategies(cat.held_kinds, self.alive & ~(1 << cat.seat))
        if self.phase == PRELUDE:
            own = 1 if cat.own_prelude_ready(self.round) else 0
            bonus = 2 if cat.bonus_prelude_ready(self.round) else 0
            return PRELUDE_MOVES[own + bonus]
        return POSTLUDE_MOVES if self.phase == POSTLUDE else CAT_MOVES

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.cats[seat].answer = move
        owing = self.owing
        if len(owing) > 1:
            self.owing = without(owing, seat)
            return
        self.owing = NO_SEATS
        while not self.owing and self.winner == UNDECIDED:
            self.advance(rng)

    def rule_against(self, seat: Seat, move: Move) -> str:
        return "" if move in self.moves(seat) else refusal(self, seat, move)

    def result(self) -> list[float] | None:
        if self.winner == UNDECIDED:
            return None
        if self.winner == DRAWN:
            return [0.0] * len(self.cats)
        result = [-1.0] * len(self.cats)
        result[self.winner] = 1.0
        return result

    # --- the course of the game ---

    def advance(self, rng: Rng) -> None:
        """Resolves the answers of a phase and asks the next phase, which may ask nobody."""
        if self.phase == STRATEGY:
            self.settle(rng)
            if self.winner == UNDECIDED:
                self.ask(POSTLUDE)
        elif self.phase == POSTLUDE:
            self.use_postlude_abilities(rng)
            if self.winner == UNDECIDED and self.round >= self.numbers.max_rounds:
                self.count_hp()
            if self.winner == UNDECIDED:
                self.begin_round(rng)
        elif self.phase == PRELUDE:
            self.use_prelude_abilities(rng)
            self.ask(STRATEGY)
        else:
            self.set_up(rng)
            self.begin_round(rng)

    def ask(self, phase: int) -> None:
        self.phase = phase
        self.owing = self.asked()

    def set_up(self, rng: Rng) -> None:
        """Reveals the cats, then deals bonus abilities and starting cards (CB-40)."""
        for cat in self.cats:
            cat.become(cat.answer)
            cat.answer = NO_MOVE
            cat.hp = self.numbers.starting_hp[cat.breed]
            cat.before = cat.hp
            if self.events is not None:
                self.events.append(Event("picked", [cat.seat, cat.breed]))
        for cat in self.cats:
            if self.numbers.bonus:
                cat.bonus = BONUSES[rng.below(len(BONUSES))]
                if self.events is not None:
                    self.events.append(
                        Event("dealt", [cat.seat, cat.bonus.number], 1 << cat.seat, "is_dealt", [cat.seat])
                    )
            else:
                cat.shown = True
        for cat in self.cats:
            self.draw(cat, self.numbers.starting_cards, WHY_START, rng)

    def begin_round(self, rng: Rng) -> None:
        """Begins a round: draws if due, then asks the prelude (CB-41)."""
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
                self.draw(self.cats[seat], 1, WHY_ROUND, rng)
        self.ask(PRELUDE)

    def use_prelude_abilities(self, rng: Rng) -> None:
        """Announces the uses, then lets those who sit out draw (CB-6, CB-41)."""
        for seat in self.living:
            cat = self.cats[seat]
            use = cat.answer
            if use == NO_MOVE:
                continue
            cat.answer = NO_MOVE
            if use in (USE_OWN, USE_BOTH):
                cat.own.use(self, cat, rng)
            if use in (USE_BONUS, USE_BOTH):
                cat.bonus.use(self, cat, rng)
        for seat in self.living:
            cat = self.cats[seat]
            if cat.skips:
                cat.own.sit_out(self, cat, rng)

    def use_postlude_abilities(self, rng: Rng) -> None:
        """Applies the uses in settlement order (CB-12)."""
        for seat in self.order:
            cat = self.cats[seat]
            use = cat.answer
            cat.answer = NO_MOVE
            if use == USE:
                cat.own.use(self, cat, rng)
            if self.winner != UNDECIDED:
                return

    def count_hp(self) -> None:
        """Ends the game after the last round: most HP wins, a tie is a draw (CB-31)."""
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

    def visible_to_act(self, viewer: Seat | None) -> list[Seat]:
        return seats_waiting(self, viewer)

    def determinize(self, seat: Seat, rng: Rng) -> Brawl:
        check_seat(seat, len(self.cats))
        world = self.copy()
        world.events = None
        determinize(world, seat, rng)
        return world

    def save(self) -> dict[str, Json]:
        return save(self)

    def game_and_options(self) -> tuple[str, Options] | None:
        return "cat_brawl", self.numbers.options


def as_brawl(position: Position) -> Brawl:
    if not isinstance(position, Brawl):
        raise RumpusError("This is not a position of Cat Brawl.")
    return position
