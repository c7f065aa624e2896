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
from rumpus.review.verdicts import BEST, DOUBT, FINE, MISTAKE_VERDICT, UNCLEAR, Z_SURE, Verdict

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


def own_review(review: Review, side: SeatReview) -> OwnReview:
    seat = side.seat
    verdicts = [verdict for verdict in review.verdicts if verdict.seat == seat]
    who = seen_from(review.players, seat)[seat]
    summary = _describe_costliest(who, verdicts, side.decisions)
    # Only what the seat knew: luck and the others' play would reveal hidden cards. They are in `OpenReview`.
    curve = [OwnPoint(point.number, point.known[seat], point.error[seat]) for point in review.curve]
    return OwnReview(
        seat, review.exact, review.effort, review.moves, summary, curve, verdicts, side.decisions, side.silent,
        side.counts, side.turning, _greatest(_decision_moments(verdicts)),
    )  # fmt: skip


def open_review(review: Review, side: SeatReview) -> OpenReview:
    curve = [BarePoint(point.number, point.open) for point in review.curve]
    return OpenReview(side.summary, side.luck, side.luck_error, side.play, side.others, curve, side.moments)


def points(probability: float) -> str:
    """Formats a change of win probability in signed percentage points."""
    number = round(100 * probability)
    return "0" if number == 0 else f"{number:+d}".replace("-", "−")


def seat_review(
    seat: Seat,
    names: Sequence[str],
    ranking: Sequence[int],
    curve: Sequence[CurvePoint],
    verdicts: Sequence[Verdict],
    swings: Sequence[Swing],
    decisions: int,
) -> SeatReview:
    """Builds one seat's review from its own verdicts, addressed to its player."""
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
    summary = _summary(seat, said, ranking, verdicts, (luck, play, others), decisions)
    return SeatReview(
        seat, names[seat], summary, luck, error, play, others, decisions, decisions - len(verdicts), counts,
        _turning_points(seat, curve), _key_moments(seat, said, verdicts, swings),
    )  # fmt: skip


def _summary(
    seat: Seat,
    names: Sequence[str],
    ranking: Sequence[int],
    verdicts: Sequence[Verdict],
    parts: tuple[float, float, float],
    decisions: int,
) -> str:
    who = names[seat]
    how = result_words(ranking, seat)
    did = {"won": "won", "drew": "drew", "lost": "lost"}.get(how, f"came {how}")
    first = f"{who} {did}"
    luck, play, others = parts
    reasons = {"luck": luck, f"{whose(who)} own play": play, "what the others did": others}
    if len(ranking) == 1:
        del reasons["what the others did"]
    good = how == "won"
    most = max(reasons, key=lambda reason: reasons[reason] if good else -reasons[reason])
    if abs(reasons[most]) >= MIN_REASON:
        because = "thanks to" if good else "because of"
        listed = ", ".join(f"{points(value)} {reason}" for reason, value in reasons.items())
        first += f", most of all {because} {most} ({listed}, in points of the chance to win)"
    return f"{sentence(first)}. {_describe_costliest(who, verdicts, decisions)}"


def _describe_costliest(who: str, verdicts: Sequence[Verdict], decisions: int) -> str:
    wrong = [verdict for verdict in verdicts if verdict.verdict in (MISTAKE_VERDICT, DOUBT)]
    if wrong:
        worst = min(wrong, key=lambda verdict: verdict.gain)
        when = f"after move {worst.number}" if worst.number else "at the start"
        return (
            f"Costliest was “{shortened(worst.says)}” {when} ({points(worst.gain)}); "
            f"“{shortened(worst.other)}” was better."
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
    seat: Seat, names: Sequence[str], verdicts: Sequence[Verdict], swings: Sequence[Swing]
) -> list[KeyMoment]:
    """Picks the largest effects of its decisions, chance and the others' decisions."""
    found = _decision_moments(verdicts)
    for swing in swings:
        if swing.luck[seat]:
            what = "Luck" if swing.number else "The deal"
            text = f"{what} was worth {points(swing.luck[seat])} to {names[seat]}."
            found.append(KeyMoment(swing.number, swing.luck[seat], text))
        for decider, value, says in zip(swing.seats, swing.play, swing.says, strict=True):
            if decider != seat:
                text = f"{sentence(whose(names[decider]))} “{says}” was worth {points(value[seat])} to {names[seat]}."
                found.append(KeyMoment(swing.number, value[seat], text))
    return _greatest(found)


def _decision_moments(verdicts: Sequence[Verdict]) -> list[KeyMoment]:
    found: list[KeyMoment] = []
    for verdict in verdicts:
        if verdict.verdict in (MISTAKE_VERDICT, DOUBT):
            text = (
                f"“{verdict.says}” won {percent(verdict.chance)} of the time; "
                f"“{verdict.other}” would have won {percent(verdict.chance - verdict.gain)}."
            )
            found.append(KeyMoment(verdict.number, verdict.gain, text))
        elif verdict.verdict == BEST and verdict.gain > Z_SURE * verdict.error:
            text = f"“{verdict.says}” was {points(verdict.gain)} better than “{verdict.other}”."
            found.append(KeyMoment(verdict.number, verdict.gain, text))
    return found


def _greatest(found: Sequence[KeyMoment]) -> list[KeyMoment]:
    """Picks the largest shifts, one per turn, in the order of the match."""
    chosen: dict[int, KeyMoment] = {}
    for moment in sorted(found, key=lambda moment: -abs(moment.shift)):
        if len(chosen) < MAX_MOMENTS and abs(moment.shift) >= MIN_REASON:
            chosen.setdefault(moment.number, moment)
    return sorted(chosen.values(), key=lambda moment: moment.number)
