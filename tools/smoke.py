"""Smoke test of an installed wheel.

    python tools/smoke.py --expect compiled     # with the Python of an environment that has only the wheel
    python tools/smoke.py --expect pure

Prints the version, plays every game between bots, replays the golden games, and starts a server.
"""

from __future__ import annotations

import argparse
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import rumpus
from rumpus.testing import check_golden

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "laws" / "golden"
START_SECONDS = 60.0


def check_installation(expected: str) -> None:
    where = Path(rumpus.__file__).resolve()
    if where.is_relative_to(ROOT / "src"):
        raise SystemExit("This tests the sources. Use the Python of an environment with the wheel.")
    if rumpus.compiled() != (expected == "compiled"):
        raise SystemExit(f"This is not a {expected} build: {where}")
    told = subprocess.run([sys.executable, "-m", "rumpus", "--version"], check=True, capture_output=True, text=True)
    print(told.stdout.strip())


def play_games() -> None:
    for name in rumpus.list_games():
        found = rumpus.game(name)
        seats = found.seats(found.options())
        match = rumpus.play(found, ["greedy", *["random"] * (seats - 1)], seed="smoke")
        check_golden(found, GOLDEN)
        print(f"{found.title}: {len(match.record.moves)} moves, golden games as they were")


def serve() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "rumpus", "serve", "--no-open", "--port", str(port), "--store", "tables.db"]
        server = subprocess.Popen(command, cwd=folder)
        try:
            deadline = time.monotonic() + START_SECONDS
            while not _answers(f"http://127.0.0.1:{port}/readyz"):
                if time.monotonic() > deadline or server.poll() is not None:
                    raise SystemExit("The server does not answer.")
                time.sleep(0.2)
            print("the server answers")
        finally:
            server.terminate()
            server.wait()


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--expect", choices=["compiled", "pure"], required=True, help="the kind of wheel")
    expected = parser.parse_args().expect
    check_installation(expected)
    play_games()
    serve()


if __name__ == "__main__":
    main()
