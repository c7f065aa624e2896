"""Draws a policy: best pair and win probability over both Staminas."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rumpus.games.defend_the_city.rules.notation import format_pair
from rumpus.games.defend_the_city.rules.scores import MAX_SCORE, PAIRS, defense_of, offense_of
from rumpus.games.defend_the_city.solver.exchange import Floats

if TYPE_CHECKING:
    from rumpus.games.defend_the_city.solver.solution import SiegeSolution

TITLES = {
    "equilibrium": "against the best of enemies (the commonest pair of the mixture)",
    "versus": "in versus, against the best of enemies (the commonest pair of the mixture)",
    "escalation": "under escalation",
}


def draw(solution: SiegeSolution) -> bytes:
    """One row for the first enemy and one for the last, before any stand-off."""
    # The object interface needs no display and keeps no global state.
    from matplotlib.figure import Figure

    numbers = solution.siege.numbers
    chosen = sorted({0, numbers.enemies - 1})
    figure = Figure(figsize=(17, 8.0 * len(chosen) + 1.2), layout="constrained")
    axes = figure.subplots(len(chosen), 3, squeeze=False, width_ratios=[10, 1.3, 11])
    against = TITLES.get(solution.name, f"against {solution.name} enemies")
    figure.suptitle(
        f"Defend the City: best play {against}\nthe city is saved with {solution.value:.2%}", fontsize=18, weight="bold"
    )
    for (left, key, right), slain in zip(axes, chosen, strict=True):
        solved = solution.siege.encounters[slain, 0]
        who = f"{slain} of {numbers.enemies} slain, no stand-off yet"
        draw_pairs(left, solved.defender[1:, :, 0].argmax(axis=-1), f"The best Offense/Defense: {who}")
        draw_key(key)
        draw_chance(right, solved.values[1:, :, 0], f"The chance to save the city: {who}")
    drawn = io.BytesIO()
    figure.savefig(drawn, dpi=100, format="png")
    return drawn.getvalue()


def colour_of(pair: int) -> tuple[float, float, float]:
    """Offense adds red, Defense adds blue, high cost darkens."""
    offense, defense = offense_of(pair) / MAX_SCORE, defense_of(pair) / MAX_SCORE
    return (1.0 - 0.75 * defense, 1.0 - 0.4 * offense - 0.4 * defense, 1.0 - 0.8 * offense * (1 - 0.45 * defense))


COLOURS = np.array([colour_of(pair) for pair in range(PAIRS)])


def ink_on(pair: int) -> str:
    return "white" if COLOURS[pair].mean() < 0.42 else "black"


def draw_pairs(axes: Any, pairs: NDArray[np.int64], title: str) -> None:
    frame(axes, pairs.shape, title)
    axes.imshow(COLOURS[pairs], origin="lower", extent=extent(pairs.shape), aspect="auto")
    if max(pairs.shape) > 40:
        return
    for row in range(pairs.shape[0]):
        for column in range(pairs.shape[1]):
            pair = int(pairs[row, column])
            words = format_pair(pair)
            axes.text(column, row + 1, words, ha="center", va="center", fontsize=6.5, color=ink_on(pair))


def draw_chance(axes: Any, values: Floats, title: str) -> None:
    frame(axes, values.shape, title)
    image = axes.imshow(values, origin="lower", extent=extent(values.shape), aspect="auto", cmap="viridis")
    axes.figure.colorbar(image, ax=axes, format=lambda value, _: f"{value:.0%}", pad=0.02)
    across = np.arange(values.shape[1])
    up = np.arange(1, values.shape[0] + 1)
    lines = axes.contour(across, up, values, levels=8, colors="white", linewidths=0.8)
    axes.clabel(lines, fmt=lambda value: f"{value:.0%}", fontsize=9)


def frame(axes: Any, shape: tuple[int, ...], title: str) -> None:
    axes.set_title(title, fontsize=13)
    axes.set_xlabel("the enemy's Stamina (0: spent)", fontsize=11)
    axes.set_ylabel("the defender's Stamina", fontsize=11)
    axes.set_xticks([0, *range(5, shape[1], 5)])
    axes.set_yticks([1, *range(5, shape[0] + 1, 5)])


def extent(shape: tuple[int, ...]) -> tuple[float, float, float, float]:
    """Centres cells on their Stamina: the enemy's from 0, the defender's from 1."""
    return -0.5, shape[1] - 0.5, 0.5, shape[0] + 0.5


def draw_key(axes: Any) -> None:
    axes.axis("off")
    key = axes.inset_axes((-0.15, 0.4, 1.1, 0.2))
    square = np.arange(PAIRS).reshape(MAX_SCORE + 1, MAX_SCORE + 1)
    key.imshow(COLOURS[square], origin="lower", aspect="auto")
    key.set_xlabel("Defense", fontsize=10)
    key.set_ylabel("Offense", fontsize=10)
    key.set_xticks(range(MAX_SCORE + 1))
    key.set_yticks(range(MAX_SCORE + 1))
    key.yaxis.set_label_position("right")
    key.yaxis.tick_right()
    key.tick_params(labelsize=9)
