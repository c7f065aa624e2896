"""The supervisor of `rumpus dev`, with processes that report what a test says."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from rumpus.devtools import dev
from rumpus.devtools.dev import DevProcess, DevSupervisor
from rumpus.devtools.dev_server import ChildReport, LaunchSpec
from rumpus.devtools.diagnostics import Mistake
from rumpus.devtools.new import make
from rumpus.devtools.packages import find_package

BROKEN = ChildReport("mistake", Mistake("It is broken."))


class FakeProcess(DevProcess):
    made: list[FakeProcess]

    def __init__(self, listening: socket.socket, environment: Mapping[str, str]) -> None:
        self.listening = listening
        self.inbox: list[ChildReport] = []
        self.stopped = 0
        self.made.append(self)

    def fileno(self) -> int:
        return self.listening.fileno()

    def load(self, spec: LaunchSpec) -> None:
        self.spec = spec

    def serve(self, previous_store: str) -> None:
        pass

    def reports(self) -> list[ChildReport]:
        new, self.inbox = self.inbox, []
        return new

    def stop(self) -> None:
        self.stopped += 1


def test_a_candidate_is_kept_while_the_active_server_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(dev, "DevProcess", FakeProcess)
    monkeypatch.setattr(FakeProcess, "made", [], raising=False)
    make("moon_owls", tmp_path / "moon_owls")
    with dev.listen(0) as listening:
        supervisor = DevSupervisor(find_package(tmp_path / "moon_owls"), listening, tmp_path, lambda _: None)

        def save(text: str) -> FakeProcess:
            (tmp_path / "moon_owls/moon_owls/more.py").write_text(text)
            supervisor.step()
            supervisor.step()
            assert isinstance(supervisor.candidate, FakeProcess)
            return supervisor.candidate

        def report(child: FakeProcess, report: ChildReport) -> None:
            child.inbox.append(report)
            supervisor.step()

        def servers() -> tuple[DevProcess | None, DevProcess | None]:
            return supervisor.active, supervisor.candidate

        first = save("HAND = 4")
        report(first, ChildReport("ready"))
        assert servers() == (first, None)
        second = save("HAND = 5")
        report(first, BROKEN)
        assert servers() == (None, second)
        report(second, BROKEN)
        active, third = servers()
        assert active is None
        assert third is not None
        assert not third.spec.gate, "with no server left, one shows the mistake"
        supervisor.close()
    assert [child.stopped for child in FakeProcess.made] == [1, 1, 1]


def test_an_interrupt_that_python_drops_ends_the_supervisor_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Finalised:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)

    def step(supervisor: DevSupervisor) -> None:
        steps.append(supervisor)
        assert len(steps) < 3
        Finalised()

    steps: list[DevSupervisor] = []
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(dev, "DevProcess", FakeProcess)
    monkeypatch.setattr(FakeProcess, "made", [], raising=False)
    monkeypatch.setattr(DevSupervisor, "step", step)
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    make("moon_owls", tmp_path / "moon_owls")
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with pytest.raises(KeyboardInterrupt):
            dev.develop(find_package(tmp_path / "moon_owls"), 0, False, tmp_path)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert len(steps) == 1
