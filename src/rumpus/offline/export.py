"""`rumpus export`: a folder of files in which all games are played without a server, offline too."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path

from rumpus.core.catalogue import every_game
from rumpus.core.errors import RumpusError
from rumpus.offline.archive import exportable, python_archive
from rumpus.offline.runtime import PYODIDE, WHEELS, bring
from rumpus.service.assets import files_of
from rumpus.service.info import game_sheet, how_sheet, topic_sheets
from rumpus.service.runtime import protocol
from rumpus.web import pages
from rumpus.web.pages import STATIC

MARK = "service.js"
"""The file by which an export is known."""
PAGES = {"lobby": pages.LOBBY, "table": pages.TABLE, "replay": pages.REPLAY, "rules": pages.RULES}
UNUSED = ("dev/", "page.html", "js/lab", "css/lab.css", "js/protocol.d.ts", "offline/index.html")
"""Of our files for the browser."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
HEAD = '<meta charset="utf-8">'
NAMED = re.compile(rb"""(["'(])/(static/|manifest\.)""")
"""Where a page or a style names a file of ours by its path."""
IMPORTED = re.compile(rb"""((?:from|import)\s*\(?\s*["'])/(static/)""")
"""Where a drawing does; other paths in scripts are for `address` of the transport."""


def export(folder: Path, source: Path | None, tell: Callable[[str], None]) -> int:
    """Write the export whole, or leave everything as it was; says how many bytes it weighs."""
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise RumpusError(f"{folder} holds something else than an export; choose an empty folder")
    files = exported(source, tell)
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    for path, data in files.items():
        target = part / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)
    return sum(map(len, files.values()))


def exported(source: Path | None, tell: Callable[[str], None]) -> dict[str, bytes]:
    """All files, by their path."""
    games = [game for game in every_game(tell) if exportable(game, tell)]
    files: dict[str, bytes] = {}
    for path in sorted(STATIC.rglob("*")):
        name = path.relative_to(STATIC).as_posix()
        if path.is_file() and not name.startswith(UNUSED):
            files[f"static/{name}"] = path.read_bytes()
    files["static/js/transport.js"] = files.pop("static/offline/transport.js")
    service = files.pop("static/offline/service.js")
    for game in games:
        drawn = files_of(game)
        for path_in, file in drawn.files.items():
            files[f"games/{game.name}/{drawn.stamp}/{path_in}"] = file.body
        files[f"api/games/{game.name}/how.json"] = protocol.plain(how_sheet(game))
        files[f"api/games/{game.name}/topics.json"] = protocol.plain({"topics": topic_sheets(game)})
        files[f"api/games/{game.name}/rules.md"] = game.rules().encode()
    files["api/games.json"] = protocol.plain({"games": [game_sheet(game) for game in games]})
    for name, page in PAGES.items():
        files[f"{name}.html"] = page.page().encode()
    files["index.html"] = (STATIC / "offline" / "index.html").read_bytes()
    files["manifest.webmanifest"] = json.dumps(MANIFEST).encode()
    files = {path: _placed(path, data) for path, data in files.items()}
    files |= _pyodide(bring(PYODIDE, source, tell))
    files["python.zip"] = python_archive(games, [bring(wheel, source, tell) for wheel in WHEELS])
    version = _version({**files, MARK: service})
    files["index.html"] = files["index.html"].replace(b"VERSION", version.encode())
    files[MARK] = _service(service, version, files)
    return files


MANIFEST = {
    "name": "Rumpus",
    "short_name": "Rumpus",
    "description": "Battle games against bots, in the browser alone.",
    "start_url": ".",
    "display": "standalone",
    "icons": [{"src": "static/art/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}


def _placed(path: str, data: bytes) -> bytes:
    """With every path of ours as seen from this file, wherever the folder lies; and a page with its policy."""
    if not path.endswith((".html", ".js", ".css")):
        return data
    up = "../" * path.count("/")
    placed = (IMPORTED if path.endswith(".js") else NAMED).sub(rf"\1{up}\2".encode(), data)
    return placed.replace(
        HEAD.encode(), f'{HEAD}\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">'.encode()
    )


def _pyodide(packed: bytes) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for name in RUNTIME:
            file = archive.extractfile(f"package/{name}")
            assert file is not None, f"{PYODIDE.file} is the one that was tested, and holds {name}"
            found[f"pyodide/{name}"] = file.read()
    return found


def _version(files: dict[str, bytes]) -> str:
    """Another one as soon as any file is another."""
    whole = hashlib.sha256()
    for path in sorted(files):
        whole.update(f"{path}\n{hashlib.sha256(files[path]).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]


def _service(text: bytes, version: str, files: dict[str, bytes]) -> bytes:
    """With the version, and the hash of every file, so that it never keeps one of another version."""
    kept = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    said = json.dumps({"./": kept["index.html"], **kept}, sort_keys=True, indent=0)
    return f'const VERSION = "{version}";\nconst FILES = {said};\n\n'.encode() + text
