"""A game tried by the laws from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.testing.laws import LAWS
from tests.package_metadata import write_metadata
from tests.terminal.conftest import Outcome

Rumpus = Callable[..., Outcome]


@pytest.fixture
def leaky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_metadata(tmp_path, "leaky", "tests.cli.leaky")
    monkeypatch.syspath_prepend(str(tmp_path))


def test_a_game_that_keeps_them_all(rumpus: Rumpus) -> None:
    status, out, err = rumpus("laws", "pigeons", "--games", "1")
    assert (status, err) == (0, "")
    assert f"Every law is kept in Pigeons: {len(LAWS)} laws, 3 variants, 1 game each" in " ".join(out.split())


@pytest.mark.usefixtures("leaky")
def test_a_broken_law_is_told_in_words_with_its_line(rumpus: Rumpus) -> None:
    status, out, err = rumpus("laws", "leaky", "--law", "deal events")
    said = " ".join(out.split())
    assert (status, err) == (1, "")
    assert "can tell from the deal's events what is hidden" in said
    assert "event `dealt`, argument" in said
    assert "faults.py:" in said
    assert "1 of 1 law broken in Pigeons" in said


@pytest.mark.usefixtures("leaky")
def test_for_a_program(rumpus: Rumpus) -> None:
    status, out, err = rumpus("laws", "leaky", "--law", "deal events", "--json")
    assert (status, err) == (1, "")
    told = json.loads(out)
    assert told["game"] == "pigeons"
    assert (told["laws"], told["variants"], told["games"]) == (1, 3, 3)
    assert told["broken"][0]["law"] == "deal events reveal nothing"
    assert told["broken"][0]["place"].startswith("faults.py:")


def test_what_the_laws_are(rumpus: Rumpus) -> None:
    status, out, err = rumpus("laws", "pigeons", "--list")
    assert (status, err) == (0, "")
    for law in LAWS:
        assert law.name in out
        assert law.means
