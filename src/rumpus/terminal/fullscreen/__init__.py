"""Playing on the full screen of a terminal, with textual."""
