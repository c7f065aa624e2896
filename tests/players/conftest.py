"""The sixth game is installed for these tests, in the processes that they start too."""

from __future__ import annotations

import pytest

from tests.package_metadata import write_metadata


@pytest.fixture(autouse=True)
def pigeons_are_installed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path_factory.mktemp("installed")
    write_metadata(folder, "pigeons", "pigeons")
    monkeypatch.syspath_prepend(folder)
