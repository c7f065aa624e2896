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
    assert set(read["services"]) == {"one", "two", "database", "proxy"}
    assert read["services"]["one"]["command"] == read["services"]["two"]["command"]
    subnet = read["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert subnet in read["services"]["one"]["command"], "the proxy's address is believed"
    assert "ports" not in read["services"]["one"], "only the proxy is reached from outside"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_units_are_sound(tmp_path: Path) -> None:
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/opt/rumpus/bin/rumpus", shutil.which("true") or "/bin/true")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    words = ["systemd-analyze", "verify", *[str(tmp_path / unit.name) for unit in UNITS]]
    said = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert said.returncode == 0, said.stderr
    assert not [line for line in said.stderr.splitlines() if str(tmp_path) in line], said.stderr
