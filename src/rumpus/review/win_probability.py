"""Chances to win from a position: a noisy look at a time, whose mean is the estimate; exact where a game is solved."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from rumpus.core.errors import RumpusError
from rumpus.core.extensions import Manner, Outlook
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.outcome import shares
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Enumerated, Luck, Seeded
from rumpus.core.solver import Solution, solver_of
from rumpus.players.exact import effort_of, solution_of
from rumpus.players.tree import Tree

PATIENCE = 4.0
"""Seconds that an exact solution may take; a match that needs longer is estimated."""
CLOSE_TO_SURE = 0.02
"""A judge that is quite sure (1 or -1) is believed as if it said so much less: it only guesses."""

MOST_OUTCOMES = 1000
"""Of a move that are visited one by one, where the game is solved."""


class Gauge:
    """Looks at positions; whoever is asked to look at one may play on in it."""

    exact = False
    """Whether a look says the true chances, and not only a sample of an estimate."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.luck: Luck = Seeded("")

    def reseed(self, seed: str) -> None:
        """From here on luck comes from this seed: the same looks again give the same."""
        self.luck = Seeded(seed)

    def look(self, position: Position) -> list[float]:
        """The chance of every seat, by one look; the position is used up."""
        raise NotImplementedError

    def dreamt(self, chances: Sequence[float], seat: Seat) -> list[float]:
        """What is to be thought of chances that this seat has dreamt of."""
        return list(chances)

    def glance(self, position: Position) -> list[float]:
        """The same with less noise, and less truth; the position is left alone."""
        return self.look(position.copy())

    def answer(self, position: Position, seat: Seat) -> Move:
        """What somebody sensible decides there."""
        raise NotImplementedError

    def answers(self, position: Position, seat: Seat) -> list[tuple[Move, float]]:
        """All that somebody sensible may decide there, each with its share; empty where that is not known."""
        return []

    def decide(self, position: Position, seat: Seat, move: Move) -> None:
        """Make this move; whoever decides together with this seat answers without having seen it."""
        together = position.to_act()
        chosen = [move if one == seat else self.answer(position, one) for one in together]
        for one, its in zip(together, chosen, strict=True):
            position.apply(one, its, self.luck)


class PlayedGauge(Gauge):
    """Plays on as the game's outlook says, and sharpens what the judge makes of it."""

    def __init__(self, game: Game, options: Options, outlook: Outlook | None = None, bot: str = "") -> None:
        """`bot`: what plays, where that is known."""
        super().__init__(game, options)
        bots = game.bots()
        self.outlook = outlook or bots.outlook.others.get(bot, bots.outlook)
        self.judge = bots.judge(options)
        self.seats = game.seats(options)
        self.curve = self.outlook.curve if self.seats == game.seats(game.options()) else ()
        manner = Manner(care=self.outlook.care, depth=self.outlook.depth)
        self.tree = Tree(0, game.move_count(options), manner, self.judge, self.luck, 1)

    def reseed(self, seed: str) -> None:
        super().reseed(seed)
        self.tree.luck = self.luck

    def look(self, position: Position) -> list[float]:
        self.tree.play_on(position)
        return self._chances(position, self.outlook.sharpness)

    def dreamt(self, chances: Sequence[float], seat: Seat) -> list[float]:
        if not self.curve:
            return list(chances)
        own, dreamt = on_curve(self.curve, chances[seat]), chances[seat]
        left = (1.0 - own) / (1.0 - dreamt) if dreamt < 1.0 else 0.0
        return [own if one == seat else left * chance for one, chance in enumerate(chances)]

    def glance(self, position: Position) -> list[float]:
        if not self.outlook.glance:
            return super().glance(position)
        return self._chances(position, self.outlook.glance)

    def answer(self, position: Position, seat: Seat) -> Move:
        if self.outlook.care < 2:
            return position.hunch(seat, self.luck)
        return self.tree.careful(position, seat, position.moves(seat))

    def _chances(self, position: Position, sharpness: float) -> list[float]:
        if position.result() is not None:
            return shares(position.ranking())
        return odds(self.leads(position), sharpness)

    def leads(self, position: Position) -> list[float]:
        """What the judge makes of it, for every seat, before that is sharpened."""
        return [self._lead(position, seat) for seat in range(self.seats)]

    def _lead(self, position: Position, seat: Seat) -> float:
        worth = self.judge.worth(position, seat)
        return log((1.0 + CLOSE_TO_SURE + worth) / (1.0 + CLOSE_TO_SURE - worth))


