"""Every dotted name below `rumpus` in text leads to a module or to something in it."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KINDS = {".py", ".js", ".md", ".toml", ".html", ".yml", ".sh"}
FOLDERS = ("src", "tests", "tools", "examples", "benchmarks", "docs", "hosting", ".github")
NAME = re.compile(r"(?<![\w./-])rumpus(?:\.[A-Za-z_]\w*)+")
LEFT_OUT = re.compile(r"/(frozen|reports|golden)/|/CHANGELOG\.md$|/LICENSE$")
"""Frozen data and reports name things as they were."""
LOGGERS = [
    "admin", "aside", "bots", "chat", "house", "keeping", "lab", "live", "notifications", "opponents", "pages",
    "profiles", "reviews", "rounds", "server", "store", "talk", "times", "tournaments", "turns", "upkeep",
]  # fmt: skip
STORED = ["seats", "learnt", "solved", "settings", "profile"]
"""Keys of the browser's storage."""
OTHERS = ["games", "localhost", "db", "players", "service", "yml"]
"""Entry points, a host name and files."""
NO_MODULES = {f"rumpus.{name}" for name in (*LOGGERS, *STORED, *OTHERS)}


def files() -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in KINDS]
    found += [
        path for path in ROOT.iterdir() if path.suffix in {*KINDS, ""} and path.name not in ("CHANGELOG.md", "LICENSE")
    ]
    return sorted(path for path in found if path.is_file() and not LEFT_OUT.search(path.as_posix()))


@cache
def leads_somewhere(name: str) -> bool:
    """Whether the longest prefix that is a module has the rest as attributes."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        module = ".".join(parts[:count])
        try:
            if find_spec(module) is None:
                continue
        except ModuleNotFoundError:
            continue
        if count == len(parts):
            return True
        thing: object = import_module(module)
        for part in parts[count:]:
            thing = getattr(thing, part, None)
        return thing is not None
    return False


def test_dotted_names_in_text_lead_somewhere() -> None:
    pytest.importorskip("numpy")
    lost = []
    for path in files():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name in NAME.findall(line):
                if name not in NO_MODULES and not leads_somewhere(name):
                    lost.append(f"{path.relative_to(ROOT)}:{number}: {name}")
    assert lost == []
