"""Tables in memory, from the lobby to the archive."""
