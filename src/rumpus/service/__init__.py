"""Tables, bots, clocks and stores behind any transport; imports no web framework."""
