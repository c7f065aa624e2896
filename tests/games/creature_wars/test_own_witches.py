"""Witches of an author's own, put beside those of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import NOTHING, Frame
from rumpus.games.creature_wars.rules.names import NAMES
from rumpus.games.creature_wars.rules.witches.base import Witch
from rumpus.games.creature_wars.rules.witches.catalogue import CATALOGUE, put_witch
from rumpus.testing import rule
from tests.games.creature_wars.kit import Table


class Conductor(Witch):
    name = "Conductor"
    text = "All cards in your opponent's hand cast their spells for your opponent."
    meta = True
    asks: Sequence[int] = (NOTHING,)

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.cast_one_by_one(me, d.hand(me.foe), me.foe)


class Taxidermist(Witch):
    name = "Taxidermist"
    text = "Every other card in your hand becomes a copy of your strongest creature."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        model = d.card(d.strongest(d.creatures(me.you)))
        for c in d.hand(me.you):
            if c != me.card:
                d.writable(c).copy_face(model)


@pytest.fixture(autouse=True)
def _catalogue() -> Iterator[None]:
    """Takes the witches out of the catalogue again."""
    before = [(witches[:], names[:]) for witches, names in zip(CATALOGUE, NAMES, strict=True)]
    put_witch(Conductor())
    put_witch(Taxidermist())
    yield
    for tier, (witches, names) in enumerate(before):
        CATALOGUE[tier][:], NAMES[tier][:] = witches, names


@rule("S-37", "CW-70")
def test_only_the_witches_of_a_hand_cast() -> None:
    t = Table(a=["Lvl.3 Conductor"], b=["Lvl.1 Fire Wolf", "Lvl.2 Fire Giant", "Lvl.1 Greedy Witch"])
    t.duel("Conductor", "Wolf")
    assert len(t.hand("B")) == 5, "the Giant, Greedy Witch, two cards drawn, and the Wolf back from the duel"


@rule("S-37")
def test_a_witch_who_has_become_a_creature_no_longer_casts() -> None:
    t = Table(a=["Lvl.4 Pandora's Witch"], b=["Lvl.9 Fire Wolf", "Lvl.2 Fire Giant", "Lvl.1 Taxidermist"])
    t.put("B", "Lvl.1 Greedy Witch")
    t.duel("Pandora", "Wolf")
    assert t.hand("B") == ["Lvl.2 Fire Giant {4}", "Lvl.9 Fire Wolf {2}"], "nobody has drawn"