def on_curve(curve: Sequence[int], chance: float) -> float:
    """What this chance has turned out to be: between the two nearest places of the curve."""
    steps = len(curve) - 1
    at = min(int(chance * steps), steps - 1)
    return (curve[at] + (curve[at + 1] - curve[at]) * (chance * steps - at)) / 100.0


def odds(leads: Sequence[float], sharpness: float) -> list[float]:
    """Chances that add up to one; who plays alone has its own against the rest of the world."""
    if len(leads) == 1:
        return [1.0 / (1.0 + exp(-2.0 * sharpness * leads[0]))]
    high = max(leads)
    weights = [exp(sharpness * (lead - high)) for lead in leads]
    total = sum(weights)
    return [weight / total for weight in weights]


class SolvedGauge(Gauge):
    """Asks the exact solution: whoever decides sealed moves later follows it too.

    Where the solution only begins later (once it is chosen what to play with), earlier positions are estimated.
    """

    exact = True

    def __init__(self, game: Game, options: Options, solution: Solution) -> None:
        super().__init__(game, options)
        self.solution = solution
        self.seats = game.seats(options)
        self.rough = PlayedGauge(game, options)

    def reseed(self, seed: str) -> None:
        super().reseed(seed)
        self.rough.reseed(seed)

    def look(self, position: Position) -> list[float]:
        while position.result() is None:
            seat = position.to_act()[0]
            if len(position.imagine(seat, self.luck).to_act()) == len(position.to_act()):
                chance = self.solution.chance(position.view(seat))
                if chance is None:
                    return self.rough.look(position)
                return [chance if one == seat else 1.0 - chance for one in range(self.seats)]
            # Somebody has sealed a decision: what the solution knows is how things stand once all have.
            position.apply(seat, self.answer(position, seat), self.luck)
        return shares(position.ranking())

    def answer(self, position: Position, seat: Seat) -> Move:
        return self.solution.policy(position.view(seat), self.luck)

    def answers(self, position: Position, seat: Seat) -> list[tuple[Move, float]]:
        return self.solution.mixture(position.view(seat))


def gauge_of(game: Game, options: Options, end: Position | None = None, bot: str = "") -> Gauge:
    """By the exact solution of the match where there is one within a few seconds, else by playing on.

    `end`: what it came to, for a game that is solved once something has been chosen. `bot`: what plays, if that is
    known.
    """
    try:
        if effort_of(game, options) <= PATIENCE and game.seats(options) <= 2:
            solution = solution_of(game, options)
            start = game.start(options, Seeded("a first look"))
            if solution.chance(start.view(start.to_act()[0])) is not None:
                return SolvedGauge(game, options, solution)
        rest = None if end is None else _rest(game, options, end)
        if rest is not None:
            return SolvedGauge(game, options, rest)
    except RumpusError:
        # What the solver needs is not installed, or it refuses these options.
        pass
    return PlayedGauge(game, options, bot=bot)


def _rest(game: Game, options: Options, end: Position) -> Solution | None:
    solver = solver_of(game)
    return None if solver is None else solver.solve_rest(options, end.view(0))


def outcomes(position: Position, seat: Seat, move: Move) -> list[tuple[float, Position]] | None:
    """All that can come of this move, with its probability; None where that is much, or others decide too."""
    if position.to_act() != [seat]:
        return None
    return futures_of(position, [(seat, move)])


def futures_of(position: Position, decisions: Sequence[tuple[Seat, Move]]) -> list[tuple[float, Position]] | None:
    """All that can come of these decisions, with its probability; None where that is much."""
    luck = Enumerated()
    found: list[tuple[float, Position]] = []
    while luck.another():
        if len(found) == MOST_OUTCOMES:
            return None
        future = position.copy()
        for seat, move in decisions:
            future.apply(seat, move, luck)
        found.append((luck.probability, future))
    return found
