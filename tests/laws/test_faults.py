"""The laws catch what authors get wrong, by name, in words of the game and with the line where it stands."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys

import pytest

from bootstrap import ROOT
from pigeons.game import Pigeons as DeclaredPigeons
from rumpus.core.position import Move, Seat
from rumpus.core.rng import Rng
from rumpus.testing import title
from rumpus.testing.law import BrokenLaw, Law, difference, tallied
from rumpus.testing.laws import LAWS
from tests.laws.faults import (
    FAULTS,
    GAMES_EACH,
    Fault,
    NoCopy,
    Peeks,
    Planted,
    SharedBids,
    SharedCrumbs,
    SharedHands,
    SwapsForOne,
)
from tests.laws.handmade import Pigeons, Square

BY_NAME = {law.name: law for law in LAWS}


@pytest.mark.parametrize("law", LAWS, ids=title)
def test_without_a_fault_every_law_is_kept(law: Law) -> None:
    game = Pigeons()
    for changes in game.configurations():
        law(game, game.options(changes), GAMES_EACH)


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_planted_fault_is_named(fault: Fault) -> None:
    game = fault.game
    with pytest.raises(BrokenLaw) as broken:
        BY_NAME[fault.law](game, game.options(seats=fault.players), GAMES_EACH)
    said = str(broken.value)
    assert said.startswith(f"{fault.law}: ")
    for words in fault.says:
        assert words in said


def test_every_law_has_a_planted_fault() -> None:
    assert {law.name for law in LAWS} == {fault.law for fault in FAULTS}


def test_the_table_of_faults_tells_law_and_cause_of_each() -> None:
    paths = os.pathsep.join(["examples/sixth_game", os.environ.get("PYTHONPATH", "")])
    command, env = [sys.executable, "-m", "tests.laws.faults"], {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    *rows, _, verdict = done.stdout.splitlines()
    assert len(rows) - 2 == len(FAULTS) > 40
    assert verdict == f"{len(FAULTS)} of {len(FAULTS)} faults are caught."


def test_roles_switch_off_the_law_of_equal_seats_and_it_says_why() -> None:
    game = SwapsForOne()
    game.unequal_seats = "The second seat is the magpie (PG-1)."
    with tallied() as tally:
        BY_NAME["seats are equal"](game, game.options(), GAMES_EACH)
    assert str(tally) == "switched off: The second seat is the magpie (PG-1)."


@pytest.mark.parametrize(
    ("law", "games", "says"),
    [
        ("random play ends", 4, "6 games, "),
        ("same in another process", 4, "4 games, "),
        ("no card gets lost", 4, "0 games, nothing to compare"),
    ],
)
def test_a_law_says_what_it_has_played_and_compared(law: str, games: int, says: str) -> None:
    game = Pigeons()
    with tallied() as tally:
        BY_NAME[law](game, game.options(), games)
    assert str(tally).startswith(says)
    assert (tally.comparisons > 0) == ("comparisons" in str(tally))
    assert tally.decisions == (0 if law == "no card gets lost" else 10 * tally.games)


@pytest.mark.parametrize("law", LAWS, ids=title)
def test_every_law_counts_what_it_compares(law: Law) -> None:
    game = DeclaredPigeons()
    with tallied() as tally:
        law(game, game.options(), GAMES_EACH)
    assert tally.comparisons > 0
    assert (tally.games > 0) == (law.name not in ("nothing is missing", "presets can be played"))


@pytest.mark.parametrize("law", LAWS, ids=title)
def test_peeks_without_a_fault_keep_every_law(law: Law) -> None:
    game = Peeks()
    law(game, game.options(), GAMES_EACH)


@pytest.mark.parametrize("law", LAWS, ids=title)
@pytest.mark.parametrize("square", [SharedHands, SharedBids, SharedCrumbs, NoCopy], ids=title)
def test_a_copy_that_shares_something_makes_no_law_run_for_ever(
    square: type[Square], law: Law, monkeypatch: pytest.MonkeyPatch
) -> None:
    decisions, honest = [0], Square.apply

    def counted(self: Square, seat: Seat, move: Move, rng: Rng) -> None:
        decisions[0] += 1
        honest(self, seat, move, rng)

    monkeypatch.setattr(Square, "apply", counted)
    game = Planted(square)
    with contextlib.suppress(BrokenLaw):
        law(game, game.options(), 2)
    assert decisions[0] < 20_000


@pytest.mark.parametrize(
    ("one", "other", "says"),
    [
        ({"hands": [[4, 5]]}, {"hands": [[4, 7]]}, "`hands[0][1]` is 5 or 7"),
        ({"a": 1}, {}, "`a` is 1 or missing"),
        ([1], (1,), "[1] or (1,)"),
        ({"a": [1]}, {"a": (1,)}, "`a` is [1] or (1,)"),
        ([1], [True], "`[0]` is 1 or True"),
        ({"a": [1]}, {"a": [1]}, ""),
    ],
)
def test_the_first_difference_is_named(one: object, other: object, says: str) -> None:
    assert difference(one, other) == says
