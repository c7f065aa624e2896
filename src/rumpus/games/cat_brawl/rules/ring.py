"""The state of a game, and the operations on HP, hands and survivors."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rumpus.core.position import Event, Position, Seat
from rumpus.core.rng import Rng
from rumpus.games.cat_brawl.rules.abilities import NO_ABILITY
from rumpus.games.cat_brawl.rules.cards import KIND_COUNT
from rumpus.games.cat_brawl.rules.cats import Cat
from rumpus.games.cat_brawl.rules.moves import NO_MOVE
from rumpus.games.cat_brawl.rules.numbers import Numbers
from rumpus.games.cat_brawl.rules.seats import NO_SEATS, SEATS

# What is being decided (CB-39).
CAT: Final = 0
PRELUDE: Final = 1
STRATEGY: Final = 2
POSTLUDE: Final = 3

# Who has won.
UNDECIDED: Final = -2
DRAWN: Final = -1

# How it ended.
BY_HP: Final = 0
BY_SURVIVAL: Final = 1
BY_ROUNDS: Final = 2


class Ring(Position):
    """The state. `living`, `order` and `owing` are replaced, never changed: copies share them."""

    def __init__(self, numbers: Numbers, cats: list[Cat]) -> None:
        super().__init__()
        self.numbers = numbers
        self.cats = cats
        self.round: i64 = 0
        self.phase: i64 = CAT
        self.pile: list[int] = []
        """The used cards, oldest first (CB-35)."""
        self.alive: i64 = (1 << len(cats)) - 1
        """Bit set of the living seats."""
        self.living = SEATS[self.alive]
        self.order = NO_SEATS
        """The seats in the order of the last settlement (CB-9)."""
        self.owing = NO_SEATS
        """The seats that owe an answer in this phase."""
        self.winner = UNDECIDED
        self.ending = BY_HP

    # --- verbs ---

    def draw(self, cat: Cat, cards: int, why: int, rng: Rng) -> None:
        """Draws cards one by one, uniform over the nine kinds (CB-5, CB-38)."""
        if self.events is None:
            for _ in range(cards):
                cat.take(rng.below(KIND_COUNT))
            return
        drawn: list[int] = []
        for _ in range(cards):
            card = rng.below(KIND_COUNT)
            cat.take(card)
            drawn.append(card)
        if drawn:
            self.events.append(Event("drew", [cat.seat, why, *drawn], 1 << cat.seat, "draws", [cat.seat, why, cards]))

    def gain(self, cat: Cat, points: int, why: int) -> None:
        """Adds HP; enough win at once (CB-29)."""
        cat.hp += points
        if self.events is not None:
            self.events.append(Event("gained", [cat.seat, points, cat.hp, why]))
        if cat.hp >= self.numbers.win_hp:
            self.win(cat.seat, BY_HP)

    def hit(self, cat: Cat, by: Cat, points: int, kind: str) -> None:
        """Takes points from a cat for another. `kind` is the event's."""
        by.taken += points
        if self.events is not None:
            self.events.append(Event(kind, [by.seat, cat.seat, points, cat.hp - points]))
        self.lose(cat, points)

    def lose(self, cat: Cat, points: int) -> None:
        """Takes HP. At 0 the cat is out (CB-10), and the last one left wins (CB-30)."""
        cat.hp -= points
        if cat.hp <= 0:
            self.put_out(cat)
            self.check_survivors()

    def put_out(self, cat: Cat) -> None:
        """Removes a cat. Its hand and secret ability stay hidden (CB-36)."""
        seat = cat.seat
        self.alive &= ~(1 << seat)
        self.living = SEATS[self.alive]
        cat.discard_hand()
        if not cat.shown:
            cat.bonus = NO_ABILITY
        if self.events is not None:
            self.events.append(Event("out", [seat]))

    def check_survivors(self) -> None:
        left = len(self.living)
        if left == 1:
            self.win(self.living[0], BY_SURVIVAL)
        elif left == 0:
            self.end_in_a_draw(BY_SURVIVAL)

    def win(self, seat: Seat, ending: int) -> None:
        self.decide(seat, ending)
        if self.events is not None:
            self.events.append(Event("won", [seat, ending, self.cats[seat].hp]))

    def end_in_a_draw(self, ending: int) -> None:
        self.decide(DRAWN, ending)
        if self.events is not None:
            self.events.append(Event("drawn", [ending]))

    def decide(self, winner: int, ending: int) -> None:
        """Ends the game. Pending answers are void (CB-37)."""
        self.winner = winner
        self.ending = ending
        self.owing = NO_SEATS
        for cat in self.cats:
            cat.answer = NO_MOVE

    def rest_own(self, cat: Cat, rounds: int) -> None:
        """Starts the rest of the breed's ability: `rounds` full rounds (CB-20)."""
        cat.own_ready = self.round + rounds + 1
        if self.events is not None:
            self.events.append(Event("used", [cat.seat, cat.breed]))

    def rest_bonus(self, cat: Cat, rounds: int) -> None:
        cat.bonus_ready = self.round + rounds + 1
        if self.events is not None:
            self.events.append(Event("used", [cat.seat, cat.bonus.number]))

    # --- nouns ---

    def is_undecided(self) -> bool:
        return self.winner == UNDECIDED

    def asked(self) -> list[Seat]:
        """Returns the seats that are asked and have not answered, sorted (CB-39)."""
        asked: i64 = 0
        for seat in self.living:
            cat = self.cats[seat]
            if cat.answer == NO_MOVE and self.is_asked(cat):
                asked |= 1 << seat
        return SEATS[asked]

    def is_asked(self, cat: Cat) -> bool:
        if self.phase == STRATEGY:
            return not cat.skips
        if self.phase == PRELUDE:
            return cat.own_prelude_ready(self.round) or cat.bonus_prelude_ready(self.round)
        if self.phase == POSTLUDE:
            return cat.own_postlude_ready(self.round) and cat.own.is_possible(self)
        return True

    def drew_this_round(self) -> bool:
        """True if everyone alive drew at the start of this round (CB-5)."""
        return self.numbers.draw_every > 0 and self.round % self.numbers.draw_every == 0
