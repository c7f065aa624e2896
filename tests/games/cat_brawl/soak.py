"""Many random games for every number of players: do they end, and does everything in the rules turn up?

`python -m tests.games.cat_brawl.soak 10000` prints a line per number of players and fails on anything missing.
"""

from __future__ import annotations

import sys
from collections import Counter

from rumpus.core.rng import SeededRng
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.rules.abilities import ABILITIES
from rumpus.games.cat_brawl.rules.cards import CARD_NAMES

NAMES = [*CARD_NAMES, *[ability.name for ability in ABILITIES]]
LONGEST = 20_000
"""Decisions that no game with the rulebook's 100 rounds and 6 players can take."""


def soak(players: int, games: int) -> tuple[Counter[str], int]:
    """How often each card and ability was used and each ending came about, and how many decisions it all took."""
    options = game.options({"players": players})
    rng = SeededRng(f"soak {players}")
    seen: Counter[str] = Counter()
    decisions = 0
    for number in range(games):
        position = game.start(options, rng, listen=True)
        made = 0
        while position.to_act():
            for seat in position.to_act():
                moves = position.moves(seat)
                position.apply(seat, moves[rng.below(len(moves))], rng)
                made += 1
            for event in position.take_events():
                seen.update(name for _, did, name in game.lab().ledger(event) if did in ("played", "used"))
                if event.kind in ("won", "drawn"):
                    seen[event.kind] += 1
            assert made < LONGEST, f"game {number} of {players} does not end"
        result = position.result()
        assert result is not None
        assert result.count(1.0) == 1 or result == [0.0] * players
        decisions += made
    return seen, decisions


def missing(seen: Counter[str]) -> list[str]:
    return [name for name in (*NAMES, "won") if not seen[name]]


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for players in game.seat_counts():
        seen, decisions = soak(players, games)
        rarest = min(NAMES, key=seen.__getitem__)
        print(
            f"{players} players: {games} games ended, {decisions} decisions, {seen['won']} won, {seen['drawn']} drawn; "
            f"rarest {rarest}, {seen[rarest]} times",
            flush=True,
        )
        if missing(seen):
            sys.exit(f"never seen with {players} players: {', '.join(missing(seen))}")


if __name__ == "__main__":
    main()
