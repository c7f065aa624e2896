"""No process outlives the one that started it.

What a bot's process may take, and how it ends: with its parent, however that one ends.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading

PR_SET_PDEATHSIG = 1


def end_with(parent: int) -> None:
    """Also after kill -9: by the kernel where that can, in the midst of any thought, else by a thread that watches."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)  # it was quicker
    else:
        threading.Thread(target=_watch, name="leash", daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


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
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
