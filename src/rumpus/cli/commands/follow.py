"""`rumpus dev --terminal`: the author's table in a second terminal."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import NoReturn

from rumpus.cli.commands.common import is_interactive
from rumpus.core.errors import RumpusError
from rumpus.devtools.dev import DevState
from rumpus.terminal import remote
from rumpus.terminal.fullscreen.app import TableApp
from rumpus.terminal.plain import PlainTable

POLL_SECONDS = 0.2
"""Interval of the check for newer rules."""
BOT_SECONDS = 0.7


def follow(port: int) -> None:
    """Joins the table of the `rumpus dev` on this port.

    Loaded code cannot be replaced: after a change of the rules this process restarts itself at the same table.
    """
    state = DevState.of(port)
    if any(os.environ.get(name) != value for name, value in state.environment.items()):
        restart(state, port)
    session = remote.join(state.link, "")
    try:
        if is_interactive():
            _run_full_screen(TableApp(session, BOT_SECONDS), state, port)
        else:
            watch(state, port, lambda newer: restart(newer, port))
            PlainTable(session).run()
    finally:
        session.close()


def _run_full_screen(app: TableApp, state: DevState, port: int) -> None:
    found: list[DevState] = []

    def leave(newer: DevState) -> None:
        found.append(newer)
        app.call_from_thread(app.exit)

    watch(state, port, leave)
    app.run()
    if found:
        restart(found[0], port)
    if app.trouble is not None:
        raise app.trouble


def watch(state: DevState, port: int, call: Callable[[DevState], None]) -> None:
    """Calls once with the newer state, from another thread."""

    def poll() -> None:
        while True:
            time.sleep(POLL_SECONDS)
            try:
                newer = DevState.of(port)
            except RumpusError:
                continue  # it has ended; the table says so by itself
            if newer != state:
                call(newer)
                return

    threading.Thread(target=poll, name="rumpus-follow", daemon=True).start()


def restart(state: DevState, port: int) -> NoReturn:
    words = [sys.executable, "-m", "rumpus", "dev", "--terminal", "--port", str(port)]
    sys.stdout.flush()
    os.execve(sys.executable, words, {**os.environ, **state.environment})
