"""Laws of playing: it ends, the same luck gives the same game everywhere, and only what is offered can be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from rumpus.core.declared import Declaration, Declared, Pool
from rumpus.core.declared.bounds import cards_of
from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Position, Seat
from rumpus.core.rng import Seeded
from rumpus.testing.law import UNWRITTEN, BrokenLaw, Law, difference, expect, must_be_equal, place_in
from rumpus.testing.other_process import other_process
from rumpus.testing.random_games import RandomGame, all_events, games_of, people_of, saved
from rumpus.testing.transcript import story

OF_A_POSITION: Final = ("to_act", "moves", "apply", "result", "copy", "view", "imagine", "save")
OF_A_GAME: Final = ("move_count", "start", "load", "write", "tell")
TRIED: Final = 200
"""Moves that are not offered are all tried where the move space is no larger; else so many of them."""


@Law
def nothing_is_missing(game: Game, options: Options, games: int) -> None:
    """A game has a name, a title, a blurb, its rules, and every method that the contract asks for."""
    for name in ("name", "title", "blurb", "package"):
        expect(bool(getattr(game, name)), f"the game says nothing as its `{name}`", game.name)
    try:
        rules = game.rules()
    except (ImportError, OSError) as error:
        raise BrokenLaw(f"there is no RULES.md in the package {game.package!r}: {error}", game.name) from error
    expect(bool(rules.strip()), "RULES.md is empty", game.name)
    _written(game, OF_A_GAME, Game)
    _written(game.start(options, Seeded("missing")), OF_A_POSITION, Position)


def _written(thing: object, names: Sequence[str], base: type) -> None:
    for name in names:
        written = getattr(type(thing), name) is not getattr(base, name)
        expect(written, UNWRITTEN.format(name), type(thing).__name__)


@Law
def random_play_ends(game: Game, options: Options, games: int) -> None:
    """Random play ends with a payoff and a place per seat; who owes a decision has distinct moves in the move space."""
    space = game.move_count(options)
    for match in games_of(game, options, games, "ends"):
        position = match.position
        for _ in match.steps():
            acting = position.to_act()
            expect(
                acting == sorted(set(acting)), f"`to_act` lists seats upwards, once each, not {acting}", match.where()
            )
            early = position.result()
            expect(early is None, f"there is a result, {early}, while seats {acting} owe a decision", match.where())
            for seat in match.seats:
                moves = position.moves(seat)
                where, place = match.where(seat), place_in(position, "moves")
                expect(bool(moves) == (seat in acting), "who owes a decision has moves, nobody else", where, place)
                expect(len(set(moves)) == len(moves), f"a move is listed twice in {moves}", where, place)
                for move in moves:
                    inside = 0 <= move < space
                    expect(inside, f"move {move} lies outside the move space, 0 to {space - 1}", where, place)
        result = position.result()
        if result is None:
            raise BrokenLaw("nobody owes a decision, and yet there is no result", match.where())
        place = place_in(position, "result")
        expect(len(result) == len(match.seats), f"there is one result per seat, not {result}", match.where(), place)
        within = all(-1 <= value <= 1 for value in result)
        expect(within, f"results lie between -1 and 1, not {result}", match.where(), place)
        sums = abs(sum(result)) < 1e-9 or not game.zero_sum(options)
        expect(sums, f"the results {result} do not add up to 0, and `zero_sum` says that they do", match.where(), place)
        ranking = position.ranking()
        placed = len(ranking) == len(result) and min(ranking) >= 1 and (len(ranking) == 1 or 1 in ranking)
        expect(placed, f"`ranking` gives every seat a place, the best 1, not {ranking}", match.where())


@Law
def same_luck_same_events(game: Game, options: Options, games: int) -> None:
    """Same luck and moves give the same events, all of which have words, and listening changes nothing."""
    people = people_of(game, options)
    for number in range(games):
        seed = f"events/{number}"
        heard, twin = RandomGame(game, options, seed, True), RandomGame(game, options, seed, True)
        silent = RandomGame(game, options, seed, False)
        first = all_events(heard)
        told, again = [repr(event) for event in first], [repr(event) for event in all_events(twin)]
        must_be_equal(told, again, "the same luck and moves gave other events the second time", heard.name)
        must_be_equal(
            heard.position.save(), twin.position.save(), "the same luck and moves gave another game", heard.name
        )
        for _ in silent.steps():
            pass
        expect(silent.position.take_events() == [], "a position that does not listen notes nothing", heard.name)
        must_be_equal(
            heard.position.save(), silent.position.save(), "a game that is listened to comes out otherwise", heard.name
        )
        expect(len(first) > 0, "a game has events, and this one noted none", heard.name)
        for event in first:
            for seat in [None, *heard.seats]:
                seen = event.seen_by(seat)
                if seen is not None:
                    try:
                        words = game.tell(seen, people).text
                    except Exception as error:
                        sentence = f"the event `{seen.kind}` has no words: `tell` fails with {error!r}"
                        raise BrokenLaw(sentence, heard.name, place_in(game, "tell")) from error
                    expect(bool(words.strip()), f"the event `{seen.kind}` has no words", heard.name)


@Law
def same_in_another_process(game: Game, options: Options, games: int) -> None:
    """The same luck and moves give the same moves, views, events and words in another process, where sets and hashes
    come in another order."""
    here = story(game, options.changed(), "elsewhere")
    there = other_process().story(game, options.changed(), "elsewhere")
    for (step, what, one), (_, _, other) in zip(here, there, strict=False):
        if one != other:
            sentence = f"`{what}` comes out otherwise in another process: does it follow the order of a set or a hash?"
            raise BrokenLaw(
                f"{sentence} {difference(one, other)}", f"{game.name} {options.changed()}, after {step} moves"
            )
    expect(len(here) == len(there), "a game is longer in another process", game.name)


@Law
def all_else_is_refused(game: Game, options: Options, games: int) -> None:
    """Whatever is not offered is refused in a sentence and changes nothing; whatever is offered is allowed."""
    space = game.move_count(options)
    for match in games_of(game, options, games, "refuse"):
        position = match.position
        for _ in match.steps():
            if not match.now_and_then(10):
                continue
            before = saved(position)
            for seat in position.to_act():
                number = position.moves(seat)[0]
                for odd in (float(number), str(number), True, None, [number]):
                    _is_refused(position, seat, odd, match.where(seat))
                for nobody in (float(seat), str(seat), True, None, -1, len(match.seats), 10**12):
                    _is_refused(position, nobody, number, match.where(seat))
            for seat in match.seats:
                offered = position.moves(seat)
                for move in offered:
                    reason = position.why_not(seat, move)
                    expect(reason == "", f"move {move} is offered and refused: {reason}", match.where(seat))
                for move in _tried(match, seat, space):
                    if move not in offered:
                        _is_refused(position, seat, move, match.where(seat))
            expect(saved(position) == before, "a refused move changes something", match.where())
        for seat in match.seats:
            _is_refused(position, seat, 0, match.where(seat))


def _tried(match: RandomGame, seat: Seat, space: int) -> list[int]:
    beyond = [-1, space, space + 10**12]
    if seat not in match.position.to_act():
        return [*beyond, match.chooser.below(space)]
    if space <= TRIED:
        return [*beyond, *range(space)]
    return [*beyond, *[match.chooser.below(space) for _ in range(TRIED // 8)]]


def _is_refused(position: Position, seat: object, move: object, where: str) -> None:
    try:
        position.play(seat, move, Seeded("no"))
    except IllegalMove as error:
        expect(
            len(str(error)) > 5, f"a refusal is a sentence, not {str(error)!r}", where, place_in(position, "forbids")
        )
        return
    sentence = f"seat {seat!r} may do {move!r}, which is not offered: `forbids` has no word against it"
    raise BrokenLaw(sentence, where, place_in(position, "forbids"))


@Law
def no_card_gets_lost(game: Game, options: Options, games: int) -> None:
    """In a declared position every deal has the same cards of a pool, and each of them is in one of its fields, from
    the deal to the end: a dream deals what it finds there."""
    first = game.start(options, Seeded("lost"))
    if not isinstance(first, Declared):
        return
    dealt = _pools(first)
    for match in games_of(game, options, games, "lost"):
        assert isinstance(match.position, Declared)
        sentence = "another deal has other cards of the pool, so some are kept in no field"
        must_be_equal(dealt, _pools(match.position), sentence, match.where(), place_in(first, "deal"))
        for _ in match.steps():
            _are_all_there(match, dealt)
        _are_all_there(match, dealt)


def _are_all_there(match: RandomGame, dealt: Mapping[str, list[int]]) -> None:
    assert isinstance(match.position, Declared)
    now = _pools(match.position)
    for fields, cards in dealt.items():
        lost, twice = Counter(cards) - Counter(now[fields]), Counter(now[fields]) - Counter(cards)
        expect(not lost, f"card {_named(lost)} is in no field any more ({fields})", match.where())
        expect(not twice, f"card {_named(twice)} is there twice ({fields})", match.where())


def _named(cards: Counter[int]) -> str:
    return ", ".join(str(card) for card in cards)


def _pools(position: Declared) -> dict[str, list[int]]:
    """The cards of each pool, by the fields that they lie in."""
    pools: dict[Pool, list[Declaration]] = {}
    for field in position.declared:
        if field.pool is not None and field.kind != "knowers":
            pools.setdefault(field.pool, []).append(field)
    return {
        ", ".join(field.name for field in fields): sorted(
            card for field in fields for card in cards_of(position, field)
        )
        for fields in pools.values()
    }


@Law
def playing_out_is_playing_on(game: Game, options: Options, games: int) -> None:
    """Whoever only plays on and picks moves at random without listing them makes the same moves, to the same result."""
    for match in games_of(game, options, games, "playing out"):
        for _ in match.steps():
            if not match.now_and_then(60):
                continue
            listed, quick = match.position.copy(), match.position.copy()
            quick.be_played_out()
            quick = quick.copy()
            one, other = Seeded("on"), Seeded("on")
            for _ in range(200):
                acting = listed.to_act()
                must_be_equal(acting, quick.to_act(), "playing out asks other seats", match.where())
                if not acting:
                    break
                moves = listed.moves(acting[0])
                move = moves[one.below(len(moves))]
                must_be_equal(move, quick.at_random(acting[0], other), "`at_random` picks another move", match.where())
                listed.apply(acting[0], move, one)
                quick.apply(acting[0], move, other)
            must_be_equal(listed.result(), quick.result(), "playing out leads to another result", match.where())
