"""Tables, bots, clocks and stores behind any transport. Imports no web framework."""
