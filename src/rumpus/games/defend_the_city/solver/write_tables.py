"""Writes the stored solutions: the cunning enemy's table and the game of two players.

python -m rumpus.games.defend_the_city.solver.write_tables
"""

from __future__ import annotations

import zlib
from pathlib import Path

from rich.progress import Progress as Bar

from rumpus.core.options import Options
from rumpus.core.solver import Progress
from rumpus.games.defend_the_city.rules.cunning import ENEMIES, FILE, IDLE_TURNS, STAMINA, STAND_OFFS
from rumpus.games.defend_the_city.rules.numbers import FIELDS, Numbers
from rumpus.games.defend_the_city.solver import stored
from rumpus.games.defend_the_city.solver.encounter import SolvedEncounter
from rumpus.games.defend_the_city.solver.siege import integer_weights, solve_equilibrium


def packed_encounter(solved: SolvedEncounter) -> bytes:
    """The enemy's mixtures of one encounter, in the format of `rules/cunning.py`."""
    found = bytearray()
    for enemy in range(1, STAMINA + 1):
        for defender in range(STAMINA + 1):
            before: list[int] = []
            for idle in range(IDLE_TURNS):
                weights = integer_weights(solved.enemy[defender, enemy, idle])
                found += b"\0" if weights == before else packed_mixture(weights)
                before = weights
    return bytes(found)


def packed_mixture(weights: list[int]) -> bytes:
    entries = [pair.to_bytes(1, "big") + weight.to_bytes(3, "big") for pair, weight in enumerate(weights) if weight]
    return len(entries).to_bytes(1, "big") + b"".join(entries)


def packed_table(progress: Progress | None = None) -> bytes:
    solved = solve_equilibrium(Numbers(Options(FIELDS, {})), both_forfeit=False, progress=progress)
    order = [(slain, stand_offs) for slain in range(ENEMIES) for stand_offs in range(STAND_OFFS)]
    return b"".join(packed_encounter(solved.encounters[key]) for key in order)


def main() -> None:
    folder = Path(__file__).parent.parent
    with Bar() as bar:
        task = bar.add_task("solving", total=1.0)

        def on_progress(share: float, text: str) -> None:
            bar.update(task, completed=share, description=text)

        (folder / FILE).write_bytes(zlib.compress(packed_table(on_progress), 9))
        versus = Numbers(Options(FIELDS, {"versus": True}))
        (folder / stored.FILE).write_bytes(
            stored.pack(solve_equilibrium(versus, both_forfeit=True, progress=on_progress))
        )
    for name in (FILE, stored.FILE):
        print(f"{name}: {(folder / name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
