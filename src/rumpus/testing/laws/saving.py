"""Laws of copies, saves and returned data."""

from __future__ import annotations

import json
import pickle
import time
from typing import Final, cast

from rumpus.core.declared import DeclaredPosition
from rumpus.core.errors import BadRecord
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Json, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.testing.corruption import damaged_saves
from rumpus.testing.introspection import structure
from rumpus.testing.law import BrokenLaw, Law, broken_by_exception, difference, expect, must_be_equal
from rumpus.testing.random_games import RandomGame, games_of, play_on, saved, text_of
from rumpus.testing.source_location import source_of

LOAD_SECONDS: Final = 2.0
"""Time limit for refusing a damaged save, on a slow machine."""
DECISIONS_PER_COPY: Final = 10
"""Average number of decisions before a copy is replaced by a new one."""
DECISIONS_WATCHED: Final = 6
"""Decisions during which returned data is checked for changes."""
PARTS_PLAYED: Final = 3
"""Parts of ten decisions in which an accepted damaged save is played on."""


@Law
def a_copy_shares_nothing(game: Game, options: Options, games: int) -> None:
    """A copy is an equal, separate object. Playing on in it leaves the original unchanged."""
    for match in games_of(game, options, games, "copy"):
        for _ in match.steps():
            if not match.now_and_then(12):
                continue
            before = match.position.save()
            text, place = text_of(before), source_of(match.position, "copy")
            twin = match.position.copy()
            expect(twin is not match.position, "`copy` returns the position itself", match.where(), place)
            must_be_equal(before, twin.save(), "a copy is another position", match.where(), place)
            before = json.loads(text)
            play_on(twin, SeededRng("on"), 40)
            after = match.position.save()
            must_be_equal(before, after, "playing on in a copy changes the original", match.where(), place)


@Law
def a_copy_is_the_original(game: Game, options: Options, games: int) -> None:
    """A copy with the same decisions and random numbers stays equal and gets the same events."""
    for match in games_of(game, options, games, "original", listen=True):
        twin: Position | None = None
        for seat, move in match.steps():
            again = match.now_and_then(DECISIONS_PER_COPY)
            if twin is not None:
                _compare_copy(match, twin, whole=again)
            if twin is None or again:
                twin = match.position.copy()
                pending = twin.take_events()
                expect(pending == [], f"a copy has its original's pending events: {pending}", match.where())
                match.position.take_events()
            rng = f"{match.name}/{match.made}"
            match.rng = SeededRng(rng)
            twin.apply(seat, move, SeededRng(rng))
        if twin is not None:
            _compare_copy(match, twin, whole=True)


def _compare_copy(match: RandomGame, twin: Position, whole: bool) -> None:
    real, where, place = match.position, match.where(), source_of(match.position, "copy")
    events, copied = ([repr(event) for event in position.take_events()] for position in (real, twin))
    must_be_equal(events, copied, "a copy records other events than its original", where, place)
    must_be_equal(real.to_act(), twin.to_act(), "a copy asks other seats than its original", where, place)
    for seat in real.to_act():
        must_be_equal(real.moves(seat), twin.moves(seat), "a copy offers other moves than its original", where, place)
    must_be_equal(real.result(), twin.result(), "a copy has another result than its original", where, place)
    if whole:
        must_be_equal(real.save(), twin.save(), "a copy plays on differently from its original", where, place)
        for viewer in [None, *match.seats]:
            views = real.view(viewer), twin.view(viewer)
            must_be_equal(*views, "a copy has another view than its original", where, place)


@Law
def a_saved_position_goes_on(game: Game, options: Options, games: int) -> None:
    """`load(save())` through JSON gives the same position for every seat, and it continues identically."""
    for match in games_of(game, options, games, "save"):
        for _ in match.steps():
            if not match.now_and_then(12):
                continue
            place = source_of(match.position, "save")
            text = saved(match.position)
            again = _loaded(match, text)
            must_be_equal(json.loads(text), again.save(), "save, load, save gives another save", match.where(), place)
            for seat in [None, *match.seats]:
                seen = match.position.view(seat), again.view(seat)
                must_be_equal(*seen, "a loaded position has another view", match.where(seat), place)
            twin = match.position.copy()
            play_on(again, SeededRng("on"), 60)
            play_on(twin, SeededRng("on"), 60)
            must_be_equal(twin.save(), again.save(), "a loaded position plays on differently", match.where(), place)


def _loaded(match: RandomGame, text: str) -> Position:
    try:
        return match.game.load(match.options, json.loads(text))
    except BadRecord as error:
        raise BrokenLaw(f"`load` refuses what `save` has written: {error}", match.where()) from error


