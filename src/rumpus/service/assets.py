"""A game's files for the browser, from its package. URLs contain a hash, so content never changes."""

from __future__ import annotations

import functools
import hashlib
import logging
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

from rumpus.core.game import Game

log = logging.getLogger("rumpus.games")
MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Media types by suffix. Other files are not read."""
MEGABYTE = 1024 * 1024
MAX_BYTES = 8 * MEGABYTE
"""Total size of a game's files."""
DRAWING, STYLE, PICTURE, HOW = "table.js", "table.css", "lobby.svg", "how.js"
ANY_PICTURE = "/static/art/any.svg"


class GameFile:
    def __init__(self, body: bytes, kind: str) -> None:
        self.body = body
        self.kind = kind
        self.etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'


class GameFiles:
    def __init__(self, game: str, files: dict[str, GameFile]) -> None:
        self.game = game
        self.files = files
        whole = hashlib.sha256()
        for path in sorted(files):
            whole.update(f"{path}\n{files[path].etag}\n".encode())
        self.stamp = whole.hexdigest()[:16]

    def address(self, path: str) -> str:
        """URL of a file, or an empty string."""
        return f"/games/{self.game}/{self.stamp}/{path}" if path in self.files else ""


class TooHeavy(Exception):
    """A game's files exceed `MAX_BYTES`."""


@functools.cache
def files_of(game: Game) -> GameFiles:
    """Reads the game's files once. On failure there are none, and the log says why."""
    try:
        folder = game.web().files()
        found = {} if folder is None else dict(_read(folder))
    except TooHeavy:
        _leave_out(game, f"its files for the browser weigh more than {MAX_BYTES // MEGABYTE} MB")
        found = {}
    except Exception as error:
        # A stranger's package may be broken in any way; its game is still played, with the generic drawing.
        _leave_out(game, f"its files for the browser cannot be read: {error!r}")
        found = {}
    return GameFiles(game.name, found)


def _leave_out(game: Game, why: str) -> None:
    log.error("a drawing is left out", extra={"facts": {"game": game.name, "error": why}})


def _read(folder: Traversable) -> Iterator[tuple[str, GameFile]]:
    left = MAX_BYTES
    for path, node in _walk(folder, ""):
        with node.open("rb") as file:
            body = file.read(left + 1)
        left -= len(body)
        if left < 0:
            raise TooHeavy
        yield path, GameFile(body, MEDIA_TYPES[PurePosixPath(path).suffix])


def _walk(folder: Traversable, above: str) -> Iterator[tuple[str, Traversable]]:
    """Yields served files: no links, no hidden files, no other suffixes."""
    if _is_link(folder):
        return
    for node in sorted(folder.iterdir(), key=lambda node: node.name):
        path = f"{above}{node.name}"
        if node.name.startswith(".") or _is_link(node):
            continue
        if node.is_dir():
            yield from _walk(node, f"{path}/")
        elif node.is_file() and PurePosixPath(path).suffix in MEDIA_TYPES:
            yield path, node


def _is_link(node: Traversable) -> bool:
    return isinstance(node, Path) and node.is_symlink()
