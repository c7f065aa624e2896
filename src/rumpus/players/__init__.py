"""Who decides for a seat: bots, and the contract they keep."""
