"""The rules of Cat Brawl: pure and compiled."""
