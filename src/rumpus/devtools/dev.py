"""`rumpus dev`: keeps a server of a game in development, and puts a new one in its place after every save.

Processes are restarted, never changed: positions at tables are of the old classes, and bots keep old code. The port is
ours all the time, so a page that asks while nobody serves only waits a moment.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from rumpus.client import new_token
from rumpus.core.errors import RumpusError
from rumpus.core.system.files import data_folder, write_whole
from rumpus.devtools.dev_server import FINISH_SECONDS, ChildReport, Errand
from rumpus.devtools.diagnostics import Mistake
from rumpus.devtools.law_worker import BrokenPromise
from rumpus.devtools.packages import VERSION, GamePackage
from rumpus.service.runtime import protocol

BEAT = 0.04
"""Seconds between two looks at the files; a change counts once it looks the same twice."""
LAWS_SECONDS = 120.0
SPARE_SECONDS = 0.7
"""After a server has opened: until then the browser has more to do than we."""
HOST = "127.0.0.1"


class DevState(Struct):
    """What another terminal needs to sit down at the author's table: the link of the chair, and where the game is."""

    link: str
    environment: dict[str, str]

    @staticmethod
    def of(port: int) -> DevState:
        try:
            return msgspec.json.decode(state_file(port).read_bytes(), type=DevState)
        except FileNotFoundError:
            raise RumpusError(
                f"no `rumpus dev` serves port {port}: start it in another terminal, or say which with --port"
            ) from None


def state_file(port: int) -> Path:
    """Among this user's own files: the link in it opens a chair."""
    return data_folder() / f"dev-{port}.json"


class LawNews(Struct):
    state: Literal["waiting", "running", "kept", "broken"] = "waiting"
    broken: list[BrokenPromise] = []


class DevNews(Struct):
    """What pages show of the author's work."""

    mistake: Mistake | None = None
    laws: LawNews = msgspec.field(default_factory=LawNews)


