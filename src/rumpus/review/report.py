"""The review as data and as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from rumpus.core.outcome import result_words
from rumpus.core.position import Seat
from rumpus.core.words import counted, seen_from, sentence, shortened, whose
from rumpus.players.player import percent
from rumpus.review.luck import Swing
from rumpus.review.moments import moment_at
from rumpus.review.verdicts import (
    BEST,
    DOUBT,
    FINE,
    MISTAKE_VERDICT,
    UNCLEAR,
    Z_SURE,
    Verdict,
    verdict_word,
)

MAX_MOMENTS = 3
TURNING_POINT = 0.1
"""Change of win probability between two curve points that counts as a turning point."""
MIN_REASON = 0.03
"""Smallest contribution of luck or play named as a reason."""


class CurvePoint(Struct):
    """Win probabilities after `number` moves."""

    number: int
    known: list[list[float]]
    """By observing seat: win probabilities of every seat from its information."""
    error: list[float]
    """Standard error of each seat's own win probability."""
    open: list[float]
    """Win probabilities of every seat with all cards open."""

    def own(self, seat: Seat) -> float:
        """Returns the seat's win probability from its own information."""
        return self.known[seat][seat]


class KeyMoment(Struct):
    """A turn that changed a seat's win probability by `shift`, in a sentence."""

    number: int
    shift: float
    text: str


class SeatReview(Struct):
    """Review of one seat; amounts are in win probability."""

    seat: Seat
    name: str
    summary: str
    luck: float
    luck_error: float
    play: float
    others: float
    """Effect of the others' play. Luck, play and this sum to the result minus the prior."""
    decisions: int
    """Decisions with more than one legal move."""
    silent: int
    """Decisions without a verdict: obvious, or nothing at stake."""
    counts: dict[str, int]
    """Number of decisions by verdict."""
    turning: list[int]
    """Curve points (by number) at which its own win probability turned."""
    moments: list[KeyMoment]


class Review(Struct):
    """Review of one finished match."""

    game: str
    players: list[str]
    ranking: list[int]
    moves: int
    exact: bool
    """True if win probabilities come from the exact solution."""
    effort: int
    curve: list[CurvePoint]
    verdicts: list[Verdict]
    seats: list[SeatReview]


class OwnPoint(Struct):
    """Win probabilities after `number` moves, from one seat's information."""

    number: int
    chances: list[float]
    error: float


class OwnReview(Struct):
    """Review from the seat's own information; reveals nothing else."""

    seat: Seat
    exact: bool
    effort: int
    moves: int
    summary: str
    curve: list[OwnPoint]
    verdicts: list[Verdict]
    decisions: int
    silent: int
    counts: dict[str, int]
    turning: list[int]
    moments: list[KeyMoment]


class BarePoint(Struct):
    """Win probabilities with all cards open."""

    number: int
    chances: list[float]


class OpenReview(Struct):
    """Part of a review for the end of the match: luck and the others' play."""

    summary: str
    luck: float
    luck_error: float
    play: float
    others: float
    curve: list[BarePoint]
    moments: list[KeyMoment]


def own_review(review: Review, side: SeatReview, moments: Sequence[str]) -> OwnReview:
    """`moments`: where the match is after every number of moves."""
    seat = side.seat
    verdicts = [verdict for verdict in review.verdicts if verdict.seat == seat]
    who = seen_from(review.players, seat)[seat]
    summary = describe_worst(who, verdicts, side.decisions, moments)
    # Only what the seat knew: luck and the others' play would reveal hidden cards. They are in `OpenReview`.
    curve = [OwnPoint(point.number, point.known[seat], point.error[seat]) for point in review.curve]
    return OwnReview(
        seat, review.exact, review.effort, review.moves, summary, curve, verdicts, side.decisions, side.silent,
        side.counts, side.turning, _greatest(_decision_moments(verdicts, moments)),
    )  # fmt: skip


def open_review(review: Review, side: SeatReview) -> OpenReview:
    curve = [BarePoint(point.number, point.open) for point in review.curve]
    return OpenReview(side.summary, side.luck, side.luck_error, side.play, side.others, curve, side.moments)


def signed_percent(probability: float) -> str:
    """Formats a change of winning chances: `−30 %`."""
    number = round(100 * probability)
    return "0 %" if number == 0 else f"{number:+d} %".replace("-", "−")


def seat_review(
    seat: Seat,
    names: Sequence[str],
    ranking: Sequence[int],
    curve: Sequence[CurvePoint],
    verdicts: Sequence[Verdict],
    swings: Sequence[Swing],
    decisions: int,
    moments: Sequence[str],
) -> SeatReview:
    """Builds one seat's review from its own verdicts, addressed to its player.

    `moments`: where the match is after every number of moves.
    """
    said = seen_from(names, seat)
    luck = sum(swing.luck[seat] for swing in swings)
    error = sum(swing.error[seat] ** 2 for swing in swings) ** 0.5
    play = others = 0.0
    for swing in swings:
        for decider, value in zip(swing.seats, swing.play, strict=True):
            if decider == seat:
                play += value[seat]
            else:
                others += value[seat]
    counts = dict.fromkeys((BEST, FINE, DOUBT, MISTAKE_VERDICT, UNCLEAR), 0)
    for verdict in verdicts:
        counts[verdict.verdict] += 1
    summary = " ".join([
        describe_result(ranking, seat, luck, play, others),
        describe_worst(said[seat], verdicts, decisions, moments),
    ])  # fmt: skip
    return SeatReview(
        seat, names[seat], summary, luck, error, play, others, decisions, decisions - len(verdicts), counts,
        _turning_points(seat, curve), _key_moments(seat, said, verdicts, swings, moments),
    )  # fmt: skip


