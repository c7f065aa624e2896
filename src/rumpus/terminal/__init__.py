"""Playing in a terminal: plain text and full screen."""
