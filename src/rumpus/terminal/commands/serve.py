"""`rumpus serve` opens the house in the browser, `rumpus export` writes it down, `rumpus verify` checks a deal: the
web's own commands."""

from __future__ import annotations

from rumpus.web.command import add_to

__all__ = ["add_to"]
