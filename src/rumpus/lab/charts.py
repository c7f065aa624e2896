"""Pictures of figures, as SVG text that stands inside a page."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from rumpus.lab.figures import POINTS, Column, Estimate, Figure
from rumpus.lab.tournament import Rate

INK, PALE, FLAG, COOL = "#1f2937", "#cbd5e1", "#c2410c", "#2563eb"
plt.rcParams.update({"font.size": 10, "svg.fonttype": "path", "svg.hashsalt": "rumpus", "axes.edgecolor": PALE})


def svg(figure: Any) -> str:
    """The picture as SVG, the same text for the same picture."""
    out = io.StringIO()
    figure.savefig(out, format="svg", bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    text = out.getvalue()
    return text[text.index("<svg") :]


def _bare(axes: Any) -> None:
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)


def rates(title: str, figures: Sequence[Figure], fair: float | None, flagged: Sequence[str]) -> str:
    """One line per figure: the value as a dot, its interval as a bar, what would be even as a line."""
    scale = 100 if figures[0].unit == POINTS else 1
    estimates = [figure.estimate() for figure in figures]
    picture, axes = plt.subplots(figsize=(7.5, 0.34 * len(figures) + 1.1))
    rows = np.arange(len(figures))[::-1]
    for row, figure, estimate in zip(rows, figures, estimates, strict=True):
        color = FLAG if figure.name in flagged else COOL
        half = estimate.half * scale
        axes.errorbar(estimate.value * scale, row, xerr=half, fmt="o", color=color, capsize=3, markersize=6)
    if fair is not None:
        axes.axvline(fair * scale, color=INK, linewidth=1, linestyle=(0, (4, 3)))
        axes.text(fair * scale, len(figures) - 0.35, " even", fontsize=8, color=INK, va="bottom")
    axes.set_yticks(rows, [figure.name for figure in figures])
    axes.set_ylim(-0.7, len(figures) - 0.1)
    axes.set_xlabel("percent, with 95 % interval" if scale == 100 else figures[0].unit)
    axes.set_title(title, loc="left", fontweight="bold", color=INK)
    axes.grid(axis="x", color="#eef2f7")
    _bare(axes)
    return svg(picture)


def histogram(title: str, values: Sequence[float], unit: str) -> str:
    """How often each length comes, with the middle and the longest twentieth marked."""
    picture, axes = plt.subplots(figsize=(7.5, 2.6))
    data = np.array(values)
    whole = data.max() - data.min() < 60
    bins = (
        list(np.arange(data.min() - 0.5, data.max() + 1.5)) if whole else list(np.linspace(data.min(), data.max(), 41))
    )
    axes.hist(data, bins=bins, color=COOL, alpha=0.85)
    for share, words in ((50, "half"), (95, "95 %")):
        place = float(np.percentile(data, share))
        axes.axvline(place, color=FLAG, linewidth=1.2)
        axes.text(place, axes.get_ylim()[1], f" {words}: {place:.0f}", color=FLAG, fontsize=8, va="top")
    axes.set_xlabel(unit)
    axes.set_ylabel("games")
    axes.set_title(title, loc="left", fontweight="bold", color=INK)
    _bare(axes)
    return svg(picture)


def matrix(title: str, names: Sequence[str], values: Column, counts: Column) -> str:
    """Who beats whom: the row's win rate against the column, paler where there are few games."""
    size = 0.62 * len(names) + 2.2
    picture, axes = plt.subplots(figsize=(size + 1.2, size))
    axes.imshow(np.ma.masked_invalid(values) * 100, cmap="RdBu", vmin=20, vmax=80)
    for row in range(len(names)):
        for column in range(len(names)):
            if counts[row, column]:
                value = values[row, column] * 100
                color = "white" if abs(value - 50) > 22 else INK
                axes.text(column, row, f"{value:.0f}", ha="center", va="center", fontsize=9, color=color)
    axes.set_xticks(range(len(names)), names, rotation=40, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_title(title, loc="left", fontweight="bold", color=INK)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(length=0)
    return svg(picture)


def courses(title: str, winner: Column, loser: Column) -> str:
    """How the standing of winners and others goes over a game, on average."""
    picture, axes = plt.subplots(figsize=(7.5, 2.8))
    share = np.linspace(0, 100, len(winner))
    axes.plot(share, winner, color=COOL, linewidth=2)
    axes.plot(share, loser, color=FLAG, linewidth=2)
    axes.text(100, winner[-1], " winners", color=COOL, va="center")
    axes.text(100, loser[-1], " the others", color=FLAG, va="center")
    axes.set_xlabel("percent of the game played")
    axes.set_title(title, loc="left", fontweight="bold", color=INK)
    _bare(axes)
    return svg(picture)


def skill(title: str, steps: Sequence[tuple[str, Rate]]) -> str:
    """One line per step of strength: how often the stronger is ahead, between pure luck and pure skill."""
    picture, axes = plt.subplots(figsize=(7.5, 0.42 * len(steps) + 1.1))
    rows = np.arange(len(steps))[::-1]
    for row, (_, rate) in zip(rows, steps, strict=True):
        low, high = rate.interval
        reach = [[(rate.rate - low) * 100], [(high - rate.rate) * 100]]
        axes.errorbar(rate.rate * 100, row, xerr=reach, fmt="o", color=COOL, capsize=3, markersize=6)
    for place, words in ((50, " pure luck"), (100, "pure skill ")):
        axes.axvline(place, color=INK, linewidth=1, linestyle=(0, (4, 3)))
        side = "left" if place == 50 else "right"
        axes.text(place, len(steps) - 0.4, words, fontsize=8, color=INK, va="bottom", ha=side)
    axes.set_yticks(rows, [words for words, _ in steps])
    axes.set_ylim(-0.7, len(steps) - 0.1)
    axes.set_xlabel("percent, with 95 % interval")
    axes.set_title(title, loc="left", fontweight="bold", color=INK)
    axes.grid(axis="x", color="#eef2f7")
    _bare(axes)
    return svg(picture)


def differences(
    title: str, names: Sequence[str], estimates: Sequence[Estimate], seen: Sequence[bool], unit: str
) -> str:
    """Differences with their intervals around zero."""
    scale = 100 if unit == POINTS else 1
    picture, axes = plt.subplots(figsize=(7.5, 0.34 * len(names) + 1.1))
    rows = np.arange(len(names))[::-1]
    for row, estimate, there in zip(rows, estimates, seen, strict=True):
        color = FLAG if there else "#64748b"
        half = estimate.half * scale
        axes.errorbar(estimate.value * scale, row, xerr=half, fmt="o", color=color, capsize=3, markersize=6)
    axes.axvline(0, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    axes.set_yticks(rows, names)
    axes.set_ylim(-0.7, len(names) - 0.3)
    axes.set_xlabel(f"change in {unit}")
    axes.set_title(title, loc="left", fontweight="bold", color=INK)
    axes.grid(axis="x", color="#eef2f7")
    _bare(axes)
    return svg(picture)
