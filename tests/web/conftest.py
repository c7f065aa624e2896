"""The sixth game is in the catalogue of this process too."""

from __future__ import annotations

import sys

import pytest

from tests.web.house import install_pigeons


@pytest.fixture(scope="session", autouse=True)
def pigeons(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("packages")
    install_pigeons(folder)
    sys.path.append(str(folder))
