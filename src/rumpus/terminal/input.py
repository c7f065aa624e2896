"""Finds the move that a person typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rumpus.core.content.rulebook import cites
from rumpus.core.errors import IllegalMove
from rumpus.core.numbers import parse_int
from rumpus.core.position import Move
from rumpus.core.words import begins, tidy
from rumpus.table.seat_view import Offer


def choose(offers: Sequence[Offer], text: str, read: Callable[[str], Move]) -> Move:
    """Finds a move by number, exact words, notation (`read`; maybe illegal), or part of its words."""
    wanted = tidy(text)
    for offer in offers:
        if wanted in (tidy(offer.words), tidy(offer.says)):
            return offer.move
    number = parse_int(wanted)
    if number is not None and 1 <= number <= len(offers):
        return offers[number - 1].move
    try:
        return read(text)
    except IllegalMove as refusal:
        if cites(str(refusal)):
            raise
        meant = matching(offers, text)
        if len(meant) == 1:
            return meant[0].move
        if number is not None:
            raise IllegalMove(f"There is no option {number}. Choose 1 to {len(offers)}.") from None
        if meant:
            some = " or ".join(repr(offer.says) for offer in meant[:3])
            raise IllegalMove(f"{text.strip()!r} could be {len(meant)} of your options, such as {some}.") from None
        raise


def matching(offers: Sequence[Offer], text: str) -> list[Offer]:
    """Moves with a word beginning with each typed word, in any order."""
    typed = tidy(text).split()
    return [offer for offer in offers if typed and (_all_in(offer.words, typed) or _all_in(offer.says, typed))]


def _all_in(words: str, typed: Sequence[str]) -> bool:
    return all(_has(tidy(words).split(), part) for part in typed)


def _has(words: Sequence[str], part: str) -> bool:
    return any(begins(word, part) for word in words)
