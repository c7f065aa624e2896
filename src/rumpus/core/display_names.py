"""People's names as they are shown: nothing invisible, nothing that a terminal obeys, nobody who looks like another."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

NAME_LENGTH: Final = 24
NOBODY_SAID: Final = "Guest"
BLANK_LETTERS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f\u180b\u180c\u180d\u180f")
"""Letters, marks and symbols that show nothing, or nothing of their own."""
MOST_MARKS: Final = 2
"""So many marks may stand on one letter; more are piled up until they cover the lines above."""
LOOK_ALIKE: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухԁһԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧοινκρυχαıɑɡ０𝟎",
    "ABESIJKMHOPCTYXaesijopcyxdhqwlABEZHIKMNOPTYXoivkpuxaiag00",
)
"""Letters of other scripts that look like Latin ones."""
SAME_STROKE: Final = str.maketrans("I1|0", "lllO")
"""Signs that many founts draw alike."""


def visible(text: str) -> str:
    """Without anything that is obeyed instead of shown (escape codes, changes of direction) or that shows nothing."""
    shown: list[str] = []
    for char in text:
        kind = unicodedata.category(char)
        if kind in ("Zs", "Zl", "Zp") or char in "\t\n":
            shown.append(" ")
        elif kind[0] != "C" and char not in BLANK_LETTERS and not _selects(char):
            shown.append(char)
    return "".join(shown)


def tidy_name(name: str, taken: Sequence[str]) -> str:
    """A name as it is shown: one line, visible, not too long, without brackets (`Ada (normal)` is a bot), and told
    from the others at the table by a number if it looks like one of theirs."""
    composed = unicodedata.normalize("NFC", visible(name))
    kept = "".join(char for char in composed if unicodedata.category(char) not in ("Ps", "Pe"))
    plain = _without_piles(" ".join(kept.split()))[:NAME_LENGTH].strip()
    if not any(unicodedata.category(char)[0] in "LNS" for char in plain):
        plain = NOBODY_SAID
    shown, number = plain, 2
    while any(alike(shown, other) for other in taken):
        shown = f"{plain[: NAME_LENGTH - 3].strip()} {number}"
        number += 1
    return shown


def alike(one: str, other: str) -> bool:
    """Whether two names are the same but for case, or look the same: other scripts' letters, I and l, 0 and O."""
    return _skeleton(one).casefold() == _skeleton(other).casefold() or _strokes(one) == _strokes(other)


def _skeleton(name: str) -> str:
    """The bare letters and digits."""
    parts = unicodedata.normalize("NFKD", name.translate(LOOK_ALIKE))
    return "".join(char for char in parts if unicodedata.category(char)[0] in "LNS").translate(LOOK_ALIKE)


def _strokes(name: str) -> str:
    return _skeleton(name.replace("|", "l")).translate(SAME_STROKE)


def _selects(char: str) -> bool:
    """A variation selector, which only changes the sign before it."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def _without_piles(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        if marks <= MOST_MARKS and (kept or not marks):
            kept.append(char)
    return "".join(kept)
