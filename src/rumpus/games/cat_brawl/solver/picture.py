"""A plot of a solved duel by own and other HP."""

from __future__ import annotations

import io

import matplotlib.pyplot as plt
import numpy as np

from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.movements import MOVEMENTS
from rumpus.games.cat_brawl.solver.solution import DuelSolution


def draw(solution: DuelSolution) -> bytes:
    top = solution.duel.graph.numbers.win_hp
    wins = np.array([[solution.win_probability_at(own, other) for other in range(1, top)] for own in range(1, top)])
    shares = np.array([[solution.movement_policy(own, other) for other in range(1, top)] for own in range(1, top)])
    first, second = (BREEDS[breed] for breed in solution.breeds)
    figure, panels = plt.subplots(1, 4, figsize=(18, 4.6), layout="constrained")
    pictures = [(f"{first} wins", wins, "RdYlGn")] + [
        (f"{movement.word}s", shares[:, :, movement.kind], "magma") for movement in MOVEMENTS
    ]
    for panel, (title, numbers, colours) in zip(panels, pictures, strict=True):
        shown = panel.imshow(
            numbers, origin="lower", vmin=0, vmax=1, cmap=colours, extent=(0.5, top - 0.5, 0.5, top - 0.5)
        )
        panel.set_title(title.replace("scratchs", "scratches"))
        panel.set_xlabel(f"HP of the {second}")
        figure.colorbar(shown, ax=panel, shrink=0.8)
    panels[0].set_ylabel(f"HP of the {first}")
    figure.suptitle(f"Cat Brawl without cards: {first} against {second}, both at their best")
    drawn = io.BytesIO()
    figure.savefig(drawn, dpi=110, format="png")
    plt.close(figure)
    return drawn.getvalue()
