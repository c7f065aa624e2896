"""Laws of determinization: consistent with the seat's knowledge, and reaching every deal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Final

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import EVERYONE, Json, Position, Seat
from rumpus.core.rng import CountingRng, SeededRng
from rumpus.testing.indistinguishable import must_match
from rumpus.testing.law import TALLY, BrokenLaw, Law, expect, leak, must_be_equal
from rumpus.testing.random_games import MAX_DECISIONS, RandomGame, games_of, play_on, saved, text_of
from rumpus.testing.source_location import source_of
from rumpus.testing.views import without

MAX_EXTRA_GAMES: Final = 20
ENOUGH_DIFFERENT: Final = 6
"""Worlds to find that differ from the real position, in `MAX_EXTRA_GAMES` more games at most."""
SAMPLES: Final = 240
"""Chained worlds, and fresh deals, to compare."""
MAX_FRESH_DEALS: Final = 1500
MIN_ALIKE: Final = 60
"""Minimum number of publicly equal fresh deals, of `MAX_FRESH_DEALS`. With fewer, any deals are used."""
MAX_SIGMAS: Final = 6.0
LATER_SAMPLES: Final = 60
LATER_SAMPLES_PER_GAME: Final = 20
LATER_DECISIONS: Final = (2, 3, 4, 6, 9, 14, 20)
"""Decisions after which worlds are compared with the real position."""
WITHOUT_PLACES: Final = re.compile(r"\[\d+\]")
"""Indices are left out of paths: the cards of a hand lie in any order."""
LATER_SEATS: Final = 2
"""Seats whose worlds are compared in each game."""
LATER_SIGMAS: Final = 4.5
LATER_RATIO: Final = 6
OPENING_DECISIONS: Final = 40
"""Decisions after which a game without a random draw counts as having none."""


@Law
def determinization_is_consistent(game: Game, options: Options, games: int) -> None:
    """A determinization agrees with the real position in everything the seat can query.

    These are view, moves, texts, forecasts, refusals and features. It can be played to its end. It depends on the
    seat's knowledge alone: two positions that the seat cannot distinguish give the same world with the same random
    numbers.
    """
    check_determinizations(game, options, games)


def check_determinizations(game: Game, options: Options, games: int) -> list[bool]:
    """Checks the law. Returns for each world checked whether it differs from the real position.

    If nothing is hidden from a seat, its worlds are the real position and no law can fail. Searches more games if too
    few worlds differ.
    """
    differing: list[bool] = []
    for number, match in enumerate(games_of(game, options, games + MAX_EXTRA_GAMES, "dream")):
        searching = number >= games
        if searching and sum(differing) >= ENOUGH_DIFFERENT:
            break
        for _ in match.steps():
            now = not searching and match.now_and_then(10)
            if not now and sum(differing) >= ENOUGH_DIFFERENT:
                continue
            before = saved(match.position)
            for seat in match.seats:
                world = match.position.determinize(seat, SeededRng(f"{match.name}/{match.made}/{seat}"))
                differs = saved(world) != before
                if now or differs:
                    differing.append(differs)
                    _check(world, match, seat)
            place = source_of(match.position, "determinize")
            expect(saved(match.position) == before, "`determinize` changes the real position", match.where(), place)
    return differing


def _check(world: Position, match: RandomGame, seat: Seat) -> None:
    game, options, real = match.game, match.options, match.position
    where, place = match.where(seat), source_of(real, "determinize")
    must_match(game, options, real, world, seat, where)
    again = real.determinize(seat, SeededRng("again")), world.determinize(seat, SeededRng("again"))
    sentence = "a determinization depends on more than the seat's knowledge and the random numbers"
    must_be_equal(again[0].save(), again[1].save(), sentence, where, place)
    for move in world.moves(seat)[:10]:
        chances = game.forecast(world, seat, move), game.forecast(again[0], seat, move)
        if chances[0] != chances[1]:
            sentence = f"{leak(seat, '`forecast`', world, again[0])}: the forecast of move {move} differs"
            must_be_equal(*chances, sentence, where, source_of(game, "forecast", real))
    _check_evaluator(match, seat, world, again[0])
    play_on(world, SeededRng("on"), MAX_DECISIONS)
    expect(world.result() is not None, "a determinization cannot be played to its end", where, place)


def _check_evaluator(match: RandomGame, seat: Seat, world: Position, other: Position) -> None:
    bots = match.game.bots()
    evaluator = bots.evaluator(match.options)
    if bots.evaluator_sees_view_only:
        for move in world.moves(seat)[:10]:
            values = evaluator.score_move(world, seat, move), evaluator.score_move(other, seat, move)
            if values[0] != values[1]:
                leaked = leak(seat, "`score_move` with `evaluator_sees_view_only`", world, other)
                where, place = match.where(seat), source_of(evaluator, "score_move", match.position)
                raise BrokenLaw(f"{leaked}: {values[0]} or {values[1]}", where, place)
    value, place = evaluator.value(world, seat), source_of(evaluator, "value", match.position)
    expect(-1 <= value <= 1, f"`value` lies between -1 and 1, not {value}", match.where(seat), place)


@Law
def determinization_does_not_listen(game: Game, options: Options, games: int) -> None:
    """A determinization of a listening position does not listen: a search plays thousands of them."""
    for match in games_of(game, options, games, "deaf", listen=True):
        for _ in match.steps():
            if match.now_and_then(20):
                place = source_of(match.position, "determinize")
                for seat in match.seats:
                    deaf = match.position.determinize(seat, SeededRng("deaf")).events is None
                    expect(deaf, "a determinization listens: its `events` must be None", match.where(seat), place)


@Law
def determinizations_vary(game: Game, options: Options, games: int) -> None:
    """If something is hidden from a seat, its determinizations differ."""
    secrets = varied = False
    for match in games_of(game, options, games, "vary", listen=True):
        for _ in match.steps():
            secrets = secrets or any(event.visible_to != EVERYONE for event in match.position.take_events())
            if not varied and match.now_and_then(6):
                for seat in match.seats:
                    worlds = {saved(match.position.determinize(seat, SeededRng(f"{match.made}/{n}"))) for n in range(4)}
                    varied = varied or len(worlds) > 1
    expect(varied or not secrets, "there are secrets, but all determinizations are equal", game.name)


@Law
def spectators_know_no_more(game: Game, options: Options, games: int) -> None:
    """Spectators' view and the lab's standing are the same in every determinization.

    Otherwise a seat could learn something by spectating.
    """
    lab = game.lab()
    for match in games_of(game, options, games, "onlookers"):
        for _ in match.steps():
            if not match.now_and_then(12):
                continue
            real = match.position
            for seat in match.seats:
                world = real.determinize(seat, SeededRng(f"{match.made}/{seat}"))
                answers: list[tuple[str, object, object, object]] = [
                    ("view", real, real.view(None), world.view(None)),
                    ("visible_to_act", real, real.visible_to_act(None), world.visible_to_act(None)),
                    ("standing", lab, lab.standing(real), lab.standing(world)),
                    ("rounds", lab, lab.rounds(real), lab.rounds(world)),
                ]
                for what, owner, one, other in answers:
                    sentence = f"a spectator can tell from `{what}` what is hidden from seat {seat}"
                    must_be_equal(one, other, sentence, match.where(seat), source_of(owner, what, real))


@Law
def determinizations_reach_every_deal(game: Game, options: Options, games: int) -> None:
    """Repeated determinization for every seat in turn gives the distribution of fresh deals."""
    deals = Deals(game, options)
    first = next((deal for number in range(OPENING_DECISIONS) if (deal := deals.number(number)) is not None), None)
    if first is None:
        return
    public = text_of(first.view(None))
    fresh: Counter[tuple[str, Json]] = Counter()
    alike = 0
    for number in range(MAX_FRESH_DEALS):
        if alike == SAMPLES or (number == MAX_FRESH_DEALS // 5 and alike < MIN_ALIKE // 5):
            break
        deal = deals.number(number)
        if deal is not None and text_of(deal.view(None)) == public:
            alike += 1
            fresh.update(leaves(deal.save(), ""))
    chain: Counter[tuple[str, Json]] = Counter()
    rng = SeededRng("reach")
    if alike >= MIN_ALIKE:
        world, worlds = first, SAMPLES
        for _ in range(SAMPLES):
            world = _sampled_by_all(game, options, world, rng)
            chain.update(leaves(world.save(), ""))
    else:
        # Too few deals look the same in public: worlds of different deals must then be distributed as the deals are.
        fresh.clear()
        found = [deal for number in range(SAMPLES) if (deal := deals.number(number)) is not None]
        alike = worlds = len(found)
        for deal in found:
            fresh.update(leaves(deal.save(), ""))
            chain.update(leaves(_sampled_by_all(game, options, deal, rng).save(), ""))
    _compare_frequencies(game, options, fresh, alike, chain, worlds)


@Law
def determinizations_reach_every_position(game: Game, options: Options, games: int) -> None:
    """Later in the game, others hold in worlds what they hold in real positions.

    Compared is what another seat sees. A value is missing if real positions often have it and worlds hardly ever. Finer
    differences are allowed: what others did tells something about their hands.
    """
    missing: Counter[tuple[Seat, str, Json]] = Counter()
    extra: Counter[tuple[Seat, str, Json]] = Counter()
    place = ""
    for number, match in enumerate(games_of(game, options, LATER_SAMPLES + LATER_SAMPLES_PER_GAME * games, "later")):
        if not _play_until_later(match):
            continue
        real, place = match.position, source_of(match.position, "determinize") or source_of(match.position, "could_be")
        for step in range(min(LATER_SEATS, len(match.seats))):
            seat, other = ((number + next_to) % len(match.seats) for next_to in (step, step + 1))
            world = real.determinize(seat, SeededRng(f"{match.name}/{seat}"))
            TALLY[-1].comparisons += 1
            mine, theirs = (without(position.view(other), game.unsampled) for position in (real, world))
            held, sampled = _differing(mine, theirs)
            missing.update((other, *leaf) for leaf in held - sampled)
            extra.update((other, *leaf) for leaf in sampled - held)
    for leaf, count in missing.items():
        # McNemar's test: without a bias, either side has the value alone equally often.
        other_way, (viewer, path, value) = extra[leaf], leaf
        biased = (count - other_way) ** 2 > LATER_SIGMAS**2 * (count + other_way) and count > LATER_RATIO * other_way
        sentence = (
            f"`determinize` misses later what is really there: seat {viewer} sees {value!r} in `{path}` {count} times "
            f"in the real position alone, and {_times(other_way)} in the world alone"
        )
        expect(not biased, sentence, f"{game.name} {options.changed()}", place)


def _times(number: int) -> str:
    return "never" if number == 0 else "once" if number == 1 else f"{number} times"


def _play_until_later(match: RandomGame) -> bool:
    """Plays some decisions, up to one that spectators notice: then no move is sealed. False if the game is over."""
    wanted = LATER_DECISIONS[match.chooser.below(len(LATER_DECISIONS))]
    before = ""
    for _ in match.steps():
        if match.made >= wanted - 1:
            now = text_of(match.position.view(None))
            if match.made >= wanted and now != before:
                return True
            before = now
    return False


def _differing(real: Json, world: Json) -> tuple[Counter[tuple[str, Json]], Counter[tuple[str, Json]]]:
    """Returns the values of both views by their lists, leaving out what is equal."""
    found: tuple[Counter[tuple[str, Json]], Counter[tuple[str, Json]]] = Counter(), Counter()
    assert isinstance(real, dict)
    assert isinstance(world, dict)
    for name in {**real, **world}:
        if real.get(name) != world.get(name):
            for counter, view in zip(found, (real, world), strict=True):
                counter.update((WITHOUT_PLACES.sub("", path), value) for path, value in leaves(view.get(name), name))
    return found


class Deals:
    """Positions after the first random draw, with first-listed moves before it.

    No view keeps ephemeral events, so worlds need not agree with them: deals without such events are used if there are
    any.
    """

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.without_ephemeral = bool(game.ephemeral_events) and not all(
            self._has_ephemeral_events(deal)
            for number in range(OPENING_DECISIONS)
            if (deal := self._dealt(number)) is not None
        )

    def number(self, number: int) -> Position | None:
        """Returns a deal; None if there is no random draw, or if it is not used."""
        deal = self._dealt(number)
        return None if deal is None or (self.without_ephemeral and self._has_ephemeral_events(deal)) else deal

    def _has_ephemeral_events(self, deal: Position) -> bool:
        return any(event.kind in self.game.ephemeral_events for event in deal.events or ())

    def _dealt(self, number: int) -> Position | None:
        TALLY[-1].games += 1
        rng = CountingRng(SeededRng(f"reach/{number}"))
        position = self.game.start(self.options, rng, True)
        for _ in range(OPENING_DECISIONS):
            if rng.draws:
                return position
            acting = position.to_act()
            if not acting:
                return None
            position.apply(acting[0], position.moves(acting[0])[0], rng)
        return None


def _sampled_by_all(game: Game, options: Options, position: Position, rng: SeededRng) -> Position:
    for seat in range(game.seats(options)):
        position = position.determinize(seat, rng)
    return position


def _compare_frequencies(
    game: Game,
    options: Options,
    fresh: Counter[tuple[str, Json]],
    deals: int,
    chain: Counter[tuple[str, Json]],
    worlds: int,
) -> None:
    worst, shares = 0.0, (0.0, 0.0)
    leaf: tuple[str, Json] = ("", None)
    values = Counter(path for path, _ in fresh)
    for path, value in sorted({*fresh, *chain}, key=repr):
        if values[path] < 2:
            continue  # the same in every deal
        count = fresh[path, value], chain[path, value]
        mean = (count[0] + count[1]) / (deals + worlds)
        # Two-proportion z-test; `MAX_SIGMAS` is far beyond the noise of some hundred leaves.
        spread = sqrt(mean * (1 - min(mean, 1.0)) * (1 / deals + 1 / worlds))
        share = count[0] / deals, count[1] / worlds
        off = abs(share[0] - share[1]) / spread if spread else 0.0
        if off > worst:
            worst, leaf, shares = off, (path, value), share
    expect(
        worst <= MAX_SIGMAS,
        f"`determinize` does not reach every deal alike: `{leaf[0]}` is {leaf[1]!r} in {shares[0]:.0%} of fresh deals "
        f"and in {shares[1]:.0%} of determinizations",
        f"{game.name} {options.changed()}",
        source_of(game.start(options, SeededRng("reach")), "determinize"),
    )


def leaves(plain: Json, path: str) -> Iterator[tuple[str, Json]]:
    """Yields every value of a save with its path."""
    if isinstance(plain, dict):
        for name, value in plain.items():
            yield from leaves(value, f"{path}.{name}" if path else name)
    elif isinstance(plain, list):
        for index, value in enumerate(plain):
            yield from leaves(value, f"{path}[{index}]")
    else:
        yield path, plain
