"""From what a person typed to the move that was meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rumpus.core.contract import Move
from rumpus.core.errors import IllegalMove
from rumpus.core.words import begins, tidy
from rumpus.table.sight import Offer

_CITES = re.compile(r"\([A-Z]{1,3}-[A-Z]?\d+")


def choose(options: Sequence[Offer], text: str, read: Callable[[str], Move]) -> Move:
    """The move meant by a number of the list, the exact words, the game's notation, or part of one option's words.

    `read` knows the notation. It may understand a move that is forbidden now; playing it then gives the reason.
    """
    wanted = tidy(text)
    for option in options:
        if tidy(option.words) == wanted:
            return option.move
    if wanted.isdecimal() and len(wanted) < 6:
        number = int(wanted)
        if 1 <= number <= len(options):
            return options[number - 1].move
    try:
        return read(text)
    except IllegalMove as refusal:
        if _CITES.search(str(refusal)):
            raise
        meant = matching(options, text)
        if len(meant) == 1:
            return meant[0].move
        if wanted.isdecimal():
            raise IllegalMove(f"There is no option {wanted}; they are numbered 1 to {len(options)}.") from None
        if meant:
            some = " or ".join(repr(option.words) for option in meant[:3])
            raise IllegalMove(f"{text.strip()!r} could be {len(meant)} of your options, as {some}.") from None
        raise


def matching(options: Sequence[Offer], text: str) -> list[Offer]:
    """The options that have, for each word typed, a word that begins with it, in any order."""
    typed = tidy(text).split()
    return [option for option in options if typed and all(_has(tidy(option.words).split(), part) for part in typed)]


def _has(words: Sequence[str], part: str) -> bool:
    return any(begins(word, part) for word in words)
