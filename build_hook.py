"""Compiles the rules with mypyc when a wheel is built; leaves nothing in the source tree.

RUMPUS_BUILD=pure never compiles. RUMPUS_BUILD=native fails if compiling fails. Otherwise a machine without a C compiler
gets a pure-Python wheel and a warning. Editable installs are always interpreted: a stale compiled module would hide
newer source.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "rumpus/core/position.py",
    "rumpus/core/evaluator.py",
    "rumpus/core/rng.py",
    "rumpus/core/outcome.py",
    "rumpus/core/playout.py",
    "rumpus/core/features.py",
    "rumpus/games/*/rules/**/*.py",
    "rumpus/games/*/evaluator.py",
    "rumpus/games/*/features.py",
    "rumpus/players/tree.py",
    "rumpus/envs/batch.py",
)
INTERPRETED = ("__init__.py",)

SETUP = """
import os
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from mypyc.build import mypycify
from setuptools import setup
import distutils.ccompiler


def compile_in_parallel(self, sources, output_dir=None, macros=None, include_dirs=None, debug=0,
                         extra_preargs=None, extra_postargs=None, depends=None):
    # One C file per module, in parallel: the stock loop compiles one after another.
    macros, objects, extra_postargs, pp_opts, build = self._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs)
    cc_args = self._get_cc_args(pp_opts, debug, extra_preargs)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda name: self._compile(name, *build[name], cc_args, extra_postargs, pp_opts), objects))
    return objects


distutils.ccompiler.CCompiler.compile = compile_in_parallel
modules = mypycify({files!r}, opt_level="3", group_name="rumpus", multi_file=True)
if sys.platform == "linux" and (sysconfig.get_config_var("CC") or "").startswith("gcc"):
    # Link-time optimisation inlines calls between modules and into mypyc's library: 10 % faster. The one large library
    # holds all code; the others only point to it.
    for module in modules:
        if module.name.endswith("__mypyc"):
            module.extra_compile_args += ["-fvisibility=hidden", "-fno-semantic-interposition", "-flto=auto"]
            module.extra_link_args += ["-flto=auto"]
setup(name="rumpus", packages=[], ext_modules=modules)
"""


def sources(src: Path) -> list[str]:
    """Lists the modules to compile, relative to the source folder."""
    found = {path for pattern in COMPILED for path in src.glob(pattern) if path.name not in INTERPRETED}
    return sorted(str(path.relative_to(src)) for path in found)


def compile_into(src: Path, work: Path) -> list[Path]:
    """Compiles a copy of the sources in the folder `work`; returns the extension modules."""
    shutil.copytree(src / "rumpus", work / "rumpus", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    # ./check type-checks everything; here the imports of the rules are not checked.
    (work / "setup.py").write_text(SETUP.format(files=["--follow-imports=silent", *sources(work)]))
    done = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"], cwd=work, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(f"mypyc could not compile the rules:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return sorted(path for path in work.rglob("*.so") if "build" not in path.relative_to(work).parts)


class CompileRules(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        mode = os.environ.get("RUMPUS_BUILD", "")
        if self.target_name != "wheel" or version == "editable" or mode == "pure":
            return
        if mode != "native" and not any(shutil.which(name) for name in ("cc", "gcc", "clang")):
            self.app.display_warning("no C compiler found: rumpus is installed as plain Python, several times slower")
            return
        self._work = Path(tempfile.mkdtemp(prefix="rumpus-build-"))
        try:
            modules = compile_into(Path(self.root, "src"), self._work)
        except RuntimeError as error:
            if mode == "native":
                raise
            self.app.display_warning(f"rumpus is installed as plain Python, several times slower: {error}")
            return
        for module in modules:
            build_data["force_include"][str(module)] = str(module.relative_to(self._work))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        work = getattr(self, "_work", None)
        if work is not None:
            shutil.rmtree(work, ignore_errors=True)
