"""Laws of copies, saves and whatever else a position hands out."""

from __future__ import annotations

import json
import pickle
import time
from typing import Final, cast

from rumpus.core.errors import BadRecord
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Plain, Position, Seat
from rumpus.core.rng import Seeded
from rumpus.testing.corruption import damaged_saves
from rumpus.testing.introspection import anatomy, first_difference
from rumpus.testing.law import BrokenLaw, Law, expect, must_be_equal, place_in
from rumpus.testing.random_games import RandomGame, games_of, play_on, saved, text_of

AT_ONCE: Final = 2.0
"""Seconds in which a damaged save is refused, on the slowest of machines."""
TOGETHER: Final = 10
"""About so many decisions a copy is played beside its original before a new one takes its place."""
HELD: Final = 6
"""For so many decisions what was handed out is looked at again."""


@Law
def a_copy_shares_nothing(game: Game, options: Options, games: int) -> None:
    """A copy is equal, is another object, and playing on in it leaves the original alone."""
    for match in games_of(game, options, games, "copy"):
        for _ in match.steps():
            if not match.now_and_then(12):
                continue
            before = match.position.save()
            text, place = text_of(before), place_in(match.position, "copy")
            twin = match.position.copy()
            expect(twin is not match.position, "`copy` gives the position itself", match.where(), place)
            must_be_equal(before, twin.save(), "a copy is another position", match.where(), place)
            before = json.loads(text)
            play_on(twin, Seeded("on"), 40)
            after = match.position.save()
            must_be_equal(before, after, "a copy that is played on changes its original", match.where(), place)


@Law
def a_copy_is_the_original(game: Game, options: Options, games: int) -> None:
    """A copy that makes the same decisions with the same luck stays like its original, and hears the same."""
    for match in games_of(game, options, games, "original", listen=True):
        twin: Position | None = None
        for seat, move in match.steps():
            again = match.now_and_then(TOGETHER)
            if twin is not None:
                _goes_along(match, twin, whole=again)
            if twin is None or again:
                twin = match.position.copy()
                pending = twin.take_events()
                expect(pending == [], f"a copy has its original's pending events: {pending}", match.where())
                match.position.take_events()
            luck = f"{match.name}/{match.made}"
            match.luck = Seeded(luck)
            twin.apply(seat, move, Seeded(luck))
        if twin is not None:
            _goes_along(match, twin, whole=True)


def _goes_along(match: RandomGame, twin: Position, whole: bool) -> None:
    real, where, place = match.position, match.where(), place_in(match.position, "copy")
    told, heard = [repr(event) for event in real.take_events()], [repr(event) for event in twin.take_events()]
    must_be_equal(told, heard, "a copy hears other events than its original", where, place)
    must_be_equal(real.to_act(), twin.to_act(), "a copy asks other seats than its original", where, place)
    for seat in real.to_act():
        must_be_equal(real.moves(seat), twin.moves(seat), "a copy offers other moves than its original", where, place)
    must_be_equal(real.result(), twin.result(), "a copy has another result than its original", where, place)
    if whole:
        must_be_equal(real.save(), twin.save(), "a copy goes on otherwise than its original", where, place)
        for viewer in [None, *match.seats]:
            must_be_equal(real.view(viewer), twin.view(viewer), "a copy looks other than its original", where, place)


@Law
def a_saved_position_goes_on(game: Game, options: Options, games: int) -> None:
    """load(save()) through JSON text is the same position, to every seat, and goes on identically."""
    for match in games_of(game, options, games, "save"):
        for _ in match.steps():
            if not match.now_and_then(12):
                continue
            place = place_in(match.position, "save")
            text = saved(match.position)
            again = game.load(options, json.loads(text))
            must_be_equal(json.loads(text), again.save(), "save, load, save gives another save", match.where(), place)
            for seat in [None, *match.seats]:
                seen = match.position.view(seat), again.view(seat)
                must_be_equal(*seen, "a loaded position looks otherwise", match.where(seat), place)
            twin = match.position.copy()
            play_on(again, Seeded("on"), 60)
            play_on(twin, Seeded("on"), 60)
            must_be_equal(twin.save(), again.save(), "a loaded position goes on otherwise", match.where(), place)


