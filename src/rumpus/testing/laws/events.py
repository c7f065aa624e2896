"""Laws of what is heard: no event tells a seat, or an onlooker, what they could not know otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import EVERYONE, Event, Move, Position, Seat, Seen
from rumpus.core.rng import Counted, Luck, Seeded
from rumpus.testing.indistinguishable import look_the_same
from rumpus.testing.law import BrokenLaw, Law, difference, expect, place_in, tells, who
from rumpus.testing.random_games import RandomGame, games_of, text_of
from rumpus.testing.source_location import EventPlaces

CHANGED: Final = 16
"""Numbers of a deal's luck that are changed, one at a time."""
FUTURE: Final = 8
"""Decisions that two positions are played on together."""


class Altered(Luck):
    """The luck of another game with one number changed; where other questions follow from that, luck of its own."""

    def __init__(self, asked: Sequence[tuple[int, int]], place: int, number: int) -> None:
        self.asked = asked
        self.place = place
        self.number = number
        self._next = 0
        self._own: Seeded | None = None

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        if self._own is None and (self._next == len(self.asked) or self.asked[self._next][0] != n):
            self._own = Seeded("altered")
        if self._own is not None:
            return self._own.below(n)
        self._next += 1
        return self.number if self._next - 1 == self.place else self.asked[self._next - 1][1]


@Law
def alike_deals_sound_alike(game: Game, options: Options, games: int) -> None:
    """If one number of the deal's luck were another, whoever sees no difference has heard none either."""
    for number in range(games):
        luck = Counted(Seeded(f"deal/{number}"))
        real = game.start(options, luck, listen=True)
        heard = real.take_events()
        chooser = Seeded(f"deal/{number}/changes")
        looks = {viewer: text_of(real.view(viewer)) for viewer in [*range(game.seats(options)), None]}
        for _ in range(min(CHANGED, len(luck.asked))):
            place = chooser.below(len(luck.asked))
            size, was = luck.asked[place]
            now = (was + 1 + chooser.below(size - 1)) % size
            other = game.start(options, Altered(luck.asked, place, now), listen=True)
            events = other.take_events()
            again = DealtAgain(game, options, luck.asked)
            for viewer, look in looks.items():
                if text_of(other.view(viewer)) == look:
                    where = f"{game.name} {options.changed()} seed deal/{number}"
                    Ears(game, viewer, "the deal's events", where).same(real, other, heard, events, again)


class DealtAgain:
    """The same deal again, to find where its events come up."""

    def __init__(self, game: Game, options: Options, asked: Sequence[tuple[int, int]]) -> None:
        self.game = game
        self.options = options
        self.asked = asked

    def place(self, index: int) -> str:
        luck = Altered(self.asked, -1, 0)
        return EventPlaces(self.game).of(lambda: self.game.start(self.options, luck, listen=True), index)


class DecidedAgain:
    """The same decision again, to find where its events come up."""

    def __init__(self, game: Game, before: Position, act: Callable[[Position], None]) -> None:
        self.game = game
        self.before = before
        self.act = act

    def place(self, index: int) -> str:
        return EventPlaces(self.game, self.before).of(lambda: self.act(self.before), index)


