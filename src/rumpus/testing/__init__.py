"""Helpers for a game's tests. The pytest plugin checks the clauses they cite.

test_law = every_law(game)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from rumpus.core.game import Game
from rumpus.core.system.lazy import lazy_names
from rumpus.testing.law import BrokenLaw, Law

if TYPE_CHECKING:
    from rumpus.core.content.lesson import lesson_of
    from rumpus.testing.golden import check_golden
    from rumpus.testing.kit import Kit
    from rumpus.testing.laws import LAWS
    from rumpus.testing.lessons import lesson_faults

__all__ = [
    "LAWS",
    "BrokenLaw",
    "Kit",
    "Law",
    "check_golden",
    "configurations",
    "every_law",
    "lesson_faults",
    "lesson_of",
    "rule",
]

if not TYPE_CHECKING:  # Type checkers would accept any name.
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "rumpus.core.content.lesson": ["lesson_of"],
            "rumpus.testing.golden": ["check_golden"],
            "rumpus.testing.kit": ["Kit"],
            "rumpus.testing.laws": ["LAWS"],
            "rumpus.testing.lessons": ["lesson_faults"],
        },
    )

Test = TypeVar("Test", bound=Callable[..., object])


def rule(*clauses: str) -> Callable[[Test], Test]:
    """Marks a test as covering these clauses of the rules: `@rule("PG-5")`."""
    import pytest

    mark = pytest.mark.rule(*clauses)

    def marked(test: Test) -> Test:
        return mark(test)  # type: ignore[no-any-return]

    return marked


def configurations(games: Iterable[Game]) -> list[tuple[Game, dict[str, object]]]:
    """Pairs each of these games with each of its configurations, for parametrised tests."""
    return [(game, dict(changes)) for game in games for changes in game.configurations()]


def every_law(*games: Game, times: int = 3, every: int = 1) -> Callable[[Game, dict[str, object], Law], None]:
    """Returns `test_law` for these games: `times` random games each, every `every`-th configuration."""
    import pytest

    from rumpus.testing.laws import LAWS

    @pytest.mark.parametrize("law", LAWS, ids=title)
    @pytest.mark.parametrize(("game", "changes"), configurations(games)[::every], ids=title)
    def keeps(game: Game, changes: dict[str, object], law: Law) -> None:
        law(game, game.options(changes), times)

    return keeps


def title(value: object) -> str:
    """Returns the test id of a game, configuration or law."""
    if isinstance(value, Game):
        return value.name
    if isinstance(value, dict):
        return ",".join(f"{name}={setting}" for name, setting in value.items()) or "rulebook"
    return str(getattr(value, "__name__", value))
