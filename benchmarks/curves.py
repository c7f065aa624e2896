"""Pictures of how cost grows, each with a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

COLOURS = {
    "Battle Puno": "#c2410c",
    "Cat Brawl": "#7c3aed",
    "Creature Wars": "#15803d",
    "Defend the City": "#0369a1",
    "Ultimatum": "#a16207",
}
MARKS = {"Battle Puno": "o", "Cat Brawl": "s", "Creature Wars": "^", "Defend the City": "D", "Ultimatum": "v"}


class Curve:
    """One picture: its axes and its sentence."""

    def __init__(self, name: str, title: str, across: str, up: str, sentence: str) -> None:
        self.name = name
        self.title = title
        self.across = across
        self.up = up
        self.sentence = sentence


CURVES = [
    Curve(
        "players",
        "Random games per second against players",
        "players",
        "whole games per second (logarithmic)",
        "Whole games of uniformly random moves inside compiled code, by number of players: {shares}. (Creature Wars is "
        "for two.)",
    ),
    Curve(
        "hands",
        "Random games per second against cards dealt",
        "cards dealt to each player",
        "whole games per second (logarithmic)",
        "By cards dealt to each player (Battle Puno: Traditional, 4 players): {shares}.",
    ),
    Curve(
        "maps",
        "Random games of Ultimatum per second against the size of the map",
        "hexes of the map",
        "whole games per second (logarithmic)",
        "Ultimatum, 2 × 3, on square maps of 49 to 676 hexes with a wall in every sixteenth: {shares}. On a large map "
        "random squads also take longer to meet.",
    ),
    Curve(
        "squads",
        "Random games of Ultimatum per second against the size of the squads",
        "characters on each side",
        "whole games per second (logarithmic)",
        "Ultimatum on Crossroads, two players, by characters in a squad: {shares}.",
    ),
    Curve(
        "memory",
        "Memory of a position as the game goes on",
        "random moves made",
        "bytes of one kept copy",
        "What one more kept copy of a position takes, by moves made since the start (default numbers of players): "
        "{last}.",
    ),
    Curve(
        "search",
        "Simulations per second against the budget of a search",
        "simulations of one search (logarithmic)",
        "simulations per second (logarithmic)",
        "One search from the start of a game for two, rollouts to the end by the game's `rollout_move`, by its "
        "budget: {shares}. A tree that grows costs a little more to walk down, and what is set up once weighs less.",
    ),
    Curve(
        "lab",
        "Games per second in the lab, on one core and on two",
        "",
        "games per second by the clock (logarithmic)",
        "The lab with the greedy bot on all seats, results written to disk, by the clock on the wall, from one "
        "core to two: {shares}.",
    ),
]


def lines_of(curve: Curve, found: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The points of a picture by line, sorted."""
    lines: dict[str, list[dict[str, Any]]] = {}
    for point in found:
        if point["system"] == "growth" and point["task"] == curve.name:
            lines.setdefault(point["metric"], []).append(point)
    return {name: sorted(points, key=lambda point: float(point["at"])) for name, points in lines.items()}


def sentence(curve: Curve, lines: dict[str, list[dict[str, Any]]]) -> str:
    """The sentence of a picture, with its first and last figures."""
    shares = []
    last = []
    for name, points in lines.items():
        first, final = points[0], points[-1]
        if len(points) > 1:
            from_to = f"{first['median']:,.0f} → {final['median']:,.0f}"
            shares.append(f"{name} {from_to} (× {final['median'] / first['median']:.2f})")
        last.append(f"{name} {final['median']:,.0f}")
    return curve.sentence.format(shares=", ".join(shares), last=", ".join(last))


def draw(curve: Curve, lines: dict[str, list[dict[str, Any]]], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4.8))
    if curve.name == "lab":
        _bars(axes, lines)
    else:
        for name, points in lines.items():
            at = [point["at"] for point in points]
            colour = COLOURS[name]
            axes.fill_between(
                at, [point["low"] for point in points], [point["high"] for point in points], color=colour, alpha=0.15
            )
            axes.plot(at, [point["median"] for point in points], color=colour, marker=MARKS[name], label=name)
        if curve.name == "search":
            axes.set_xscale("log")
        elif max(len(points) for points in lines.values()) <= 8 and curve.name != "maps":
            axes.set_xticks(sorted({point["at"] for points in lines.values() for point in points}))
    if curve.name == "memory":
        axes.set_ylim(bottom=0)
    else:
        axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.yaxis.set_minor_formatter(lambda value, _: f"{value:,.0f}" if f"{value:.0e}"[0] in "25" else "")
    axes.set_xlabel(curve.across)
    axes.set_ylabel(curve.up)
    axes.set_title(curve.title, loc="left", fontweight="bold")
    axes.grid(axis="y", alpha=0.25)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    if len(lines) > 1 or curve.name == "lab":
        axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.tight_layout()
    figure.savefig(path, dpi=130)
    plt.close(figure)


def _bars(axes: Any, lines: dict[str, list[dict[str, Any]]]) -> None:
    """Two bars per game: one core and two cores."""
    names = list(lines)
    for index, (cores, colour) in enumerate(((1, "#94a3b8"), (2, "#c2410c"))):
        values = [point["median"] for name in names for point in lines[name] if point["at"] == cores]
        if len(values) == len(names):
            at = [place + 0.4 * index - 0.2 for place in range(len(names))]
            axes.bar(at, values, width=0.38, color=colour, label="1 core" if cores == 1 else f"{cores} cores")
            for place, value in zip(at, values, strict=True):
                axes.text(place, value * 1.05, f"{value:,.0f}", ha="center", fontsize=8)
    axes.set_xticks(range(len(names)), names)


def chapter(found: Sequence[dict[str, Any]], folder: Path) -> str:
    """Draws every measured picture into the folder `speed` and returns the text."""
    parts = []
    for curve in CURVES:
        lines = lines_of(curve, found)
        if lines:
            draw(curve, lines, folder / "speed" / f"{curve.name}.png")
            parts.append(f"![{curve.title}](speed/{curve.name}.png)\n\n{sentence(curve, lines)}\n")
    return "\n".join(parts)
