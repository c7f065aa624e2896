"""Arrows point one way: rules know only the core, play knows the rules, and nothing points back."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
MODULES = sorted((SRC / "rumpus").rglob("*.py"))

# What a part may import of ours, besides itself; the first part that fits a module's path counts.
ALLOWED: list[tuple[str, list[str]]] = [
    ("rumpus.core", []),
    ("rumpus.games.*.rules", ["rumpus.core"]),
    ("rumpus.games.*", ["rumpus.core"]),
    ("rumpus.table", ["rumpus.core"]),
    ("rumpus.testing", ["rumpus.core", "rumpus.table"]),
    ("rumpus.players", ["rumpus.core"]),
    ("rumpus.stats", ["rumpus.core"]),
    ("rumpus.solving", ["rumpus.core", "rumpus.players"]),
    ("rumpus.review", ["rumpus.core", "rumpus.players", "rumpus.stats"]),
    ("rumpus.lab.simulation", ["rumpus.core", "rumpus.players", "rumpus.review", "rumpus.stats"]),
    ("rumpus.lab.experiments", ["rumpus.core", "rumpus.players", "rumpus.stats", "rumpus.lab.simulation"]),
    (
        "rumpus.lab.strength",
        ["rumpus.core", "rumpus.players", "rumpus.stats", "rumpus.training.exploited", "rumpus.lab.simulation"],
    ),
    ("rumpus.lab", ["rumpus.core", "rumpus.players", "rumpus.stats"]),
    ("rumpus.envs", ["rumpus.core", "rumpus.players"]),
    ("rumpus.training", ["rumpus.core", "rumpus.players", "rumpus.stats", "rumpus.envs"]),
    ("rumpus.client", ["rumpus.core", "rumpus.table"]),
    ("rumpus.service.runtime", ["rumpus.core", "rumpus.table", "rumpus.review"]),
    ("rumpus.service.store", ["rumpus.core", "rumpus.table", "rumpus.service.runtime"]),
    ("rumpus.service.bots", ["rumpus.core", "rumpus.table", "rumpus.players", "rumpus.service.runtime"]),
    (
        "rumpus.service.tables",
        [
            "rumpus.core",
            "rumpus.table",
            "rumpus.review",
            "rumpus.service.runtime",
            "rumpus.service.bots",
            "rumpus.service.store",
        ],
    ),
    ("rumpus.service", ["rumpus.core", "rumpus.table", "rumpus.players", "rumpus.review"]),
    ("rumpus.web", ["rumpus.core", "rumpus.table", "rumpus.service", "rumpus.lab"]),
    ("rumpus.offline.export", ["rumpus.core", "rumpus.service", "rumpus.offline", "rumpus.web"]),
    ("rumpus.offline", ["rumpus.core", "rumpus.table", "rumpus.service"]),
    (
        "rumpus.devtools",
        ["rumpus.core", "rumpus.table", "rumpus.testing", "rumpus.service", "rumpus.web", "rumpus.client"],
    ),
    (
        "rumpus.terminal",
        [
            "rumpus.core",
            "rumpus.table",
            "rumpus.players",
            "rumpus.review",
            "rumpus.client",
            "rumpus.lab.reports.sightings",
        ],
    ),
    (
        "rumpus.cli",
        [
            "rumpus.core",
            "rumpus.table",
            "rumpus.players",
            "rumpus.review",
            "rumpus.terminal",
            "rumpus.lab",
            "rumpus.training",
            "rumpus.solving",
            "rumpus.stats",
            "rumpus.client",
            "rumpus.service",
            "rumpus.offline",
            "rumpus.web",
            "rumpus.devtools",
            "rumpus.testing",
        ],
    ),
]


def name_of(path: Path) -> str:
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module: str) -> tuple[str, list[str]] | None:
    words = module.split(".")
    for pattern, allowed in ALLOWED:
        shape = pattern.split(".")
        if len(words) >= len(shape) and all(want in ("*", word) for want, word in zip(shape, words, strict=False)):
            return ".".join(words[: len(shape)]), allowed
    return None


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("rumpus.")}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    part = part_of(name_of(path))
    if part is None:  # the package's own front door
        return
    own, allowed = part
    for name in imports_of(path):
        inside = any(name == home or name.startswith(home + ".") for home in [own, *allowed])
        assert inside or name == "rumpus.compiled", f"{name_of(path)} must not import {name}"


def test_no_class_name_stands_twice() -> None:
    """In the platform every class name is there once, and no game takes one of the platform's."""
    homes: dict[str, list[str]] = {}
    for path in MODULES:
        module = name_of(path)
        room = ".".join(module.split(".")[:3]) if module.startswith("rumpus.games.") else "the platform"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(room)
    doubles = {name: rooms for name, rooms in homes.items() if len(set(rooms)) < len(rooms)}
    taken = {name: rooms for name, rooms in homes.items() if "the platform" in rooms and len(set(rooms)) > 1}
    assert doubles == {}
    assert taken == {}
