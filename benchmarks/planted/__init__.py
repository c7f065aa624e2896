"""Variants with a bomb and a dud in them, for `benchmarks.worth_detects`."""
