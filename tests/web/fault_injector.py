"""A bot of somebody else's that never finds a move."""

from __future__ import annotations

from pathlib import Path

from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Move
from rumpus.players import Player


class Stumbler(Player):
    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(name)

    def decide(self, info: InfoState) -> Move:
        raise ZeroDivisionError


def install_stumbler(folder: Path) -> None:
    info = folder / "stumbler-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stumbler\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rumpus.players]\nstumbler = tests.web.fault_injector:Stumbler\n")
