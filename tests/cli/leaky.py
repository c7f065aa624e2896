"""Pigeons whose deal is told to everybody, as an installed game."""

from __future__ import annotations

from tests.laws.faults import DealTold

game = DealTold()
