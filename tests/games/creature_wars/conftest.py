"""Every story at the table is told three times: plainly, on copies, and on saved and loaded positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.games.creature_wars.kit import Table

SetTable = Callable[..., Table]


@pytest.fixture(params=["plain", "copied", "saved"])
def table(request: pytest.FixtureRequest) -> Iterator[SetTable]:
    tables: list[Table] = []

    def set_table(*args: object, **kwargs: object) -> Table:
        tables.append(Table(request.param, *args, **kwargs))  # type: ignore[arg-type]
        return tables[-1]

    yield set_table
    for each in tables:
        each.check_left_behind()
