"""Outside `games/` nobody knows our games: no name of one, of a cat, a witch or a character."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.game import Game

SRC = Path(__file__).parents[2] / "src" / "rumpus"
KINDS = (".py", ".pyi", ".js", ".ts", ".css", ".tcss", ".html", ".svg", ".json", ".md", ".txt")
PEOPLE = ("cat", "character")
"""Kinds of topics whose names are people's; those of one word besides them are words of every language."""
OURS = sorted(path.parent.name for path in (SRC / "games").glob("*/RULES.md"))


def files() -> Iterator[Path]:
    for path in sorted(SRC.rglob("*")):
        if path.suffix in KINDS and "games" not in path.relative_to(SRC).parts[:1]:
            yield path


def names(game: Game) -> Iterator[str]:
    """Names of this game and of its characters, in code and prose."""
    words = game.name.split("_")
    yield from (game.name, game.title, game.name.replace("_", "-"), "".join(words))
    for topic in game.topics(game.options()):
        if topic.kind in PEOPLE or (" " in topic.name and topic.name[0].isupper()):
            yield topic.name


@pytest.mark.parametrize("name", OURS)
def test_no_game_is_named_outside_games(name: str) -> None:
    # A single word stands alone and in any case; of several, as they are written: "last stand" is also English.
    alone = [re.escape(word) for word in names(find_game(name)) if " " not in word]
    several = [re.escape(words) for words in names(find_game(name)) if " " in words]
    wanted = re.compile(rf"(?i:(?<![a-z])(?:{'|'.join(alone)})(?![a-z]))|{'|'.join(several) or '(?!)'}")
    found = [
        f"{path.relative_to(SRC)}:{number}: {line.strip()[:100]}"
        for path in files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if wanted.search(line)
    ]
    assert not found, "\n".join(found)


def test_the_files_of_the_platform_are_looked_at() -> None:
    looked_at = {path.relative_to(SRC).parts[0] for path in files()}
    assert {"core", "players", "table", "web", "terminal", "lab", "envs", "testing"} <= looked_at
    assert {path.suffix for path in files()} >= {".py", ".js", ".ts", ".css", ".tcss", ".html", ".svg"}
    assert len(OURS) == 5
