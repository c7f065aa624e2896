"""Reviews a finished match: in parts for several processes, or in slices of time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

from msgspec import Struct

from rumpus.core.catalogue import game_of
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.outcome import win_shares
from rumpus.core.position import Move, Position, Seat
from rumpus.core.record import Record
from rumpus.core.rng import SeededRng
from rumpus.core.system.pausable import Pausable, complete
from rumpus.core.words import spoken_names
from rumpus.review import luck
from rumpus.review.luck import Swing
from rumpus.review.moments import moments_of
from rumpus.review.report import CurvePoint, Review, SeatReview, seat_review
from rumpus.review.verdicts import Verdict, verdict_on
from rumpus.review.win_probability import WinEstimator, win_estimator
from rumpus.stats.estimates import MeanEstimate, column_means, estimate

MAX_CURVE_POINTS = 60
ROLLOUTS = 32
"""Rollouts per win probability on the curve, times the effort."""
MAX_EFFORT = 100


class ReviewTask(Struct, frozen=True):
    """Input of a process that reviews a part."""

    record: str
    """The record as text."""
    seats: tuple[Seat, ...]
    """Seats whose decisions get verdicts."""
    effort: int = 1
    """Multiple of the usual number of rollouts."""
    parts: int = 1


class ReviewPart(Struct):
    """Output of one process, or all about one move."""

    exact: bool
    curve: list[CurvePoint]
    verdicts: list[Verdict]
    swings: list[Swing]
    decisions: list[int]
    """By seat: decisions with more than one legal move."""

    def add(self, other: ReviewPart) -> None:
        self.curve += other.curve
        self.verdicts += other.verdicts
        self.swings += other.swings
        self.decisions = [mine + its for mine, its in zip(self.decisions, other.decisions, strict=True)]


def review_task(record: Record, seats: Sequence[Seat] | None = None, effort: int = 1, parts: int = 1) -> ReviewTask:
    """Creates the task of reviewing these seats, or all. The match must be over."""
    if record.result is None:
        raise RumpusError("This game is not over. A review shows all cards, so it needs a finished game.")
    if not 1 <= effort <= MAX_EFFORT:
        raise BadOption(f"The effort of a review is 1 to {MAX_EFFORT}, not {effort}.")
    whose = range(len(record.players)) if seats is None else seats
    return ReviewTask(record.dumps(), tuple(whose), effort, parts)


def review_record(record: Record, seats: Sequence[Seat] | None = None, effort: int = 1) -> Review:
    """Reviews a finished match: win probabilities, verdicts and luck.

    `seats` are the seats to review, or all. `effort` from 1 multiplies rollouts; intervals get narrower.
    Equal records give equal reviews.
    """
    whole = review_task(record, seats, effort)
    return merge_parts(whole, [review_part(whole, 0)])


def review_part(task: ReviewTask, part: int) -> ReviewPart:
    """Reviews every n-th move, n = `task.parts`, from `part` on. Equal in any process."""
    moves = [found for found in _review_moves(task, part, 0) if found is not None]
    whole = moves[0] if moves else ReviewPart(False, [], [], [], [0] * len(Record.loads(task.record).players))
    for found in moves[1:]:
        whole.add(found)
    return whole


class ReviewRun:
    """A review that works for a limited time, and goes on later. It keeps the work on an unfinished move."""

    def __init__(self, task: ReviewTask, first: int) -> None:
        """`first`: number of the move to begin with; the earlier ones are reviewed already."""
        self.next = first
        """Number of the move that is reviewed next."""
        self._moves = _review_moves(task, 0, first)

    def work(self, seconds: float) -> list[ReviewPart]:
        """Works for about `seconds`. Returns one part per finished move."""
        deadline = perf_counter() + seconds
        found: list[ReviewPart] = []
        for move in self._moves:
            if move is not None:
                found.append(move)
            if perf_counter() >= deadline:
                break
        self.next += len(found)
        return found


def _review_moves(task: ReviewTask, part: int, first: int) -> Iterator[ReviewPart | None]:
    """Yields what is found about each move of the part, from number `first` on. None is a pause."""
    record = Record.loads(task.record)
    game = game_of(record.game)
    options = record.options_of(game)
    # A replay up to the end comes first: some matches are solvable once the whole setup is known (`solve_rest`).
    end: Position | None = None
    for step in record.walk(game):
        end = step.position
        yield None
    estimator = win_estimator(game, options, end, bot_of(record.players, game))
    stride = -(-len(record.moves) // MAX_CURVE_POINTS) or 1
    before: Position | None = None
    turn_start: Position | None = None
    decisions: list[tuple[Seat, Move]] = []
    for step in record.walk(game):
        position = step.position
        position.take_events()
        # Every estimate is seeded by its move number, so the split into parts does not change the review.
        mine = step.number >= first and step.number % task.parts == part
        found = ReviewPart(estimator.exact, [], [], [], [0] * len(record.players))
        if mine and (step.number % stride == 0 or step.number == len(record.moves)):
            point = yield from _curve_point(estimator, position, step.number, task.effort)
            found.curve.append(point)
        if before is None or step.seat is None:
            if mine:
                swing = yield from luck.luck_of_deal(estimator, position, record.seed, task.effort)
                found.swings.append(swing)
        else:
            if mine and step.seat in task.seats:
                rng = SeededRng(f"chair {step.number - 1}")
                info = InfoState(game, options, before, step.seat, rng, record.players)
                yield from _review_decision(estimator, info, step.move, step.number - 1, task.effort, found)
            # A simultaneous turn is split into skill and luck once the last seat has decided.
            turn_start = turn_start or before
            decisions.append((step.seat, step.move))
            waiting = set(turn_start.to_act()) - {seat for seat, _ in decisions}
            if not waiting or not set(position.to_act()) <= waiting:
                if mine:
                    swing = yield from luck.luck_of_decisions(
                        estimator, turn_start, decisions, position, step.number, record.seed, task.effort
                    )
                    for seat, move in decisions:
                        swing.says.append(game.describe_move(turn_start, seat, move, spoken_names(record.players)))
                    found.swings.append(swing)
                turn_start, decisions = None, []
        # `walk` changes one position in place.
        before = position.copy()
        yield found if mine else None


def bot_of(players: Sequence[str], game: Game) -> str:
    """Returns the kind of bot with its own win model: "Bix (easy)" is `easy`."""
    kinds = [name[name.rfind("(") + 1 : -1] for name in players if name.endswith(")")]
    return next((kind for kind in game.bots().win_model.by_bot if kind in kinds), "")


def _review_decision(
    estimator: WinEstimator, info: InfoState, move: Move, number: int, effort: int, found: ReviewPart
) -> Pausable[None]:
    if len(info.moves()) > 1:
        found.decisions[info.seat] += 1
        verdict = yield from verdict_on(estimator, info, move, number, effort)
        if verdict is not None:
            found.verdicts.append(verdict)


def _curve_point(estimator: WinEstimator, position: Position, number: int, effort: int) -> Pausable[CurvePoint]:
    seats = range(estimator.game.seats(estimator.options))
    if position.result() is not None:
        shares = win_shares(position.ranking())
        return CurvePoint(number, [shares for _ in seats], [0.0] * len(shares), shares)
    known: list[list[float]] = []
    errors: list[float] = []
    for seat in seats:
        rollouts = yield from rollouts_for_seat(estimator, position, seat, f"point {number}", ROLLOUTS * effort)
        known.append(estimator.calibrated(column_means(rollouts), seat))
        # The standard error before calibration.
        errors.append(estimate([again[seat] for again in rollouts]).error)
    # Not calibrated: the curve corrects the optimism of sampled worlds, and this is the real position.
    open_rollouts: list[list[float]] = []
    for again in range(ROLLOUTS * effort):
        estimator.reseed(f"open {number} {again}")
        open_rollouts.append(estimator.rollout(position.copy()))
        yield
    return CurvePoint(number, known, errors, column_means(open_rollouts))


def rollouts_for_seat(
    estimator: WinEstimator, position: Position, seat: Seat, seed: str, rollouts: int
) -> Pausable[list[list[float]]]:
    """Rolls out worlds of the seat. Returns all seats' win probabilities per world."""
    info = InfoState(estimator.game, estimator.options, position, seat, SeededRng(f"{seed} chair"))
    found: list[list[float]] = []
    for again in range(rollouts):
        estimator.reseed(f"{seed} {seat} {again}")
        found.append(estimator.rollout(info.sample(estimator.rng)))
        yield
    return found


