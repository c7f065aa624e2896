"""Sets everything up from nothing but a Python: a virtual environment in .venv with this checkout installed in it.

Used by ./start and ./check; the work is done again only after a change of the sources.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
OLDEST = (3, 11)


def python_in(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run_with_new_enough_python() -> None:
    """Goes on under a newer Python if this one is too old and another is there."""
    if sys.version_info >= OLDEST:
        return
    for minor in range(15, OLDEST[1] - 1, -1):
        other = shutil.which(f"python3.{minor}")
        if other:
            os.execv(other, [other, *sys.argv])
    sys.exit(f"Rumpus needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}.")


def fingerprint(extras: str) -> str:
    """Changes with whatever an install would change with."""
    digest = hashlib.sha256(f"{sys.version} {extras} {os.environ.get('RUMPUS_BUILD', '')}".encode())
    files = [ROOT / "pyproject.toml", ROOT / "build_hook.py", *sorted((ROOT / "src").rglob("*"))]
    for path in files:
        if path.is_file() and path.suffix not in (".pyc", ".so"):
            digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()


def set_up(extras: str = "") -> Path:
    """A Python with this checkout installed, its rules compiled where there is a C compiler."""
    run_with_new_enough_python()
    folder = ROOT / ".venv"
    python, stamp = python_in(folder), folder / "rumpus-installed"
    print_mark = fingerprint(extras)
    if python.exists() and stamp.exists() and stamp.read_text() == print_mark:
        return python
    print("Setting up Rumpus in .venv (a minute or two, once) …", file=sys.stderr, flush=True)
    if not python.exists():
        try:
            venv.create(folder, with_pip=True, clear=True)
        except (subprocess.CalledProcessError, OSError):
            sys.exit(
                "This Python cannot make a virtual environment; on Debian and Ubuntu: apt-get install python3-venv"
            )
    target = f".[{extras}]" if extras else "."
    stamp.unlink(missing_ok=True)
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"The installation failed:\n{done.stdout}\n{done.stderr}")
    stamp.write_text(print_mark)
    return python
