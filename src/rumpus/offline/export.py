"""`rumpus export`: a folder of files to play all games in a browser, without a server."""

from __future__ import annotations

import hashlib
import io
import json
import re
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from rumpus.core.catalogue import every_game
from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.system.files import SMALL_FILE, check_folder, errors_named, read_json, write_whole
from rumpus.offline.archive import exportable, python_archive
from rumpus.offline.runtime import PYODIDE, WHEELS, obtain
from rumpus.service.assets import files_of
from rumpus.service.info import game_info, how_info, topic_infos
from rumpus.service.runtime import protocol
from rumpus.web import pages
from rumpus.web.pages import STATIC, manifest

SERVICE = "service.js"
"""The service worker."""
MANIFEST_FILE = "export.json"
"""File in an export that lists all its files. Without it, nothing in the folder is replaced."""
FORMAT = "rumpus export 1"
PAGES = {"lobby": pages.LOBBY, "table": pages.TABLE, "replay": pages.REPLAY, "rules": pages.RULES}
UNUSED = (
    "dev/", "page.html", "js/lab", "css/lab.css", "js/protocol.d.ts", "offline/index.html", "css/profile.css",
    "js/profile/profile.js", "js/profile/games.js", "js/profile/another.js",
)  # fmt: skip
"""Static files left out of an export."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
HEAD = '<meta charset="utf-8">'
PATH_IN_PAGE = re.compile(rb"""(["'(])/(static/|manifest\.)""")
"""Absolute path to a file of ours in a page or stylesheet."""
PATH_IN_SCRIPT = re.compile(rb"""((?:from|import)\s*\(?\s*["'])/(static/)""")
"""Absolute path to a file of ours in an import of a script."""


class ExportManifest(Struct):
    """The manifest: all files of an export, as relative paths."""

    format: str
    files: list[str]


def export(folder: Path, source: Path | None, report: Callable[[str], None]) -> int:
    """Writes the export. Replaces files of an earlier one, and touches no others. Returns its size in bytes."""
    check_folder(folder, create=True)
    folder = folder.resolve()
    old = _earlier_files(folder)
    files = exported(source, report)
    foreign = [path for path in files if path not in old and (folder / path).exists()]
    if foreign:
        raise RumpusError(f"{folder / foreign[0]} is not part of the earlier export. Move it away.")
    with errors_named(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f"{folder.name}.", suffix=".part", dir=folder.parent) as part:
            _place(_written(Path(part) / folder.name, files), folder, old, list(files))
    return sum(map(len, files.values()))


def _earlier_files(folder: Path) -> set[str]:
    """The files of the export in this folder; none if it is new or empty. Refuses other folders."""
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        manifest = read_json(folder / MANIFEST_FILE, SMALL_FILE, "manifest", ExportManifest)
        inside = all((folder / path).parent.resolve().is_relative_to(folder) for path in manifest.files)
    except (OSError, ValueError, BadRecord):
        inside = False
    if not inside or manifest.format != FORMAT:
        raise RumpusError(
            f"{folder} holds something else than an export with a valid {MANIFEST_FILE}. "
            "Choose an empty folder, or delete it if it is an export of an older version."
        )
    return {*manifest.files, MANIFEST_FILE}


def _written(part: Path, files: dict[str, bytes]) -> Path:
    """Writes a new folder with these files and their manifest."""
    for path, data in {**files, MANIFEST_FILE: _manifest(files)}.items():
        target = part / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return part


def _manifest(files: Iterable[str]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(ExportManifest(FORMAT, sorted(files))), indent=1)


def _place(part: Path, folder: Path, old: set[str], new: Sequence[str]) -> None:
    """Moves a written export to its place, over the files of an earlier one."""
    if not folder.exists():
        part.rename(folder)
        return
    # Killed in between, the folder still has a manifest of everything that may be there.
    write_whole(folder / MANIFEST_FILE, _manifest({*old, *new}))
    for path in new:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (part / path).replace(folder / path)
    gone = {folder / path for path in old - {*new, MANIFEST_FILE}}
    for file in gone:
        file.unlink(missing_ok=True)
    for above in sorted({above for file in gone for above in file.parents if folder in above.parents}, reverse=True):
        if above.is_dir() and not any(above.iterdir()):
            above.rmdir()
    (part / MANIFEST_FILE).replace(folder / MANIFEST_FILE)


def exported(source: Path | None, report: Callable[[str], None]) -> dict[str, bytes]:
    games = [game for game in every_game(report) if exportable(game, report)]
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
        files[f"api/games/{game.name}/how.json"] = protocol.to_json(how_info(game))
        files[f"api/games/{game.name}/topics.json"] = protocol.to_json({"topics": topic_infos(game)})
        files[f"api/games/{game.name}/rules.md"] = game.rules().encode()
    files["api/games.json"] = protocol.to_json({"games": [game_info(game) for game in games]})
    for name, page in PAGES.items():
        files[f"{name}.html"] = page.render().encode()
    files["index.html"] = (STATIC / "offline" / "index.html").read_bytes()
    files["manifest.webmanifest"] = json.dumps(manifest("Battle games against bots, all in the browser.")).encode()
    files = {path: _with_relative_paths(path, data) for path, data in files.items()}
    files |= _pyodide(obtain(PYODIDE, source, report))
    files["python.zip"] = python_archive(games, [obtain(wheel, source, report) for wheel in WHEELS])
    version = _version({**files, SERVICE: service})
    files["index.html"] = files["index.html"].replace(b"VERSION", version.encode())
    files[SERVICE] = _service(service, version, files)
    return files


def _with_relative_paths(path: str, data: bytes) -> bytes:
    """Makes paths relative to this file, and adds the content policy to pages."""
    if not path.endswith((".html", ".js", ".css")):
        return data
    up = "../" * path.count("/")
    placed = (PATH_IN_SCRIPT if path.endswith(".js") else PATH_IN_PAGE).sub(rf"\1{up}\2".encode(), data)
    policy = f'{HEAD}\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return placed.replace(HEAD.encode(), policy.encode())


def _pyodide(packed: bytes) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for name in RUNTIME:
            file = archive.extractfile(f"package/{name}")
            assert file is not None, f"{PYODIDE.file} is the one that was tested, and holds {name}"
            found[f"pyodide/{name}"] = file.read()
    return found


def _version(files: dict[str, bytes]) -> str:
    whole = hashlib.sha256()
    for path in sorted(files):
        whole.update(f"{path}\n{hashlib.sha256(files[path]).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]


def _service(text: bytes, version: str, files: dict[str, bytes]) -> bytes:
    """The service worker with version and file hashes; it never caches other versions."""
    kept = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    said = json.dumps({"./": kept["index.html"], **kept}, sort_keys=True, indent=0)
    return f'const VERSION = "{version}";\nconst FILES = {said};\n\n'.encode() + text
