"""The sixth game is a package like any stranger's: pip installs it whole, and it passes its own tests from there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.web.house import SIXTH, pip_install_pigeons


def test_it_is_installed_whole_and_passes_its_own_tests(tmp_path: Path) -> None:
    path = pip_install_pigeons(tmp_path)
    package = tmp_path / "site" / "pigeons"
    found = {str(file.relative_to(package)) for file in package.rglob("*") if file.is_file()}
    assert {"RULES.md", "game.py", "web/table.js", "web/table.css", "web/lobby.svg", "web/art.js"} <= found
    # As a stranger's checkout, without the package beside its tests: only what was installed is there.
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    (checkout / "pyproject.toml").write_text((SIXTH / "pyproject.toml").read_text())
    (checkout / "tests").symlink_to(SIXTH / "tests")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--clauses", "-p", "no:cacheprovider"],
        cwd=checkout,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^pigeons +7 of 7$", done.stdout, re.MULTILINE)
