"""Bots, and the `Player` interface."""

from rumpus.players.catalogue import find_player, player_name, player_names, split_names
from rumpus.players.player import Choice, Explanation, Player

__all__ = ["Choice", "Explanation", "Player", "find_player", "player_name", "player_names", "split_names"]
