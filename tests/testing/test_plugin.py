"""The pytest plugin in a third-party package: rulebook, clauses, golden games."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pigeons import game as pigeons
from rumpus.testing.golden import main as golden
from tests.package_metadata import write_metadata
from tests.web.local_server import OURS, ROOT

RULES = """# Pigeons

- **PG-1** Two pigeons, see **PG-9**.
**PG-2** One crumb.
"""
GAME = '''"""Pigeons by somebody else, under a rulebook of their own."""

from importlib import resources

from pigeons.game import Pigeons


class Doves(Pigeons):
    name = "doves"

    def rules(self) -> str:
        return resources.files("doves").joinpath("RULES.md").read_text()


game = Doves()
'''
BOTH = '@rule("PG-1", "PG-2")\ndef test_it() -> None:\n    assert True\n'
HEAD = "import pytest\nfrom rumpus.testing import configurations, rule, title\nfrom doves import game as doves\n\n"
EVERY = HEAD + (
    "from rumpus.core.catalogue import find_game\n\n"
    '@pytest.mark.parametrize("game", [doves, find_game("cat_brawl")], ids=title)\n'
    "def test_of_each(game):\n    pass\n\n"
    '@pytest.mark.parametrize(("game", "changes"), configurations([doves]), ids=title)\n'
    "def test_of_each_configuration(game, changes):\n    assert game.options(changes)\n\n"
)


class Package:
    """A third-party checkout, installed in place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        package = folder / "doves"
        package.mkdir()
        (package / "__init__.py").write_text(GAME)
        (package / "RULES.md").write_text(RULES)
        write_metadata(folder, "doves", "doves")
        (folder / "pyproject.toml").write_text('[project.entry-points."rumpus.games"]\ndoves = "doves:game"\n')

    def test(self, source: str, *words: str) -> tuple[int, str]:
        (self.folder / "test_doves.py").write_text(source)
        return self.python("-m", "pytest", "--strict-markers", "-p", "rumpus.testing.plugin", *words)

    def python(self, *words: str) -> tuple[int, str]:
        path = os.pathsep.join([str(self.folder), *OURS])
        command = [sys.executable, *words]
        env = {**os.environ, "PYTHONPATH": path}
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, env=env)
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return Package(tmp_path)


def test_every_clause_of_the_own_rulebook_is_shown_and_nobody_elses_is_asked_for(package: Package) -> None:
    status, said = package.test(HEAD + BOTH, "--clauses")
    assert status == 0, said
    assert re.search(r"^doves +2 of 2$", said, re.MULTILINE)
    assert "cat_brawl" not in said


def test_a_clause_that_no_passing_test_shows_fails_the_run(package: Package) -> None:
    status, said = package.test(HEAD + BOTH.replace('"PG-1", ', ""), "--clauses")
    assert status == 1
    assert "no test shows PG-1" in said
    assert package.test(HEAD + BOTH.replace('"PG-1", ', ""))[0] == 0


def test_a_citation_of_a_clause_that_is_only_mentioned_is_refused(package: Package) -> None:
    status, said = package.test(HEAD + BOTH.replace("PG-1", "PG-9"))
    assert status == pytest.ExitCode.USAGE_ERROR
    assert "test_doves.py::test_it cites PG-9, which RULES.md of doves does not have" in said


def test_the_tests_of_one_game_alone(package: Package) -> None:
    status, said = package.test(EVERY + BOTH, "--game", "Doves", "--clauses", "-v")
    assert status == 0, said
    assert "test_of_each[doves]" in said
    assert "test_of_each_configuration[doves-players=2]" in said
    assert "test_it" in said
    assert "cat_brawl" not in said
    status, said = package.test(EVERY + BOTH, "--game", "dovez")
    assert status == pytest.ExitCode.USAGE_ERROR
    assert "There is no game 'dovez'; did you mean 'doves'?" in said


TOOLS = """
from rumpus.testing import every_law
from rumpus.testing.kit import Kit

test_law = every_law(doves, times=1)


def test_a_table() -> None:
    kit = Kit(doves, players=2)
    assert kit.asked == [0, 1]
    words = [kit.offers(seat)[0] for seat in kit.asked]
    assert len(kit.all(*words)) == 3
    assert "You do not hold" in kit.refusal(0, 0)
"""


def test_laws_and_a_table_serve_a_package_outside_this_repository(package: Package) -> None:
    (package.folder / "doves" / "RULES.md").write_text(pigeons.rules())  # its lines and refusals cite them
    status, said = package.test(HEAD + TOOLS, "-v")
    assert status == 0, said
    assert "test_law[doves-players=3-determinizations_reach_every_deal] PASSED" in said
    assert "test_a_table PASSED" in said


def test_the_plugin_is_there_wherever_rumpus_is_installed_and_once_only(package: Package) -> None:
    info = package.folder / "anything-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: anything\nVersion: 1.0\n")
    points = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["pytest11"]
    lines = "\n".join(f"{name} = {value}" for name, value in points.items())
    (info / "entry_points.txt").write_text(f"[pytest11]\n{lines}\n")
    (package.folder / "test_doves.py").write_text(HEAD + BOTH)
    for words in ((), ("-p", "rumpus.testing.plugin")):
        status, said = package.python("-m", "pytest", "--strict-markers", "--clauses", *words)
        assert status == 0, said
        assert re.search(r"^doves +2 of 2$", said, re.MULTILINE)


@pytest.mark.long
def test_golden_games_lie_with_the_tests_and_are_written_anew_by_one_command(package: Package) -> None:
    source = HEAD + (
        "from pathlib import Path\nfrom rumpus.testing import check_golden\n\n"
        'def test_golden() -> None:\n    check_golden(doves, Path("golden"))\n'
    )
    status, said = package.test(source)
    assert status == 1
    assert "no golden games of doves: python -m rumpus.testing.golden golden doves" in said
    assert package.python("-m", "rumpus.testing.golden", "golden", "doves") == (0, "")
    assert package.test(source)[0] == 0
    path = package.folder / "golden" / "doves.json"
    path.write_text(path.read_text().replace("0", "1"))
    status, said = package.test(source)
    assert status == 1
    assert "The same seed and moves give another game, so raise the version of doves" in said
    path.write_text(path.read_text().replace('"version": 1', '"version": 2'))
    assert "doves has a raised version: write its golden games again" in package.test(source)[1]


def test_an_unknown_game_has_no_golden_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        golden([str(tmp_path), "cat_brawk"])
    assert "did you mean 'cat_brawl'?" in capsys.readouterr().err
