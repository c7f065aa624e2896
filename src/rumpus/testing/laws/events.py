"""Laws of events: none reveals anything a seat or spectator could not know otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import EVERYONE, Event, Move, Position, Seat, SeenEvent
from rumpus.core.rng import CountingRng, Rng, SeededRng
from rumpus.testing.indistinguishable import must_match
from rumpus.testing.law import TALLY, BrokenLaw, Law, difference, expect, leak, must_be_equal, viewer_name
from rumpus.testing.random_games import RandomGame, games_of, text_of
from rumpus.testing.source_location import EventPlaces, source_of
from rumpus.testing.views import without

CHANGED_DRAWS: Final = 16
"""Random draws of a deal to change, one at a time."""
SHARED_DECISIONS: Final = 8
"""Decisions made in both of two positions."""


class AlteredRng(Rng):
    """Repeats recorded draws with one changed; draws anew once the questions differ."""

    def __init__(self, asked: Sequence[tuple[int, int]], place: int, number: int) -> None:
        self.asked = asked
        self.place = place
        self.number = number
        self._next = 0
        self._own: SeededRng | None = None

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        if self._own is None and (self._next == len(self.asked) or self.asked[self._next][0] != n):
            self._own = SeededRng("altered")
        if self._own is not None:
            return self._own.below(n)
        self._next += 1
        return self.number if self._next - 1 == self.place else self.asked[self._next - 1][1]


@Law
def deal_events_reveal_nothing(game: Game, options: Options, games: int) -> None:
    """After a different draw in the deal, viewers with the same view get the same events."""
    for number in range(games):
        rng = CountingRng(SeededRng(f"deal/{number}"))
        real = game.start(options, rng, listen=True)
        TALLY[-1].games += 1
        heard = real.take_events()
        chooser = SeededRng(f"deal/{number}/changes")
        views = {viewer: text_of(real.view(viewer)) for viewer in [*range(game.seats(options)), None]}
        for _ in range(min(CHANGED_DRAWS, len(rng.draws))):
            place = chooser.below(len(rng.draws))
            size, was = rng.draws[place]
            now = (was + 1 + chooser.below(size - 1)) % size
            other = game.start(options, AlteredRng(rng.draws, place, now), listen=True)
            events = other.take_events()
            place_of = partial(_place_in_deal, game, options, rng.draws)
            for viewer, seen in views.items():
                if text_of(other.view(viewer)) == seen:
                    where = f"{game.name} {options.changed()} seed deal/{number}"
                    listener = Listener(game, viewer, "the deal's events", where)
                    listener.hears_the_same(real, other, heard, events, place_of)


def _place_in_deal(game: Game, options: Options, draws: Sequence[tuple[int, int]], index: int) -> str:
    """Deals again, and returns the source line of an event."""
    return EventPlaces(game).of(lambda: game.start(options, AlteredRng(draws, -1, 0), listen=True), index)


def _place_in_decision(game: Game, before: Position, act: Callable[[Position], None], index: int) -> str:
    """Decides again, and returns the source line of an event."""
    return EventPlaces(game, before).of(lambda: act(before), index)


class Listener(NamedTuple):
    """Compares the events of two games that look the same to a viewer."""

    game: Game
    viewer: Seat | None
    source: str
    where: str

    def hears_the_same(
        self,
        real: Position,
        other: Position,
        heard: Sequence[Event],
        else_heard: Sequence[Event],
        place_of: Callable[[int], str],
    ) -> bool:
        """Returns False if ephemeral events differ, which is allowed and ends the comparison.

        `place_of` finds the source line of an event of the real game, by its index.
        """
        TALLY[-1].comparisons += 1
        mine, theirs = self.noticed(heard), self.noticed(else_heard)
        ephemeral = self.game.ephemeral_events
        for (index, seen), (_, twin) in zip(mine, theirs, strict=False):
            if seen != twin and (seen.kind in ephemeral or twin.kind in ephemeral):
                return False
            if seen != twin:
                sentence = f"{leak(self.viewer, self.source, real, other)}: event {self.named(seen, twin)}"
                raise BrokenLaw(sentence, self.where, place_of(index))
        if len(mine) != len(theirs):
            index, seen = (mine if len(mine) > len(theirs) else theirs)[min(len(mine), len(theirs))]
            if seen.kind in ephemeral:
                return False
            place = place_of(index) if len(mine) > len(theirs) else ""
            sentence = f"{leak(self.viewer, self.source, real, other)}: event `{seen.kind}` occurs or does not"
            raise BrokenLaw(sentence, self.where, place)
        return True

    def noticed(self, events: Sequence[Event]) -> list[tuple[int, SeenEvent]]:
        """Returns the visible events with their indices. Ephemeral events must be public."""
        found: list[tuple[int, SeenEvent]] = []
        for index, event in enumerate(events):
            seen = event.seen_by(self.viewer)
            if seen is None:
                continue
            found.append((index, seen))
            if seen.kind in self.game.ephemeral_events:
                sentence = f"`{seen.kind}` is listed in `Game.ephemeral_events`, but not everybody sees it"
                expect(event.visible_to == EVERYONE, sentence, self.where)
        return found

    def named(self, seen: SeenEvent, twin: SeenEvent) -> str:
        if seen.kind != twin.kind:
            return f"`{seen.kind}` or `{twin.kind}`"
        for number, (one, other) in enumerate(zip(seen.args, twin.args, strict=False)):
            if one != other:
                return f"`{seen.kind}`, argument {number + 1} is {one!r} or {other!r}"
        return f"`{seen.kind}` has {len(seen.args)} or {len(twin.args)} arguments"


@Law
def events_reveal_nothing(game: Game, options: Options, games: int) -> None:
    """Equal decisions in positions that look alike to a seat give it the same events.

    So they do for spectators. All queries of the seat get the same answers, and its view tells no more than the events
    told.
    """
    for match in games_of(game, options, games, "alike"):
        for seat, _ in match.steps():
            if match.now_and_then(16):
                _compare_events(match, seat)
                _compare_events(match, match.seats[match.chooser.below(len(match.seats))])


def _compare_events(match: RandomGame, seat: Seat) -> None:
    """Plays on in two positions that look alike to a seat. Once it may tell them apart, another takes its place."""
    one, other = _alike(match.position, seat, match.where(seat))
    first_pair = True
    for number in range(SHARED_DECISIONS):
        decision = _shared_decision(one, other, match.chooser)
        if decision is None:
            break
        before = one.copy()
        act = _deciding(*decision, f"alike/{number}")
        act(one)
        act(other)
        if not _told_alike(match, seat, one, other, before, decision, act):
            if not one.to_act():
                return
            one, other = _alike(one, seat, f"{match.where(seat)}/{number}")
            first_pair = False
    if first_pair and one.result() is None:
        must_match(match.game, match.options, one, other, seat, match.where(seat))


def _alike(position: Position, seat: Seat, seed: str) -> tuple[Position, Position]:
    """Returns two listening positions that look alike to a seat, the real one if it can be."""
    other = position.determinize(seat, SeededRng(f"{seed}/b"))
    # If nothing is sealed, the real position can be played on as its worlds can.
    real = position.to_act() == other.to_act()
    one = position.copy() if real else position.determinize(seat, SeededRng(f"{seed}/a"))
    for alike in (one, other):
        alike.listen()
        alike.take_events()
    return one, other


def _told_alike(
    match: RandomGame,
    seat: Seat,
    one: Position,
    other: Position,
    before: Position,
    decision: tuple[Seat, Move],
    act: Callable[[Position], None],
) -> bool:
    """Returns whether both positions still look alike after a decision. Events must tell whatever views show."""
    heard, else_heard = one.take_events(), other.take_events()
    after = f"after {match.game.format_move(before, *decision)!r} of seat {decision[0]}"
    place_of = partial(_place_in_decision, match.game, before, act)
    alike = same = text_of(one.view(seat)) == text_of(other.view(seat))
    for viewer in (seat, None):
        listener = Listener(match.game, viewer, f"the events {after}", match.where(seat))
        if alike:  # to the seat, and so to spectators
            same &= listener.hears_the_same(one, other, heard, else_heard, place_of)
            continue
        mine, theirs = ([seen for _, seen in listener.noticed(events)] for events in (heard, else_heard))
        if mine == theirs and _asks_alike(one, other, viewer):
            seen, twin = (without(position.view(viewer), match.game.unannounced) for position in (one, other))
            TALLY[-1].comparisons += 1
            if seen != twin:
                shown = difference(seen, twin)
                sentence = f"{leak(viewer, f'`view` {after}', one, other)}: {shown}, and no event tells it"
                raise BrokenLaw(sentence, match.where(seat), source_of(one, "view") or source_of(one, "apply"))
    return same


def _asks_alike(one: Position, other: Position, viewer: Seat | None) -> bool:
    """Returns whether both games go on and ask the same seats: the end and the question tell something too."""
    ended = one.result() is not None or other.result() is not None
    return not ended and one.visible_to_act(viewer) == other.visible_to_act(viewer)


def _deciding(seat: Seat, move: Move, rng: str) -> Callable[[Position], None]:
    return lambda position: position.apply(seat, move, SeededRng(rng))


def _shared_decision(one: Position, other: Position, rng: Rng) -> tuple[Seat, Move] | None:
    """Picks a decision and a move legal in both positions; None if there is none."""
    acting = one.to_act()
    if not acting or acting != other.to_act():
        return None
    seat = acting[rng.below(len(acting))]
    offered = set(other.moves(seat))
    shared = [move for move in one.moves(seat) if move in offered]
    return (seat, shared[rng.below(len(shared))]) if shared else None


@Law
def sealed_moves_reveal_nothing(game: Game, options: Options, games: int) -> None:
    """A sealed move changes nothing that other seats see, hear or sample."""
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
    """A position just after a sealed move, for one viewer."""

    def __init__(self, match: RandomGame, seat: Seat, answer: Move, viewer: Seat | None) -> None:
        self.match, self.seat, self.answer, self.viewer = match, seat, answer, viewer
        self.position = match.position.copy()
        self.position.apply(seat, answer, SeededRng("seal"))
        self.heard = self.position.take_events()

    def shows_no_more_than(self, other: Sealed) -> None:
        real, twin, viewer = self.position, other.position, self.viewer
        words = [self.match.game.format_move(self.match.position, self.seat, one.answer) for one in (self, other)]

        def leak(source: str) -> str:
            sealed = f"{words[0]!r} or {words[1]!r}"
            return f"{viewer_name(viewer)} can tell from {source} whether seat {self.seat} has sealed {sealed}"

        where = self.match.where(viewer)
        mine, theirs = (Listener(self.match.game, viewer, "", where).noticed(one.heard) for one in (self, other))
        if mine != theirs:
            index, seen = next(one for one in [*mine, *theirs] if one not in mine or one not in theirs)
            act = _deciding(self.seat, self.answer, "seal")
            place = _place_in_decision(self.match.game, self.match.position.copy(), act, index)
            raise BrokenLaw(leak(f"the event `{seen.kind}`"), where, place)
        answers: list[tuple[str, object, object]] = [
            ("view", real.view(viewer), twin.view(viewer)),
            ("visible_to_act", real.visible_to_act(viewer), twin.visible_to_act(viewer)),
        ]
        for what, one, two in answers:
            must_be_equal(one, two, leak(f"`{what}`"), where, source_of(real, what))
        if viewer is not None:
            world, other_world = (position.determinize(viewer, SeededRng("dream")) for position in (real, twin))
            place = source_of(real, "determinize")
            must_be_equal(world.save(), other_world.save(), leak("its determinizations"), where, place)


@Law
def sealing_is_not_announced(game: Game, options: Options, games: int) -> None:
    """A sealed move gives no event to viewers with unchanged views.

    Determinizations take sealed moves back, so nobody may know of them.
    """
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
                TALLY[-1].comparisons += 1
                for index, seen in Listener(game, viewer, "", match.where(viewer)).noticed(events):
                    told = f"{viewer_name(viewer)} can tell from the event `{seen.kind}` that seat {seat} has decided"
                    place = _place_in_decision(game, before, act, index)
                    raise BrokenLaw(f"{told}, while others have not", match.where(viewer), place)
