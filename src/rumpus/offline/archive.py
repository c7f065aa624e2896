"""The Python code of an export in one zip file: Rumpus, installed games, dependencies."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

import mypy_extensions

from rumpus.core.catalogue import GROUP
from rumpus.core.game import Game

LEFT_OUT_PACKAGES = ("cli", "devtools", "envs", "lab", "terminal", "testing", "training", "web")
"""Packages of Rumpus not needed to play."""
LEFT_OUT_SUFFIXES = (".pyc", ".so", ".pyd", ".npz")
"""Compiled files, and weights: an export has no numpy."""
FILE_TIME = (1980, 1, 1, 0, 0, 0)
"""Time of every file: equal sources make an equal archive."""


def python_archive(games: Sequence[Game], wheels: Sequence[bytes]) -> bytes:
    files: dict[str, bytes] = {}
    for wheel in wheels:
        with zipfile.ZipFile(io.BytesIO(wheel)) as opened:
            files |= {name: opened.read(name) for name in opened.namelist() if not name.endswith(("/", ".pyi"))}
    files["mypy_extensions.py"] = Path(mypy_extensions.__file__).read_bytes()
    points = [point for point in entry_points(group=GROUP) if point.name in {game.name for game in games}]
    for package in sorted({"rumpus", *(point.module.partition(".")[0] for point in points)}):
        files |= _package(package, games)
    papers = "rumpus_export-0.dist-info"
    files[f"{papers}/METADATA"] = b"Metadata-Version: 2.1\nName: rumpus-export\nVersion: 0\n"
    lines = sorted({f"{point.name} = {point.value}" for point in points})
    files[f"{papers}/entry_points.txt"] = "\n".join([f"[{GROUP}]", *lines, ""]).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, FILE_TIME), files[name], zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def exportable(game: Game, complain: Callable[[str], None]) -> bool:
    """True if the game needs nothing but Rumpus. Otherwise reports its needs."""
    needs = {need for point in _points(game) if point.dist for need in point.dist.requires or ()}
    others = sorted(need for need in needs if "extra ==" not in need and not _has(need))
    if others and not any(point.module.startswith("rumpus.") for point in _points(game)):
        complain(f"{game.title} is left out: it needs {', '.join(others)}, which an export does not hold")
        return False
    return True


def _points(game: Game) -> list[EntryPoint]:
    return [point for point in entry_points(group=GROUP) if point.name == game.name]


def _has(need: str) -> bool:
    return need.replace("_", "-").lower().startswith(("rumpus", "msgspec", "mypy-extensions", "librt"))


def _package(name: str, games: Sequence[Game]) -> dict[str, bytes]:
    """All files of a package or single-file module, without drawings."""
    spec = find_spec(name)
    assert spec is not None, "a game that was loaded has a package"
    if not spec.submodule_search_locations:
        path = Path(str(spec.origin))
        return {path.name: path.read_bytes()}
    drawn = {str(folder) for game in games if (folder := game.web().files()) is not None}
    found: dict[str, bytes] = {}
    for top in spec.submodule_search_locations:
        for path in _walk(Path(top), drawn):
            found[f"{name}/{path.relative_to(top).as_posix()}"] = path.read_bytes()
    return found


def _walk(folder: Path, drawn: set[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "__pycache__")) or path.is_symlink() or str(path) in drawn:
            continue
        if path.is_dir():
            if not path.as_posix().endswith(tuple(f"/rumpus/{package}" for package in LEFT_OUT_PACKAGES)):
                yield from _walk(path, drawn)
        elif not path.name.endswith(LEFT_OUT_SUFFIXES):
            yield path
