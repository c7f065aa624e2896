"""Limits for worker processes. None outlives its parent."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading

PR_SET_PDEATHSIG = 1


def is_running(process: int) -> bool:
    """True if this machine has a process with this id."""
    try:
        os.kill(process, 0)
    except PermissionError:  # it belongs to somebody else
        return True
    except (OSError, OverflowError):
        return False
    return True


def exit_with_parent(parent: int) -> None:
    """Ends this process with its parent, even after kill -9: by the kernel on Linux, else by a thread."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)  # the parent ended before prctl
    else:
        threading.Thread(target=_exit_after_parent, name="parent-watch", daemon=True).start()


def _exit_after_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


MEMORY_BYTES = 768 * 2**20
"""Memory limit of a bot process. Exceeding it raises MemoryError."""


def limit_bot_process(parent: int) -> None:
    """Lowers priority and limits memory of a bot process. Call it first."""
    # Ctrl-C goes to every process of the terminal; the server ends its bots itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    # A thread per core would slow the other bots down and need memory for each thread.
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
    exit_with_parent(parent)
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = MEMORY_BYTES if most == resource.RLIM_INFINITY else min(MEMORY_BYTES, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
