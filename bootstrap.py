"""Installs this checkout into a virtual environment in .venv, for ./start and ./check.

Installs again only after a change of the sources. constraints.txt pins the other packages; `python3 bootstrap.py renew`
rewrites it with the newest versions.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
FOLDER = ROOT / ".venv"
CONSTRAINTS = ROOT / "constraints.txt"
OLDEST = (3, 11)
INSTALL = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
CACHES = {".mypy_cache", ".ruff_cache", "__pycache__"}
TRAINING = ("torch", "sb3_contrib", "stable_baselines3")


def python_in(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run_with_new_enough_python() -> None:
    """Restarts under a newer Python if this one is too old."""
    if sys.version_info >= OLDEST:
        return
    for minor in range(15, OLDEST[1] - 1, -1):
        other = shutil.which(f"python3.{minor}")
        if other:
            os.execv(other, [other, *sys.argv])
    sys.exit(f"Rumpus needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}.")


def needs() -> str:
    """Hash of what determines the installed dependencies."""
    digest = hashlib.sha256(sys.version.encode())
    for path in (ROOT / "pyproject.toml", CONSTRAINTS):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def fingerprint() -> str:
    """Hash of everything that a build depends on; caches among the sources do not count."""
    digest = hashlib.sha256(needs().encode())
    for path in (ROOT / "build_hook.py", *sorted((ROOT / "src").rglob("*"))):
        if path.is_file() and path.suffix != ".so" and not CACHES.intersection(path.parts):
            digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def compiler() -> bool:
    """True if there is a C compiler. Without one the rules run interpreted."""
    return any(shutil.which(name) for name in ("cc", "gcc", "clang"))


class Stamp:
    """The stamp file in .venv: hash of the dependencies, fingerprint and kind of the build, extras."""

    path = FOLDER / "rumpus-installed"

    def __init__(self) -> None:
        words = self.path.read_text().split() if self.path.exists() else []
        fresh = words[:1] == [needs()]
        self.build = tuple(words[1:3]) if fresh else ()
        self.extras = words[3:] if fresh else []

    def has(self, extras: str) -> bool:
        return not extras or extras in self.extras or "test" in self.extras

    def write(self, build: str, how: str, extras: str) -> None:
        self.path.write_text(" ".join([needs(), build, how, *sorted({*self.extras, extras})]))


def set_up(extras: str = "", wait_for_compiler: bool = True) -> Path:
    """Returns a Python with this checkout installed, compiled if there is a C compiler.

    Compiling takes minutes. With `wait_for_compiler=False` it happens in the background: this call installs
    interpreted rules, a later one the compiled wheel.
    """
    run_with_new_enough_python()
    python, stamp, wheels = python_in(FOLDER), Stamp(), FOLDER / "wheels" / fingerprint()
    made = next(iter(wheels.glob("*.whl")), None)
    how = "compiled" if compiler() and (wait_for_compiler or made) else "plain"
    if python.exists() and stamp.build == (wheels.name, how) and stamp.has(extras):
        return python
    begin("compiling the rules takes some minutes, once" if how == "compiled" and not made else "a minute, once")
    if how == "compiled" and made is None:
        run([*wheel_command(python), str(wheels)], RUMPUS_BUILD="native")
        made = next(wheels.glob("*.whl"))
    target = "." if made is None else str(made)
    if made is None or not stamp.build or not stamp.has(extras):
        run([str(python), *INSTALL, f"{target}[{extras}]" if extras else target], RUMPUS_BUILD="pure")
    if made is not None:
        # The version number stays while the sources change, so pip would keep the old build.
        run([str(python), *INSTALL, "--force-reinstall", "--no-deps", target])
    stamp.write(wheels.name, how, extras)
    if how == "plain" and compiler():
        compile_in_background(python, wheels)
    return python


def set_up_needs(extras: str) -> Path:
    """Returns a Python with all dependencies, to run the sources with `source_environment`."""
    run_with_new_enough_python()
    python, stamp = python_in(FOLDER), Stamp()
    if python.exists() and stamp.build and stamp.has(extras):
        return python
    begin("a minute or two, once")
    run([str(python), *INSTALL, f".[{extras}]"], RUMPUS_BUILD="pure")
    stamp.write("sources", "plain", extras)
    return python


@contextmanager
def compiling() -> Iterator[None]:
    """Compiles the rules in the background, if needed; `set_up` finds the wheel. Waits for it at the end."""
    run_with_new_enough_python()
    wheels = FOLDER / "wheels" / fingerprint()
    if not compiler() or any(wheels.glob("*.whl")):
        yield
        return
    print("Compiling the rules (some minutes, once) …", file=sys.stderr, flush=True)
    if not python_in(FOLDER).exists():
        make_environment(FOLDER)
    command = [*wheel_command(python_in(FOLDER)), str(wheels)]
    environment = {**os.environ, **tested_versions(), "RUMPUS_BUILD": "native"}
    with tempfile.TemporaryFile("w+") as output:
        building = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=output, stderr=output, start_new_session=os.name != "nt"
        )
        try:
            yield
            status = building.wait()
        except BaseException:
            stop(building)
            raise
        if status:
            output.seek(0)
            sys.exit(f"The rules could not be compiled:\n{output.read()}")


def stop(building: subprocess.Popen[bytes]) -> None:
    """Ends a build and the compilers it has started."""
    if os.name == "nt":
        building.kill()
    elif building.poll() is None:
        os.killpg(building.pid, signal.SIGTERM)


def set_up_training(python: Path) -> bool:
    """Installs torch if a CPU build is available; GPU builds take gigabytes. True if torch can be imported."""
    import tomllib

    if subprocess.run([str(python), "-c", "import torch, sb3_contrib"], capture_output=True).returncode == 0:
        return True
    environment = {**os.environ, **tested_versions()}
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["train"]
    plan = subprocess.run(
        [str(python), *INSTALL, "--dry-run", "--report", "-", *wanted], env=environment, capture_output=True, text=True
    )
    if plan.returncode:
        return False
    names = [item["metadata"]["name"] for item in json.loads(plan.stdout)["install"]]
    if any(name.startswith("nvidia") for name in names):
        return False
    print("Installing torch for the tests that train …", file=sys.stderr, flush=True)
    run([str(python), *INSTALL, *wanted])
    return True


def set_up_scripts(npm: str) -> bool:
    """Installs the checkers of the browser's scripts in node_modules. True if they are there."""
    stamp = ROOT / "node_modules" / "rumpus-installed"
    wanted = hashlib.sha256((ROOT / "package.json").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return True
    print("Installing the checkers of the browser's scripts …", file=sys.stderr, flush=True)
    # package.json names exact versions, and they name theirs: a lock file would hold nothing more.
    command = [npm, "install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True)
    if done.returncode == 0:
        stamp.write_text(wanted)
    return done.returncode == 0


def source_environment() -> dict[str, str]:
    """Returns the environment variables for running the sources of this checkout, interpreted."""
    path = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *([path] if path else [])]), "RUMPUS_PURE": "1"}


