"""Checks the browser's scripts against the types of the protocol, with TypeScript.

python -m tools.browser_check        needs npm; downloads the compiler once, into the benchmarks' cache
"""

from __future__ import annotations

import shutil
import subprocess

from benchmarks.__main__ import CACHE
from bootstrap import ROOT

COMPILER = "typescript@7.0.2"


def main() -> None:
    if not shutil.which("npm"):
        raise SystemExit("This check needs npm, which is not installed.")
    home = CACHE / "typescript"
    if not (home / "node_modules").exists():
        home.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "init", "-y"], cwd=home, check=True, capture_output=True)
        subprocess.run(["npm", "install", COMPILER], cwd=home, check=True, capture_output=True)
    compiler = home / "node_modules" / ".bin" / "tsc"
    raise SystemExit(subprocess.run([str(compiler), "-p", str(ROOT / "tests" / "web" / "tsconfig.json")]).returncode)


if __name__ == "__main__":
    main()
