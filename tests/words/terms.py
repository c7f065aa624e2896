"""One term per concept: terms that were replaced, and the texts of the sources that people read."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import rumpus

SOURCES: Final = Path(rumpus.__file__).parent
REPLACED: Final = {
    r"\bStory\b": "Log",
    r"\bSeal it\b|\bSealed\b|\bYou sealed\b|\bor seal it\b": "Lock in",
    r"That['’]s all\b": "End turn",
    r"That['’]s fine\b|\bRather not\b|\brather not\b": "Allow, Decline",
    r"\bNever mind\b": "Cancel",
    r"\b[Cc]alled off\b|\bCall it off\b": "Cancel game",
    r"\bChair\b": "Seat",
    r"\b(?:the|by the) book\b|\bthe book’s\b": "standard rules",
    r"\bWatch again\b": "Replay",
    r"\bLook at the table\b": "Show board",
    r"^\W?Show on the board\W?$": "Replay last turn",
    r"\bWhat happened, newest first\b": "Log (newest first)",
    r"\bthinking since\b": "has been thinking for",
    r"\bMake (?:the|a) table\b": "Create game",
    r"\bdesigner’s numbers\b": "Advanced rules",
    r"\bLine lost\b": "Connection lost",
    r"\bno such table\b": "Table not found",
    r"\b[Pp]ress (?:a (?:cat|face|character|lit)|one (?:first|of)|whom|what is lit)\b": "Choose",
    r"\bwait for my tap\b": "step by step",
    r"\bonlooker’s\b|\b[Aa]n onlooker\b": "spectator",
    r"\bplays? on for\b": "now plays for",
    r"\bas much of it as tells\b": "enough letters to be unique",
    r"\b(?:Give|give|gave|gives) (?:it|your strike|the strike|its strike) up\b|\bGive up your\b": "Hold back",
    r"\bcolour in force\b|\bMagic in force\b": "Current colour, Active magic",
    r"\b[Ff]eed the pool\b": "Add to the pool",
    r"\blast one in\b": "last one standing",
    r"\bgo home\b|\bsends both home\b": "return to hand",
    r"\b[Ss]hrugs? off\b|\bshrugged off\b": "blocks",
    r"\bcannot (?:be named|name her|name it)\b": "target",
    r"\bmuch better than all others\.\*\* Which": "Find the best move",
    r"\bnineteen of twenty\b": "95 %",
    r"\bby reckoning\b": "predicted",
    r"\b[Ww]here one sits\b": "the seat",
    r"\bDead text\b|\bdead text\b": "Never seen",
    r"\bOut of line\b": "Flags",
    r"\bas well as can be\b|\bthat mixture\b": "in equilibrium",
    r"\b(?:the|for) whoever (?:it falls|it fell|has it)\b|\bwhoever it f(?:alls|ell) to\b": "player who gets it",
    r"\brulebook[’']s (?:rules|numbers)\b|\bnumbers are the rulebook": "standard rules",
    r"\b[Hh]ands? (?:it|the scratch|a dodged scratch) back\b": "reflect",
}
"""The term in use by the pattern of those it replaced."""
PATTERNS: Final = {re.compile(pattern): term for pattern, term in REPLACED.items()}
SCRIPT: Final = re.compile(r"/\*.*?\*/|//[^\n]*|(\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`)", re.DOTALL)
"""A comment, or a string of a script as the first group."""


def replaced_terms(text: str) -> list[str]:
    """Returns each replaced term of a text with the one in use."""
    return [f"{found[0]} → {term}" for pattern, term in PATTERNS.items() if (found := pattern.search(text))]


def source_texts() -> Iterator[tuple[str, str]]:
    """Yields the strings of Python, scripts and TOML, and the rules, each with its file. Names of features are data."""
    for path in sorted(SOURCES.rglob("*")):
        place = path.relative_to(SOURCES).as_posix()
        if path.suffix == ".py" and path.name != "features.py":
            for text in _python_strings(path):
                yield place, text
        elif path.suffix == ".js":
            for found in SCRIPT.finditer(path.read_text(encoding="utf-8")):
                if found[1]:
                    yield place, found[1]
        elif path.suffix == ".toml":
            for text in _leaves(tomllib.loads(path.read_text(encoding="utf-8"))):
                yield place, text
        elif path.name == "RULES.md":
            yield place, " ".join(path.read_text(encoding="utf-8").split())


def _python_strings(path: Path) -> Iterator[str]:
    """Yields the strings of a module without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _leaves(part)
