"""A stranger's package is served and played to its end in a real browser by one call of `rumpus.testing`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.testing.test_plugin import HEAD, Package

SMOKE = HEAD + 'from rumpus.testing.browsers import smoke\n\n\ndef test_smoke(capsys) -> None:\n    smoke("{}")\n{}'
SAID = """    said = capsys.readouterr().out
    assert said.startswith("doves: played to its end in a page of a desktop's size, with ")
    assert " moves and no error." in said
"""


@pytest.mark.browser
def test_a_package_outside_this_repository_is_played_in_the_browser(tmp_path: Path) -> None:
    package = Package(tmp_path)
    status, said = package.test(SMOKE.format("doves", SAID))
    assert status == 0, said
