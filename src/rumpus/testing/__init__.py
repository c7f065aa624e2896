"""What the tests of a game stand on, ours or a stranger's: laws, golden games, clauses."""