@Law
def fields_are_kept(game: Game, options: Options, games: int) -> None:
    """Every attribute of a position and of its parts is equal in a copy and after load(save()), but for those that a
    class lists as PASSING; and no attribute of the original, but for those it lists as REMEMBERED, changes when a copy
    is played on."""
    for match in games_of(game, options, games, "fields"):
        for _ in match.steps():
            if not match.now_and_then(20):
                continue
            whole, lasting = anatomy(match.position), anatomy(match.position, passing=False)
            twin = match.position.copy()
            gap = first_difference(lasting, anatomy(twin, passing=False))
            expect(not gap, f"`copy` loses an attribute, {gap}", match.where(), place_in(match.position, "copy"))
            again = game.load(options, json.loads(saved(match.position)))
            gap = first_difference(lasting, anatomy(again, passing=False))
            expect(not gap, f"`save` loses an attribute, {gap}", match.where(), place_in(match.position, "save"))
            play_on(twin, Seeded("on"), 40)
            gap = first_difference(whole, anatomy(match.position))
            expect(not gap, f"a copy shares an attribute, {gap}", match.where(), place_in(match.position, "copy"))


class HandedOut:
    """An answer that a position gave, and what it was when it was given."""

    def __init__(self, match: RandomGame, method: str, seat: Seat | None, thing: object) -> None:
        self.method = method
        self.seat = seat
        self.thing = thing
        self.then = pickle.loads(pickle.dumps(thing))
        self.since = match.made

    def stays(self, match: RandomGame) -> None:
        sentence = f"what `{self.method}` handed out {match.made - self.since} moves ago is its own and has changed"
        must_be_equal(self.then, self.thing, sentence, match.where(self.seat), place_in(match.position, self.method))


@Law
def what_is_handed_out_stays(game: Game, options: Options, games: int) -> None:
    """Lists and mappings that a position hands out are never changed by it afterwards."""
    for match in games_of(game, options, games, "handed out"):
        held: list[HandedOut] = []
        for _ in match.steps():
            for one in held:
                one.stays(match)
            held = [one for one in held if match.made - one.since < HELD]
            if not match.now_and_then(20):
                continue
            position = match.position
            held.append(HandedOut(match, "save", None, position.save()))
            held.append(HandedOut(match, "to_act", None, position.to_act()))
            for seat in match.seats:
                held.append(HandedOut(match, "moves", seat, position.moves(seat)))
                held.append(HandedOut(match, "view", seat, position.view(seat)))
                held.append(HandedOut(match, "waiting", seat, position.waiting(seat)))
            held.append(HandedOut(match, "view", None, position.view(None)))
        for one in held:
            one.stays(match)


@Law
def a_damaged_save_is_refused(game: Game, options: Options, games: int) -> None:
    """Whatever a save could not have been is refused in a sentence, at once; what is taken for one can be seen and
    played on."""
    for match in games_of(game, options, games, "damage"):
        for _ in match.steps():
            if match.now_and_then(60):
                for what, plain in damaged_saves(match.position.save(), match.chooser, 5):
                    _is_refused_or_works(game, options, plain, f"{what}, {match.where()}")


def _is_refused_or_works(game: Game, options: Options, plain: Plain, where: str) -> None:
    began = time.perf_counter()
    place = place_in(game, "load")
    try:
        position = game.load(options, cast(dict[str, Plain], plain))
    except BadRecord as error:
        expect(10 < len(str(error)) < 1000, "a refusal is a sentence", where, place)
        str(error).encode()
        return
    except Exception as error:
        raise BrokenLaw(f"a damaged save is refused as a BadRecord, not by a {error!r}", where, place) from error
    finally:
        expect(time.perf_counter() - began < AT_ONCE, "a damaged save is refused at once", where, place)
    try:
        for seat in [None, *range(game.seats(options))]:
            text_of(position.view(seat))
        for seat in range(game.seats(options)):
            play_on(position.imagine(seat, Seeded("dream")), Seeded("on"), 10)
        again = saved(game.load(options, json.loads(saved(position))))
        expect(again == saved(position), "what was taken for a save can be saved", where, place)
        expect(bool(position.to_act()) != (position.result() is not None), "it goes on, or it is over", where, place)
        play_on(position, Seeded("on"), 30)
    except BrokenLaw:
        raise
    except Exception as error:
        raise BrokenLaw(f"a damaged save is refused, or works, without a {error!r}", where, place) from error
