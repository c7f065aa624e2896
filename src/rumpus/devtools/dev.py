"""`rumpus dev`: serves a game in development and restarts it after every save.

Code is never reloaded in a running process: tables and bots hold objects of the old classes. The supervisor keeps the
port, so a page that loads during a restart only waits.
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
from rumpus.core.system.files import SMALL_FILE, CannotWrite, data_file, data_folder, read_json, write_whole
from rumpus.devtools.dev_server import FINISH_SECONDS, ChildReport, LaunchSpec
from rumpus.devtools.diagnostics import Mistake
from rumpus.devtools.law_worker import LawViolation
from rumpus.devtools.packages import VERSION, GamePackage
from rumpus.service.runtime import protocol

POLL_SECONDS = 0.04
"""Interval of the file check. A change counts once two checks see the same files."""
LAWS_SECONDS = 120.0
SPARE_SECONDS = 0.7
"""Delay after a server opens, before the next spare process starts. Leaves the CPU to the browser."""
HOST = "127.0.0.1"


class DevState(Struct):
    """Link and environment of `rumpus dev --terminal`, to join the author's table."""

    link: str
    environment: dict[str, str]

    @staticmethod
    def of(port: int) -> DevState:
        path = state_file(port)
        if not path.is_file():
            raise RumpusError(
                f"No `rumpus dev` serves port {port}. Start it in another terminal, or choose its port with --port."
            )
        return read_json(path, SMALL_FILE, "state of `rumpus dev`", DevState)


def state_file(port: int) -> Path:
    """Path of the state of the server on `port`. Private: the link in it opens a seat."""
    return data_folder() / f"dev-{port}.json"


class LawNews(Struct):
    state: Literal["waiting", "running", "kept", "broken"] = "waiting"
    broken: list[LawViolation] = []


class DevNews(Struct):
    """Status of the author's code, shown by the pages."""

    mistake: Mistake | None = None
    laws: LawNews = msgspec.field(default_factory=LawNews)


