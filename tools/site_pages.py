"""Writes the generated pages of the documentation site.

python -m tools.site_pages FOLDER        writes FOLDER/reference

`docs/conf.py` calls it at the start of every build. Nothing of it is committed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.api_pages import api_pages
from tools.command_pages import command_pages
from tools.game_pages import game_pages
from tools.law_pages import law_pages
from tools.message_pages import message_pages

REFERENCE = "reference"


def generated_pages() -> dict[str, str]:
    """Returns the text of every page, by its path below `reference`."""
    return {**game_pages(), **command_pages(), **law_pages(), **message_pages(), **api_pages()}


def write_pages(folder: Path) -> None:
    """Writes the generated reference."""
    fill(folder / REFERENCE, generated_pages())


def fill(folder: Path, pages: dict[str, str]) -> None:
    """Writes pages and deletes stale ones. Unchanged pages keep their time, so they are not built again."""
    texts = {folder / name: text for name, text in pages.items()}
    for path in folder.rglob("*"):
        if path.is_file() and path not in texts:
            path.unlink()
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tools.site_pages FOLDER")
    write_pages(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
