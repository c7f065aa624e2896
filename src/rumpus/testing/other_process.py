"""Processes with other hashes to replay games: `python -m rumpus.testing.other_process`."""

from __future__ import annotations

import atexit
import base64
import functools
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from typing import Final

from rumpus.core.game import Game
from rumpus.testing.law import BrokenLaw
from rumpus.testing.transcript import Answer, transcript

HASH_SEEDS: Final = 3
"""Number of other processes, each with its own order of sets and strings."""


class OtherProcess:
    """Client of a process: JSON lines, with games as pickles. Their classes must be importable."""

    def __init__(self, hash_seed: int) -> None:
        path = os.pathsep.join([entry or os.getcwd() for entry in sys.path])
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(self.close)

    def transcript(self, game: Game, changes: Mapping[str, object], seed: str) -> list[Answer]:
        try:
            travelling = base64.b64encode(pickle.dumps(game)).decode()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise BrokenLaw(f"the game cannot be loaded in another process: {error}", game.name) from error
        ask, answer = self._process.stdin, self._process.stdout
        assert ask is not None
        assert answer is not None
        ask.write(json.dumps([travelling, dict(changes), seed]) + "\n")
        ask.flush()
        line = answer.readline()
        if not line:
            other_processes.cache_clear()
            raise BrokenLaw("the other process ended while it played this game", game.name)
        answers = json.loads(line)
        if isinstance(answers, str):
            raise BrokenLaw(f"the game cannot be played in another process: {answers}", game.name)
        return [(step, what, said) for step, what, said in answers]

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


@functools.cache
def other_processes() -> list[OtherProcess]:
    """Starts one process per hash seed; none has the seed of this one."""
    own = os.environ.get("PYTHONHASHSEED", "")
    return [OtherProcess(seed) for seed in range(1, HASH_SEEDS + 2) if str(seed) != own][:HASH_SEEDS]


def main() -> None:
    """Answers requests. Output of games goes to stderr."""
    answer, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        travelling, changes, seed = json.loads(line)
        said: object
        try:
            said = transcript(pickle.loads(base64.b64decode(travelling)), changes, seed)
        except Exception as error:
            said = repr(error)
        answer.write(json.dumps(said) + "\n")
        answer.flush()


if __name__ == "__main__":
    main()
