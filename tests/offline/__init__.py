"""Tests of `rumpus.offline`."""
