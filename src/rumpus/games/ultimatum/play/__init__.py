"""Ultimatum for people and bots: words, drawings, a sense of what is good."""
