"""The position: turns, penalties, going out and the end (BP-38 to BP-41)."""

from __future__ import annotations

from typing import Final

from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Arg, Event, Json, Move, Position, Seat, View, check_seat
from rumpus.core.rng import Rng
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.deck import ALL_FACES
from rumpus.games.battle_puno.rules.determinize import determinize
from rumpus.games.battle_puno.rules.memory import NO_MEMORY
from rumpus.games.battle_puno.rules.moves import DRAW, FACE_PLAYED, TAKE
from rumpus.games.battle_puno.rules.numbers import Numbers
from rumpus.games.battle_puno.rules.piles import PunoPiles
from rumpus.games.battle_puno.rules.places import by_falling, by_fewest, by_most, results
from rumpus.games.battle_puno.rules.refusals import refusal
from rumpus.games.battle_puno.rules.saving import load, save
from rumpus.games.battle_puno.rules.start import set_up_round
from rumpus.games.battle_puno.rules.state import ANSWER, DRAWN, OVER, TURN
from rumpus.games.battle_puno.rules.view import view_of

NO_SEATS: Final[list[int]] = []
SINGLE_SEATS: Final = [[seat] for seat in range(8)]


class Puno(PunoPiles):
    # --- the contract ---

    def to_act(self) -> list[Seat]:
        return NO_SEATS if self.phase == OVER else SINGLE_SEATS[self.on]

    def moves(self, seat: Seat) -> list[Move]:
        if seat != self.on or self.phase == OVER:
            check_seat(seat, self.numbers.players)
            return NO_SEATS
        moves = self.listed
        if moves is None:
            moves = self.list_moves()
            self.listed = moves
        return moves

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.listed = None
        if move < DRAW:
            self._play(seat, move, rng)
        elif move == DRAW:
            self._draw_at_own_turn(seat, rng)
        elif move == TAKE:
            self._take_penalty(seat, rng)
        else:
            self._keep(seat, rng)

    def result(self) -> list[float] | None:
        if self.phase != OVER:
            return None
        return results(self.places, self.undecided)

    def rule_against(self, seat: Seat, move: Move) -> str:
        return "" if move in self.moves(seat) else refusal(self, seat, move)

    def rollout_move(self, seat: Seat, rng: Rng) -> Move:
        """Samples a play if there is one. Optional draws make random games three to ten times longer."""
        moves = self.moves(seat)
        count = len(moves)
        if count > 1 and moves[count - 1] >= DRAW:
            count -= 1
        return moves[rng.below(count)]

    def random_move(self, seat: Seat, rng: Rng) -> Move:
        moves = self.listed
        if moves is None:
            return self.sample_move(rng)
        return moves[rng.below(len(moves))]

    def prepare_rollout(self) -> None:
        self.memory = NO_MEMORY

    def view(self, seat: Seat | None) -> View:
        if seat is not None:
            check_seat(seat, self.numbers.players)
        return view_of(self, seat)

    def save(self) -> dict[str, Json]:
        return save(self)

    def game_and_options(self) -> tuple[str, Options] | None:
        return "battle_puno", self.numbers.options

    def copy(self) -> Puno:
        twin = Puno(self.numbers)
        if self.events is not None:
            twin.events = []
        twin.copy_from(self)
        return twin

    def determinize(self, seat: Seat, rng: Rng) -> Puno:
        check_seat(seat, self.numbers.players)
        world = self.copy()
        world.events = None
        world.listed = None
        determinize(world, seat, rng)
        return world

    # --- BP-39: the match ---

    def begin(self, rng: Rng) -> None:
        self.scores = [0] * self.numbers.players
        self.places = []
        self.undecided = False
        self.round = 0
        self._begin_round(rng)

    def _begin_round(self, rng: Rng) -> None:
        set_up_round(self, rng)
        self._begin_turn(rng)

    # --- BP-40: the turn ---

    def _begin_turn(self, rng: Rng) -> None:
        """Advances to the next decision. Seats without a move go out (BP-40, steps 1 to 3)."""
        while True:
            self.turn += 1
            seat = self.on
            if self.numbers.overload and self._overload(seat):
                self.on = self.next_in(seat)
                if self.penalty > 0:
                    self.face_penalty()
                if self._death_match_ends_after(seat, rng):
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
                self.emit("stuck_alone", seat)
                self._end_round(seat, rng)
                return
            self.emit("stuck", seat)
            self.memory.holds_none_of(seat, self.playable())
            self.on = self.next_in(seat)
            self._go_out(seat)
            if self.standing == 1:
                self.emit("alone", self.on)

    def _end_turn(self, seat: int, rng: Rng) -> None:
        """Ends the turn of this seat; `on` is already set (BP-40, step 5)."""
        if self.numbers.death_match and self._death_match_ends_after(seat, rng):
            return
        self._begin_turn(rng)

    def _overload(self, seat: int) -> bool:
        """Charges HP for too many cards. True if the player falls (BP-34)."""
        if len(self.hands[seat]) < self.numbers.overload_from:
            self.streak[seat] = 0
            return False
        loss = self.streak[seat] * self.numbers.overload_step
        self.streak[seat] += 1
        if loss > 0:
            self.hp[seat] -= loss
            self.emit("overload", seat, loss, self.hp[seat])
            if self.hp[seat] <= 0:
                self._fall(seat)
                return True
        return False

    def _draw_at_own_turn(self, seat: int, rng: Rng) -> None:
        """Pays the pool, then draws one card (BP-24, BP-40 step 4)."""
        numbers = self.numbers
        self.on = self.next_in(seat)
        if self.pool > 0:
            loss = self.pool
            self.hp[seat] -= loss
            self.emit("hurt", seat, loss, self.hp[seat])
        if numbers.has_pool:
            self.reset_pool()
            if numbers.death_match and self.hp[seat] <= 0:
                self._fall(seat)
                self._end_turn(seat, rng)
                return
        drawn = self.draw(seat, 1, "turn", rng)
        if numbers.play_drawn and drawn > 0:
            fitting = self.fitting()
            if fitting >> self.hands[seat][-1] & 1:
                self.on = seat
                self.phase = DRAWN
                return
            self.memory.one_card_is_in(seat, ALL_FACES - fitting)
        self._end_turn(seat, rng)

    def _take_penalty(self, seat: int, rng: Rng) -> None:
        """Draws the penalty and ends the turn (BP-10)."""
        count = self.penalty
        self.penalty = 0
        self.draw(seat, count, "penalty", rng)
        self.on = self.next_in(seat)
        self._end_turn(seat, rng)

    def _keep(self, seat: int, rng: Rng) -> None:
        self.emit("kept", seat)
        self.memory.one_card_is_in(seat, self.fitting())
        self.on = self.next_in(seat)
        self._end_turn(seat, rng)

    # --- BP-41: playing a card ---

    def _play(self, seat: int, move: int, rng: Rng) -> None:
        face = FACE_PLAYED[move]
        self.lay_on_the_table(seat, face)
        CARDS[face].play(self, seat, move, rng)
        left = len(self.hands[seat])
        if left == 1 and not self.numbers.death_match:
            self.emit("puno", seat)
        if left == 0 and not self.numbers.death_match:
            self.emit("emptied", seat)
            if self.penalty > 0:
                self.draw(self.on, self.penalty, "penalty", rng)
                self.penalty = 0
            self._end_round(seat, rng)
            return
        self._end_turn(seat, rng)

    def punish(self, seat: int, count: int) -> None:
        """Adds to the penalty of the next player (BP-10). Alone there is none (BP-31)."""
        self.on = self.next_in(seat)
        if self.standing > 1:
            self.penalty += count
            self.face_penalty()

    def face_penalty(self) -> None:
        """Announces the penalty for the seat on (BP-10)."""
        self.emit("penalty", self.on, self.penalty)

    def skip(self) -> None:
        self.emit("skipped", self.on)
        self.on = self.next_in(self.on)

    def turn_round(self) -> None:
        """Reverses the direction (BP-12)."""
        self.direction = -self.direction
        self.emit("reversed", self.direction)

    # --- going out ---

    def _go_out(self, seat: int) -> None:
        self.inside[seat] = False
        self.standing -= 1
        self.fallen.append(seat)

    def _fall(self, seat: int) -> None:
        """Removes a player from a Death Match, with the hand (BP-27)."""
        self._go_out(seat)
        self.lay_down_hand(seat)

    def _death_match_ends_after(self, seat: int, rng: Rng) -> bool:
        """Ends the match if one is left or time is up, else fills up hands (BP-27, BP-29)."""
        numbers = self.numbers
        if self.standing == 1:
            self._finish(by_falling(self.inside, self.fallen, self.hp))
            return True
        other = seat if self.inside[seat] else self.next_in(seat)
        for _ in range(self.standing):
            short = numbers.hand - len(self.hands[other])
            if short > 0:
                self.draw(other, short, "fill", rng)
            other = self.next_in(other)
        if self.turn < numbers.max_turns:
            return False
        places = by_falling(self.inside, self.fallen, self.hp)
        self.undecided = places.count(1) > 1
        self.emit("time_up", numbers.max_turns)
        self._finish(places)
        return True

    # --- the end of a round and of the match ---

    def _end_round(self, seat: int, rng: Rng) -> None:
        """Ends a round: a hand is empty, or the last player is stuck (BP-9, BP-20)."""
        if self.numbers.traditional:
            self._rank_by_hands(seat)
        else:
            self._count_scores(rng)

    def _rank_by_hands(self, winner: int) -> None:
        """Ranks the winner first, then by fewest points in hand (BP-21)."""
        points = [self.numbers.points_of(hand) for hand in self.hands]
        for seat in range(len(points)):
            self.emit_open_cards("leftovers", seat, points[seat], self.hands[seat])
        points[winner] = -1
        self._finish(by_fewest(points))

    def _count_scores(self, rng: Rng) -> None:
        """Scores the HP left, then ends the match or begins a round (BP-25, BP-26)."""
        numbers = self.numbers
        for seat in range(numbers.players):
            points = numbers.points_of(self.hands[seat])
            self.hp[seat] -= points
            self.scores[seat] += self.hp[seat]
            self.emit("left_over", seat, points)
            self.emit("scored", seat, self.hp[seat], self.scores[seat])
        best = max(self.scores)
        if self.round >= numbers.max_rounds or (best >= numbers.goal and self.scores.count(best) == 1):
            self._finish(by_most(self.scores))
            return
        if best >= numbers.goal:
            self.emit("tied", best)
        self._begin_round(rng)

    def _finish(self, places: list[int]) -> None:
        self.phase = OVER
        self.places = places
        if self.events is not None:
            first: list[Arg] = []
            for seat in range(len(places)):
                if places[seat] == 1:
                    first.append(seat)
            self.events.append(Event("drawn_match" if self.undecided else "won", first))


def start(numbers: Numbers, rng: Rng, listen: bool) -> Puno:
    match = Puno(numbers)
    if listen:
        match.listen()
    match.begin(rng)
    return match


def load_match(numbers: Numbers, plain: object) -> Puno:
    """Returns a saved match. Raises `BadRecord` if the data is damaged."""
    match = Puno(numbers)
    load(match, plain)
    return match


def as_puno(position: Position) -> Puno:
    if not isinstance(position, Puno):
        raise RumpusError("This is not a position of Battle Puno.")
    return position
