"""The rulebook's game of two players, solved once and stored in a file.

`solver/write_tables.py` writes the file. Mixtures are stored as integers for pairs with a positive probability,
encounters in the order of `SolvedSiege.backward_order`, values in units of 1 / 65,535.
"""

from __future__ import annotations

import io
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from rumpus.core.options import Options
from rumpus.games.defend_the_city.rules.numbers import RULEBOOK_OPTIONS, Numbers
from rumpus.games.defend_the_city.rules.scores import PAIRS
from rumpus.games.defend_the_city.solver.encounter import EncounterRules, SolvedEncounter
from rumpus.games.defend_the_city.solver.exchange import Floats
from rumpus.games.defend_the_city.solver.siege import SolvedSiege

FILE = "versus.npz"
FULL_SCALE = 65_535
"""Stored integer of a probability of 1."""
SIDES = ("defender", "enemy")


def is_stored(options: Options) -> bool:
    """True if the file solves this match."""
    return options.switch("versus") and not any(name in options.changed() for name in RULEBOOK_OPTIONS)


def load_siege(numbers: Numbers) -> SolvedSiege:
    """Loads the stored solution. `is_stored` must hold for its options."""
    solved = SolvedSiege(numbers, EncounterRules(numbers.stamina, numbers.die, numbers.idle_turns, both_forfeit=True))
    with resources.files("rumpus.games.defend_the_city").joinpath(FILE).open("rb") as file:
        found = np.load(file, allow_pickle=False)
        values = found["values"] / FULL_SCALE
        shares = [_unpack(found[f"{side} counts"], found[f"{side} pairs"], found[f"{side} shares"]) for side in SIDES]
    for number, key in enumerate(solved.backward_order()):
        encounter = solved.encounters[key] = SolvedEncounter(solved.rules)
        shape = encounter.values.shape
        here = slice(number * encounter.values.size, (number + 1) * encounter.values.size)
        encounter.values = values[here].reshape(shape)
        encounter.defender, encounter.enemy = (side[here].reshape(*shape, PAIRS) for side in shares)
    return solved


def pack(solved: SolvedSiege) -> bytes:
    encounters = [solved.encounters[key] for key in solved.backward_order()]
    arrays = {
        "values": np.round(np.concatenate([one.values.ravel() for one in encounters]) * FULL_SCALE).astype(np.uint16)
    }
    for side in SIDES:
        mixtures = np.concatenate([getattr(one, side).reshape(-1, PAIRS) for one in encounters])
        whole = np.round(mixtures * FULL_SCALE).astype(np.uint16)
        arrays[f"{side} counts"] = (whole > 0).sum(axis=1).astype(np.uint8)
        arrays[f"{side} pairs"] = np.nonzero(whole)[1].astype(np.uint8)
        arrays[f"{side} shares"] = whole[whole > 0]
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _unpack(counts: NDArray[np.uint8], pairs: NDArray[np.uint8], shares: NDArray[np.uint16]) -> Floats:
    """All mixtures, one per row; states without a decision have none."""
    found = np.zeros((len(counts), PAIRS))
    found[np.repeat(np.arange(len(counts)), counts), pairs] = shares
    whole: Floats = found / np.maximum(found.sum(axis=1, keepdims=True), 1.0)
    return whole
