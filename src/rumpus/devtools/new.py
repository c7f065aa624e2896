"""`rumpus new`: creates a game package from the template."""

from __future__ import annotations

import keyword
import os
import re
import shutil
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from rumpus.core.catalogue import game_names
from rumpus.core.errors import RumpusError
from rumpus.core.system.files import CannotWrite, check_folder

TEMPLATE_NAME = "mygame"
"""Name of the template's game. It is a complete game, and tested as one."""


class NewGame:
    """A game's name, with the title, class name and clause prefix derived from it."""

    def __init__(self, name: str) -> None:
        self.name = name
        words = name.split("_")
        self.title = " ".join(word.capitalize() for word in words)
        self.kind = "".join(word.capitalize() for word in words)
        letters = "".join(word[0] for word in words) if len(words) > 1 else name[:2]
        self.clause = "".join(letter for letter in letters.upper() if "A" <= letter <= "Z")[:3]

    def renamed(self, text: str) -> str:
        """Replaces the template's names in `text` by this game's."""
        text = text.replace("rumpus-mygame", f"rumpus-{self.name.replace('_', '-')}").replace(TEMPLATE_NAME, self.name)
        text = text.replace("MyGame", self.kind).replace("My Game", self.title)
        return re.sub(r"\bMG-", f"{self.clause}-", text)


def check_name(name: str) -> None:
    """Refuses taken names and names other than identifiers."""
    if not name.isascii() or not name.isidentifier() or name != name.lower() or name.startswith("_"):
        fitting = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
        hint = f", such as {fitting!r}" if fitting and not fitting[0].isdigit() and len(fitting) < 60 else ""
        raise RumpusError(f"A game cannot be called {name!r}. Use small letters, digits and underscores{hint}.")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise RumpusError(f"{name!r} is a keyword of Python. Choose another name.")
    if name in game_names():
        raise RumpusError(f"A game {name!r} is installed already. Choose another name.")
    found = find_spec(name)
    if name == "tests" or (found is not None and found.origin is not None):  # a plain folder has no origin
        raise RumpusError(f"A Python module {name!r} exists already. Choose another name.")


def make(name: str, folder: Path) -> list[Path]:
    """Creates a project in a new or empty folder; returns its files."""
    check_name(name)
    if os.path.exists(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise RumpusError(f"{folder} exists and is not empty. Choose another name, or another --folder.")
    check_folder(folder, create=True)
    game = NewGame(name)
    made: list[Path] = []
    try:
        for path, text in template():
            target = folder / game.renamed(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(game.renamed(text), encoding="utf-8")
            made.append(target)
    except OSError as error:
        for child in folder.iterdir():  # the folder was empty, so all of this is ours
            shutil.rmtree(child) if child.is_dir() else child.unlink()
        raise CannotWrite(f"Cannot write {folder}: {error.strerror}.") from None
    return made


def template() -> Iterator[tuple[str, str]]:
    yield from _files(resources.files("rumpus.devtools").joinpath("template"), "")


def _files(folder: Traversable, above: str) -> Iterator[tuple[str, str]]:
    for node in sorted(folder.iterdir(), key=lambda node: node.name):
        if node.name == "__pycache__" or node.name.startswith("."):
            continue
        if node.is_dir():
            yield from _files(node, f"{above}{node.name}/")
        else:
            yield f"{above}{node.name}", node.read_text(encoding="utf-8")
