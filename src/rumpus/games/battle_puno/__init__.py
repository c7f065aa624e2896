"""Battle Puno: match colours, feed the damage pool, and make the others draw."""

from rumpus.games.battle_puno.game import BattlePuno

game = BattlePuno()

__all__ = ["game"]
