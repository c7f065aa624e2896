"""Finds game packages in folders, and makes child processes find them uninstalled."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from rumpus.core.catalogue import GROUP
from rumpus.core.errors import RumpusError

TARGET, VERSION = "RUMPUS_DEV", "RUMPUS_DEV_VERSION"
"""Environment variables: the game as `module:attribute`, and the version of its source."""
ENTRY_POINT = "rumpus.devtools.versioned:game"
PROJECT = "pyproject.toml"
MAX_FILES = 5_000


class GamePackage:
    """A game in development: `root` goes on Python's path, `home` is its folder or single file."""

    def __init__(self, root: Path, home: Path, name: str, target: str, project: str = "") -> None:
        self.root = root
        self.home = home
        self.name = name
        self.target = target if ":" in target else f"{target}:game"
        """Entry point, `module:attribute`."""
        self.project = project or name
        """Name of the distribution."""

    def files(self) -> list[Path]:
        """Source files, without hidden ones and bytecode."""
        found = [self.home] if self.home.is_file() else sorted(_walk(self.home))
        if len(found) > MAX_FILES:
            raise RumpusError(f"{self.home} holds more than {MAX_FILES} files. Name the folder of one game.")
        return found

    def file_states(self) -> dict[Path, tuple[int, int]]:
        """Modification time in ns and size of each file."""
        found: dict[Path, tuple[int, int]] = {}
        for path in self.files():
            try:
                state = path.stat()
            except OSError:
                continue  # an editor is replacing it
            found[path] = (state.st_mtime_ns, state.st_size)
        return found

    def version(self) -> int:
        """Hash of all files, used as the version of the rules."""
        digest = hashlib.sha256()
        for path in self.files():
            try:
                body = path.read_bytes()
            except OSError:
                continue
            digest.update(f"{path.relative_to(self.root)}\n{len(body)}\n".encode())
            digest.update(body)
        return int(digest.hexdigest()[:8], 16)

    def environment(self, info: Path) -> dict[str, str]:
        """Environment of a process with the game installed. Writes metadata to `info`; add `VERSION`."""
        folder = info / f"{self.name}.dist-info"
        folder.mkdir(parents=True, exist_ok=True)
        # Has the project's name, so that it hides an installed version.
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {self.project}\nVersion: 0\n")
        (folder / "entry_points.txt").write_text(f"[{GROUP}]\n{self.name} = {ENTRY_POINT}\n")
        path = [str(info), str(self.root), *filter(None, [os.environ.get("PYTHONPATH", "")])]
        return {
            "PYTHONPATH": os.pathsep.join(path),
            # Bytecode is dated by the second: the second save within one would not run.
            "PYTHONDONTWRITEBYTECODE": "1",
            TARGET: self.target,
        }


def _walk(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name.startswith(".") or path.name == "__pycache__" or path.name.endswith("~"):
            continue
        if path.is_dir():
            yield from _walk(path)
        elif path.suffix != ".pyc":
            yield path


def find_package(path: Path, wanted: str = "") -> GamePackage:
    """Finds the game by the entry point in pyproject.toml, or by a `game` in a module."""
    found = path.resolve()
    if not found.exists():
        raise RumpusError(f"There is no folder {path}. `rumpus new NAME` creates one.")
    if (found / PROJECT).is_file():
        return _from_project(found, wanted)
    if found.is_file() and found.suffix == ".py":
        return GamePackage(found.parent, found, found.stem, found.stem)
    if (found / "__init__.py").is_file():
        root = found
        while (root / "__init__.py").is_file():
            root = root.parent
        module = ".".join(found.relative_to(root).parts)
        for folder in (root, root.parent):
            for name, target in _entry_points(folder).items():
                if target.partition(":")[0].startswith(module):
                    return GamePackage(root, found, name, target, _project_name(folder))
        return GamePackage(root, found, found.name, module)
    raise RumpusError(
        f"There is no game in {path}: neither a {PROJECT} with an entry point {GROUP!r} nor a package with a `game`."
    )


def _from_project(folder: Path, wanted: str) -> GamePackage:
    points = _entry_points(folder)
    if not points:
        raise RumpusError(f"{folder / PROJECT} offers no game: it has no entry point {GROUP!r}.")
    if wanted and wanted not in points:
        raise RumpusError(f"{folder / PROJECT} offers no game {wanted!r}. It offers {', '.join(points)}.")
    if len(points) > 1 and not wanted:
        raise RumpusError(f"{folder / PROJECT} offers several games: {', '.join(points)}. Choose one with --game.")
    name = wanted or next(iter(points))
    top = points[name].partition(":")[0].split(".")[0]
    for root in (folder, folder / "src"):
        for home in (root / top, root / f"{top}.py"):
            if home.exists():
                return GamePackage(root, home, name, points[name], _project_name(folder))
    raise RumpusError(f"{folder / PROJECT} names {points[name]!r}, but there is no {top} in {folder} or its src.")


def _project(folder: Path) -> Mapping[str, object]:
    path = folder / PROJECT
    if not path.is_file():
        return {}
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")).get("project", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RumpusError(f"Cannot read {path}: {error}.") from None
    return found if isinstance(found, dict) else {}


def _project_name(folder: Path) -> str:
    return str(_project(folder).get("name", ""))


def _entry_points(folder: Path) -> dict[str, str]:
    groups = _project(folder).get("entry-points", {})
    points = groups.get(GROUP, {}) if isinstance(groups, dict) else {}
    return {str(name): str(target) for name, target in points.items()} if isinstance(points, dict) else {}
