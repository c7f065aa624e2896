"""Writes what is solved once and kept: the cunning enemy's table, and the game of two players.

python -m rumpus.games.defend_the_city.solver.show
"""

from __future__ import annotations

import zlib
from pathlib import Path

from rich.progress import Progress as Bar

from rumpus.core.options import Options
from rumpus.core.solver import Progress
from rumpus.games.defend_the_city.rules.cunning import FILE, IDLE, SLAIN, STAMINA, STAND_OFFS
from rumpus.games.defend_the_city.rules.numbers import FIELDS, Numbers, numbers_of
from rumpus.games.defend_the_city.solver import kept
from rumpus.games.defend_the_city.solver.encounter import Played
from rumpus.games.defend_the_city.solver.whole import solve_equilibrium, whole_weights


def rulebook() -> Numbers:
    """The numbers as they are in the rulebook."""
    return numbers_of(Options(FIELDS, {}))


def packed_encounter(played: Played) -> bytes:
    """The enemy's mixtures of one encounter, as `rules/cunning.py` reads them."""
    found = bytearray()
    for enemy in range(1, STAMINA + 1):
        for defender in range(STAMINA + 1):
            before: list[int] = []
            for idle in range(IDLE):
                weights = whole_weights(played.enemy[defender, enemy, idle])
                found += b"\0" if weights == before else packed_mixture(weights)
                before = weights
    return bytes(found)


def packed_mixture(weights: list[int]) -> bytes:
    entries = [pair.to_bytes(1, "big") + weight.to_bytes(3, "big") for pair, weight in enumerate(weights) if weight]
    return len(entries).to_bytes(1, "big") + b"".join(entries)


def packed_table(progress: Progress | None = None) -> bytes:
    """The whole table, before compression."""
    solved = solve_equilibrium(rulebook(), both_forfeit=False, progress=progress)
    order = [(slain, stand_offs) for slain in range(SLAIN) for stand_offs in range(STAND_OFFS)]
    return b"".join(packed_encounter(solved.encounters[key]) for key in order)


def main() -> None:
    folder = Path(__file__).parent.parent
    with Bar() as bar:
        task = bar.add_task("solving", total=1.0)

        def told(share: float, text: str) -> None:
            bar.update(task, completed=share, description=text)

        (folder / FILE).write_bytes(zlib.compress(packed_table(told), 9))
        versus = numbers_of(Options(FIELDS, {"versus": True}))
        (folder / kept.FILE).write_bytes(kept.packed(solve_equilibrium(versus, both_forfeit=True, progress=told)))
    for name in (FILE, kept.FILE):
        print(f"{name}: {(folder / name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
