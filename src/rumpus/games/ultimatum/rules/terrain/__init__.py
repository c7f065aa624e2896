"""The map: hexes, ground, files and the board."""
