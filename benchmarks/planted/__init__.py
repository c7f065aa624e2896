"""Variants with a bomb and a dud in them, or with two things that only work together: `benchmarks.worth_detects`."""
