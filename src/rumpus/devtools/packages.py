"""A game package as it lies in somebody's folder, and how other processes find it there without installing it."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from rumpus.core.catalogue import GROUP
from rumpus.core.errors import RumpusError

TARGET, VERSION = "RUMPUS_DEV", "RUMPUS_DEV_VERSION"
"""What tells a child process which game is in development, `module:attribute`, and the version of its source."""
STAMPED = "rumpus.devtools.versioned:game"
PROJECT = "pyproject.toml"
MOST_FILES = 5_000


class GamePackage:
    """`root` is the folder that Python has to know, `home` the game's own folder in it, or its one file."""

    def __init__(self, root: Path, home: Path, name: str, target: str, project: str = "") -> None:
        self.root = root
        self.home = home
        self.name = name
        """What the game is called."""
        self.target = target if ":" in target else f"{target}:game"
        """As in an entry point: `module:attribute`."""
        self.project = project or name
        """What the distribution is called."""

    def files(self) -> list[Path]:
        """Everything that belongs to the game: nothing hidden, nothing that Python made."""
        found = [self.home] if self.home.is_file() else sorted(_walk(self.home))
        if len(found) > MOST_FILES:
            raise RumpusError(f"{self.home} holds more than {MOST_FILES} files: is this the folder of one game?")
        return found

    def marks(self) -> dict[Path, tuple[int, int]]:
        """When each file was last written, and its size: what changes with a save."""
        found: dict[Path, tuple[int, int]] = {}
        for path in self.files():
            try:
                state = path.stat()
            except OSError:
                continue  # an editor is just putting another one in its place
            found[path] = (state.st_mtime_ns, state.st_size)
        return found

    def version(self) -> int:
        """A number made from all its files: another source, another version of the rules."""
        whole = hashlib.sha256()
        for path in self.files():
            try:
                body = path.read_bytes()
            except OSError:
                continue
            whole.update(f"{path.relative_to(self.root)}\n{len(body)}\n".encode())
            whole.update(body)
        return int(whole.hexdigest()[:8], 16)

    def environment(self, info: Path) -> dict[str, str]:
        """A process with these changes, and `VERSION`, finds the game installed; `info` is a folder for us to fill."""
        folder = info / f"{self.name}.dist-info"
        folder.mkdir(parents=True, exist_ok=True)
        # Under the project's own name, so that it goes before an installed version of the same project.
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {self.project}\nVersion: 0\n")
        (folder / "entry_points.txt").write_text(f"[{GROUP}]\n{self.name} = {STAMPED}\n")
        path = [str(info), str(self.root), *filter(None, [os.environ.get("PYTHONPATH", "")])]
        return {
            "PYTHONPATH": os.pathsep.join(path),
            # Python tells changed sources by the second: what is saved twice in one would run as it was.
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
    """The game in this folder: by the entry point of its pyproject.toml, else a package, or one file, with a `game`."""
    place = path.resolve()
    if not place.exists():
        raise RumpusError(f"there is no folder {path}; `rumpus new NAME` makes one")
    if (place / PROJECT).is_file():
        return _of_project(place, wanted)
    if place.is_file() and place.suffix == ".py":
        return GamePackage(place.parent, place, place.stem, place.stem)
    if (place / "__init__.py").is_file():
        root = place
        while (root / "__init__.py").is_file():
            root = root.parent
        module = ".".join(place.relative_to(root).parts)
        for folder in (root, root.parent):
            for name, target in _entry_points(folder).items():
                if target.partition(":")[0].startswith(module):
                    return GamePackage(root, place, name, target, _project_name(folder))
        return GamePackage(root, place, place.name, module)
    raise RumpusError(
        f"there is no game in {path}: neither a {PROJECT} with an entry point {GROUP!r} nor a package with a `game`"
    )


def _of_project(folder: Path, wanted: str) -> GamePackage:
    points = _entry_points(folder)
    if not points:
        raise RumpusError(f"{folder / PROJECT} offers no game: it has no entry point {GROUP!r}")
    if wanted and wanted not in points:
        raise RumpusError(f"{folder / PROJECT} offers no game {wanted!r}; there is {', '.join(points)}")
    if len(points) > 1 and not wanted:
        raise RumpusError(f"{folder / PROJECT} offers several games, {', '.join(points)}: say which with --game")
    name = wanted or next(iter(points))
    top = points[name].partition(":")[0].split(".")[0]
    for root in (folder, folder / "src"):
        for home in (root / top, root / f"{top}.py"):
            if home.exists():
                return GamePackage(root, home, name, points[name], _project_name(folder))
    raise RumpusError(f"{folder / PROJECT} names {points[name]!r}, but there is no {top} in {folder} or its src")


def _project(folder: Path) -> Mapping[str, object]:
    path = folder / PROJECT
    if not path.is_file():
        return {}
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")).get("project", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RumpusError(f"{path} cannot be read: {error}") from None
    return found if isinstance(found, dict) else {}


def _project_name(folder: Path) -> str:
    return str(_project(folder).get("name", ""))


def _entry_points(folder: Path) -> dict[str, str]:
    groups = _project(folder).get("entry-points", {})
    points = groups.get(GROUP, {}) if isinstance(groups, dict) else {}
    return {str(name): str(target) for name, target in points.items()} if isinstance(points, dict) else {}
