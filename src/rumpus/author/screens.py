"""Drawings of a game for the terminal and the browser."""

from rumpus.core.extensions import UNDER_CURSOR, Canvas, Terminal, Web

__all__ = ["UNDER_CURSOR", "Canvas", "Terminal", "Web"]
