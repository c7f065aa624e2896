"""What a review says: plain data for every screen, and the words a friend would use."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from rumpus.core.outcome import fared
from rumpus.core.position import Seat
from rumpus.core.words import counted, seen_from, sentence, shortened, whose
from rumpus.review.luck import Swing
from rumpus.review.verdicts import BEST, DOUBT, FINE, MISTAKEN, SURE, UNCLEAR, Judgement

MOMENTS = 3
TURN = 0.1
"""A chance that changes by so much from one point of the curve to the next has turned."""
TELLING = 0.03
"""Less luck or play than this is not called a reason."""


class CurvePoint(Struct):
    """Who was going to win after so many moves."""

    number: int
    known: list[list[float]]
    """By seat, from what that seat knew then: the chance of every seat;"""
    error: list[float]
    """its own give or take so much (a standard error);"""
    open: list[float]
    """and of every seat with all cards open."""

    def own(self, seat: Seat) -> float:
        """The chance of this seat, as it could think then."""
        return self.known[seat][seat]


class KeyMoment(Struct):
    """A moment that mattered to a seat: after so many moves, worth so much to it, in a sentence."""

    number: int
    shift: float
    text: str


class SeatReview(Struct):
    """One seat's side of it, in chances to win, told to whoever sat there."""

    seat: Seat
    name: str
    summary: str
    luck: float
    luck_error: float
    play: float
    others: float
    """Luck, its own play and the others' add up to the result minus the chance before the deal."""
    decisions: int
    """With more than one option;"""
    silent: int
    """of which so many were obvious or had nothing at stake."""
    counts: dict[str, int]
    """The others, by verdict."""
    turning: list[int]
    """The points of the curve (by their number) at which its own chance turned."""
    moments: list[KeyMoment]


class Review(Struct):
    """Of one finished match."""

    game: str
    players: list[str]
    ranking: list[int]
    moves: int
    exact: bool
    """Whether chances are those of the exact solution."""
    effort: int
    curve: list[CurvePoint]
    verdicts: list[Judgement]
    seats: list[SeatReview]


class OwnPoint(Struct):
    """Who was going to win after so many moves, as one seat could think then."""

    number: int
    chances: list[float]
    error: float


class OwnReview(Struct):
    """A review from nothing but what its seat knew, each time: it tells nothing that this seat never learnt."""

    seat: Seat
    exact: bool
    effort: int
    moves: int
    summary: str
    curve: list[OwnPoint]
    verdicts: list[Judgement]
    decisions: int
    silent: int
    counts: dict[str, int]
    turning: list[int]
    moments: list[KeyMoment]


class BarePoint(Struct):
    """The same with all cards open."""

    number: int
    chances: list[float]


class OpenReview(Struct):
    """What can be said to a seat only once all cards are open: luck, and what the others did."""

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
    return OwnReview(
        seat,
        review.exact,
        review.effort,
        review.moves,
        _costliest(who, verdicts, side.decisions),
        [OwnPoint(point.number, point.known[seat], point.error[seat]) for point in review.curve],
        verdicts,
        side.decisions,
        side.silent,
        side.counts,
        side.turning,
        _greatest(_decided(verdicts)),
    )


def open_review(review: Review, side: SeatReview) -> OpenReview:
    curve = [BarePoint(point.number, point.open) for point in review.curve]
    return OpenReview(side.summary, side.luck, side.luck_error, side.play, side.others, curve, side.moments)


def points(chance: float) -> str:
    """A change of a chance as people say it: in points, with its sign."""
    number = round(100 * chance)
    return "0" if number == 0 else f"{number:+d}".replace("-", "−")


def percent(chance: float) -> str:
    return f"{round(100 * chance)} %"


