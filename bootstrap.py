"""Sets everything up from nothing but a Python: a virtual environment in .venv with this checkout installed in it.

Used by ./start and ./check; the work is done again only after a change of the sources. What else gets installed stands
in constraints.txt; `python3 bootstrap.py renew` writes it anew, from what is newest in a fresh environment.
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
    """Goes on under a newer Python if this one is too old and another is there."""
    if sys.version_info >= OLDEST:
        return
    for minor in range(15, OLDEST[1] - 1, -1):
        other = shutil.which(f"python3.{minor}")
        if other:
            os.execv(other, [other, *sys.argv])
    sys.exit(f"Rumpus needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}.")


def needs() -> str:
    """Changes with whatever other packages an installation brings."""
    digest = hashlib.sha256(sys.version.encode())
    for path in (ROOT / "pyproject.toml", CONSTRAINTS):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def fingerprint() -> str:
    """Changes with whatever a build would change with, and not with what a look at the sources leaves among them."""
    digest = hashlib.sha256(needs().encode())
    for path in (ROOT / "build_hook.py", *sorted((ROOT / "src").rglob("*"))):
        if path.is_file() and path.suffix != ".so" and not CACHES.intersection(path.parts):
            digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def compiler() -> bool:
    """Whether there is a C compiler; without one the rules run as plain Python."""
    return any(shutil.which(name) for name in ("cc", "gcc", "clang"))


class Stamp:
    """What is installed in the environment: which needs, which build of which sources, which extras."""

    path = FOLDER / "rumpus-installed"

    def __init__(self) -> None:
        words = self.path.read_text().split() if self.path.exists() else []
        fresh = words[:1] == [needs()]
        self.build = tuple(words[1:3]) if fresh else ()
        self.extras = words[3:] if fresh else []

    def brings(self, extras: str) -> bool:
        return not extras or extras in self.extras or "test" in self.extras

    def write(self, build: str, how: str, extras: str) -> None:
        self.path.write_text(" ".join([needs(), build, how, *sorted({*self.extras, extras})]))


def set_up(extras: str = "", wait_for_compiler: bool = True) -> Path:
    """A Python with this checkout installed, its rules compiled where there is a C compiler.

    Compiling takes minutes; who does not want to wait for it gets plain Python at once, and the compiled rules the
    next time.
    """
    run_with_new_enough_python()
    python, there, wheels = python_in(FOLDER), Stamp(), FOLDER / "wheels" / fingerprint()
    made = next(iter(wheels.glob("*.whl")), None)
    how = "compiled" if compiler() and (wait_for_compiler or made) else "plain"
    if python.exists() and there.build == (wheels.name, how) and there.brings(extras):
        return python
    words = "compiling the rules takes some minutes, once" if how == "compiled" and not made else "a minute, once"
    begin(words)
    if how == "compiled" and made is None:
        run([*wheel_command(python), str(wheels)], RUMPUS_BUILD="native")
        made = next(wheels.glob("*.whl"))
    target = "." if made is None else str(made)
    if made is None or not there.build or not there.brings(extras):
        run([str(python), *INSTALL, f"{target}[{extras}]" if extras else target], RUMPUS_BUILD="pure")
    if made is not None:
        # The version number stays while the sources change, and pip takes the same number for the same thing.
        run([str(python), *INSTALL, "--force-reinstall", "--no-deps", target])
    there.write(wheels.name, how, extras)
    if how == "plain" and compiler():
        compile_aside(python, wheels)
    return python


def set_up_needs(extras: str) -> Path:
    """A Python with all that this checkout needs, for running the sources as they lie here: see `as_they_lie`."""
    run_with_new_enough_python()
    python, there = python_in(FOLDER), Stamp()
    if python.exists() and there.build and there.brings(extras):
        return python
    begin("a minute or two, once")
    run([str(python), *INSTALL, f".[{extras}]"], RUMPUS_BUILD="pure")
    there.write("sources", "plain", extras)
    return python


@contextmanager
def compiling() -> Iterator[None]:
    """The rules get compiled beside whatever is done meanwhile, for `set_up` to find; not where there is no need."""
    run_with_new_enough_python()
    wheels = FOLDER / "wheels" / fingerprint()
    if not compiler() or any(wheels.glob("*.whl")):
        yield
        return
    print("Compiling the rules, which takes some minutes, once …", file=sys.stderr, flush=True)
    if not python_in(FOLDER).exists():
        make_environment(FOLDER)
    command = [*wheel_command(python_in(FOLDER)), str(wheels)]
    environment = {**os.environ, **tested_versions(), "RUMPUS_BUILD": "native"}
    with tempfile.TemporaryFile("w+") as said:
        building = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=said, stderr=said, start_new_session=os.name != "nt"
        )
        try:
            yield
            status = building.wait()
        except BaseException:
            stop(building)
            raise
        if status:
            said.seek(0)
            sys.exit(f"The rules could not be compiled:\n{said.read()}")


def stop(building: subprocess.Popen[bytes]) -> None:
    """With the compilers that it has started."""
    if os.name == "nt":
        building.kill()
    elif building.poll() is None:
        os.killpg(building.pid, signal.SIGTERM)


def set_up_training(python: Path) -> bool:
    """Whether torch is there, or could be brought for the processor alone: for graphics cards it is gigabytes."""
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


def as_they_lie() -> dict[str, str]:
    """What to put into the environment of a process that shall run the sources of this checkout, interpreted."""
    path = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *([path] if path else [])]), "RUMPUS_PURE": "1"}


def begin(words: str) -> None:
    print(f"Setting up Rumpus in .venv ({words}) …", file=sys.stderr, flush=True)
    if not python_in(FOLDER).exists():
        make_environment(FOLDER)
    Stamp.path.unlink(missing_ok=True)


def make_environment(folder: Path) -> None:
    try:
        venv.create(folder, with_pip=True, clear=True)
    except (subprocess.CalledProcessError, OSError):
        sys.exit("This Python cannot make a virtual environment; on Debian and Ubuntu: apt-get install python3-venv")


def wheel_command(python: Path) -> list[str]:
    return [str(python), "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", ".", "-w"]


def compile_aside(python: Path, wheels: Path) -> None:
    """Compile in the background, for the next start; a build that fails leaves no wheel and plain Python goes on."""
    command = [*wheel_command(python), str(wheels)]
    if shutil.which("nice"):
        command = ["nice", *command]
    environment = {**os.environ, **tested_versions(), "RUMPUS_BUILD": "native"}
    quiet = subprocess.DEVNULL
    subprocess.Popen(command, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet, start_new_session=True)


def examples_named(words: list[str], folder: Path = FOLDER) -> dict[str, str]:
    """What tells a process of the games of examples/ that are named; they are not installed, so nobody else is told."""
    import tomllib

    path: list[str] = []
    for project in sorted(ROOT.glob("examples/*/pyproject.toml")):
        told = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
        for name, target in told["entry-points"]["rumpus.games"].items():
            if name in words:
                info = folder / "examples" / name
                (info / f"{name}.dist-info").mkdir(parents=True, exist_ok=True)
                (info / f"{name}.dist-info/METADATA").write_text(f"Name: {told['name']}\nVersion: {told['version']}\n")
                (info / f"{name}.dist-info/entry_points.txt").write_text(f"[rumpus.games]\n{name} = {target}\n")
                path += [str(info), str(project.parent)]
    before = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": os.pathsep.join([*path, before] if before else path)} if path else {}


def tested_versions() -> dict[str, str]:
    """Tells pip which versions to take, in the environment and in the one that it builds in."""
    return {"PIP_CONSTRAINT": str(CONSTRAINTS), "PIP_BUILD_CONSTRAINT": str(CONSTRAINTS)}


def run(command: list[str], **environment: str) -> None:
    everything = {**os.environ, **tested_versions(), **environment}
    done = subprocess.run(command, cwd=ROOT, env=everything, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"The installation failed:\n{done.stdout}\n{done.stderr}")


def renew() -> None:
    """Writes constraints.txt anew."""
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
    # What trains is not installed here; its versions stay until somebody has tried others.
    lines += [line for line in CONSTRAINTS.read_text().splitlines() if line.split("==")[0] in TRAINING]
    CONSTRAINTS.write_text("\n".join([*head, *sorted(lines, key=str.lower)]) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] != ["renew"]:
        sys.exit("usage: python3 bootstrap.py renew")
    renew()
