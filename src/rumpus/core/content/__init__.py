"""What a game's package brings besides rules: lessons, puzzles, how to win, the rulebook."""
