"""Creature Wars: two Empires, one deck of creatures, secret duels, and 141 witches that bend the rules."""

from rumpus.games.creature_wars.game import CreatureWars

game = CreatureWars()
