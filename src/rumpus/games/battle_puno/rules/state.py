"""The state of a match, and read-only queries."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from rumpus.core.position import Position
from rumpus.core.rng import Rng
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.deck import BITS, COLOUR_OF
from rumpus.games.battle_puno.rules.fitting import ANSWERS, FITS, MAY_BE_LAST, PLAIN, STACKS, fits_at
from rumpus.games.battle_puno.rules.memory import Memory
from rumpus.games.battle_puno.rules.moves import DRAW, KEEP, TAKE
from rumpus.games.battle_puno.rules.numbers import Numbers

# The three kinds of decision, and none (BP-42).
TURN: Final = 0
ANSWER: Final = 1
DRAWN: Final = 2
OVER: Final = 3
PHASES: Final = ("turn", "answer", "drawn", "over")

FACE_BITS: Final[i64] = 6
FACE_MASK: Final[i64] = 63
HELD_BITS: Final[i64] = 60
"""Ten faces of `FACE_BITS` fit into a number."""


class PunoState(Position):
    """The state of a match. Piles are in order of arrival; the deck's top is at `top`."""

    PASSING: ClassVar = ("deck", "top", "listed")
    """Attributes changed by saving: the deck is cut at its top, moves are not kept."""

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
    listed: list[int] | None  # the moves of the open decision, once they have been listed
    memory: Memory

    def __init__(self, numbers: Numbers) -> None:
        self.events = None
        self.numbers = numbers

    def copy_from(self, other: PunoState) -> None:
        hands: list[list[int]] = []
        for hand in other.hands:
            hands.append(hand[:])
        self.hands = hands
        self.deck = other.deck
        self.top = other.top
        self.pile = other.pile[:]
        self.pool_pile = other.pool_pile[:]
        self.pool = other.pool
        self.card = other.card
        self.counting = other.counting
        self.colour = other.colour
        self.symbol = other.symbol
        self.direction = other.direction
        self.on = other.on
        self.phase = other.phase
        self.penalty = other.penalty
        self.inside = other.inside[:]
        self.standing = other.standing
        self.fallen = other.fallen[:]
        self.hp = other.hp[:]
        self.scores = other.scores[:]
        self.streak = other.streak[:]
        self.round = other.round
        self.turn = other.turn
        self.places = other.places
        self.undecided = other.undecided
        self.listed = other.listed
        self.memory = other.memory.copy()

    # --- who ---

    def next_in(self, seat: int) -> int:
        """Returns the next player who is in, in the present direction (BP-30)."""
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
        others: list[int] = []
        other = self.next_in(seat)
        for _ in range(self.standing):
            if other != seat:
                others.append(other)
            other = self.next_in(other)
        return others

    def previous_in(self, seat: int) -> int:
        """Returns the player before this one. Another must be in."""
        return self.others_in_turn_order(seat)[-1]

    # --- cards ---

    def deck_left(self) -> int:
        return len(self.deck) - self.top

    def of_colour_in_force(self, seat: int) -> list[int]:
        """Returns the cards discarded by a Discard All (BP-17)."""
        return [face for face in self.hands[seat] if COLOUR_OF[face] == self.colour]

    def fitting(self) -> i64:
        """Returns the fitting faces as a bit set (BP-6)."""
        return FITS[fits_at(self.colour, self.symbol)]

    def playable(self) -> i64:
        """Returns the faces playable by the seat on, held or not (BP-6, BP-8, BP-10)."""
        faces = self.fitting()
        if self.phase == ANSWER:
            if self.numbers.stack_draws:
                faces = ANSWERS[self.colour] | faces & STACKS
            else:
                faces = ANSWERS[self.colour]
        if len(self.hands[self.on]) == 1:
            faces &= MAY_BE_LAST
        return faces

    # --- the open decision ---

    def must_play(self) -> bool:
        """True if the deck is empty (BP-19); never in a Death Match (BP-28)."""
        return self.top == len(self.deck) and not self.numbers.death_match

    def list_moves(self) -> list[int]:
        """Returns the moves of the seat on, in the order of BP-42."""
        found: list[int] = []
        faces = self.playable()
        hand = self.hands[self.on]
        phase = self.phase
        if phase == DRAWN:
            face = hand[-1]
            if faces & BITS[face] != 0:
                CARDS[face].list_plays(self, found)
            found.append(KEEP)
            return found
        for face in hand:
            bit = BITS[face]
            if faces & bit != 0:
                faces ^= bit  # each face once
                if PLAIN & bit != 0:
                    found.append(face)
                else:
                    CARDS[face].list_plays(self, found)
        if phase == ANSWER:
            found.append(TAKE)
        elif not self.must_play():
            found.append(DRAW)
        return found

    def sample_move(self, rng: Rng) -> int:
        """Samples uniformly from `list_moves`, twice as fast as listing.

        The faces of the first pass are packed into one number, so that no second pass reads the hand.
        """
        faces = self.playable()
        hand = self.hands[self.on]
        phase = self.phase
        if phase == DRAWN:
            listed = self.list_moves()
            return listed[rng.below(len(listed))]
        last = TAKE if phase == ANSWER else DRAW
        count = 0 if phase == TURN and self.must_play() else 1
        left = faces
        held: i64 = 0
        shift: i64 = 0
        for face in hand:
            bit = BITS[face]
            if left & bit != 0:
                left ^= bit  # each face once
                if PLAIN & bit != 0:
                    count += 1
                else:
                    count += CARDS[face].play_count(self)
                if shift < HELD_BITS:
                    number: i64 = face
                    held |= number << shift
                shift += FACE_BITS
        place = rng.below(count)
        if shift > HELD_BITS:  # more faces than fit into the number
            return self.list_moves()[place]
        at: i64 = 0
        while at < shift:
            face = held >> at & FACE_MASK
            at += FACE_BITS
            if PLAIN & BITS[face] != 0:
                if place == 0:
                    return face
                place -= 1
                continue
            moves: list[int] = []
            CARDS[face].list_plays(self, moves)
            if place < len(moves):
                return moves[place]
            place -= len(moves)
        return last
