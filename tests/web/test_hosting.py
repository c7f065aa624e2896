"""The files in hosting/ say what the programs understand."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from rumpus.cli.main import run
from rumpus.lab.experiments.queue import (
    MAX_ACTIVE_PER_ADDRESS,
    MAX_KEPT,
    MAX_KEPT_DAYS,
    MAX_KEPT_PER_ADDRESS,
    MAX_WAITING,
)
from rumpus.service.runtime.settings import LOBBY_ROWS, MAX_UNWATCHED_TABLES, REPLAY_CACHE_BYTES, Settings
from tests.web.local_server import ROOT

HOSTING = ROOT / "hosting"
UNITS = sorted([*HOSTING.glob("*.service"), *HOSTING.glob("*.timer")])


@pytest.fixture
def options_of(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., set[str]]:
    monkeypatch.setenv("COLUMNS", "200")

    def ask(*path: str) -> set[str]:
        assert run([*path, "--help"]) == 0
        return set(re.findall(r"--[a-z-]+", capsys.readouterr().out))

    return ask


def test_units_call_commands_that_there_are(options_of: Callable[..., set[str]]) -> None:
    found = 0
    for unit in UNITS:
        for line in re.findall(r"^ExecStart=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE):
            words = shlex.split(line)
            path = words[1:2] if words[1] == "serve" else words[1:3]
            asked = {word for word in words if word.startswith("--")}
            assert asked <= options_of(*path), line
            found += 1
    assert found == 3


def test_containers_ask_for_options_that_there_are(options_of: Callable[..., set[str]]) -> None:
    known = options_of("serve")
    for name in ("Containerfile", "compose.yaml"):
        text = (HOSTING / name).read_text(encoding="utf-8")
        asked = set(re.findall(r"(?:^\s+- |\")(--(?!interval|timeout|start)[a-z-]+)", text, re.MULTILINE))
        assert asked, name
        assert asked <= known, name


def test_the_compose_file_names_two_servers_a_database_and_a_proxy() -> None:
    yaml = pytest.importorskip("yaml")
    read = yaml.safe_load((HOSTING / "compose.yaml").read_text(encoding="utf-8"))
    assert set(read["services"]) == {"one", "two", "database", "backup", "proxy"}
    assert read["services"]["one"]["command"] == read["services"]["two"]["command"]
    subnet = read["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert subnet in read["services"]["one"]["command"], "the proxy's address is believed"
    assert "ports" not in read["services"]["one"], "only the proxy is reached from outside"


def test_the_compose_file_backs_up_to_a_volume(options_of: Callable[..., set[str]]) -> None:
    yaml = pytest.importorskip("yaml")
    read = yaml.safe_load((HOSTING / "compose.yaml").read_text(encoding="utf-8"))
    backup, one = read["services"]["backup"], read["services"]["one"]
    (line,) = backup["command"]
    asked = {word for word in shlex.split(line) if word.startswith("--")}
    assert "rumpus store backup" in line
    assert asked == {"--replace", "--store"}
    assert asked <= options_of("store", "backup")
    assert backup["environment"]["STORE"] in one["command"], "it is the servers' database"
    volume, _, folder = backup["volumes"][0].partition(":")
    assert volume in read["volumes"]
    assert folder in (HOSTING / "Containerfile").read_text(encoding="utf-8"), "the user of the image may write there"


def test_the_proxy_sends_hsts_as_the_page_says() -> None:
    line = 'header Strict-Transport-Security "max-age=31536000"'
    assert line in (HOSTING / "Caddyfile").read_text(encoding="utf-8")
    assert line in (ROOT / "docs" / "host" / "operate.md").read_text(encoding="utf-8")


def test_the_page_names_the_bounds_of_the_settings() -> None:
    page = (ROOT / "docs" / "host" / "serve.md").read_text(encoding="utf-8")
    assert f"| tables in memory | watched ones and {MAX_UNWATCHED_TABLES} others |" in page
    assert f"| replays in memory | {REPLAY_CACHE_BYTES // 1_000_000} MB |" in page
    assert f"| the lobby | {LOBBY_ROWS} rows" in page
    playing = f"{MAX_ACTIVE_PER_ADDRESS} playing or waiting per address, {MAX_WAITING} in all"
    assert f"| {playing}; {MAX_KEPT_PER_ADDRESS} kept per address, {MAX_KEPT} in all, for a year |" in page
    assert MAX_KEPT_DAYS == 365
    settings = Settings()
    assert f"| {settings.sockets_per_address} (`--sockets`);" in page
    assert f"{settings.rate:g} a second per socket (`--rate`), {settings.burst:g} at once;" in page
    assert f"| {settings.tables_per_address} an hour and address (`--tables`)" in page
    assert f"| {settings.reviews_per_address} an hour and address, one at a time" in page
    assert f"{settings.keep_days} days after its last visitor (`--keep-days`)" in page


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_units_are_sound(tmp_path: Path) -> None:
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/opt/rumpus/bin/rumpus", shutil.which("true") or "/bin/true")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    words = ["systemd-analyze", "verify", *[str(tmp_path / unit.name) for unit in UNITS]]
    said = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert said.returncode == 0, said.stderr
    assert not [line for line in said.stderr.splitlines() if str(tmp_path) in line], said.stderr
