"""A match of Battle Puno in progress: turns, penalties, going out and the end, in the order of BP-38 to BP-41."""

from __future__ import annotations

from typing import Final

from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Arg, Event, Move, Plain, Position, Seat, View, check_seat
from rumpus.core.rng import Luck, Seeded
from rumpus.core.saving import damaged
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.deck import ALL_FACES
from rumpus.games.battle_puno.rules.determinize import dream_of
from rumpus.games.battle_puno.rules.memory import OBLIVION
from rumpus.games.battle_puno.rules.moves import DRAW, FACE_PLAYED, TAKE
from rumpus.games.battle_puno.rules.numbers import Numbers
from rumpus.games.battle_puno.rules.piles import PunoPiles
from rumpus.games.battle_puno.rules.places import by_falling, by_fewest, by_most, results
from rumpus.games.battle_puno.rules.refusals import refusal
from rumpus.games.battle_puno.rules.saving import load_into, save_of
from rumpus.games.battle_puno.rules.start import set_out
from rumpus.games.battle_puno.rules.state import ANSWER, DRAWN, OVER, TURN
from rumpus.games.battle_puno.rules.view import sight

NOBODY: Final[list[int]] = []
ONE_SEAT: Final = [[seat] for seat in range(8)]


class Puno(PunoPiles):
    """Battle Puno in any of its three modes."""

    # --- the contract ---

    def to_act(self) -> list[Seat]:
        return NOBODY if self.phase == OVER else ONE_SEAT[self.on]

    def moves(self, seat: Seat) -> list[Move]:
        if seat != self.on or self.phase == OVER:
            check_seat(seat, self.numbers.players)
            return NOBODY
        moves = self.listed
        if moves is None:
            moves = self.list_moves()
            self.listed = moves
        return moves

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.listed = None
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
        moves = self.moves(seat)
        count = len(moves)
        if count > 1 and moves[count - 1] >= DRAW:
            count -= 1
        return moves[luck.below(count)]

    def at_random(self, seat: Seat, luck: Luck) -> Move:
        moves = self.listed
        if moves is None:
            return self.any_move(luck)
        return moves[luck.below(len(moves))]

    def be_played_out(self) -> None:
        self.memory = OBLIVION

    def view(self, seat: Seat | None) -> View:
        if seat is not None:
            check_seat(seat, self.numbers.players)
        return sight(self, seat)

    def save(self) -> dict[str, Plain]:
        return save_of(self)

    def of_game(self) -> tuple[str, Options] | None:
        return "battle_puno", self.numbers.options

    def copy(self) -> Puno:
        twin = Puno(self.numbers)
        if self.events is not None:
            twin.events = []
        twin.be_like(self)
        return twin

    def imagine(self, seat: Seat, luck: Luck) -> Puno:
        check_seat(seat, self.numbers.players)
        dream = self.copy()
        dream.events = None
        dream.listed = None
        dream_of(dream, seat, luck)
        return dream

    # --- BP-39: the match ---

    def begin(self, luck: Luck) -> None:
        """Set up the match and its first round."""
        self.scores = [0] * self.numbers.players
        self.places = []
        self.undecided = False
        self.round = 0
        self._begin_round(luck)

    def _begin_round(self, luck: Luck) -> None:
        set_out(self, luck)
        self._begin_turn(luck)

    # --- BP-40: the turn ---

    def _begin_turn(self, luck: Luck) -> None:
        """Go on to the next decision: whoever cannot decide anything goes out on the way (BP-40, steps 1 to 3)."""
        while True:
            self.turn += 1
            seat = self.on
            if self.numbers.overload and self._overload(seat):
                self.on = self.next_in(seat)
                if self.penalty > 0:
                    self.face_penalty()
                if self._death_match_ends_after(seat, luck):
                    return
                continue
            if self.penalty > 0:
                self.phase = ANSWER
                return
            self.phase = TURN
            if not self.must_play():
                return
            self.listed = self.list_moves()
            if self.listed:
                return
            if self.standing == 1:
                self.say("stuck_alone", seat)
                self._end_round(seat, luck)
                return
            self.say("stuck", seat)
            self.memory.holds_none_of(seat, self.playable())
            self.on = self.next_in(seat)
            self._go_out(seat)
            if self.standing == 1:
                self.say("alone", self.on)

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
            self.say("overload", seat, loss, self.hp[seat])
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
            self.say("hurt", seat, loss, self.hp[seat])
        if numbers.has_pool:
            self.reset_pool()
            if numbers.death_match and self.hp[seat] <= 0:
                self._fall(seat)
                self._end_turn(seat, luck)
                return
        drawn = self.draw(seat, 1, "turn", luck)
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
        self.draw(seat, count, "penalty", luck)
        self.on = self.next_in(seat)
        self._end_turn(seat, luck)

    def _keep(self, seat: int, luck: Luck) -> None:
        """Leave the drawn card in the hand (BP-7)."""
        self.say("kept", seat)
        self.memory.one_card_is_in(seat, self.fitting())
        self.on = self.next_in(seat)
        self._end_turn(seat, luck)

    # --- BP-41: playing a card ---

    def _play(self, seat: int, move: int, luck: Luck) -> None:
        face = FACE_PLAYED[move]
        self.lay_on_the_table(seat, face)
        CARDS[face].play(self, seat, move, luck)
        left = len(self.hands[seat])
        if left == 1 and not self.numbers.death_match:
            self.say("puno", seat)
        if left == 0 and not self.numbers.death_match:
            self.say("emptied", seat)
            if self.penalty > 0:
                self.draw(self.on, self.penalty, "penalty", luck)
                self.penalty = 0
            self._end_round(seat, luck)
            return
        self._end_turn(seat, luck)

    def punish(self, seat: int, count: int) -> None:
        """Put a penalty on the next player, or add to the one passed on (BP-10); alone there is none (BP-31)."""
        self.on = self.next_in(seat)
        if self.standing > 1:
            self.penalty += count
            self.face_penalty()

    def face_penalty(self) -> None:
        """The penalty stands on whoever is on now (BP-10)."""
        self.say("penalty", self.on, self.penalty)

    def skip(self) -> None:
        """Whoever would be on loses the turn (BP-11)."""
        self.say("skipped", self.on)
        self.on = self.next_in(self.on)

    def turn_round(self) -> None:
        """Play goes the other way (BP-12)."""
        self.direction = -self.direction
        self.say("reversed", self.direction)

    # --- going out ---

    def _go_out(self, seat: int) -> None:
        self.inside[seat] = False
        self.standing -= 1
        self.fallen.append(seat)

    def _fall(self, seat: int) -> None:
        """Out of a Death Match, hand and all (BP-27)."""
        self._go_out(seat)
        self.lay_down_hand(seat)

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
                self.draw(other, short, "fill", luck)
            other = self.next_in(other)
        if self.turn < numbers.max_turns:
            return False
        places = by_falling(self.inside, self.fallen, self.hp)
        self.undecided = places.count(1) > 1
        self.say("time_up", numbers.max_turns)
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
            self.lay_open("leftovers", seat, points[seat], self.hands[seat])
        points[winner] = -1
        self._finish(by_fewest(points))

    def _count_scores(self, luck: Luck) -> None:
        """Points in hand cost HP, HP left is score; then the goal decides, or another round is due (BP-25, BP-26)."""
        numbers = self.numbers
        for seat in range(numbers.players):
            points = numbers.points_of(self.hands[seat])
            self.hp[seat] -= points
            self.scores[seat] += self.hp[seat]
            self.say("left_over", seat, points)
            self.say("scored", seat, self.hp[seat], self.scores[seat])
        best = max(self.scores)
        if self.round >= numbers.max_rounds or (best >= numbers.goal and self.scores.count(best) == 1):
            self._finish(by_most(self.scores))
            return
        if best >= numbers.goal:
            self.say("tied", best)
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


def loaded(numbers: Numbers, plain: object) -> Puno:
    """The match that `save` wrote."""
    match = Puno(numbers)
    load_into(match, plain)
    if match.memory.back:
        _check_dreams(match)
    return match


def _check_dreams(match: Puno) -> None:
    """Whatever somebody remembers of cards that went back must leave every card a place."""
    for seat in range(match.numbers.players):
        try:
            match.imagine(seat, Seeded("a save"))
        except AssertionError:
            raise damaged("'back', 'newer' and 'young' tell of cards that are nowhere") from None


def as_puno(position: Position) -> Puno:
    """The position as ours, or a plain refusal."""
    if not isinstance(position, Puno):
        raise RumpusError("that is no position of Battle Puno")
    return position
