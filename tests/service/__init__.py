"""Tests of `rumpus.service`."""
