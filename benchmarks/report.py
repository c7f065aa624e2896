"""Tables and pictures of the figures: ours beside those of other engines."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.curves import chapter

OURS = "rumpus compiled"
SLOW = "rumpus interpreted"

PUNO_SEARCH = "search, Battle Puno, Traditional, 2 players"
CPP_SEARCH = "C++ MCTS on crazy_eights(players=2)"
PYTHON_SEARCH = "Python MCTS on crazy_eights(players=2)"

# Our task, their system and task, and the intended ratio (0: none).
GOALS: list[tuple[str, str, str, float]] = [
    ("Battle Puno, Traditional, 4 players", "OpenSpiel", "crazy_eights(players=4)", 4.0),
    ("Battle Puno, Traditional, 4 players", "RLCard", "uno raw game, 4 players", 10.0),
    ("Battle Puno, Traditional, 4 players", "boardgame.io", "crazy eights, reducer", 1.0),
    ("Battle Puno, Traditional, 4 players, loop inside", "OpenSpiel", "crazy_eights(players=4), loop inside", 1.0),
    ("Battle Puno, Traditional, 4 players, loop inside", "Pgx", "connect_four, batch 1000, loop inside", 0.0),
    ("Battle Puno, Traditional, 4 players, loop inside", "Pgx", "leduc_holdem, batch 1000, loop inside", 0.0),
    (f"{PUNO_SEARCH}, any move", "OpenSpiel", PYTHON_SEARCH, 15.0),
    (f"{PUNO_SEARCH}, any move", "OpenSpiel", CPP_SEARCH, 0.5),
    (PUNO_SEARCH, "OpenSpiel", PYTHON_SEARCH, 15.0),
    (PUNO_SEARCH, "OpenSpiel", CPP_SEARCH, 0.5),
    ("Cat Brawl, 2 players", "OpenSpiel", "goofspiel", 4.0),
    ("Cat Brawl, 2 players", "PettingZoo", "rps_v2", 1.0),
    ("Defend the City", "OpenSpiel", "python_tic_tac_toe", 1.0),
    ("Defend the City", "OpenSpiel", "connect_four", 1.0),
    ("Ultimatum, 2 × 3 on Crossroads", "Catanatron", "random games, 2 players", 6.0),
    ("Ultimatum, 2 × 3 on Crossroads", "python-chess", "chess", 1.0),
    ("Defend the City, loop inside", "Pgx", "tic_tac_toe, batch 1000, loop inside", 0.0),
]
# Our task, figure, and its target on one core of a small machine.
FLOORS: list[tuple[str, str, float]] = [
    ("Battle Puno, Traditional, 4 players", "moves/s", 1_000_000),
    ("Cat Brawl, 2 players", "moves/s", 1_000_000),
    ("Defend the City", "moves/s", 1_000_000),
    ("Creature Wars", "games/s", 1_500),
    ("Ultimatum, 2 × 3 on Crossroads", "moves/s", 150_000),
]


NOTES = """## How to read it

Battle Puno is compared with the nearest card games of the others, not with the same game: a random game of it takes
about 150 decisions with four players, OpenSpiel's `crazy_eights` about 80, RLCard's `uno` about 50, and ours tracks
what every seat knows. In the search rows a simulation is one rollout to the end of the game: about 175 decisions with
uniformly random moves (“any move”), about 60 with the game's `rollout_move`, which never draws by choice, and about 85
in `crazy_eights`. OpenSpiel's bots search the real deal, ours samples what is hidden. Pgx plays a thousand games side
by side in one compiled step and is shown for comparison.