def seat_review(
    seat: Seat,
    names: Sequence[str],
    ranking: Sequence[int],
    curve: Sequence[CurvePoint],
    verdicts: Sequence[Judgement],
    swings: Sequence[Swing],
    decisions: int,
) -> SeatReview:
    """`verdicts` are its own. What is said is said to whoever sat there."""
    said = seen_from(names, seat)
    luck = sum(swing.luck[seat] for swing in swings)
    error = sum(swing.error[seat] ** 2 for swing in swings) ** 0.5
    play = others = 0.0
    for swing in swings:
        for decider, worth in zip(swing.seats, swing.play, strict=True):
            if decider == seat:
                play += worth[seat]
            else:
                others += worth[seat]
    counts = dict.fromkeys((BEST, FINE, DOUBT, MISTAKEN, UNCLEAR), 0)
    for verdict in verdicts:
        counts[verdict.verdict] += 1
    return SeatReview(
        seat,
        names[seat],
        _summary(seat, said, ranking, verdicts, (luck, play, others), decisions),
        luck,
        error,
        play,
        others,
        decisions,
        decisions - len(verdicts),
        counts,
        _turning(seat, curve),
        _moments(seat, said, verdicts, swings),
    )


def _summary(
    seat: Seat,
    names: Sequence[str],
    ranking: Sequence[int],
    verdicts: Sequence[Judgement],
    parts: tuple[float, float, float],
    decisions: int,
) -> str:
    who = names[seat]
    how = fared(ranking, seat)
    did = {"won": "won", "drew": "drew", "lost": "lost"}.get(how, f"came {how}")
    first = f"{who} {did}"
    luck, play, others = parts
    reasons = {"luck": luck, f"{whose(who)} own play": play, "what the others did": others}
    if len(ranking) == 1:
        del reasons["what the others did"]
    good = how == "won"
    most = max(reasons, key=lambda reason: reasons[reason] if good else -reasons[reason])
    if abs(reasons[most]) >= TELLING:
        because = "thanks to" if good else "because of"
        told = ", ".join(f"{points(value)} {reason}" for reason, value in reasons.items())
        first += f", most of all {because} {most} ({told}, in points of the chance to win)"
    return f"{sentence(first)}. {_costliest(who, verdicts, decisions)}"


def _costliest(who: str, verdicts: Sequence[Judgement], decisions: int) -> str:
    wrong = [verdict for verdict in verdicts if verdict.verdict in (MISTAKEN, DOUBT)]
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


def _turning(seat: Seat, curve: Sequence[CurvePoint]) -> list[int]:
    found: list[int] = []
    for before, after in pairwise(curve):
        doubt = (before.error[seat] ** 2 + after.error[seat] ** 2) ** 0.5
        if abs(after.own(seat) - before.own(seat)) > max(TURN, SURE * doubt):
            found.append(after.number)
    return found


def _moments(
    seat: Seat, names: Sequence[str], verdicts: Sequence[Judgement], swings: Sequence[Swing]
) -> list[KeyMoment]:
    """The greatest of what it decided, what chance did and what the others did."""
    found = _decided(verdicts)
    for swing in swings:
        if swing.luck[seat]:
            what = "Luck" if swing.number else "The deal"
            text = f"{what} was worth {points(swing.luck[seat])} to {names[seat]}."
            found.append(KeyMoment(swing.number, swing.luck[seat], text))
        for decider, worth, says in zip(swing.seats, swing.play, swing.says, strict=True):
            if decider != seat:
                text = f"{sentence(whose(names[decider]))} “{says}” was worth {points(worth[seat])} to {names[seat]}."
                found.append(KeyMoment(swing.number, worth[seat], text))
    return _greatest(found)


def _decided(verdicts: Sequence[Judgement]) -> list[KeyMoment]:
    found: list[KeyMoment] = []
    for verdict in verdicts:
        if verdict.verdict in (MISTAKEN, DOUBT):
            text = (
                f"“{verdict.says}” won {percent(verdict.chance)} of the time; "
                f"“{verdict.other}” would have won {percent(verdict.chance - verdict.gain)}."
            )
            found.append(KeyMoment(verdict.number, verdict.gain, text))
        elif verdict.verdict == BEST and verdict.gain > SURE * verdict.error:
            text = f"“{verdict.says}” was {points(verdict.gain)} better than “{verdict.other}”."
            found.append(KeyMoment(verdict.number, verdict.gain, text))
    return found


def _greatest(found: Sequence[KeyMoment]) -> list[KeyMoment]:
    """At most three, one of a kind for each move, in the order of the match."""
    chosen: dict[int, KeyMoment] = {}
    for moment in sorted(found, key=lambda moment: -abs(moment.shift)):
        if len(chosen) < MOMENTS and abs(moment.shift) >= TELLING:
            chosen.setdefault(moment.number, moment)
    return sorted(chosen.values(), key=lambda moment: moment.number)
