"""A stranger's package is served and played to its end in a real browser by one call of `rumpus.testing`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.testing.test_plugin import HEAD, Package

SMOKE = HEAD + 'from rumpus.testing.browsers import smoke\n\n\ndef test_smoke() -> None:\n    smoke("{}")\n'


@pytest.mark.browser
def test_a_package_outside_this_repository_is_played_in_the_browser(tmp_path: Path) -> None:
    package = Package(tmp_path)
    status, said = package.test(SMOKE.format("doves"))
    assert status == 0, said
