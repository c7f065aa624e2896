"""The laws catch what authors get wrong, by name, in words of the game and with the line where it stands."""

from __future__ import annotations

import contextlib

import pytest

from rumpus.core.position import Move, Seat
from rumpus.core.rng import Luck
from rumpus.testing import title
from rumpus.testing.law import BrokenLaw, Law
from rumpus.testing.laws import LAWS
from tests.laws.faults import FAULTS, Fault, NoCopy, Planted, SharedBids, SharedCrumbs, SharedHands
from tests.laws.handmade import Pigeons, Square

BY_NAME = {law.name: law for law in LAWS}
GAMES_EACH = 5


@pytest.mark.parametrize("law", LAWS, ids=title)
def test_without_a_fault_every_law_is_kept(law: Law) -> None:
    game = Pigeons()
    for changes in game.variants():
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


@pytest.mark.parametrize("law", LAWS, ids=title)
@pytest.mark.parametrize("square", [SharedHands, SharedBids, SharedCrumbs, NoCopy], ids=title)
def test_a_copy_that_shares_something_makes_no_law_run_for_ever(
    square: type[Square], law: Law, monkeypatch: pytest.MonkeyPatch
) -> None:
    decisions, honest = [0], Square.apply

    def counted(self: Square, seat: Seat, move: Move, luck: Luck) -> None:
        decisions[0] += 1
        honest(self, seat, move, luck)

    monkeypatch.setattr(Square, "apply", counted)
    game = Planted(square)
    with contextlib.suppress(BrokenLaw):
        law(game, game.options(), 2)
    assert decisions[0] < 20_000
