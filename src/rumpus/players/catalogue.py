"""Finds players by the name one types."""

from __future__ import annotations

import difflib

from rumpus.core.errors import UnknownName
from rumpus.players.contract import Player
from rumpus.players.random_player import RandomPlayer


def player_names() -> list[str]:
    """Every kind of player there is, weakest first."""
    return [RandomPlayer.name]


def find_player(name: str, seed: str) -> Player:
    """A new player of that name; the same seed decides alike."""
    wanted = name.strip().lower()
    if wanted == RandomPlayer.name:
        return RandomPlayer(seed)
    known = player_names()
    close = difflib.get_close_matches(wanted, known, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]!r}?" if close else f"there is {', '.join(known)}"
    raise UnknownName(f"there is no player {name.strip()!r}; {hint}")
