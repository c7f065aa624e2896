"""A map of a solved duel: the chance to win by own and other HP, and what to do there."""

from __future__ import annotations

import io

import matplotlib.pyplot as plt
import numpy as np

from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.movements import MOVEMENTS
from rumpus.games.cat_brawl.rules.moves import PLAY
from rumpus.games.cat_brawl.rules.ring import STRATEGY
from rumpus.games.cat_brawl.solver.duel import situation
from rumpus.games.cat_brawl.solver.solution import DuelSolution


def draw(solution: DuelSolution) -> bytes:
    """One panel for the chance to win and one for each movement's share, before the first strategies of a round."""
    top = solution.duel.graph.numbers.win_hp
    wins = np.array([[solution.wins(own, other) for other in range(1, top)] for own in range(1, top)])
    words = [movement.word for movement in MOVEMENTS]
    shares = {name: np.zeros((top - 1, top - 1)) for name in words}
    for own in range(1, top):
        for other in range(1, top):
            for move, share in _strategy(solution, own, other):
                shares[PLAY[move].word][own - 1, other - 1] = share
    first, second = (BREEDS[breed] for breed in solution.breeds)
    figure, panels = plt.subplots(1, 4, figsize=(18, 4.6), layout="constrained")
    pictures = [(f"{first} wins", wins, "RdYlGn")] + [(f"{name}s", shares[name], "magma") for name in words]
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


def _strategy(solution: DuelSolution, own: int, other: int) -> list[tuple[int, float]]:
    """The best mixture of movements when everything is ready and nobody used it this round."""
    brawl = solution.duel.graph.opening(own, other)
    brawl.ask(STRATEGY)
    return solution.duel.mixture(solution.duel.graph.index[situation(brawl)], 0, solution.duel.max_rounds)
