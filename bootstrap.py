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
FOLDER = ROOT / ".venv"
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


def fingerprint() -> str:
    """Changes with whatever a build would change with."""
    digest = hashlib.sha256(sys.version.encode())
    files = [ROOT / "pyproject.toml", ROOT / "build_hook.py", *sorted((ROOT / "src").rglob("*"))]
    for path in files:
        if path.is_file() and path.suffix not in (".pyc", ".so"):
            digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def compiler() -> bool:
    """Whether there is a C compiler; without one the rules run as plain Python."""
    return any(shutil.which(name) for name in ("cc", "gcc", "clang"))


def set_up(extras: str = "", wait_for_compiler: bool = True) -> Path:
    """A Python with this checkout installed, its rules compiled where there is a C compiler.

    Compiling takes minutes; who does not want to wait for it gets plain Python at once, and the compiled rules the
    next time.
    """
    run_with_new_enough_python()
    python, stamp, wheels = python_in(FOLDER), FOLDER / "rumpus-installed", FOLDER / "wheels" / fingerprint()
    made = next(iter(wheels.glob("*.whl")), None)
    how = "compiled" if compiler() and (wait_for_compiler or made) else "plain"
    there = stamp.read_text().split() if stamp.exists() else ["", "", ""]
    brought = there[2:] if there[:2] == [wheels.name, how] else []
    enough = there[:2] == [wheels.name, how] and (not extras or extras in brought)
    if python.exists() and enough:
        return python
    words = "compiling the rules takes some minutes, once" if how == "compiled" and not made else "a minute, once"
    print(f"Setting up Rumpus in .venv ({words}) …", file=sys.stderr, flush=True)
    if not python.exists():
        make_environment()
    stamp.unlink(missing_ok=True)
    if how == "compiled" and made is None:
        run([*wheel_command(python), str(wheels)], RUMPUS_BUILD="native")
        made = next(wheels.glob("*.whl"))
    target = "." if made is None else str(made)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*install, f"{target}[{extras}]" if extras else target], RUMPUS_BUILD="pure")
    if made is not None:
        # The version number stays while the sources change, and pip takes the same number for the same thing.
        run([*install, "--force-reinstall", "--no-deps", target])
    stamp.write_text(" ".join([wheels.name, how, *brought, extras]))
    if how == "plain" and compiler():
        compile_aside(python, wheels)
    return python


def make_environment() -> None:
    try:
        venv.create(FOLDER, with_pip=True, clear=True)
    except (subprocess.CalledProcessError, OSError):
        sys.exit("This Python cannot make a virtual environment; on Debian and Ubuntu: apt-get install python3-venv")


def wheel_command(python: Path) -> list[str]:
    return [str(python), "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", ".", "-w"]


def compile_aside(python: Path, wheels: Path) -> None:
    """Compile in the background, for the next start; a build that fails leaves no wheel and plain Python goes on."""
    command = [*wheel_command(python), str(wheels)]
    if shutil.which("nice"):
        command = ["nice", *command]
    environment = {**os.environ, "RUMPUS_BUILD": "native"}
    quiet = subprocess.DEVNULL
    subprocess.Popen(command, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet, start_new_session=True)


def run(command: list[str], **environment: str) -> None:
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"The installation failed:\n{done.stdout}\n{done.stderr}")
