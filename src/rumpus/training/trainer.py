"""Trains a network: actors play, this process learns. Also resumes and merges files of weights."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rumpus.core.errors import BadOption
from rumpus.core.features import EntityGroup
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Json, Position
from rumpus.core.rng import Rng, SeededRng
from rumpus.envs.arrays import feature_vector
from rumpus.players.net import Array, Real, entity_columns, moves_without_entity
from rumpus.players.weights import (
    AFTERSTATES,
    POLICY,
    POLICY_ONLY,
    TrainedNet,
    Weights,
    features_fingerprint,
    load_weights,
)
from rumpus.stats.estimates import Z95
from rumpus.training.actors import Actors
from rumpus.training.learner import EMBEDDING_SIZE, Tensor
from rumpus.training.messages import Arrays, EvalRequest, EvalResult, Opponent, PlayBatch, PlayRequest, TrainingTables
from rumpus.training.torch_learner import make_learner

MAX_HIDDEN_WIDTH = 256
"""Units of a hidden layer, at most."""
BATCH_ROWS = {AFTERSTATES: 1024, POLICY: 2048}
"""Rows per gradient step of the widest network. Scaled by width for others."""
LEARNING_RATE = {AFTERSTATES: 7e-4, POLICY: 4e-4}
"""Initial learning rate of the widest network; decays linearly."""
MAX_LEARNING_RATE = 2e-3
"""Cap on the learning rate, which grows as networks get narrower."""
EPOCHS = 2
"""Passes over each batch."""
MAX_WEIGHTS = 270_000
"""Weights of a network, at most: about half a megabyte as a file."""
HIDDEN_WIDTHS = (MAX_HIDDEN_WIDTH, 192, 128, 96, 64, 32)
"""Widths tried for the hidden layers. The first that fits is used."""
EMA_DECAY = 0.995
"""Decay of the averaged weights, per step."""
IMITATION_FRACTION = 0.1
"""Fraction of the time spent imitating the greedy bot, if at all."""
EVAL_FRACTION = 0.15
"""Fraction of the time for all evaluations, at most."""
CURVE_POINTS = 6
SAFE_LEAD, MAX_OPPONENT_FRACTION = 0.1, 0.5
"""Lead in points from which the opponent's fraction is not raised, and its most."""
RECENT_POINTS = 3
"""Last points of the curve that decide between modes of play."""
MAX_PAST_SELVES = 20
"""Snapshots kept as opponents."""
MAX_PLAY_SECONDS = 10.0
"""Seconds after which an actor sends a partial batch."""
MIN_VARYING_FRACTION = 0.001
"""Fraction of random positions in which a column must vary to be read."""
SURVEY_GAMES, SURVEY_DECISIONS, SURVEY_EVERY = 200, 300, 5
"""Random games of that survey, decisions per game, and the stride between them."""
ENDLESS_AFTER_DECISIONS = 1500
"""Decisions after which a random game counts as endless."""


@dataclass(eq=False)
class Point:
    """A point of the learning curve: the share of points against an opponent."""

    against: str
    seconds: float
    games: int
    points: list[float]

    @property
    def rate(self) -> float:
        return float(np.mean(self.points))

    @property
    def half_width(self) -> float:
        return float(Z95 * np.std(self.points) / np.sqrt(len(self.points)))

    def to_json(self) -> dict[str, Json]:
        return {
            "seconds": round(self.seconds),
            "games": self.games,
            "against": self.against,
            "exam": len(self.points),
            "rate": round(self.rate, 4),
            "half": round(self.half_width, 4),
        }

    def __str__(self) -> str:
        return (
            f"{self.seconds:6.0f} s {self.games:9,} games: "
            f"{100 * self.rate:.1f} ± {100 * self.half_width:.1f} % against {self.against}"
        )


