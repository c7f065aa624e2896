"""Guaranteed Purring is a bomb, and Double Purring a dud."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.cat_brawl.rules.cards import DoublePurring, GuaranteedPurring
from rumpus.games.cat_brawl.rules.cats import Cat
from rumpus.games.cat_brawl.rules.numbers import Numbers
from rumpus.games.cat_brawl.rules.ring import Ring
from rumpus.lab.simulation.rules_patch import changed


@changed(GuaranteedPurring)
def gain(self: GuaranteedPurring, n: Numbers) -> int:
    return 5


@changed(DoublePurring)
def settles(self: DoublePurring, ring: Ring, cat: Cat, rng: Rng) -> None:
    ring.lose(cat, 4)