A profile of Battle Puno (loop inside) shows: over a third of the time is spent in the rules themselves, none of their
functions above a ninth; nearly as much in Python's lists and numbers, which compiled code still uses; a seventh in
drawing random numbers. In Ultimatum it is the lists of moves, some 90 to a decision, and their speed depends on how
much memory they touch. Lists of unboxed numbers would be faster.
"""


class Report:
    def __init__(self, lines: list[dict[str, Any]], versions: dict[str, list[str]]) -> None:
        self.versions = versions
        self.growth = [line for line in lines if line["system"] == "growth"]
        self.notes = [f"{line['task']}: {line['note']}" for line in lines if line["system"] == "machine"]
        aside = ("growth", "machine")
        self.lines = [line for line in lines if line["metric"] != "error" and line["system"] not in aside]

    def value(self, system: str, task: str, metric: str) -> float | None:
        """The median, or None if not measured. games/s are computed from moves/s and moves/game."""
        if metric == "games/s":
            moves, length = self.value(system, task, "moves/s"), self.value(system, task, "moves/game")
            return moves / length if moves and length else None
        for line in self.lines:
            if (line["system"], line["task"], line["metric"]) == (system, task, metric):
                return float(line["median"])
        return None

    def ours(self) -> list[list[str]]:
        rows = []
        for task in dict.fromkeys(line["task"] for line in self.lines if line["system"] == OURS):
            figure = figure_of(task)
            fast, slow = self.value(OURS, task, figure), self.value(SLOW, task, figure)
            games, copy = self.value(OURS, task, "games/s"), self.value(OURS, task, "copy µs")
            memory = self.value(OURS, task, "bytes/position")
            ratio = f"{fast / slow:.1f} ×" if fast and slow else ""
            rows.append([task, number(fast), number(slow), ratio, number(games), small(copy), number(memory)])
        return rows

    def beside(self) -> list[list[str]]:
        """A row per comparison: ours, theirs, the ratio and its target."""
        rows = []
        for task, system, theirs, goal in GOALS:
            figure = figure_of(task)
            mine, other = self.value(OURS, task, figure), self.value(system, theirs, figure)
            if mine and other:
                met = ("yes" if mine / other >= goal else "no") if goal else ""
                rows.append(
                    [
                        task,
                        f"{system} {theirs}",
                        number(mine),
                        number(other),
                        f"{mine / other:.2f} ×" if mine / other < 2 else f"{mine / other:.1f} ×",
                        f"{goal:g} ×" if goal else "",
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
                    "moves/s (search: simulations/s) compiled",
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
        """Writes docs/speed.md and its pictures."""
        pictures = folder / "speed"
        pictures.mkdir(parents=True, exist_ok=True)
        if self.lines:
            self.picture(pictures / "beside-the-peers.png")
        parts = [
            "# Speed\n\n    python3 -m benchmarks --docs\n\n"
            "measures all of this in one run (`--quick --ours` for a first look, `--growth` for the growth alone): "
            "random legal play, one core, CPU time, the median of several repetitions with their spread. The loop that "
            "drives a game from Python is the same for ours and for theirs, and picks uniformly among the legal moves; "
            "“loop inside” is whole random games inside compiled code on either side.\n\n"
            "![Our engines beside the peers](speed/beside-the-peers.png)\n",
            f"Measured with Python {platform.python_version()} on {platform.system()} {platform.machine()}, "
            f"{os.cpu_count()} cores ({'; '.join(self.notes) or 'load unknown'}); beside "
            f"{', '.join(names[0].replace('==', ' ').replace('@', ' ') for names in self.versions.values())}.\n",
        ]
        tables = [(title, head, rows) for title, head, rows in self.tables() if rows]
        for title, head, rows in tables[:-1]:
            parts.append(f"## {title}\n\n{markdown(head, rows)}\n")
        parts.append(NOTES)
        if self.growth:
            parts.append(f"## How cost grows\n\n{chapter(self.growth, folder)}")
        for title, head, rows in tables[-1:]:
            parts.append(f"## {title}\n\n{markdown(head, rows)}\n")
        (folder / "speed.md").write_text("\n".join(parts), encoding="utf-8")

    def picture(self, path: Path) -> None:
        """Draws bars on a logarithmic scale: decisions per second, then simulations per second."""
        import matplotlib

        matplotlib.use("Agg")
        import matplotlib.pyplot as plt

        panels = [
            ("moves/s", "decisions per second, one core (logarithmic)", "Random play: Rumpus beside other engines"),
            (
                "simulations/s",
                "simulations per second, one core (logarithmic)",
                "Search: Rumpus beside OpenSpiel's bots",
            ),
        ]
        drawn = [(self.bars(figure), across, title) for figure, across, title in panels]
        drawn = [panel for panel in drawn if panel[0]]
        heights = [len(bars) + 3 for bars, _, _ in drawn]
        figure, grid = plt.subplots(
            len(drawn), 1, figsize=(11, 0.34 * sum(heights)), height_ratios=heights, squeeze=False
        )
        for (bars, across, title), axes in zip(drawn, grid[:, 0], strict=True):
            colors = ["#c2410c" if system == "Rumpus" else "#94a3b8" for system, _, _ in bars]
            axes.barh([f"{system}: {task}" for system, task, _ in bars], [value for _, _, value in bars], color=colors)
            for index, (_, _, value) in enumerate(bars):
                axes.text(value * 1.05, index, number(value), va="center", fontsize=8)
            axes.set_xscale("log")
            axes.set_xlim(right=max(value for _, _, value in bars) * 4)
            axes.set_ylim(-0.7, len(bars) - 0.3)
            axes.set_xlabel(across)
            axes.set_title(title, loc="left", fontweight="bold")
            axes.tick_params(axis="y", labelsize=8)
            for side in ("top", "right"):
                axes.spines[side].set_visible(False)
        figure.tight_layout()
        figure.savefig(path, dpi=130)
        plt.close(figure)

    def bars(self, figure: str) -> list[tuple[str, str, float]]:
        """System, task and value, slowest first."""
        found = [
            (line["system"].replace("rumpus compiled", "Rumpus"), line["task"], float(line["median"]))
            for line in self.lines
            if line["metric"] == figure and line["system"] != SLOW
        ]
        return sorted(found, key=lambda bar: bar[2])


def figure_of(task: str) -> str:
    """The metric of one of our tasks."""
    return "simulations/s" if task.startswith("search") else "moves/s"


def number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"


def small(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def markdown(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])
