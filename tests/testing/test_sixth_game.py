"""The examples are ordinary packages: pip installs them, and they pass their own tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.local_server import ROOT, SIXTH, pip_install

EXAMPLES = {"pigeons": (SIXTH, 110), "floes": (ROOT / "examples/floes", 90), "foxes": (ROOT / "examples/foxes", 110)}
"""With how many lines a whole game may take."""
KUHN = ROOT / "examples/kuhn"


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_game_is_short(name: str) -> None:
    folder, most = EXAMPLES[name]
    lines = (folder / name / "game.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= most
    assert all(len(line) <= 120 for line in lines)


def passes_its_own_tests(name: str, package: Path, folder: Path) -> None:
    """As a stranger's checkout, without the package beside its tests: only what was installed is there."""
    path = pip_install(package, folder)
    checkout = folder / "checkout"
    checkout.mkdir()
    (checkout / "pyproject.toml").write_text((package / "pyproject.toml").read_text())
    (checkout / "tests").symlink_to(package / "tests")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--clauses", "-p", "no:cacheprovider"],
        cwd=checkout,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(rf"^{name} +(\d+) of (\d+)$", done.stdout, re.MULTILINE)
    assert found is not None
    assert found[1] == found[2] != "0"


def test_it_is_installed_whole_and_passes_its_own_tests(tmp_path: Path) -> None:
    passes_its_own_tests("pigeons", SIXTH, tmp_path)
    package = tmp_path / "site" / "pigeons"
    found = {str(file.relative_to(package)) for file in package.rglob("*") if file.is_file()}
    assert {"RULES.md", "game.py", "web/table.js", "web/table.css", "web/lobby.svg", "web/art.js"} <= found


@pytest.mark.long
@pytest.mark.parametrize("package", [EXAMPLES["floes"][0], EXAMPLES["foxes"][0], KUHN], ids=lambda path: path.name)
def test_so_do_the_other_examples(package: Path, tmp_path: Path) -> None:
    passes_its_own_tests(package.name, package, tmp_path)
