"""Tests of `rumpus.solving`."""
