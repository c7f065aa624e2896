"""Battle Puno: match colours, feed the damage pool, and make the others draw."""

from rumpus.games.battle_puno.play.game import BattlePuno

game = BattlePuno()

__all__ = ["game"]
