"""A real server in a process of its own, with a sixth game installed beside ours, and a real PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
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
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg

import rumpus
from rumpus.testing import server
from rumpus.testing.server import ServerProcess, free_port

ROOT = Path(__file__).parents[2]
SIXTH = ROOT / "examples" / "sixth_game"
OURS = [str(ROOT), str(SIXTH), str(Path(rumpus.__file__).parents[1])]
"""Where another process finds our tests, the sixth game, and the very package that is under test here."""
TOKEN = "for-whoever-watches"
START_SECONDS = server.START_SECONDS


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    """True if a process runs. A zombie does not."""
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def install_pigeons(folder: Path, game: str = "tests.web.upgrade_from_v1:game") -> str:
    """Installs the sixth game, without a drawing, into a folder. Returns the PYTHONPATH for it."""
    info = folder / "pigeons-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pigeons\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[rumpus.games]\npigeons = {game}\n")
    return os.pathsep.join([str(folder), *OURS])


def pip_install(package: Path, folder: Path) -> str:
    """Installs a package with pip into a folder. Returns the PYTHONPATH for it alone."""
    source = folder / "source"
    shutil.copytree(package, source, ignore=shutil.ignore_patterns("__pycache__"))
    words = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(folder / "site")]
    subprocess.run([sys.executable, "-m", "pip", *words, str(source)], check=True)
    return os.pathsep.join([str(folder / "site"), str(Path(rumpus.__file__).parents[1])])


class LocalServer(ServerProcess):
    def __init__(
        self, folder: Path, store: str = "", port: int = 0, files: int = 0, seeded: bool = False, **settings: object
    ) -> None:
        usual = {"pause": 0, "rate": 1000, "sockets": 10_000, "tables": 100_000, "log": "warning"}
        super().__init__(folder, store, port, **{**usual, "metrics_token": TOKEN, **settings})
        self.files = files
        """Descriptors that it may have; 0: as many as we."""
        self.seeded = seeded
        """Whether its matches are dealt and its bots decide in the same way every time."""
        self.path = install_pigeons(folder / "packages")

    def command(self) -> list[str]:
        limit = ["prlimit", f"--nofile={self.files}:{self.files}"] if self.files else []
        command = [*limit, *super().command()]
        if self.seeded:
            command[command.index("rumpus")] = "tests.web.seeded_server"
        return command

    def upgrade(self) -> None:
        self.path = install_pigeons(self.folder / "later", "tests.web.upgrade_from_v2:game")

    def close(self) -> None:
        if self.process is not None and "COVERAGE_PROCESS_CONFIG" in os.environ:
            self.stop()
        elif self.process is not None:
            self.kill()

    def journal(self, table: str) -> str:
        with sqlite3.connect(self.store) as db:
            return "\n".join(row[0].decode() for row in db.execute("SELECT entry FROM book WHERE id = ?", (table,)))

    def get(self, path: str) -> tuple[int, str]:
        try:
            asked = urllib.request.Request(self.url + path, headers={"Authorization": f"Bearer {TOKEN}"})
            with urllib.request.urlopen(asked, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


@contextlib.contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[LocalServer]:
    service = LocalServer(folder, **settings).start()
    try:
        yield service
    finally:
        service.close()


class Postgres:
    """A temporary PostgreSQL server."""

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
            str(self.bin / "initdb"), "-D", str(self.data), "-U", "rumpus", "-A", "trust", "-E", "UTF8", "--no-sync",
        ]  # fmt: skip
        done = subprocess.run([*self._as(), *init], capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(f"initdb failed: {done.stderr}")
        return self.serve()

    def serve(self) -> Postgres:
        command = [
            str(self.bin / "postgres"), "-D", str(self.data), "-p", str(self.port), "-k", "",
            "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60",
            # What a killed process has written stays with the system. With it, each start after a crash would sync
            # every file of the database, which takes a minute on a slow disk.
            "-c", "fsync=off",
        ]  # fmt: skip
        self.process = subprocess.Popen(
            [*self._as(), *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            ready = subprocess.run([str(self.bin / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"])
            if ready.returncode == 0:
                return self
            time.sleep(0.05)
        raise AssertionError(f"PostgreSQL did not come up (exit status {self.process.poll()})")

    def say(self, words: str) -> None:
        async def whole() -> None:
            db = await asyncpg.connect(self.url)
            await db.execute(words)
            await db.close()

        asyncio.run(whole())

    def crash(self) -> None:
        """Kills the server without warning. Committed data stays."""
        # Its children lead sessions of their own. One that lives on keeps the shared memory, and the next server
        # refuses to start. A stopped server starts no further child.
        self.process.send_signal(signal.SIGSTOP)
        children = children_of(self.process.pid)
        for pid in [self.process.pid, *children]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        deadline = time.monotonic() + START_SECONDS
        while any(alive(pid) for pid in children) and time.monotonic() < deadline:
            time.sleep(0.01)
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(START_SECONDS)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.data)
