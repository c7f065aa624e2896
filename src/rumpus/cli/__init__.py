"""Every command of `rumpus`."""