def begin(message: str) -> None:
    print(f"Setting up Rumpus in .venv ({message}) …", file=sys.stderr, flush=True)
    if not python_in(FOLDER).exists():
        make_environment(FOLDER)
    Stamp.path.unlink(missing_ok=True)


def make_environment(folder: Path) -> None:
    try:
        venv.create(folder, with_pip=True, clear=True)
    except (subprocess.CalledProcessError, OSError):
        sys.exit("This Python cannot make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv.")


def wheel_command(python: Path) -> list[str]:
    return [str(python), "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", ".", "-w"]


def compile_in_background(python: Path, wheels: Path) -> None:
    """Compiles in the background for the next start. If that fails, the rules stay interpreted."""
    command = [*wheel_command(python), str(wheels)]
    if shutil.which("nice"):
        command = ["nice", *command]
    environment = {**os.environ, **tested_versions(), "RUMPUS_BUILD": "native"}
    quiet = subprocess.DEVNULL
    subprocess.Popen(command, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet, start_new_session=True)


def example_games(arguments: list[str], folder: Path = FOLDER) -> dict[str, str]:
    """Returns the environment variables that make named games of examples/ available to one process."""
    import tomllib

    path: list[str] = []
    for project in sorted(ROOT.glob("examples/*/pyproject.toml")):
        meta = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
        for name, target in meta["entry-points"]["rumpus.games"].items():
            if name in arguments:
                info = folder / "examples" / name
                (info / f"{name}.dist-info").mkdir(parents=True, exist_ok=True)
                (info / f"{name}.dist-info/METADATA").write_text(f"Name: {meta['name']}\nVersion: {meta['version']}\n")
                (info / f"{name}.dist-info/entry_points.txt").write_text(f"[rumpus.games]\n{name} = {target}\n")
                path += [str(info), str(project.parent)]
    before = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": os.pathsep.join([*path, before] if before else path)} if path else {}


def tested_versions() -> dict[str, str]:
    """Returns the environment variables that pin versions for pip and its build environments."""
    return {"PIP_CONSTRAINT": str(CONSTRAINTS), "PIP_BUILD_CONSTRAINT": str(CONSTRAINTS)}


def run(command: list[str], **environment: str) -> None:
    everything = {**os.environ, **tested_versions(), **environment}
    done = subprocess.run(command, cwd=ROOT, env=everything, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"The installation failed:\n{done.stdout}\n{done.stderr}")


def renew() -> None:
    """Rewrites constraints.txt with the newest versions."""
    run_with_new_enough_python()
    head = [line for line in CONSTRAINTS.read_text().splitlines() if line.startswith("#")]
    with tempfile.TemporaryDirectory(prefix="rumpus-renew-") as folder:
        make_environment(Path(folder))
        python = str(python_in(Path(folder)))
        free = {**os.environ, "RUMPUS_BUILD": "pure"}
        subprocess.run([python, *INSTALL, "--upgrade", ".[test]", "setuptools"], cwd=ROOT, env=free, check=True)
        frozen = subprocess.run([python, "-m", "pip", "freeze", "--all"], check=True, capture_output=True, text=True)
    ours = ("rumpus", "pip")
    lines = [line for line in frozen.stdout.splitlines() if "==" in line and line.split("==")[0] not in ours]
    # The training packages are not installed here; their versions change by hand.
    lines += [line for line in CONSTRAINTS.read_text().splitlines() if line.split("==")[0] in TRAINING]
    CONSTRAINTS.write_text("\n".join([*head, *sorted(lines, key=str.lower)]) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] != ["renew"]:
        sys.exit("usage: python3 bootstrap.py renew")
    renew()
