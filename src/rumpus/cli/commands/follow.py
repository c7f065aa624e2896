"""The author's table in a second terminal, which follows every change of the rules: `rumpus dev --terminal`."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import NoReturn

from rumpus.cli.commands.common import at_a_terminal
from rumpus.core.errors import RumpusError
from rumpus.devtools.dev import DevState
from rumpus.terminal import remote
from rumpus.terminal.fullscreen.app import TableApp
from rumpus.terminal.plain import PlainTable

BEAT = 0.2
"""Seconds between two looks for newer rules."""
PACE = 0.7


def follow(port: int) -> None:
    """Sit down at the table of the `rumpus dev` on this port.

    Code that is loaded cannot be changed: with newer rules this process begins anew, at the same table.
    """
    state = DevState.of(port)
    if any(os.environ.get(name) != value for name, value in state.environment.items()):
        begin_anew(state, port)
    host = remote.join(state.link, "")
    try:
        if at_a_terminal():
            _on_the_full_screen(TableApp(host, PACE), state, port)
        else:
            watch(state, port, lambda newer: begin_anew(newer, port))
            PlainTable(host).run()
    finally:
        host.close()


def _on_the_full_screen(app: TableApp, state: DevState, port: int) -> None:
    found: list[DevState] = []

    def leave(newer: DevState) -> None:
        found.append(newer)
        app.call_from_thread(app.exit)

    watch(state, port, leave)
    app.run()
    if found:
        begin_anew(found[0], port)
    if app.trouble is not None:
        raise app.trouble


def watch(state: DevState, port: int, call: Callable[[DevState], None]) -> None:
    """Call once with the newer state, from another thread, as soon as there is one."""

    def look() -> None:
        while True:
            time.sleep(BEAT)
            try:
                newer = DevState.of(port)
            except RumpusError:
                continue  # it has ended; the table says so by itself
            if newer != state:
                call(newer)
                return

    threading.Thread(target=look, name="rumpus-follow", daemon=True).start()


def begin_anew(state: DevState, port: int) -> NoReturn:
    words = [sys.executable, "-m", "rumpus", "dev", "--terminal", "--port", str(port)]
    sys.stdout.flush()
    os.execve(sys.executable, words, {**os.environ, **state.environment})
