"""A real server in a separate process, for tests."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Final, Self

START_SECONDS: Final = 120.0
"""Time limit for starting and stopping, generous for a busy machine."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """A server with its tables and log in a folder. Settings are those of `rumpus serve`."""

    def __init__(self, folder: Path, store: str = "", port: int = 0, **settings: object) -> None:
        self.folder = folder
        self.store = store or str(folder / "tables.db")
        self.port = port or free_port()
        self.words = [word for name, value in settings.items() for word in (f"--{name.replace('_', '-')}", str(value))]
        self.path = os.pathsep.join([entry or os.getcwd() for entry in sys.path])
        self.log = folder / f"server-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        return [sys.executable, "-m", "rumpus", "serve", "--no-open", "--port", str(self.port), "--store", self.store]

    def start(self, wait: bool = True) -> Self:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.command(), *self.words],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": self.path},
                start_new_session=True,
            )
        if wait:
            self.wait()
        return self

    def wait(self) -> None:
        assert self.process is not None
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(f"The server ended: {self.log.read_text()[-2000:]}")
            try:
                with urllib.request.urlopen(self.url + "/readyz", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.05)
        raise AssertionError(f"The server did not start: {self.log.read_text()[-2000:]}")

    def stop(self) -> int:
        """Stops the server gracefully. Returns its exit status."""
        assert self.process is not None
        self.process.terminate()
        status = self.process.wait(START_SECONDS)
        self.process = None
        return status

    def kill(self) -> None:
        """Kills the server and its bots without warning."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None
