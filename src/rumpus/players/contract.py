"""What a player is: given a chair, it decides."""

from __future__ import annotations

from rumpus.core.chair import Chair
from rumpus.core.contract import Move


class Player:
    """Decides for a seat, from its chair alone. One object plays one seat of one match."""

    name = ""
    """As typed among the seats: `random`, `hard`, `search:2000`."""

    def decide(self, chair: Chair) -> Move:
        """One of `chair.moves()`."""
        raise NotImplementedError

    def explanation(self) -> str | None:
        """What it thought about its last move, in one sentence; None if there is nothing to say."""
        return None
