"""Does `rumpus lab worth` find a bomb and a dud that a variant planted? `python -m benchmarks.worth_detects`

Values the things of a game under different seeds, with the files of `benchmarks/planted`, and counts how often the bomb
is seen to help whoever has it, and the dud to harm.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from rumpus.core.catalogue import find_game
from rumpus.core.contract import Plain
from rumpus.lab.plan import Plan
from rumpus.lab.variant import Variant
from rumpus.lab.workers import Workers, working
from rumpus.lab.worth import Valuation, value
from rumpus.lab.worth_page import points

FEW = ["Kind Witch", "Sick Witch", "Blind Witch", "Angry Witch", "Greedy Witch", "Cocksure Witch"]


class Planted:
    """What is in a game's file, and what it is looked for among."""

    def __init__(self, game: str, kind: str, bomb: str, dud: str, changes: dict[str, Plain]) -> None:
        self.game = find_game(game)
        self.kind = kind
        self.bomb = bomb
        self.dud = dud
        self.changes = changes
        self.variant = Variant.of(Path(__file__).parent / "planted" / f"{game}.py")

    def value(self, players: str, deals: int, seed: str, workers: Workers) -> Valuation:
        plan = Plan(self.game, self.changes, [players], deals, seed, variant=self.variant)
        return value(plan, self.kind, workers, precision=0.001)


def planted_in(game: str, more: dict[str, Plain] | None = None) -> Planted:
    if game == "cat_brawl":
        return Planted(game, "card", "Guaranteed Purring", "Double Purring", more or {})
    return Planted(game, "witch", "Kind Witch", "Sick Witch", {"witches": list[Plain](FEW), **(more or {})})


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worth_detects", description=__doc__)
    parser.add_argument("--repeats", type=int, default=20, help="valuations of each game")
    parser.add_argument("--deals", type=int, default=60, help="deals in each")
    parser.add_argument("--players", default="greedy", help="who plays")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 is one per core")
    words = parser.parse_args()
    for game in ("cat_brawl", "creature_wars"):
        planted, began = planted_in(game), time.perf_counter()
        helps = harms = 0
        with working(words.jobs, apart=True) as workers:
            for number in range(words.repeats):
                found = planted.value(words.players, words.deals, f"planted/{number}", workers)
                bomb, dud = found.of(planted.bomb), found.of(planted.dud)
                helps += bomb.sure > 0
                harms += dud.sure < 0
                print(f"{game} {number + 1:2}: {points(bomb.holding)}, {points(dud.holding)}", flush=True)
        spent = time.perf_counter() - began
        print(f"{game}: bomb seen in {helps} and dud in {harms} of {words.repeats}", flush=True)
        print(f"{found.games:,} games each; {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