@dataclass(eq=False)
class PendingPoint:
    """A point whose evaluation is still being played."""

    point: Point
    missing: int
    by_mode: dict[str, list[float]] = field(default_factory=dict)
    """Points by mode of play."""


@dataclass
class TrainingPlan:
    """Duration, seed and opponents of a training."""

    minutes: float
    seed: str
    jobs: int
    opponent: Opponent = field(default_factory=Opponent)
    eval_games: int = 100
    """Games per point of the curve. Fewer if they take too long."""
    rollout_depth: int | None = None
    """Rollout depth of the trained player. None keeps that of the file, or 0."""
    also: Sequence[Mapping[str, object]] = ()
    """Further options to learn, in half of the games."""
    method: str = ""
    """`AFTERSTATES` or `POLICY`. Empty: chosen by a few random games."""
    imitate: bool = False
    """Starts by imitating the greedy bot. Always done if random games do not end."""
    on_progress: Callable[[float, str], None] = field(default=lambda progress, words: None)
    """Called with the fraction done and a status."""
    on_point: Callable[[Point], None] = field(default=lambda point: None)
    """Called with each new point of the curve."""


def check_trainable(game: Game, options: Options) -> None:
    if not game.bots().features(options).names:
        raise BadOption(f"{game.title} has no features to learn from. Implement Bots.features.")


