"""Third-party files of an export: Pyodide, and binary dependencies built for it.

Their versions and hashes are pinned together, since Pyodide's binary interface depends on its Python.

python -m rumpus.offline.runtime        fetches them into the cache
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from rumpus.core.errors import RumpusError
from rumpus.core.system.files import cache_folder, write_whole

PLATFORM = "pyemscripten_2026_0_wasm32"
FETCH_SECONDS = 300


class Download(Struct, frozen=True):
    """A third-party file, and its download command. The target folder is the last argument."""

    file: str
    sha256: str
    command: tuple[str, ...]


def _wheel(name: str, version: str, sha256: str) -> Download:
    words = (
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--python-version=314",
        "--implementation=cp", "--abi=cp314", f"--platform={PLATFORM}", f"{name}=={version}", "--dest",
    )  # fmt: skip
    return Download(f"{name}-{version}-cp314-cp314-{PLATFORM}.whl", sha256, words)


PYODIDE = Download(
    "pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    ("npm", "pack", "--silent", "pyodide@314.0.7", "--pack-destination"),
)
WHEELS = (
    _wheel("msgspec", "0.22.0", "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"),
    _wheel("librt", "0.16.0", "1b384b90ab79a7bc30b566895809a636e0666f21f3cf12b54823d025b7e83839"),
)


def obtain(download: Download, folder: Path | None, report: Callable[[str], None]) -> bytes:
    """Returns the file: from `folder` if given, else from the cache, else fetched."""
    home = folder or cache_folder()
    path = home / download.file
    if path.is_file():
        return _checked(download, path)
    if folder is not None:
        raise RumpusError(f"{folder} holds no {download.file}. Fetch it with `{_shown_command(download)} {folder}`.")
    report(f"fetching {download.file}")
    with tempfile.TemporaryDirectory() as work:
        _fetch(download, Path(work))
        data = _checked(download, Path(work) / download.file)
    try:
        home.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    except OSError as error:
        report(f"{download.file} is not kept for the next export: {error.strerror or error}.")
    return data


def _fetch(download: Download, work: Path) -> None:
    why = f"{download.command[0]} is not installed"
    if shutil.which(download.command[0]):
        try:
            done = subprocess.run([*download.command, str(work)], capture_output=True, text=True, timeout=FETCH_SECONDS)
            why = " ".join(done.stderr.split())[-300:] or "nothing was fetched"
        except subprocess.TimeoutExpired:
            why = f"it took more than {FETCH_SECONDS} seconds"
    if not (work / download.file).is_file():
        raise RumpusError(
            f"{download.file} cannot be fetched ({why}). Run `{_shown_command(download)} DIR` "
            "on a machine with a network, then use --from DIR."
        )


def _checked(download: Download, path: Path) -> bytes:
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != download.sha256:
        raise RumpusError(f"{path} is not the file that was tested. Delete it to fetch it again.")
    return data


def _shown_command(download: Download) -> str:
    return " ".join(["pip", *download.command[3:]] if download.command[0] == sys.executable else download.command)


def obtain_all() -> None:
    try:
        for download in (PYODIDE, *WHEELS):
            obtain(download, None, print)
    except RumpusError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    obtain_all()
