"""The witches, one small class each, listed tier by tier in `catalogue`."""
