"""A stranger's game, installed for these tests alone, and ways to drive the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from rumpus.cli.main import run
from tests.package_metadata import write_metadata
from tests.web.local_server import OURS

Outcome = tuple[int, str, str]


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the metadata of three installed packages: Pigeons, Kuhn's poker and Whispers."""
    folder = tmp_path_factory.mktemp("shelf")
    for name, module in (("pigeons", "pigeons"), ("kuhn", "kuhn"), ("whispers", "tests.terminal.whispers")):
        write_metadata(folder, name, module)
    return folder


@pytest.fixture
def installed(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(shelf))


@pytest.fixture
def rumpus(installed: None, capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """The command line in this process: `rumpus("games", "--json")` gives status, output and complaints."""

    def obey(*words: str) -> Outcome:
        status = run(words)
        said = capsys.readouterr()
        return status, said.out, said.err

    return obey


def environment(shelf: Path) -> dict[str, str]:
    path = os.pathsep.join([str(shelf), *OURS])
    return {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", "NO_COLOR": "1"}


@pytest.fixture
def command(shelf: Path, tmp_path: Path) -> Callable[..., Outcome]:
    """The command line as a process of its own, in an empty folder, fed by a pipe."""

    def obey(words: Sequence[str], typed: str = "") -> Outcome:
        done = subprocess.run(
            [sys.executable, "-m", "rumpus", *words],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=environment(shelf),
            cwd=tmp_path,
            timeout=60,
        )
        return done.returncode, done.stdout, done.stderr

    return obey
