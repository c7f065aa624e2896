"""Everything that lies on the table and in the hands, and what can be read off it. It changes nothing."""

from __future__ import annotations

from typing import ClassVar, Final

from rumpus.core.position import Position
from rumpus.core.rng import Luck
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.deck import COLOUR_OF
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


class PunoState(Position):
    """The data of a match. Piles keep the order in which cards came; the deck's top is at `top`."""

    PASSING: ClassVar = ("deck", "top", "listed")
    """What differs after a save, which keeps the deck from its top only, and lists no moves."""

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

    def be_like(self, other: PunoState) -> None:
        """Take over everything from another match with the same numbers, sharing nothing that changes."""
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

    def previous_in(self, seat: int) -> int:
        """The player before this one, if anybody else is in."""
        return self.others_in_turn_order(seat)[-1]

    # --- cards ---

    def deck_left(self) -> int:
        return len(self.deck) - self.top

    def of_colour_in_force(self, seat: int) -> list[int]:
        """The cards of a hand that a Discard All would take along (BP-17)."""
        return [face for face in self.hands[seat] if COLOUR_OF[face] == self.colour]

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

    # --- the open decision ---

    def must_play(self) -> bool:
        """Whether there is nothing to draw for whoever is on (BP-19; never in a Death Match, BP-28)."""
        return self.top == len(self.deck) and not self.numbers.death_match

    def list_moves(self) -> list[int]:
        """What whoever is on may do, in the order of BP-42."""
        found: list[int] = []
        faces = self.playable()
        hand = self.hands[self.on]
        phase = self.phase
        if phase == DRAWN:
            face = hand[-1]
            if faces >> face & 1:
                CARDS[face].list_plays(self, found)
            found.append(KEEP)
            return found
        for face in hand:
            if faces >> face & 1:
                faces -= 1 << face  # each face once
                if PLAIN >> face & 1:
                    found.append(face)
                else:
                    CARDS[face].list_plays(self, found)
        if phase == ANSWER:
            found.append(TAKE)
        elif not self.must_play():
            found.append(DRAW)
        return found

    def any_move(self, luck: Luck) -> int:
        """One of `list_moves`, each as likely as the other; listing them would take twice as long."""
        faces = self.playable()
        hand = self.hands[self.on]
        phase = self.phase
        if phase == DRAWN:
            moves = self.list_moves()
            return moves[luck.below(len(moves))]
        last = TAKE if phase == ANSWER else DRAW
        count = 0 if phase == TURN and self.must_play() else 1
        left = faces
        for face in hand:
            if left >> face & 1:
                left -= 1 << face  # each face once
                count += CARDS[face].ways(self)
        place = luck.below(count)
        left = faces
        for face in hand:
            if left >> face & 1:
                left -= 1 << face
                card = CARDS[face]
                ways = card.ways(self)
                if place < ways:
                    moves = []
                    card.list_plays(self, moves)
                    return moves[place]
                place -= ways
        return last
