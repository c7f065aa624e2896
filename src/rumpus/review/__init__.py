"""Reviews of finished games: win probabilities, verdicts, luck and puzzles.

review = rumpus.review.review_record(match.record)
print(review.seats[0].summary)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.core.system.lazy import lazy_names

if TYPE_CHECKING:
    from rumpus.review.report import CurvePoint, KeyMoment, Review, SeatReview
    from rumpus.review.review import review_record
    from rumpus.review.verdicts import Verdict
    from rumpus.review.win_probability import WinEstimator, win_estimator

__all__ = [
    "CurvePoint",
    "KeyMoment",
    "Review",
    "SeatReview",
    "Verdict",
    "WinEstimator",
    "review_record",
    "win_estimator",
]

if not TYPE_CHECKING:  # Type checkers would accept any name.
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "rumpus.review.report": ["CurvePoint", "KeyMoment", "Review", "SeatReview"],
            "rumpus.review.review": ["review_record"],
            "rumpus.review.verdicts": ["Verdict"],
            "rumpus.review.win_probability": ["WinEstimator", "win_estimator"],
        },
    )
