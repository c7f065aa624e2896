"""Exact answers for games small enough: enumeration, backward induction, CFR+, best responses."""
