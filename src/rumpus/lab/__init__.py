"""The lab: plays games by the ten thousand and measures the rules, with error bars."""
