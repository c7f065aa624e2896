"""Checks that a tag can be released, and prints its release notes.

    python -m tools.release v0.2.0

The package, the changelog and the citation must name the version of the tag. Needs nothing but Python.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def found(pattern: str, path: Path) -> str:
    match = re.search(pattern, path.read_text(encoding="utf-8"), re.M)
    return match[1] if match else ""


def release_notes(version: str, changelog: str) -> str:
    """Returns the changelog's section of a version, without its heading; empty if there is none."""
    heading = rf"^## \[?{re.escape(version)}\]?(?![\w.])[^\n]*\n"
    section = re.search(rf"{heading}(.*?)(?=^## |^\[[^\]]+\]: |\Z)", changelog, re.M | re.S)
    return section[1].strip() if section else ""


def main() -> int:
    if len(sys.argv) != 2 or not re.fullmatch(r"v\d+\.\d+\.\d+", sys.argv[1]):
        print("usage: python -m tools.release v0.2.0", file=sys.stderr)
        return 2
    version = sys.argv[1].removeprefix("v")
    named = {
        "src/rumpus/__init__.py": found(r'^__version__ = "(.+)"$', ROOT / "src/rumpus/__init__.py"),
        "CITATION.cff": found(r"^version: (.+)$", ROOT / "CITATION.cff"),
    }
    wrong = [f"{path} says {other or 'nothing'}" for path, other in named.items() if other != version]
    notes = release_notes(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    if not notes:
        wrong.append("CHANGELOG.md has no such section")
    if wrong:
        print(f"This is not {version}: {'; '.join(wrong)}.", file=sys.stderr)
        return 1
    print(notes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
