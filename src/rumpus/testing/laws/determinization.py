"""Laws of dreams: they look real, are made of what the seat knows alone, and reach whatever could be true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Final

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import EVERYONE, Plain, Position, Seat
from rumpus.core.rng import Counted, Seeded
from rumpus.testing.indistinguishable import look_the_same
from rumpus.testing.law import BrokenLaw, Law, expect, must_be_equal, place_in, tells
from rumpus.testing.random_games import LONGEST, RandomGame, games_of, play_on, saved, text_of

MORE_GAMES: Final = 20
ENOUGH: Final = 6
"""So many dreams that are not the real position are looked for, in so many more games at most."""
SAMPLES: Final = 240
"""Dreams of dreams, and fresh deals, that are compared."""
TRIES: Final = 1500
FEWEST: Final = 60
"""Fresh deals that look the same to onlookers are looked for among so many; with fewer than these any deal will do."""
SIGMAS: Final = 6.0
OPENING: Final = 40
"""Decisions after which a game that has not yet asked for luck has none to deal with."""


class Dreams:
    """How many dreams were looked at, and how many of them told something: where nothing is hidden from a seat its
    dream is the real position, and no law about dreams can be broken."""

    def __init__(self) -> None:
        self.looked = 0
        self.telling = 0

    def __str__(self) -> str:
        return f"{self.telling} of {self.looked} dreams were another position than the real one"


@Law
def a_dream_looks_real(game: Game, options: Options, games: int) -> None:
    """To its dreamer a dream looks like the real position in everything (view, moves, words, chances, refusals,
    features), can be played to its end, and comes from what the dreamer knows alone: two positions it cannot tell apart
    give it the same dream from the same luck."""
    look_at_dreams(game, options, games)


def look_at_dreams(game: Game, options: Options, games: int) -> Dreams:
    """The same, with its count; where hardly a dream tells anything, more games are searched for some that do."""
    dreams = Dreams()
    for number, match in enumerate(games_of(game, options, games + MORE_GAMES, "dream")):
        searching = number >= games
        if searching and dreams.telling >= ENOUGH:
            break
        for _ in match.steps():
            now = not searching and match.now_and_then(10)
            if not now and dreams.telling >= ENOUGH:
                continue
            before = saved(match.position)
            for seat in match.seats:
                dream = match.position.imagine(seat, Seeded(f"{match.name}/{match.made}/{seat}"))
                telling = saved(dream) != before
                if now or telling:
                    dreams.looked += 1
                    dreams.telling += telling
                    _look_at(dream, match, seat)
            place = place_in(match.position, "imagine")
            expect(saved(match.position) == before, "dreaming changes the real position", match.where(), place)
    return dreams


def _look_at(dream: Position, match: RandomGame, seat: Seat) -> None:
    game, options, real = match.game, match.options, match.position
    where, place = match.where(seat), place_in(real, "imagine")
    look_the_same(game, options, real, dream, seat, where)
    again = real.imagine(seat, Seeded("again")), dream.imagine(seat, Seeded("again"))
    sentence = "a dream depends on more than what its seat knows and its luck"
    must_be_equal(again[0].save(), again[1].save(), sentence, where, place)
    for move in dream.moves(seat)[:10]:
        chances = game.forecast(dream, seat, move), game.forecast(again[0], seat, move)
        if chances[0] != chances[1]:
            sentence = f"{tells(seat, '`forecast`', dream, again[0])}: what would come of {move} differs"
            must_be_equal(*chances, sentence, where, place_in(game, "forecast"))
    _is_judged_openly(match, seat, dream, again[0])
    play_on(dream, Seeded("on"), LONGEST)
    expect(dream.result() is not None, "a dream cannot be played to its end", where, place)


def _is_judged_openly(match: RandomGame, seat: Seat, dream: Position, other: Position) -> None:
    bots = match.game.bots()
    judge = bots.judge(match.options)
    if bots.open_judge:
        for move in dream.moves(seat)[:10]:
            values = judge.appraise(dream, seat, move), judge.appraise(other, seat, move)
            if values[0] != values[1]:
                sentence = f"{tells(seat, '`appraise` of an open judge', dream, other)}: {values[0]} or {values[1]}"
                raise BrokenLaw(sentence, match.where(seat), place_in(judge, "appraise"))
    worth = judge.worth(dream, seat)
    expect(-1 <= worth <= 1, f"`worth` lies between -1 and 1, not {worth}", match.where(seat), place_in(judge, "worth"))


@Law
def a_dream_listens_to_nothing(game: Game, options: Options, games: int) -> None:
    """A dream of a position that listens does not listen: a search plays thousands of them."""
    for match in games_of(game, options, games, "deaf", listen=True):
        for _ in match.steps():
            if match.now_and_then(20):
                for seat in match.seats:
                    dream = match.position.imagine(seat, Seeded("deaf"))
                    place = place_in(match.position, "imagine")
                    expect(dream.events is None, "a dream listens: its `events` must be None", match.where(seat), place)


@Law
def dreams_vary(game: Game, options: Options, games: int) -> None:
    """Where something is hidden from a seat, its dreams differ."""
    secrets = varied = False
    for match in games_of(game, options, games, "vary", listen=True):
        for _ in match.steps():
            secrets = secrets or any(event.knowers != EVERYONE for event in match.position.take_events())
            if not varied and match.now_and_then(6):
                for seat in match.seats:
                    dreams = {saved(match.position.imagine(seat, Seeded(f"{match.made}/{n}"))) for n in range(4)}
                    varied = varied or len(dreams) > 1
    expect(varied or not secrets, "there are secrets, and yet all dreams are alike", game.name)


@Law
def onlookers_know_no_more(game: Game, options: Options, games: int) -> None:
    """What an onlooker sees, and who the lab says is ahead, is the same in every seat's dreams: no seat could learn
    anything by looking on."""
    lab = game.lab()
    for match in games_of(game, options, games, "onlookers"):
        for _ in match.steps():
            if not match.now_and_then(12):
                continue
            real = match.position
            for seat in match.seats:
                dream = real.imagine(seat, Seeded(f"{match.made}/{seat}"))
                answers: list[tuple[str, object, object, object]] = [
                    ("view", real, real.view(None), dream.view(None)),
                    ("waiting", real, real.waiting(None), dream.waiting(None)),
                    ("standing", lab, lab.standing(real), lab.standing(dream)),
                    ("rounds", lab, lab.rounds(real), lab.rounds(dream)),
                ]
                for what, owner, one, other in answers:
                    sentence = f"an onlooker can tell from `{what}` what is hidden from seat {seat}"
                    must_be_equal(one, other, sentence, match.where(seat), place_in(owner, what))


@Law
def dreams_reach_every_deal(game: Game, options: Options, games: int) -> None:
    """Dreams of dreams, by one seat after another, come to be spread as fresh deals are: no card is dreamt where it
    seldom is, and none stays where it was."""
    deals = Deals(game, options)
    first = next((deal for number in range(OPENING) if (deal := deals.number(number)) is not None), None)
    if first is None:
        return
    looks = text_of(first.view(None))
    fresh: Counter[tuple[str, Plain]] = Counter()
    alike = 0
    for number in range(TRIES):
        if alike == SAMPLES or (number == TRIES // 5 and alike < FEWEST // 5):
            break
        deal = deals.number(number)
        if deal is not None and text_of(deal.view(None)) == looks:
            alike += 1
            fresh.update(leaves(deal.save(), ""))
    chain: Counter[tuple[str, Plain]] = Counter()
    luck = Seeded("reach")
    if alike >= FEWEST:
        dream, dreams = first, SAMPLES
        for _ in range(SAMPLES):
            dream = _dreamt_by_all(game, options, dream, luck)
            chain.update(leaves(dream.save(), ""))
    else:
        # Too few deals look the same to all: dreams of other deals each must then be spread as those are.
        fresh.clear()
        found = [deal for number in range(SAMPLES) if (deal := deals.number(number)) is not None]
        alike = dreams = len(found)
        for deal in found:
            fresh.update(leaves(deal.save(), ""))
            chain.update(leaves(_dreamt_by_all(game, options, deal, luck).save(), ""))
    _are_spread_alike(game, options, fresh, alike, chain, dreams)


class Deals:
    """Games just after luck was first asked for, everybody having chosen what is listed first.

    What is bygone no view keeps, so dreams need not agree with it: where some deals tell of such things and others do
    not, it is about those others.
    """

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.quiet = bool(game.bygone) and not all(
            self._tells_bygone(deal) for number in range(OPENING) if (deal := self._dealt(number)) is not None
        )

    def number(self, number: int) -> Position | None:
        """None if luck is never asked, or if it is not about this one."""
        deal = self._dealt(number)
        return None if deal is None or (self.quiet and self._tells_bygone(deal)) else deal

    def _tells_bygone(self, deal: Position) -> bool:
        return any(event.kind in self.game.bygone for event in deal.events or ())

    def _dealt(self, number: int) -> Position | None:
        luck = Counted(Seeded(f"reach/{number}"))
        position = self.game.start(self.options, luck, True)
        for _ in range(OPENING):
            if luck.asked:
                return position
            acting = position.to_act()
            if not acting:
                return None
            position.apply(acting[0], position.moves(acting[0])[0], luck)
        return None


def _dreamt_by_all(game: Game, options: Options, position: Position, luck: Seeded) -> Position:
    for seat in range(game.seats(options)):
        position = position.imagine(seat, luck)
    return position


def _are_spread_alike(
    game: Game,
    options: Options,
    fresh: Counter[tuple[str, Plain]],
    deals: int,
    chain: Counter[tuple[str, Plain]],
    dreams: int,
) -> None:
    worst, shares = 0.0, (0.0, 0.0)
    leaf: tuple[str, Plain] = ("", None)
    values = Counter(path for path, _ in fresh)
    for path, value in sorted({*fresh, *chain}, key=repr):
        if values[path] < 2:
            continue  # what no deal ever changes is not dealt
        count = fresh[path, value], chain[path, value]
        mean = (count[0] + count[1]) / (deals + dreams)
        spread = sqrt(mean * (1 - min(mean, 1.0)) * (1 / deals + 1 / dreams))
        share = count[0] / deals, count[1] / dreams
        off = abs(share[0] - share[1]) / spread if spread else 0.0
        if off > worst:
            worst, leaf, shares = off, (path, value), share
    expect(
        worst <= SIGMAS,
        f"`imagine` does not reach every deal alike: `{leaf[0]}` is {leaf[1]!r} in {shares[0]:.0%} of fresh deals "
        f"and in {shares[1]:.0%} of dreams",
        f"{game.name} {options.changed()}",
        place_in(game.start(options, Seeded("reach")), "imagine"),
    )


def leaves(plain: Plain, path: str) -> Iterator[tuple[str, Plain]]:
    """Every value of a save with its place."""
    if isinstance(plain, dict):
        for name, value in plain.items():
            yield from leaves(value, f"{path}.{name}" if path else name)
    elif isinstance(plain, list):
        for index, value in enumerate(plain):
            yield from leaves(value, f"{path}[{index}]")
    else:
        yield path, plain
