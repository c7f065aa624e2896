"""A table: chairs, the match played on it, its clocks and its story, all of it the sum of its entries."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence

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
    Entry,
    Made,
    Moved,
    Named,
    Place,
    RematchAnswered,
    Rematched,
    StoodIn,
    UndoAnswered,
    UndoAsked,
    Woke,
)
from rumpus.table.match import Match
from rumpus.table.seats import Chairs, fingerprint


class Step:
    """A move that was made: where the story stood before it, who really decided, and its words where they are kept."""

    def __init__(self, seat: Seat, move: Move, mid: str, by: str, story: int, words: str) -> None:
        self.seat = seat
        self.move = move
        self.mid = mid
        self.by = by
        self.story = story
        self.words = words


class Table:
    """No clock, socket or store of its own: `take` is told what happened and when, and nothing else changes it."""

    def __init__(self, id: str, game: Game, made: Made, when: int) -> None:
        if made.version != game.version:
            raise OtherRules(
                f"this table was made under version {made.version} of the rules of {game.title}; "
                f"version {game.version} is installed now, so it cannot go on here"
            )
        self.id = id
        self.game = game
        self.made = made
        self.made_at = when
        self.options: Options = game.options(made.options)
        self.chairs = Chairs(made.places)
        if len(self.places) != game.seats(self.options):
            raise BadRecord(f"this table has {len(self.places)} chairs, but its options ask for another number")
        self.seq = 0
        self.wishes = 0
        """Entries so far that somebody wished for and that are no moves."""
        self.match: Match | None = None
        self.clocks = Clocks(made.clock, len(self.places))
        self.steps: list[Step] = []
        self.decided = [0] * len(self.places)
        self.story: list[Event | Line] = []
        self.epoch = 0
        self._unsaid: set[Seat] = set()
        """Seats of bots that failed at a question of which not everybody may know."""
        self.undo_wish: UndoAsked | None = None
        self.undo_agreed: set[Seat] = set()
        self.rematch = ""
        self.rematch_answers: dict[Seat, bool] = {}
        """Who would play once more and who would not; the first of them has asked."""
        self.began_at = 0
        self.last_at = when

    # --- what is so ---

    @property
    def state(self) -> str:
        if self.chairs.dropped:
            return "dropped"
        if self.match is None:
            return "open"
        return "over" if self.match.over else "playing"

    @property
    def places(self) -> list[Place]:
        return self.chairs.places

    @property
    def names(self) -> list[str]:
        return self.chairs.names

    def seat_of(self, secret: str) -> Seat | None:
        """The chair that this secret opens; looks at every chair, so that time tells nothing."""
        wanted = fingerprint(secret)
        found: Seat | None = None
        for seat, place in enumerate(self.places):
            if place.kind == "person" and hmac.compare_digest(place.lock, wanted):
                found = seat
        return found

    def is_host(self, secret: str) -> bool:
        return hmac.compare_digest(self.made.host, fingerprint(secret))

    def at(self, seat: Seat) -> str:
        """Names the decision that this seat owes or will owe next; it tells nothing about the others' answers."""
        return f"{self.epoch}.{self.decided[seat]}"

    def stuck(self, seat: Seat) -> bool:
        """Whether this seat's bot has failed, as everybody knows: it waits for another one."""
        return self.chairs.failed[seat] and seat not in self._unsaid

    def has(self, seat: Seat, at: str, mid: str) -> bool:
        """Whether exactly this message has been played already."""
        if not mid:
            return False
        epoch, _, number = at.partition(".")
        if epoch != str(self.epoch) or not (number.isascii() and number.isdecimal() and len(number) < 7):
            return False
        if int(number) >= self.decided[seat]:
            return False
        own = [step for step in self.steps if step.seat == seat]
        return own[int(number)].mid == mid

    # --- what happens ---

    def take(self, entry: Entry, when: int, judged: bool = False) -> None:
        """Add the next entry of the book; a move that was just `judged` legal here is not judged again."""
        self.seq += 1
        if not isinstance(entry, (Moved, Woke)):
            self.wishes += 1
        self.last_at = when
        said = self.chairs.take(entry)
        if said:
            self._note(said)
        match entry:
            case Moved():
                self._moved(entry, when, judged)
            case Named(seat, name) if self.match is not None:
                self.match.record.players[seat] = name
            case BotFailed(seat):
                self._unsaid.add(seat)
                self._say_failures()
            case BotReplaced(seat) if self.match is not None:
                self.match.record.players[seat] = self.places[seat].name
            case Began():
                self._begin(when)
            case UndoAsked(seat):
                self.undo_wish = entry
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
            case Woke():
                self.clocks.skip(when)
            case Made():
                raise BadRecord("a table can be made only once")

    def _begin(self, when: int) -> None:
        self.match = self.match_after(0)
        self.began_at = when
        self.story.extend(self.match.events)
        self._owe(when)

    def _moved(self, entry: Moved, when: int, judged: bool) -> None:
        match = self.match
        if match is None:
            raise BadRecord("a move was written down before the game began")
        seen = entry.seat in match.position.waiting(None)
        story = len(self.story)
        shown = None if self.undo_wish is None else self._shown(match)
        happened = match.apply(entry.seat, entry.move, entry.words) if judged else match.play(entry.seat, entry.move)
        if seen and entry.by == "clock":
            self._note(f"The time of {self.places[entry.seat].name} ran out: a bot decided.")
        elif seen and entry.by == "lot":
            self._note(f"The time of {self.places[entry.seat].name} ran out and the bot failed: a lot decided.")
        self.steps.append(Step(entry.seat, entry.move, entry.mid, entry.by, story, entry.words))
        self.decided[entry.seat] += 1
        self.story.extend(happened)
        if shown is not None and (shown != self._shown(match) or any(event.seen_by(None) for event in happened)):
            self.undo_wish = None  # a sealed decision leaves it as it is, so that it is not betrayed
        self.clocks.decided(entry.seat, match.position.to_act(), match.position.waiting(None), when)
        self._say_failures()

    def _shown(self, match: Match) -> tuple[View, Sequence[Seat]]:
        """What everybody can see."""
        return match.position.view(None), match.position.waiting(None)

    def _say_failures(self) -> None:
        """As soon as, for all that anybody knows, it is that bot's turn: earlier it would tell who was asked."""
        assert self.match is not None
        for seat in sorted(self._unsaid):
            if not self.chairs.failed[seat]:
                self._unsaid.discard(seat)
            elif self.match.over or seat in self.match.position.waiting(None):
                self._unsaid.discard(seat)
                self._note(f"{self._bot_of(seat)} has failed and cannot decide.")

    def _bot_of(self, seat: Seat) -> str:
        stand_in = self.chairs.stand_ins[seat]
        return f"The bot ({stand_in}) that plays for {self.places[seat].name}" if stand_in else self.places[seat].name

    def _owe(self, when: int) -> None:
        assert self.match is not None
        self.clocks.owe(self.match.position.to_act(), self.match.position.waiting(None), when)

    def _undo_answered(self, seat: Seat, yes: bool, when: int) -> None:
        if self.undo_wish is None:
            return
        if not yes:
            self._note(f"{self.places[seat].name} would rather not go back.")
            self.undo_wish = None
            return
        self.undo_agreed.add(seat)
        self._undo_if_all_agree(when)

    def _undo_if_all_agree(self, when: int) -> None:
        wish = self.undo_wish
        if wish is None or not set(self.chairs.people) <= self.undo_agreed:
            return
        story = self.steps[wish.keep].story
        notes = [line for line in self.story[story:] if isinstance(line, Line)]
        self.match = self.match_after(wish.keep)
        for step in self.steps[wish.keep :]:
            self.decided[step.seat] -= 1
        del self.steps[wish.keep :]
        self.story[story:] = notes
        self._note(f"{self.places[wish.seat].name} takes the last move back.")
        self.epoch += 1
        self.undo_wish = None
        for seat in range(len(self.places)):
            self.clocks.true.stop(seat, when)
            self.clocks.public.stop(seat, when)
        self._owe(when)

    def _rematch_answered(self, seat: Seat, yes: bool) -> None:
        if not yes and next(iter(self.rematch_answers), None) in (None, seat):
            self.rematch_answers.clear()  # nobody has asked, or whoever did takes it back
        else:
            self.rematch_answers[seat] = yes

    def rematch_is_due(self, here: Sequence[bool]) -> bool:
        """Whether everybody who is here has answered, and somebody is left to play with."""
        people = self.chairs.people
        said = self.rematch_answers
        wanting = [seat for seat, yes in said.items() if yes]
        if not wanting or any(here[seat] and seat not in said for seat in people):
            return False
        return len(wanting) > 1 or all(said.values())

    def match_after(self, moves: int) -> Match:
        """The match as it stood after so many moves, built again from its book."""
        base = self.base_after(self.past + moves)
        return Match(self.game, self.options, base.seed, self.names, base.moves, base.then)

    def walk(self) -> Iterator[RecordStep]:
        """The match again from its deal, the moves of the match that it goes on from included."""
        base = self.base_after(self.past + len(self.steps))
        return walk(self.game, self.options, base.seed, base.moves, base.then)

    @property
    def past(self) -> int:
        """Moves made before the match went on here."""
        return len(self.made.base.moves) if self.made.base else 0

    def base_after(self, moves: int) -> Base:
        """The beginning of this match, with the match that it goes on from, as the base of another one."""
        base = self.made.base
        if base is None:
            return Base(self.made.seed, [(step.seat, step.move) for step in self.steps[:moves]])
        if moves < self.past:
            return Base(base.seed, base.moves[:moves], [pair for pair in base.then if pair[0] < moves])
        made = [(step.seat, step.move) for step in self.steps[: moves - self.past]]
        return Base(base.seed, [*base.moves, *made], [*base.then, (self.past, self.made.seed)])

    def _note(self, text: str) -> None:
        self.story.append(Line(text))


def open_table(id: str, game: Game, entries: Sequence[tuple[Entry, int]]) -> Table:
    """The table that these entries, the first of them `Made`, add up to."""
    made, when = entries[0]
    if not isinstance(made, Made):
        raise BadRecord("the book of this table does not begin with its making")
    table = Table(id, game, made, when)
    for entry, moment in entries[1:]:
        table.take(entry, moment)
    return table
