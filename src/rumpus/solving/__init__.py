"""Exact solutions of small games: enumeration, backward induction, CFR+, best responses."""
