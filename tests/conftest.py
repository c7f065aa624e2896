"""Shared fixtures: one browser, one server and one database per worker, and their marks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.local_server import LocalServer, Postgres

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NEEDS = {"browser": "browser", "postgres": "database", "cluster": "cluster"}
"""The mark of tests that use a fixture."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sorts browser tests last: no other event loop can run while a browser is open."""
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
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A shared server for tests that do no harm to it. Its deals are always the same."""
    service = LocalServer(tmp_path_factory.mktemp("service"), seeded=True, pause=0.02).start()
    yield service
    service.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres().start()
    yield server
    server.close()


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    postgres.say("CREATE DATABASE own")
    yield postgres.url.replace("/postgres", "/own")
    postgres.say("DROP DATABASE own WITH (FORCE)")
