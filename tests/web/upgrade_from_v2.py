"""The sixth game under later rules: another deal, so that no older match could be played again."""

from __future__ import annotations

from pigeons.game import Square
from rumpus.core.options import Options
from rumpus.core.rng import Rng
from tests.web.upgrade_from_v1 import UndrawnPigeons


class LaterPigeons(UndrawnPigeons):
    version = UndrawnPigeons.version + 1

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Square:
        rng.below(6)
        return super().start(options, rng, listen)


game = LaterPigeons()
