"""What a bot's process may take, and how it ends: with its parent, however that one ends."""

from __future__ import annotations

import os
import resource
import signal

from rumpus.core.orphans import end_with

MEMORY = 768 * 2**20
"""Bytes that it may have; whoever asks for more gets a MemoryError."""


def put_on(parent: int) -> None:
    """The first thing that a bot's process does."""
    # Ctrl-C goes to every process of the terminal; the server ends its bots itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    # A library that reckons with as many threads as there are cores would take their share, and room for each.
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
    end_with(parent)
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