def win_probability_for_seat(
    estimator: WinEstimator, position: Position, seat: Seat, seed: str, rollouts: int
) -> MeanEstimate:
    """Estimates the seat's win probability from its own information."""
    found = complete(rollouts_for_seat(estimator, position, seat, seed, rollouts))
    probability = estimator.calibrated(column_means(found), seat)[seat]
    return MeanEstimate(probability, estimate([again[seat] for again in found]).error)


def merge_parts(task: ReviewTask, parts: Sequence[ReviewPart]) -> Review:
    record = Record.loads(task.record)
    # Parts arrive in order of completion.
    curve = sorted((point for part in parts for point in part.curve), key=lambda point: point.number)
    verdicts = sorted((one for part in parts for one in part.verdicts), key=lambda one: (one.number, one.seat))
    swings = sorted((swing for part in parts for swing in part.swings), key=lambda swing: swing.number)
    moments = moments_of(record, game_of(record.game))
    sides: list[SeatReview] = []
    for seat in task.seats:
        own = [verdict for verdict in verdicts if verdict.seat == seat]
        decisions = sum(part.decisions[seat] for part in parts)
        sides.append(seat_review(seat, record.players, record.ranking, curve, own, swings, decisions, moments))
    game, players, ranking, moves = record.game, record.players, record.ranking, len(record.moves)
    return Review(game, players, ranking, moves, parts[0].exact, task.effort, curve, verdicts, sides)
