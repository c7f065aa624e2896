"""A sense of what is good in Ultimatum."""

from __future__ import annotations

from rumpus.core.contract import Judge


class UltimatumJudge(Judge):
    """To be written."""
