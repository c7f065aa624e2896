"""What a game's tests import; the pytest plugin that comes with it checks what they cite.

test_law = every_law(game)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from rumpus.core.game import Game
from rumpus.testing.law import Law

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


def every_law(*games: Game, times: int = 3, every: int = 1) -> Callable[[Game, dict[str, object], Law], None]:
    """A test for each law and variant of these games, with so many random games each; `every`: of so many variants
    one. To be called `test_law` in a module of tests."""
    import pytest

    from rumpus.testing.laws import LAWS

    @pytest.mark.parametrize("law", LAWS, ids=title)
    @pytest.mark.parametrize(("game", "changes"), variants(games)[::every], ids=title)
    def keeps(game: Game, changes: dict[str, object], law: Law) -> None:
        law(game, game.options(changes), times)

    return keeps


def title(value: object) -> str:
    """A game, a variant or a law as the name of a test shows it."""
    if isinstance(value, Game):
        return value.name
    if isinstance(value, dict):
        return ",".join(f"{name}={setting}" for name, setting in value.items()) or "rulebook"
    return str(getattr(value, "__name__", value))
