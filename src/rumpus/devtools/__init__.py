"""For whoever writes a game: a new package of one's own, and a table that follows every change of it."""
