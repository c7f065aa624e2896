"""Measures the speed of our games, interpreted and compiled, and of other engines: `python3 -m benchmarks`.

--quick takes seconds instead of minutes, --ours omits the other engines, --peers openspiel,rlcard selects some.
--growth measures only how cost grows, --write writes measurements/speed.json and speed-growth.json. The latest figures
of each part are cached; --redraw shows them again.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from bootstrap import ROOT, python_in, set_up

PEERS: dict[str, list[str]] = {
    "openspiel": ["open_spiel==2.0.2"],
    "rlcard": ["rlcard==1.2.0", "setuptools<81"],
    "pettingzoo": ["pettingzoo[classic]==1.27.0"],
    "pufferlib": ["pufferlib==3.0.0"],
    "catanatron": ["catanatron==3.2.1"],
    "python_chess": ["chess==1.11.2"],
    "pgx": ["pgx==2.6.0"],
    "boardgameio": ["boardgame.io@0.50.2"],
}
PARTS = ["machine", "compiled", "interpreted", *PEERS, "growth"]
CACHE = Path(os.environ.get("RUMPUS_PEERS", Path.home() / ".cache" / "rumpus-peers"))


def pinned(command: list[str]) -> list[str]:
    """Pins a command to one core, if `taskset` is installed."""
    core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0
    return ["taskset", "-c", str(core), *command] if shutil.which("taskset") else command


def lines_of(title: str, command: list[str], cores: str = "one", **environment: str) -> list[dict[str, Any]]:
    """Runs a benchmark program and returns the JSON lines it prints."""
    print(f"measuring {title} …", file=sys.stderr, flush=True)
    settings = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", **environment}
    command = pinned(command) if cores == "one" else command
    done = subprocess.run(command, cwd=CACHE, env=settings, stdout=subprocess.PIPE, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    for line in lines:
        if line["metric"] == "error":
            print(f"  {line['system']}: {line['note']}", file=sys.stderr)
    if done.returncode:
        print(f"  {title} exited with status {done.returncode}", file=sys.stderr)
    return lines


def peer_lines(name: str) -> list[dict[str, Any]]:
    """Installs a peer in its own environment, once, and measures it."""
    home = CACHE / name
    script = ROOT / "benchmarks" / "peers"
    if name == "boardgameio":
        if not shutil.which("node"):
            print("  boardgame.io needs node, which is not installed.", file=sys.stderr)
            return []
        if not (home / "node_modules").exists():
            home.mkdir(parents=True, exist_ok=True)
            subprocess.run(["npm", "init", "-y"], cwd=home, check=True, capture_output=True)
            subprocess.run(["npm", "install", *PEERS[name]], cwd=home, check=True, capture_output=True)
        return lines_of(name, ["node", str(script / "boardgameio.cjs")], BOARDGAMEIO=str(home), NODE_ENV="production")
    python = python_in(home)
    if not (home / "installed").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(home)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PEERS[name]], check=True)
        (home / "installed").touch()
    return lines_of(name, [str(python), "-m", f"benchmarks.peers.{name}"], PYGAME_HIDE_SUPPORT_PROMPT="1")


def growth_lines(python: Path) -> list[dict[str, Any]]:
    """Measures how cost grows. Only the lab uses all cores."""
    measure = [str(python), "-m", "benchmarks.growth"]
    return lines_of("how cost grows", measure) + lines_of("the lab on 1 and 2 cores", [*measure, "lab"], cores="all")


def cached(name: str) -> Path:
    """The file with the latest figures of one part."""
    return CACHE / "figures" / f"{name}.json"


def keep(name: str, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    if lines:
        cached(name).parent.mkdir(parents=True, exist_ok=True)
        cached(name).write_text(json.dumps(lines), encoding="utf-8")
    return lines


def load() -> str:
    """The load of the machine, as text."""
    if not hasattr(os, "getloadavg"):
        return "unknown"
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def measured(args: argparse.Namespace, chosen: list[str], python: Path) -> list[dict[str, Any]]:
    """Measures the requested parts."""
    busy = [{"system": "machine", "task": "load before", "metric": "load", "median": 0.0, "note": load()}]
    found = keep("machine", busy)
    ours = [str(python), "-m", "benchmarks.ours", *[name for name in args.games.split(",") if name]]
    found += keep("compiled", lines_of("our games, compiled", ours))
    for name in chosen:
        try:
            found += keep(name, peer_lines(name))
        except subprocess.CalledProcessError as error:
            print(f"  {name} could not be installed: {error}", file=sys.stderr)
    found += keep("interpreted", lines_of("our games, interpreted", ours, RUMPUS_PURE="1"))
    if args.growth or not args.ours:
        found += keep("growth", growth_lines(python))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="rough figures in seconds")
    parser.add_argument("--ours", action="store_true", help="omit the peers and the growth")
    parser.add_argument("--growth", action="store_true", help="measure only how cost grows; with --ours, both")
    parser.add_argument("--peers", default=",".join(PEERS), help="peers, separated by commas")
    parser.add_argument("--games", default="", help="our games, separated by commas; empty: all")
    parser.add_argument("--write", action="store_true", help="write measurements/speed.json and speed-growth.json")
    parser.add_argument("--redraw", action="store_true", help="show the cached figures, without measuring")
    parser.add_argument("--here", action="store_true", help="measure the package installed in this Python")
    args = parser.parse_args()
    chosen = [] if args.ours else args.peers.split(",")
    unknown = [name for name in chosen if name not in PEERS]
    if unknown:
        parser.error(f"There is no peer {unknown[0]!r}. Use one of {', '.join(PEERS)}.")
    python = Path(sys.executable) if args.here else set_up("test")
    if Path(sys.executable).absolute() != python.absolute():
        os.execv(python, [str(python), "-m", "benchmarks", *sys.argv[1:]])
    if args.quick:
        os.environ["BENCH_REPEATS"], os.environ["BENCH_SECONDS"] = "3", "0.2"
    CACHE.mkdir(parents=True, exist_ok=True)
    if args.redraw:
        found = [
            line for part in PARTS if cached(part).exists() for line in json.loads(cached(part).read_text("utf-8"))
        ]
    elif args.growth and not args.ours:
        found = keep("growth", growth_lines(python))
    else:
        found = measured(args, chosen, python)
    from benchmarks.curves import growth_study
    from benchmarks.report import Report
    from benchmarks.study import write_study

    report = Report(found, PEERS)
    report.print()
    if args.write and report.lines:
        write_study(report.study())
    if args.write and report.growth:
        write_study(growth_study(report.growth))


if __name__ == "__main__":
    main()
