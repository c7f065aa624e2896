"""A match of Ultimatum, from the first pick to the end."""

from __future__ import annotations

from typing import Final

from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Json, Move, Position, Seat, View, check_seat
from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules.determinize import determinize
from rumpus.games.ultimatum.rules.moves import BAN, PICK, PLACE
from rumpus.games.ultimatum.rules.numbers import CHARACTERS
from rumpus.games.ultimatum.rules.refusals import rule_against
from rumpus.games.ultimatum.rules.saving import save
from rumpus.games.ultimatum.rules.terrain.board import NONE, Setting
from rumpus.games.ultimatum.rules.turns import ACTING, BANNING, GOING_ON, PICKING, PICKING_BLIND, PLACING, Turns
from rumpus.games.ultimatum.rules.view import view_of

NO_MOVES: Final[list[int]] = []


class Ultimatum(Turns):
    """A match in progress."""

    # --- the beginning (P-1, P-2, P-12) ---

    def begin(self, rng: Rng) -> None:
        """Draws the first player, then deals or drafts."""
        n = self.n
        self.first = rng.below(n.players) if n.first < 0 else n.first
        self.turn = self.first
        self.note("first", [self.first])
        if n.pick == "random":
            self._deal(rng)
            self._begin_phase_zero()
        elif n.pick == "blind":
            self.stage = PICKING_BLIND
        else:
            self.stage = BANNING if n.bans > 0 else PICKING
        self._take_forced_moves()

    def _deal(self, rng: Rng) -> None:
        """Deals one character each, slot by slot, in turn order (P-2)."""
        players = self.n.players
        shared = players * self.squad <= CHARACTERS
        everyone = list(range(CHARACTERS))
        left = [everyone if shared else everyone[:] for _ in range(players)]
        for slot in range(self.squad):
            for turn in range(players):
                seat = (self.first + turn) % players
                drawn = left[seat].pop(rng.below(len(left[seat])))
                self.kind[seat * self.squad + slot] = drawn
                self.note("dealt", [seat, self.roster[drawn].name])

    # --- bans and picks (P-4, P-5) ---

    def picked(self, seat: Seat) -> int:
        first = seat * self.squad
        return len([unit for unit in range(first, first + self.squad) if self.kind[unit] >= 0])

    def draft_decisions(self) -> int:
        """Number of bans, or picks, made in a draft."""
        if self.stage == BANNING:
            return self.banned.bit_count()
        return sum([self.picked(seat) for seat in range(self.n.players)])

    def drafting_seat(self) -> Seat:
        return self.seat_in_draft(self.draft_decisions())

    def seat_in_draft(self, number: int) -> Seat:
        """Seat of a ban or pick: turn order, then backwards, then forwards again."""
        players = self.n.players
        lap, place = divmod(number, players)
        if lap % 2 == 1:
            place = players - 1 - place
        return (self.first + place) % players

    def available(self, seat: Seat) -> list[int]:
        """Characters left to ban or pick, by roster."""
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
        if self.draft_decisions() == self.units:
            self._begin_phase_zero()
        else:
            self.turn = self.drafting_seat()

    def _pick_blind(self, seat: Seat, kind: int) -> None:
        """Picks in secret until all squads are complete."""
        self.kind[seat * self.squad + self.picked(seat)] = kind
        self.note_for(seat, "pick", [seat, self.roster[kind].name], "", [])
        if self.draft_decisions() == self.units:
            for other in range(self.n.players):
                squad = [self.character(unit).name for unit in range(other * self.squad, (other + 1) * self.squad)]
                self.note("squad", [other, ", ".join(squad)])
            self._begin_phase_zero()

    # --- phase zero (UL-5, P-6) ---

    def _begin_phase_zero(self) -> None:
        self.stage = PLACING
        self.turn = self.first
        for unit in range(self.units):
            self.hp[unit] = self.max_hp(unit)

    def unplaced(self, seat: Seat) -> list[int]:
        """Characters of a player not on the map yet, in squad order."""
        first = seat * self.squad
        return [unit for unit in range(first, first + self.squad) if self.place[unit] < 0]

    def _place(self, seat: Seat, slot: int, spawn: int) -> None:
        """Places a character on a spawn point and ends the turn."""
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
            return NO_MOVES
        if self.stage == PICKING_BLIND:
            return [seat for seat in range(self.n.players) if self.picked(seat) < self.squad]
        return self.setting.alone[self.turn]

    def visible_to_act(self, viewer: Seat | None) -> list[Seat]:
        """Hides sealed picks: others seem still to pick."""
        if self.stage != PICKING_BLIND or self.over:
            return self.to_act()
        return [seat for seat in range(self.n.players) if seat != viewer or self.picked(seat) < self.squad]

    def moves(self, seat: Seat) -> list[Move]:
        if seat != self.turn or self.over:
            check_seat(seat, self.n.players)
            if self.over or self.stage != PICKING_BLIND:
                return NO_MOVES
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
            return self.list_follow_ups(self.active)
        if self.stage == PLACING:
            return self._list_places(seat)
        return self._list_picks(seat)

    def _list_picks(self, seat: Seat) -> list[Move]:
        if self.picked(seat) == self.squad:
            return NO_MOVES
        base = BAN if self.stage == BANNING else PICK
        return [base + kind for kind in self.available(seat)]

    def _list_places(self, seat: Seat) -> list[Move]:
        """Unplaced characters on free own spawn points (P-6)."""
        spawns = self.ground.spawns[seat]
        free = [i for i in range(len(spawns)) if self.on[spawns[i]] < 0]
        return [PLACE + unit % self.squad * self.space.camp + i for unit in self.unplaced(seat) for i in free]

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.listed = None
        if self.stage >= ACTING:
            self._decide_action(seat, move, rng)
        elif self.stage == PICKING_BLIND:
            self._pick_blind(seat, move - PICK)
        else:
            self._set_up(seat, move)
        self._take_forced_moves()

    def _set_up(self, seat: Seat, move: Move) -> None:
        if self.stage == PLACING:
            self._place(seat, (move - PLACE) // self.space.camp, (move - PLACE) % self.space.camp)
        elif self.stage == PICKING:
            self._pick(seat, move - PICK)
        else:
            self._ban(seat, move - BAN)

    def _decide_action(self, seat: Seat, move: Move, rng: Rng) -> None:
        space = self.space
        if space.is_way(move):
            self._decide_way(seat, move)
            return
        unit = seat * self.squad + (move - space.acts) // space.band
        code = (move - space.acts) % space.band
        if self.stage == ACTING and not self.begin_turn(unit):
            self.end_turn()
        elif code == space.end:
            self._pass_or_finish()
        else:
            self.act(unit, code, rng)
            self._after_action(unit)

    def _decide_way(self, seat: Seat, move: Move) -> None:
        """A basic move along a custom way (UL-28)."""
        unit = seat * self.squad + self.space.way_slot(move)
        way = self.ground.along(self.place[unit], self.space.way_directions(move))
        if self.stage == ACTING and not self.begin_turn(unit):
            self.end_turn()
        else:
            self.walk_along(unit, way)
            self._after_action(unit)

    def _pass_or_finish(self) -> None:
        """Passes before any action (UL-8), finishes after one (UL-9)."""
        if self.events is not None and self.stage == ACTING:
            self.note("pass", [self.label(self.active)])
        self.end_turn()

    def _after_action(self, unit: int) -> None:
        """Asks for more only if another action is possible (UL-9, P-8)."""
        if not self.over and self.place[unit] >= 0 and not (self.moved and self.struck):
            listed = self.list_follow_ups(unit)
            if len(listed) > 1:
                self.stage = GOING_ON
                self.listed = listed
                return
        self.end_turn()

    def _take_forced_moves(self) -> None:
        """Plays decisions with exactly one option without asking."""
        while not self.over and self.stage != PICKING_BLIND and self.stage != GOING_ON:
            # A ready character can always pass, so several ready ones mean several options.
            if self.stage == ACTING and len(self.ready(self.turn)) > 1:
                return
            moves = self.moves(self.turn)
            if len(moves) > 1:
                return
            self.listed = None
            if self.stage < ACTING:
                self._set_up(self.turn, moves[0])
            elif self.begin_turn(self.ready(self.turn)[0]):
                self._pass_or_finish()
            else:
                self.end_turn()

    def rule_against(self, seat: Seat, move: Move) -> str:
        if move in self.moves(seat):
            return ""
        return rule_against(self, seat, move)

    def result(self) -> list[float] | None:
        if not self.over:
            return None
        if self.winner == NONE:
            return [0.0] * self.n.players
        return [1.0 if seat == self.winner else -1.0 for seat in range(self.n.players)]

    # --- the contract: copies, views, sampled worlds, saves ---

    def copy(self) -> Ultimatum:
        twin = Ultimatum(self.setting, self)
        if self.events is not None:
            twin.events = []
        return twin

    def view(self, seat: Seat | None) -> View:
        if seat is not None:
            check_seat(seat, self.n.players)
        return view_of(self, seat)

    def determinize(self, seat: Seat, rng: Rng) -> Ultimatum:
        """Resamples opponents' sealed picks and hidden traps."""
        check_seat(seat, self.n.players)
        world = Ultimatum(self.setting, self)
        determinize(world, seat, rng)
        return world

    def save(self) -> dict[str, Json]:
        return save(self)

    def game_and_options(self) -> tuple[str, Options] | None:
        return "ultimatum", self.n.options


def start(setting: Setting, rng: Rng, listen: bool = False) -> Ultimatum:
    position = Ultimatum(setting, None)
    if listen:
        position.listen()
    position.begin(rng)
    return position


def as_ultimatum(position: Position) -> Ultimatum:
    """Narrows a position to `Ultimatum`, or raises RumpusError."""
    if not isinstance(position, Ultimatum):
        raise RumpusError(f"Expected a position of Ultimatum, not {type(position).__name__}.")
    return position
