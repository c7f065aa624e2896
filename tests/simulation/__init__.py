"""Deterministic simulation of the service: virtual time, seeded scheduling, faults and invariants."""