def describe_result(ranking: Sequence[int], seat: Seat, luck: float, play: float, others: float) -> str:
    """Says in one sentence to the seat's player how luck and skill led to the result."""
    how = result_words(ranking, seat)
    won, opponents = how == "won", len(ranking) - 1
    parts = {"luck": luck, "your choices": play}
    if opponents:
        parts["opponent" if opponents == 1 else "the others"] = others
    listed = ", ".join(f"{part} {signed_percent(value)}" for part, value in parts.items())
    most = max(parts, key=lambda part: parts[part] if won else -parts[part])
    if how not in ("won", "lost") or abs(parts[most]) < MIN_REASON:
        did = how if how in ("won", "drew", "lost") else f"came {how}"
        return f"You {did}: {listed}."
    whose_play = "your opponent's" if opponents == 1 else "the others'"
    reason = {
        "luck": "luck" if won else "bad luck",
        "your choices": "your own play",
    }.get(most, f"{whose_play} {'mistakes' if won else 'good play'}")
    return f"Mostly {reason} {'won' if won else 'cost'} you this game: {listed}."


def describe_worst(who: str, verdicts: Sequence[Verdict], decisions: int, moments: Sequence[str]) -> str:
    wrong = [verdict for verdict in verdicts if verdict.verdict in (MISTAKE_VERDICT, DOUBT)]
    if wrong:
        worst = min(wrong, key=lambda verdict: verdict.gain)
        return (
            f"Biggest {verdict_word(worst)}, {moment_at(moments, worst.number)}: “{shortened(worst.says)}” "
            f"({signed_percent(worst.gain)}); “{shortened(worst.other)}” was better."
        )
    if not decisions:
        return sentence(f"{who} never had anything to decide.")
    unclear = sum(1 for verdict in verdicts if verdict.verdict == UNCLEAR)
    rest = f", and {unclear} cannot be judged for sure" if unclear else ""
    return f"Of {whose(who)} {counted(decisions, 'decision')} none was clearly wrong{rest}."


def _turning_points(seat: Seat, curve: Sequence[CurvePoint]) -> list[int]:
    found: list[int] = []
    for before, after in pairwise(curve):
        # Points are sampled with different seeds, so the errors are independent.
        error = (before.error[seat] ** 2 + after.error[seat] ** 2) ** 0.5
        if abs(after.own(seat) - before.own(seat)) > max(TURNING_POINT, Z_SURE * error):
            found.append(after.number)
    return found


def _key_moments(
    seat: Seat, names: Sequence[str], verdicts: Sequence[Verdict], swings: Sequence[Swing], moments: Sequence[str]
) -> list[KeyMoment]:
    """Picks the largest effects of its decisions, chance and the others' decisions."""
    found = _decision_moments(verdicts, moments)
    for swing in swings:
        # A swing is numbered after its turn. The turn's own moment is that of its last decision.
        when = sentence(moment_at(moments, max(0, swing.number - 1)))
        luck = swing.luck[seat]
        if luck:
            what = "The deal" if not swing.number else f"{when}: good luck" if luck > 0 else f"{when}: bad luck"
            found.append(KeyMoment(swing.number, luck, f"{what} {_worth(luck)}."))
        for decider, value, says in zip(swing.seats, swing.play, swing.says, strict=True):
            if decider != seat:
                text = f"{when}: {whose(names[decider])} “{says}” {_worth(value[seat])}."
                found.append(KeyMoment(swing.number, value[seat], text))
    return _greatest(found)


def _worth(change: float) -> str:
    return f"{'gained' if change > 0 else 'cost'} you {percent(abs(change))}"


def _decision_moments(verdicts: Sequence[Verdict], moments: Sequence[str]) -> list[KeyMoment]:
    found: list[KeyMoment] = []
    for verdict in verdicts:
        when = sentence(moment_at(moments, verdict.number))
        if verdict.verdict in (MISTAKE_VERDICT, DOUBT):
            text = (
                f"{when}: “{verdict.says}” left you {percent(verdict.chance)} to win; "
                f"“{verdict.other}” would have left {percent(verdict.chance - verdict.gain)}."
            )
            found.append(KeyMoment(verdict.number, verdict.gain, text))
        elif verdict.verdict == BEST and verdict.gain > Z_SURE * verdict.error:
            text = f"{when}: “{verdict.says}” was {percent(verdict.gain)} better than “{verdict.other}”."
            found.append(KeyMoment(verdict.number, verdict.gain, text))
    return found


def _greatest(found: Sequence[KeyMoment]) -> list[KeyMoment]:
    """Picks the largest shifts, one per turn, in the order of the match."""
    chosen: dict[int, KeyMoment] = {}
    for moment in sorted(found, key=lambda moment: -abs(moment.shift)):
        if len(chosen) < MAX_MOMENTS and abs(moment.shift) >= MIN_REASON:
            chosen.setdefault(moment.number, moment)
    return sorted(chosen.values(), key=lambda moment: moment.number)
