"""Chooses a fast player that stands in for a slow one while attackers train."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import NamedTuple

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.rng import SeededRng
from rumpus.players.catalogue import find_player, player_name

MAX_DECISION_SECONDS = 0.01
"""Mean time per decision up to which a player is met in training itself. Slower ones leave too few games."""
CANDIDATES = ("learned", "normal", "greedy")
"""Players that may stand in, the strongest first."""
PILOT_SECONDS = 2.0
"""Time for measuring one player, at most."""
PILOT_DECISIONS = 60


class StandIn(NamedTuple):
    """A substitute for a slow player, and the seconds per decision of both."""

    name: str
    seconds: float
    replaced_seconds: float

    def sentence(self, player: str) -> str:
        return (
            f"{player} needs {1000 * self.replaced_seconds:.0f} ms per decision, so {self.name} "
            f"({1000 * self.seconds:.1f} ms) stands in for it while attackers train. "
            f"They are chosen and counted against {player} itself."
        )


def choose_stand_in(player: str, game: Game, changes: Mapping[str, object], seed: str) -> StandIn | None:
    """Returns the strongest fast candidate, or None if the player is fast enough or no candidate is faster."""
    options = game.options(changes)
    own = decision_seconds(player, game, options, seed)
    if own <= MAX_DECISION_SECONDS:
        return None
    for name in CANDIDATES:
        if name == player_name(player):
            continue
        try:
            needed = decision_seconds(name, game, options, seed)
        except RumpusError:  # no weights came with the game
            continue
        if needed <= MAX_DECISION_SECONDS or (name == CANDIDATES[-1] and needed < own):
            return StandIn(name, needed, own)
    return None


def decision_seconds(player: str, game: Game, options: Options, seed: str) -> float:
    """Measures the mean seconds per decision of a player against itself. The first decision sets it up."""
    taken = [
        seconds for _, seconds in zip(range(PILOT_DECISIONS), _decisions(player, game, options, seed), strict=False)
    ]
    return fmean(taken[1:] or taken or [0.0])


def _decisions(player: str, game: Game, options: Options, seed: str) -> Iterator[float]:
    """Plays games and yields the seconds of every decision that was a choice, until the time is over."""
    until, number = time.monotonic() + PILOT_SECONDS, 0
    seats = range(game.seats(options))
    while time.monotonic() < until:
        rng = SeededRng(f"{seed}/pilot {number}")
        number += 1
        players = [find_player(player, game, options, f"{seed}/{number}/{seat}", timed=False) for seat in seats]
        position = game.start(options, rng)
        while position.result() is None and time.monotonic() < until:
            for seat in position.to_act():
                began = time.perf_counter()
                move = players[seat].decide(InfoState(game, options, position, seat, rng))
                if len(position.moves(seat)) > 1:
                    yield time.perf_counter() - began
                position.apply(seat, move, rng)
