"""A real server in a process of its own, with a sixth game installed beside ours, and a real PostgreSQL."""

from __future__ import annotations

import asyncio
import glob
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import asyncpg

import rumpus
from rumpus.testing import server
from rumpus.testing.server import ServerProcess, free_port

ROOT = Path(__file__).parents[2]
SIXTH = ROOT / "examples" / "sixth_game"
OURS = [str(ROOT), str(SIXTH), str(Path(rumpus.__file__).parents[1])]
"""Where another process finds our tests, the sixth game, and the very package that is under test here."""
TOKEN = "for-whoever-watches"
PATIENCE = server.PATIENCE


def install_pigeons(folder: Path, game: str = "tests.web.first_day:game") -> str:
    """Makes the sixth game, as on its first day, an installed package for whoever has this folder on its path."""
    info = folder / "pigeons-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pigeons\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[rumpus.games]\npigeons = {game}\n")
    return os.pathsep.join([str(folder), *OURS])


def pip_install(package: Path, folder: Path) -> str:
    """A game's package as pip installs it into this folder; the path of a process that has it from there alone."""
    source = folder / "source"
    shutil.copytree(package, source, ignore=shutil.ignore_patterns("__pycache__"))
    words = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(folder / "site")]
    subprocess.run([sys.executable, "-m", "pip", *words, str(source)], check=True)
    return os.pathsep.join([str(folder / "site"), str(Path(rumpus.__file__).parents[1])])


class House(ServerProcess):
    """A server that can be stopped, killed and started again on the same port and store."""

    def __init__(
        self, folder: Path, store: str = "", port: int = 0, files: int = 0, fated: bool = False, **settings: object
    ) -> None:
        usual = {"pause": 0, "rate": 1000, "sockets": 10_000, "tables": 100_000, "log": "warning"}
        super().__init__(folder, store, port, **{**usual, "metrics_token": TOKEN, **settings})
        self.files = files
        """Descriptors that it may have; 0: as many as we."""
        self.fated = fated
        """Whether its matches are dealt and its bots decide in the same way every time."""
        self.path = install_pigeons(folder / "packages")

    def command(self) -> list[str]:
        limit = ["prlimit", f"--nofile={self.files}:{self.files}"] if self.files else []
        command = [*limit, *super().command()]
        if self.fated:
            command[command.index("rumpus")] = "tests.web.fated"
        return command

    def upgrade(self) -> None:
        """From the next start on, the rules of the sixth game are of a later version."""
        self.path = install_pigeons(self.folder / "later", "tests.web.later_day:game")

    def close(self) -> None:
        """For good: with leave to end in order where that is wanted, as when its lines are counted."""
        if self.process is not None and "COVERAGE_PROCESS_CONFIG" in os.environ:
            self.stop()
        elif self.process is not None:
            self.kill()

    def book(self, table: str) -> str:
        """What stands in the store about a table."""
        with sqlite3.connect(self.store) as db:
            return "\n".join(row[0].decode() for row in db.execute("SELECT entry FROM book WHERE id = ?", (table,)))

    def get(self, path: str) -> tuple[int, str]:
        try:
            asked = urllib.request.Request(self.url + path, headers={"Authorization": f"Bearer {TOKEN}"})
            with urllib.request.urlopen(asked, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


class Postgres:
    """A PostgreSQL server of our own, thrown away afterwards."""

    def __init__(self) -> None:
        self.port = free_port()
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        self.bin = Path(found[-1] if found else Path(shutil.which("initdb") or "/none/initdb").parent)
        # Not where pytest keeps its files: it closes that folder to everybody else whenever a session begins.
        self.data = Path(tempfile.mkdtemp(prefix="rumpus-postgres-"))

    @property
    def url(self) -> str:
        return f"postgresql://rumpus@127.0.0.1:{self.port}/postgres"

    def _as(self) -> list[str]:
        # PostgreSQL refuses to run as root.
        return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []

    def start(self) -> Postgres:
        if not (self.bin / "initdb").exists():
            raise AssertionError("PostgreSQL's server is needed: install the package postgresql")
        if os.geteuid() == 0:
            shutil.chown(self.data, "nobody", "nogroup")
        init = [
            str(self.bin / "initdb"),
            "-D",
            str(self.data),
            "-U",
            "rumpus",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        done = subprocess.run([*self._as(), *init], capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(f"initdb failed: {done.stderr}")
        return self.serve()

    def serve(self) -> Postgres:
        command = [
            str(self.bin / "postgres"), "-D", str(self.data), "-p", str(self.port), "-k", "",
            "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60",
        ]  # fmt: skip
        self.process = subprocess.Popen(
            [*self._as(), *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            ready = subprocess.run([str(self.bin / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"])
            if ready.returncode == 0:
                return self
            time.sleep(0.05)
        raise AssertionError("PostgreSQL did not come up")

    def say(self, words: str) -> None:
        async def whole() -> None:
            db = await asyncpg.connect(self.url)
            await db.execute(words)
            await db.close()

        asyncio.run(whole())

    def crash(self) -> None:
        """As if the power had gone; what was committed is there when it serves again."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)

    def close(self) -> None:
        """For good."""
        self.stop()
        shutil.rmtree(self.data)
