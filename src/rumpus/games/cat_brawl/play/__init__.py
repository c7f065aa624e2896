"""Cat Brawl for people and bots: words, pictures, a sense of what is good."""
