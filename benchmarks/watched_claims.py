"""Does a comparison that is watched all the time claim too much? `python -m benchmarks.watched_claims`

What the lab's page shows is looked at whenever the data has grown by a tenth, and somebody may stop as soon as any
headline figure leaves zero out. So comparisons of nothing, whose two sides get different deals, are watched to their
end: a claim at any look by any headline figure counts. Beside it, what intervals for one look would have claimed.
"""

from __future__ import annotations

import argparse

import rumpus
from rumpus.core.catalogue import find_game
from rumpus.lab.experiments.comparison import Comparison
from rumpus.lab.experiments.probes import GROWTH, slim
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import play_row
from rumpus.stats.sequential import ERROR, FEWEST


def looks(pairs: int) -> list[int]:
    found = [FEWEST]
    while found[-1] < pairs:
        found.append(min(pairs, max(found[-1] + 1, round(GROWTH * found[-1]))))
    return found


def claims(game: str, player: str, number: int, pairs: int) -> tuple[str, bool]:
    """The first claim of a watched comparison of nothing, and whether intervals for one look claimed anything."""
    found = find_game(game)
    plans = [Plan(found, {}, [player], pairs, f"watched/{number}/{side}") for side in "ab"]
    rows = [[slim(play_row(plan, deal)) for deal in range(pairs)] for plan in plans]
    claim, loose = "", False
    for count in looks(pairs):
        before, after = (some[:count] for some in rows)
        seen = [one for one in Comparison(found, before, after, ERROR, looks=0).headlines if one.seen]
        if seen and not claim:
            claim = f"{seen[0].sentence} after {count} pairs"
        loose |= any(one.seen for one in Comparison(found, before, after, ERROR, looks=1).headlines)
    return claim, loose


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.watched_claims", description=__doc__)
    parser.add_argument("--game", default="cat_brawl")
    parser.add_argument("--player", default="random")
    parser.add_argument("--repeats", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first, to share them out")
    parser.add_argument("--pairs", type=int, default=1000, help="pairs of games in each")
    words = parser.parse_args()
    print(f"compiled: {rumpus.compiled()}; {words.game}, {words.player}; stated error {ERROR:g}", flush=True)
    watched = once = 0
    for number in range(words.first, words.first + words.repeats):
        claim, loose = claims(words.game, words.player, number, words.pairs)
        watched += bool(claim)
        once += loose
        if claim:
            print(f"{number + 1:3}: {claim}", flush=True)
    print(f"watched all the time: {watched} of {words.repeats} claimed something")
    print(f"intervals for one look, looked at as often: {once} of {words.repeats}")


if __name__ == "__main__":
    main()
