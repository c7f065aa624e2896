"""The lab: games by the ten thousand, and what they say about the rules, with error bars."""
