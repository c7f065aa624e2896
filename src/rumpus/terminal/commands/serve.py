"""`rumpus serve` opens the house in the browser, `rumpus verify` checks a deal: both are the web's own commands."""

from __future__ import annotations

from rumpus.web.command import add_to

__all__ = ["add_to"]
