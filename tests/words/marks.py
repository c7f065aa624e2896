"""Patterns of bad texts: traces of the engine, and grammar mistakes."""

from __future__ import annotations

import re
from typing import Final

MARKS: Final = {
    "a card's notation": r"\{[\d?]*\}|\bLvl\.|#\d|: \((?:\d+|-)\)",
    "a short form of the notation": r"(?<![\w)])\+[a-z]",
    "a character by seat": r"\b\d+\.[A-Z]",
    "a seat by number": r"\bseats? \d|@\d",
    "an option's name": r"\b[a-z]+_[a-z]+\b|\bWin hp\b",
    "a placeholder": r"\{|\}|\bNone\b|\bTrue\b(?! damage)|\bFalse\b(?! Witch)|<.*>",
    "one of several": r"\b1 (?:cards|points|turns|rounds|hexes|steps|enemies|charges|HPs|players)\b",
    "nothing happened": r"\bfrom 0 to 0\b|(?:^|\s)[+−]0\b",
    "a clause": r"\((?:CB|BP|CW|DC|UL|SC|OP|ER|[ABLNPSX])-\d+",
    "two blanks": r"  ",
    "a blank before a stop": r" [.,;:!?](?:\s|$)",
    "two stops": r"[.,;:!?][.,;:]|\.\.(?!\.)",
    "two articles": r"\b(?:the|a|an) (?:the|a|an)\b|'s the\b|\byour the\b",
    "a hyphen for a minus": r"(?:^|\s)-\d",
    "you with somebody else's verb": r"(?:^|[.:;!?] )[Yy]ou (?!always\b|thus\b)[a-z]*[^s\W]s\b",
    "the engine's words": r"\buniform moods\b|\bresets the pool\b|\bfair deal\b|\bmoves of the board\b|\bexceptions?\b",
}
"""Patterns by problem."""
PATTERNS: Final = {what: re.compile(pattern) for what, pattern in MARKS.items()}
HEX: Final = re.compile(r"\b[a-z]\d{1,2}\b")
"""A coordinate of a map: drawings show it, the log does not."""
PAIRS: Final = (("(", ")"), ("“", "”"), ("[", "]"))


LAID_OUT: Final = ("a placeholder", "two blanks", "a blank before a stop", "two stops", "a hyphen for a minus")
"""Problems that are allowed in text drawings."""


def marks(text: str) -> list[str]:
    """Returns traces of the engine in a drawing or label."""
    return [what for what, pattern in PATTERNS.items() if what not in LAID_OUT and pattern.search(text)]


def flaws(text: str, *, whole: bool, in_log: bool = False) -> list[str]:
    """Returns all problems of a text. A `whole` sentence has an end; the log has no coordinates."""
    found = [what for what, pattern in PATTERNS.items() if pattern.search(text)]
    if in_log and HEX.search(text):
        found.append("a coordinate")
    if any(text.count(left) != text.count(right) for left, right in PAIRS):
        found.append("a bracket without its other")
    if text != text.strip() or not text:
        found.append("nothing, or blanks around it")
    if text[:1].islower():
        found.append("a small letter at the beginning")
    if whole and not text.endswith((".", "!", "?")):
        found.append("no end")
    return found
