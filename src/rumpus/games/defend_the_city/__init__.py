"""Defend the City: one soldier against five invaders."""

from rumpus.games.defend_the_city.game import DefendTheCity

game = DefendTheCity()