class Ears:
    """Somebody who listens to two games at once that look the same to them."""

    def __init__(self, game: Game, viewer: Seat | None, source: str, where: str) -> None:
        self.game = game
        self.viewer = viewer
        self.source = source
        self.where = where

    def same(
        self,
        real: Position,
        other: Position,
        heard: Sequence[Event],
        else_heard: Sequence[Event],
        again: DealtAgain | DecidedAgain,
    ) -> bool:
        """False where what is bygone tells the two apart, as it may: then there is nothing more to compare."""
        mine, theirs = self.noticed(heard), self.noticed(else_heard)
        bygone = self.game.bygone
        for (index, seen), (_, twin) in zip(mine, theirs, strict=False):
            if seen != twin and (seen.kind in bygone or twin.kind in bygone):
                return False
            if seen != twin:
                raise BrokenLaw(
                    f"{tells(self.viewer, self.source, real, other)}: event {self.named(seen, twin)}",
                    self.where,
                    again.place(index),
                )
        if len(mine) != len(theirs):
            index, seen = (mine if len(mine) > len(theirs) else theirs)[min(len(mine), len(theirs))]
            if seen.kind in bygone:
                return False
            place = again.place(index) if len(mine) > len(theirs) else ""
            sentence = f"{tells(self.viewer, self.source, real, other)}: event `{seen.kind}` comes or does not"
            raise BrokenLaw(sentence, self.where, place)
        return True

    def noticed(self, events: Sequence[Event]) -> list[tuple[int, Seen]]:
        """What was noticed of these events, with their numbers; what the game lists as bygone everybody notices."""
        found: list[tuple[int, Seen]] = []
        for index, event in enumerate(events):
            seen = event.seen_by(self.viewer)
            if seen is None:
                continue
            found.append((index, seen))
            if seen.kind in self.game.bygone:
                sentence = f"`{seen.kind}` is listed as bygone, told openly, and yet not everybody notices it"
                expect(event.knowers == EVERYONE, sentence, self.where)
        return found

    def named(self, seen: Seen, twin: Seen) -> str:
        if seen.kind != twin.kind:
            return f"`{seen.kind}` or `{twin.kind}`"
        for number, (one, other) in enumerate(zip(seen.args, twin.args, strict=False)):
            if one != other:
                return f"`{seen.kind}`, argument {number + 1} is {one!r} or {other!r}"
        return f"`{seen.kind}` has {len(seen.args)} or {len(twin.args)} arguments"


@Law
def alike_play_sounds_alike(game: Game, options: Options, games: int) -> None:
    """Two positions that look alike to a seat are played on by the same decisions of all: as long as they look alike,
    the seat and onlookers hear the same, and everything the seat can ask is answered alike."""
    for match in games_of(game, options, games, "alike"):
        for seat, _ in match.steps():
            if match.now_and_then(16):
                _sound_alike(match, seat)
                _sound_alike(match, match.seats[match.chooser.below(len(match.seats))])


def _sound_alike(match: RandomGame, seat: Seat) -> None:
    one, other = (match.position.imagine(seat, Seeded(f"{match.where(seat)}/{name}")) for name in "ab")
    if match.position.to_act() == one.to_act():
        # Nobody has sealed anything, so the real position can be played on as its dreams can.
        one = match.position.copy()
    for position in (one, other):
        position.listen()
        position.take_events()
    for number in range(FUTURE):
        decision = _shared_decision(one, other, match.chooser)
        if decision is None:
            break
        before = one.copy()
        luck = f"alike/{number}"
        act = _deciding(*decision, luck)
        act(one)
        act(other)
        heard, else_heard = one.take_events(), other.take_events()
        if text_of(one.view(seat)) != text_of(other.view(seat)):
            return
        source = f"the events after {match.game.write(before, *decision)!r} of seat {decision[0]}"
        again = DecidedAgain(match.game, before, act)
        for viewer in (seat, None):
            if not Ears(match.game, viewer, source, match.where(seat)).same(one, other, heard, else_heard, again):
                return
    if one.result() is None:
        look_the_same(match.game, match.options, one, other, seat, match.where(seat))


def _deciding(seat: Seat, move: Move, luck: str) -> Callable[[Position], None]:
    return lambda position: position.apply(seat, move, Seeded(luck))


def _shared_decision(one: Position, other: Position, luck: Luck) -> tuple[Seat, Move] | None:
    """A decision that somebody owes in both, with a move that both offer; None if there is none."""
    acting = one.to_act()
    if not acting or acting != other.to_act():
        return None
    seat = acting[luck.below(len(acting))]
    offered = set(other.moves(seat))
    shared = [move for move in one.moves(seat) if move in offered]
    return (seat, shared[luck.below(len(shared))]) if shared else None


