"""Tables of the figures: ours beside those of other engines."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

import rumpus
from benchmarks.study import Row, Study, game_titles, rules_of, this_machine, today

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

    def study(self) -> Study:
        """Every figure, and ours divided by theirs."""
        titles = game_titles()
        rows = [figure_row(line, titles) for line in self.lines]
        for task, system, theirs, _ in GOALS:
            figure = figure_of(task)
            mine, other = self.value(OURS, task, figure), self.value(system, theirs, figure)
            if mine and other:
                label = f"against {system} {theirs}"
                rows.append(Row(game_of(task, titles), label, round(mine / other, 2), "times as fast"))
        names = ", ".join(names[0].replace("==", " ").replace("@", " ") for names in self.versions.values())
        return Study(
            "speed",
            "researcher",
            "How fast are the rules and the search, beside other engines?",
            "python -m benchmarks --write",
            rules_of(rows),
            rumpus.__version__,
            today(),
            f"{this_machine()}; {'; '.join(self.notes) or 'load unknown'}; {names}",
            "lowest and highest of the repetitions",
            "Medians of random legal play and of search, on one core, in CPU time. "
            "Other games are the nearest, not the same. A loop inside runs in compiled code.",
            rows,
        )


def figure_row(line: dict[str, Any], titles: dict[str, str]) -> Row:
    """The row of a figure. Labels of our own leave out the game's title."""
    system, task = line["system"].removeprefix("rumpus "), line["task"]
    game = game_of(task, titles)
    parts = [part for part in task.split(", ") if part not in titles]
    label = ": ".join(filter(None, (system, ", ".join(parts) if game else task)))
    return Row(game, label, line["median"], line["metric"], line.get("low"), line.get("high"))


def game_of(task: str, titles: dict[str, str]) -> str | None:
    """Returns the game of one of our tasks; None for a task of a peer."""
    return titles.get(task.removeprefix("search, ").partition(",")[0])


def figure_of(task: str) -> str:
    """The metric of one of our tasks."""
    return "simulations/s" if task.startswith("search") else "moves/s"


def number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"


def small(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
