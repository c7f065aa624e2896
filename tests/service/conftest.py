"""The sixth game is in the catalogue of this process too. Stores of both kinds."""

from pathlib import Path

import pytest

from tests.web.conftest import pigeons
from tests.web.local_server import Postgres

__all__ = ["pigeons", "url"]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'tables.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.url
