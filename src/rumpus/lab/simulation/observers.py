"""What luck and what decisions do to everybody's chances, told apart while a game is played.

After a decision the dice are thrown again a few times, in copies: by how much the true throw did better than those on
average is luck. Whoever decides, and however a position is valued, that is zero on average, for the true throw is one
among others; so it can be taken off what is counted without a bias, and takes the noise of the dice with it. The deal
is held against other deals in the same way.

How much decisions matter: the best option less the second best, in points of the chance to win.

Which two are best is seen in some dreams of whoever decides, and by how much they differ in others: so what only
looked best by luck does not count as better.
"""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.extensions import Lab
from rumpus.core.info_state import Chair
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Counted, Luck, Seeded
from rumpus.players.playing import Watch
from rumpus.review.win_probability import PlayedGauge

THROWS = 8
"""How often the dice are thrown again."""
LEVEL = -1
"""The leader while several are level."""


NOBODY = -1
UNTOLD = ("chance", "of which no event tells")
"""Kind and name of what chance gave where a game does not say what."""


class Glimpse:
    """How all stand, by two halves of what was seen: what both of them say is no noise."""

    def __init__(self, seen: Sequence[Sequence[float]]) -> None:
        half = len(seen) // 2
        self.halves = (_mean(seen[:half]), _mean(seen[half:])) if half else (list(seen[0]), list(seen[0]))
        self.mean = _mean(seen)


class Windfall:
    """Something that chance gave, in one game."""

    def __init__(self, times: int = 0, luck: float = 0.0, squares: float = 0.0) -> None:
        self.times = times
        self.luck = luck
        """What the throws in which it fell did for those to whom it fell, added up."""
        self.squares = squares
        """Its part of how much these throws moved all chances, in squares."""


def _mean(seen: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(seen) for column in zip(*seen, strict=True)]


def _minus(after: Sequence[float], before: Sequence[float]) -> list[float]:
    return [one - other for one, other in zip(after, before, strict=True)]


def _plus(one: Sequence[float], more: Sequence[float]) -> list[float]:
    return [first + second for first, second in zip(one, more, strict=True)]


def sides(chances: Sequence[float]) -> Sequence[float]:
    """Who plays alone has the rest of the world against it."""
    return chances if len(chances) > 1 else [chances[0], 1.0 - chances[0]]


def leader(standing: Sequence[float]) -> int:
    best = max(standing)
    return standing.index(best) if standing.count(best) == 1 else LEVEL


