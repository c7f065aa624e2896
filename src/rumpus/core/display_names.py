"""People's names for display: visible, safe in terminals, and distinguishable."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

MAX_NAME_LENGTH: Final = 24
DEFAULT_NAME: Final = "Guest"
BOT_SUFFIX: Final = " (bot)"
"""Ends the names of bots' accounts. Names of people have no brackets."""
BLANK_LETTERS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f\u180b\u180c\u180d\u180f")
"""Letters, marks and symbols that show nothing by themselves."""
MAX_MARKS: Final = 2
"""Maximum number of marks on one letter. More would cover the lines above."""
LOOK_ALIKE: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухԁһԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧοινκρυχαıɑɡ０𝟎",
    "ABESIJKMHOPCTYXaesijopcyxdhqwlABEZHIKMNOPTYXoivkpuxaiag00",
)
"""Letters of other scripts that look like Latin ones."""
SAME_STROKE: Final = str.maketrans("I1|0", "lllO")
"""Characters that many fonts draw alike."""


def visible(text: str) -> str:
    """Removes control codes, direction changes and invisible characters."""
    shown: list[str] = []
    for char in text:
        kind = unicodedata.category(char)
        if kind in ("Zs", "Zl", "Zp") or char in "\t\n":
            shown.append(" ")
        elif kind[0] != "C" and char not in BLANK_LETTERS and not _is_variation_selector(char):
            shown.append(char)
    return "".join(shown)


def tidy_text(text: str) -> str:
    """Returns one visible line: single blanks, and few marks per letter."""
    return _limit_marks(" ".join(unicodedata.normalize("NFC", visible(text)).split()))


def tidy_name(name: str, taken: Sequence[str]) -> str:
    """Returns a displayable name: one visible line without brackets, distinct from those taken.

    Brackets mark bots, as in `Ada (normal)`. A number is added if the name looks like another one.
    """
    kept = "".join(char for char in visible(name) if unicodedata.category(char) not in ("Ps", "Pe"))
    plain = tidy_text(kept)[:MAX_NAME_LENGTH].strip()
    if not any(unicodedata.category(char)[0] in "LNS" for char in plain):
        plain = DEFAULT_NAME
    shown, number = plain, 2
    while any(alike(shown, other) for other in taken):
        shown = f"{plain[: MAX_NAME_LENGTH - 3].strip()} {number}"
        number += 1
    return shown


def tidy_name_of(name: str, bot: bool, taken: Sequence[str] = ()) -> str:
    """The displayable name of a person, or of a bot's account: `HAL (bot)`."""
    if not bot:
        return tidy_name(name, taken)
    return (
        f"{tidy_name(name.removesuffix(BOT_SUFFIX), [other.removesuffix(BOT_SUFFIX) for other in taken])}{BOT_SUFFIX}"
    )


def numbered_name(name: str, taken: Sequence[str]) -> str:
    """Returns the name of a bot, with a number if another has it: `normal #2`."""
    unique, number = name, 2
    while unique in taken:
        unique = f"{name} #{number}"
        number += 1
    return unique


def alike(one: str, other: str) -> bool:
    """True if two names are equal except for case, or look alike: other scripts, I and l, 0 and O."""
    return _skeleton(one).casefold() == _skeleton(other).casefold() or _strokes(one) == _strokes(other)


def _skeleton(name: str) -> str:
    """Reduces a name to bare letters and digits."""
    parts = unicodedata.normalize("NFKD", name.translate(LOOK_ALIKE))
    return "".join(char for char in parts if unicodedata.category(char)[0] in "LNS").translate(LOOK_ALIKE)


def _strokes(name: str) -> str:
    return _skeleton(name.replace("|", "l")).translate(SAME_STROKE)


def _is_variation_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def _limit_marks(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        if marks <= MAX_MARKS and (kept or not marks):
            kept.append(char)
    return "".join(kept)


# --- typed text in messages ---


def shortened(text: str, max_length: int = 60) -> str:
    """Shortens typed text for messages: visible, single blanks, at most `max_length` characters."""
    short = " ".join(visible(text[: 10 * max_length]).split())
    return short if len(short) <= max_length else short[: max_length - 1] + "…"


def quoted(value: object) -> str:
    """Quotes a typed value for messages, shortened."""
    return repr(shortened(value)) if isinstance(value, str) else shortened(repr(value))
