"""The figures as tables and pictures: each of ours beside the engine a user would pick instead."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

OURS = "rumpus compiled"
SLOW = "rumpus interpreted"

# Ours, theirs, and how many times faster we mean to be.
GOALS: list[tuple[str, str, str, float]] = [
    ("Battle Puno, Traditional, 4 players", "OpenSpiel", "crazy_eights(players=4)", 4.0),
    ("Battle Puno, Traditional, 4 players", "RLCard", "uno raw game, 4 players", 10.0),
    ("Battle Puno, Traditional, 4 players", "boardgame.io", "crazy eights, reducer", 1.0),
    ("Battle Puno, Traditional, 4 players, loop inside", "OpenSpiel", "crazy_eights(players=4), loop inside", 1.0),
    ("Cat Brawl, 2 players", "OpenSpiel", "goofspiel", 4.0),
    ("Cat Brawl, 2 players", "PettingZoo", "rps_v2", 1.0),
    ("Defend the City", "OpenSpiel", "python_tic_tac_toe", 1.0),
    ("Defend the City", "OpenSpiel", "connect_four", 1.0),
    ("Ultimatum, 2 × 3 on Crossroads", "Catanatron", "random games, 2 players", 6.0),
    ("Ultimatum, 2 × 3 on Crossroads", "python-chess", "chess", 1.0),
]
# Ours alone: what it should reach on one core of a small machine.
FLOORS: list[tuple[str, str, float]] = [
    ("Battle Puno, Traditional, 4 players", "moves/s", 1_000_000),
    ("Cat Brawl, 2 players", "moves/s", 1_000_000),
    ("Defend the City", "moves/s", 1_000_000),
    ("Creature Wars", "games/s", 1_500),
    ("Ultimatum, 2 × 3 on Crossroads", "moves/s", 150_000),
]


class Report:
    def __init__(self, lines: list[dict[str, Any]]) -> None:
        self.lines = [line for line in lines if line["metric"] != "error"]

    def value(self, system: str, task: str, metric: str) -> float | None:
        """The median figure, if it was measured; games/s follow from moves/s and the length of a game."""
        if metric == "games/s":
            moves, length = self.value(system, task, "moves/s"), self.value(system, task, "moves/game")
            return moves / length if moves and length else None
        for line in self.lines:
            if (line["system"], line["task"], line["metric"]) == (system, task, metric):
                return float(line["median"])
        return None

    def ours(self) -> list[list[str]]:
        """A row per task of ours."""
        rows = []
        for task in dict.fromkeys(line["task"] for line in self.lines if line["system"] == OURS):
            fast, slow = self.value(OURS, task, "moves/s"), self.value(SLOW, task, "moves/s")
            games, copy = self.value(OURS, task, "games/s"), self.value(OURS, task, "copy µs")
            memory = self.value(OURS, task, "bytes/position")
            ratio = f"{fast / slow:.1f} ×" if fast and slow else ""
            rows.append([task, number(fast), number(slow), ratio, number(games), small(copy), number(memory)])
        return rows

    def beside(self) -> list[list[str]]:
        """A row per comparison: ours, theirs, the ratio, and the ratio we mean to reach."""
        rows = []
        for task, system, theirs, goal in GOALS:
            mine, other = self.value(OURS, task, "moves/s"), self.value(system, theirs, "moves/s")
            if mine and other:
                met = "yes" if mine / other >= goal else "no"
                rows.append(
                    [
                        task,
                        f"{system} {theirs}",
                        number(mine),
                        number(other),
                        f"{mine / other:.1f} ×",
                        f"{goal:g} ×",
                        met,
                    ]
                )
        return rows

    def floors(self) -> list[list[str]]:
        rows = []
        for task, metric, goal in FLOORS:
            value = self.value(OURS, task, metric)
            if value:
                rows.append([task, metric, number(value), number(goal), "yes" if value >= goal else "no"])
        return rows

    def everything(self) -> list[list[str]]:
        rows = []
        for line in self.lines:
            spread = f"{number(line['low'])} … {number(line['high'])}" if "low" in line else ""
            value = small(line["median"]) if line["metric"] == "copy µs" else number(line["median"])
            rows.append([line["system"], line["task"], line["metric"], value, spread, line["note"]])
        return rows

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        return [
            (
                "Our games, random play driven from Python, one core, CPU time",
                [
                    "task",
                    "moves/s compiled",
                    "interpreted",
                    "compiled : interpreted",
                    "games/s",
                    "copy µs",
                    "bytes each",
                ],
                self.ours(),
            ),
            ("What we mean to reach", ["task", "figure", "measured", "goal", "met"], self.floors()),
            ("Beside the peers", ["ours", "theirs", "ours/s", "theirs/s", "ratio", "goal", "met"], self.beside()),
            ("Every figure", ["system", "task", "figure", "median", "spread", "how"], self.everything()),
        ]

    def print(self) -> None:
        console = Console(width=max(140, Console().width))
        for title, head, rows in self.tables():
            if rows:
                table = Table(*head, title=title, title_justify="left")
                for row in rows:
                    table.add_row(*row)
                console.print(table)

    def write(self, folder: Path) -> None:
        """docs/speed.md and its pictures."""
        pictures = folder / "speed"
        pictures.mkdir(parents=True, exist_ok=True)
        self.picture(pictures / "beside-the-peers.png")
        parts = [
            "# Speed\n\n    python3 -m benchmarks --docs\n\n"
            "measures all of this in one run (`--quick --ours` for a first look): random legal "
            "play, one core, CPU time, the median of several repetitions with their spread. The loop that "
            "drives a game from Python is the same for ours and for theirs.\n\n"
            "![Our engines beside the peers](speed/beside-the-peers.png)\n",
            f"Measured with Python {platform.python_version()} on {platform.system()} {platform.machine()}; "
            "the peers in the versions that `benchmarks/__main__.py` pins.\n",
        ]
        for title, head, rows in self.tables():
            if rows:
                parts.append(f"## {title}\n\n{markdown(head, rows)}\n")
        (folder / "speed.md").write_text("\n".join(parts), encoding="utf-8")

    def picture(self, path: Path) -> None:
        """Bars of moves per second, ours and the peers', on a logarithmic scale."""
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        bars = [
            (line["system"].replace("rumpus compiled", "Rumpus"), line["task"], line["median"])
            for line in self.lines
            if line["metric"] == "moves/s" and line["system"] != SLOW
        ]
        bars.sort(key=lambda bar: bar[2])
        figure, axes = plt.subplots(figsize=(11, 0.34 * len(bars) + 1.6))
        colors = ["#c2410c" if system == "Rumpus" else "#94a3b8" for system, _, _ in bars]
        axes.barh([f"{system}: {task}" for system, task, _ in bars], [value for _, _, value in bars], color=colors)
        for index, (_, _, value) in enumerate(bars):
            axes.text(value * 1.05, index, number(value), va="center", fontsize=8)
        axes.set_xscale("log")
        axes.set_xlim(right=max(value for _, _, value in bars) * 4)
        axes.set_xlabel("decisions per second, one core (logarithmic)")
        axes.set_title("Random play: Rumpus beside other engines", loc="left", fontweight="bold")
        axes.tick_params(axis="y", labelsize=8)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        figure.tight_layout()
        figure.savefig(path, dpi=130)
        plt.close(figure)


def number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"


def small(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def markdown(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])
