"""Training: processes play the newest network against itself, and one learns from what they send.

Files of weights: begun, gone on with, and put together.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.features import Things
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Plain
from rumpus.core.rng import Seeded
from rumpus.envs.arrays import row_of
from rumpus.players.net import Array, Real, nameless, things_columns
from rumpus.players.weights import AFTERSTATES, ALONE, POLICY, Trained, Weights, features_print, load_weights
from rumpus.training.actors import Actors
from rumpus.training.learner import CODE, Learner, Tensor, library
from rumpus.training.messages import Arrays, Exam, Examined, Practice, Practised, Rival

WIDEST = 256
PIECE = {AFTERSTATES: 1024, POLICY: 2048}
"""Rows of one step of learning, for the widest networks; fewer for narrower ones …"""
RATE = {AFTERSTATES: 7e-4, POLICY: 4e-4}
"""… which take longer steps. Both hold at the beginning, and steps get shorter later."""
LONGEST_STEP = 2e-3
EPOCHS = 2
"""How often a batch is gone through."""
MOST_NUMBERS = 270_000
"""Weights of a network: what fits into a file of half a megabyte."""
WIDTHS = (WIDEST, 192, 128, 96, 64, 32)
"""Of the hidden layers: the first that fits."""
AVERAGE = 0.995
"""How slowly the averaged weights follow, per step."""
WATCHING = 0.1
"""Share of the time that a start by watching takes."""
EXAM_SHARE = 0.15
"""Of the time, at most, for all exams."""
POINTS = 6
"""Points of the curve."""
SAFE, MOST_RIVALS = 0.1, 0.5
"""How much more than its part of the points is safe in an exam, and in which share of the games the rival is met where
it is no more than that part."""
LATELY = 3
"""Points of the curve by which it is decided how to play."""
EARLIER_SELVES = 20
LONGEST_PRACTICE = 10.0
"""Seconds after which a process sends what it has."""
VARYING = 0.001
"""Share of the rows of random games in which a column has to say something else than in the first, to be read …"""
VARYING_GAMES, VARYING_DECISIONS, VARYING_EVERY = 200, 300, 5
"""… in so many games, looked at so long, at one decision of so many."""
WITHOUT_END = 1500
"""Decisions after which a random game is said not to end."""


class Point:
    """How strong it was after so long: its share of points against somebody, and half the 95 % interval."""

    def __init__(self, against: str, seconds: float, games: int, points: list[float]) -> None:
        self.against = against
        self.seconds = seconds
        self.games = games
        self.points = points

    @property
    def rate(self) -> float:
        return float(np.mean(self.points))

    @property
    def half(self) -> float:
        return float(1.96 * np.std(self.points) / np.sqrt(len(self.points)))

    def plain(self) -> dict[str, Plain]:
        return {
            "seconds": round(self.seconds),
            "games": self.games,
            "against": self.against,
            "exam": len(self.points),
            "rate": round(self.rate, 4),
            "half": round(self.half, 4),
        }

    def __str__(self) -> str:
        return (
            f"{self.seconds:6.0f} s {self.games:9,} games: "
            f"{100 * self.rate:.1f} ± {100 * self.half:.1f} % against {self.against}"
        )


class OpenPoint:
    """One of which so many parts of the exam are still being played."""

    def __init__(self, point: Point, missing: int) -> None:
        self.point = point
        self.missing = missing
        self.by_way: dict[str, list[float]] = {}
        """The points that each way to play has made."""


@dataclass
class Plans:
    """How long to train, and with what."""

    minutes: float
    seed: str
    jobs: int
    rival: Rival = field(default_factory=Rival)
    exam_games: int = 100
    """Against the rival, whenever the curve gets a new point; fewer if they take too long."""
    decisions: int | None = None
    """For how many decisions it plays promising moves on when it plays; None: as before, or not at all."""
    watch: bool = False
    """Whether to begin by watching the greedy bot; where random games do not end, that is how it begins anyway."""
    told: Callable[[float, str], None] = field(default=lambda share, words: None)
    """Told which share is done, and what was reached."""
    pointed: Callable[[Point], None] = field(default=lambda point: None)
    """Told each new point of the curve."""


class Training:
    """One network in the making, for one set of options. Call `run`; `trained` is what it has become."""

    def __init__(self, game: Game, changes: Mapping[str, object], plans: Plans) -> None:
        self.game = game
        self.plans = plans
        self.options = game.options(changes)
        if not game.bots().features(self.options).names:
            raise BadOption(f"{game.title} has no features to learn from: its Bots.features says none")
        look = looked_at(game, self.options)
        self.method = POLICY if look.together or look.endless else AFTERSTATES
        self.watch = plans.watch or look.endless
        self.seconds = plans.minutes * 60
        space = game.move_count(self.options) if self.method == POLICY else 0
        reads, things = columns_that_vary(game, self.options), game.bots().features(self.options).things
        layers = _layers(reads, space, things)
        self.narrow = WIDEST / layers[0]
        self.learner = Learner(reads, layers, space, Seeded(plans.seed).below(1 << 30), library(), things)
        self.average, self.averaged = self._copied()
        self.earlier: Mapping[str, Plain] = {}
        self.past: list[dict[str, Real]] = []
        self.decisions = plans.decisions or 0
        self.games = 0
        self.curve: list[Point] = []
        self.open: list[OpenPoint] = []
        """Points whose exams are still being played."""
        self.exams: deque[Exam] = deque()
        self.ways = [self.method]
        """Ways to play by what was learnt, between which exams decide."""
        if self.method == POLICY:
            self.ways = [ALONE] if plans.rival.attacked else [POLICY, ALONE]
        self.way = self.ways[0]
        self.marks: list[dict[str, list[float]]] = []
        """For each point of the curve, what each way to play made."""
        self.draws = np.random.default_rng(Seeded(f"{plans.seed}/learner").below(1 << 30))

    def go_on_from(self, before: Trained) -> None:
        """Start from what an earlier training reached: nothing is watched, and its history is kept."""
        arrays = {name: value.astype(np.float32) for name, value in before.arrays.items()}
        if {name: value.shape for name, value in arrays.items()} != {
            name: value.shape for name, value in self.learner.arrays.items()
        }:
            raise BadOption("the network in the file has another shape; name another file")
        self.learner.take(arrays)
        self.average, self.averaged = self._copied()
        self.earlier = before.history
        if self.plans.decisions is None:
            self.decisions = before.decisions
        self.watch = False

    def run(self) -> Trained:
        """Until the time is over, or Ctrl-C: then what was reached so far is the result."""
        jobs = self.plans.jobs
        actors = Actors(jobs, self.game.name, self.options.changed(), self.method, self.plans.seed, self.plans.rival)
        began = time.monotonic()
        try:
            for actor in range(jobs):
                actors.order(actor, self._next(0.0))
            due = 1 / POINTS
            while True:
                spent = time.monotonic() - began
                share = min(1.0, spent / self.seconds)
                if share >= due:
                    self._set_exam(spent)
                    due = 2.0 if share >= 1.0 else min(1.0, due + 1 / POINTS)
                if share >= 1.0 and not self.open:
                    break
                for actor, answer in actors.answers():
                    actors.order(actor, self._next(share))
                    if isinstance(answer, Examined):
                        self._mark(answer)
                    elif share < 1.0:
                        self._learn(answer, share)
                if len(self.past) < EARLIER_SELVES * share:
                    self.past.append(self.learner.give())
                self.plans.told(share, self._reached())
        except KeyboardInterrupt:
            self.seconds = time.monotonic() - began
        finally:
            actors.close()
        return self.trained()

    def trained(self) -> Trained:
        history: dict[str, Plain] = {
            "began": "from weights" if self.earlier else "by watching greedy" if self.watch else "from nothing",
            "seed": self.plans.seed,
            "jobs": self.plans.jobs,
            "minutes": round(self.seconds / 60, 2),
            "games": self.games,
            "met": [self.plans.rival.name, *(other.name for other in self.plans.rival.others)],
            "curve": [point.plain() for point in self.curve],
        }
        if self.earlier:
            history["earlier"] = dict(self.earlier)
        changes = self.options.changed()
        features = features_print(self.game, self.options)
        weights = self.learner.give(self.averaged)
        return Trained(self.way, changes, features, weights, history, self.decisions)

    def _next(self, share: float) -> Practice | Exam:
        if self.exams:
            return self.exams.popleft()
        past = None
        if self.past and self.method == POLICY:
            past = self.past[int(self.draws.integers(len(self.past)))]
        watching = self.watch and share < WATCHING
        seconds = min(LONGEST_PRACTICE, 0.05 * self.seconds)
        net = None if watching else self.learner.give()
        return Practice(net, 0.1 * (1 - share) + 0.01, seconds, past, self._rival_share())

    def _rival_share(self) -> float:
        """Whoever is no match for the rival meets it more often: in half of the games, as long as it loses them."""
        if not self.curve:
            return 0.0
        lead = self.curve[-1].rate - 1 / self.game.seats(self.options)
        return MOST_RIVALS * min(1.0, max(0.0, 1 - lead / SAFE))

    def _reached(self) -> str:
        last = f", {100 * self.curve[-1].rate:.0f} % against {self.plans.rival.name}" if self.curve else ""
        return f"{self.games:,} games{last}"

    def _learn(self, answer: Practised, share: float) -> None:
        learner = self.learner
        self.games += answer.games
        if not len(answer.batch["rows"]):
            return
        batch = learner.bring(self._evened(answer.batch))
        rate = min(LONGEST_STEP, self.narrow * RATE[self.method]) * (1 - share) + 4e-5
        variety = 0.05 * (1 - share) + 0.015
        for _ in range(EPOCHS):
            for part in self._parts(len(answer.batch["rows"])):
                where = learner.lib.asarray(part)
                piece = {name: value[where] for name, value in batch.items()}
                if self.method == AFTERSTATES:
                    learner.fit_worth(piece, rate)
                elif answer.watched:
                    learner.imitate(piece, rate)
                else:
                    learner.fit_moves(piece, rate, variety, self.averaged, 0.05)
                self._average()

    def _evened(self, batch: Arrays) -> Arrays:
        """Advantages around 0, and about as large in every batch; where there is no choice they do not matter."""
        if self.method == AFTERSTATES:
            return batch
        choices = batch["masks"].sum(axis=1) > 1
        if not choices.any():
            return batch
        better = batch["advantages"]
        middle, spread = better[choices].mean(), better[choices].std()
        return {**batch, "advantages": ((better - middle) / (spread + 1e-6)).astype(np.float32)}

    def _parts(self, count: int) -> list[np.ndarray[tuple[int, ...], np.dtype[np.int64]]]:
        return np.array_split(self.draws.permutation(count), max(1, round(self.narrow * count / PIECE[self.method])))

    def _copied(self) -> tuple[Tensor, dict[str, Tensor]]:
        """The weights of now as a line of their own, and as the arrays that it is made of."""
        line = self.learner.line.copy()
        return line, {**self.learner.arrays, **self.learner.cut(line, self.learner.arrays)}

    def _average(self) -> None:
        steps = self.learner.steps
        follow = np.float32(1 - min(AVERAGE, (1 + steps) / (10 + steps)))
        self.average += follow * (self.learner.line - self.average)

    def _set_exam(self, seconds: float) -> None:
        """A new point of the curve: pieces of an exam for whoever is free next; averaged weights play best."""
        weights = self.learner.give(self.averaged)
        number, jobs = len(self.curve) + len(self.open), self.plans.jobs
        ways = len(self.ways)
        self.open.append(OpenPoint(Point(self.plans.rival.name, seconds, self.games, []), ways * jobs))
        for way in self.ways:
            for job in range(jobs):
                games = range(job, max(self.plans.exam_games, jobs), jobs)
                seconds_each = EXAM_SHARE * self.seconds / POINTS / ways
                self.exams.append(Exam(number, way, weights, games, seconds_each, self.decisions))

    def _mark(self, answer: Examined) -> None:
        marked = self.open[answer.point - len(self.curve)]
        marked.by_way.setdefault(answer.method, []).extend(answer.points)
        marked.missing -= 1
        while self.open and not self.open[0].missing:
            done = self.open.pop(0)
            self.marks.append(done.by_way)
            self.way = max(self.ways, key=self._lately)
            done.point.points = done.by_way[self.way]
            self.curve.append(done.point)
            self.plans.pointed(done.point)

    def _lately(self, way: str) -> float:
        """What this way to play has made in the last exams: one alone says little."""
        return float(np.mean([point for marks in self.marks[-LATELY:] for point in marks[way]]))


class Look:
    """What a few random games show of how a game can be learnt."""

    def __init__(self, together: bool, endless: bool) -> None:
        self.together = together
        """Whether seats ever decide at the same time."""
        self.endless = endless
        """Whether most of them did not end."""


def looked_at(game: Game, options: Options) -> Look:
    together, endless, count = False, 0, 4
    for number in range(count):
        luck = Seeded(f"look {number}")
        position = game.start(options, luck)
        for _ in range(WITHOUT_END):
            acting = position.to_act()
            if not acting:
                break
            together = together or len(acting) > 1
            position.apply(acting[0], position.at_random(acting[0], luck), luck)
        endless += position.result() is None
    return Look(together, 2 * endless > count)


def columns_that_vary(game: Game, options: Options) -> NDArray[np.bool_]:
    """By column, whether there is something to learn from it: some say the same in every match, or hardly ever more."""
    features, luck = game.bots().features(options), Seeded("columns")
    rows: list[Array] = []
    for _ in range(VARYING_GAMES):
        position = game.start(options, luck)
        for number in range(VARYING_DECISIONS):
            acting = position.to_act()
            if not acting:
                break
            if number % VARYING_EVERY == 0:
                rows.append(row_of(features, position, luck.below(game.seats(options))))
            position.apply(acting[0], position.at_random(acting[0], luck), luck)
    seen = np.stack(rows)
    out: NDArray[np.bool_] = (seen != seen[0]).mean(axis=0) >= VARYING
    return out


def _layers(reads: NDArray[np.bool_], space: int, things: Sequence[Things]) -> tuple[int, int]:
    """Two hidden layers, at most twice as wide as a row, and as wide as the file may be large."""
    width, heads, rest = int(reads.sum()), space, 0
    if things:
        width = int(np.delete(reads, things_columns(things)).sum()) + CODE * len(things)
        heads = len(nameless(things, space)) + CODE
        rest = CODE * (things[0].kinds + max(one.width for one in things))
    fitting = [size for size in WIDTHS if size * (width + size + heads) + rest <= MOST_NUMBERS and size <= 2 * width]
    size = fitting[0] if fitting else WIDTHS[-1]
    return size, size


def train_on(path: Path, game: Game, changes: Mapping[str, object], plans: Plans) -> Trained:
    """Train a network for these changes of the options; the file keeps its other networks, and goes on with this one.

    It is written whenever the curve has a new point, so little is lost whatever happens.
    """
    if not path.parent.is_dir():
        raise BadOption(f"there is no folder {path.parent}")
    weights = load_weights(path) if path.exists() else Weights(game.name, game.version, [])
    if (weights.game, weights.version) != (game.name, game.version):
        raise BadOption(f"{path} is about {weights.game}, version {weights.version} of its rules; name another file")
    before = weights.net_for(game, game.options(changes))
    others = [net for net in weights.nets if net is not before]

    def keep(point: Point) -> None:
        weights.nets = [*others, training.trained()]
        weights.save(path)
        plans.pointed(point)

    training = Training(game, changes, replace(plans, pointed=keep))
    if before is not None:
        training.go_on_from(before)
    trained = training.run()
    weights.nets = [*others, trained]
    weights.save(path)
    return trained
