"""A match with people at it: seats, sealed moves, the record. No input or output of its own."""