class Trainer:
    """Trains one network for one set of options."""

    def __init__(self, game: Game, changes: Mapping[str, object], plan: TrainingPlan) -> None:
        self.game = game
        self.plan = plan
        self.options = game.options(changes)
        check_trainable(game, self.options)
        sample = sample_random_play(game, self.options)
        self.method = plan.method or (POLICY if sample.simultaneous or sample.endless else AFTERSTATES)
        self.imitate_first = plan.imitate or sample.endless
        self.seconds = plan.minutes * 60
        self.tables = TrainingTables.of(game, [changes, *plan.also])
        self._make_learner(varying_columns(game, game.options(self.tables.reference)))
        self.requests = 0
        self.earlier_history: Mapping[str, Json] = {}
        self.earlier_tables: Sequence[Mapping[str, object]] = ()
        self.past_selves: list[dict[str, Real]] = []
        self.rollout_depth = plan.rollout_depth or 0
        self.games = 0
        self.curve: list[Point] = []
        self.pending: list[PendingPoint] = []
        """Points whose evaluations are still being played."""
        self.evals: deque[EvalRequest] = deque()
        self.modes = [self.method]
        """Modes of play; evaluations choose between them."""
        if self.method == POLICY:
            self.modes = [POLICY_ONLY] if plan.opponent.is_only_opponent else [POLICY, POLICY_ONLY]
        self.mode = self.modes[0]
        self.eval_points: list[dict[str, list[float]]] = []
        """Points by mode, for each point of the curve."""
        self.np_rng = np.random.default_rng(SeededRng(f"{plan.seed}/learner").below(1 << 30))

    def _make_learner(self, reads: NDArray[np.bool_]) -> None:
        reference = self.game.options(self.tables.reference)
        space = self.game.move_count(reference) if self.method == POLICY else 0
        entities = self.game.bots().features(reference).entities
        width = _hidden_width(reads, space, entities)
        self.width_ratio = MAX_HIDDEN_WIDTH / width
        seed = SeededRng(self.plan.seed).below(1 << 30)
        self.learner = make_learner(reads, (width, width), space, seed, entities)
        self.average_flat, self.average_arrays = self.learner.copy_weights()

    def resume_from(self, before: TrainedNet) -> None:
        """Resumes from an earlier training, without imitation. Keeps its layout, which may have more seats."""
        arrays = {name: value.astype(np.float32) for name, value in before.arrays.items()}
        if self.game.options(before.changes) != self.game.options(self.tables.reference):
            for changes in self.tables.changes:
                before.layout(self.game, self.game.options(changes))
            reference = dict(self.game.options(before.changes).changed())
            self.tables = replace(self.tables, reference=reference)
            if len(arrays["reads"]) == len(self.game.bots().features(self.game.options(reference)).names):
                self._make_learner(arrays["reads"] > 0)
        self.tables = replace(self.tables, relative_moves=before.relative_moves)
        if _shapes(arrays) != _shapes(self.learner.arrays):
            raise BadOption("The network in the file has another shape. Name another file.")
        self.learner.load(arrays)
        self.average_flat, self.average_arrays = self.learner.copy_weights()
        self.earlier_history, self.earlier_tables = before.history, before.also
        if self.plan.rollout_depth is None:
            self.rollout_depth = before.rollout_depth
        self.imitate_first = False

    def run(self) -> TrainedNet:
        """Trains until the time is over or Ctrl-C. Returns the result so far."""
        jobs = self.plan.jobs
        actors = Actors(jobs, self.game.name, self.tables, self.method, self.plan.seed, self.plan.opponent)
        began = time.monotonic()
        try:
            for actor in range(jobs):
                actors.send(actor, self._next_request(0.0))
            due = 1 / CURVE_POINTS
            while True:
                elapsed = time.monotonic() - began
                progress = min(1.0, elapsed / self.seconds)
                if progress >= due:
                    self._request_eval(elapsed)
                    due = 2.0 if progress >= 1.0 else min(1.0, due + 1 / CURVE_POINTS)
                if progress >= 1.0 and not self.pending:
                    break
                for actor, answer in actors.receive():
                    # Sent before the update: no actor waits for the learner, but its weights lack this batch.
                    actors.send(actor, self._next_request(progress))
                    if isinstance(answer, EvalResult):
                        self._record_eval(answer)
                    elif progress < 1.0:
                        self._update(answer, progress)
                if len(self.past_selves) < MAX_PAST_SELVES * progress:
                    self.past_selves.append(self.learner.export())
                self.plan.on_progress(progress, self._status())
        except KeyboardInterrupt:
            self.seconds = time.monotonic() - began
        finally:
            actors.close()
        return self.trained()

    def trained(self) -> TrainedNet:
        began = "by watching greedy" if self.imitate_first else "from nothing"
        history: dict[str, Json] = {
            "began": "from weights" if self.earlier_history else began,
            "seed": self.plan.seed,
            "jobs": self.plan.jobs,
            "minutes": round(self.seconds / 60, 2),
            "games": self.games,
            "met": [self.plan.opponent.name, *(other.name for other in self.plan.opponent.others)],
            "curve": [point.to_json() for point in self.curve],
        }
        if self.earlier_history:
            history["earlier"] = dict(self.earlier_history)
        changes, tables = self.tables.reference, self.tables
        features = features_fingerprint(self.game, self.game.options(changes))
        weights = self.learner.export(self.average_arrays)
        also: list[Mapping[str, object]] = []
        for one in (*tables.changes, *self.earlier_tables):
            if one != changes and one not in also:
                also.append(one)
        depth = self.rollout_depth
        return TrainedNet(self.mode, changes, features, weights, history, depth, "", also, tables.relative_moves)

    def _next_request(self, progress: float) -> PlayRequest | EvalRequest:
        if self.evals:
            return self.evals.popleft()
        past = None
        if self.past_selves and self.method == POLICY:
            past = self.past_selves[int(self.np_rng.integers(len(self.past_selves)))]
        imitating = self.imitate_first and progress < IMITATION_FRACTION
        seconds = min(MAX_PLAY_SECONDS, 0.05 * self.seconds)
        net = None if imitating else self.learner.export()
        exploration = 0.1 * (1 - progress) + 0.01
        return PlayRequest(net, exploration, seconds, past, self._opponent_fraction(), self._next_table())

    def _next_table(self) -> int:
        """Returns the first table in half of the batches, the others in turn."""
        others = len(self.tables.changes) - 1
        self.requests += 1
        return 1 + self.requests // 2 % others if others and self.requests % 2 else 0

    def _opponent_fraction(self) -> float:
        """Raises the opponent's fraction while the learner does not beat it safely."""
        if not self.curve:
            return 0.0
        lead = self.curve[-1].rate - 1 / self.game.seats(self.options)
        return MAX_OPPONENT_FRACTION * min(1.0, max(0.0, 1 - lead / SAFE_LEAD))

    def _status(self) -> str:
        last = f", {100 * self.curve[-1].rate:.0f} % against {self.plan.opponent.name}" if self.curve else ""
        return f"{self.games:,} games{last}"

    def _update(self, answer: PlayBatch, progress: float) -> None:
        learner = self.learner
        self.games += answer.games
        if not len(answer.batch["rows"]):
            return
        batch = learner.to_device(self._normalise_advantages(answer.batch))
        rate = min(MAX_LEARNING_RATE, self.width_ratio * LEARNING_RATE[self.method]) * (1 - progress) + 4e-5
        entropy_weight = 0.05 * (1 - progress) + 0.015
        for _ in range(EPOCHS):
            for part in self._minibatches(len(answer.batch["rows"])):
                piece = learner.part_of(batch, part)
                if self.method == AFTERSTATES:
                    learner.fit_value(piece, rate)
                elif answer.imitation:
                    learner.imitate(piece, rate)
                else:
                    learner.fit_policy(piece, rate, entropy_weight, self.average_arrays, 0.05)
                self._update_average()

    def _normalise_advantages(self, batch: Arrays) -> Arrays:
        if self.method == AFTERSTATES:
            return batch
        choices = batch["masks"].sum(axis=1) > 1
        if not choices.any():
            return batch
        advantages = batch["advantages"]
        # Other rows give no policy gradient. Those for the value head have advantage 0 and would lower the spread.
        middle, spread = advantages[choices].mean(), advantages[choices].std()
        return {**batch, "advantages": ((advantages - middle) / (spread + 1e-6)).astype(np.float32)}

    def _minibatches(self, count: int) -> list[NDArray[np.int64]]:
        parts = max(1, round(self.width_ratio * count / (BATCH_ROWS[self.method] * self.learner.batch_factor)))
        return np.array_split(self.np_rng.permutation(count), parts)

    def _update_average(self) -> None:
        steps = self.learner.steps
        # A shorter average at first, so that the initial weights are forgotten.
        step = float(np.float32(1 - min(EMA_DECAY, (1 + steps) / (10 + steps))))
        self.average_flat += step * (self.learner.flat - self.average_flat)

    def _request_eval(self, seconds: float) -> None:
        """Queues the evaluation of the averaged weights, which play better than the last ones."""
        weights = self.learner.export(self.average_arrays)
        number, jobs = len(self.curve) + len(self.pending), self.plan.jobs
        modes = len(self.modes)
        self.pending.append(PendingPoint(Point(self.plan.opponent.name, seconds, self.games, []), modes * jobs))
        for mode in self.modes:
            for job in range(jobs):
                games = range(job, max(self.plan.eval_games, jobs), jobs)
                seconds_each = EVAL_FRACTION * self.seconds / CURVE_POINTS / modes
                depth, seed = self.rollout_depth, self.plan.seed
                self.evals.append(EvalRequest(number, mode, weights, games, seconds_each, depth, seed))

    def _record_eval(self, answer: EvalResult) -> None:
        pending = self.pending[answer.point - len(self.curve)]
        pending.by_mode.setdefault(answer.method, []).extend(answer.points)
        pending.missing -= 1
        while self.pending and not self.pending[0].missing:
            done = self.pending.pop(0)
            self.eval_points.append(done.by_mode)
            self.mode = max(self.modes, key=self._recent_rate)
            done.point.points = done.by_mode[self.mode]
            self.curve.append(done.point)
            self.plan.on_point(done.point)

    def _recent_rate(self, mode: str) -> float:
        """Returns the mean points of a mode over the last evaluations: one alone is noisy."""
        return float(np.mean([point for points in self.eval_points[-RECENT_POINTS:] for point in points[mode]]))


