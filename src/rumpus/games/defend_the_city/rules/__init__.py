"""The rules of Defend the City: pure, compiled, and nothing but the rules."""
