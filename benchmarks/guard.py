"""Regression guard: fails if a game is more than 40 % slower than recorded.

`python -m benchmarks.guard` compares, `python -m benchmarks.guard --record` records the present figures. Both figures
are relative, to a calibration loop and of compiled to interpreted code. So a slower or busier machine changes little.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

RECORDED = Path(__file__).with_name("recorded.json")
MAX_LOSS = 0.4


def measured() -> dict[str, dict[str, float]]:
    """Per task: compiled moves per round of the fixed job, and the ratio to interpreted."""
    root = RECORDED.parents[1]
    quick = {**os.environ, "BENCH_REPEATS": "3", "BENCH_SECONDS": "0.3", "PYTHONPATH": str(root)}
    relative: dict[str, dict[str, float]] = {"rumpus compiled": {}, "rumpus interpreted": {}}
    for pure in ("", "1"):
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.ours"],
            cwd=root.parent,
            env={**quick, "RUMPUS_PURE": pure},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        for line in map(json.loads, done.stdout.splitlines()):
            if line["metric"] == "moves/s":
                relative[line["system"]][line["task"]] = line["relative"]
    compiled, interpreted = relative["rumpus compiled"], relative["rumpus interpreted"]
    if not compiled:
        sys.exit("The guard needs the compiled build: ./check makes it.")
    return {
        task: {"moves per round": round(value, 2), "compiled : interpreted": round(value / interpreted[task], 2)}
        for task, value in compiled.items()
    }


def main() -> None:
    now = measured()
    if "--record" in sys.argv:
        RECORDED.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return
    then: dict[str, dict[str, float]] = json.loads(RECORDED.read_text(encoding="utf-8"))
    fallen = []
    for task, figures in then.items():
        for figure, value in figures.items():
            share = now.get(task, {}).get(figure, 0.0) / value
            print(f"{task}, {figure}: {share:.0%} of the recorded figure")
            if share < 1 - MAX_LOSS:
                fallen.append(f"{task}, {figure}: {share:.0%}")
    if fallen:
        sys.exit("Slower than recorded by more than 40 %: " + "; ".join(fallen))


if __name__ == "__main__":
    main()
