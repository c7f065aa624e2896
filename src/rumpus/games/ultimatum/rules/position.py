"""A match of Ultimatum from the first pick to the end: the contract, on top of the turns and the battle."""

from __future__ import annotations

from typing import Final

from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Move, Plain, Position, Seat, View, check_seat
from rumpus.core.rng import Luck
from rumpus.games.ultimatum.rules.board import NONE
from rumpus.games.ultimatum.rules.determinize import deal_traps_anew
from rumpus.games.ultimatum.rules.moves import BAN, PICK, PLACE
from rumpus.games.ultimatum.rules.numbers import CHARACTERS
from rumpus.games.ultimatum.rules.refusals import why_forbidden
from rumpus.games.ultimatum.rules.saving import save_of
from rumpus.games.ultimatum.rules.turns import (
    ACTING,
    BANNING,
    GOING_ON,
    PICKING,
    PICKING_BLIND,
    PLACING,
    Turns,
)
from rumpus.games.ultimatum.rules.view import view_of

NOTHING: Final[list[int]] = []


class Ultimatum(Turns):
    """A match in progress."""

    # --- the beginning (P-1, P-2, P-12) ---

    def begin(self, luck: Luck) -> None:
        """Who goes first, then the picks."""
        n = self.n
        self.first = luck.below(n.players) if n.first < 0 else n.first
        self.turn = self.first
        self.note("first", [self.first])
        if n.pick == "random":
            self._deal(luck)
            self._begin_phase_zero()
        elif n.pick == "blind":
            self.stage = PICKING_BLIND
        else:
            self.stage = BANNING if n.bans > 0 else PICKING
        self._take_what_is_forced()

    def _deal(self, luck: Luck) -> None:
        """Squad by squad place, in turn order, one character each from those left (P-2)."""
        players = self.n.players
        shared = players * self.squad <= CHARACTERS
        everyone = list(range(CHARACTERS))
        left = [everyone if shared else everyone[:] for _ in range(players)]
        for slot in range(self.squad):
            for turn in range(players):
                seat = (self.first + turn) % players
                drawn = left[seat].pop(luck.below(len(left[seat])))
                self.kind[seat * self.squad + slot] = drawn
                self.note("dealt", [seat, self.roster[drawn].name])

    # --- bans and picks (P-4, P-5) ---

    def picked(self, seat: Seat) -> int:
        """How many characters a player has."""
        count = 0
        for unit in range(seat * self.squad, seat * self.squad + self.squad):
            if self.kind[unit] >= 0:
                count += 1
        return count

    def decisions_before(self) -> int:
        """How many bans, or picks, of a draft have been made."""
        if self.stage == BANNING:
            return self.banned.bit_count()
        return sum([self.picked(seat) for seat in range(self.n.players)])

    def drafting_seat(self) -> Seat:
        """Whose ban or pick it is."""
        return self.seat_in_draft(self.decisions_before())

    def seat_in_draft(self, number: int) -> Seat:
        """Who bans or picks after so many others: turn order, then backwards, then forwards, and so on."""
        players = self.n.players
        lap, place = divmod(number, players)
        if lap % 2 == 1:
            place = players - 1 - place
        return (self.first + place) % players

    def available(self, seat: Seat) -> list[int]:
        """The characters that may be banned or picked now, in the order of the roster."""
        first = seat * self.squad if self.stage == PICKING_BLIND else 0
        last = first + self.squad if self.stage == PICKING_BLIND else self.units
        gone = self.banned
        for unit in range(first, last):
            if self.kind[unit] >= 0:
                gone |= 1 << self.kind[unit]
        return [kind for kind in range(CHARACTERS) if not gone >> kind & 1]

    def _ban(self, seat: Seat, kind: int) -> None:
        self.banned |= 1 << kind
        self.note("ban", [seat, self.roster[kind].name])
        if self.banned.bit_count() == self.n.bans * self.n.players:
            self.stage = PICKING
        self.turn = self.drafting_seat()

    def _pick(self, seat: Seat, kind: int) -> None:
        self.kind[seat * self.squad + self.picked(seat)] = kind
        self.note("pick", [seat, self.roster[kind].name])
        if self.decisions_before() == self.units:
            self._begin_phase_zero()
        else:
            self.turn = self.drafting_seat()

    def _pick_blind(self, seat: Seat, kind: int) -> None:
        """Sealed until the last player has a full squad."""
        self.kind[seat * self.squad + self.picked(seat)] = kind
        self.note_for(seat, "pick", [seat, self.roster[kind].name], "", [])
        if self.decisions_before() == self.units:
            for other in range(self.n.players):
                squad = [self.character(unit).name for unit in range(other * self.squad, (other + 1) * self.squad)]
                self.note("squad", [other, ", ".join(squad)])
            self._begin_phase_zero()

    # --- phase zero (UL-5, P-6) ---

    def _begin_phase_zero(self) -> None:
        self.stage = PLACING
        self.turn = self.first
        for unit in range(self.units):
            self.hp[unit] = self.most_hp(unit)

    def unplaced(self, seat: Seat) -> list[int]:
        """Its characters that do not stand on the map yet, in squad order."""
        first = seat * self.squad
        return [unit for unit in range(first, first + self.squad) if self.place[unit] < 0]

    def _place(self, seat: Seat, slot: int, spawn: int) -> None:
        """One character on a free spawn point of its own; the turn ends with that."""
        unit = seat * self.squad + slot
        place = self.ground.spawns[seat][spawn]
        self.put(unit, place)
        if self.events is not None:
            self.note("place", [self.label(unit), self.ground.names[place]])
        self.turn = (seat + 1) % self.n.players
        if not self.unplaced(self.turn):
            self.begin_phase()

    # --- the contract: deciding ---

    def to_act(self) -> list[Seat]:
        if self.over:
            return NOTHING
        if self.stage == PICKING_BLIND:
            return [seat for seat in range(self.n.players) if self.picked(seat) < self.squad]
        return self.setting.alone[self.turn]

    def waiting(self, viewer: Seat | None) -> list[Seat]:
        """Sealed picks are nobody else's business, so every other player seems to be still picking."""
        if self.stage != PICKING_BLIND or self.over:
            return self.to_act()
        return [seat for seat in range(self.n.players) if seat != viewer or self.picked(seat) < self.squad]

    def moves(self, seat: Seat) -> list[Move]:
        if seat != self.turn or self.over:
            check_seat(seat, self.n.players)
            if self.over or self.stage != PICKING_BLIND:
                return NOTHING
        if self.stage == PICKING_BLIND:
            return self._list_picks(seat)
        listed = self.listed
        if listed is None:
            listed = self._list_moves(seat)
            self.listed = listed
        return listed

    def _list_moves(self, seat: Seat) -> list[Move]:
        if self.stage == ACTING:
            return self.list_acts(seat)
        if self.stage == GOING_ON:
            return self.list_more(self.active)
        if self.stage == PLACING:
            return self._list_places(seat)
        return self._list_picks(seat)

    def _list_picks(self, seat: Seat) -> list[Move]:
        if self.picked(seat) == self.squad:
            return NOTHING
        base = BAN if self.stage == BANNING else PICK
        return [base + kind for kind in self.available(seat)]

    def _list_places(self, seat: Seat) -> list[Move]:
        """A character not yet placed and a free spawn point of the own seat (P-6)."""
        spawns = self.ground.spawns[seat]
        free = [i for i in range(len(spawns)) if self.on[spawns[i]] < 0]
        return [PLACE + unit % self.squad * self.space.camp + i for unit in self.unplaced(seat) for i in free]

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.listed = None
        if self.stage >= ACTING:
            self._decide_action(seat, move, luck)
        elif self.stage == PLACING:
            self._place(seat, (move - PLACE) // self.space.camp, (move - PLACE) % self.space.camp)
        elif self.stage == PICKING_BLIND:
            self._pick_blind(seat, move - PICK)
        elif self.stage == PICKING:
            self._pick(seat, move - PICK)
        else:
            self._ban(seat, move - BAN)
        self._take_what_is_forced()

    def _decide_action(self, seat: Seat, move: Move, luck: Luck) -> None:
        space = self.space
        if space.is_way(move):
            self._decide_way(seat, move)
            return
        unit = seat * self.squad + (move - space.acts) // space.band
        code = (move - space.acts) % space.band
        if self.stage == ACTING and not self.begin_turn(unit):
            self.end_turn()
        elif code == space.end:
            self._end_by_word()
        else:
            self.act(unit, code, luck)
            self._after_action(unit)

    def _decide_way(self, seat: Seat, move: Move) -> None:
        """A basic move by a way of one's own (UL-28)."""
        unit = seat * self.squad + self.space.way_slot(move)
        way = self.ground.along(self.place[unit], self.space.way_directions(move))
        if self.stage == ACTING and not self.begin_turn(unit):
            self.end_turn()
        else:
            self.walk_along(unit, way)
            self._after_action(unit)

    def _end_by_word(self) -> None:
        """A pass before any action (UL-8), `finish` after one (UL-9)."""
        if self.events is not None and self.stage == ACTING:
            self.note("pass", [self.label(self.active)])
        self.end_turn()

    def _after_action(self, unit: int) -> None:
        """`more` is asked only where something else is possible (UL-9, P-8)."""
        if self.over or self.place[unit] < 0 or (self.moved and self.struck):
            self.end_turn()
            return
        listed = self.list_more(unit)
        if len(listed) == 1:
            self.end_turn()
            return
        self.stage = GOING_ON
        self.listed = listed

    def _take_what_is_forced(self) -> None:
        """A decision with exactly one option is taken without asking."""
        while not self.over and self.stage != PICKING_BLIND and self.stage != GOING_ON:
            if self.stage == ACTING:
                ready = self.ready(self.turn)
                if len(ready) > 1:
                    return
                moves = self.moves(self.turn)
                if len(moves) > 1:
                    return
                self.listed = None
                if self.begin_turn(ready[0]):
                    self._end_by_word()
                else:
                    self.end_turn()
                continue
            moves = self.moves(self.turn)
            if len(moves) > 1:
                return
            self.listed = None
            move = moves[0]
            if self.stage == PLACING:
                self._place(self.turn, (move - PLACE) // self.space.camp, (move - PLACE) % self.space.camp)
            elif self.stage == PICKING:
                self._pick(self.turn, move - PICK)
            else:
                self._ban(self.turn, move - BAN)

    def forbids(self, seat: Seat, move: Move) -> str:
        if move in self.moves(seat):
            return ""
        return why_forbidden(self, seat, move)

    def result(self) -> list[float] | None:
        if not self.over:
            return None
        if self.winner == NONE:
            return [0.0] * self.n.players
        return [1.0 if seat == self.winner else -1.0 for seat in range(self.n.players)]

    # --- the contract: copies, views, dreams, saves ---

    def copy(self) -> Ultimatum:
        twin = Ultimatum(self.setting, self)
        if self.events is not None:
            twin.events = []
        return twin

    def view(self, seat: Seat | None) -> View:
        if seat is not None:
            check_seat(seat, self.n.players)
        return view_of(self, seat)

    def imagine(self, seat: Seat, luck: Luck) -> Ultimatum:
        """Sealed picks are taken back, and hidden traps lie wherever they could."""
        check_seat(seat, self.n.players)
        dream = Ultimatum(self.setting, self)
        if seat != self.turn:
            dream.listed = None
        if self.stage == PICKING_BLIND:
            for unit in range(self.units):
                if self.seat_of(unit) != seat:
                    dream.kind[unit] = NONE
        if self.traps:
            dream.traps = deal_traps_anew(self.traps, seat, self.squad, luck)
        return dream

    def save(self) -> dict[str, Plain]:
        return save_of(self)

    def of_game(self) -> tuple[str, Options] | None:
        return "ultimatum", self.n.options


def as_ultimatum(position: Position) -> Ultimatum:
    """The position as ours, or a plain refusal."""
    if not isinstance(position, Ultimatum):
        raise RumpusError("that is no position of Ultimatum")
    return position
