"""`rumpus serve`: flags that make no sense are refused, and the lab opens for this machine alone."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.service.runtime.settings import Settings
from rumpus.testing.server import free_port
from tests.terminal.conftest import Outcome

Rumpus = Callable[..., Outcome]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Settings]:
    """Settings of the servers that would have been started."""
    found: list[Settings] = []
    monkeypatch.setattr("rumpus.web.run.run", lambda settings, level, opened: found.append(settings))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return found


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--keep-days", "99999999999999999999"], "'--keep-days'"),
        (["--keep-days", "36501"], "'--keep-days'"),
        (["--keep-days", "0"], "'--keep-days'"),
        *((["--rate", value], "'--rate'") for value in ("inf", "nan", "0", "-1", "1e9")),
        *((["--pause", value], "'--pause'") for value in ("inf", "nan", "-1", "11")),
        (["--sockets", "0"], "'--sockets'"),
        (["--sockets", "9999999999"], "'--sockets'"),
        (["--tables", "9999999999"], "'--tables'"),
        (["--bots", "65"], "'--bots'"),
        (["--port", "0"], "'--port'"),
        (["--port", "٨٠٨٠"], "'--port'"),
        (["--host", ""], "Name an address to listen on with --host."),
        (["--host", " "], "Name an address to listen on with --host."),
        (["--host", "nosuch.invalid"], "There is no host 'nosuch.invalid'."),
        (["--host", "x" * 300], "There is no host 'xxx"),
        (["--host", "192.0.2.1"], "'192.0.2.1' is no address of this machine."),
        (["--lab", "nowhere"], "There is no folder nowhere."),
        (["--lab", "letter.txt"], "There is no folder letter.txt."),
        (["--origin", "*"], "Cannot use the origin '*'. Write it like https://games.example.org."),
        (["--origin", "games.example.org"], "Cannot use the origin 'games.example.org'."),
        (["--origin", "https://games.example.org/"], "Cannot use the origin 'https://games.example.org/'."),
    ],
)
def test_senseless_flags_are_refused(
    rumpus: Rumpus, started: list[Settings], tmp_path: Path, words: list[str], sentence: str
) -> None:
    (tmp_path / "letter.txt").write_text("dear Bo", encoding="utf-8")
    port = [] if "--port" in words else ["--port", str(free_port())]
    status, out, err = rumpus("serve", "--no-open", *port, *words)
    assert (status, out, started) == (2, "", [])
    assert sentence in err
    assert err.count("\n") == 1


def test_a_taken_port_is_named(rumpus: Rumpus, started: list[Settings]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for host in ("127.0.0.1", "localhost"):
            status, _, err = rumpus("serve", "--no-open", "--host", host, "--port", str(port))
            assert status == 2
            assert f"Port {port} of {host} is taken or not allowed." in err
    assert started == []


@pytest.mark.parametrize(
    ("words", "opened"),
    [
        ([], True),
        (["--host", "localhost"], True),
        (["--origin", "https://games.example.org"], False),
        (["--host", "0.0.0.0"], False),
        (["--host-name", "games.example.org"], False),
        (["--proxies", "127.0.0.1"], False),
    ],
)
def test_the_lab_is_open_by_default_for_this_machine_alone(
    rumpus: Rumpus, started: list[Settings], words: list[str], opened: bool
) -> None:
    assert rumpus("serve", "--no-open", "--port", str(free_port()), *words)[0] == 0
    (settings,) = started
    assert (settings.lab != "", settings.experiments, settings.for_this_machine) == (opened, opened, opened)


@pytest.mark.parametrize("words", [[], ["--origin", "https://games.example.org"], ["--host", "0.0.0.0"]])
def test_experiments_of_visitors_show_no_runs_unless_a_folder_is_named(
    rumpus: Rumpus, started: list[Settings], tmp_path: Path, words: list[str]
) -> None:
    for lab in ([], ["--lab", str(tmp_path)]):
        assert rumpus("serve", "--no-open", "--port", str(free_port()), "--experiments", *lab, *words)[0] == 0
        settings = started.pop()
        assert (settings.experiments, settings.for_this_machine) == (True, False)
        assert settings.lab == "".join(lab[1:])
