"""What a game shows in the browser lies in its own package, and is given out from there.

A game's folder is read once into a dictionary. Addresses hold a stamp of all files together: what they name never
changes.
"""

from __future__ import annotations

import functools
import hashlib
import logging
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

from rumpus.core.game import Game

log = logging.getLogger("rumpus.games")
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""What is served, by the end of its name; nothing else is even read."""
MOST_BYTES = 8 * 1024 * 1024
"""What all files of a game may weigh together."""
DRAWING, STYLE, PICTURE, HOW = "table.js", "table.css", "lobby.svg", "how.js"
ANY_PICTURE = "/static/art/any.svg"


class GameFile:
    def __init__(self, body: bytes, kind: str) -> None:
        self.body = body
        self.kind = kind
        self.etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'


class GameFiles:
    """All files of one game, by their path in its folder."""

    def __init__(self, game: str, files: dict[str, GameFile]) -> None:
        self.game = game
        self.files = files
        whole = hashlib.sha256()
        for path in sorted(files):
            whole.update(f"{path}\n{files[path].etag}\n".encode())
        self.stamp = whole.hexdigest()[:16]

    def address(self, path: str) -> str:
        """Where a browser finds this file; empty if the game has none."""
        return f"/games/{self.game}/{self.stamp}/{path}" if path in self.files else ""


class TooHeavy(Exception):
    """A folder holds more than is served."""


@functools.cache
def files_of(game: Game) -> GameFiles:
    """The game's files, read once; what cannot be served counts as not there, and the log says why."""
    try:
        folder = game.web().files()
        found = {} if folder is None else dict(_read(folder))
    except TooHeavy:
        limit = MOST_BYTES // 1024 // 1024
        _leave_out(game, f"its files for the browser weigh more than {limit} MB")
        found = {}
    except Exception as error:
        # A stranger's package may be broken in any way; its game is still played, with the generic drawing.
        _leave_out(game, f"its files for the browser cannot be read: {error!r}")
        found = {}
    return GameFiles(game.name, found)


def _leave_out(game: Game, why: str) -> None:
    log.error("a drawing is left out", extra={"facts": {"game": game.name, "error": why}})


def _read(folder: Traversable) -> Iterator[tuple[str, GameFile]]:
    left = MOST_BYTES
    for path, node in _walk(folder, ""):
        with node.open("rb") as file:
            body = file.read(left + 1)
        left -= len(body)
        if left < 0:
            raise TooHeavy
        yield path, GameFile(body, KINDS[_ending(path)])


def _walk(folder: Traversable, above: str) -> Iterator[tuple[str, Traversable]]:
    """Every file that is served: no links, nothing whose name begins with a dot, no other kinds."""
    if _is_link(folder):
        return
    for node in sorted(folder.iterdir(), key=lambda node: node.name):
        path = f"{above}{node.name}"
        if node.name.startswith(".") or _is_link(node):
            continue
        if node.is_dir():
            yield from _walk(node, f"{path}/")
        elif node.is_file() and _ending(path) in KINDS:
            yield path, node


def _is_link(node: Traversable) -> bool:
    return isinstance(node, Path) and node.is_symlink()


def _ending(path: str) -> str:
    return path[path.rfind(".") :]
