"""What a package installer leaves behind for a stranger's game, so that tests find it in the catalogue."""

from __future__ import annotations

from pathlib import Path


def put_papers(folder: Path, name: str, module: str) -> None:
    """On a folder of the search path: a package of that name, with one game in that module."""
    papers = folder / f"{name}-1.0.dist-info"
    papers.mkdir()
    (papers / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (papers / "entry_points.txt").write_text(f"[rumpus.games]\n{name} = {module}:game\n")