class RandomPlaySample(NamedTuple):
    """Properties of a game seen in random games."""

    simultaneous: bool
    """True if seats ever decide simultaneously."""
    endless: bool
    """True if most games did not end."""


def sample_random_play(game: Game, options: Options) -> RandomPlaySample:
    simultaneous, endless, count = False, 0, 4
    for number in range(count):
        rng = SeededRng(f"look {number}")
        position = game.start(options, rng)
        for _ in _random_decisions(position, rng, ENDLESS_AFTER_DECISIONS):
            simultaneous = simultaneous or len(position.to_act()) > 1
        endless += position.result() is None
    return RandomPlaySample(simultaneous, 2 * endless > count)


def _random_decisions(position: Position, rng: Rng, limit: int) -> Iterator[int]:
    """Plays at random to the end, or for `limit` decisions. Yields the number of each before it is made."""
    for number in range(limit):
        acting = position.to_act()
        if not acting:
            return
        yield number
        position.apply(acting[0], position.random_move(acting[0], rng), rng)


def varying_columns(game: Game, options: Options) -> NDArray[np.bool_]:
    """Marks columns that vary in random games. Constant ones are not read."""
    features, rng = game.bots().features(options), SeededRng("columns")
    rows: list[Array] = []
    for _ in range(SURVEY_GAMES):
        position = game.start(options, rng)
        for number in _random_decisions(position, rng, SURVEY_DECISIONS):
            if number % SURVEY_EVERY == 0:
                rows.append(feature_vector(features, position, rng.below(game.seats(options))))
    seen = np.stack(rows)
    out: NDArray[np.bool_] = (seen != seen[0]).mean(axis=0) >= MIN_VARYING_FRACTION
    return out


