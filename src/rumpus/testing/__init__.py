"""What a game's tests import; `pytest -p rumpus.testing.plugin` checks what they cite."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from rumpus.core.game import Game

Test = TypeVar("Test", bound=Callable[..., object])


def rule(*clauses: str) -> Callable[[Test], Test]:
    """Marks a test as showing these clauses of its game's rules: `@rule("PG-5")`."""
    import pytest

    mark = pytest.mark.rule(*clauses)

    def marked(test: Test) -> Test:
        return mark(test)  # type: ignore[no-any-return]

    return marked


def variants(games: Iterable[Game]) -> list[tuple[Game, dict[str, object]]]:
    """Each of these games with each of its variants, to parametrise a test with."""
    return [(game, dict(changes)) for game in games for changes in game.variants()]


def title(value: object) -> str:
    """A game, a variant or a law as the name of a test shows it."""
    if isinstance(value, Game):
        return value.name
    if isinstance(value, dict):
        return ",".join(f"{name}={setting}" for name, setting in value.items()) or "rulebook"
    return str(getattr(value, "__name__", value))