class Chances:
    """Watches a game from the first decision after the openings to its end."""

    def __init__(self, gauge: PlayedGauge, lab: Lab, seed: str) -> None:
        self._gauge = gauge
        self._lab = lab
        self._dice: Luck = Seeded(f"{seed}/other throws")
        gauge.reseed(f"{seed}/looks")
        self._thrown: list[Position] = []
        """What the last decision might have come to, had the dice fallen otherwise; nothing if no dice did."""
        self._heard = 0
        """Of the events, those that are told already."""
        self._owed = 0
        """So many of those who decide together have still to do so."""
        self._opened = False
        """Whether something was chosen to play with."""
        self.course: list[list[float]] = []
        """The chance of every seat, whenever somebody is about to decide, and at the end."""
        self.luck = [0.0] * gauge.seats
        """What luck did for every seat after the start, all in all, at a glance;"""
        self.felt = [0.0] * gauge.seats
        """and by looks, where a glance does not feel it: else the same."""
        self.deal = [0.0] * gauge.seats
        """And what the deal had done, beside others."""
        self.windfalls: dict[tuple[str, str], Windfall] = {}
        """What chance gave, by kind and name."""
        self.by_luck = 0
        """How often the lead changed by luck;"""
        self.by_choice = 0
        """and how often by what somebody decided."""

    def watch(self, position: Position, seat: Seat, move: Move) -> None:
        if not self._owed:
            self._owed = len(position.to_act())
            if self._lab.opening(position):
                self._opened = True
            else:
                self.note(position)  # before anybody has decided: a sealed decision is no luck
        self._owed -= 1
        if not self._owed:  # nothing is settled before the last of those who decide together has decided
            self._thrown = self._throws(position, seat, move)

    def note(self, position: Position) -> None:
        """How all stand now: after the last decision, and after the dice."""
        if not self.course and not self._opened:
            self._thrown = self._other_deals()
        now = Glimpse([self._gauge.glance(position)])
        usual = Glimpse([self._gauge.glance(other) for other in self._thrown]) if self._thrown else now
        if self.course:
            self._tell(self.course[-1], usual.mean, now.mean)
            self.luck = _plus(self.luck, _minus(now.mean, usual.mean))
        self.course.append(now.mean)
        if self._thrown:
            if looks := self._lab.looks:
                now = Glimpse([self._look(position) for _ in range(looks)])
                usual = Glimpse([self._look(other) for other in self._thrown for _ in range(looks // THROWS)])
            self._share_out(position, now, usual)
        self._heard = len(position.events or [])

    def _share_out(self, position: Position, now: Glimpse, usual: Glimpse) -> None:
        """What chance gave in this throw, each as lucky as all of it; they share how much there was."""
        moved = _minus(now.mean, usual.mean)
        if len(self.course) > 1:
            self.felt = _plus(self.felt, moved)
        else:
            self.deal = moved
        once, again = (_minus(one, other) for one, other in zip(now.halves, usual.halves, strict=True))
        squares = sum(one * other for one, other in zip(once, again, strict=True))
        events = (position.events or [])[self._heard :]
        fell = [one for event in events for one in self._lab.windfalls(position, event)]
        for seat, kind, name in fell or [(NOBODY, *UNTOLD)]:
            windfall = self.windfalls.setdefault((kind, name), Windfall())
            windfall.times += 1
            windfall.luck += 0.0 if seat == NOBODY else moved[seat]
            windfall.squares += squares / max(1, len(fell))

    def _tell(self, before: Sequence[float], expected: Sequence[float], now: Sequence[float]) -> None:
        led, leads, leading = leader(sides(before)), leader(sides(expected)), leader(sides(now))
        self.by_choice += led != leads and LEVEL not in (led, leads)
        self.by_luck += leads != leading and LEVEL not in (leads, leading)

    def _other_deals(self) -> list[Position]:
        """Nothing if there is nothing to deal."""
        game, options, asked = self._gauge.game, self._gauge.options, Counted(self._dice)
        deals = [game.start(options, asked) for _ in range(THROWS)]
        return deals if asked.asked else []

    def _throws(self, position: Position, seat: Seat, move: Move) -> list[Position]:
        """Nothing if there is nothing to throw, which the first of them shows, or if more is to be chosen first."""
        unseen = self._lab.unseen(position)
        thrown: list[Position] = []
        for _ in range(THROWS):
            other, asked = position.copy(), Counted(self._dice)
            if unseen:
                self._lab.shuffle_unseen(other, self._dice)
            other.apply(seat, move, asked)
            if (not asked.asked and self._lab.unseen(other) == unseen) or self._lab.opening(other):
                return []
            thrown.append(other)
        return thrown

    def _look(self, position: Position) -> list[float]:
        """How all seem to stand, whatever lies unseen."""
        copy = position.copy()
        self._lab.shuffle_unseen(copy, self._gauge.luck)
        return self._gauge.look(copy)

    def decided(self, winner: int) -> float:
        """After which share of the decisions the one who won was the likeliest, and stayed it."""
        last = max(
            (number for number, chances in enumerate(self.course) if leader(sides(chances)) != winner), default=-1
        )
        return min(1.0, (last + 1) / max(1, len(self.course) - 1))

    def behind(self, winner: int) -> float:
        """How far behind the one who won ever was: the best chance of another less its own."""
        return max(max(sides(chances)) - sides(chances)[winner] for chances in self.course)


def can_be_watched(gauge: PlayedGauge) -> bool:
    """Whether a glance at a position says anything in this game."""
    return gauge.outlook.glance > 0


EVERY = 11
"""Of the decisions with several options, one in so many is looked at closely."""
DREAMS = 8
"""Of these half choose, and half say by how much."""
MOST_OPTIONS = 24
"""Of more options so many are tried, spread evenly over all."""


class Stakes:
    """Watches a game: how many options there are, and what it costs to take the second best."""

    def __init__(self, gauge: PlayedGauge, lab: Lab, seed: str) -> None:
        self._gauge = gauge
        self._lab = lab
        self._seed = seed
        self.options: list[int] = []
        """How many there were, wherever there was something to decide."""
        self.margins: list[float] = []
        """Best less second best, where it was looked at."""

    def watch(self, position: Position, seat: Seat, move: Move) -> None:
        if self._lab.opening(position):
            return
        moves = position.moves(seat)
        if len(moves) < 2:
            return
        if len(self.options) % EVERY == 0:
            self.margins.append(self._margin(position, seat, moves))
        self.options.append(len(moves))

    def _margin(self, position: Position, seat: Seat, moves: list[Move]) -> float:
        gauge, seed = self._gauge, f"{self._seed}/stakes {len(self.options)}"
        chair = Chair(gauge.game, gauge.options, position, seat, Seeded(seed))
        stride = max(1, -(-len(moves) // MOST_OPTIONS))
        tried = moves[::stride] if len(moves[::stride]) > 1 else moves[:2]
        choosing, telling = [0.0] * len(tried), [0.0] * len(tried)
        for dream in range(DREAMS):
            sums = telling if dream % 2 else choosing
            for place, move in enumerate(tried):
                gauge.reseed(f"{seed} {dream}")  # the same dream and the same dice for every option
                future = chair.imagine(gauge.luck)
                gauge.decide(future, seat, move)
                sums[place] += gauge.glance(future)[seat]
        best, second = sorted(range(len(tried)), key=lambda place: -choosing[place])[:2]
        return (telling[best] - telling[second]) / (DREAMS // 2)


class Course:
    """Watches a game: what chance settled at its start, and how all stand whenever everybody has decided."""

    def __init__(self, lab: Lab, seats: int) -> None:
        self._lab = lab
        self._owed = 0
        self._seats = seats
        self.standings: list[list[float]] = []
        self.lots: list[list[tuple[str, str]]] = []
        """By seat; nothing until the openings are over."""

    def watch(self, position: Position, seat: Seat, move: Move) -> None:
        if not self.lots and not self._lab.opening(position):
            self.lots = [self._lab.lots(position, other) for other in range(self._seats)]
        if not self._owed:
            self.note(position)
            self._owed = len(position.to_act())
        self._owed -= 1

    def note(self, position: Position) -> None:
        self.standings.append(self._lab.standing(position))


class Watchers:
    """All who watch a game are told of every decision, in this order."""

    def __init__(self, watches: Sequence[Watch]) -> None:
        self._watches = list(watches)

    def watch(self, position: Position, seat: Seat, move: Move) -> None:
        for watch in self._watches:
            watch(position, seat, move)