@Law
def fields_are_kept(game: Game, options: Options, games: int) -> None:
    """Every attribute is equal in a copy and after load(save()), except for PASSING ones.

    Playing on in a copy changes no attribute of the original, except for those listed as REMEMBERED.
    """
    for match in games_of(game, options, games, "fields"):
        for _ in match.steps():
            if not match.now_and_then(20):
                continue
            whole, lasting = structure(match.position), structure(match.position, passing=False)
            twin = match.position.copy()
            gap = _gap(lasting, structure(twin, passing=False))
            expect(not gap, f"`copy` loses an attribute, {gap}", match.where(), source_of(match.position, "copy"))
            again = _loaded(match, saved(match.position))
            gap = _gap(lasting, structure(again, passing=False))
            expect(not gap, f"`save` loses an attribute, {gap}", match.where(), source_of(match.position, "save"))
            play_on(twin, SeededRng("on"), 40)
            gap = _gap(whole, structure(match.position))
            expect(not gap, f"a copy shares an attribute, {gap}", match.where(), source_of(match.position, "copy"))


def _gap(one: object, other: object) -> str:
    """Returns the first difference of two structures. Nearly all are equal, which `repr` finds sooner."""
    return "" if repr(one) == repr(other) else difference(one, other)


class ReturnedData:
    """Data returned by a position, and its original content."""

    def __init__(self, match: RandomGame, method: str, seat: Seat | None, thing: object) -> None:
        self.method = method
        self.seat = seat
        self.thing = thing
        self.then = pickle.loads(pickle.dumps(thing))
        self.since = match.made

    def must_be_unchanged(self, match: RandomGame) -> None:
        sentence = f"the data `{self.method}` returned {match.made - self.since} moves ago has changed since"
        must_be_equal(self.then, self.thing, sentence, match.where(self.seat), source_of(match.position, self.method))


@Law
def returned_data_never_changes(game: Game, options: Options, games: int) -> None:
    """A position never changes lists and mappings after returning them."""
    for match in games_of(game, options, games, "handed out"):
        returned: list[ReturnedData] = []
        for _ in match.steps():
            for one in returned:
                one.must_be_unchanged(match)
            returned = [one for one in returned if match.made - one.since < DECISIONS_WATCHED]
            if not match.now_and_then(20):
                continue
            position = match.position
            returned.append(ReturnedData(match, "save", None, position.save()))
            returned.append(ReturnedData(match, "to_act", None, position.to_act()))
            for seat in match.seats:
                returned.append(ReturnedData(match, "moves", seat, position.moves(seat)))
                returned.append(ReturnedData(match, "view", seat, position.view(seat)))
                returned.append(ReturnedData(match, "visible_to_act", seat, position.visible_to_act(seat)))
            returned.append(ReturnedData(match, "view", None, position.view(None)))
        for one in returned:
            one.must_be_unchanged(match)


@Law
def a_damaged_save_is_refused(game: Game, options: Options, games: int) -> None:
    """A damaged save is refused at once in a sentence, or can be viewed and played on."""
    for match in games_of(game, options, games, "damage"):
        for _ in match.steps():
            if match.now_and_then(60):
                for what, plain in damaged_saves(match.position.save(), match.chooser, 5):
                    _is_refused_or_works(game, options, plain, f"{what}, {match.where()}")


def _is_refused_or_works(game: Game, options: Options, plain: Json, where: str) -> None:
    began = time.perf_counter()
    place = source_of(game, "load")
    try:
        position = game.load(options, cast(dict[str, Json], plain))
    except BadRecord as error:
        expect(10 < len(str(error)) < 1000, "a refusal is a sentence", where, place)
        str(error).encode()
        return
    except Exception as error:
        raise BrokenLaw(f"a damaged save is refused as a BadRecord, not by a {error!r}", where, place) from error
    finally:
        expect(time.perf_counter() - began < LOAD_SECONDS, "a damaged save is refused at once", where, place)
    try:
        _look_around(game, options, position)
        again = saved(game.load(options, json.loads(saved(position))))
        expect(again == saved(position), "an accepted save can be saved again", where, place)
        over = position.result() is not None
        expect(bool(position.to_act()) != over, "an accepted save goes on, or is over", where, place)
        for part in range(PARTS_PLAYED):
            play_on(position, SeededRng(f"on/{part}"), 10)
            _look_around(game, options, position)
    except BrokenLaw:
        raise
    except Exception as error:
        failure = broken_by_exception(game, error, where)
        accepts = "`flaw` accepts" if isinstance(position, DeclaredPosition) else "`load` accepts"
        raise BrokenLaw(f"{accepts} a damaged save, and then {failure.sentence}", where, failure.place) from error


def _look_around(game: Game, options: Options, position: Position) -> None:
    """Views the position from all seats, and plays on in a world of each."""
    for seat in [None, *range(game.seats(options))]:
        text_of(position.view(seat))
    for seat in range(game.seats(options)):
        play_on(position.determinize(seat, SeededRng("dream")), SeededRng("on"), 10)