def _hidden_width(reads: NDArray[np.bool_], space: int, entities: Sequence[EntityGroup]) -> int:
    """Returns the largest width of two hidden layers within the limits."""
    width, heads, rest = int(reads.sum()), space, 0
    if entities:
        width = int(np.delete(reads, entity_columns(entities)).sum()) + EMBEDDING_SIZE * len(entities)
        heads = len(moves_without_entity(entities, space)) + EMBEDDING_SIZE
        rest = EMBEDDING_SIZE * (entities[0].kinds + max(one.width for one in entities))
    for size in HIDDEN_WIDTHS:
        if size * (width + size + heads) + rest <= MAX_WEIGHTS and size <= 2 * width:
            return size
    return HIDDEN_WIDTHS[-1]


def _shapes(arrays: Mapping[str, Tensor]) -> dict[str, tuple[int, ...]]:
    return {name: value.shape for name, value in arrays.items()}


def train_file(path: Path, game: Game, changes: Mapping[str, object], plan: TrainingPlan) -> TrainedNet:
    """Trains or resumes the network for these options. Writes the file at each point of the curve."""
    if not path.parent.is_dir():
        raise BadOption(f"There is no folder {path.parent}. Create it or name another file.")
    weights = load_weights(path) if path.exists() else Weights(game.name, game.version, [])
    if (weights.game, weights.version) != (game.name, game.version):
        raise BadOption(f"{path} belongs to {weights.game}, version {weights.version} of its rules. Name another file.")
    before = weights.net_for(game, game.options(changes))
    others = [net for net in weights.nets if net is not before]

    def keep(point: Point) -> None:
        weights.nets = [*others, trainer.trained()]
        weights.save(path)
        plan.on_point(point)

    trainer = Trainer(game, changes, replace(plan, on_point=keep))
    if before is not None:
        trainer.resume_from(before)
    trained = trainer.run()
    weights.nets = [*others, trained]
    weights.save(path)
    return trained
