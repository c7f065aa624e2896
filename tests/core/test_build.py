"""What the build compiles: a pattern that misses slows a game down without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from build_hook import COMPILED, sources

SRC = Path(__file__).parents[2] / "src"
GAMES = sorted(folder for folder in (SRC / "rumpus" / "games").iterdir() if (folder / "__init__.py").exists())


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_rules_the_evaluator_and_the_features_of_every_game_are_compiled(folder: Path) -> None:
    listed = set(sources(SRC))
    rules = [path for path in (folder / "rules").rglob("*.py") if path.name != "__init__.py"]
    assert len(rules) >= 5
    for path in [*rules, folder / "evaluator.py", folder / "features.py"]:
        assert path.exists(), path
        assert str(path.relative_to(SRC)) in listed


@pytest.mark.parametrize("pattern", COMPILED)
def test_every_pattern_finds_modules_to_compile(pattern: str) -> None:
    found = {str(path.relative_to(SRC)) for path in SRC.glob(pattern)}
    assert found & set(sources(SRC))


def test_no_package_for_users_is_compiled() -> None:
    """Names that load on first use, and docstrings, need plain modules."""
    assert [name for name in sources(SRC) if name.endswith("__init__.py") or name.startswith("rumpus/author/")] == []


def test_there_are_games_to_look_at_and_everything_listed_is_there() -> None:
    assert len(GAMES) == 5
    assert all((SRC / name).is_file() for name in sources(SRC))
