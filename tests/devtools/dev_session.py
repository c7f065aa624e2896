"""A new game in a folder, and a `rumpus dev` that serves it and follows every save."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import rumpus
from rumpus.devtools.new import make
from rumpus.testing.server import START_SECONDS, free_port


class DevSession:
    def __init__(self, folder: Path) -> None:
        self.project = folder / "moon_owls"
        make("moon_owls", self.project)
        self.home = self.project / "moon_owls"
        self.port = free_port()
        self.log = folder / "dev.log"
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(Path(rumpus.__file__).parents[1]),
            "XDG_DATA_HOME": str(folder / "data"),
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def address(self) -> str:
        found = re.search(rf"{self.url}/t/\S+", self.log.read_text())
        assert found is not None, self.log.read_text()
        return found[0]

    def start(self) -> DevSession:
        command = [sys.executable, "-m", "rumpus", "dev", str(self.project), "--no-open", "--port", str(self.port)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env=self.environment, start_new_session=True
            )
        self.wait_for("(Ctrl-C closes it)")
        return self

    def close(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            assert self.process.wait(START_SECONDS) == 130, self.log.read_text()

    def edit(self, old: str, new: str, file: str = "game.py") -> None:
        path = self.home / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        path.write_text(text.replace(old, new), encoding="utf-8")

    def wait_for(self, text: str, times: int = 1) -> str:
        return wait_for(self.log, text, times)

    def news(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.url}/dev/news", timeout=START_SECONDS) as answer:
            return dict(json.loads(answer.read()))


def wait_for(log: Path, text: str, times: int = 1, since: int = 0, seconds: float = START_SECONDS) -> str:
    """Waits until the log contains this text `times` times from the character `since` on; returns the log."""
    deadline = time.monotonic() + seconds
    while (said := log.read_text())[since:].count(text) < times:
        assert time.monotonic() < deadline, said
        time.sleep(0.02)
    return said
