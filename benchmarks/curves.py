"""How cost grows: the study of what `benchmarks.growth` measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import rumpus
from benchmarks.study import Row, Study, game_titles, rules_of, this_machine, today


class Curve(NamedTuple):
    """One quantity that grows, and what it grows with."""

    name: str
    across: str
    unit: str


CURVES = [
    Curve("players", "players", "random games/s, by players"),
    Curve("hands", "cards dealt to each", "random games/s, by hand"),
    Curve("maps", "hexes of a square map", "random games/s, by map"),
    Curve("squads", "characters on each side", "random games/s, by squad"),
    Curve("memory", "random moves made", "bytes of a copy"),
    Curve("search", "simulations of one search", "simulations/s"),
    Curve("lab", "cores", "games/s in the lab, by the clock"),
]


def growth_study(found: Sequence[dict[str, Any]]) -> Study:
    titles = game_titles()
    rows = []
    for curve in CURVES:
        points = [point for point in found if point["system"] == "growth" and point["task"] == curve.name]
        for point in sorted(points, key=lambda point: (point["metric"], point["at"])):
            label = f"{point['at']:,.0f} {curve.across}"
            rows.append(Row(titles[point["metric"]], label, point["median"], curve.unit, point["low"], point["high"]))
    return Study(
        "speed-growth",
        "author",
        "How does cost grow with players, hands, maps, squads, moves, budgets and cores?",
        "python -m benchmarks --growth --write",
        rules_of(rows),
        rumpus.__version__,
        today(),
        this_machine(),
        "lowest and highest of the repetitions",
        "Medians in compiled code. The maps are square, with a wall in every sixteenth hex; "
        "on a large map random squads also take longer to meet.",
        rows,
    )