class ServerChild:
    """A process that serves, that would if it were let, or that has not been told what yet."""

    errand: Errand

    def __init__(self, listening: socket.socket, environment: Mapping[str, str]) -> None:
        self._pipe, report = os.pipe()
        os.set_blocking(self._pipe, False)
        self._heard = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rumpus.devtools.dev_server", str(report), str(listening.fileno())],
            stdin=subprocess.PIPE,
            env={**os.environ, **environment},
            pass_fds=(report, listening.fileno()),
            start_new_session=True,
        )
        os.close(report)

    def fileno(self) -> int:
        return self._pipe

    def reports(self) -> list[ChildReport]:
        """What it has said since; one that has ended without a word is a mistake too."""
        found: list[ChildReport] = []
        try:
            more = os.read(self._pipe, 65_536)
        except BlockingIOError:
            return found
        if not more:
            status = self.process.wait()
            return [ChildReport("mistake", Mistake(f"the server ended by itself (exit status {status})"))]
        self._heard += more
        *lines, self._heard = self._heard.split(b"\n")
        return [msgspec.json.decode(line, type=ChildReport) for line in lines]

    def try_out(self, errand: Errand) -> None:
        """Load this, and say whether it could be served."""
        self.errand = errand
        self._say(protocol.plain(errand))

    def go(self, before: str) -> None:
        """Serve it, and take over the tables of this store."""
        self._say(f"go {before}".encode())

    def _say(self, line: bytes) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended, which its other pipe tells
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()

    def finish(self) -> None:
        """Whoever has asked it is answered, and it stops."""
        self._say(b"finish")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(2 * FINISH_SECONDS)
        self.stop()

    def stop(self) -> None:
        """At once: whatever was answered is written down, and to close in order takes most of a second."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        self.process.stdin.close()
        os.close(self._pipe)


class Keeper:
    """One child serves, one wants to, one waits to be wanted, and one plays the laws; at most."""

    def __init__(
        self, package: GamePackage, listening: socket.socket, folder: Path, say: Callable[[str], None]
    ) -> None:
        self.package = package
        self.listening = listening
        self.folder = folder
        self.say = say
        self.port: int = listening.getsockname()[1]
        self.secret = new_token()
        self.table = ""
        """The author's, once there is one."""
        self.opened: Callable[[str], object] | None = None
        """Is told the address once, as soon as there is something to look at."""
        self.news = DevNews()
        self.environment = {
            **package.environment(folder / "info"),
            "TMPDIR": str(folder),
            # Of a process that is stopped at once Python complains what it has not tidied up.
            "PYTHONWARNINGS": "ignore:resource_tracker:UserWarning",
        }
        self.serving: ServerChild | None = None
        self.spare: ServerChild | None = None
        """Has loaded all but the game, for the next save."""
        self._spare_due = 0.0
        self.candidate: ServerChild | None = None
        self.laws: subprocess.Popen[bytes] | None = None
        self._laws_until = 0.0
        self._marks: dict[Path, tuple[int, int]] = {}
        self._unsettled = False
        self._saved = 0.0
        self._count = 0
        self._store = ""
        """Where the tables are: of the last server that had the game."""
        data_folder().mkdir(parents=True, exist_ok=True)
        self._tell()

    @property
    def address(self) -> str:
        """Of the author's own chair."""
        where = f"http://localhost:{self.port}/"
        return f"{where}t/{self.table}#{self.secret}" if self.table else where

    # --- watching ---

    def keep(self) -> None:
        """Until somebody interrupts."""
        self._marks = self.package.marks()
        self._renew()
        try:
            while True:
                self.beat()
        finally:
            self.close()

    def beat(self) -> None:
        children = [child for child in (self.candidate, self.serving) if child is not None]
        select.select(children, [], [], BEAT)
        for child in children:
            if child is self.candidate or child is self.serving:  # and was not stopped just now
                for report in child.reports():
                    self._hear(child, report)
        self._look_at_files()
        self._look_at_laws()
        if self.spare is None and self.candidate is None and time.monotonic() > self._spare_due:
            self.spare = ServerChild(self.listening, self.environment)

    def _look_at_files(self) -> None:
        marks = self.package.marks()
        if marks != self._marks:
            if not self._unsettled:
                self._saved = time.monotonic()
            self._marks, self._unsettled = marks, True
        elif self._unsettled:
            self._unsettled = False
            self._renew()

    # --- one server after the other ---

    def _renew(self) -> None:
        """The files have changed: somebody new wants to serve them."""
        self._end_laws()  # they would read what has changed meanwhile
        if self.candidate is not None:
            self.candidate.stop()
            self.candidate = None
        version = self.package.version()
        if self.serving is not None and self.serving.errand.gate and self.serving.errand.version == version:
            self._show(None)
            self.say("Back to the rules that are on the table.")
            self._play_laws(self.serving)
            return
        self.candidate = self._child(version, gate=True)

    def _child(self, version: int, gate: bool) -> ServerChild:
        self._count += 1
        package = self.package
        child, self.spare = self.spare or ServerChild(self.listening, self.environment), None
        child.try_out(
            Errand(
                str(package.root), str(package.home), package.name, package.target, version, self.port,
                str(self.folder / f"tables-{self._count}.db"), str(self._news_file), self.secret, gate,
            )
        )  # fmt: skip
        return child

    def _hear(self, child: ServerChild, report: ChildReport) -> None:
        if child is self.serving:
            self._hear_server(child, report)
        elif child is self.candidate and report.state == "ready":
            self._take_over(child)
        elif child is self.candidate:
            child.stop()
            self.candidate = None
            self._show(report.mistake)
            if self.serving is None:
                # Nothing of ours can be served yet; the pages that say why can be.
                self.candidate = self._child(child.errand.version, gate=False)

    def _hear_server(self, child: ServerChild, report: ChildReport) -> None:
        if report.state == "open":
            self._opened(child, report)
            return
        child.stop()
        self.serving = None
        self._show(report.mistake)
        if child.errand.gate:
            self.candidate = self._child(child.errand.version, gate=False)

    def _take_over(self, child: ServerChild) -> None:
        if self.serving is not None:
            self.serving.finish()
        self.serving, self.candidate = child, None
        self._spare_due = math.inf
        before = self._store
        if child.errand.gate:
            self._store = child.errand.store
            self.news = DevNews()
            self._tell()
        if self.table:
            self._keep_state(child)  # a terminal that follows begins anew before it is shown what it cannot draw
        child.go(before)

    def _keep_state(self, child: ServerChild) -> None:
        state = DevState(self.address, {**self.environment, VERSION: str(child.errand.version)})
        write_whole(state_file(self.port), protocol.plain(state))
        state_file(self.port).chmod(0o600)

    def _opened(self, child: ServerChild, report: ChildReport) -> None:
        first = report.table != ""
        self.table = report.table or self.table
        if first or self.opened is not None:
            self.say(f"{self.package.name}: {self.address}  (Ctrl-C closes it)")
        elif child.errand.gate:
            self.say(f"New rules after {time.monotonic() - self._saved:.1f} s.")
        self._spare_due = time.monotonic() + SPARE_SECONDS
        if self.opened is not None:
            self.opened(self.address)
            self.opened = None
        for note in report.notes.values():
            self.say(note)
        self._keep_state(child)
        if child.errand.gate:
            for old in self.folder.glob("tables-*"):
                if not old.name.startswith(Path(self._store).name):
                    old.unlink()
            self._play_laws(child)

    # --- what is wrong ---

    def _show(self, mistake: Mistake | None) -> None:
        self.news.mistake = mistake
        self._tell()
        if mistake is not None:
            self.say(str(mistake))

    @property
    def _news_file(self) -> Path:
        return self.folder / "news.json"

    def _tell(self) -> None:
        write_whole(self._news_file, protocol.plain(self.news))

    def _play_laws(self, child: ServerChild) -> None:
        self._end_laws()
        self.laws = subprocess.Popen(
            [sys.executable, "-m", "rumpus.devtools.law_worker", self.package.name],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env={**os.environ, **self.environment, VERSION: str(child.errand.version)},
            start_new_session=True,
        )
        assert self.laws.stdout is not None
        os.set_blocking(self.laws.stdout.fileno(), False)
        self._laws_until = time.monotonic() + LAWS_SECONDS
        self.news.laws = LawNews("running")
        self._tell()

    def _look_at_laws(self) -> None:
        if self.laws is None:
            return
        over = self.laws.poll() is not None
        assert self.laws.stdout is not None
        for line in (self.laws.stdout.read() or b"").splitlines():
            found = msgspec.json.decode(line, type=BrokenPromise)
            self.news.laws.broken.append(found)
            self._tell()
            self.say(f"Broken law: {found.law}: {found.sentence}")
        if not over and time.monotonic() < self._laws_until:
            return
        if not over:
            self._break_law(f"they were still being played after {LAWS_SECONDS:g} seconds")
        elif self.laws.returncode:
            self._break_law(f"their process ended by itself (exit status {self.laws.returncode})")
        self._end_laws()
        self.news.laws.state = "broken" if self.news.laws.broken else "kept"
        self._tell()
        if not self.news.laws.broken:
            self.say("All laws are kept.")

    def _break_law(self, sentence: str) -> None:
        self.news.laws.broken.append(BrokenPromise("laws can be played", sentence))
        self.say(f"The laws: {sentence}.")

    def _end_laws(self) -> None:
        if self.laws is not None:
            if self.laws.poll() is None:
                self.laws.kill()
            self.laws.wait()
            assert self.laws.stdout is not None
            self.laws.stdout.close()
            self.laws = None

    def close(self) -> None:
        state_file(self.port).unlink(missing_ok=True)
        self._end_laws()
        for child in (self.spare, self.candidate, self.serving):
            if child is not None:
                child.stop()


def listen(port: int) -> socket.socket:
    """The port, ours until we end."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError:
        listening.close()
        raise RumpusError(f"port {port} is taken or not allowed; choose another with --port") from None
    listening.listen(128)
    return listening


def develop(package: GamePackage, port: int, opened: bool, folder: Path) -> None:
    """Serve this package until Ctrl-C."""
    with listen(port) as listening:
        keeper = Keeper(package, listening, folder, lambda line: print(line, flush=True))
        keeper.opened = webbrowser.open if opened else lambda _: None
        signal.signal(signal.SIGTERM, _interrupt)
        print(f"Watching {package.home}: every save is played at once.", flush=True)
        keeper.keep()


def _interrupt(*_: object) -> None:
    """As Ctrl-C does, also where whoever started it does not hear that."""
    raise KeyboardInterrupt
