"""What an export needs of others: Pyodide, and those of our dependencies that are no plain Python, built for it.

They are pinned together, since the binary interface of Pyodide changes with its Python; npm and pip fetch them once,
and nothing is believed whose hash is another.

python -m rumpus.offline.runtime        has them fetched into the cache
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from rumpus.core.errors import RumpusError
from rumpus.core.system.files import write_whole

PLATFORM = "pyemscripten_2026_0_wasm32"
SECONDS = 300


class Piece(Struct, frozen=True):
    """A file of others, and how it is fetched into the folder that is put behind these words."""

    file: str
    sha256: str
    words: tuple[str, ...]


def _wheel(name: str, version: str, sha256: str) -> Piece:
    words = (
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--python-version=314",
        "--implementation=cp", "--abi=cp314", f"--platform={PLATFORM}", f"{name}=={version}", "--dest",
    )  # fmt: skip
    return Piece(f"{name}-{version}-cp314-cp314-{PLATFORM}.whl", sha256, words)


PYODIDE = Piece(
    "pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    ("npm", "pack", "--silent", "pyodide@314.0.7", "--pack-destination"),
)
WHEELS = (
    _wheel("msgspec", "0.22.0", "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"),
    _wheel("librt", "0.16.0", "1b384b90ab79a7bc30b566895809a636e0666f21f3cf12b54823d025b7e83839"),
)


def cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "rumpus"


def bring(piece: Piece, folder: Path | None, tell: Callable[[str], None]) -> bytes:
    """The piece: from this folder alone if there is one, else from the cache, else fetched."""
    home = folder or cache_folder()
    path = home / piece.file
    if path.is_file():
        return _checked(piece, path)
    if folder is not None:
        raise RumpusError(f"{folder} holds no {piece.file}; `{_said(piece)} {folder}` fetches it there")
    tell(f"fetching {piece.file}")
    with tempfile.TemporaryDirectory() as work:
        _fetch(piece, Path(work))
        data = _checked(piece, Path(work) / piece.file)
    home.mkdir(parents=True, exist_ok=True)
    write_whole(path, data)
    return data


def _fetch(piece: Piece, work: Path) -> None:
    why = f"{piece.words[0]} is not installed"
    if shutil.which(piece.words[0]):
        try:
            done = subprocess.run([*piece.words, str(work)], capture_output=True, text=True, timeout=SECONDS)
            why = " ".join(done.stderr.split())[-300:] or "nothing was fetched"
        except subprocess.TimeoutExpired:
            why = f"it took more than {SECONDS} seconds"
    if not (work / piece.file).is_file():
        raise RumpusError(
            f"{piece.file} cannot be fetched ({why}); where there is a network, `{_said(piece)} DIR` does it, and "
            "--from DIR takes it from there"
        )


def _checked(piece: Piece, path: Path) -> bytes:
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != piece.sha256:
        raise RumpusError(f"{path} is not the file that was tested: delete it, and it is fetched again")
    return data


def _said(piece: Piece) -> str:
    return " ".join(["pip", *piece.words[3:]] if piece.words[0] == sys.executable else piece.words)


def bring_all() -> None:
    """Have everything in the cache; a sentence says what cannot be had."""
    try:
        for piece in (PYODIDE, *WHEELS):
            bring(piece, None, print)
    except RumpusError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    bring_all()
