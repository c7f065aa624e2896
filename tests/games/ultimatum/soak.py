"""Random games on every map: `python -m tests.games.ultimatum.soak 5000`.

Every game must end in a valid state. Each map is played by all its numbers of players, with squads of every size and
every kind of pick.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from rumpus.core.options import Options
from rumpus.core.playout import play_randomly
from rumpus.core.rng import SeededRng
from rumpus.games.ultimatum import game
from rumpus.games.ultimatum.maps import map_names, map_text
from rumpus.games.ultimatum.rules.terrain.mapfile import read_map


def changes_for(map: str) -> Iterator[dict[str, object]]:
    """Cycles through all valid combinations of players, squad and pick on this map."""
    counts = read_map(map_text(map)).player_counts()
    while True:
        for players in counts:
            for squad in range(1, 7):
                for pick in ("random", "blind", "draft"):
                    bans = min(2, 12 // players - squad) if pick == "draft" else 0
                    if bans >= 0:
                        yield {"map": map, "players": players, "squad": squad, "pick": pick, "bans": bans}


def soak(map: str, games: int) -> tuple[int, int, int]:
    """Plays games. Returns the numbers of moves, of matches counted out and of undecided ones."""
    moves = counted_out = undecided = 0
    rng = SeededRng(f"soak {map}")
    known: dict[str, Options] = {}
    for number, changes in zip(range(games), changes_for(map), strict=False):
        key = str(changes)
        if key not in known:
            known[key] = game.options(changes)
        position = game.start(known[key], rng)
        most = (position.n.phase_limit * 3 + 1) * position.units + 24
        moves += play_randomly(position, rng, most + 1)
        result = position.result()
        assert result is not None, f"{changes}, game {number}: not over after {most} moves"
        assert sum(result) <= 0 or len(result) == 2, changes
        in_play = [seat for seat in range(position.n.players) if position.is_in_play(seat)]
        assert len(in_play) < 2 or position.phase == position.n.phase_limit, changes
        counted_out += len(in_play) > 1
        undecided += position.winner < 0
        for unit in range(position.units):
            assert (position.hp[unit] > 0) == (position.place[unit] >= 0), changes
            assert 0 <= position.hp[unit] <= position.max_hp(unit), changes
            assert 0 <= position.shield[unit] <= position.n.shield_limit, changes
    return moves, counted_out, undecided


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    for map in map_names():
        began = time.process_time()
        moves, counted_out, undecided = soak(map, games)
        seconds = time.process_time() - began
        print(
            f"{map}: {games} games ended, {moves} moves, {moves / seconds:,.0f} moves/s; "
            f"{counted_out} counted out, {undecided} without a winner",
            flush=True,
        )


if __name__ == "__main__":
    main()
