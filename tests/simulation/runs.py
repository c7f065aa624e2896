"""Runs of seeds, with all checks, and the smallest schedule that shows a violation."""

from __future__ import annotations

import functools
import gc
from collections.abc import Sequence

from tests.simulation.faults import Fault
from tests.simulation.invariants import Violation
from tests.simulation.twins import check_secrecy
from tests.simulation.world import World

TWIN_EVERY = 2
"""Every so many seeds run a second time with one secret changed."""


def simulate(seed: int, faults: Sequence[Fault] | None = None) -> World:
    """Runs one seed, and for some seeds a twin. Returns its world. Raises Violation, which holds it."""
    with_twin = seed % TWIN_EVERY == 1
    world = World(seed, faults, records=with_twin)
    try:
        world.run()
        if with_twin:
            check_secrecy(world)
    except Violation:
        raise
    except AssertionError as error:
        raise Violation(world, str(error)) from error
    freeze_memory()
    return world


@functools.cache
def freeze_memory() -> None:
    """Keeps what the first run has loaded out of the servers' garbage collections: they would take most of the time."""
    gc.collect()
    gc.freeze()


def shrink(seed: int, failing: Violation) -> Violation:
    """Removes faults as long as the same kind of violation is left."""
    faults = list(failing.world.faults)
    position = 0
    while position < len(faults):
        fewer = faults[:position] + faults[position + 1 :]
        try:
            simulate(seed, fewer)
        except Violation as found:
            if found.kind == failing.kind:
                faults, failing = fewer, found
                continue
        position += 1
    return failing
