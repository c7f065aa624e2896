"""Package metadata, as pip would install it, so that the catalogue finds a game of the tests."""

from __future__ import annotations

from pathlib import Path


def write_metadata(folder: Path, name: str, module: str) -> None:
    """Writes metadata of a package `name` whose module `module` holds one game."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[rumpus.games]\n{name} = {module}:game\n")
