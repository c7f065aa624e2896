"""Matches with people: seats, sealed moves, clocks and journal. Does no input or output."""
