"""Interfaces and data shared by all games and players. Imports nothing else of Rumpus."""
