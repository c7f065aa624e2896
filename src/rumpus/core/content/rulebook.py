"""Looks up clauses of RULES.md and topics of a game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.words import Topic, tidy

_NUMBER = r"[A-Z]{1,3}-[A-Z]?\d+"
_BEGINS = re.compile(rf"^\s*(?:[-*]\s+)?\*\*({_NUMBER})\b")
_CITED = re.compile(rf"\({_NUMBER}\b")
_CITATION = re.compile(rf" \(({_NUMBER}(?:, {_NUMBER})*)\)")
_ANYWHERE = re.compile(rf"\b{_NUMBER}\b")
_HEADING = re.compile(r"^#{1,6}\s")
_CLAUSE = re.compile(_NUMBER, re.IGNORECASE)


def clauses(rules: str) -> dict[str, str]:
    """Splits a RULES.md into clauses with their texts, tables and lists, in order."""
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in rules.splitlines():
        begins = _BEGINS.match(line)
        if begins:
            current = found.setdefault(begins.group(1), [])
        elif _HEADING.match(line):
            current = None
        if current is not None:
            current.append(line)
    return {clause: _flush_left(lines) for clause, lines in found.items()}


def is_clause(words: str) -> bool:
    """True if this looks like the number of a clause, such as CB-14."""
    return _CLAUSE.fullmatch(words.strip()) is not None


def clauses_in(text: str) -> list[str]:
    """Returns the numbers of clauses in a text."""
    return _ANYWHERE.findall(text)


def cites(sentence: str) -> bool:
    """True if the sentence cites a clause: "… (CB-14)"."""
    return _CITED.search(sentence) is not None


def split_citation(sentence: str) -> tuple[str, str]:
    """Splits a refusal into the sentence and the clauses cited in brackets."""
    found = _CITATION.search(sentence)
    if found is None:
        return sentence, ""
    return (sentence[: found.start()] + sentence[found.end() :]).rstrip(), found[1]


def topics_in_play(game: Game, options: Options) -> list[Topic]:
    """Returns the topics that can appear in a match."""
    return [topic for topic in game.topics(options) if topic.in_play]


def find_topics(topics: Sequence[Topic], words: str) -> list[Topic]:
    """Returns topics of this name, else those containing all these words, best match first."""
    wanted = tidy(words)
    exact = [topic for topic in topics if tidy(topic.name) == wanted]
    if exact:
        return exact
    parts = wanted.split()
    named = [topic for topic in topics if all(part in tidy(topic.name) for part in parts)]
    rest = [
        topic
        for topic in topics
        if topic not in named and all(part in tidy(f"{topic.name} {topic.kind} {topic.text}") for part in parts)
    ]
    return named + rest


def _flush_left(lines: Sequence[str]) -> str:
    """Removes the bullet and indentation of a clause written as a list item."""
    first = re.sub(r"^\s*[-*]\s+", "", lines[0]) if not lines[0].lstrip().startswith("**") else lines[0].strip()
    body = [line[2:] if line.startswith("  ") else line for line in lines[1:]]
    return "\n".join([first, *body]).strip()
