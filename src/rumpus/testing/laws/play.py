"""Laws of play: games end, are reproducible, and allow legal moves only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import Final

from rumpus.core.catalogue import installed_as
from rumpus.core.content.rulebook import clauses, clauses_in, split_citation
from rumpus.core.declared import DeclaredPosition
from rumpus.core.declared.bounds import cards_in, fields_by_pool
from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.testing.law import NOT_IMPLEMENTED, TALLY, BrokenLaw, Law, difference, expect, must_be_equal
from rumpus.testing.other_process import OtherProcess, other_processes
from rumpus.testing.random_games import RandomGame, all_events, games_of, people_of, saved
from rumpus.testing.source_location import source_of
from rumpus.testing.transcript import Answer, place_of_answer, transcript

OF_A_POSITION: Final = ("to_act", "moves", "apply", "result", "copy", "view", "determinize", "save")
OF_A_GAME: Final = ("move_count", "start", "load", "format_move", "describe_event")
STUBBORN: Final = (0, -1)
STUBBORN_DECISIONS: Final = 2_000
"""Decisions after which a stubborn game is left unfinished."""
MAX_TRIED: Final = 200
"""Size of the move space above which only a sample of illegal moves is tried."""


@Law
def nothing_is_missing(game: Game, options: Options, games: int) -> None:
    """A game has a name, a title, a blurb, rules, and every required method.

    Its name is the one by which it is installed, and `seat_counts` lists numbers.
    """
    for name in ("name", "title", "blurb", "package"):
        expect(bool(getattr(game, name)), f"the game has no `{name}`", game.name)
    called = installed_as(game)
    sentence = f"its `name` is {game.name!r}, and it is installed as {' and '.join(map(repr, called))}: use one name"
    expect(not called or game.name in called, sentence, game.name)
    counts = game.seat_counts()
    listed = isinstance(counts, Sequence) and len(counts) > 0
    expect(listed, f"`seat_counts` returns a list, not {counts!r}", game.name, source_of(game, "seat_counts"))
    try:
        rules = game.rules()
    except (ImportError, OSError) as error:
        raise BrokenLaw(f"there is no RULES.md in the package {game.package!r}: {error}", game.name) from error
    expect(bool(rules.strip()), "RULES.md is empty", game.name)
    _written(game, OF_A_GAME, Game)
    _written(game.start(options, SeededRng("missing")), OF_A_POSITION, Position)


def _written(thing: object, names: Sequence[str], base: type) -> None:
    for name in names:
        written = getattr(type(thing), name) is not getattr(base, name)
        expect(written, NOT_IMPLEMENTED.format(name), type(thing).__name__)


@Law
def random_play_ends(game: Game, options: Options, games: int) -> None:
    """Random play ends with a payoff and a place per seat, within `Game.max_decisions`.

    Seats to act have distinct moves in the move space. Seats that always take the first move, or always the last, keep
    the bound too.
    """
    space = game.move_count(options)
    for stubborn in STUBBORN:
        _play_stubbornly(game, options, stubborn)
    for match in games_of(game, options, games, "ends"):
        position = match.position
        for _ in match.steps():
            acting = position.to_act()
            upwards = acting == sorted(set(acting))
            expect(upwards, f"`to_act` lists seats upwards, once each, not {acting}", match.where())
            early = position.result()
            expect(early is None, f"there is a result, {early}, while seats {acting} are to act", match.where())
            for seat in match.seats:
                moves = position.moves(seat)
                where, place = match.where(seat), source_of(position, "moves")
                expect(bool(moves) == (seat in acting), "seats to act have moves, and no others", where, place)
                expect(len(set(moves)) == len(moves), f"a move is listed twice in {moves}", where, place)
                for move in moves:
                    inside = 0 <= move < space
                    expect(inside, f"move {move} lies outside the move space, 0 to {space - 1}", where, place)
        _expect_short(game, options, match.made, match.where())
        result = position.result()
        if result is None:
            raise BrokenLaw("no seat is to act, but there is no result", match.where())
        place = source_of(position, "result")
        expect(len(result) == len(match.seats), f"there is one result per seat, not {result}", match.where(), place)
        within = all(-1 <= value <= 1 for value in result)
        expect(within, f"results lie between -1 and 1, not {result}", match.where(), place)
        sums = abs(sum(result)) < 1e-9 or not game.zero_sum(options)
        expect(sums, f"the results {result} do not add up to 0, and `zero_sum` says that they do", match.where(), place)
        ranking = position.ranking()
        placed = len(ranking) == len(result) and min(ranking) >= 1 and (len(ranking) == 1 or 1 in ranking)
        expect(placed, f"`ranking` gives every seat a place, the best 1, not {ranking}", match.where())


def _play_stubbornly(game: Game, options: Options, place: int) -> None:
    """Plays a game in which every seat takes the move at this place of its list."""
    rng, made = SeededRng(f"stubborn/{place}"), 0
    position = game.start(options, rng)
    TALLY[-1].games += 1
    where = f"{game.name} {options.changed()}, if everybody always takes the {'last' if place else 'first'} move"
    while made < STUBBORN_DECISIONS and (acting := position.to_act()):
        moves = position.moves(acting[0])
        sentence = f"`moves` returns a list, not {moves!r}"
        expect(isinstance(moves, list), sentence, where, source_of(position, "moves"))
        position.apply(acting[0], moves[place], rng)
        made += 1
        if made > game.max_decisions(options):
            break
    TALLY[-1].decisions += made
    _expect_short(game, options, made, where)


def _expect_short(game: Game, options: Options, made: int, where: str) -> None:
    bound, place = game.max_decisions(options), source_of(game, "max_decisions")
    sentence = f"`max_decisions` says that no match has more than {bound:,} decisions, and this one had {made:,}"
    expect(made <= bound, sentence, where, place)


@Law
def same_seed_same_events(game: Game, options: Options, games: int) -> None:
    """The same seed and moves give the same events, all with texts. Listening changes nothing."""
    people = people_of(game, options)
    for number in range(games):
        seed = f"events/{number}"
        heard, twin = RandomGame(game, options, seed, True), RandomGame(game, options, seed, True)
        silent = RandomGame(game, options, seed, False)
        first = all_events(heard)
        descriptions, again = [repr(event) for event in first], [repr(event) for event in all_events(twin)]
        must_be_equal(descriptions, again, "the same seed and moves gave other events the second time", heard.name)
        end = heard.position.save()
        must_be_equal(end, twin.position.save(), "the same seed and moves gave another game", heard.name)
        for _ in silent.steps():
            pass
        expect(silent.position.take_events() == [], "a position that does not listen recorded events", heard.name)
        must_be_equal(end, silent.position.save(), "a listening position plays another game", heard.name)
        expect(len(first) > 0, "the game recorded no events", heard.name)
        for event in first:
            for seat in [None, *heard.seats]:
                seen = event.seen_by(seat)
                if seen is not None:
                    try:
                        words = game.describe_event(seen, people).text
                    except Exception as error:
                        sentence = f"the event `{seen.kind}` has no text: `describe_event` fails with {error!r}"
                        raise BrokenLaw(sentence, heard.name, source_of(game, "describe_event")) from error
                    expect(bool(words.strip()), f"the event `{seen.kind}` has no text", heard.name)


@Law
def same_in_another_process(game: Game, options: Options, games: int) -> None:
    """The same seed and moves give the same game in other processes, from the deal to the last event.

    Compared are moves, views, events and texts. Sets and hashes have another order in each of these processes.
    """
    changes = options.changed()
    for number in range(games):
        seed = f"elsewhere/{number}"
        here = transcript(game, changes, seed)
        for process in _two_of(other_processes(), number):
            _compare_transcripts(game, changes, seed, here, process.transcript(game, changes, seed))


def _two_of(processes: Sequence[OtherProcess], number: int) -> list[OtherProcess]:
    """Returns two processes in turn, so that each game meets two other orders."""
    return [processes[(number + step) % len(processes)] for step in range(2)]


def _compare_transcripts(
    game: Game, changes: Mapping[str, object], seed: str, here: Sequence[Answer], there: Sequence[Answer]
) -> None:
    for (step, what, one), (_, _, other) in zip(here, there, strict=False):
        TALLY[-1].comparisons += 1
        if one != other:
            pairs = zip(one, other, strict=False) if isinstance(one, list) and isinstance(other, list) else ()
            index = next((at for at, (mine, theirs) in enumerate(pairs) if mine != theirs), 0)
            sentence = f"`{what}` differs in another process: does it depend on the order of a set or a hash?"
            where = f"{game.name} {changes} seed {seed}, after {step} moves"
            place = place_of_answer(game, changes, seed, step, what, index)
            raise BrokenLaw(f"{sentence} {difference(one, other)}", where, place)
    expect(len(here) == len(there), "a game is longer in another process", game.name)


@Law
def illegal_moves_are_refused(game: Game, options: Options, games: int) -> None:
    """Every illegal move is refused in a sentence and changes nothing. Every legal move is accepted.

    A refusal cites clauses of RULES.md only.
    """
    space, known = game.move_count(options), clauses(game.rules())
    for match in games_of(game, options, games, "refuse"):
        position = match.position
        for _ in match.steps():
            if not match.now_and_then(10):
                continue
            before = saved(position)
            for seat in position.to_act():
                number = position.moves(seat)[0]
                for odd in (float(number), str(number), True, None, [number]):
                    _is_refused(known, position, seat, odd, match.where(seat))
                for invalid in (float(seat), str(seat), True, None, -1, len(match.seats), 10**12):
                    _is_refused(known, position, invalid, number, match.where(seat))
            for seat in match.seats:
                offered = position.moves(seat)
                for move in offered:
                    reason = position.refusal(seat, move)
                    expect(reason == "", f"move {move} is in `moves` and refused: {reason}", match.where(seat))
                for move in _tried(match, seat, space):
                    if move not in offered:
                        _is_refused(known, position, seat, move, match.where(seat))
            expect(saved(position) == before, "a refused move changes the position", match.where())
        for seat in match.seats:
            _is_refused(known, position, seat, 0, match.where(seat))


def _tried(match: RandomGame, seat: Seat, space: int) -> list[int]:
    beyond = [-1, space, space + 10**12]
    if seat not in match.position.to_act():
        return [*beyond, match.chooser.below(space)]
    if space <= MAX_TRIED:
        return [*beyond, *range(space)]
    return [*beyond, *[match.chooser.below(space) for _ in range(MAX_TRIED // 8)]]


def _is_refused(known: Container[str], position: Position, seat: object, move: object, where: str) -> None:
    place = source_of(position, "rule_against")
    try:
        position.play(seat, move, SeededRng("no"))
    except IllegalMove as error:
        expect(len(str(error)) > 5, f"a refusal is a sentence, not {str(error)!r}", where, place)
        for clause in clauses_in(split_citation(str(error))[1]):
            expect(clause in known, f"a refusal cites {clause}, which is not in RULES.md", where, place)
        return
    sentence = f"seat {seat!r} may play {move!r}, which is not in `moves`: `rule_against` does not refuse it"
    raise BrokenLaw(sentence, where, place)


@Law
def no_card_gets_lost(game: Game, options: Options, games: int) -> None:
    """In a declared position every card is in one field from the deal to the end.

    Every deal has the same cards of a pool: determinizations deal what they find in its fields.
    """
    first = game.start(options, SeededRng("lost"))
    if not isinstance(first, DeclaredPosition):
        return
    dealt = _pools(first)
    for match in games_of(game, options, games, "lost"):
        assert isinstance(match.position, DeclaredPosition)
        sentence = "another deal has other cards of the pool, so some are kept in no field"
        must_be_equal(dealt, _pools(match.position), sentence, match.where(), source_of(first, "deal"))
        for _ in match.steps():
            _check_cards(match, dealt)
        _check_cards(match, dealt)


def _check_cards(match: RandomGame, dealt: Mapping[str, list[int]]) -> None:
    assert isinstance(match.position, DeclaredPosition)
    now = _pools(match.position)
    for fields, cards in dealt.items():
        lost, twice = Counter(cards) - Counter(now[fields]), Counter(now[fields]) - Counter(cards)
        expect(not lost, f"card {_named(lost)} is in no field any more ({fields})", match.where())
        expect(not twice, f"card {_named(twice)} is there twice ({fields})", match.where())


def _named(cards: Counter[int]) -> str:
    return ", ".join(str(card) for card in cards)


def _pools(position: DeclaredPosition) -> dict[str, list[int]]:
    """Returns the cards of each pool, by the names of their fields."""
    pools = fields_by_pool(position.declared).values()
    return {", ".join(field.name for field in fields): cards_in(position, fields) for fields in pools}


@Law
def rollouts_play_the_same_game(game: Game, options: Options, games: int) -> None:
    """A position prepared for rollouts plays the same random moves to the same result."""
    for match in games_of(game, options, games, "playing out"):
        for _ in match.steps():
            if not match.now_and_then(60):
                continue
            listed, quick = match.position.copy(), match.position.copy()
            quick.prepare_rollout()
            quick = quick.copy()
            one, other = SeededRng("on"), SeededRng("on")
            for _ in range(200):
                acting = listed.to_act()
                place = source_of(match.position, "prepare_rollout")
                must_be_equal(acting, quick.to_act(), "a prepared position asks other seats", match.where(), place)
                if not acting:
                    break
                moves = listed.moves(acting[0])
                move, picked = moves[one.below(len(moves))], quick.random_move(acting[0], other)
                place = source_of(match.position, "random_move")
                must_be_equal(move, picked, "`random_move` picks another move", match.where(), place)
                listed.apply(acting[0], move, one)
                quick.apply(acting[0], move, other)
            place = source_of(match.position, "prepare_rollout")
            one_result, other_result = listed.result(), quick.result()
            must_be_equal(one_result, other_result, "a prepared position leads to another result", match.where(), place)
