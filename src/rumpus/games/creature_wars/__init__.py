"""Creature Wars: secret duels of creatures between two Empires, and 141 witches."""

from rumpus.games.creature_wars.game import CreatureWars

game = CreatureWars()
