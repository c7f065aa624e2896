"""Everything that lies on the table and in the hands, and what can be read off it. It changes nothing."""

from __future__ import annotations

from typing import Final

from rumpus.core.contract import Position
from rumpus.core.luck import Luck
from rumpus.games.battle_puno.rules.cards import (
    ANSWERS,
    COLOUR_OF,
    DISCARD_ALL,
    FIRST_BLACK,
    FITS,
    HIT_ALL,
    MAY_BE_LAST,
    STACKS,
    SYMBOL_OF,
    TRADE,
    WILD,
    WILD_DRAW_FOUR,
    fits_at,
)
from rumpus.games.battle_puno.rules.memory import Memory
from rumpus.games.battle_puno.rules.moves import (
    DRAW,
    KEEP,
    NAME_HIT_ALL,
    NAME_WILD,
    NAME_WILD_DRAW_FOUR,
    PLAY_CHAOS,
    PLAY_DISCARD_ALL,
    RESET,
    TAKE,
    TRADE_ALONE,
    TRADE_WITH,
)
from rumpus.games.battle_puno.rules.numbers import Numbers

# The three kinds of decision, and none (BP-42).
TURN: Final = 0
ANSWER: Final = 1
DRAWN: Final = 2
OVER: Final = 3
PHASES: Final = ("turn", "answer", "drawn", "over")


class Table(Position):
    """The data of a match. Piles keep the order in which cards came; the deck's top is at `top`."""

    numbers: Numbers
    hands: list[list[int]]
    deck: list[int]  # never changed once it is made: copies share it and differ in `top`
    top: int
    pile: list[int]  # the discard pile
    pool_pile: list[int]  # cards that have added to the pool and are covered (BP-35)
    pool: int
    card: int  # the table card
    counting: bool  # whether the table card has added to the pool since its last reset (BP-35)
    colour: int  # in force
    symbol: int  # in force, or NO_SYMBOL
    direction: int  # 1 is clockwise, -1 counter-clockwise
    on: int  # whose turn it is
    phase: int
    penalty: int
    inside: list[bool]  # who is in (BP-30)
    standing: int  # how many are in
    fallen: list[int]  # who went out, in order
    hp: list[int]
    scores: list[int]
    streak: list[int]  # overloaded turns in a row so far (BP-34)
    round: int
    turn: int
    places: list[int]  # at the end: the place of each seat, from 1
    undecided: bool  # at the end: whether those in first place drew rather than won (BP-29)
    options: list[int] | None  # the open decision, once it has been listed
    memory: Memory

    def __init__(self, numbers: Numbers) -> None:
        self.events = None
        self.numbers = numbers

    # --- who ---

    def next_in(self, seat: int) -> int:
        """The next player who is in, in the present direction (BP-30)."""
        step = self.direction
        seats = self.numbers.players
        inside = self.inside
        while True:
            seat += step
            if seat == seats:
                seat = 0
            elif seat < 0:
                seat = seats - 1
            if inside[seat]:
                return seat

    def others_in_turn_order(self, seat: int) -> list[int]:
        """Everyone else who is in, the next player first."""
        others: list[int] = []
        other = self.next_in(seat)
        for _ in range(self.standing):
            if other != seat:
                others.append(other)
            other = self.next_in(other)
        return others

    # --- cards ---

    def deck_left(self) -> int:
        return len(self.deck) - self.top

    def fitting(self) -> int:
        """The set of faces that match colour or symbol in force, or are black (BP-6)."""
        return FITS[fits_at(self.colour, self.symbol)]

    def playable(self) -> int:
        """The set of faces that whoever is on may play now, if they hold them (BP-6, BP-8, BP-10)."""
        faces = self.fitting()
        if self.phase == ANSWER:
            if self.numbers.stack_draws:
                faces = ANSWERS[self.colour] | faces & STACKS
            else:
                faces = ANSWERS[self.colour]
        if len(self.hands[self.on]) == 1:
            faces &= MAY_BE_LAST
        return faces

    def must_play(self) -> bool:
        """Whether there is nothing to draw for whoever is on (BP-19; never in a Death Match, BP-28)."""
        return self.top == len(self.deck) and not self.numbers.death_match

    def list_options(self) -> list[int]:
        """The open decision's options in the order of BP-42."""
        found: list[int] = []
        faces = self.playable()
        hand = self.hands[self.on]
        phase = self.phase
        if phase == DRAWN:
            face = hand[-1]
            if faces >> face & 1:
                self._add_plays(found, face)
            found.append(KEEP)
            return found
        for face in hand:
            if faces >> face & 1:
                faces -= 1 << face  # each face once
                if face < FIRST_BLACK and SYMBOL_OF[face] != 0:
                    found.append(face)
                else:
                    self._add_plays(found, face)
        if phase == ANSWER:
            found.append(TAKE)
        elif not self.must_play():
            found.append(DRAW)
        return found

    def any_option(self, luck: Luck) -> int:
        """One of the open decision's options, each as likely as the other; listing them would take twice as long."""
        faces = self.playable()
        hand = self.hands[self.on]
        phase = self.phase
        if phase == DRAWN:
            options = self.list_options()
            return options[luck.below(len(options))]
        last = TAKE if phase == ANSWER else DRAW
        count = 0 if phase == TURN and self.must_play() else 1
        left = faces
        for face in hand:
            if left >> face & 1:
                left -= 1 << face  # each face once
                count += self._ways_to_play(face)
        place = luck.below(count)
        left = faces
        for face in hand:
            if left >> face & 1:
                left -= 1 << face
                ways = self._ways_to_play(face)
                if place < ways:
                    if ways == 1 and face < FIRST_BLACK:
                        return face
                    options = []
                    self._add_plays(options, face)
                    return options[place]
                place -= ways
        return last

    def _ways_to_play(self, face: int) -> int:
        """How many options `_add_plays` finds for this card."""
        if face < FIRST_BLACK:
            return 2 if SYMBOL_OF[face] == 0 and self.numbers.has_pool else 1
        if face == TRADE:
            return max(1, self.standing - 1)
        return 4 if face in (WILD, WILD_DRAW_FOUR, HIT_ALL) else 1

    def _add_plays(self, found: list[int], face: int) -> None:
        """Every way to play this card (BP-42)."""
        if face < FIRST_BLACK:
            found.append(face)
            if SYMBOL_OF[face] == 0 and self.numbers.has_pool:
                found.append(RESET + COLOUR_OF[face])
        elif face == WILD:
            for colour in range(4):
                found.append(NAME_WILD + colour)
        elif face == WILD_DRAW_FOUR:
            for colour in range(4):
                found.append(NAME_WILD_DRAW_FOUR + colour)
        elif face == HIT_ALL:
            for colour in range(4):
                found.append(NAME_HIT_ALL + colour)
        elif face == TRADE:
            if self.standing == 1:
                found.append(TRADE_ALONE)
            else:
                for other in self.others_in_turn_order(self.on):
                    found.append(TRADE_WITH + other)
        elif face == DISCARD_ALL:
            found.append(PLAY_DISCARD_ALL)
        else:
            found.append(PLAY_CHAOS)
