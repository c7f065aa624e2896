"""A table: seats, match, clocks and log, all derived from its journal."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from rumpus.core.errors import BadRecord, OtherRules
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Event, Move, Seat, View
from rumpus.core.record import RecordStep, walk
from rumpus.core.words import Line
from rumpus.table.clocks import Clocks
from rumpus.table.entries import (
    Base,
    Began,
    BotFailed,
    BotReplaced,
    DecidedBy,
    Entry,
    Forgotten,
    Made,
    Moved,
    Named,
    Paused,
    Place,
    RematchAnswered,
    Rematched,
    StoodIn,
    UndoAnswered,
    UndoAsked,
    Woke,
)
from rumpus.table.forgetting import without_names
from rumpus.table.match import Match
from rumpus.table.seats import SeatAssignments, fingerprint


class Step(NamedTuple):
    """A move made at the table."""

    seat: Seat
    move: Move
    mid: str
    by: DecidedBy
    log: int
    """Length of the log before it."""
    words: str


class Table:
    """A table. Only `take` changes it: it has no clock, socket or store."""

    def __init__(self, id: str, game: Game, made: Made, when: int) -> None:
        if made.version != game.version:
            raise OtherRules(
                f"This table was created under version {made.version} of the rules of {game.title}; "
                f"version {game.version} is installed now, so it cannot continue here."
            )
        self.id = id
        self.game = game
        self.made = made
        self.options: Options = game.options(made.options)
        self.seats = SeatAssignments(made.places)
        if len(self.places) != game.seats(self.options):
            raise BadRecord(f"This table has {len(self.places)} seats, but its options need another number.")
        self.seq = 0
        self.other_entries = 0
        """Number of entries so far that are not moves."""
        self.match: Match | None = None
        self.clocks = Clocks(made.clock, len(self.places))
        self.steps: list[Step] = []
        self.decided = [0] * len(self.places)
        self.turn_began: list[int | None] = [None] * len(self.places)
        """Number of the entry with which each seat's open decision began; None if it has none."""
        self.log: list[Event | Line] = []
        self.epoch = 0
        self._unannounced_failures: set[Seat] = set()
        """Seats of failed bots whose turn is not public yet."""
        self.undo_request: UndoAsked | None = None
        self.undo_agreed: set[Seat] = set()
        self._replayed: tuple[int, int, Match] | None = None
        """Epoch, number of moves and match, for an undo that comes next."""
        self.rematch = ""
        self.forgotten: set[str] = set()
        """Names of deleted profiles, which must show nowhere."""
        self.rematch_answers: dict[Seat, bool] = {}
        """Answers to the rematch request by seat. The first one made it."""
        self.began_at = 0
        self.last_at = when

    # --- state ---

    @property
    def state(self) -> str:
        if self.seats.closed:
            return "dropped"
        if self.match is None:
            return "open"
        return "over" if self.match.over else "playing"

    @property
    def places(self) -> list[Place]:
        return self.seats.places

    @property
    def names(self) -> list[str]:
        return self.seats.names

    def seat_of(self, secret: str) -> Seat | None:
        """Returns the seat of this secret. Checks every seat, so that timing reveals nothing."""
        wanted = fingerprint(secret)
        found: Seat | None = None
        for seat, place in enumerate(self.places):
            if place.kind == "person" and hmac.compare_digest(place.lock, wanted):
                found = seat
        return found

    def seat_of_profile(self, profile: str) -> Seat | None:
        """Returns the seat of this profile. The id is public: the caller has checked who asks."""
        seats = [seat for seat, place in enumerate(self.places) if profile and place.profile == profile]
        return seats[0] if seats else None

    def is_host(self, secret: str) -> bool:
        return hmac.compare_digest(self.made.host, fingerprint(secret))

    def decision_id(self, seat: Seat) -> str:
        """Returns an id of the seat's current or next decision. It reveals nothing about the others."""
        return f"{self.epoch}.{self.decided[seat]}"

    def stuck(self, seat: Seat) -> bool:
        """True if this seat's bot has publicly failed and must be replaced. In tournaments, another one plays on."""
        return self.seats.failed[seat] and seat not in self._unannounced_failures and not self.made.tournament

    def has_played(self, seat: Seat, at: str, mid: str) -> bool:
        """True if this very message has been played already."""
        if not mid:
            return False
        epoch, _, number = at.partition(".")
        if epoch != str(self.epoch) or not (number.isascii() and number.isdecimal() and len(number) < 7):
            return False
        if int(number) >= self.decided[seat]:
            return False
        own = [step for step in self.steps if step.seat == seat]
        return own[int(number)].mid == mid

    # --- changes ---

    def take(self, entry: Entry, when: int, checked: bool = False) -> None:
        """Applies the next entry of the journal. `checked` moves are known to be legal."""
        self.seq += 1
        if not isinstance(entry, (Moved, Woke)):
            self.other_entries += 1
        self.last_at = when
        sentence = self.seats.take(entry)
        if sentence:
            self._note(sentence)
        match entry:
            case Moved():
                self._moved(entry, when, checked)
            case Named(seat, name) if self.match is not None:
                self.match.record.players[seat] = name
            case BotFailed(seat):
                self._unannounced_failures.add(seat)
                self._announce_failures()
            case BotReplaced(seat) if self.match is not None:
                self.match.record.players[seat] = self.places[seat].name
            case Began():
                self._begin(when)
            case UndoAsked(seat):
                self.undo_request = entry
                self.undo_agreed = {seat}
                self._undo_if_all_agree(when)
            case UndoAnswered(seat, yes):
                self._undo_answered(seat, yes, when)
            case StoodIn():
                self._undo_if_all_agree(when)
            case RematchAnswered(seat, yes):
                self._rematch_answered(seat, yes)
            case Rematched(table):
                self.rematch = table
            case Forgotten(profile):
                self._forget(profile)
            case Woke():
                self.clocks.skip(when)
            case Paused():
                self._pause(entry, when)
            case Made():
                raise BadRecord("A table can be created only once.")

    def _begin(self, when: int) -> None:
        self.match = self.match_after(0)
        self.began_at = when
        self.log.extend(self.match.events)
        self._start_clocks(when)

    def _moved(self, entry: Moved, when: int, checked: bool) -> None:
        match = self.match
        if match is None:
            raise BadRecord("The journal has a move before the game began.")
        seen = entry.seat in match.position.visible_to_act(None)
        log_length = len(self.log)
        shown = None if self.undo_request is None else self._public_state(match)
        happened = match.apply(entry.seat, entry.move, entry.words) if checked else match.play(entry.seat, entry.move)
        if seen and entry.by == "clock":
            self._note(f"{self.places[entry.seat].name} ran out of time, so a bot decided.")
        elif seen and entry.by == "lot":
            self._note(f"{self.places[entry.seat].name} ran out of time and the bot failed, so a random move was made.")
        self.steps.append(Step(entry.seat, entry.move, entry.mid, entry.by, log_length, entry.words))
        self.decided[entry.seat] += 1
        self.log.extend(happened)
        if shown is not None and (shown != self._public_state(match) or any(event.seen_by(None) for event in happened)):
            self.undo_request = None  # a sealed decision keeps it: cancelling would reveal the decision
        owing = match.position.to_act()
        self.clocks.decided(entry.seat, owing, match.position.visible_to_act(None), when)
        self.turn_began[entry.seat] = None
        self._note_turns(owing)
        self._announce_failures()

    def _public_state(self, match: Match) -> tuple[View, Sequence[Seat]]:
        return match.position.view(None), match.position.visible_to_act(None)

    def _announce_failures(self) -> None:
        """Announces failed bots once their turn is public: earlier it would reveal who is asked."""
        assert self.match is not None
        for seat in sorted(self._unannounced_failures):
            if not self.seats.failed[seat]:
                self._unannounced_failures.discard(seat)
            elif self.match.over or seat in self.match.position.visible_to_act(None):
                self._unannounced_failures.discard(seat)
                self._note(f"{self._bot_of(seat)} has failed and cannot decide.")

    def _bot_of(self, seat: Seat) -> str:
        stand_in = self.seats.stand_ins[seat]
        return f"The bot ({stand_in}) that plays for {self.places[seat].name}" if stand_in else self.places[seat].name

    def _start_clocks(self, when: int) -> None:
        assert self.match is not None
        owing = self.match.position.to_act()
        self.clocks.set_running(owing, self.match.position.visible_to_act(None), when)
        self.turn_began = [None] * len(self.places)
        self._note_turns(owing)

    def _note_turns(self, owing: Sequence[Seat]) -> None:
        for seat, began in enumerate(self.turn_began):
            if seat not in owing:
                self.turn_began[seat] = None
            elif began is None:
                self.turn_began[seat] = self.seq

    def _undo_answered(self, seat: Seat, yes: bool, when: int) -> None:
        if self.undo_request is None:
            return
        if not yes:
            self._note(f"{self.places[seat].name} declines to take the move back.")
            self.undo_request = None
            return
        self.undo_agreed.add(seat)
        self._undo_if_all_agree(when)

    def _undo_if_all_agree(self, when: int) -> None:
        request = self.undo_request
        if request is None or not set(self.seats.people) <= self.undo_agreed:
            return
        log_length = self.steps[request.keep].log
        notes = [line for line in self.log[log_length:] if isinstance(line, Line)]
        replayed, self._replayed = self._replayed, None
        if replayed is not None and replayed[:2] == (self.epoch, request.keep):
            self.match = replayed[2]
            self.match.record.players[:] = self.names
        else:
            self.match = self.match_after(request.keep)
        for step in self.steps[request.keep :]:
            self.decided[step.seat] -= 1
        del self.steps[request.keep :]
        self.log[log_length:] = notes
        self._note(f"{self.places[request.seat].name} takes back the last move.")
        self.epoch += 1
        self.undo_request = None
        for seat in range(len(self.places)):
            self.clocks.true.stop(seat, when)
            self.clocks.public.stop(seat, when)
        self._start_clocks(when)

    def undone_by(self, entry: Entry) -> int | None:
        """Returns the number of moves left if this entry carries an undo out, else None."""
        request, agreed, seats = self.undo_request, self.undo_agreed, self.seats
        match entry:
            case UndoAsked(seat):
                request, agreed = entry, {seat}
            case UndoAnswered(seat, True):
                agreed = agreed | {seat}
            case StoodIn():
                seats = seats.copy()
                seats.take(entry)
            case _:
                return None
        return None if request is None or not set(seats.people) <= agreed else request.keep

    def prepare_undo(self, moves: int) -> None:
        """Replays the match up to this number of moves, so that the undo itself is quick."""
        self._replayed = (self.epoch, moves, self.match_after(moves))

    def _pause(self, entry: Paused, when: int) -> None:
        self.clocks.pause(entry.seat, entry.until, when, entry.vacation)
        if entry.vacation and entry.until > when:
            day = datetime.fromtimestamp(entry.until / 1000, UTC)
            self._note(f"{self.places[entry.seat].name} is on vacation until {day.day} {day:%B %Y}.")
        elif entry.vacation:
            self._note(f"{self.places[entry.seat].name} is back from vacation.")

    def _rematch_answered(self, seat: Seat, yes: bool) -> None:
        if not yes and next(iter(self.rematch_answers), None) in (None, seat):
            self.rematch_answers.clear()  # nobody has asked, or whoever did takes it back
        else:
            self.rematch_answers[seat] = yes

    def rematch_is_due(self, here: Sequence[bool]) -> bool:
        """True if everybody present has answered and at least one opponent is left."""
        people = self.seats.people
        said = self.rematch_answers
        wanting = [seat for seat, yes in said.items() if yes]
        if not wanting or any(here[seat] and seat not in said for seat in people):
            return False
        return len(wanting) > 1 or all(said.values())

    def _forget(self, profile: str) -> None:
        self.forgotten |= self.seats.shown.pop(profile, set())
        for number, line in enumerate(self.log):
            if isinstance(line, Line):
                self.log[number] = Line(without_names(line.text, self.forgotten))
        if self.match is not None:
            self.match.record.players[:] = self.names

    def match_after(self, moves: int) -> Match:
        """Replays the match up to this number of moves."""
        base = self.base_after(self.inherited_moves + moves)
        return Match(self.game, self.options, base.seed, self.names, base.moves, base.then)

    def walk(self) -> Iterator[RecordStep]:
        """Replays the match from its deal, inherited moves included."""
        base = self.base_after(self.inherited_moves + len(self.steps))
        return walk(self.game, self.options, base.seed, base.moves, base.then)

    @property
    def inherited_moves(self) -> int:
        """Number of moves inherited from the match continued here."""
        return len(self.made.base.moves) if self.made.base else 0

    def base_after(self, moves: int) -> Base:
        """Returns the start of this match as base of another one, inherited moves included."""
        base = self.made.base
        if base is None:
            return Base(self.made.seed, [(step.seat, step.move) for step in self.steps[:moves]])
        if moves < self.inherited_moves:
            return Base(base.seed, base.moves[:moves], [pair for pair in base.then if pair[0] < moves])
        made = [(step.seat, step.move) for step in self.steps[: moves - self.inherited_moves]]
        return Base(base.seed, [*base.moves, *made], [*base.then, (self.inherited_moves, self.made.seed)])

    def _note(self, text: str) -> None:
        self.log.append(Line(text))


def open_table(id: str, game: Game, entries: Sequence[tuple[Entry, int]]) -> Table:
    """Restores a table from its entries. The first one must be `Made`."""
    made, when = entries[0]
    if not isinstance(made, Made):
        raise BadRecord("The journal of this table does not begin with its creation.")
    table = Table(id, game, made, when)
    for entry, at in entries[1:]:
        table.take(entry, at)
    return table