@Law
def sealed_answers_show_nothing(game: Game, options: Options, games: int) -> None:
    """What another seat has decided, while it is sealed, changes nothing that a seat sees, hears or dreams."""
    for match in games_of(game, options, games, "sealed", listen=True):
        for seat, _ in match.steps():
            acting = match.position.to_act()
            if len(acting) < 2 or not match.now_and_then(4):
                continue
            match.position.take_events()
            moves = match.position.moves(seat)
            for viewer in [None, *acting]:
                if viewer != seat:
                    first = Sealed(match, seat, moves[0], viewer)
                    for answer in {moves[-1], moves[len(moves) // 2]} - {moves[0]}:
                        first.shows_no_more_than(Sealed(match, seat, answer, viewer))


class Sealed:
    """A position in which somebody has just sealed this answer, as one viewer knows it."""

    def __init__(self, match: RandomGame, seat: Seat, answer: Move, viewer: Seat | None) -> None:
        self.match, self.seat, self.answer, self.viewer = match, seat, answer, viewer
        self.position = match.position.copy()
        self.position.apply(seat, answer, Seeded("seal"))
        self.heard = self.position.take_events()

    def shows_no_more_than(self, other: Sealed) -> None:
        real, twin, viewer = self.position, other.position, self.viewer
        words = [self.match.game.write(self.match.position, self.seat, one.answer) for one in (self, other)]
        told = f"{who(viewer)} can tell from {{}} whether seat {self.seat} has sealed {words[0]!r} or {words[1]!r}"
        where = self.match.where(viewer)
        mine, theirs = (Ears(self.match.game, viewer, "", where).noticed(one.heard) for one in (self, other))
        if mine != theirs:
            index, seen = next(one for one in [*mine, *theirs] if one not in mine or one not in theirs)
            act = _deciding(self.seat, self.answer, "seal")
            place = DecidedAgain(self.match.game, self.match.position.copy(), act).place(index)
            raise BrokenLaw(told.format(f"the event `{seen.kind}`"), where, place)
        answers: list[tuple[str, object, object]] = [
            ("view", real.view(viewer), twin.view(viewer)),
            ("waiting", real.waiting(viewer), twin.waiting(viewer)),
        ]
        for what, one, two in answers:
            if one != two:
                sentence = f"{told.format(f'`{what}`')}: {difference(one, two)}"
                raise BrokenLaw(sentence, where, place_in(real, what))
        if viewer is not None:
            dreams = real.imagine(viewer, Seeded("dream")).save(), twin.imagine(viewer, Seeded("dream")).save()
            if dreams[0] != dreams[1]:
                sentence = f"{told.format('its dreams')}: {difference(*dreams)}"
                raise BrokenLaw(sentence, where, place_in(real, "imagine"))


@Law
def who_is_waited_for_is_unheard(game: Game, options: Options, games: int) -> None:
    """Where a seat has decided and others still have to, whoever sees no difference hears nothing: that somebody has
    sealed an answer is taken back in dreams, so nobody may know it."""
    for match in games_of(game, options, games, "waited for", listen=True):
        for seat, move in match.steps():
            if len(match.position.to_act()) < 2 or not match.now_and_then(4):
                continue
            match.position.take_events()
            before, after = match.position.copy(), match.position.copy()
            act = _deciding(seat, move, "seal")
            act(after)
            events = after.take_events()
            for viewer in [None, *match.seats]:
                if viewer == seat or text_of(before.view(viewer)) != text_of(after.view(viewer)):
                    continue
                for index, seen in Ears(game, viewer, "", match.where(viewer)).noticed(events):
                    sentence = f"{who(viewer)} can tell from the event `{seen.kind}` that seat {seat} has decided"
                    place = DecidedAgain(game, before, act).place(index)
                    raise BrokenLaw(f"{sentence}, while others still have to", match.where(viewer), place)
