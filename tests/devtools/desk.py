"""Somebody with an editor: a new game in a folder of theirs, and a `rumpus dev` that follows every save."""

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

from playwright.sync_api import Browser, Page, expect

import rumpus
from rumpus.devtools.new import make
from rumpus.testing.browsers import PageUser, remembers
from rumpus.testing.server import PATIENCE, free_port


class Author:
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
        """Of the author's own chair."""
        found = re.search(rf"{self.url}/t/\S+", self.log.read_text())
        assert found is not None, self.log.read_text()
        return found[0]

    def start(self, wait: bool = True) -> Author:
        command = [sys.executable, "-m", "rumpus", "dev", str(self.project), "--no-open", "--port", str(self.port)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env=self.environment, start_new_session=True
            )
        if wait:
            self.hears("(Ctrl-C closes it)")
        return self

    def close(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            assert self.process.wait(PATIENCE) == 130, self.log.read_text()

    def edit(self, old: str, new: str, file: str = "game.py") -> None:
        path = self.home / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        path.write_text(text.replace(old, new), encoding="utf-8")

    def hears(self, words: str, times: int = 1) -> str:
        """Waits until `rumpus dev` has said this so often; all that it has said."""
        given_up = time.monotonic() + PATIENCE
        while (said := self.log.read_text()).count(words) < times:
            assert time.monotonic() < given_up, said
            time.sleep(0.02)
        return said

    def news(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.url}/dev/news", timeout=PATIENCE) as answer:
            return dict(json.loads(answer.read()))


def sits(browser: Browser, author: Author) -> PageUser:
    person = PageUser(browser, author.url, calm=True, newcomer=True)
    person.context.add_init_script(remembers("met", {"moon_owls": ["how you win", "point"]}))
    person.page.goto(author.address)
    expect(person.page.locator(".moon_owls-hand button")).to_have_count(4)
    return person


def saves(author: Author, page: Page, count: int) -> list[float]:
    """Seconds from each save until the page shows it."""
    found: list[float] = []
    before = 'return f"Card {'
    for number in range(count):
        after = f'return f"Save {number}, card {{'
        began = time.perf_counter()
        author.edit(before, after)
        page.wait_for_function("text => document.body.innerText.includes(text)", arg=f"Save {number}, card")
        found.append(time.perf_counter() - began)
        before = after
    return found
