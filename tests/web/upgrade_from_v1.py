"""The sixth game on its first day, before anybody had drawn it, for tests of the generic drawing."""

from __future__ import annotations

from pigeons.game import Pigeons
from rumpus.core.extensions import Web


class UndrawnPigeons(Pigeons):
    def web(self) -> Web:
        return Web("")


game = UndrawnPigeons()
