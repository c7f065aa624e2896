"""Defend the City: one soldier, five invaders, thirty points of Stamina and a nerve to keep."""

from rumpus.games.defend_the_city.game import DefendTheCity

game = DefendTheCity()
