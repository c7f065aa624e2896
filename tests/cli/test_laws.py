"""A game tried by the laws from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.devtools.new import make
from rumpus.testing.laws import LAWS
from tests.package_metadata import write_metadata
from tests.terminal.conftest import Outcome

Rumpus = Callable[..., Outcome]


@pytest.fixture
def leaky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_metadata(tmp_path, "leaky", "tests.cli.leaky")
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.fixture
def stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_metadata(tmp_path, "stuck", "tests.cli.stuck")
    monkeypatch.syspath_prepend(str(tmp_path))


def test_a_game_that_keeps_them_all(rumpus: Rumpus) -> None:
    status, out, err = rumpus("laws", "pigeons", "--games", "1")
    assert (status, err) == (0, "")
    said = " ".join(out.split())
    assert f"All laws kept in Pigeons: {len(LAWS)} laws, 3 variants, " in said
    # Each law says what it has played and compared in the three variants.
    assert "random play ends: 9 games, " in said
    assert "same in another process: 3 games, " in said
    for law in LAWS:
        assert f"{law.name}: " in said


def test_a_game_of_this_folder_that_is_not_installed(
    rumpus: Rumpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make("moon_owls", tmp_path / "owls")
    monkeypatch.chdir(tmp_path / "owls")
    status, out, err = rumpus("laws", "moon_owls")
    said = " ".join(err.split())
    assert (status != 0, out) == (True, "")
    assert "The game 'moon_owls' is here, but not installed. Run `" in said
    assert "-m pip install -e .` first." in said
    monkeypatch.chdir(tmp_path / "owls" / "tests")
    assert f"pip install -e {tmp_path / 'owls'}` first." in "".join(rumpus("laws", "moon_owls")[2].split("\n"))
    monkeypatch.chdir(tmp_path)
    assert "There is no game 'moon_owls'" in rumpus("laws", "moon_owls")[2]


@pytest.mark.parametrize("words", ["play moon_owls", "lab run moon_owls", "games moon_owls", "tournament moon_owls"])
def test_every_command_says_how_to_install_the_game_of_this_folder(
    words: str, rumpus: Rumpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make("moon_owls", tmp_path / "owls")
    monkeypatch.chdir(tmp_path / "owls")
    status, _, err = rumpus(*words.split())
    assert status == 2
    assert "The game 'moon_owls' is here, but not installed." in " ".join(err.split())


@pytest.mark.usefixtures("leaky")
def test_a_broken_law_is_told_in_words_with_its_line(rumpus: Rumpus) -> None:
    status, out, err = rumpus("laws", "leaky", "--law", "deal events")
    said = " ".join(out.split())
    assert (status, err) == (1, "")
    assert "can tell from the deal's events what is hidden" in said
    assert "event `dealt`, argument" in said
    assert "faults.py:" in said
    assert "1 of 1 law broken in Pigeons" in said


@pytest.mark.usefixtures("stuck")
def test_a_game_installed_under_another_name(rumpus: Rumpus) -> None:
    status, out, _ = rumpus("laws", "stuck", "--law", "nothing is missing")
    assert status == 1
    assert "its `name` is 'pigeons', and it is installed as 'stuck': use one name" in " ".join(out.split())


@pytest.mark.usefixtures("stuck")
def test_a_fault_that_breaks_many_laws_is_told_once(rumpus: Rumpus) -> None:
    status, out, _ = rumpus("laws", "stuck", "--games", "1")
    said = " ".join(out.split())
    assert status == 1
    assert said.count("Nobody can move.") == 2, "at large, and after a damaged save"
    assert said.count("The same breaks ") == 1


@pytest.mark.usefixtures("leaky")
def test_for_a_program(rumpus: Rumpus) -> None:
    status, out, err = rumpus("laws", "leaky", "--law", "deal events", "--json")
    assert (status, err) == (1, "")
    told = json.loads(out)
    assert told["game"] == "pigeons"
    assert (told["laws"], told["variants"], told["games"]) == (1, 3, 3)
    assert told["played"]["deal events reveal nothing"]["games"] == 1  # broken in the first
    assert told["played"]["deal events reveal nothing"]["comparisons"] > 0
    assert told["broken"][0]["law"] == "deal events reveal nothing"
    assert told["broken"][0]["place"].startswith("faults.py:")


def test_what_the_laws_are(rumpus: Rumpus) -> None:
    status, out, err = rumpus("laws", "pigeons", "--list")
    assert (status, err) == (0, "")
    for law in LAWS:
        assert law.name in out
        assert law.means
