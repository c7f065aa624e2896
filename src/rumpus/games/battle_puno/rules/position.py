"""A match of Battle Puno in progress: the verbs, in the order of the pipeline (BP-38 to BP-41)."""

from __future__ import annotations

from typing import Final

from rumpus.core.contract import Arg, Event, Move, Plain, Seat, View
from rumpus.core.luck import Luck
from rumpus.games.battle_puno.rules.cards import (
    ALL_FACES,
    BLACK,
    CHAOS,
    COLOUR_OF,
    DISCARD_ALL,
    DRAW_TWO,
    FIRST_BLACK,
    HIT_ALL,
    NO_SYMBOL,
    OF_COLOUR,
    REVERSE,
    SKIP,
    SYMBOL_OF,
    TRADE,
    WILD_DRAW_FOUR,
)
from rumpus.games.battle_puno.rules.dreams import dream_of
from rumpus.games.battle_puno.rules.memory import OBLIVION, Memory
from rumpus.games.battle_puno.rules.moves import DRAW, FACE_PLAYED, TAKE, colour_named, resets, target_named
from rumpus.games.battle_puno.rules.numbers import Numbers
from rumpus.games.battle_puno.rules.places import by_falling, by_fewest, by_most, results
from rumpus.games.battle_puno.rules.refusals import refusal
from rumpus.games.battle_puno.rules.saving import restore, saved
from rumpus.games.battle_puno.rules.state import ANSWER, DRAWN, OVER, TURN, Table
from rumpus.games.battle_puno.rules.view import sight

NOBODY: Final[list[int]] = []
ONE_SEAT: Final = [[seat] for seat in range(8)]
ABSENT: Final = -1_000_000_000


