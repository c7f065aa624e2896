"""Content of a game's package besides rules: lessons, puzzles, summary and rulebook."""
