"""The rules of Ultimatum: pure, and compiled where a C compiler is at hand."""