class Puno(Table):
    """Battle Puno in any of its three modes."""

    # --- the contract ---

    def to_act(self) -> list[Seat]:
        return NOBODY if self.phase == OVER else ONE_SEAT[self.on]

    def moves(self, seat: Seat) -> list[Move]:
        if seat != self.on or self.phase == OVER:
            return NOBODY
        options = self.options
        if options is None:
            options = self.list_options()
            self.options = options
        return options

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.options = None
        if move < DRAW:
            self._play(seat, move, luck)
        elif move == DRAW:
            self._draw_at_own_turn(seat, luck)
        elif move == TAKE:
            self._take_penalty(seat, luck)
        else:
            self._keep(seat, luck)

    def result(self) -> list[float] | None:
        if self.phase != OVER:
            return None
        return results(self.places, self.undecided)

    def forbids(self, seat: Seat, move: Move) -> str:
        return "" if move in self.moves(seat) else refusal(self, seat, move)

    def hunch(self, seat: Seat, luck: Luck) -> Move:
        """Whoever can play does: drawing by choice makes random games three to ten times as long."""
        options = self.moves(seat)
        count = len(options)
        if count > 1 and options[count - 1] >= DRAW:
            count -= 1
        return options[luck.below(count)]

    def at_random(self, seat: Seat, luck: Luck) -> Move:
        options = self.options
        if options is None:
            return self.any_option(luck)
        return options[luck.below(len(options))]

    def be_played_out(self) -> None:
        self.memory = OBLIVION

    def view(self, seat: Seat | None) -> View:
        return sight(self, seat)

    def save(self) -> dict[str, Plain]:
        return saved(self)

    def copy(self) -> Puno:
        twin = Puno(self.numbers)
        if self.events is not None:
            twin.events = []
        hands: list[list[int]] = []
        for hand in self.hands:
            hands.append(hand[:])
        twin.hands = hands
        twin.deck = self.deck
        twin.top = self.top
        twin.pile = self.pile[:]
        twin.pool_pile = self.pool_pile[:]
        twin.pool = self.pool
        twin.card = self.card
        twin.counting = self.counting
        twin.colour = self.colour
        twin.symbol = self.symbol
        twin.direction = self.direction
        twin.on = self.on
        twin.phase = self.phase
        twin.penalty = self.penalty
        twin.inside = self.inside[:]
        twin.standing = self.standing
        twin.fallen = self.fallen[:]
        twin.hp = self.hp[:]
        twin.scores = self.scores[:]
        twin.streak = self.streak[:]
        twin.round = self.round
        twin.turn = self.turn
        twin.places = self.places
        twin.undecided = self.undecided
        twin.options = self.options
        twin.memory = self.memory.copy()
        return twin

    def imagine(self, seat: Seat, luck: Luck) -> Puno:
        dream = self.copy()
        dream.events = None
        dream.options = None
        dream_of(dream, seat, luck)
        return dream

    # --- events ---

    def _say(self, kind: str, one: int = ABSENT, two: int = ABSENT, three: int = ABSENT, four: int = ABSENT) -> None:
        """Everyone notices."""
        if self.events is not None:
            args: list[Arg] = []
            for arg in (one, two, three, four):
                if arg != ABSENT:
                    args.append(arg)
            self.events.append(Event(kind, args))

    def _lay_open(self, kind: str, seat: int, number: int, faces: list[int]) -> None:
        """Everyone sees these cards of a seat."""
        if self.events is not None:
            args: list[Arg] = [seat, number]
            args.extend(faces)
            self.events.append(Event(kind, args))

    def _show_cards(self, kind: str, seat: int, why: str, faces: list[int]) -> None:
        """The seat sees its cards, the others how many they are."""
        if self.events is not None:
            self.events.append(Event(kind, [seat, why, *faces], 1 << seat, kind + "_unseen", [seat, why, len(faces)]))

    # --- BP-38: the start of a round ---

    def begin(self, luck: Luck) -> None:
        """Set up the match and its first round (BP-39)."""
        seats = self.numbers.players
        self.scores = [0] * seats
        self.places = []
        self.undecided = False
        self.round = 0
        self._begin_round(luck)

    def _begin_round(self, luck: Luck) -> None:
        numbers = self.numbers
        seats = numbers.players
        self.round += 1
        self.turn = 0
        self.hp = [numbers.hp] * seats
        self.streak = [0] * seats
        self.inside = [True] * seats
        self.standing = seats
        self.fallen = []
        self.pool = 0
        self.pool_pile = []
        self.pile = []
        self.counting = False
        self.penalty = 0
        self.direction = 1
        self.phase = TURN
        self.options = None
        self.memory = Memory(seats)
        if not (numbers.traditional or numbers.death_match):
            self._say("round", self.round)
        starter = self._draw_lots(luck)
        self._deal(starter, luck)
        self._turn_up_a_card(starter, luck)
        self._begin_turn(luck)

    def _draw_lots(self, luck: Luck) -> int:
        """Each draws a card, the most points start, ties draw again (BP-4)."""
        deck = self.numbers.cards[:]
        luck.shuffle(deck)
        top = 0
        points = self.numbers.points
        tied = list(range(self.numbers.players))
        while len(tied) > 1:
            if len(deck) - top < len(tied):
                deck = self.numbers.cards[:]
                luck.shuffle(deck)
                top = 0
            best = -1
            leaders: list[int] = []
            for seat in tied:
                face = deck[top]
                top += 1
                self._say("lot", seat, face)
                if points[face] > best:
                    best = points[face]
                    leaders = [seat]
                elif points[face] == best:
                    leaders.append(seat)
            tied = leaders
        self._say("starts", tied[0])
        return tied[0]

    def _deal(self, starter: int, luck: Luck) -> None:
        """One card at a time, starter first, clockwise (BP-38)."""
        seats = self.numbers.players
        deck = self.numbers.cards[:]
        luck.shuffle(deck)
        hands: list[list[int]] = []
        for _ in range(seats):
            hands.append([])
        dealt = seats * self.numbers.hand
        seat = starter
        for place in range(dealt):
            hands[seat].append(deck[place])
            seat += 1
            if seat == seats:
                seat = 0
        self.hands = hands
        self.deck = deck
        self.top = dealt
        if self.events is not None:
            for seat in range(seats):
                self._show_cards("dealt", seat, "deal", hands[seat])

    def _turn_up_a_card(self, starter: int, luck: Luck) -> None:
        """The first coloured card sets colour and symbol, and works on the starter (BP-5)."""
        while COLOUR_OF[self.deck[self.top]] == BLACK:
            black = self.deck[self.top]
            self._say("put_back", black)
            rest = self.deck[self.top + 1 :]
            rest.append(black)
            luck.shuffle(rest)
            self.deck = rest
            self.top = 0
            self.memory.put_back(black)
        face = self.deck[self.top]
        self.top += 1
        self.card = face
        self.colour = COLOUR_OF[face]
        symbol = SYMBOL_OF[face]
        self.symbol = symbol
        self.on = starter
        self._say("turned_up", face)
        if symbol == SKIP:
            self._say("start_skip", starter)
            self.on = self.next_in(starter)
        elif symbol == REVERSE:
            self.direction = -1
            self._say("start_reverse", starter)
        elif symbol == DRAW_TWO:
            self.penalty = self.numbers.draw_two
            self._say("penalty", starter, self.penalty)

    # --- BP-40: the turn ---

    def _begin_turn(self, luck: Luck) -> None:
        """Go on to the next decision: whoever cannot decide anything goes out on the way (BP-40, steps 1 to 3)."""
        while True:
            self.turn += 1
            seat = self.on
            if self.numbers.overload and self._overload(seat):
                self.on = self.next_in(seat)
                if self.penalty > 0:
                    self._say("penalty", self.on, self.penalty)
                if self._death_match_ends_after(seat, luck):
                    return
                continue
            if self.penalty > 0:
                self.phase = ANSWER
                return
            self.phase = TURN
            if not self.must_play():
                return
            self.options = self.list_options()
            if self.options:
                return
            if self.standing == 1:
                self._say("stuck_alone", seat)
                self._end_round(seat, luck)
                return
            self._say("stuck", seat)
            self.memory.holds_none_of(seat, self.playable())
            self.on = self.next_in(seat)
            self._go_out(seat)
            if self.standing == 1:
                self._say("alone", self.on)

    def _end_turn(self, seat: int, luck: Luck) -> None:
        """The turn of this seat is over, and `on` is set (BP-40, step 5)."""
        if self.numbers.death_match and self._death_match_ends_after(seat, luck):
            return
        self._begin_turn(luck)

    def _overload(self, seat: int) -> bool:
        """Too many cards at the start of the turn hurt more each time; True if the player falls (BP-34)."""
        if len(self.hands[seat]) < self.numbers.overload_from:
            self.streak[seat] = 0
            return False
        loss = self.streak[seat] * self.numbers.overload_step
        self.streak[seat] += 1
        if loss > 0:
            self.hp[seat] -= loss
            self._say("overload", seat, loss, self.hp[seat])
            if self.hp[seat] <= 0:
                self._fall(seat)
                return True
        return False

    def _draw_at_own_turn(self, seat: int, luck: Luck) -> None:
        """Pay the pool, then draw one card (BP-24, BP-40 step 4)."""
        numbers = self.numbers
        self.on = self.next_in(seat)
        if self.pool > 0:
            loss = self.pool
            self.hp[seat] -= loss
            self._say("hurt", seat, loss, self.hp[seat])
        if numbers.has_pool:
            self._reset_pool()
            if numbers.death_match and self.hp[seat] <= 0:
                self._fall(seat)
                self._end_turn(seat, luck)
                return
        drawn = self._draw(seat, 1, "turn", luck)
        if numbers.play_drawn and drawn > 0:
            fitting = self.fitting()
            if fitting >> self.hands[seat][-1] & 1:
                self.on = seat
                self.phase = DRAWN
                return
            self.memory.one_card_is_in(seat, ALL_FACES - fitting)
        self._end_turn(seat, luck)

    def _take_penalty(self, seat: int, luck: Luck) -> None:
        """Draw the penalty and lose the turn (BP-10)."""
        count = self.penalty
        self.penalty = 0
        self._draw(seat, count, "penalty", luck)
        self.on = self.next_in(seat)
        self._end_turn(seat, luck)

    def _keep(self, seat: int, luck: Luck) -> None:
        """Leave the drawn card in the hand (BP-7)."""
        self._say("kept", seat)
        self.memory.one_card_is_in(seat, self.fitting())
        self.on = self.next_in(seat)
        self._end_turn(seat, luck)

    # --- BP-41: playing a card ---

    def _play(self, seat: int, move: int, luck: Luck) -> None:
        face = FACE_PLAYED[move]
        self._lay_on_the_table(seat, face)
        if face < FIRST_BLACK:
            self._play_coloured(seat, face, move)
        else:
            self._play_black(seat, face, move, luck)
        left = len(self.hands[seat])
        if left == 1 and not self.numbers.death_match:
            self._say("puno", seat)
        if left == 0 and not self.numbers.death_match:
            self._say("emptied", seat)
            if self.penalty > 0:
                self._draw(self.on, self.penalty, "penalty", luck)
                self.penalty = 0
            self._end_round(seat, luck)
            return
        self._end_turn(seat, luck)

    def _lay_on_the_table(self, seat: int, face: int) -> None:
        """It leaves the hand and covers the table card, which goes to its pile (BP-35, BP-41 step 1)."""
        hand = self.hands[seat]
        size = len(hand)
        if self.phase == DRAWN:
            hand.pop()
            if self.memory.busy:
                self.memory.left_as_drawn(seat, face)
        else:
            at = 0
            while hand[at] != face:
                at += 1
            hand.pop(at)
            if self.memory.busy:
                self.memory.left(seat, face, at, size)
        if self.counting:
            self.pool_pile.append(self.card)
            self.counting = False
        else:
            self.pile.append(self.card)
        self._say("played", seat, face)

    def _play_coloured(self, seat: int, face: int, move: int) -> None:
        """Colour and symbol are its own; numbers feed the pool (BP-23), the others work (BP-10 to BP-12)."""
        symbol = SYMBOL_OF[face]
        self.card = face
        self.colour = COLOUR_OF[face]
        self.symbol = symbol
        if symbol < SKIP:
            if self.numbers.has_pool:
                if resets(move):
                    self._say("zeroed", seat, self.pool)
                    self._reset_pool()
                else:
                    self._feed_pool(seat, symbol if symbol > 0 else self.numbers.zero_bonus)
            self.on = self.next_in(seat)
        elif symbol == SKIP:
            self._skip(seat)
        elif symbol == REVERSE:
            self._turn_round(seat)
        else:
            self._punish(seat, self.numbers.draw_two)

    def _play_black(self, seat: int, face: int, move: int, luck: Luck) -> None:
        """The named colour, or the one in force, is all that counts now, unless Chaos draws both (BP-13 to BP-18)."""
        covered = self.card
        self.card = face
        self.symbol = NO_SYMBOL
        if face == CHAOS:
            self.colour = luck.below(4)
            self.symbol = luck.below(10)
            self._say("chaos", seat, self.colour, self.symbol)
        elif face != TRADE and face != DISCARD_ALL:
            self.colour = colour_named(move)
            self._say("named", seat, self.colour)
        if face == WILD_DRAW_FOUR:
            self._punish(seat, self.numbers.wild_draw_four)
            return
        if face == HIT_ALL:
            for other in self.others_in_turn_order(seat):
                self._draw(other, self.numbers.hit_all, "hit", luck)
        elif face == TRADE:
            self._trade(seat, target_named(move))
        elif face == DISCARD_ALL:
            self._throw_off(seat, covered)
        self.on = self.next_in(seat)

    def _skip(self, seat: int) -> None:
        """A penalty moves on; without one the next player loses the turn (BP-10, BP-11)."""
        self.on = self.next_in(seat)
        if self.penalty > 0:
            self._say("penalty", self.on, self.penalty)
        elif self.standing > 1:
            self._say("skipped", self.on)
            self.on = self.next_in(self.on)

    def _turn_round(self, seat: int) -> None:
        """The order turns; a penalty falls back, and between two it is the same player's turn again (BP-10, BP-12)."""
        self.direction = -self.direction
        self._say("reversed", self.direction)
        self.on = self.next_in(seat)
        if self.penalty > 0:
            self._say("penalty", self.on, self.penalty)
        elif self.standing == 2:
            self._say("skipped", self.on)
            self.on = seat

    def _punish(self, seat: int, count: int) -> None:
        """Put a penalty on the next player, or add to the one passed on (BP-10); alone there is none (BP-31)."""
        self.on = self.next_in(seat)
        if self.standing > 1:
            self.penalty += count
            self._say("penalty", self.on, self.penalty)

    def _trade(self, seat: int, other: int) -> None:
        """Swap hands, each in its order (BP-16); alone there is nobody to swap with (BP-31)."""
        if other < 0:
            return
        hand = self.hands[seat]
        self.hands[seat] = self.hands[other]
        self.hands[other] = hand
        self.memory.traded(seat, other, self.hands)
        self._say("traded", seat, other, len(self.hands[seat]), len(self.hands[other]))
        self._show_hand(seat)
        self._show_hand(other)

    def _show_hand(self, seat: int) -> None:
        """Only its new holder looks at it; who gave it knows it anyway."""
        if self.events is not None:
            self.events.append(Event("new_hand", [seat, *self.hands[seat]], 1 << seat))

    def _throw_off(self, seat: int, covered: int) -> None:
        """Discard every card of the colour in force, unless this covers another Discard All (BP-17)."""
        if covered == DISCARD_ALL:
            self._say("threw_nothing", seat)
            return
        kept: list[int] = []
        thrown: list[int] = []
        size = len(self.hands[seat])
        for face in self.hands[seat]:
            if COLOUR_OF[face] != self.colour:
                kept.append(face)
                continue
            self.pile.append(face)
            thrown.append(face)
            if self.memory.busy:
                self.memory.left(seat, face, len(kept), size)
            size -= 1
        self.hands[seat] = kept
        self._lay_open("threw_off", seat, len(thrown), thrown)
        self.memory.holds_none_of(seat, OF_COLOUR[self.colour])

    # --- the pool ---

    def _feed_pool(self, seat: int, amount: int) -> None:
        """The table card adds to the pool and is part of it (BP-23, BP-35)."""
        self.pool += amount
        self.counting = True
        self._say("added", seat, amount, self.pool)

    def _reset_pool(self) -> None:
        """The pool pile goes, in its order, onto the discard pile (BP-35)."""
        self.pool = 0
        self.counting = False
        if self.pool_pile:
            self.pile.extend(self.pool_pile)
            self.pool_pile = []

    # --- drawing ---

    def _draw(self, seat: int, count: int, why: str, luck: Luck) -> int:
        """Draw up to `count` cards one by one to the right end of the hand; says how many there were (BP-28, BP-32)."""
        hand = self.hands[seat]
        before = len(hand)
        for _ in range(count):
            if self.top == len(self.deck) and not (self.numbers.death_match and self._make_a_deck(luck)):
                break
            hand.append(self.deck[self.top])
            self.top += 1
            if self.memory.busy:
                self.memory.drew(seat)
        drawn = len(hand) - before
        if self.events is not None:
            if drawn > 0:
                self._show_cards("drew", seat, why, hand[before:])
            if drawn < count:
                self._say("nothing_left" if self.numbers.death_match else "deck_empty", seat, count - drawn)
        return drawn

    def _make_a_deck(self, luck: Luck) -> bool:
        """Shuffle the discard pile, or else the pool's cards, to be the deck; False if there is neither (BP-28)."""
        if not self.pile:
            if not self.pool_pile:
                return False
            self._say("pool_recycled", self.pool)
            self._reset_pool()
        deck = self.pile
        self.pile = []
        self.memory.deck_is(deck)
        luck.shuffle(deck)
        self.deck = deck
        self.top = 0
        self._say("reshuffled", len(deck))
        return True

    # --- going out ---

    def _go_out(self, seat: int) -> None:
        self.inside[seat] = False
        self.standing -= 1
        self.fallen.append(seat)

    def _fall(self, seat: int) -> None:
        """Out of a Death Match: the hand, in its order, is discarded (BP-27)."""
        hand = self.hands[seat]
        self._go_out(seat)
        self.pile.extend(hand)
        self.hands[seat] = []
        if self.memory.busy:
            self.memory.laid_open(seat, hand)
        self._lay_open("fell", seat, self.hp[seat], hand)

    def _death_match_ends_after(self, seat: int, luck: Luck) -> bool:
        """One left: the end. Else fill up every hand, and see whether time is up (BP-27, BP-29)."""
        numbers = self.numbers
        if self.standing == 1:
            self._finish(by_falling(self.inside, self.fallen, self.hp))
            return True
        other = seat if self.inside[seat] else self.next_in(seat)
        for _ in range(self.standing):
            short = numbers.hand - len(self.hands[other])
            if short > 0:
                self._draw(other, short, "fill", luck)
            other = self.next_in(other)
        if self.turn < numbers.max_turns:
            return False
        places = by_falling(self.inside, self.fallen, self.hp)
        self.undecided = places.count(1) > 1
        self._say("time_up", numbers.max_turns)
        self._finish(places)
        return True

    # --- the end of a round and of the match ---

    def _end_round(self, seat: int, luck: Luck) -> None:
        """Somebody's hand is empty, or the last one left is stuck (BP-9, BP-20)."""
        if self.numbers.traditional:
            self._rank_by_hands(seat)
        else:
            self._count_scores(luck)

    def _rank_by_hands(self, winner: int) -> None:
        """First the winner, then by fewest points in hand (BP-21)."""
        points = [self.numbers.points_of(hand) for hand in self.hands]
        for seat in range(len(points)):
            self._lay_open("leftovers", seat, points[seat], self.hands[seat])
        points[winner] = -1
        self._finish(by_fewest(points))

    def _count_scores(self, luck: Luck) -> None:
        """Points in hand cost HP, HP left is score; then the goal decides, or another round is due (BP-25, BP-26)."""
        numbers = self.numbers
        for seat in range(numbers.players):
            points = numbers.points_of(self.hands[seat])
            self.hp[seat] -= points
            self.scores[seat] += self.hp[seat]
            self._say("left_over", seat, points)
            self._say("scored", seat, self.hp[seat], self.scores[seat])
        best = max(self.scores)
        if self.round >= numbers.max_rounds or (best >= numbers.goal and self.scores.count(best) == 1):
            self._finish(by_most(self.scores))
            return
        if best >= numbers.goal:
            self._say("tied", best)
        self._begin_round(luck)

    def _finish(self, places: list[int]) -> None:
        self.phase = OVER
        self.places = places
        if self.events is not None:
            first: list[Arg] = []
            for seat in range(len(places)):
                if places[seat] == 1:
                    first.append(seat)
            self.events.append(Event("drawn_match" if self.undecided else "won", first))


def new_match(numbers: Numbers, luck: Luck, listen: bool) -> Puno:
    """A match dealt and ready for its first decision."""
    match = Puno(numbers)
    if listen:
        match.listen()
    match.begin(luck)
    return match


def loaded(numbers: Numbers, plain: dict[str, Plain]) -> Puno:
    """The match that `save` wrote."""
    match = Puno(numbers)
    restore(match, plain)
    return match
