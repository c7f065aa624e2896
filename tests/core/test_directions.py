"""Packages import one another in one direction only."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
TEMPLATE = SRC / "rumpus" / "devtools" / "template"
"""A game to copy: it imports what authors import, as `test_public_api` checks."""
MODULES = sorted(path for path in (SRC / "rumpus").rglob("*.py") if TEMPLATE not in path.parents)

ALLOWED: dict[str, str] = {
    "__init__": "table players client",
    "__main__": "cli",
    "core": "",
    "games": "",
    "author": "",
    "stats": "",
    "table": "",
    "players": "",
    "solving": "players",
    "envs": "players",
    "review": "players stats",
    "testing": "table",
    "client": "table",
    "lab": "",
    "lab.simulation": "players review stats",
    "lab.experiments": "players stats lab.simulation",
    "lab.strength": "players stats solving training.exploited lab.simulation",
    "lab.reports": "players stats lab",
    "training": "players stats envs",
    "service.runtime": "table review",
    "service.store": "table service.runtime",
    "service.bots": "table players review service.runtime",
    "service.tables": "table review service.runtime service.bots service.store",
    "service.profiles": "table service.runtime service.store service.tables",
    "service.notifications": "table service.runtime service.store service.tables service.profiles",
    "service.chat": "table service.runtime service.store service.tables",
    "service.matchmaking": "table service.runtime service.bots service.store service.tables service.profiles",
    "service.tournaments": (
        "table service.runtime service.bots service.store service.tables service.profiles service.notifications "
        "service.matchmaking"
    ),
    "service": "table players review",
    "web": "table service lab",
    "offline": "table service",
    "devtools": "table testing service web client",
    "terminal": "table players review client",
    "cli": "table players review terminal lab training solving stats client service offline web devtools testing",
}
"""Packages that a package may import besides itself and `core`. The longest name that fits a module counts."""
EXCEPTIONS: dict[str, str] = {"offline.export": "web"}
"""Single modules that may import more."""


def name_of(path: Path) -> str:
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_of(module: str) -> str:
    """The row of the table for a module."""
    inner = module.removeprefix("rumpus.") if module != "rumpus" else "__init__"
    return max((package for package in ALLOWED if inner == package or inner.startswith(f"{package}.")), key=len)


def imports_of(path: Path) -> set[str]:
    """All imported names, those in functions and for typing included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def inside(name: str, homes: list[str]) -> bool:
    return any(name == f"rumpus.{home}" or name.startswith(f"rumpus.{home}.") for home in homes)


BY_PACKAGE: dict[str, list[Path]] = defaultdict(list)
for one in MODULES:
    BY_PACKAGE[package_of(name_of(one))].append(one)


@pytest.mark.parametrize("package", ALLOWED)
def test_a_package_imports_only_what_the_table_allows(package: str) -> None:
    refused = []
    for path in BY_PACKAGE[package]:
        module = name_of(path)
        extra = EXCEPTIONS.get(module.removeprefix("rumpus."), "").split()
        homes = [package, "core", *ALLOWED[package].split(), *extra]
        if package == "games":
            homes = ["core", ".".join(module.split(".")[1:3])]
        names = {name for name in imports_of(path) if name.startswith("rumpus.") and name != "rumpus.compiled"}
        refused += [f"{module} imports {name}" for name in sorted(names) if not inside(name, homes)]
    assert refused == []


def test_every_package_is_in_the_table() -> None:
    assert {path.parent.name for path in (SRC / "rumpus").glob("*/__init__.py")} <= {
        package.split(".")[0] for package in ALLOWED
    }


def test_the_service_needs_no_web_framework() -> None:
    for path in (SRC / "rumpus" / "service").rglob("*.py"):
        heavy = {name.split(".")[0] for name in imports_of(path)} & {"starlette", "uvicorn"}
        assert not heavy, f"{name_of(path)} imports {heavy}"


@pytest.mark.parametrize("module", ["browser", "store", "bots"])
def test_modules_that_run_in_a_browser_need_neither_web_nor_lab(module: str) -> None:
    names = imports_of(SRC / "rumpus" / "offline" / f"{module}.py")
    assert [name for name in names if inside(name, ["web", "lab"])] == []


def test_no_package_is_a_flat_heap() -> None:
    """A folder holds at most 18 modules; `core`, which everybody imports, may hold 20."""
    counts = {name_of(path): len(list(path.parent.glob("*.py"))) - 1 for path in (SRC / "rumpus").rglob("__init__.py")}
    assert {
        package: count for package, count in counts.items() if count > (20 if package == "rumpus.core" else 18)
    } == {}


def test_rumpus_itself_imports_other_packages_on_first_use() -> None:
    tree = ast.parse((SRC / "rumpus" / "__init__.py").read_text(encoding="utf-8"))
    at_once = {node.module for node in tree.body if isinstance(node, ast.ImportFrom) and node.module}
    assert {module for module in at_once if module.startswith("rumpus")} == {"rumpus.core.system.lazy"}


def test_no_class_name_stands_twice() -> None:
    """A class name is unique in the platform, and no game takes one of the platform's."""
    homes: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        module = name_of(path)
        home = ".".join(module.split(".")[:3]) if module.startswith("rumpus.games.") else "the platform"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(home)
    doubles = {name: places for name, places in homes.items() if len(set(places)) < len(places)}
    taken = {name: places for name, places in homes.items() if "the platform" in places and len(set(places)) > 1}
    assert doubles == {}
    assert taken == {}