class DevProcess:
    """A server process: serving, ready or idle."""

    spec: LaunchSpec

    def __init__(self, listening: socket.socket, environment: Mapping[str, str]) -> None:
        self._pipe, report = os.pipe()
        os.set_blocking(self._pipe, False)
        self._buffer = b""
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
        """Reads new reports. A process that ended counts as a mistake."""
        try:
            more = os.read(self._pipe, 65_536)
        except BlockingIOError:
            return []
        if not more:
            status = self.process.wait()
            return [ChildReport("mistake", Mistake(f"The server ended with exit status {status}."))]
        self._buffer += more
        *lines, self._buffer = self._buffer.split(b"\n")
        return [msgspec.json.decode(line, type=ChildReport) for line in lines]

    def load(self, spec: LaunchSpec) -> None:
        """Makes the process load a game and report `ready` or `mistake`."""
        self.spec = spec
        self._send(protocol.to_json(spec))

    def serve(self, previous_store: str) -> None:
        """Makes the process serve, with the tables of the previous store."""
        self._send(f"go {previous_store}".encode())

    def _send(self, line: bytes) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended; the report pipe says so
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()

    def finish(self) -> None:
        """Lets the process answer open requests, then stops it."""
        self._send(b"finish")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(2 * FINISH_SECONDS)
        self.stop()

    def stop(self) -> None:
        """Kills the process. Everything acknowledged is stored, and a clean shutdown takes 0.5 s and more."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        self.process.stdin.close()
        os.close(self._pipe)


class DevSupervisor:
    """Runs one process per role: `active` serves, `candidate` loads new code, `spare` is preloaded, `laws` tests."""

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
        """Id of the author's table; empty until it exists."""
        self.on_open: Callable[[str], object] | None = None
        """Called once with the address, as the first server opens."""
        self.news = DevNews()
        self._news_file = folder / "news.json"
        self.environment = {
            **package.environment(folder / "info"),
            "TMPDIR": str(folder),
            # Killed processes leave warnings of Python's resource tracker.
            "PYTHONWARNINGS": "ignore:resource_tracker:UserWarning",
        }
        self.active: DevProcess | None = None
        self.spare: DevProcess | None = None
        """Process with everything imported but the game."""
        self._spare_after = 0.0
        self.candidate: DevProcess | None = None
        self.laws: subprocess.Popen[bytes] | None = None
        self._laws_deadline = 0.0
        self._file_states: dict[Path, tuple[int, int]] = {}
        self._files_changing = False
        self._interrupted = False
        self._saved_at = 0.0
        self._count = 0
        self._store = ""
        """Store of the last server with a loadable game."""
        self._state_file: Path | None = None
        """For `rumpus dev --terminal`. None if the data folder cannot be written."""
        try:
            self._state_file = data_file(state_file(self.port).name)
        except CannotWrite as error:
            say(f"`rumpus dev --terminal` cannot join this table. {error}")
        self._publish_news()

    @property
    def address(self) -> str:
        """Link to the author's seat, or to the lobby before there is a table."""
        where = f"http://localhost:{self.port}/"
        return f"{where}t/{self.table}#{self.secret}" if self.table else where

    # --- watching ---

    def run(self) -> None:
        """Watches and serves until interrupted."""
        self._file_states = self.package.file_states()
        self._start_candidate()
        try:
            while not self._interrupted:
                self.step()
            raise KeyboardInterrupt
        finally:
            self.close()

    def interrupt(self, *_: object) -> None:
        """Signal handler. Python drops a KeyboardInterrupt that hits a finaliser, so it is noted too."""
        self._interrupted = True
        raise KeyboardInterrupt

    def step(self) -> None:
        children = [child for child in (self.candidate, self.active) if child is not None]
        select.select(children, [], [], POLL_SECONDS)
        for child in children:
            if self._role(child):  # not stopped by an earlier report
                for report in child.reports():
                    self._on_report(child, report)
        self._check_files()
        self._check_laws()
        if self.spare is None and self.candidate is None and time.monotonic() > self._spare_after:
            self.spare = DevProcess(self.listening, self.environment)

    def _check_files(self) -> None:
        marks = self.package.file_states()
        if marks != self._file_states:
            if not self._files_changing:
                self._saved_at = time.monotonic()
            self._file_states, self._files_changing = marks, True
        elif self._files_changing:
            self._files_changing = False
            self._start_candidate()

    # --- processes ---

    def _start_candidate(self) -> None:
        """Starts a process with the changed files."""
        self._end_laws()  # their process would read the changed files
        if self.candidate is not None:
            self.candidate.stop()
            self.candidate = None
        version = self.package.version()
        if self.active is not None and self.active.spec.gate and self.active.spec.version == version:
            self._show_mistake(None)
            self.say("Back to the rules that are on the table.")
            self._start_laws(self.active)
            return
        self.candidate = self._launch(version, gate=True)

    def _launch(self, version: int, gate: bool) -> DevProcess:
        self._count += 1
        package = self.package
        child, self.spare = self.spare or DevProcess(self.listening, self.environment), None
        child.load(
            LaunchSpec(
                str(package.root), str(package.home), package.name, package.target, version, self.port,
                str(self.folder / f"tables-{self._count}.db"), str(self._news_file), self.secret, gate,
            )
        )  # fmt: skip
        return child

    def _on_report(self, child: DevProcess, report: ChildReport) -> None:
        match self._role(child), report.state:
            case "candidate", "ready":
                self._promote(child)
            case "active", "open":
                self._opened(child, report)
            case "candidate" | "active", _:
                self._fail(child, report.mistake)

    def _role(self, child: DevProcess) -> str:
        return "active" if child is self.active else "candidate" if child is self.candidate else ""

    def _fail(self, child: DevProcess, mistake: Mistake | None) -> None:
        """Stops a failed process. If that leaves no server, starts one to show the mistake."""
        child.stop()
        if child is self.active:
            self.active = None
            serverless = child.spec.gate and self.candidate is None
        else:
            self.candidate = None
            serverless = self.active is None
        self._show_mistake(mistake)
        if serverless:
            self.candidate = self._launch(child.spec.version, gate=False)

    def _promote(self, child: DevProcess) -> None:
        if self.active is not None:
            self.active.finish()
        self.active, self.candidate = child, None
        self._spare_after = math.inf
        previous_store = self._store
        if child.spec.gate:
            self._store = child.spec.store
            self.news = DevNews()
            self._publish_news()
        if self.table:
            self._write_state(child)  # a terminal restarts before it gets a view of the new rules
        child.serve(previous_store)

    def _write_state(self, child: DevProcess) -> None:
        if self._state_file is not None:
            state = DevState(self.address, {**self.environment, VERSION: str(child.spec.version)})
            write_whole(self._state_file, protocol.to_json(state))
            self._state_file.chmod(0o600)

    def _opened(self, child: DevProcess, report: ChildReport) -> None:
        first = report.table != ""
        self.table = report.table or self.table
        if first or self.on_open is not None:
            self.say(f"{self.package.name}: {self.address}  (Ctrl-C closes it)")
        elif child.spec.gate:
            self.say(f"New rules after {time.monotonic() - self._saved_at:.1f} s.")
        self._spare_after = time.monotonic() + SPARE_SECONDS
        if self.on_open is not None:
            self.on_open(self.address)
            self.on_open = None
        for note in report.notes.values():
            self.say(note)
        self._write_state(child)
        if child.spec.gate:
            for old in self.folder.glob("tables-*"):
                if not old.name.startswith(Path(self._store).name):
                    old.unlink()
            self._start_laws(child)

    # --- mistakes and laws ---

    def _show_mistake(self, mistake: Mistake | None) -> None:
        self.news.mistake = mistake
        self._publish_news()
        if mistake is not None:
            self.say(str(mistake))

    def _publish_news(self) -> None:
        write_whole(self._news_file, protocol.to_json(self.news))

    def _start_laws(self, child: DevProcess) -> None:
        self._end_laws()
        self.laws = subprocess.Popen(
            [sys.executable, "-m", "rumpus.devtools.law_worker", self.package.name],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env={**os.environ, **self.environment, VERSION: str(child.spec.version)},
            start_new_session=True,
        )
        assert self.laws.stdout is not None
        os.set_blocking(self.laws.stdout.fileno(), False)
        self._laws_deadline = time.monotonic() + LAWS_SECONDS
        self.news.laws = LawNews("running")
        self._publish_news()

    def _check_laws(self) -> None:
        if self.laws is None:
            return
        over = self.laws.poll() is not None
        assert self.laws.stdout is not None
        for line in (self.laws.stdout.read() or b"").splitlines():
            found = msgspec.json.decode(line, type=LawViolation)
            self.news.laws.broken.append(found)
            self._publish_news()
            self.say(f"Broken law: {found.law}: {found.sentence}")
        if not over and time.monotonic() < self._laws_deadline:
            return
        if not over:
            self._add_failure(f"not finished after {LAWS_SECONDS:g} seconds")
        elif self.laws.returncode:
            self._add_failure(f"their process ended with exit status {self.laws.returncode}")
        self._end_laws()
        self.news.laws.state = "broken" if self.news.laws.broken else "kept"
        self._publish_news()
        if not self.news.laws.broken:
            self.say("All laws are kept.")

    def _add_failure(self, sentence: str) -> None:
        self.news.laws.broken.append(LawViolation("laws can be played", sentence))
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
        if self._state_file is not None:
            self._state_file.unlink(missing_ok=True)
        self._end_laws()
        for child in (self.spare, self.candidate, self.active):
            if child is not None:
                child.stop()


def listen(port: int) -> socket.socket:
    """Opens the port; the supervisor keeps it until it ends."""
    try:
        return socket.create_server((HOST, port), backlog=128)
    except OSError:
        raise RumpusError(f"Port {port} is taken or not allowed. Choose another with --port.") from None


def develop(package: GamePackage, port: int, opened: bool, folder: Path) -> None:
    """Serves a package until Ctrl-C."""
    with listen(port) as listening:
        supervisor = DevSupervisor(package, listening, folder, lambda line: print(line, flush=True))
        supervisor.on_open = webbrowser.open if opened else lambda _: None
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, supervisor.interrupt)
        print(f"Watching {package.home}: every save is played at once.", flush=True)
        supervisor.run()
