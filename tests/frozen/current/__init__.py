"""Adaptors from the frozen tests to the present names; only these follow a rename."""
