"""One server per module of tests, and one PostgreSQL per run."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from tests.web.house import House, Postgres, install_pigeons


@pytest.fixture(scope="session", autouse=True)
def pigeons(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The sixth game is in the catalogue of this process too."""
    folder = tmp_path_factory.mktemp("packages")
    install_pigeons(folder)
    sys.path.append(str(folder))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house")).start()
    yield house
    house.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres().start()
    yield server
    server.close()
