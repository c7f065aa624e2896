"""The sixth game under later rules: another deal, so that no older match could be played again."""

from __future__ import annotations

from pigeons.game import Square
from rumpus.core.options import Options
from rumpus.core.rng import Luck
from tests.web.first_day import UndrawnPigeons


class LaterPigeons(UndrawnPigeons):
    version = UndrawnPigeons.version + 1

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Square:
        luck.below(6)
        return super().start(options, luck, listen)


game = LaterPigeons()
