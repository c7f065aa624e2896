"""The game of two players as the rulebook has it, solved once and kept in a file.

`solver/show.py` writes the file. Mixtures are kept as whole numbers for the pairs that have a share, encounters in the
order of `SolvedSiege.backwards`; values as parts of 65,535, which is finer than anybody plays.
"""

from __future__ import annotations

import io
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from rumpus.core.options import Options
from rumpus.games.defend_the_city.rules.numbers import RULEBOOK, Numbers
from rumpus.games.defend_the_city.rules.scores import PAIRS
from rumpus.games.defend_the_city.solver.encounter import Arena, Played
from rumpus.games.defend_the_city.solver.exchange import Floats
from rumpus.games.defend_the_city.solver.whole import SolvedSiege

FILE = "versus.npz"
WHOLE = 65_535
"""A share or a chance of 1, as it is written."""
SIDES = ("defender", "enemy")


def is_kept(options: Options) -> bool:
    """Whether this is the match that the file solves."""
    return options.switch("versus") and not any(name in options.changed() for name in RULEBOOK)


def kept_siege(numbers: Numbers) -> SolvedSiege:
    """The solution in the file, for these numbers, which must be its own (`is_kept`)."""
    solved = SolvedSiege(numbers, Arena(numbers.stamina, numbers.die, numbers.idle_turns, both_forfeit=True))
    with resources.files("rumpus.games.defend_the_city").joinpath(FILE).open("rb") as file:
        found = np.load(file, allow_pickle=False)
        values = found["values"] / WHOLE
        shares = [_unpacked(found[f"{side} counts"], found[f"{side} pairs"], found[f"{side} shares"]) for side in SIDES]
    for number, key in enumerate(solved.backwards()):
        played = solved.encounters[key] = Played(solved.arena)
        shape = played.values.shape
        here = slice(number * played.values.size, (number + 1) * played.values.size)
        played.values = values[here].reshape(shape)
        played.defender, played.enemy = (side[here].reshape(*shape, PAIRS) for side in shares)
    return solved


def packed(solved: SolvedSiege) -> bytes:
    """The solution as the content of the file."""
    encounters = [solved.encounters[key] for key in solved.backwards()]
    arrays = {"values": np.round(np.concatenate([one.values.ravel() for one in encounters]) * WHOLE).astype(np.uint16)}
    for side in SIDES:
        mixtures = np.concatenate([getattr(one, side).reshape(-1, PAIRS) for one in encounters])
        whole = np.round(mixtures * WHOLE).astype(np.uint16)
        arrays[f"{side} counts"] = (whole > 0).sum(axis=1).astype(np.uint8)
        arrays[f"{side} pairs"] = np.nonzero(whole)[1].astype(np.uint8)
        arrays[f"{side} shares"] = whole[whole > 0]
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _unpacked(counts: NDArray[np.uint8], pairs: NDArray[np.uint8], shares: NDArray[np.uint16]) -> Floats:
    """Every mixture, a row each; a state in which nobody can act has none."""
    found = np.zeros((len(counts), PAIRS))
    found[np.repeat(np.arange(len(counts)), counts), pairs] = shares
    whole: Floats = found / np.maximum(found.sum(axis=1, keepdims=True), 1.0)
    return whole
