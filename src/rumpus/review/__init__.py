"""After the game: who was going to win when, which decisions cost what, and how much of it was luck."""
