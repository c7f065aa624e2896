"""How often a player can be beaten, at least: by attackers that have learnt against nobody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from rumpus.core.contract import Plain
from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import Value
from rumpus.lab.exploits import Exploited
from rumpus.lab.tournament import Rate
from rumpus.learn.actors import Actors
from rumpus.learn.practice import Exam, Examined, Rival
from rumpus.learn.training import Plans, Point, Training
from rumpus.players.catalogue import find_player
from rumpus.players.weights import Trained, shipped_weights

EXAM_GAMES = 400
CONFIRMED = 1000
"""Fresh games of the attacker that did best in its last exam: being the best of several was luck too."""
FRESH = 1_000_000
"""The number of the first of them, far from those of any exam: nothing was chosen by these."""
PATIENCE = 0.5
"""Share of an attacker's time that the fresh games may take; fewer are played if they take longer."""

NOTHING, WATCHING, WEIGHTS = "from nothing", "by watching greedy", "from the weights that came with the game"


class Assailant:
    """One that has learnt: how it began, its curve, and what it has become."""

    def __init__(self, number: int, began: str, curve: list[Point], trained: Trained) -> None:
        self.number = number
        self.began = began
        self.curve = curve
        self.trained = trained

    @property
    def last(self) -> Point:
        """The last point of the curve. The best one would be luck too: it was chosen after the fact."""
        return self.curve[-1]


class Attack:
    """All attackers of a player, and what the best of them won in fresh games."""

    def __init__(self, player: str, attackers: list[Assailant], best: Assailant, points: list[float]) -> None:
        self.player = player
        self.attackers = attackers
        self.best = best
        self.points = points

    @property
    def rate(self) -> Rate:
        return Rate(sum(self.points), len(self.points))

    def sentence(self, minutes: float, jobs: int) -> str:
        low, high = self.rate.interval
        many = len(self.attackers)
        who = f"The best of {many} attackers" if many > 1 else "An attacker"
        return (
            f"{who} that learnt for {minutes:g} minutes in {jobs} process{'es' if jobs > 1 else ''} "
            f"({self.best.began}, {self.best.last.games:,} games) wins {100 * self.rate.rate:.1f} % "
            f"({100 * low:.1f} – {100 * high:.1f}) of {len(self.points):,} fresh games against {self.player}: "
            "it can be beaten at least so often. Others may do better."
        )

    def kept(self, game: str, options: dict[str, Value], minutes: float, jobs: int, likeness: str) -> Exploited:
        """For the page of the ladder."""
        low, high = self.rate.interval
        best = self.best
        return Exploited(
            game, self.player, options, round(self.rate.rate, 4), round(low, 4), round(high, 4), len(self.points),
            len(self.attackers), minutes, jobs, best.last.games, best.began, likeness,
        )  # fmt: skip

    def plain(self) -> dict[str, Plain]:
        """For a program."""
        low, high = self.rate.interval
        attackers: list[Plain] = [
            {"began": one.began, "games": one.last.games, "curve": [point.plain() for point in one.curve]}
            for one in self.attackers
        ]
        return {
            "player": self.player,
            "rate": round(self.rate.rate, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "fresh games": len(self.points),
            "best": self.best.number,
            "attackers": attackers,
        }


def attack(
    player: str,
    game: Game,
    changes: Mapping[str, object],
    plans: Plans,
    attackers: int = 1,
    likeness: str = "",
    begun: Callable[[str], None] = lambda words: None,
) -> Attack:
    """So many attackers, one after the other, each with the whole time of the plans and a seed of its own.

    They begin in different ways, the most promising first; `begun` is told which. The one that does best in its last
    exam then plays fresh games. A player that takes long to decide can be learnt against in a `likeness`, somebody who
    plays alike in less time: then the exam that chooses is against the player itself, after all have learnt.
    """
    options = game.options(changes)
    if game.seats(options) != 2:
        raise BadOption("an attacker needs exactly one opponent: choose options for two seats")
    for name in (player, likeness or player):
        find_player(name, game, options, "is there one?", timed=False)
    shipped = shipped_weights(game)
    before = shipped and shipped.net_for(game, options)
    ways = [WEIGHTS, NOTHING, WATCHING] if before else [NOTHING, WATCHING]
    plans = replace(plans, rival=Rival(likeness or player, 1), exam_games=EXAM_GAMES)
    found: list[Assailant] = []
    for number in range(attackers):
        way = ways[number % len(ways)]
        own = replace(plans, watch=way == WATCHING, seed=plans.seed if attackers == 1 else f"{plans.seed}/{number}")
        learning = Training(game, changes, own)
        if way == WEIGHTS and before:
            try:
                learning.go_on_from(before)
            except BadOption:  # they are of another shape than is trained today
                way = NOTHING
        way = WATCHING if learning.watch else way
        begun(f"attacker {number + 1} of {attackers}, {way}:")
        trained = learning.run()
        if learning.curve:
            found.append(Assailant(number, way, learning.curve, trained))
    if not found:
        raise BadOption("the attack was ended before its first exam")
    plans = replace(plans, rival=Rival(player, 1))
    best = max(found, key=lambda one: one.last.rate)
    if likeness and len(found) > 1:
        best = max(found, key=lambda one: float(np.mean(games_of(game, changes, plans, one.trained, EXAM_GAMES))))
    return Attack(player, found, best, games_of(game, changes, plans, best.trained, CONFIRMED, FRESH))


def games_of(
    game: Game, changes: Mapping[str, object], plans: Plans, trained: Trained, count: int, first: int = 0
) -> list[float]:
    """What an attacker wins in so many games from this number on; a shared first place is shared."""
    jobs, seconds = plans.jobs, PATIENCE * 60 * plans.minutes
    actors = Actors(jobs, game.name, changes, trained.method, f"{plans.seed}/fresh", plans.rival)
    points: list[float] = []
    try:
        for job in range(jobs):
            games = range(first + job, first + count, jobs)
            actors.order(job, Exam(0, trained.method, trained.arrays, games, seconds, trained.decisions))
        missing = jobs
        while missing:
            for _, answer in actors.answers():
                assert isinstance(answer, Examined)
                points += answer.points
                missing -= 1
    finally:
        actors.close()
    return points
