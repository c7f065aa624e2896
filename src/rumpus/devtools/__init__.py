"""Tools for game authors: `rumpus new` and `rumpus dev`."""
