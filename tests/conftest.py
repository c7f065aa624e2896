"""What tests share: one browser, one server and one database for each worker, and the marks of who needs them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.house import House, Postgres

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NEEDS = {"browser": "browser", "postgres": "database", "cluster": "cluster"}
"""Which mark a test gets that asks for such a thing."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser's tests come last: while a browser is open its loop runs, and no other loop can."""
    for item in items:
        for name in NEEDS.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(NEEDS[name])
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from rumpus.testing.browsers import open_browser

    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for whoever does nothing unkind to it; what is dealt there is the same every time."""
    house = House(tmp_path_factory.mktemp("house"), fated=True, pause=0.02).start()
    yield house
    house.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres().start()
    yield server
    server.close()


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    """The address of an empty database of one's own."""
    postgres.say("CREATE DATABASE own")
    yield postgres.url.replace("/postgres", "/own")
    postgres.say("DROP DATABASE own WITH (FORCE)")
