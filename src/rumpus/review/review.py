"""A finished match reviewed: in parts that any process can do, and put together again."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.outcome import shares
from rumpus.core.position import Move, Position, Seat
from rumpus.core.record import Record
from rumpus.core.rng import Seeded
from rumpus.review import luck
from rumpus.review.luck import Swing
from rumpus.review.report import CurvePoint, Review, seat_review
from rumpus.review.verdicts import Judgement, judged
from rumpus.review.win_probability import Gauge, gauge_of
from rumpus.stats.estimates import Reckoning, estimate

MOST_POINTS = 60
"""Of the curve, however long the match."""
LOOKS = 32
"""For one chance on the curve; times the effort."""
MOST_EFFORT = 100


class ReviewTask(Struct, frozen=True):
    """All that a process needs to know to do its part of a review."""

    record: str
    """As text."""
    seats: tuple[Seat, ...]
    """Whose decisions are judged."""
    effort: int = 1
    """1 is the usual pass; a stronger one looks so many times as often."""
    parts: int = 1


class ReviewPart(Struct):
    """What one process found out."""

    exact: bool
    curve: list[CurvePoint]
    verdicts: list[Judgement]
    swings: list[Swing]
    decisions: list[int]
    """By seat: those with more than one option."""


def task(record: Record, seats: Sequence[Seat] | None = None, effort: int = 1, parts: int = 1) -> ReviewTask:
    """A review of the decisions of these seats, or of all; refused while the match goes on."""
    if record.result is None:
        raise RumpusError("this game is not over: a review looks at all cards, so it comes after the end")
    if not 1 <= effort <= MOST_EFFORT:
        raise BadOption(f"the effort of a review is 1 to {MOST_EFFORT} times the usual, not {effort}")
    whose = range(len(record.players)) if seats is None else seats
    return ReviewTask(record.dumps(), tuple(whose), effort, parts)


def review(record: Record, seats: Sequence[Seat] | None = None, effort: int = 1) -> Review:
    """All of it in this process."""
    whole = task(record, seats, effort)
    return put_together(whole, [part_of(whole, 0)])


def part_of(task: ReviewTask, part: int) -> ReviewPart:
    """Every so-manieth move, beginning with this one; the same in whatever process, and in however many parts."""
    record = Record.loads(task.record)
    game = find_game(record.game)
    options = record.options_of(game)
    gauge = gauge_of(game, options, _end(record, game), bot_of(record.players, game))
    found = ReviewPart(gauge.exact, [], [], [], [0] * len(record.players))
    stride = -(-len(record.moves) // MOST_POINTS) or 1
    before: Position | None = None
    begun: Position | None = None
    made: list[tuple[Seat, Move]] = []
    for step in record.walk(game):
        position = step.position
        position.take_events()
        mine = step.number % task.parts == part
        if mine and (step.number % stride == 0 or step.number == len(record.moves)):
            found.curve.append(_point(gauge, position, step.number, task.effort))
        if before is None or step.seat is None:
            if mine:
                found.swings.append(luck.of_the_deal(gauge, position, record.seed, task.effort))
        else:
            if mine and step.seat in task.seats:
                _judge(gauge, before, step.seat, step.move, step.number - 1, record.players, task.effort, found)
            # Seats that decide together are valued together, once the last of them has decided.
            begun = begun or before
            made.append((step.seat, step.move))
            still = set(begun.to_act()) - {seat for seat, _ in made}
            if not still or not set(position.to_act()) <= still:
                if mine:
                    swing = luck.of_decisions(gauge, begun, made, position, step.number, record.seed, task.effort)
                    swing.says = [game.say(begun, seat, move, record.players) for seat, move in made]
                    found.swings.append(swing)
                begun, made = None, []
        before = position.copy()
    return found


def bot_of(players: Sequence[str], game: Game) -> str:
    """What plays there, of those bots for whom there is an outlook of their own: "Bix (easy)" is an easy one."""
    kinds = [name[name.rfind("(") + 1 : -1] for name in players if name.endswith(")")]
    return next((kind for kind in game.bots().outlook.others if kind in kinds), "")


def _end(record: Record, game: Game) -> Position | None:
    end: Position | None = None
    for step in record.walk(game):
        end = step.position
    return end


def _judge(
    gauge: Gauge,
    position: Position,
    seat: Seat,
    move: Move,
    number: int,
    names: Sequence[str],
    effort: int,
    found: ReviewPart,
) -> None:
    chair = Chair(gauge.game, gauge.options, position, seat, Seeded(f"chair {number}"), names)
    if len(chair.moves()) > 1:
        found.decisions[seat] += 1
        verdict = judged(gauge, chair, move, number, effort)
        if verdict is not None:
            found.verdicts.append(verdict)


def _point(gauge: Gauge, position: Position, number: int, effort: int) -> CurvePoint:
    seats = range(gauge.game.seats(gauge.options))
    if position.result() is not None:
        won = shares(position.ranking())
        return CurvePoint(number, [won for _ in seats], [0.0] * len(won), won)
    known: list[list[float]] = []
    errors: list[float] = []
    for seat in seats:
        looks = known_looks(gauge, position, seat, f"point {number}", LOOKS * effort)
        known.append(gauge.dreamt(_means(looks), seat))
        errors.append(estimate([look[seat] for look in looks]).error)
    opened: list[list[float]] = []
    for look in range(LOOKS * effort):
        gauge.reseed(f"open {number} {look}")
        opened.append(gauge.look(position.copy()))
    return CurvePoint(number, known, errors, _means(opened))


def _means(looks: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(looks) for column in zip(*looks, strict=True)]


def known_looks(gauge: Gauge, position: Position, seat: Seat, seed: str, looks: int) -> list[list[float]]:
    """The chances of all seats from nothing but what this one knows: in so many dreams of its chair."""
    chair = Chair(gauge.game, gauge.options, position, seat, Seeded(f"{seed} chair"))
    found: list[list[float]] = []
    for look in range(looks):
        gauge.reseed(f"{seed} {seat} {look}")
        found.append(gauge.look(chair.imagine(gauge.luck)))
    return found


def known_chance(gauge: Gauge, position: Position, seat: Seat, seed: str, looks: int) -> Reckoning:
    """The chance of this seat to win, from nothing but what it knows."""
    found = known_looks(gauge, position, seat, seed, looks)
    return Reckoning(gauge.dreamt(_means(found), seat)[seat], estimate([look[seat] for look in found]).error)


def put_together(task: ReviewTask, parts: Sequence[ReviewPart]) -> Review:
    """The whole, whoever did its parts."""
    record = Record.loads(task.record)
    curve = sorted((point for part in parts for point in part.curve), key=lambda point: point.number)
    verdicts = sorted((one for part in parts for one in part.verdicts), key=lambda one: (one.number, one.seat))
    swings = sorted((swing for part in parts for swing in part.swings), key=lambda swing: swing.number)
    sides = [
        seat_review(
            seat,
            record.players,
            record.ranking,
            curve,
            [verdict for verdict in verdicts if verdict.seat == seat],
            swings,
            sum(part.decisions[seat] for part in parts),
        )
        for seat in task.seats
    ]
    return Review(
        record.game,
        record.players,
        record.ranking,
        len(record.moves),
        parts[0].exact,
        task.effort,
        curve,
        verdicts,
        sides,
    )
