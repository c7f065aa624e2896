"""Does `rumpus lab worth` find what a variant planted? `python -m benchmarks.worth_detects`

Values the things of a game under different seeds, with the files of `benchmarks/planted`, and counts how often the bomb
is seen to help whoever has it, and the dud to harm. `--pairs` plants two things that only work together in their stead,
and counts how often `worth --pairs` claims them, and how often it claims anything where nothing is planted.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from rumpus.core.catalogue import find_game
from rumpus.core.position import Plain
from rumpus.lab.experiments.treatments import Pair, Valuation, find_pairs, value
from rumpus.lab.reports.experiment_page import pair_words, points
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rules_patch import Variant
from rumpus.lab.simulation.workers import Workers, working

FEW = ["Kind Witch", "Sick Witch", "Blind Witch", "Angry Witch", "Greedy Witch", "Cocksure Witch"]
PAIRS = {"cat_brawl": {"Guard and Draw", "Can't Guard"}, "creature_wars": {"Blind Witch", "Angry Witch"}}
SUSPECTS = 2
"""Pairs that are tested in each valuation."""


class Planted:
    """What is in a game's file, and what it is looked for among."""

    def __init__(self, game: str, kind: str, bomb: str, dud: str, changes: dict[str, Plain]) -> None:
        self.game = find_game(game)
        self.kind = kind
        self.bomb = bomb
        self.dud = dud
        self.changes = changes
        self.variant = Variant.of(Path(__file__).parent / "planted" / f"{game}.py")
        self.synergy = Variant.of(Path(__file__).parent / "planted" / f"{game}_pair.py")

    def value(self, players: str, deals: int, seed: str, workers: Workers) -> Valuation:
        plan = Plan(self.game, self.changes, [players], deals, seed, variant=self.variant)
        return value(plan, self.kind, workers, precision=0.001)

    def pairs(self, players: str, deals: int, seed: str, workers: Workers, planted: bool) -> list[Pair]:
        """The pairs that were tested, as `worth --pairs` does, with as many fresh deals each."""
        variant = self.synergy if planted else None
        plan = Plan(self.game, self.changes, [players], deals, seed, variant=variant)
        return find_pairs(plan, value(plan, self.kind, workers, precision=0.001, each=2), workers, SUSPECTS)


def planted_in(game: str, more: dict[str, Plain] | None = None) -> Planted:
    if game == "cat_brawl":
        return Planted(game, "card", "Guaranteed Purring", "Double Purring", more or {})
    return Planted(game, "witch", "Kind Witch", "Sick Witch", {"witches": list[Plain](FEW), **(more or {})})


def things(game: str, players: str, numbers: range, deals: int, jobs: int) -> None:
    planted, began = planted_in(game), time.perf_counter()
    helps = harms = 0
    with working(jobs, apart=True) as workers:
        for number in numbers:
            found = planted.value(players, deals, f"planted/{number}", workers)
            bomb, dud = found.of(planted.bomb), found.of(planted.dud)
            helps += bomb.sure > 0
            harms += dud.sure < 0
            print(f"{game} {number + 1:2}: {points(bomb.holding)}, {points(dud.holding)}", flush=True)
    spent = time.perf_counter() - began
    print(f"{game}: bomb seen in {helps} and dud in {harms} of {len(numbers)}", flush=True)
    print(f"{found.games:,} games each; {spent:.0f} s", flush=True)


def pairs(game: str, players: str, numbers: range, deals: int, jobs: int, planting: bool) -> None:
    planted = planted_in(game)
    right = wrong = tested = 0
    with working(jobs, apart=planting) as workers:
        for number in numbers:
            seed = f"{'pair' if planting else 'no pair'}/{number}"
            found = planted.pairs(players, deals, seed, workers, planting)
            claimed = [pair for pair in found if pair.claimed]
            there = [pair for pair in claimed if planting and {pair.one, pair.two} == PAIRS[game]]
            right += any(pair.together.value > 0 for pair in there)
            wrong += len(claimed) - len(there)
            tested += len(found)
            told = "; ".join(pair_words(pair) for pair in claimed) or "nothing claimed"
            print(f"{game} {'planted' if planting else 'nothing planted'} {number + 1:2}: {told}", flush=True)
    if planting:
        print(f"{game}: the pair is found in {right} of {len(numbers)}; others claimed: {wrong}", flush=True)
    else:
        print(f"{game}: {wrong} of {tested} pairs claimed where there is nothing", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worth_detects", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(PAIRS), help="which games")
    parser.add_argument("--repeats", type=int, default=20, help="valuations of each game")
    parser.add_argument("--first", type=int, default=0, help="the number of the first, to share them out")
    parser.add_argument("--deals", type=int, default=60, help="deals in each")
    parser.add_argument("--pairs", action="store_true", help="two things that only work together, and nothing")
    parser.add_argument("--only", choices=["planted", "nothing"], default="", help="one half of --pairs")
    parser.add_argument("--players", default="greedy", help="who plays")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 is one per core")
    words = parser.parse_args()
    numbers = range(words.first, words.first + words.repeats)
    for game in words.games:
        if not words.pairs:
            things(game, words.players, numbers, words.deals, words.jobs)
            continue
        for half in [words.only] if words.only else ["planted", "nothing"]:
            pairs(game, words.players, numbers, words.deals, words.jobs, half == "planted")


if __name__ == "__main__":
    main()
