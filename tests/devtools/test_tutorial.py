"""The tutorial, carried out: every command and every change on its page, in its order, in an empty folder."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import rumpus
from rumpus.testing.server import START_SECONDS, free_port
from tests.devtools.dev_session import wait_for
from tests.web.local_server import ROOT

PAGE = (ROOT / "docs" / "author" / "tutorial.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
SERVERS = ("rumpus dev", "rumpus serve")


class TutorialRunner:
    """Runs the commands of the page and applies its changes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        (self.bin / "rumpus").write_text(f'#!/bin/sh\nexec {sys.executable} -m rumpus "$@"\n')
        (self.bin / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        for path in self.bin.iterdir():
            path.chmod(0o755)
        site = folder / "site"
        self.environment = {
            **os.environ,
            "PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join([str(site), str(Path(rumpus.__file__).parents[1])]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_DATA_HOME": str(folder / "data"),
            # What is installed goes into a folder of this test's, from nothing but what is here.
            "PIP_TARGET": str(site),
            "PIP_NO_DEPS": "1",
            "PIP_NO_INDEX": "1",
            "PIP_NO_BUILD_ISOLATION": "0",
        }
        self.server: subprocess.Popen[bytes] | None = None
        self.log = folder / "server.log"
        self.since = 0
        """Length of the log when the last change was served."""

    def run(self, line: str) -> None:
        words = shlex.split(line, comments=True)
        if words[0] == "cd":
            self.folder = self.folder / words[1]
        elif line.startswith(SERVERS):
            self.stop()
            self.serve(words)
        else:
            done = subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, text=True)
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"

    def serve(self, words: list[str]) -> None:
        self.port = free_port()
        with self.log.open("w") as log:
            command = [*words, "--no-open", "--port", str(self.port)]
            self.server = subprocess.Popen(command, cwd=self.folder, env=self.environment, stdout=log, stderr=log)
        wait_for(self.log, "(Ctrl-C closes it)")
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/games") as answer:
            assert "moon_owls" in answer.read().decode()

    def apply_diff(self, block: str) -> None:
        """Replaces the lines with a minus, in their context, by those with a plus."""
        name, *lines = block.splitlines()
        file = self.folder / name.removeprefix("# ")
        before = "\n".join(line[1:] for line in lines if line[:1] in " -")
        after = "\n".join(line[1:] for line in lines if line[:1] in " +")
        text = file.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{name}: {before!r}"
        count = self.log.read_text().count("New rules after") if self.server else 0
        file.write_text(text.replace(before, after), encoding="utf-8")
        if self.server and "tests" not in name:
            wait_for(self.log, "New rules after", count + 1)
            self.since = len(self.log.read_text())

    def stop(self) -> None:
        if self.server is not None:
            self.server.send_signal(signal.SIGINT)
            self.server.wait(START_SECONDS)
            self.server = None


@pytest.mark.long
def test_the_tutorial_can_be_followed(tmp_path: Path) -> None:
    assert shutil.which("sh")
    runner = TutorialRunner(tmp_path)
    try:
        for kind, block in BLOCKS:
            if kind == "diff":
                runner.apply_diff(block)
            elif kind == "text":
                for line in block.splitlines():
                    wait_for(runner.log, line, since=runner.since)
            else:
                assert kind == "sh", kind
                for line in block.splitlines():
                    runner.run(line)
        package = tmp_path / "site" / "moon_owls"
        assert "Top of the tree" in (package / "web" / "table.js").read_text(encoding="utf-8")
    finally:
        runner.stop()
