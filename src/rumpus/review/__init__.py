"""Reviews of finished games: win probabilities, verdicts, luck and puzzles."""
