"""The sixth game is in the catalogue of this process too. Users of a browser."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from rumpus.core.catalogue import game_of
from tests.web.local_server import LocalServer, install_pigeons

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from rumpus.testing.browsers import PageUser


@pytest.fixture(scope="package", autouse=True)
def pigeons(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Installs Pigeons for this package's tests. Others in the same process must not find it."""
    folder = tmp_path_factory.mktemp("packages")
    install_pigeons(folder)
    sys.path.append(str(folder))
    game_of.cache_clear()
    yield
    sys.path.remove(str(folder))
    game_of.cache_clear()


@pytest.fixture
def ann(browser: Browser, service: LocalServer) -> Iterator[PageUser]:
    """A user at a desk. Closing checks that the browser reported no error."""
    from rumpus.testing.browsers import PageUser

    user = PageUser(browser, service.url)
    yield user
    user.close()


@pytest.fixture
def calm_ann(browser: Browser, service: LocalServer) -> Iterator[PageUser]:
    """A user at a desk who wants little motion."""
    from rumpus.testing.browsers import PageUser

    user = PageUser(browser, service.url, calm=True)
    yield user
    user.close()
